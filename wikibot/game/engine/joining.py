"""Which unfinished action a line belongs to: one of the same meaning, or the one that it answers.

Two lines of one meaning are one order and share its rolls, whatever their spelling. Decisions: an
order is identified by its verb (which may have several names) and the things that it is about,
resolved as the state is now: ``use time bean`` and ``use my Time Bean Chili`` are one order,
``harvest 1, 2`` and ``harvest 2, 1``, too. Where a thing is unknown, its words
stand for it. Of two actions that wait, a ``choose`` line is for the one that it names, by all or
the beginning of its words; where it names none, for the only one that its answers and rolls fit.
It is never taken for one of two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action
from wikibot.game.engine.context import CONFIRMS, ActionContext
from wikibot.game.engine.kernel_verbs import CHOOSE, in_full, join, named, waiting_order
from wikibot.game.engine.orders import Order, Verbs, first_name, parse_order
from wikibot.game.engine.standing_rolls import ANSWERS, Unseen
from wikibot.game.game import Game
from wikibot.game.problems import Held, Missing, Problem, Refused, Unclear
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Pending, S, settle, unfinished
from wikibot.game.verbs import Shape, one_order
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import say


class Meaning(Struct, frozen=True, gc=False):
    """``key``: equal for orders of one meaning. ``purpose``: of its rolls. ``subject``: in full."""

    key: tuple[str, ...]
    purpose: str
    subject: str


class Joined(Struct, frozen=True, gc=False):
    """An order with all that is known of it. ``resumed``: the unfinished action that it continues.

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

    def __init__(self, game: Game[S], book: Rulebook, verbs: Callable[[S], Verbs]) -> None:
        self.game, self.book, self.verbs = game, book, verbs

    def meaning(self, state: S, action: Action, order: Order, name: str) -> Meaning:
        """What an order means."""
        if order.verb.means is None:
            return _by_words(order, first_name(order.verb, self.verbs(state)))
        if order.verb.means is one_order:
            verb = first_name(order.verb, self.verbs(state))
            return Meaning((verb,), verb, order.subject)
        return _meaning(order, self.trial(state, action, order, name), self.verbs(state))

    def join(
        self, state: S, action: Action, order: Order, name: str, meant: Meaning, *, retried: bool
    ) -> tuple[Joined, Action]:
        """Join a line that means ``meant`` to the unfinished action that it belongs to, if any.

        ``retried``: it waited for a steward, and is an order by itself. New selections replace old
        ones; without any, those from before are kept if they still fit. A player who sends an order
        once more when asked whether they mean it does: the log has it with that answer, but for one
        that the bot wrote without, and a steward's for a player.
        """
        mine = self.book.found_in(state.pending, unfinished).get(name, ())
        if order.verb.name == CHOOSE.name:
            return self._answering(state, action, order, name, mine), action
        for pending in () if retried else mine:
            waiting = self.waiting(state, pending)
            if not waiting or self.meaning(state, action, waiting, name).key != meant.key:
                continue
            subject, answers = order.subject or waiting.subject, order.answers or waiting.answers
            again = replace(order, subject=subject, answers=answers)
            if waiting.answers and not order.answers:
                try:  # without its rolls, as the bot's are not known before it is played
                    tried = replace(again, rolls=())
                    self._takes_up(state, action, Joined(tried, meant, pending), name)
                except Problem:
                    again = replace(again, answers=())
            joined = Joined(replace(again, rolls=waiting.rolls + order.rolls), meant, pending)
            logged = action.line > 0 and action.id.page > 0
            ordered = action.by_name and action.line == 0
            if logged or ordered or again.answers or not pending.asks.endswith(CONFIRMS):
                return joined, action
            means = replace(joined.order, answers=("yes",))
            return replace(joined, order=means), replace(action, said=str(means))
        return Joined(order, meant, whole=not retried), action

    def waiting(self, state: S, pending: Pending) -> Order | None:
        """The order that waits; None where its text was edited beyond reading."""
        with suppress(Unclear):
            return waiting_order(pending, self.verbs(state))
        return None

    def trial(
        self, state: S, action: Action, order: Order, name: str, purpose: str = ""
    ) -> ActionContext[S]:
        """A context for trying an order: it adds to what stands, and rolls nothing."""
        player = name if name in state.players else ""  # or not a player yet
        return ActionContext(
            self.game, self.book, state, action, order, player, Unseen(), purpose=purpose,
            whole=False,
        )  # fmt: skip

    # -- choices -----------------------------------------------------------------------------------

    def _answering(
        self, state: S, action: Action, order: Order, name: str, mine: Sequence[Pending]
    ) -> Joined:
        """The action that a ``choose`` line answers: the one that it names, or alone fits."""
        if not mine:
            raise Refused("nothing of yours waits for a choice", remedy="Begin an action first.")
        about, rest = self._named(state, action, order.subject, name, mine)
        if not about:
            about, rest = mine, order.subject
        if len(about) == 1:
            return self._added(state, action, order, rest, name, about[0])
        found = self._fitting(state, action, order, rest, name, about)
        if found is None:
            verbs = self.verbs(state)
            forms = (f"`choose {in_full(each, verbs)}: ...`" for each in about)
            why = say("several actions of yours wait for a choice, and the line does not say which")
            raise Unclear(why, nearest=tuple(dict.fromkeys(forms)))
        return found

    def may_answer(self, state: S, action: Action, order: Order, name: str) -> bool:
        """Whether a ``choose`` line names something that waits, or all that it says fits it."""
        mine = self.book.found_in(state.pending, unfinished).get(name, ())
        if self._named(state, action, order.subject, name, mine)[0]:
            return True
        for pending in mine:
            with suppress(Problem):
                joined = self._added(state, action, order, order.subject, name, pending)
                if self._takes_up(state, action, joined, name):
                    return True
        return False

    def _named(
        self, state: S, action: Action, text: str, name: str, mine: Sequence[Pending]
    ) -> tuple[Sequence[Pending], str]:
        """The waiting actions that a line names: in full, by other words, or by how they begin."""
        verbs = self.verbs(state)
        about, rest = named(text, mine, verbs)
        if about or ":" not in text:
            return about, rest
        head, _, after = text.partition(":")
        with suppress(Unclear):
            wanted = self.meaning(state, action, parse_order(head, verbs), name).key
            waiting = [(each, self.waiting(state, each)) for each in mine]
            about = [
                each
                for each, order in waiting
                if order and self.meaning(state, action, order, name).key == wanted
            ]
        return about, after.strip() if about else rest

    def _added(
        self, state: S, action: Action, order: Order, rest: str, name: str, pending: Pending
    ) -> Joined:
        """An unfinished action with a line's answers and rolls, if the game admits it."""
        whole = join(order, rest, pending, self.verbs(state))
        self.game.authorize(state, whole.verb, name, replace(action, text=str(whole)))
        return Joined(whole, self.meaning(state, action, whole, name), pending, whole=False)

    def _fitting(
        self, state: S, action: Action, order: Order, rest: str, name: str, about: Sequence[Pending]
    ) -> Joined | None:
        """The only action that answers fit: among those that take all of them up, or among all."""
        fits: dict[bool, list[Joined]] = {True: [], False: []}
        verbs = self.verbs(state)
        for pending in about:
            with suppress(Problem):
                joined = self._added(state, action, order, rest, name, pending)
                said = str(replace(order, subject=f"{in_full(pending, verbs)}: {rest}"))
                fits[self._takes_up(state, action, joined, name)].append(replace(joined, said=said))
        best = fits[True] or fits[False]
        return best[0] if len(best) == 1 else None

    def missing(
        self, state: S, action: Action, order: Order, name: str, pending: Pending | None = None
    ) -> Missing | None:
        """What an order of a player lacks; None where it cannot be told. ``pending``: it waits."""
        joined = Joined(order, self.meaning(state, action, order, name), pending)
        with suppress(Problem):
            return self._tried(state, action, joined, name)[1]
        return None

    def would(self, state: S, action: Action, order: Order, name: str) -> str | None:
        """What an order of a player does as far as it is sure, in words; None: it is refused.

        It goes as far as the first roll or choice that it lacks. What only the bot can open is not
        at hand where that is asked, as the words are for all: nothing is sure then.
        """
        joined = Joined(order, self.meaning(state, action, order, name))
        try:
            act, missing = self._tried(state, action, joined, name)
        except Held:
            return ""
        except Problem:
            return None
        return f"{act.text} …" if missing and act.text else act.text

    def _takes_up(self, state: S, action: Action, joined: Joined, name: str) -> bool:
        """Whether an order takes up all its answers and rolls; ``Problem`` if they do not fit."""
        act, _ = self._tried(state, action, joined, name)
        return not act.answers_left and not act.supply.stated

    def _tried(
        self, state: S, action: Action, joined: Joined, name: str
    ) -> tuple[ActionContext[S], Missing | None]:
        """An order as far as it goes, and what it lacks; ``Problem`` if its answers do not fit."""
        base = settle(state, joined.resumed) if joined.resumed else state
        act = self.trial(base, action, joined.order, name, joined.meant.purpose)
        try:
            self.game.prepare(act)
            joined.order.verb.play(act)
            act.finish()
        except Missing as missing:
            return act, missing
        except Problem:
            raise
        except Exception as error:  # noqa: BLE001  # reported when the line is played
            raise Unclear(str(error)) from None
        return act, None


def _meaning(order: Order, act: ActionContext[Any], verbs: Sequence[Any]) -> Meaning:
    """What an order means in the state of ``act``, which is about to play it."""
    verb, subject, means = first_name(order.verb, verbs), order.subject, order.verb.means
    try:
        things = means(act) if means else ()
    except Problem:
        return Meaning((verb, "?", fold(subject)), verb, subject)
    if things:
        full = replace(order, subject=", ".join(things), rolls=())
        with suppress(Problem):  # where a line can say the full names
            subject = full.subject if parse_order(str(full), verbs) == full else subject
    purpose = " ".join((verb, *things)) if order.verb.rolls_apart else verb
    return Meaning((verb, *sorted(things)), purpose, subject)


def _by_words(order: Order, verb: str) -> Meaning:
    """What an order means whose verb tells nothing of the things that it is about."""
    words = fold(order.subject) if order.verb.shape in (Shape.SUBJECT, Shape.TEXT) else ""
    return Meaning((verb, "?", words), ANSWERS if order.verb.undecided else verb, order.subject)
