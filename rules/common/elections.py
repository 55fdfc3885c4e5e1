"""Ruleset section Judges: candidacies, and the election at the end of the week.

Decisions: the candidates are compared by the votes of those who are players when the week ends, and one who left is
none; among equals the earlier candidacy wins. Without a popular candidate the judge stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from rules.common import votes
from rules.common.judge_office import SECTION, appoint
from rules.common.votes import ABSTAIN, AGAINST, FOR, Count
from wikibot.game import names
from wikibot.game.act import Act
from wikibot.game.affairs import Candidacy
from wikibot.game.calendar import WEEK, format_time, week_start
from wikibot.game.game import Watched
from wikibot.game.problems import Refused, Unclear
from wikibot.game.state import State


def run(act: Act[Any], may_stand: Callable[[Act[Any]], None]) -> None:
    """``run for judge``."""
    act.book.require(SECTION, reads_numbers=True)
    may_stand(act)
    if any(each.id == act.player for each in act.state.candidacies):
        raise Refused(f"{act.player} is a candidate already", rule=SECTION)
    wiki = act.action.id.page != 0
    message = " ".join(act.action.text.split()) if wiki else ""
    candidacy = Candidacy(act.player, act.now, {}, act.action.id if wiki else None, message)
    act.state = replace(act.state, candidacies=(*act.state.candidacies, candidacy))
    act.say(f"{act.player} runs for judge; `support {act.player}` until {format_time(_election(candidacy))}")


def stand_down(act: Act[Any]) -> None:
    """``stand down``: no longer run."""
    if all(each.id != act.player for each in act.state.candidacies):
        raise Refused(f"{act.player} is no candidate", rule=SECTION)
    left = tuple(each for each in act.state.candidacies if each.id != act.player)
    act.state = replace(act.state, candidacies=left)
    act.say(f"{act.player} no longer runs for judge")


def candidates() -> votes.Ballot:
    """Reactions to candidacies, for the voting verbs."""

    def is_named(act: Act[Any], text: str) -> bool:
        return _candidate(act, text)[0] is not None

    return votes.Ballot(is_named, _react, lambda act: bool(act.state.candidacies))


def _react(act: Act[Any], text: str) -> None:
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


def support(act: Act[Any]) -> None:
    """``support NAME``."""
    _react(act, f"{act.subject} {FOR}".strip())


def oppose(act: Act[Any]) -> None:
    """``oppose NAME``."""
    _react(act, f"{act.subject} {AGAINST}".strip())


def next_election(state: State) -> datetime | None:
    """When an election is next."""
    return min((_election(each) for each in state.candidacies), default=None)


def elect(act: Act[Any]) -> None:
    """Make the popular candidate with most votes the judge."""
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


def watched(state: State) -> Iterator[Watched]:
    """Messages of candidates: who deletes it stands down; edits do not matter."""
    for each in state.candidacies:
        if each.line is not None and each.id in state.players:
            yield Watched(each.line, state.players[each.id].owner, each.message, "", "stand down", edits=False)


def _election(candidacy: Candidacy) -> datetime:
    """The end of the week of a candidacy; far away for one that has no time."""
    return week_start(candidacy.since) + WEEK if candidacy.since else datetime(9000, 1, 1, tzinfo=UTC)


def _support(candidacy: Candidacy, state: State) -> Count:
    return votes.count(candidacy.votes, lambda name: name in state.players, {})


def _candidate(act: Act[Any], text: str) -> tuple[str | None, str]:
    """The candidate that a text names, and the rest of it: ``Bob for``, ``for Bob``."""
    running = tuple(each.id for each in act.state.candidacies)
    words = text.split()
    for start in range(2):
        for end in range(len(words), start, -1):
            name, rest = " ".join(words[start:end]), " ".join(words[:start] + words[end:])
            found = names.find(name, running) if votes.read_vote(name) is None or name in running else None
            if found and (not start or votes.read_vote(words[0])):
                return found, rest
    return None, text
