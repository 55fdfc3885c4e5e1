"""What a rule sees while it carries out an order, and the two ways in which it may ask something.

A rule works on ``act.state`` and asks for rolls and choices in plain calls. Where an answer is
missing the call raises :class:`Missing`; the engine then drops the half-made state, keeps the order
with what it has, and runs it again from its start when more is known. So nothing happens before
everything is collected, and nothing has to be remembered in memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Generic, TypeVar

from wikibot.game import names
from wikibot.game.actions import Action, Event
from wikibot.game.engine.orders import Order, first_name
from wikibot.game.engine.standing_rolls import FaceSource, RollRequest, Supply, proof_of
from wikibot.game.game import Game
from wikibot.game.names import ANYBODY, is_reserved
from wikibot.game.problems import Held, Missing, MissingRoll, Problem, Refused, Unclear, listing
from wikibot.game.rolls import Roll, StandingRoll, StandingRolls
from wikibot.game.ruleset.rulebook import Rulebook, bearing
from wikibot.game.state import Kind, Offer, Pending, S, hold_event, offers, settle, wait_for
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.signatures import part_of_signature

# ==================================================================================================
# The choices of a player while an order is carried out: what names mean, and the answers given.
#
# Where an answer is missing a call raises :class:`Missing`.

T = TypeVar("T")
CONFIRMS = later("do you mean it")  # how the question ends before something is lost
_YES, _NO = ("yes", "y", "yes, leave", "really", "confirm"), ("no", "n", "stay", "cancel")
_NO_ALIASES: Mapping[str, str] = {}
_NOTHING_LOST = "Nothing has been played, and nothing is used up."
BY_ITSELF = "*"  # among the answers of an order that waits: a choice that had a single option


def _folded(names: Iterable[str], _: Rulebook) -> frozenset[str]:
    return frozenset(map(fold, names))


class Choices(Generic[S]):
    """The answers of an order, taken up one by one.

    ``chosen``: the name of every choice in order; ``answered``: the same with a mark for those that
    had a single option.
    """

    def __init__(self, game: Game[S], book: Rulebook, state: S, order: Order | None) -> None:
        self.game, self.book, self.state, self.order = game, book, state, order
        self.chosen: list[str] = []
        self.answered: list[str] = []
        self._answers = list(order.answers) if order else []
        self._passed_over: list[tuple[str, str, str]] = []  # answer, question, its only option

    # -- what names mean ---------------------------------------------------------------------------

    def is_name(self, text: str) -> bool:
        """Whether anything in the game goes by that name."""
        return fold(text) in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return self.book.found_in(self.game.names(self.state, self.book), _folded)

    def find(
        self, text: str, known: Sequence[str], aliases: Mapping[str, str] = _NO_ALIASES
    ) -> str | None:
        """The one of some names that a text means; None where it means none, or more than one."""
        return names.meant(text, known, aliases, self.is_name)

    def resolve(
        self, text: str, known: Sequence[str], what: str, aliases: Mapping[str, str] = _NO_ALIASES
    ) -> str:
        """The same; raises ``Unclear`` with suggestions, ``Refused`` for another thing's name."""
        return names.resolve(text, known, what, aliases, self.is_name)

    # -- choices -----------------------------------------------------------------------------------

    def choose(
        self,
        asks: str,
        options: Sequence[T],
        name: Callable[[T], str] = str,
        *,
        known: Sequence[str] = (),
        rule: str = "",
        spelled: Callable[[str], str] = str,
        question: str = "",
    ) -> T:
        """The player's choice among ``options``; a single option needs no answer.

        ``asks`` says in words what is chosen; ``question`` asks for it, where these words do not.
        ``known``: names that are understood but not allowed here; such an answer is refused by
        ``rule``, any other that fits no option is not understood. ``spelled`` turns an answer in
        other words into the name of an option.
        """
        named = {name(option): option for option in options}
        if not named:
            raise Refused("there is nothing to choose for {}", retold(asks), rule=rule)
        answer = self._answers[0] if self._answers else None
        found = answer
        if answer is not None and answer not in named:
            found = self.find(spelled(answer), tuple(named))
        if answer == BY_ITSELF:
            del self._answers[0]
        if found is None and len(named) == 1:
            only = next(iter(named))
            if answer not in (None, BY_ITSELF):  # it stays, for a later question
                self._passed_over.append((str(answer), asks, only))
            self._note(only, BY_ITSELF)
            return options[0]
        if answer is None or answer == BY_ITSELF:
            raise Missing(asks, tuple(named), question=question)
        if found is None:
            if self.is_name(answer) or self.find(answer, tuple(known)) is not None:
                why = say("{!r} is not an answer to {!r}", answer, retold(asks))
                raise Refused(why, rule=rule, remedy=say("Options: {}", listing(tuple(named))))
            all_ = tuple(named)
            near = names.suggestions(answer, all_) if len(all_) > names.SUGGESTIONS else ()
            raise Unclear("{!r} does not answer {!r}", answer, retold(asks), nearest=near or all_)
        del self._answers[0]
        self._note(found)
        return named[found]

    def named(self, options: Sequence[T], name: Callable[[T], str] = str) -> T | None:
        """The option that the next answer names to the letter, taken as the choice; None: none.

        For many choices in a row, ahead of :meth:`choose`, which understands and asks more.
        """
        answer = self._answers[0] if self._answers else None
        for option in options:
            if name(option) == answer:
                self._note(self._answers.pop(0))
                return option
        return None

    def take_in_order(self, options: Sequence[object]) -> None:
        """Take options that the next answers name to the letter, and then those without others."""
        count = len(options)
        answers = self._answers[:count]
        del self._answers[:count]
        self.chosen += map(str, options)
        self.answered += answers + [BY_ITSELF] * (count - len(answers))

    def _note(self, name: str, answer: str = "") -> None:
        self.chosen.append(name)
        self.answered.append(answer or name)

    def confirm(self, asks: str) -> bool:
        """Whether the player says yes to a question before something is lost for good.

        The same order once more says so as well (:meth:`Joining.confirmed`).
        """
        asks = f"{asks}; {CONFIRMS}"
        if not self._answers:
            raise Missing(asks, form="choose yes", answers=("yes", "no"))
        said = fold(self._answers[0]).strip(" .!")
        if said not in (*_YES, *_NO):
            raise Unclear(
                "{!r} does not answer {!r}", self._answers[0], retold(asks), nearest=("yes", "no")
            )
        self._note(self._answers.pop(0))
        return said in _YES

    def ask(self, asks: str, read: Callable[[str], T], question: str = "") -> T:
        """The player's free answer, read by ``read``, whose ``ValueError`` says what it expects."""
        if not self._answers:
            raise Missing(asks, question=question)
        try:
            value = read(self._answers[0])
        except ValueError as error:
            raise Unclear(
                "{!r} does not answer {!r}: {}", self._answers[0], retold(asks), error
            ) from None
        self._note(self._answers.pop(0))
        return value

    def split_answers(self, split: Callable[[str], Sequence[str]]) -> None:
        """Split the answers that are left: ``1 2 3`` between two commas may be three spaces."""
        self._answers = [part for answer in self._answers for part in split(answer)]

    def join_answers(self) -> None:
        """Join the answers that are left to a single one: prose with commas in it."""
        self._answers = [", ".join(self._answers)] if self._answers else []

    def answer_first(self, answer: str) -> None:
        """Put an answer in front of the others, which the line gave in another place."""
        self._answers.insert(0, answer)

    @property
    def answers_left(self) -> tuple[str, ...]:
        """Answers that nothing has asked for (yet)."""
        return tuple(self._answers)

    def refuse_extra(self) -> None:
        """Refuse answers that nothing asked for, with the question that they were meant for."""
        if not self._answers:
            return
        for answer, asks, only in self._passed_over:
            if answer == self._answers[0]:
                why = say(
                    "{!r} is not an answer to {!r}: there is only {}", answer, retold(asks), only
                )
                raise Refused(why, remedy=_NOTHING_LOST)
        extra = listing(tuple(map(repr, self._answers)))
        raise Refused("{} is more than was asked for", extra, remedy=_NOTHING_LOST)


# ==================================================================================================
# What a rule sees while it carries out an order, and the two ways in which it may ask
# something.

_NO_ROLLS: tuple[Roll, ...] = ()
_CHANGES = (" gains ", " loses ", " contributes ")
_MAY_CHANGE = re.compile("|".join(_CHANGES))
_CHANGE = re.compile(rf"([^;:(,]{{1,80}}?)({_MAY_CHANGE.pattern})(.+)")
MOST_DICE, MOST_SIDES = 9999, 999_999_999  # what can be stated, too


def joined(phrases: Sequence[str]) -> list[str]:
    """Phrases with runs of what one player gains or loses said at once: ``Ann loses 1⚡, 1💎``."""
    found: list[str] = []
    last = ""
    for phrase in phrases:
        change = _CHANGE.fullmatch(phrase) if _MAY_CHANGE.search(phrase) else None
        head, verb, what = change.groups() if change else ("", "", "")
        if verb and f"{head}{verb}" == last:
            found[-1] += f", {what}"
        else:
            found.append(phrase)
        last = f"{head}{verb}"
    return found


class ActionContext(Choices[S]):
    """The order ``order`` of ``player`` (a table name, "" without a player) at ``action.time``.

    ``action`` has the identity under which the order waits; ``line``, if another, keys the rolls.
    ``before``: the state that the order found. ``under_way``: for rules, what they are in the
    middle of, the outermost first. ``rolled``: in the order in which they were needed, ``drawn``
    those that the line did not state, ``proofs`` what these were made from.
    """

    def __init__(
        self,
        game: Game[S],
        book: Rulebook,
        state: S,
        action: Action,
        order: Order | None,
        player: str,
        dice: FaceSource,
        line: Action | None = None,
        *,
        purpose: str = "",
        whole: bool = True,
        shown_by: str = "",
    ) -> None:
        super().__init__(game, book, state, order)
        self.action, self.player = action, player
        self.before = state
        self.under_way: list[object] = []
        self.rolled: list[Roll] = []
        self.drawn: list[Roll] = []
        self.proofs: list[str] = []
        self._line = line or action
        self._dice = dice
        self._labels: dict[str, int] = {}
        self._said: list[str] = []
        standing, general, stated = book.found_in(state.rolls, StandingRolls), "", _NO_ROLLS
        if order:
            if standing.loose:
                general = first_name(order.verb, game.verbs_in(state, book))
            purpose, stated = purpose or order.verb.name, order.rolls
        self.supply = Supply(
            standing, player, purpose, stated, whole=whole, shown_by=shown_by, general=general
        )

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
        """Whether the line continues an order that waited."""
        return self._line.id != self.action.id

    @property
    def text(self) -> str:
        """The answer: all phrases in order."""
        text = "; ".join(self._said)
        if sum(map(text.count, _CHANGES)) < 2:  # in most answers
            return text
        return "; ".join(joined(self._said))

    def is_reserved(self, name: str) -> bool:
        """Whether nothing new may have this name, because it means something else.

        Refuses one with a part of a signature; logs have what was taken for a name once.
        """
        own = self.game.reserved(self.state, self.book)
        if self.action.is_logged:
            return is_reserved(name, own)
        if read := part_of_signature(name):
            why = say("{!r} cannot be a name, because it reads as a part of a signature", read)
            raise Refused(why, remedy="Take a name without a date or a link to an account.")
        return is_reserved(name, (*own, *say(ANYBODY).split()))

    def take_no_words(self) -> None:
        """Refuse words behind a verb that needs none; logs have what was passed over once."""
        if self.order and not self.action.is_logged and self.subject.strip(" .!"):
            verb, more = self.order.verb, self.subject
            raise Unclear("nothing follows {!r}, but {!r} does", verb.name, more, nearest=verb.form)

    def say(self, message: str, *values: object, instead: str = "") -> None:
        """Add a phrase to the answer: a message, with its values. ``instead``: of that phrase."""
        at = self._said.index(instead) if instead else len(self._said)
        self._said[at : at + 1] = [say(message, *values)]

    # -- rolls -------------------------------------------------------------------------------------

    def roll(self, count: int, sides: int, label: str, pool: str = "") -> tuple[int, ...]:
        """Faces of ``count`` dice. ``label`` says what for and keys the roll.

        No dice, or dice with one side, ask for nothing. Held as well while the rule about rolls
        is. The second roll with the same label in one performance has its own key. Where a
        roll stands already its dice are those that were rolled then. A label must not depend on
        what may change before the order is finished; ``pool`` is said behind it.
        """
        bearing(self.book).check_roll()
        label = " ".join(label.split())
        index = self._labels[label] = self._labels.get(label, 0) + 1
        if count <= 0 or (sides == 1 and not self.supply.standing(label, index)):
            self.supply.pass_over(count, sides)
            return (1,) * max(count, 0)
        if count > MOST_DICE or not 1 <= sides <= MOST_SIDES:
            what = say("not a die") if sides < 1 else say("too many dice, or too many sides")
            raise Refused(
                "{} is {}", f"{count}d{sides}", what, remedy="Correct the numbers it comes from."
            )
        entry = self.supply.take(label, index, count, sides)
        roll = self._draw(entry, pool) if entry.missing else entry.roll
        self.rolled.append(roll)
        return roll.faces

    def _draw(self, entry: StandingRoll, pool: str) -> Roll:
        """The missing dice of a roll, from the source of dice."""
        count, sides = entry.missing, entry.roll.sides
        if not entry.roll.count:
            self.supply.refuse_misfit(count, sides)
        phase = self.game.dice_phase(self.before)
        draw = RollRequest(
            self._line, self.action.id, phase, entry.label, entry.index, count, sides
        )
        drawn = self._dice.faces(draw)
        if drawn is None:
            raise MissingRoll(draw.asks + pool, form=draw.form)
        roll = Roll(count, sides, drawn.faces)
        self.drawn.append(roll)
        self.proofs.append(proof_of(draw, roll, drawn.proof))
        whole = Roll(entry.count, sides, entry.roll.faces + drawn.faces, entry.roll.link)
        return self.supply.complete(entry, whole).roll

    def pick(self, options: Sequence[T], label: str) -> T:
        """One of several things at random, each as likely: 1dN over the list as published.

        A roll that stands from a time when the list was longer wraps around its end.
        """
        if not options:
            raise ValueError(f"nothing to pick from for {label}")
        return options[(self.roll(1, len(options), label)[0] - 1) % len(options)]

    @property
    def rolls_left(self) -> tuple[Roll, ...]:
        """Stated rolls that nothing has asked for (yet)."""
        return tuple(self.supply.stated)

    def leave_rolls(self, first: int, player: str, purpose: str) -> None:
        """Let the rolls from the ``first`` one on stand for an order that is left to ``player``."""
        self.supply.hand_over(first, player, purpose)

    def finish(self) -> None:
        """End the order: unneeded answers and rolls refuse it.

        Logs of earlier versions have rolls that no order took; they are only remarked upon.
        """
        self.refuse_extra()
        if not self.action.is_logged:
            self.supply.refuse_instead()
        self.supply.refuse_overstated()
        if self.supply.stated:
            unneeded = ", ".join(map(str, self.supply.stated))
            self.say("not needed: {}", unneeded)
            if not (self.action.is_logged or self.supply.recalled):  # it has what stood before
                self.supply.stated.clear()
                raise Unclear("no roll of this action takes {}", unneeded)

    # -- events and offers -------------------------------------------------------------------------

    def happen(self, name: str, play: Callable[[], None], data: str = "", what: str = "") -> None:
        """Let a part of an event happen, itself an event ``name`` that the game can fire alone.

        If its rule is held it waits for a steward, and the other parts happen. ``what``: it in
        words, for that case.
        """
        before, said, rules = self.state, len(self._said), bearing(self.book)
        try:
            rules.check_event(name)
            play()
            rules.check_change(self.game.aspects, before, self.state)
        except Held as held:
            del self._said[said:]
            self.state = hold_event(before, Event(self.now, name, data), held.unit)
            why = say("the wording of {} is not settled", held.unit)
            self.say("a steward must rule on {}: {}", retold(what or name), why)

    def check_change(self, after: S) -> None:
        """Raise :class:`Held` where a held rule keeps from changing what differs in ``after``."""
        bearing(self.book).check_change(self.game.aspects, self.state, after)

    def would(self, play: Callable[[], None]) -> S | None:
        """The state that something would lead to, None where it cannot be played."""
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

    def offer(self, player: str, offer: Offer, asks: str, until: datetime | None) -> None:
        """Leave something that ``player`` may take up later."""
        pending = Pending(self.action.id, player, Kind.OFFER, offer, asks, self.now, until)
        self.state = wait_for(self.state, pending)

    def offered(self, *verbs: str) -> tuple[Pending, ...]:
        """The acting player's open offers that one of these verbs takes up, the oldest first."""
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
