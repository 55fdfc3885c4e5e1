"""What waits for a player, as a form shows it: a question, with lines or a form that answer it.

Unfinished actions, offers and held lines come first; then trades, requests for justice and
proposals that the player has a say in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from wikibot.game.actions import Action
from wikibot.game.calendar import format_time
from wikibot.game.composing.parts import Composed, FacesField, Literal, Pick, WordsField
from wikibot.game.engine.kernel_verbs import CHOOSE, in_full
from wikibot.game.engine.line_player import LinePlayer
from wikibot.game.engine.orders import Order, quoted
from wikibot.game.problems import Missing, MissingRoll
from wikibot.game.state import Kind, Pending, State
from wikibot.game.verbs import Shape

Json = dict[str, Any]
_OPTIONS = 100  # of one question
_ANSWER = 200  # characters of a free answer
_RULING = 1000  # characters
_OPEN = "open"
_DICE = re.compile(r"\d{1,4}d\d{1,9}")


class Entry(Struct, frozen=True):
    """One thing that waits. ``line``: what it is; ``lines``: labels with the lines that answer it.

    ``form``: what composes an answer that is not one of these.
    """

    id: str
    kind: str
    line: str
    question: str
    lines: Sequence[tuple[str, str]] = ()
    form: Composed | None = None
    until: datetime | None = None

    def json(self) -> Json:
        """The entry as docs/gadget.md has it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "line": self.line,
            "question": self.question,
            "options": [{"label": label, "line": line} for label, line in self.lines],
            "form": self.form.json() if self.form else None,
            "until": format_time(self.until) if self.until else "",
        }


class Waiting:
    """What waits for one player.

    ``can``: names of the verbs that they can use now. ``forms``: the forms of a verb by its name,
    none where the form does not have it. ``stated``: players state their rolls.
    """

    def __init__(
        self,
        lines: LinePlayer[Any],
        state: State,
        player: str,
        can: Collection[str],
        forms: Callable[[str], Sequence[Composed]],
        *,
        stated: bool,
    ) -> None:
        self._joining, self._verbs = lines.joining, lines.verbs(state)
        self._state, self._player, self._can = state, player, can
        self._forms, self._stated = forms, stated

    def entries(self) -> Iterator[Entry]:
        """All of it, in order."""
        mine = [each for each in self._state.pending if each.player == self._player]
        actions = [each for each in mine if each.kind is Kind.ACTION]
        for pending in mine:
            if pending.kind is Kind.ACTION:
                yield self._action(pending, alone=len(actions) == 1)
            elif pending.kind is Kind.OFFER:
                yield self._offer(pending)
            else:
                yield _entry(pending, pending.text, "a steward must rule on it")
        yield from self._trades() if "accept" in self._can else ()
        yield from self._requests() if "judge answer" in self._can else ()
        yield from self._votes() if "vote" in self._can else ()

    def _action(self, pending: Pending, *, alone: bool) -> Entry:
        """An unfinished action with the lines that answer it."""
        about, order = in_full(pending, self._verbs), self._joining.waiting(self._state, pending)
        missing = self._missing(pending, order) if order else None
        if missing is None or order is None:
            return _entry(pending, about, pending.asks)
        begins = f"{CHOOSE.name} " if alone or ":" in about else f"{CHOOSE.name} {about}: "
        one_word, form = order.verb.shape is Shape.WORDS, None
        if isinstance(missing, MissingRoll):
            dice = dice_of(missing)
            if self._stated and dice:  # of several orders that wait, the one that is sent again
                form = Composed((Literal(begins if alone else f"{about} -- "), FacesField(dice)))
        elif len(missing.answers) > _OPTIONS or not missing.answers:
            form = Composed((Literal(begins), WordsField("Answer", _ANSWER)))
        lines = [
            (each, f"{begins}{quoted(each, one_word=one_word)}")
            for each in missing.answers[:_OPTIONS]
        ]
        return _entry(pending, about, missing.question, lines, form)

    def _missing(self, pending: Pending, order: Order) -> Missing | None:
        owner = self._state.players[pending.player].owner
        action = Action(pending.id, self._state.now, owner, pending.text, by_name=True)
        return self._joining.missing(self._state, action, order, pending)

    def _offer(self, pending: Pending) -> Entry:
        """Something that may be taken up."""
        verb = pending.offer.verb if pending.offer else ""
        line = next(iter(self._forms(verb)), None)
        lines = [(verb, verb)] if line and line.is_plain else []
        return _entry(pending, pending.text, pending.asks, lines, None if lines else line)

    def _trades(self) -> Iterator[Entry]:
        for each in self._state.trades:
            if each.status == _OPEN and each.partner == self._player:
                gives, takes = (_goods(side) for side in (each.gives, each.takes))
                line = f"{each.id}: {each.proposer} gives {gives} for {takes}"
                lines = [(verb, f"{verb} {each.id}") for verb in ("accept", "decline")]
                question = f"Do you accept {each.id}?"
                yield Entry(each.id, "trade", line, question, lines, until=each.until)

    def _requests(self) -> Iterator[Entry]:
        for each in self._state.requests:
            if each.status == _OPEN and self._state.judge == self._player:
                form = Composed(
                    (Literal(f"judge answer {each.id}: "), WordsField("Ruling", _RULING))
                )
                line, question = f"{each.id}: {each.text}", "What is your ruling?"
                yield Entry(each.id, "request", line, question, form=form)

    def _votes(self) -> Iterator[Entry]:
        parts = [part for line in self._forms("vote") for part in line.parts]
        choices = [part.among for part in parts if isinstance(part, Pick) and part.among]
        said = choices[0] if choices else ("for", "against")
        for each in self._state.proposals:
            if each.status == _OPEN and self._player not in each.votes:
                line = f"{each.id}: {each.title}"
                lines = [(vote, f"vote {each.id} {vote}") for vote in said]
                yield Entry(each.id, "vote", line, f"How do you vote on {line}?", lines)


def _entry(
    pending: Pending,
    line: str,
    question: str,
    lines: Sequence[tuple[str, str]] = (),
    form: Composed | None = None,
) -> Entry:
    kind = pending.kind.value
    return Entry(str(pending.id), kind, line, question, lines, form, pending.until)


def dice_of(missing: MissingRoll) -> str:
    """The dice that are asked for first; "" where the question names none."""
    found = _DICE.search(missing.asks)
    return found[0] if found else ""


def _goods(items: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {item}" for item, count in items.items()) or "nothing"
