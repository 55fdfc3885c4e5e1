"""What an item is to the rules: one value with all of it, and what its description says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from rules.common.sections import DiceOf, NumberOf
from rules.cycle15 import possessions
from rules.cycle15.garbage import grant_random, random_item, unit_of
from rules.cycle15.movement import USUAL, Terms, carry_out, direct
from rules.cycle15.path import moved_last_phase
from rules.cycle15.possessions import grant
from rules.cycle15.spaces import WHEEL, place, turn, where
from rules.cycle15.state import IMAGE, JUMBO, START, Context, Effect, EffectForm
from wikibot.game.engine.orders import split_words
from wikibot.sdk import How, Implementation, Rulebook, Verb
from wikibot.wikitext.messages import later, retold, say

# == Whom an item is about, as plain values: the user, all players, one they name, one at random ===

# Gives the names of players, perhaps of none; asks for what it needs to know.
Who = Callable[[Context], tuple[str, ...]]


def standing(act: Context) -> int:
    """The space that the user is on."""
    return where(act.state, act.player)


def choose_player(act: Context, asks: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """One of some players; none where there are none."""
    if options:
        return (act.choose(asks, options, known=tuple(act.state.players), rule="Garbage"),)
    act.say("no player to choose: {}", retold(asks))
    return ()


def user(act: Context) -> tuple[str, ...]:
    """Who uses the item."""
    return (act.player,)


def everybody(act: Context) -> tuple[str, ...]:
    """All players, in table order."""
    return tuple(act.state.players)


def idle(act: Context) -> tuple[str, ...]:
    """All players who did not move in the last phase, in table order."""
    return tuple(name for name in act.state.players if not moved_last_phase(act.state, name))


def a_player(act: Context) -> tuple[str, ...]:
    """One whom the user names."""
    return choose_player(act, later("which player"), everybody(act))


def another(act: Context) -> tuple[str, ...]:
    """The same, but not the user."""
    others = tuple(name for name in act.state.players if name != act.player)
    return choose_player(act, later("which player"), others)


def at_random(label: str) -> Who:
    """One of all players at random, in table order."""
    return lambda act: (act.pick(tuple(act.state.players), label),)


def images_of(act: Context, who: Who) -> tuple[str, ...]:
    """The owners of the images on which bears what bears on all players, once for each image."""
    names = who(act) if who in (everybody, idle) else ()
    return tuple(name for name in names for _ in possessions.values(act.state.players[name], IMAGE))


# == What an item is to the rules: one value with all of it, and what its description says =========

# What using an item does. Details come from the action context as choices, in the order in which
# they are asked for.
Use = Callable[[Context], object]
# Lets an item of the acting player's take effect.
TakeEffect = Callable[[Context, str], None]
# Gives what reads something from the description of an item, by its unit.
Description = Callable[[str], Callable[[Rulebook], Any]]
NOTHING = "it is used up and nothing happens"
PEOPLE = "it is used up; the answer says what it asks of people, and nothing else happens"


def in_use(act: Context) -> str:
    """The item that is taking effect."""
    player_and_item: Any = act.under_way[-1]  # as ``using_items.take_effect`` notes them
    return str(player_and_item[1]).removeprefix(JUMBO)


# -- reading descriptions --------------------------------------------------------------------------


class Nth(Struct, frozen=True):
    """The ``index``-th number in the description of the item in use."""

    index: int

    def of(self, unit: str) -> NumberOf:
        return NumberOf(unit, self.index)

    def __call__(self, act: Context) -> int:
        return act.book.derived(self.of(unit_of(in_use(act))))


class DescribedDice(Struct, frozen=True):
    """The dice in the description of the item in use."""

    def of(self, unit: str) -> DiceOf:
        return DiceOf(unit)

    def __call__(self, act: Context, label: str = "") -> tuple[int, ...]:
        """Roll them; the faces. The label is the item's name if there is no other."""
        return self.of(unit_of(in_use(act))).roll(act, label or in_use(act))


NUMBER, SECOND, THIRD, DICE = Nth(0), Nth(1), Nth(2), DescribedDice()


# -- items -----------------------------------------------------------------------------------------


class Item(Struct, frozen=True):
    """An item of the rule Garbage.

    ``says``: what using it does, in the bot's own words; stewards accept wordings by it, and the
    docs have it. ``effects`` are carried out in order, before the item is destroyed; then
    ``uses_another``, which is handed what lets a further item take effect. ``asks``: whether it
    takes a choice or a roll. ``reads``: what is read from its description beside what its effects
    are handed. ``asks_people``: what the bot cannot see to, told in the answer. ``variant``: the
    wording that it plays, "" for any. ``verbs``: what it lets players write.
    """

    name: str
    says: str = NOTHING
    effects: tuple[Use, ...] = ()
    asks: bool = False
    reads: tuple[Description, ...] = ()
    asks_people: str = ""
    variant: str = ""
    uses_another: Callable[[Context, TakeEffect], None] | None = None
    verbs: tuple[Verb, ...] = ()

    @property
    def unit(self) -> str:
        return unit_of(self.name)

    @property
    def implementation(self) -> Implementation:
        how = How.ASKS if self.asks else How.AUTOMATIC if self.effects else How.FLAVOUR
        reads = dict.fromkeys(each(self.unit) for each in (*self.reads, *_read_by(self.effects)))
        variants = (self.variant,) if self.variant else ()
        waits = f"`use {self.name}`"
        return Implementation(self.unit, how, tuple(reads), variants, says=self.says, waits=waits)


def _read_by(values: Iterable[object]) -> Iterator[Description]:
    """What values read from the description of the item in use, or what they are handed does."""
    for value in values:
        if isinstance(value, Nth | DescribedDice):
            yield value.of
        elif isinstance(value, Does):
            yield from _read_by(value.given)


class Does(Struct, frozen=True):
    """What using an item does, by ``play`` and what that is ``given`` behind the action context.

    A number of the description is given as that number; one that is not given is pinned.
    """

    play: Callable[..., object]
    given: tuple[Any, ...]

    def __call__(self, act: Context) -> None:
        given = (each(act) if isinstance(each, Nth) else each for each in self.given)
        self.play(act, *given)


def does(play: Callable[..., object], *given: object) -> Does:
    """An effect, handed the action context and what is ``given``."""
    return Does(play, given)


# == What using an item can do, where several items do it ==========================================
#
# Each is called with the action context and asks it for rolls and choices; the details that a
# line gives are the answers. What lasts goes into the state: a phrase among a player's effects
# (``become``), a number, a type, a connection. Nothing is kept elsewhere.


def move_again(act: Context, count: int | None = None) -> None:
    """The user moves, by a roll or a number of spaces; the details are the spaces of the way."""
    act.split_answers(split_words)
    carry_out(act, act.player, USUAL if count is None else Terms(count=count))


def move_directly(act: Context, who: Who, space: int | None = None) -> None:
    """A player moves directly to a space, None for the user's own: they leave and land on it."""
    for name in who(act):
        there = standing(act) if space is None else space
        if there in act.state.spaces:
            direct(act, name, there)
        else:
            act.say("there is no space {}, so {} stays", str(there), name)


def go_to(act: Context, space: int = START) -> None:
    """The user's location is set to a space; that is not a movement."""
    if space in act.state.spaces:
        place(act, act.player, space)
        act.say("{} is now at {}", act.player, space)


def turn_wheel(act: Context, direction: int, dice: DescribedDice) -> None:
    """The wheel turns by the dice of the item, up (1) or down (-1), if there is a wheel."""
    if act.book.has(WHEEL):
        turn(act, direction * sum(dice(act, unit_of(in_use(act)))))
    else:
        act.say("there is no wheel, so nothing happens")


def grant_to(act: Context, who: Who, item: str, count: int = 1) -> None:
    """Some players are granted some of an item."""
    for name in who(act):
        grant(act, name, item, count)
    for owner in images_of(act, who):
        possessions.receive(act, owner, item, count)


def grant_random_to(act: Context, who: Who, count: int = 1) -> None:
    """Some players are granted some random items of the rule Garbage each."""
    for name in who(act):
        for _ in range(count):
            grant_random(act, name)
    for owner in images_of(act, who):
        for _ in range(count):
            possessions.receive(act, owner, random_item(act, f"Garbage for an image of {owner}"))


def become(act: Context, status: str) -> None:
    """Let the user be in a state from now on."""
    possessions.become(act, act.player, status)
    act.say("{} is {}", act.player, say("now {}", status))


def note_effect(
    act: Context, kind: EffectForm | str, value: int | None = None, phases: int | None = None
) -> None:
    """Something lasts on the user, with a value where its kind has one, so many phases more."""
    until = None if phases is None else act.state.phase + phases
    possessions.note(act, act.player, Effect(kind, value, until))
