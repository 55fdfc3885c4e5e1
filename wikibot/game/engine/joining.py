"""Which unfinished action a line belongs to: one of the same meaning, or the one that a ``choose`` line answers.

Decisions: of two actions that wait, a ``choose`` line is for the one that it names, by all or the
beginning of its words; where it names none, for the only one that its answers and rolls fit. It is
never taken for one of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Generic

from wikibot.game.actions import Action
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.dice import Unseen
from wikibot.game.engine.kernel_verbs import CHOOSE, in_full, join, named, waiting_order
from wikibot.game.engine.orders import Order, Verbs, first_name, parse_order
from wikibot.game.engine.standing_rolls import ANSWERS
from wikibot.game.game import Game
from wikibot.game.problems import Missing, Problem, Refused, Unclear
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, Pending, S, settle
from wikibot.game.verbs import Shape, Verb
from wikibot.wikitext.folding import fold


@dataclass(frozen=True)
class Joined:
    """An order with all that is known of it. ``resumed``: the unfinished action that it goes on with.

    ``whole``: it states its rolls from the first one on; otherwise they add to those that stand.
    ``said``: the line with the name of what it answers, where that had to be found out.
    """

    order: Order
    meant: Meaning
    resumed: Pending | None = None
    whole: bool = True
    said: str = ""


class Joining(Generic[S]):
    """Joins lines to what waits, in one game by one rulebook."""

    def __init__(self, game: Game[S], book: Rulebook, verbs: Verbs) -> None:
        self.game, self.book, self.verbs = game, book, verbs

    def meaning(self, state: S, action: Action, order: Order, name: str) -> Meaning:
        """What an order means."""
        return meaning_of(order, self._trial(state, action, order, name), self.verbs)

    def _trial(
        self, state: S, action: Action, order: Order, name: str, purpose: str = ""
    ) -> ActionContext[S]:
        """A performance that nobody carries out: it adds to what stands, and rolls nothing."""
        name = (
            name if name in state.players else ""
        )  # a line that waits may be of somebody who is not a player yet
        return ActionContext(
            self.game, self.book, state, action, order, name, Unseen(), purpose=purpose, whole=False
        )

    def join(self, state: S, action: Action, order: Order, name: str, *, retried: bool) -> Joined:
        """Join a line to the unfinished action that it belongs to, if there is one.

        ``retried``: it is an order of its own, which waited for a steward.
        """
        mine = [p for p in state.pending if p.kind is Kind.ACTION and p.player == name]
        if order.verb is CHOOSE:
            return self._answering(state, action, order, name, mine)
        meant = self.meaning(state, action, order, name)
        if retried:
            return Joined(order, meant, whole=False)
        for pending in mine:
            waiting = self.waiting(pending)
            if waiting and self.meaning(state, action, waiting, name).key == meant.key:
                return self._sent_again(
                    state, action, Joined(_again(waiting, order), meant, pending), order, name
                )
        return Joined(order, meant)

    def _sent_again(
        self, state: S, action: Action, joined: Joined, order: Order, name: str
    ) -> Joined:
        """An order that is sent once more; the answers from before only if they fit, for it may be sent without one.

        Which rolls the line states makes no difference to that, as the bot's own are not known
        before it is played.
        """
        if order.answers or not joined.order.answers:
            return joined
        try:
            self._takes_up(
                state, action, replace(joined, order=replace(joined.order, rolls=())), name
            )
        except Problem:
            return replace(joined, order=replace(joined.order, answers=()))
        return joined

    def waiting(self, pending: Pending) -> Order | None:
        """What waits; None where somebody edited it beyond reading."""
        with suppress(Unclear):
            return waiting_order(pending, self.verbs)
        return None

    # -- choices -----------------------------------------------------------------------------------

    def _answering(
        self, state: S, action: Action, order: Order, name: str, mine: Sequence[Pending]
    ) -> Joined:
        """The unfinished action that a ``choose`` line answers: the one that it names, or the only one that it fits."""
        if not mine:
            raise Refused("nothing of yours waits for a choice", remedy="Begin an action first.")
        about, rest = self._named(state, action, order.subject, name, mine)
        if not about:
            about, rest = mine, order.subject
        if len(about) == 1:
            return self._added(state, action, order, rest, name, about[0])
        found = self._fitting(state, action, order, rest, name, about)
        if found is None:
            which = tuple(
                dict.fromkeys(f"`choose {in_full(each, self.verbs)}: ...`" for each in about)
            )
            raise Unclear(
                "several actions of yours wait for a choice, and the line does not say which",
                nearest=which,
            )
        return found

    def _named(
        self, state: S, action: Action, text: str, name: str, mine: Sequence[Pending]
    ) -> tuple[Sequence[Pending], str]:
        """The waiting actions that a line names: in full, by other words for the same, or by how they begin."""
        about, rest = named(text, mine, self.verbs)
        if about or ":" not in text:
            return about, rest
        with suppress(Unclear):
            order = parse_order(text.partition(":")[0], self.verbs)
            wanted = self.meaning(state, action, order, name).key
            same = [(each, self.waiting(each)) for each in mine]
            about = [
                e
                for e, what in same
                if what and self.meaning(state, action, what, name).key == wanted
            ]
        return about, text.partition(":")[2].strip() if about else rest

    def _added(
        self, state: S, action: Action, order: Order, rest: str, name: str, pending: Pending
    ) -> Joined:
        """An unfinished action with the answers and rolls of a line. It may be one that a game over does not admit."""
        whole = join(order, rest, pending, self.verbs)
        self.game.authorize(state, whole.verb, name, replace(action, text=str(whole)))
        return Joined(whole, self.meaning(state, action, whole, name), pending, whole=False)

    def _fitting(
        self, state: S, action: Action, order: Order, rest: str, name: str, about: Sequence[Pending]
    ) -> Joined | None:
        """The only one of several actions that answers fit: first of those that take all of them up, then of any."""
        fits: dict[bool, list[Joined]] = {True: [], False: []}
        for pending in about:
            with suppress(Problem):
                joined = self._added(state, action, order, rest, name, pending)
                said = str(replace(order, subject=f"{in_full(pending, self.verbs)}: {rest}"))
                fits[self._takes_up(state, action, joined, name)].append(replace(joined, said=said))
        for found in (fits[True], fits[False]):
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def _takes_up(self, state: S, action: Action, joined: Joined, name: str) -> bool:
        """Whether an order takes up all answers and rolls that it has; raises ``Problem`` where they do not fit."""
        base = settle(state, joined.resumed) if joined.resumed else state
        act = self._trial(base, action, joined.order, name, joined.meant.purpose)
        try:
            self.game.prepare(act)
            joined.order.verb.play(act)
            act.finish()
        except Missing:
            pass
        except Problem:
            raise
        except Exception as error:  # noqa: BLE001  # when it is played, a person is told
            raise Unclear(str(error)) from None
        return not act.answers_left and not act.supply.stated


def _again(waiting: Order, order: Order) -> Order:
    """The same action sent once more: new selections replace the old ones, what the line leaves out stays."""
    more = {
        "subject": order.subject or waiting.subject,
        "answers": order.answers or waiting.answers,
    }
    return replace(order, **more, rolls=waiting.rolls + order.rolls)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Meaning:
    """``key``: equal for orders of one meaning. ``purpose``: what its rolls are for. ``subject``: with full names."""

    key: tuple[str, ...]
    purpose: str
    subject: str


def meaning_of(order: Order, act: ActionContext[Any], verbs: Sequence[Verb]) -> Meaning:
    """What an order means in the state of ``act``, which is about to play it."""
    verb = first_name(order.verb, verbs)
    try:
        things = order.verb.means(act) if order.verb.means else None
    except Problem:
        return Meaning((verb, "?", fold(order.subject)), verb, order.subject)
    if things is None:
        words = fold(order.subject) if order.verb.shape in (Shape.SUBJECT, Shape.TEXT) else ""
        return Meaning((verb, "?", words), ANSWERS if order.verb.undecided else verb, order.subject)
    purpose = " ".join((verb, *things)) if order.verb.rolls_apart else verb
    return Meaning((verb, *sorted(things)), purpose, _in_full(order, things, verbs))


def _in_full(order: Order, things: Sequence[str], verbs: Sequence[Verb]) -> str:
    """What an order is about with the full names of its things, if a line can say them."""
    full = replace(order, subject=", ".join(things), rolls=()) if things else order
    try:
        return full.subject if parse_order(str(full), verbs) == full else order.subject
    except Problem:
        return order.subject
