"""Lines that do not stand among the actions: answers to a question, and misplaced actions.

A reply below a question of the bot is tried as the answer to what waits. One below a line of its
author's own that was not understood is that line anew, where it reads exactly as an action. Where
it answers nothing, and of every other line, only what reads exactly as an action is told that it
stands in the wrong place. Below the heading of a topic of its author's own, a line may say that in
other words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Generic

from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.exact_form import order_of
from wikibot.game.engine.kernel_verbs import CHOOSE, in_full
from wikibot.game.engine.line_reader import LineReader
from wikibot.game.state import Pending, S, unfinished

_CHOOSE = re.compile(r"choose\b\s*:?\s*", re.IGNORECASE)
_REFUSED = (Verdict.CANT, Verdict.HUH)
_WHATEVER = ActionId(0, 0, 0)
MOST_HINTS = 20  # to an account at once; what else it wrote in wrong places stands near
_MOST_WORDS = 4  # of a reply that is taken for an answer though it does not fit
Play = Callable[[S, Action], tuple[S, Outcome]]


class BesideActions(Generic[S]):
    """Answers such lines; ``play_line`` plays one that stands among the actions."""

    def __init__(self, reader: LineReader[S], play_line: Play[S]) -> None:
        self.reader, self.play_line, self.game = reader, play_line, reader.lines.game
        self.hints = Counter[str]()  # given since the play began, by account

    def play(self, state: S, action: Action) -> tuple[S, Outcome | None]:
        """Play an answer; None for talk, which nothing comes of."""
        name = self.game.player_of(state, action) or ""
        line, beside = replace(action, beside=None), action.beside
        if beside and beside.question and name:
            answered = self._answer(state, line, name, beside.question)
            if answered:
                return answered
        if beside and beside.corrects and self.reader.is_exact(state, name, line.text):
            after, outcome = self.play_line(state, line)
            if outcome.verdict is not Verdict.HUH:
                return after, outcome
        if self.hints[line.account] == MOST_HINTS:
            return state, None
        order = self.reader.would_play(state, line, name, freely=bool(beside and beside.topic))
        self.hints[line.account] += bool(order)
        return state, self._hint(line, name, order)

    def _answer(
        self, state: S, line: Action, name: str, question: ActionId
    ) -> tuple[S, Outcome] | None:
        """What comes of a reply as the answer to a question; None where it is none."""
        mine = self.reader.lines.book.found_in(state.pending, unfinished).get(name, ())
        asked = [each for each in mine if each.id == question]
        if not asked and question == _WHATEVER:
            asked = [*mine]
        if len(asked) != 1 or self.reader.judge.talk(state, name, line.text):
            return None
        pending, refused = asked[0], None
        for text in self._texts(state, line.text, pending, alone=len(mine) == 1):
            after, outcome = self.play_line(state, replace(line, text=text))
            if pending not in after.pending and self._continues(state, outcome, pending):
                return after, outcome
            if outcome.verdict in _REFUSED and _is_answer(line.text):
                refused = after, outcome
        return refused

    def _continues(self, state: S, outcome: Outcome, pending: Pending) -> bool:
        """Whether a line was an answer to what waits, or the same order again."""
        verbs = self.reader.lines.verbs(state)
        order = order_of(outcome.action.order, verbs)
        waiting = self.reader.lines.joining.waiting(state, pending)
        same = order and waiting and order.verb.play is waiting.verb.play
        return bool(order and (order.verb is CHOOSE or same))

    def _texts(self, state: S, text: str, pending: Pending, *, alone: bool) -> tuple[str, ...]:
        """The lines that a reply may stand for, the closest first."""
        answer = _CHOOSE.sub("", text, count=1)
        if not alone:
            order = in_full(pending, self.reader.lines.verbs(state))
            return (f"choose {order}: {answer}",)
        return (text,) if answer != text else (text, f"choose {answer}")

    @staticmethod
    def _hint(line: Action, name: str, order: str) -> Outcome | None:
        """The answer to what would be an action if it stood among them."""
        if not order:
            return None
        text = f"nothing is played here. Write `! {order}`, or write it among the actions"
        return Outcome(line, Verdict.HUH, text, name or line.account, logged="")


def _is_answer(text: str) -> bool:
    """Whether a reply was meant as an answer, though it does not fit."""
    words = text.split()
    is_short = len(words) <= _MOST_WORDS and any(char.isdigit() for char in text)
    return bool(_CHOOSE.match(text)) or is_short
