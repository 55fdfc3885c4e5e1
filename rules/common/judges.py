"""Ruleset section Judges: the judge's office with all verbs about it; see ``justice`` and ``elections`` for the parts.

Numbers (who removes a judge, how long a ruling may be challenged, voted on, overturned) are read from the page.
Decision: assents are for the removal of one judge alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rules.common import elections, justice, votes
from rules.common.judge_office import SECTION, appoint, is_judge, is_person, judges_only, terms
from rules.common.players import reputable
from wikibot.game.act import Act
from wikibot.game.game import Watched
from wikibot.game.problems import Refused
from wikibot.game.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.game.verbs import Shape, Verb

__all__ = ["SECTION", "Judges"]


def _reputable(act: Act[Any]) -> None:
    if not reputable(act.me, act.state, act.book):
        raise Refused(f"{act.player} is not reputable, so cannot be a candidate", rule=SECTION)


@dataclass(frozen=True)
class Judges:
    """The judge of one game. ``may_stand``: refuse a candidacy."""

    may_stand: Callable[[Act[Any]], None] = _reputable

    def next_due(self, state: State, book: Rulebook) -> datetime | None:
        """When a vote of confidence or an election ends next (not before now)."""
        if not (state.candidacies or state.requests) or not book.has(SECTION):
            return None
        times = [each for each in (justice.next_poll(state, book), elections.next_election(state)) if each]
        return max(min(times), state.now) if times else None

    def pass_time(self, act: Act[Any]) -> None:
        """End what is due: votes of confidence first, then the week's election."""
        if not act.book.has(SECTION):
            return
        justice.end_polls(act)
        due = elections.next_election(act.state)
        if due is not None and due <= act.now:
            elections.elect(act)

    def poll(self) -> votes.Ballot:
        """Votes of confidence, for the voting verbs."""
        return justice.poll()

    def candidates(self) -> votes.Ballot:
        """Reactions to candidacies, for the voting verbs."""
        return elections.candidates()

    def watched(self, state: State) -> Iterator[Watched]:
        """Messages of candidates."""
        return elections.watched(state)

    def run(self, act: Act[Any]) -> None:
        """``run for judge``."""
        elections.run(act, self.may_stand)

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """All verbs but those for voting."""

        def judging(act: Act[Any]) -> bool:
            return is_judge(act)

        def asked(act: Act[Any]) -> bool:
            mine = (each for each in act.state.requests if is_person(act, each.asker))
            return any(each.status == justice.OPEN for each in mine)

        def running(act: Act[Any]) -> bool:
            return any(each.id == act.player for each in act.state.candidacies)

        def answered(act: Act[Any]) -> bool:
            return any(each.status == justice.ANSWERED for each in act.state.requests)

        def verb(
            name: str,
            form: str,
            example: str,
            about: str,
            play: Callable[[Act[Any]], None],
            *,
            anyone: bool = False,
            shape: Shape = Shape.TEXT,
            available: Callable[[Act[Any]], bool] | None = None,
        ) -> Verb:
            return Verb(name, form, example, about, play, shape, players_only=not anyone, available=available)

        return (
            verb("judge request", "judge request: QUESTION OR STATEMENT", "judge request: Is a Duck a bird?",
                 "asks the judge", justice.request, anyone=True),
            verb("judge answer", "judge answer J2: RULING", "judge answer J2: Yes, it is.", "answers a request",
                 justice.answer, anyone=True, available=judging),
            verb("overturn", "overturn J2: NEW RULING", "overturn J2: No, it is not.", "overturns a ruling of your own",
                 justice.overturn, anyone=True, available=lambda act: judging(act) and answered(act)),
            verb("withdraw request", "withdraw request J2", "withdraw request J2", "takes a request back",
                 justice.withdraw, anyone=True, available=asked),
            verb("confidence", "confidence J2", "confidence J2", "initiates a vote of confidence on a ruling",
                 justice.confidence, anyone=True, available=answered),
            verb("run for judge", "run for judge", "run for judge", "makes you a candidate for judge", self.run,
                 shape=Shape.BARE),
            verb("stand down", "stand down", "stand down", "ends your candidacy", elections.stand_down,
                 shape=Shape.BARE, available=running),
            verb("support", "support NAME", "support Bob", "is a 👍 for a candidate for judge", elections.support,
                 available=lambda act: bool(act.state.candidacies)),
            verb("oppose", "oppose NAME", "oppose Bob", "is a 👎 for a candidate for judge", elections.oppose,
                 available=lambda act: bool(act.state.candidacies)),
            verb("assent to removing the judge", "assent to removing the judge", "assent to removing the judge",
                 "removes the judge, once enough players do it; only for abuse of office", assent,
                 shape=Shape.BARE, available=lambda act: act.state.judge is not None),
            verb("take back my assent", "take back my assent", "take back my assent",
                 "takes back your assent to removing the judge", take_back, shape=Shape.BARE,
                 available=lambda act: act.player in act.state.removal),
            verb("resign as judge", "resign as judge", "resign as judge", "ends your being the judge", resign,
                 anyone=True, shape=Shape.BARE, available=judging),
        )  # fmt: skip


# -- removal ----------------------------------------------------------------------------------------------------------


def assent(act: Act[Any]) -> None:
    """``assent to removing the judge``: so many players, and the office is vacant."""
    act.book.require(SECTION, reads_numbers=True)
    judge = act.state.judge
    if judge is None:
        raise Refused("there is no judge to remove", rule=SECTION)
    if act.player in act.state.removal:
        raise Refused(f"{act.player} has assented already", rule=SECTION)
    act.state = replace(act.state, removal=(*act.state.removal, act.player))
    assents = [name for name in act.state.removal if name in act.state.players]
    needed = terms(act.book).assents
    if len(assents) < needed:
        act.say(f"{act.player} assents to removing {judge}; {needed - len(assents)} more would do it")
        return
    appoint(act, None)
    act.say(f"{judge} is removed as judge, with the assent of {' and '.join(assents)}")


def take_back(act: Act[Any]) -> None:
    """``take back my assent``."""
    if act.player not in act.state.removal:
        raise Refused(f"{act.player} has not assented to removing the judge", rule=SECTION)
    act.state = replace(act.state, removal=tuple(name for name in act.state.removal if name != act.player))
    act.say(f"{act.player} no longer assents to removing the judge")


def resign(act: Act[Any]) -> None:
    """``resign as judge``."""
    act.book.require(SECTION, reads_numbers=True)
    judges_only(act)
    judge = act.state.judge
    appoint(act, None)
    act.say(f"{judge} is no longer the judge")
