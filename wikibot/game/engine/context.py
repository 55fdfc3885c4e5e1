"""What a rule sees while it carries out an order, and the two ways in which it may ask something.

A rule works on ``act.state`` and asks for rolls and choices in plain calls. Where an answer is
missing the call raises :class:`Missing`; the engine then drops the half-made state, keeps the order
with what it has, and runs it again from its start when more is known. So nothing happens before
everything is collected, and nothing has to be remembered in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from wikibot.game import names
from wikibot.game.actions import Action, Event
from wikibot.game.engine.orders import Order, first_name
from wikibot.game.engine.standing_rolls import (
    ANSWERS,
    MOST_LOOSE,
    FaceSource,
    RollRequest,
    proof_of,
)
from wikibot.game.game import Game
from wikibot.game.names import ANYBODY, is_reserved
from wikibot.game.problems import Held, Missing, MissingRoll, Problem, Refused, Unclear, listing
from wikibot.game.rolls import (
    FORM,
    UNNAMED,
    Pile,
    Roll,
    StandingRoll,
    StandingRolls,
    cut,
    each_once,
    faces_of,
    joined,
)
from wikibot.game.ruleset.rulebook import Rulebook, bearing
from wikibot.game.state import Kind, Offer, Pending, S, hold_event, offers, settle, wait_for
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.lines import part_of_signature
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.regex import regex

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
        self, asks: str, options: Sequence[T], name: Callable[[T], str] = str, *,
        known: Sequence[str] = (), rule: str = "", spelled: Callable[[str], str] = str,
        question: str = ""
    ) -> T:  # fmt: skip
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

_CHANGE = regex(r"([^;:(,]{1,80}?)( gains | loses | contributes )(.+)")
_SOMETHING_ELSE = regex(r", (?!\d)")  # in the phrase, behind what is gained or lost
MOST_DICE, MOST_SIDES = 9999, 999_999_999  # what can be stated, too


class ActionContext(Choices[S]):
    """The order ``order`` of ``player`` (a table name, "" without a player) at ``action.time``.

    ``action`` has the identity under which the order waits; ``line``, if another, keys the rolls.
    ``before``: the state that the order found. ``under_way``: for rules, what they are in the
    middle of, the outermost first. ``rolled``: in the order in which they were needed, ``drawn``
    those that the line did not state, ``proofs`` what these were made from. ``by_another``:
    somebody else rolls just now, by a line of their own unless this one states it.
    """

    by_another = False

    def __init__(
        self, game: Game[S], book: Rulebook, state: S, action: Action, order: Order | None,
        player: str, dice: FaceSource, line: Action | None = None, *, purpose: str = "",
        whole: bool = True, shown_by: str = ""
    ) -> None:  # fmt: skip
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
        standing = book.found_in(state.rolls, StandingRolls)
        general = ""
        if order and standing.loose:
            general = first_name(order.verb, game.verbs_in(state, book))
        purpose, stated = (purpose or order.verb.name, order.rolls) if order else (purpose, ())
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
        found: list[str] = []
        last = ""
        for phrase in self._said:
            change = _CHANGE.fullmatch(phrase)
            head, verb, what = change.groups() if change else ("", "", "")
            if verb and f"{head}{verb}" == last:
                found[-1] += f", {what}"
            else:
                found.append(phrase)
            more = _SOMETHING_ELSE.search(what.partition(" (")[0])
            last = "" if more else f"{head}{verb}"
        # Phrases with runs of what one player gains or loses said at once: ``Ann loses 1⚡, 1💎``
        return "; ".join(found)

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
        if not entry.roll.count and (others := self.supply.stated):
            why = say("{} was to be rolled here, {} is stated", f"{count}d{sides}", others[0])
            raise Unclear(why, nearest=f"{count}d{sides} (FACES) = TOTAL")
        phase = self.game.dice_phase(self.before)
        draw = RollRequest(
            self._line, self.action.id, phase, entry.label, entry.index, count, sides
        )
        drawn = None if self.by_another and self._dice.stated else self._dice.faces(draw)
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


# == Where the rolls of a performance come from ====================================================


class Supply:
    """Where the rolls of one performance come from: what stands, then what its line states.

    ``made``: all that this performance has used so far, in order, maybe the last in part.
    ``recalled``: whether any of these stood before. ``whole``: the line states the rolls of its
    order from the first one on, as does an order that is sent once more; otherwise it adds to those
    that stand. ``shown_by``: who wrote the line, where that is not the order's player: a roll shown
    for another player that nothing asks for binds only who showed it. ``general``: the purpose of
    what was shown with the same verb, while it could not be told for which thing.
    """

    def __init__(
        self, standing: StandingRolls, player: str, purpose: str, stated: Sequence[Roll], *,
        whole: bool = True, shown_by: str = "", general: str = ""
    ) -> None:  # fmt: skip
        self.player, self.purpose, self.whole = player, purpose, whole
        self.stated = list(stated)
        self.made: list[StandingRoll] = []
        self.recalled = False
        self._standing, self._there = standing, standing.there
        self._handed: list[StandingRoll] = []
        self._instead: tuple[Roll, Roll] | None = None  # that stood, what the line says first
        self._gives_kind = False  # whether faces that name no die were taken for some
        self._over: dict[int, str] = {}  # sides -> what is wrong if stated dice are left over
        self._pile = (shown_by, f"{ANSWERS} for {player}") if shown_by else (player, purpose)
        loose = standing.loose
        self._loose: dict[Pile, list[Roll]] = {self._pile: [*loose.get(self._pile, ())]}
        for mine in (purpose, general or purpose, ANSWERS) if loose or shown_by else ():
            self._look_for(mine)

    def serve(self, player: str, purpose: str) -> None:
        """Take (and keep) rolls for another order from here on, maybe of another player."""
        self.player, self.purpose = player, purpose
        self._look_for(purpose)

    def _look_for(self, purpose: str) -> None:
        pile = self.player, purpose
        if pile not in self._loose:
            self._loose[pile] = [*self._standing.loose.get(pile, ())]

    @contextmanager
    def serving(self, player: str, purpose: str) -> Iterator[None]:
        """The same for a while."""
        mine = self.player, self.purpose
        self.serve(player, purpose)
        try:
            yield
        finally:
            self.serve(*mine)

    # -- giving ------------------------------------------------------------------------------------

    def standing(self, label: str, index: int) -> StandingRoll | None:
        """What stands for exactly this."""
        return self._standing.by_key.get((self.player, self.purpose, label, index))

    def stands(self, label: str, *, or_loose: bool = True) -> Roll | None:
        """The (first) roll for something if it was made, even in part, or shown beforehand."""
        kept = self.standing(label, 1)
        loose = self._loose[self.player, self.purpose] if or_loose else ()
        return kept.roll if kept else next(iter(loose), None)

    def take(self, label: str, index: int, count: int, sides: int) -> StandingRoll:
        """What there is of a roll, maybe nothing. ``Refused`` if the line states another."""
        kept, stated = self.standing(label, index), self.stated
        as_needed = stated and (stated[0].count, stated[0].sides) == (count, sides)
        if as_needed and kept is None and not self._standing.loose:  # as in most lines
            entry = StandingRoll(self.player, self.purpose, label, index, stated.pop(0), count)
            self._use(entry)
            return entry
        self._give_kind(count, sides, kept.missing if kept else count)
        nothing = StandingRoll(self.player, self.purpose, label, index, Roll(0, sides, ()), count)
        entry = kept or nothing
        for pile in self._by_time(entry.roll.sides):
            found = cut(pile, entry.roll.sides, entry.missing)
            entry = replace(entry, roll=joined(entry.roll, found))
        if entry.roll.count:
            self.recalled = True
            self._use(entry)  # whatever the line says beside it
            if self.whole or not kept:
                # Pass over a roll that the line repeats; another one in its place is refused.
                again = cut(self.stated, entry.roll.sides, entry.roll.count)
                if again.faces != entry.roll.faces[: again.count]:
                    raise _made_before(entry.roll)
                if not again.count and self.stated:
                    self._instead = self._instead or (entry.roll, self.stated[0])
        # An entry with what it lacks from the line.
        sides = entry.roll.sides
        first = next((roll for roll in self.stated if roll.sides == sides), None)
        found = cut(self.stated, sides, entry.missing)
        if first and found.count % first.count and any(roll.sides == sides for roll in self.stated):
            self._over[sides] = say(
                "{} was to be rolled here, {} is stated", f"{entry.count}d{sides}", first
            )
        entry = replace(entry, roll=joined(entry.roll, found))
        if entry.roll.count:
            self._use(entry)
        return entry

    def _use(self, entry: StandingRoll) -> None:
        others = [each for each in self.made if each.key != entry.key] if self.made else []
        self.made = [*others, entry]

    def _by_time(self, sides: int) -> list[list[Roll]]:
        """The piles, in the order in which such dice were first shown; none where all are empty."""
        if not (self._standing.loose and any(self._loose.values())):
            return []
        first = [
            (s.player, s.purpose) for s in self._there if not s.label and s.roll.sides == sides
        ]
        piles = dict.fromkeys((*first, *self._loose))
        return [self._loose[pile] for pile in piles if pile in self._loose]

    def complete(self, entry: StandingRoll, roll: Roll) -> StandingRoll:
        """Note the roll of an entry that lacked dice; they were made by now."""
        whole = replace(entry, roll=roll, count=roll.count)
        self._use(whole)
        return whole

    def _give_kind(self, count: int, sides: int, missing: int) -> None:
        """Take the next faces that name no die for such dice, where there are enough that fit.

        They are read in the order in which dice are needed, as are those that are named. Faces that
        are left over at the end show that this was not what was meant.
        """
        sides_stated = [roll.sides for roll in self.stated]
        if UNNAMED not in sides_stated or sides in sides_stated:
            return
        at = sides_stated.index(UNNAMED)
        roll = self.stated[at]
        size = count if roll.count >= count else missing
        faces, rest = roll.faces[:size], roll.faces[size:]
        if 0 < size <= roll.count and 1 <= min(faces) <= max(faces) <= sides:
            more = [replace(roll, count=len(rest), faces=rest)] if rest else []
            self.stated[at : at + 1] = [replace(roll, count=size, sides=sides, faces=faces), *more]
            self._gives_kind = True

    def pass_over(self, count: int, sides: int) -> None:
        """Pass over dice with a single side, which need no roll and may be stated all the same."""
        if self.stated and (self.stated[0].count, self.stated[0].sides) == (count, sides):
            del self.stated[0]

    def refuse_another(self) -> None:
        """Raise ``Refused`` where the line states another roll than was shown before for this."""
        if not (self._standing.loose and any(self._loose.values())):
            return
        mine = self.player, self.purpose
        asked = [s.roll.sides for s in self._there if s.label and (s.player, s.purpose) == mine]
        for sides in dict.fromkeys(roll.sides for pile in self._loose.values() for roll in pile):
            loose = [roll for pile in self._by_time(sides) for roll in pile]
            before, now = faces_of(loose, sides), faces_of(self.stated, sides)
            count = min(len(before), len(now))
            if sides not in asked and before[:count] != now[:count]:
                self.stated = [roll for roll in self.stated if roll.sides != sides]
                raise _made_before(Roll(len(before), sides, before))

    def refuse_instead(self) -> None:
        """Raise ``Refused`` where the line states other dice than those that stood for it."""
        if self._instead and any(roll is self._instead[1] for roll in self.stated):
            raise _made_before(self._instead[0])

    def refuse_overstated(self) -> None:
        """Raise ``Unclear`` where the line states a roll of more dice than were needed."""
        for roll in self.stated:
            if roll.sides in self._over:
                raise Unclear(self._over[roll.sides])
            if not roll.is_named and self._gives_kind:
                self.made.clear()  # the faces were read as other dice than they are
                raise Unclear(
                    "fewer dice were to be rolled here: {} is left over", roll, nearest=FORM
                )

    # -- what stands afterwards --------------------------------------------------------------------

    def hand_over(self, first: int, player: str, purpose: str) -> None:
        """Let the rolls from the ``first`` one on stand for an order left to another player."""
        counts: Counter[str] = Counter()
        for each in self.made[first:]:
            counts[each.label] += 1
            index = counts[each.label]
            self._handed.append(replace(each, player=player, purpose=purpose, index=index))

    def after_use(self, there: Sequence[StandingRoll]) -> tuple[StandingRoll, ...]:
        """What stands of ``there`` when the order was carried out: what it used is used up."""
        if not (there or self._there or self._handed):
            return ()
        used = {each.key for each in self.made}
        rest = [each for each in there if each.key not in used and not self._is_loose(each)]
        answers = (pile for pile in self._loose if pile[1] == ANSWERS)
        return each_once(there, [*rest, *self._loose_rolls(answers), *self._handed])

    def after_all(self, there: Sequence[StandingRoll]) -> tuple[StandingRoll, ...]:
        """What stands when the order was not carried out: what stood, was made, or was shown."""
        if not self.player:
            return tuple(there)
        rest = [each for each in there if not self._is_loose(each)]
        if self.stated:
            self._keep(self._loose[self._pile], rest)
        return each_once(there, [*rest, *self.made, *self._loose_rolls(self._loose)])

    def _is_loose(self, entry: StandingRoll) -> bool:
        """Whether an entry is one of the loose rolls that this performance may take."""
        return not entry.label and (entry.player, entry.purpose) in self._loose

    def _loose_rolls(self, piles: Iterable[Pile]) -> Iterator[StandingRoll]:
        for pile in piles:
            for index, roll in enumerate(self._loose[pile], start=1):
                yield StandingRoll(*pile, "", index, roll, roll.count)

    def _keep(self, own: list[Roll], there: Sequence[StandingRoll]) -> None:
        """Put what the line still states on the pile, but for what it states a second time."""
        made = {each.key for each in self.made}
        mine = self.player, self.purpose
        stood = (s.roll for s in there if (s.player, s.purpose) == mine and s.key not in made)
        piles = (rolls for pile, rolls in self._loose.items() if pile[0] == self._pile[0])
        known: Counter[int] = Counter()
        for roll in (*(roll for rolls in piles for roll in rolls), *stood):
            known[roll.sides] += roll.count
        for roll in (each for each in self.stated if each.is_named):
            again = min(known[roll.sides], roll.count)
            known[roll.sides] -= again
            if again < roll.count and len(own) < MOST_LOOSE:
                own.append(replace(roll, count=roll.count - again, faces=roll.faces[again:]))


def shown(
    there: Sequence[StandingRoll], player: str, purpose: str, stated: Sequence[Roll],
    shown_by: str = ""
) -> tuple[StandingRoll, ...]:  # fmt: skip
    """What stands when rolls were shown with a line that was refused before it asked for them."""
    return Supply(StandingRolls(there), player, purpose, stated, shown_by=shown_by).after_all(there)


def _made_before(roll: Roll) -> Refused:
    remedy = "That roll counts: send the line without dice of its own, or `choose ...`."
    return Refused(
        "the roll for this was made before: {}", roll, rule="Random Choices", remedy=remedy
    )
