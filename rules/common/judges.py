"""Ruleset section Judges: requests for justice, rulings, votes of confidence, elections, removal.

Numbers (who removes a judge, how long a ruling may be challenged, voted on, overturned) are read from the page.
Decisions: a request stays open until it is answered; after a ruling was overturned by vote, whoever wants another one
asks anew. Any person may ask and may initiate a vote of confidence; one vote at a time on each ruling. A reaction on
the poll is for or against confidence: 👍 affirms. At the end of a week the candidates are compared by the votes of
those who are players then, and one who left is none; among equals the earlier candidacy wins. Without a popular
candidate the judge stays. Assents are for the removal of one judge alone. A judge who no longer plays stays judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from rules.common import votes
from rules.common.players import reputable
from rules.common.votes import ABSTAIN, AGAINST, FOR, UNCLEAR, Count
from wikibot.game import names
from wikibot.game.act import Act
from wikibot.game.affairs import Candidacy, Request
from wikibot.game.calendar import DAY, WEEK, format_time, week_start
from wikibot.game.game import Watched
from wikibot.game.problems import Refused, Unclear
from wikibot.game.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.game.verbs import Shape, Verb
from wikibot.wikitext.numerals import read_number
from wikibot.wikitext.plain import plain

SECTION = "Judges"
OPEN, ANSWERED, CONTESTED, OVERTURNED, WITHDRAWN = "open", "answered", "contested", "overturned", "withdrawn"
AFFIRM, OVERTURN = "affirm", "overturn"
_SPAN = r"(?P<{0}>\w+) (?P<{0}_unit>day|week)s?"
_CONFIDENCE = {FOR: AFFIRM, AGAINST: OVERTURN, ABSTAIN: ABSTAIN}
_WORDS: Mapping[str, str] = {
    **{word: _CONFIDENCE.get(vote, UNCLEAR) for word, vote in votes.WORDS.items()},
    **dict.fromkeys(("affirm", "uphold", "keep", "confidence", "affirmed"), AFFIRM),
    **dict.fromkeys(("overturn", "in favour of overturning", "in favor of overturning", "no confidence"), OVERTURN),
}  # fmt: skip


@dataclass(frozen=True)
class Terms:
    """The numbers of the section."""

    assents: int  # how many remove the judge
    challenge: timedelta  # how long after a ruling a vote of confidence can be initiated
    poll: timedelta  # how long votes may then be cast
    second_thoughts: timedelta  # how long the judge may overturn a ruling of their own


def terms(book: Rulebook) -> Terms:
    """The numbers of the page."""
    return book.derived(_terms)


def _terms(book: Rulebook) -> Terms:
    text = plain(book.unit(SECTION).text) if book.has(SECTION) else ""
    assents = re.search(r"assent of (?P<n>\w+) players", text)
    return Terms(
        read_number(assents["n"]) if assents else 2,
        _span(text, r"[Ww]ithin {} of a judge issuing", 4 * DAY),
        _span(text, r"period of {} after initiation", 2 * DAY),
        _span(text, r"within {} of being made", WEEK),
    )


def _span(text: str, pattern: str, otherwise: timedelta) -> timedelta:
    found = re.search(pattern.format(_SPAN.format("n")), text)
    return read_number(found["n"]) * (WEEK if found["n_unit"] == "week" else DAY) if found else otherwise


def _reputable(act: Act[Any]) -> None:
    if not reputable(act.me, act.state, act.book):
        raise Refused(f"{act.player} is not reputable, so cannot be a candidate", rule=SECTION)


@dataclass(frozen=True)
class Judges:
    """The judge of one game. ``may_stand``: refuse a candidacy."""

    may_stand: Callable[[Act[Any]], None] = _reputable

    # -- time --------------------------------------------------------------------------------------------------------

    def next_due(self, state: State, book: Rulebook) -> datetime | None:
        """When a vote of confidence or an election ends next (not before now)."""
        if not (state.candidacies or state.requests) or not book.has(SECTION):
            return None
        times = [each.poll + terms(book).poll for each in state.requests if each.poll and each.status == CONTESTED]
        times += [_election(each) for each in state.candidacies]
        return max(min(times), state.now) if times else None

    def pass_time(self, act: Act[Any]) -> None:
        """End what is due: votes of confidence first, then the week's election."""
        if not act.book.has(SECTION):
            return
        for request in act.state.requests:
            if request.poll and request.status == CONTESTED and request.poll + terms(act.book).poll <= act.now:
                self._end_poll(act, request)
        if any(_election(each) <= act.now for each in act.state.candidacies):
            self._elect(act)

    def _end_poll(self, act: Act[Any], request: Request) -> None:
        words = [word for name, word in request.votes.items() if name in act.state.players]
        overturn, affirm = words.count(OVERTURN), len(words) - words.count(OVERTURN)
        status = OVERTURNED if overturn > affirm else ANSWERED
        act.state = with_request(act.state, replace(request, status=status, poll=None))
        outcome = "is overturned" if status == OVERTURNED else "stands"
        act.say(f"the ruling on {request.id} {outcome} ({overturn} for overturning, {affirm} affirm)")

    def _elect(self, act: Act[Any]) -> None:
        due = [each for each in act.state.candidacies if _election(each) <= act.now]
        act.state = replace(act.state, candidacies=tuple(each for each in act.state.candidacies if each not in due))
        counts = {each.id: _support(each, act.state) for each in due if each.id in act.state.players}
        running = [each for each in due if each.id in counts and counts[each.id].favour > counts[each.id].against]
        told = ", ".join(f"{name}: {count}" for name, count in counts.items())
        if act.book.obstacle(SECTION, reads_numbers=True) is not None:
            act.say(f"a steward must rule on the election ({told}): the wording of {SECTION} is not settled")
        elif running:
            winner = max(running, key=lambda each: (counts[each.id].favour, -(each.since or act.now).timestamp()))
            act.say(f"{winner.id} is elected judge ({told})")
            appoint(act, winner.id)
        else:
            act.say(f"nobody is elected judge ({told or 'no candidate is left'})")

    # -- requests and rulings ----------------------------------------------------------------------------------------

    def request(self, act: Act[Any]) -> None:
        """``judge request: ...``: a question or a statement."""
        act.book.require(SECTION, reads_numbers=True)
        text = _said(act, "judge request: QUESTION OR STATEMENT")
        if self.is_judge(act):
            raise Refused("the judge answers requests of others, not their own", rule=SECTION)
        id_ = votes.next_id("J", [each.id for each in act.state.requests])
        asker = act.player or act.action.account
        act.state = replace(act.state, requests=(*act.state.requests, Request(id_, asker, text, OPEN, act.now)))
        judge = act.state.judge
        act.say(
            f"{id_}: " + (f"{judge}, please `judge answer {id_}: ...`" if judge else "there is no judge to answer it")
        )

    def answer(self, act: Act[Any]) -> None:
        """``judge answer J2: ...``."""
        act.book.require(SECTION, reads_numbers=True)
        self._judges(act)
        request, ruling = self._named(act, "judge answer J2: RULING")
        if request.status != OPEN:
            remedy = f"To rule anew, `overturn {request.id}: NEW RULING`." if request.status == ANSWERED else ""
            raise Refused(f"{request.id} is {request.status} already", rule=SECTION, remedy=remedy)
        if request.asker in (act.player, act.action.account):
            raise Refused(f"{request.id} is a request of your own", rule=SECTION)
        self._rule(act, request, ruling)
        act.say(f"{request.id} is answered; the ruling may be challenged by `confidence {request.id}` until "
                f"{format_time(act.now + terms(act.book).challenge)}")  # fmt: skip

    def overturn(self, act: Act[Any]) -> None:
        """``overturn J2: NEW RULING``, by the judge who made the old one; with no new one the request is open again."""
        act.book.require(SECTION, reads_numbers=True)
        request, ruling = self._named(act, "overturn J2: NEW RULING", needed=False)
        if request.status not in (ANSWERED, CONTESTED) or request.ruled is None:
            raise Refused(f"{request.id} has no ruling that is in force", rule=SECTION)
        if not is_person(act, request.judge):
            raise Refused(f"the ruling on {request.id} is {request.judge}'s; only they overturn it", rule=SECTION,
                          remedy=f"Players may vote on it: `confidence {request.id}`.")  # fmt: skip
        self._judges(act)
        last = request.ruled + terms(act.book).second_thoughts
        if act.now > last:
            raise Refused(f"the ruling on {request.id} could be overturned until {format_time(last)}", rule=SECTION)
        reopened = replace(request, status=OPEN, judge="", ruling="", ruled=None, poll=None, votes={})
        act.state = with_request(act.state, reopened)
        if ruling:
            self._rule(act, reopened, ruling)
        act.say(
            f"the ruling on {request.id} is overturned" + ("; a new one is made" if ruling else "; a new one is due")
        )

    def _rule(self, act: Act[Any], request: Request, ruling: str) -> None:
        by = act.player or act.action.account
        ruled = replace(request, status=ANSWERED, judge=by, ruling=ruling, ruled=act.now, poll=None, votes={})
        act.state = with_request(act.state, ruled)

    def retract(self, act: Act[Any]) -> None:
        """``withdraw request J2``, while it is not answered."""
        request, _ = self._named(act, "withdraw request J2", needed=False)
        if not is_person(act, request.asker) or request.status != OPEN:
            raise Refused(f"{request.id} is {request.asker}'s and {request.status}", rule=SECTION,
                          remedy="Only who made it withdraws a request, and only before it is answered.")  # fmt: skip
        act.state = with_request(act.state, replace(request, status=WITHDRAWN))
        act.say(f"{request.id} is withdrawn")

    def _named(self, act: Act[Any], form: str, *, needed: bool = True) -> tuple[Request, str]:
        """The request that the line names, and what follows the colon with the text below the line."""
        head, _, rest = act.subject.partition(":")
        id_, more = votes.split_known_id(head, "J", [each.id for each in act.state.requests], "request for justice")
        text = " ".join(filter(None, (more, rest.strip(), *act.action.body.split("\n"))))
        text = " ".join(text.split())
        if needed and not text:
            raise Unclear("the line does not say what is ruled", nearest=f"`{form}`")
        return next(each for each in act.state.requests if each.id == id_), text

    # -- confidence --------------------------------------------------------------------------------------------------

    def confidence(self, act: Act[Any]) -> None:
        """``confidence J2``: initiate a vote of confidence on a ruling."""
        act.book.require(SECTION, reads_numbers=True)
        request, _ = self._named(act, "confidence J2", needed=False)
        if request.status == CONTESTED:
            raise Refused(f"a vote of confidence on {request.id} is under way", rule=SECTION,
                          remedy=f"`vote {request.id} affirm|overturn`")  # fmt: skip
        if request.status != ANSWERED or request.ruled is None:
            raise Refused(f"{request.id} has no ruling that is in force", rule=SECTION)
        last = request.ruled + terms(act.book).challenge
        if act.now > last:
            raise Refused(f"a vote of confidence could be initiated until {format_time(last)}", rule=SECTION)
        act.state = with_request(act.state, replace(request, status=CONTESTED, poll=act.now, votes={}))
        end = format_time(act.now + terms(act.book).poll)
        act.say(f"vote of confidence on the ruling on {request.id}: `vote {request.id} affirm|overturn` until {end}")

    def poll(self) -> votes.Ballot:
        """Votes of confidence, for the voting verbs."""

        def is_named(act: Act[Any], text: str) -> bool:
            return re.match(r"[jJ]\s?\d", text) is not None or (
                re.search(r"\b[jJ]\d+\b", text) is not None and bool(act.state.requests)
            )

        def any_open(act: Act[Any]) -> bool:
            return any(each.status == CONTESTED for each in act.state.requests)

        return votes.Ballot(is_named, self._vote_confidence, any_open)

    def _vote_confidence(self, act: Act[Any], text: str) -> None:
        act.book.require(SECTION, reads_numbers=True)
        id_, said = votes.split_known_id(text, "J", [each.id for each in act.state.requests], "request for justice")
        request = next(each for each in act.state.requests if each.id == id_)
        if request.status != CONTESTED:
            raise Refused(f"no vote of confidence on {id_} is under way", rule=SECTION)
        word = votes.word_of(said, (AFFIRM, OVERTURN, ABSTAIN), UNCLEAR, _WORDS)
        act.state = with_request(act.state, replace(request, votes=votes.with_vote(request.votes, act.player, word)))
        remark = f"; {said!r} is unclear, so it counts as {AFFIRM}" if word == UNCLEAR else ""
        act.say(f"{act.player} votes {word} on the ruling on {id_}{remark}")

    # -- elections ---------------------------------------------------------------------------------------------------

    def run(self, act: Act[Any]) -> None:
        """``run for judge``."""
        act.book.require(SECTION, reads_numbers=True)
        self.may_stand(act)
        if any(each.id == act.player for each in act.state.candidacies):
            raise Refused(f"{act.player} is a candidate already", rule=SECTION)
        wiki = act.action.id.page != 0
        message = " ".join(act.action.text.split()) if wiki else ""
        candidacy = Candidacy(act.player, act.now, {}, act.action.id if wiki else None, message)
        act.state = replace(act.state, candidacies=(*act.state.candidacies, candidacy))
        act.say(f"{act.player} runs for judge; `support {act.player}` until {format_time(_election(candidacy))}")

    def stand_down(self, act: Act[Any]) -> None:
        """``stand down``: no longer run."""
        if all(each.id != act.player for each in act.state.candidacies):
            raise Refused(f"{act.player} is no candidate", rule=SECTION)
        left = tuple(each for each in act.state.candidacies if each.id != act.player)
        act.state = replace(act.state, candidacies=left)
        act.say(f"{act.player} no longer runs for judge")

    def candidates(self) -> votes.Ballot:
        """Reactions to candidacies, for the voting verbs."""

        def is_named(act: Act[Any], text: str) -> bool:
            return _candidate(act, text)[0] is not None

        return votes.Ballot(is_named, self._react, lambda act: bool(act.state.candidacies))

    def _react(self, act: Act[Any], text: str) -> None:
        act.book.require(SECTION, reads_numbers=True)
        name, said = _candidate(act, text)
        if name is None:
            running = tuple(each.id for each in act.state.candidacies)
            raise Unclear(f"{text!r} names no candidate", nearest=running or ("nobody runs for judge",))
        word = votes.word_of(said, (FOR, AGAINST, ABSTAIN), None)
        if word not in (FOR, AGAINST, ABSTAIN):
            raise Unclear(f"{said!r} says neither for nor against", nearest=f"`support {name}` or `oppose {name}`")
        changed = (
            replace(each, votes=votes.with_vote(each.votes, act.player, word)) if each.id == name else each
            for each in act.state.candidacies
        )  # fmt: skip
        act.state = replace(act.state, candidacies=tuple(changed))
        act.say(f"{act.player} votes {word} on {name} as judge")

    def support(self, act: Act[Any]) -> None:
        """``support NAME``."""
        self._react(act, f"{act.subject} {FOR}".strip())

    def oppose(self, act: Act[Any]) -> None:
        """``oppose NAME``."""
        self._react(act, f"{act.subject} {AGAINST}".strip())

    # -- removal -----------------------------------------------------------------------------------------------------

    def assent(self, act: Act[Any]) -> None:
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

    def take_back(self, act: Act[Any]) -> None:
        """``take back my assent``."""
        if act.player not in act.state.removal:
            raise Refused(f"{act.player} has not assented to removing the judge", rule=SECTION)
        act.state = replace(act.state, removal=tuple(name for name in act.state.removal if name != act.player))
        act.say(f"{act.player} no longer assents to removing the judge")

    def resign(self, act: Act[Any]) -> None:
        """``resign as judge``."""
        act.book.require(SECTION, reads_numbers=True)
        self._judges(act)
        judge = act.state.judge
        appoint(act, None)
        act.say(f"{judge} is no longer the judge")

    def _judges(self, act: Act[Any]) -> None:
        if not self.is_judge(act):
            judge = act.state.judge
            raise Refused(f"the judge is {judge}" if judge else "there is no judge", rule=SECTION)

    def is_judge(self, act: Act[Any]) -> bool:
        """Whether the line is the judge's own."""
        return act.state.judge is not None and is_person(act, act.state.judge)

    def watched(self, state: State) -> Iterator[Watched]:
        """Messages of candidates: who deletes it stands down; edits do not matter."""
        for each in state.candidacies:
            if each.line is not None and each.id in state.players:
                yield Watched(each.line, state.players[each.id].owner, each.message, "", "stand down", edits=False)

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """All verbs but those for voting."""

        def judging(act: Act[Any]) -> bool:
            return self.is_judge(act)

        def answered(act: Act[Any]) -> bool:
            return any(each.status == ANSWERED for each in act.state.requests)

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
                 "asks the judge", self.request, anyone=True),
            verb("judge answer", "judge answer J2: RULING", "judge answer J2: Yes, it is.", "answers a request",
                 self.answer, anyone=True, available=judging),
            verb("overturn", "overturn J2: NEW RULING", "overturn J2: No, it is not.", "overturns a ruling of your own",
                 self.overturn, anyone=True, available=lambda act: judging(act) and answered(act)),
            verb("withdraw request", "withdraw request J2", "withdraw request J2", "takes a request back",
                 self.retract, anyone=True,
                 available=lambda act: any(is_person(act, r.asker) and r.status == OPEN for r in act.state.requests)),
            verb("confidence", "confidence J2", "confidence J2", "initiates a vote of confidence on a ruling",
                 self.confidence, anyone=True, available=answered),
            verb("run for judge", "run for judge", "run for judge", "makes you a candidate for judge", self.run,
                 shape=Shape.BARE),
            verb("stand down", "stand down", "stand down", "ends your candidacy", self.stand_down, shape=Shape.BARE,
                 available=lambda act: any(each.id == act.player for each in act.state.candidacies)),
            verb("support", "support NAME", "support Bob", "is a 👍 for a candidate for judge", self.support,
                 available=lambda act: bool(act.state.candidacies)),
            verb("oppose", "oppose NAME", "oppose Bob", "is a 👎 for a candidate for judge", self.oppose,
                 available=lambda act: bool(act.state.candidacies)),
            verb("assent to removing the judge", "assent to removing the judge", "assent to removing the judge",
                 "removes the judge, once enough players do it; only for abuse of office", self.assent,
                 shape=Shape.BARE, available=lambda act: act.state.judge is not None),
            verb("take back my assent", "take back my assent", "take back my assent",
                 "takes back your assent to removing the judge", self.take_back, shape=Shape.BARE,
                 available=lambda act: act.player in act.state.removal),
            verb("resign as judge", "resign as judge", "resign as judge", "ends your being the judge", self.resign,
                 anyone=True, shape=Shape.BARE, available=judging),
        )  # fmt: skip


def appoint(act: Act[Any], name: str | None) -> None:
    """Make somebody the judge, or nobody; assents to removing the last one are void."""
    act.state = replace(act.state, judge=name, removal=())


def with_request(state: Any, request: Request) -> Any:
    """Put a request's new value in the old one's place."""
    return replace(state, requests=tuple(request if each.id == request.id else each for each in state.requests))


def is_person(act: Act[Any], name: str) -> bool:
    """Whether a line was written by the person of that table name, who may have left the game."""
    if act.player:
        return act.player == name
    accounts = [each.account or each.name for each in act.state.former if each.name == name]
    return act.action.account in (name, *accounts) and name not in act.state.players


def _election(candidacy: Candidacy) -> datetime:
    """The end of the week of a candidacy; far away for one that has no time."""
    return week_start(candidacy.since) + WEEK if candidacy.since else datetime(9000, 1, 1, tzinfo=UTC)


def _support(candidacy: Candidacy, state: State) -> Count:
    return votes.count(candidacy.votes, lambda name: name in state.players, {})


def _candidate(act: Act[Any], text: str) -> tuple[str | None, str]:
    """The candidate that a text begins with, and the rest of it."""
    running = tuple(each.id for each in act.state.candidacies)
    words = text.split()
    for end in range(len(words), 0, -1):
        name = " ".join(words[:end])
        found = names.find(name, running) if votes.read_vote(name) is None or name in running else None
        if found:
            return found, " ".join(words[end:])
    return None, text


def _said(act: Act[Any], form: str) -> str:
    """What a line says after its verb, with the text below it."""
    text = " ".join(f"{act.subject.lstrip(':')} {act.action.body}".split())
    if not text:
        raise Unclear("the line says nothing", nearest=f"`{form}`")
    return text
