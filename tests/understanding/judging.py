"""Playing a line of people and judging what came of it.

A line was played *as meant* where state and verdict are those to which its meaning plays in the
same situation. It is *led* where nothing was played and the answer holds the form that does it: the
meaning itself, or a form in code marks that plays as meant when it is sent next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any

from msgspec.structs import replace

from tests.understanding.phrasings import AMBIGUOUS, TALK, Phrasing
from tests.understanding.situations import Situation, situations
from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.rolls import split_rolls
from wikibot.game.state import Kind, Pending
from wikibot.wikitext.dialect import fold

_FORM = re.compile(r"`([^`]+)`|<code>(.*?)</code>|''([^']+)''")
_WORD = re.compile(r"[\w+-]+|[^\s\w.,:;!?()'\"`-]")
_NOT_NOW = ("acted",)  # of a turn: any message of its player counts, whatever it says


class Judgement(StrEnum):
    """What came of a line."""

    AS_MEANT = "as meant"
    LED = "led"
    LOST = "lost"
    SOMETHING_ELSE = "something else"
    KEPT = "talk kept"
    PLAYED = "talk played"


@dataclass(frozen=True)
class Trial:
    """A line in its situation, with what came of it."""

    phrasing: Phrasing
    situation: Situation
    state: Any
    outcome: Outcome

    @property
    def answer(self) -> str:
        """The verdict with its text."""
        return f"{self.outcome.verdict}: {self.outcome.text}"

    @cached_property
    def judgement(self) -> Judgement:
        """What came of it."""
        changed = facts(self.situation, self.state) != facts(self.situation, self.situation.state)
        if self.phrasing.meaning == TALK:
            return Judgement.PLAYED if changed else Judgement.KEPT
        verdict, done = self.outcome.verdict, self.outcome.verdict is Verdict.DONE
        if self.phrasing.meaning == AMBIGUOUS:
            if verdict in (Verdict.HUH, Verdict.NEEDS):
                return Judgement.AS_MEANT
            played = done or self._changes_more_than_rolls
            return Judgement.SOMETHING_ELSE if played else Judgement.LOST
        state, outcome = _meant(self.phrasing.key, self.phrasing.meaning)
        if (
            verdict is outcome.verdict
            and self._same(self.state, state)
            and self._same_help(outcome)
        ):
            return Judgement.AS_MEANT
        if self._changes_more_than_rolls and not self._waits_as_meant(state):
            return Judgement.SOMETHING_ELSE
        return Judgement.LED if self._leads() else Judgement.LOST

    def _same(self, one: Any, other: Any) -> bool:
        return bool(facts(self.situation, one) == facts(self.situation, other))

    def _same_help(self, outcome: Outcome) -> bool:
        """Whether help is about the same: it changes nothing."""
        is_help = self.phrasing.meaning.startswith("help")
        return not is_help or self.outcome.text == outcome.text

    @property
    def _changes_more_than_rolls(self) -> bool:
        before, after = (replace(each, rolls=()) for each in (self.situation.state, self.state))
        return not self._same(before, after)

    def _waits_as_meant(self, meant: Any) -> bool:
        """Whether no more came of it than that an order with the verb of its meaning waits."""
        if self.outcome.verdict is not Verdict.NEEDS:
            return False
        without = replace(self.state, pending=self.situation.state.pending, rolls=())
        if not self._same(without, replace(self.situation.state, rolls=())):
            return False
        new = [each for each in self.state.pending if each not in self.situation.state.pending]
        verbs = {each.text.split()[0].rstrip(":") for each in new}
        wanted = {each.text.split()[0].rstrip(":") for each in meant.pending}
        return verbs <= wanted | {self.phrasing.meaning.split()[0].rstrip(":")}

    def _leads(self) -> bool:
        """Whether the answer holds what plays as meant; of two orders, both."""
        if " && " in self.phrasing.meaning:
            forms = {_plain(form) for form in _forms(self.outcome.text)}
            orders = {_plain(each) for each in self.phrasing.meaning.split(" && ")}
            return orders <= forms or self._plays_in_turn()
        words, _ = split_rolls(self.phrasing.meaning)
        if f" {_plain(words)} " in f" {_plain(self.outcome.text)} ":
            return True
        wanted = _words(words)
        if any(wanted <= _words(split_form) for split_form in _forms(self.outcome.text)):
            return True
        return any(map(self._plays_as_meant, dict.fromkeys(self._next_lines())))

    def _next_lines(self) -> Iterator[str]:
        """The lines that one may send after the answer."""
        words, _ = split_rolls(self.phrasing.meaning)
        dice = self.phrasing.meaning[len(words) :].strip()
        for form in _forms(self.outcome.text):
            yield form
            yield f"{form} {dice}".strip()
        if self.outcome.verdict is Verdict.NEEDS:
            subject = words.partition(" ")[2]
            for answer in (subject, subject.rpartition(": ")[2]):
                yield f"choose {answer}"
                yield f"choose {answer} {dice}".strip()
            yield f"choose {dice.removeprefix('--').strip()}"

    def _plays_in_turn(self) -> bool:
        """Whether the orders that the answer offers as several are those that were meant."""
        meant, state = _meant(self.phrasing.key, self.phrasing.meaning)[0], self.state
        for index, offer in enumerate("".join(each) for each in _FORM.findall(self.outcome.text)):
            state, _ = self.situation.play(offer, state, 9000 - index)
        return self._same(replace(state, rolls=()), replace(meant, rolls=()))

    def _plays_as_meant(self, line: str) -> bool:
        state, outcome = self.situation.play(line, self.state, 9001)
        meant, wanted = _meant(self.phrasing.key, self.phrasing.meaning)
        return outcome.verdict is wanted.verdict and self._same(
            replace(state, rolls=()), replace(meant, rolls=())
        )


@lru_cache(maxsize=4096)
def _meant(key: tuple[str, str], meaning: str) -> tuple[Any, Outcome]:
    """What comes of a meaning; ``A && B`` is two lines, one after the other."""
    situation, state = situations()[key], None
    for index, line in enumerate(meaning.split(" && ")):
        state, outcome = situation.play(line, state, 9000 - index)
    return state, outcome


def judged(phrasing: Phrasing) -> Trial:
    """Play a line in its situation."""
    situation = situations()[phrasing.key]
    state, outcome = situation.play(phrasing.line)
    return Trial(phrasing, situation, state, outcome)


def plays(phrasing: Phrasing) -> Outcome:
    """The answer to the meaning of a line in its situation."""
    return _meant(phrasing.key, phrasing.meaning)[1]


def facts(situation: Situation, state: Any) -> Any:
    """A state without what depends on how or as which line something was written."""
    waiting = [
        (each.player, each.kind, _said(situation, state, each), each.asks, each.until)
        for each in state.pending
    ]
    rolls = tuple(sorted(map(repr, state.rolls)))
    turn = getattr(state, "turn", None)
    if turn is not None:
        state = replace(state, turn=replace(turn, **dict.fromkeys(_NOT_NOW)))
    proposals = [replace(each, title=fold(each.title).rstrip("!.")) for each in state.proposals]
    return replace(state, pending=(), rolls=(), proposals=proposals), waiting, rolls


def changes(situation: Situation, line: str) -> bool:
    """Whether anything comes of a line."""
    return bool(facts(situation, situation.play(line)[0]) != facts(situation, situation.state))


def _said(situation: Situation, state: Any, pending: Pending) -> Any:
    """What waits, in no particular words."""
    lines = situation.engine.lines
    order = lines.waiting(state, pending) if pending.kind is Kind.ACTION else None
    if order is None:
        return pending.text
    line = Action(pending.id, pending.since, pending.player, pending.text, by_name=True)
    return lines.meaning(state, line, order, pending.player).key, order.answers


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(fold(text)))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fold(text)))


def _forms(text: str) -> list[str]:
    """What stands in code marks, without its dice as one of them."""
    found = ["".join(each) for each in _FORM.findall(text)]
    return [form for each in found for form in dict.fromkeys((each, each.split(" -- ")[0]))]
