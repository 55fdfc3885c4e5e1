"""One performance of one order: what a rule sees of the world, and the two ways in which it may ask something of it.

A rule works on ``act.state`` and asks for rolls and choices in plain calls. Where an answer is
missing the call raises :class:`Missing`; the engine then drops the half-made state, keeps the order
with what it has, and runs it again from its start when more is known. So nothing happens before
everything is collected, and nothing has to be remembered in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Generic, NoReturn, TypeVar

from wikibot.game import names
from wikibot.game.actions import Action, Event
from wikibot.game.engine.dice import Dice, Draw
from wikibot.game.engine.held_events import hold_event
from wikibot.game.engine.orders import Order, first_name
from wikibot.game.engine.proofs import proof_of
from wikibot.game.engine.standing_rolls import Supply
from wikibot.game.game import Game
from wikibot.game.names import is_reserved
from wikibot.game.problems import Held, Missing, MissingRoll, Problem, Refused, Unclear, listing
from wikibot.game.rolls import Roll, StandingRoll
from wikibot.game.ruleset.dependents import bearing
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, Offer, Pending, S, offers, settle, wait_for
from wikibot.wikitext.folding import fold

T = TypeVar("T")
MOST_DICE, MOST_SIDES = 9999, 999_999_999  # what can be stated, too
_YES, _NO = ("yes", "y", "yes, leave", "really", "confirm"), ("no", "n", "stay", "cancel")
_NO_ALIASES: Mapping[str, str] = {}
BY_ITSELF = "*"  # stands for a choice that made itself, among the answers of an order that waits


class ActionContext(Generic[S]):
    """The order ``order`` of ``player`` (a table name, "" for somebody who is not a player) at ``action.time``."""

    def __init__(
        self,
        game: Game[S],
        book: Rulebook,
        state: S,
        action: Action,
        order: Order | None,
        player: str,
        dice: Dice,
        line: Action | None = None,
        *,
        purpose: str = "",
        whole: bool = True,
        shown_by: str = "",
    ) -> None:
        self.game, self.book, self.state, self.action, self.order = game, book, state, action, order
        self.player = player
        self.before = state  # what the order found
        self.under_way: list[
            object
        ] = []  # what a rule is in the middle of, the outermost first; for rules to keep
        self.rolled: list[Roll] = []  # in the order in which they were needed
        self.chosen: list[str] = []  # the name of every choice in its order
        self.answered: list[str] = []  # the same with a mark for those that made themselves
        self.drawn: list[Roll] = []  # those of them that the line did not state
        self.proofs: list[str] = []  # what each of these was made from
        self._line = (
            line or action
        )  # what keys the rolls; ``action`` has the identity under which the order waits
        self._passed_over: list[
            tuple[str, str, str]
        ] = []  # answer, choice that made itself, its option
        self._labels: dict[str, int] = {}
        self._dice = dice
        self._answers = list(order.answers) if order else []
        purpose = purpose or (order.verb.name if order else "")
        self.supply = Supply(
            state.rolls,
            player,
            purpose,
            order.rolls if order else (),
            whole=whole,
            shown_by=shown_by,
            general=first_name(order.verb, game.verbs) if order else "",
        )
        self._said: list[str] = []

    @property
    def now(self) -> datetime:
        """When the line was written, by the server's clock."""
        return self.action.time

    @property
    def me(self) -> Any:
        """The acting player's present value, of the game's own player type."""
        return self.state.players[self.player]

    @property
    def subject(self) -> str:
        """What the verb is about, as written."""
        return self.order.subject if self.order else ""

    @property
    def goes_on(self) -> bool:
        """Whether the line goes on with an order that waited."""
        return self._line.id != self.action.id

    # -- what happened, in words -------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Add a phrase to the answer."""
        self._said.append(text)

    @property
    def text(self) -> str:
        """The answer: all phrases in order."""
        return "; ".join(self._said)

    # -- what names mean ---------------------------------------------------------------------------

    def is_name(self, text: str) -> bool:
        """Whether something in the game goes by that name, whatever it is."""
        return fold(text) in self._names

    @cached_property
    def _names(self) -> Mapping[str, None]:
        return {fold(name): None for name in self.game.names(self.state, self.book)}

    def is_reserved(self, name: str) -> bool:
        """Whether nobody and nothing new may be called by a name, because it means something else."""
        return is_reserved(name, self.game.reserved(self.state, self.book))

    def find(
        self, text: str, known: Sequence[str], aliases: Mapping[str, str] = _NO_ALIASES
    ) -> str | None:
        """The one of some names that a text means; None where it means none or more, or is something else's name."""
        return names.meant(text, known, aliases, self.is_name)

    def resolve(
        self, text: str, known: Sequence[str], what: str, aliases: Mapping[str, str] = _NO_ALIASES
    ) -> str:
        """The same; raises ``Unclear`` with suggestions, or ``Refused`` for the name of something else."""
        return names.resolve(text, known, what, aliases, self.is_name)

    # -- asking ------------------------------------------------------------------------------------

    def roll(self, count: int, sides: int, label: str, pool: str = "") -> tuple[int, ...]:
        """Faces of ``count`` dice. ``label`` says what for and keys the roll. No dice or one side: nothing to ask.

        Where nobody has settled what a roll is, that holds these as well: what they come to is what
        a roll is about. The second roll with the same label in one performance has a key of its
        own. Where a roll stands already its dice are those that were rolled then. A label must not
        depend on what may change before the order is finished; ``pool`` is said behind it.
        """
        bearing(self.book).check_roll()
        label = " ".join(label.split())
        index = self._labels[label] = self._labels.get(label, 0) + 1
        if count <= 0 or (sides == 1 and not self.supply.standing(label, index)):
            self.supply.pass_over(count, sides)
            return (1,) * max(count, 0)
        if count > MOST_DICE or not 1 <= sides <= MOST_SIDES:
            what = "not a die" if sides < 1 else "more than anybody can roll"
            raise Refused(f"{count}d{sides} is {what}", remedy="Correct the numbers it comes from.")
        entry = self.supply.take(label, index, count, sides)
        roll = self._draw(entry, pool) if entry.missing else entry.roll
        self.rolled.append(roll)
        return roll.faces

    def _draw(self, entry: StandingRoll, pool: str) -> Roll:
        """A roll that neither stands nor is stated, or not all of it: from the source of dice."""
        count, sides = entry.missing, entry.roll.sides
        if not entry.roll.count:
            self.supply.refuse_misfit(count, sides)
        phase = self.game.dice_phase(self.before)
        draw = Draw(self._line, self.action.id, phase, entry.label, entry.index, count, sides)
        drawn = self._dice.faces(draw)
        if drawn is None:
            raise MissingRoll(draw.asks + pool, form=draw.form)
        roll = Roll(count, sides, drawn.faces)
        self.drawn.append(roll)
        self.proofs.append(proof_of(draw, roll, drawn.proof))
        whole = Roll(entry.count, sides, entry.roll.faces + drawn.faces, entry.roll.link)
        return self.supply.complete(entry, whole).roll

    def pick(self, options: Sequence[T], label: str) -> T:
        """One of several things at random, each as likely: 1dN over the list in its published order.

        Where a roll stands from a time when the list was longer, one beyond its end goes on at its
        beginning.
        """
        if not options:
            raise ValueError(f"nothing to pick from for {label}")
        return options[(self.roll(1, len(options), label)[0] - 1) % len(options)]

    def choose(
        self,
        asks: str,
        options: Sequence[T],
        name: Callable[[T], str] = str,
        *,
        known: Sequence[str] = (),
        rule: str = "",
        spelled: Callable[[str], str] = str,
    ) -> T:
        """The player's choice among ``options``; a single one is chosen by itself.

        ``known``: names that are understood but not allowed here; such an answer is refused by
        ``rule``, any other that fits no option is not understood. ``spelled`` turns an answer in
        other words into the name of an option.
        """
        named = {name(option): option for option in options}
        if not named:
            raise Refused(f"there is nothing to choose for {asks}", rule=rule)
        answer = self._answers[0] if self._answers else None
        found = (
            answer
            if answer in named or answer is None
            else self.find(spelled(answer), tuple(named))
        )
        if answer == BY_ITSELF:
            del self._answers[0]
        if found is None and len(named) == 1:
            if answer not in (None, BY_ITSELF):
                self._passed_over.append((str(answer), asks, next(iter(named))))
            self._note(*named, by_itself=True)
            return options[0]  # an answer to a later question stays where it is
        if answer is None or answer == BY_ITSELF:
            raise Missing(asks, tuple(named))
        if found is None:
            self._misfit(asks, answer, tuple(named), known, rule)
        del self._answers[0]
        self._note(found)
        return named[found]

    def named(self, options: Sequence[T], name: Callable[[T], str] = str) -> T | None:
        """The option that the next answer names to the letter, which makes it the player's choice; None: there is none.

        For many choices in a row, ahead of :meth:`choose`, which understands and asks more.
        """
        answer = self._answers[0] if self._answers else None
        for option in options:
            if name(option) == answer:
                self._note(self._answers.pop(0))
                return option
        return None

    def _note(self, name: str, *, by_itself: bool = False) -> None:
        self.chosen.append(name)
        self.answered.append(BY_ITSELF if by_itself else name)

    def _misfit(
        self, asks: str, answer: str, options: tuple[str, ...], known: Sequence[str], rule: str
    ) -> NoReturn:
        if self.is_name(answer) or self.find(answer, tuple(known)) is not None:
            raise Refused(
                f"{answer!r} is not an answer to {asks!r}",
                rule=rule,
                remedy=f"Options: {listing(options)}",
            )
        raise Unclear(f"{answer!r} does not answer {asks!r}", nearest=options)

    def confirm(self, asks: str) -> bool:
        """Whether the player says yes to a question that is asked before something is lost for good."""
        if not self._answers:
            raise Missing(asks, form="choose yes")
        said = fold(self._answers[0]).strip(" .!")
        if said not in (*_YES, *_NO):
            raise Unclear(f"{self._answers[0]!r} does not answer {asks!r}", nearest=("yes", "no"))
        self._note(self._answers.pop(0))
        return said in _YES

    def ask(self, asks: str, read: Callable[[str], T]) -> T:
        """The player's free answer, read by ``read``, whose ``ValueError`` says what was expected."""
        if not self._answers:
            raise Missing(asks)
        try:
            value = read(self._answers[0])
        except ValueError as error:
            raise Unclear(f"{self._answers[0]!r} does not answer {asks!r}: {error}") from None
        self._note(self._answers.pop(0))
        return value

    def split_answers(self, split: Callable[[str], Sequence[str]]) -> None:
        """Take the answers that are left further apart: ``1 2 3`` between two commas may be three spaces."""
        self._answers = [part for answer in self._answers for part in split(answer)]

    def join_answers(self) -> None:
        """Take the answers that are left as a single one: prose with commas in it."""
        self._answers = [", ".join(self._answers)] if self._answers else []

    @property
    def answers_left(self) -> tuple[str, ...]:
        """Answers that nothing has asked for (yet)."""
        return tuple(self._answers)

    @property
    def rolls_left(self) -> tuple[Roll, ...]:
        """Stated rolls that nothing has asked for (yet)."""
        return tuple(self.supply.stated)

    def leave_rolls(self, first: int, player: str, purpose: str) -> None:
        """Let the rolls of this order from the ``first`` one on stand for an order that is left to ``player``."""
        self.supply.hand_over(first, player, purpose)

    def finish(self) -> None:
        """End the order: answers that nothing asked for make it unclear; unneeded rolls are only remarked upon."""
        if self._answers:
            self._refuse_extra(self._answers)
        self.supply.refuse_overstated()
        if self.supply.stated:
            self.say(f"not needed: {', '.join(map(str, self.supply.stated))}")

    # -- what happens by itself --------------------------------------------------------------------

    def happen(self, name: str, play: Callable[[], None], data: str = "", what: str = "") -> None:
        """Let a part of an event happen, itself an event called ``name``, which the game can fire alone.

        Where nobody has settled how it is played it waits for a steward, and the other parts
        happen. ``what``: it in words, for that case.
        """
        before, said, rules = self.state, len(self._said), bearing(self.book)
        try:
            rules.check_event(name)
            play()
            rules.check_change(self.game.aspects, before, self.state)
        except Held as held:
            del self._said[said:]
            self.state = hold_event(before, Event(self.now, name, data), held.unit)
            self.say(
                f"a steward must rule on {what or name}: the wording of {held.unit} is not settled"
            )

    def would(self, play: Callable[[], None]) -> S | None:
        """The state that something would lead to, None where it cannot be played; here nothing comes of it."""
        before, said = self.state, len(self._said)
        try:
            play()
        except Problem:
            return None
        else:
            return self.state
        finally:
            del self._said[said:]
            self.state = before

    def _refuse_extra(self, extra: Sequence[str]) -> NoReturn:
        """Refuse answers that nothing asked for, with the choice that they were meant for, if it made itself."""
        for answer, asks, only in self._passed_over:
            if answer == extra[0]:
                why = f"{answer!r} is not an answer to {asks!r}: there is only {only}"
                raise Refused(why, remedy="Nothing has been played, and nothing is used up.")
        told = listing(tuple(map(repr, extra)))
        raise Refused(
            f"{told} is more than was asked for",
            remedy="Nothing has been played, and nothing is used up.",
        )

    # -- what arises afterwards --------------------------------------------------------------------

    def offer(self, player: str, offer: Offer, asks: str, until: datetime | None) -> None:
        """Leave something that ``player`` may take up later."""
        pending = Pending(self.action.id, player, Kind.OFFER, offer, asks, self.now, until)
        self.state = wait_for(self.state, pending)

    def offered(self, *verbs: str) -> tuple[Pending, ...]:
        """The acting player's open offers that are taken up with one of these verbs, the oldest first."""
        return offers(self.state, self.player, *verbs)

    def take_up(
        self, verb: str, why_not: str, rule: str, remedy: str = "", about: str = ""
    ) -> Offer:
        """Take the oldest such offer off the list; without one, refuse with ``why_not``."""
        for pending in self.offered(verb):
            if pending.offer and pending.offer.about == about:
                self.state = settle(self.state, pending)
                return pending.offer
        raise Refused(why_not, rule=rule, remedy=remedy)
