"""What using an item can do, as plain values that items are put together from.

Each is called with the action context and asks it for rolls and choices; the details that a line
gives are the answers. What lasts goes into the state: a phrase among a player's effects
(``Become``), a number, a type, a connection. Nothing is kept elsewhere.
"""

from __future__ import annotations

from msgspec import Struct

from rules.cycle15 import party
from rules.cycle15.belongings import images
from rules.cycle15.belongings.effect import Effect, EffectForm
from rules.cycle15.belongings.garbage import grant_random, random_item
from rules.cycle15.belongings.possessions import grant, pay_crystal
from rules.cycle15.belongings.status_effects import give_effect
from rules.cycle15.board.spaces import place
from rules.cycle15.board.wheel_rotation import SECTION as WHEEL
from rules.cycle15.board.wheel_rotation import turn
from rules.cycle15.items.item import DICE, DescribedDice, Nth, Use, in_use, unit_of
from rules.cycle15.items.targets import Who, images_of, standing
from rules.cycle15.moves.movement import USUAL, Terms, carry_out, direct
from rules.cycle15.state import START, Context
from wikibot.game.engine.orders import split_words
from wikibot.sdk import replace, with_player
from wikibot.wikitext.messages import say

Count = int | Nth


def number(act: Context, count: Count) -> int:
    """A number as it is, or as the description of the item in use has it."""
    return count if isinstance(count, int) else count(act)


# -- movement --------------------------------------------------------------------------------------


class MoveAgain(Struct, frozen=True):
    """The user moves, by a roll or a number of spaces; the details are the spaces of the way."""

    count: Count | None = None

    def __call__(self, act: Context) -> None:
        act.split_answers(split_words)
        terms = USUAL if self.count is None else Terms(count=number(act, self.count))
        carry_out(act, act.player, terms)


class MoveDirectly(Struct, frozen=True):
    """A player moves directly to a space, None for the user's own: they leave and land on it."""

    who: Who
    space: Count | None = None

    def __call__(self, act: Context) -> None:
        for name in self.who(act):
            space = standing(act) if self.space is None else number(act, self.space)
            if space in act.state.spaces:
                direct(act, name, space)
            else:
                act.say("there is no space {}, so {} stays", space, name)


class GoTo(Struct, frozen=True):
    """The user's location is set to a space; that is not a movement."""

    space: Count = START

    def __call__(self, act: Context) -> None:
        space = number(act, self.space)
        if space in act.state.spaces:
            place(act, act.player, space)
            act.say("{} is now at {}", act.player, space)


# -- the game as a whole ---------------------------------------------------------------------------


class TurnWheel(Struct, frozen=True):
    """The wheel turns by the dice of the item, up (1) or down (-1), if there is a wheel."""

    direction: int
    dice: DescribedDice = DICE

    def __call__(self, act: Context) -> None:
        if act.book.has(WHEEL):
            turn(act, self.direction * sum(self.dice(act, unit_of(in_use(act)))))
        else:
            act.say("there is no wheel, so nothing happens")


class StartParty(Struct, frozen=True):
    """A party starts, or the one that is going on ends."""

    def __call__(self, act: Context) -> None:
        party.start(act)


# -- possessions -----------------------------------------------------------------------------------


class Grant(Struct, frozen=True):
    """Some players are granted some of an item."""

    who: Who
    item: str
    count: Count = 1

    def __call__(self, act: Context) -> None:
        for name in self.who(act):
            grant(act, name, self.item, number(act, self.count))
        for owner in images_of(act, self.who):
            images.receive(act, owner, self.item, number(act, self.count))


class GrantRandom(Struct, frozen=True):
    """Some players are granted some random items of the rule Garbage each."""

    who: Who
    count: Count = 1

    def __call__(self, act: Context) -> None:
        for name in self.who(act):
            for _ in range(number(act, self.count)):
                grant_random(act, name)
        for owner in images_of(act, self.who):
            for _ in range(number(act, self.count)):
                images.receive(act, owner, random_item(act, f"Garbage for an image of {owner}"))


class PayCrystal(Struct, frozen=True):
    """The user parts with a crystal, or with what counts as one; for one, something happens."""

    then: Use | None = None

    def __call__(self, act: Context) -> None:
        if pay_crystal(act) and self.then:
            self.then(act)


# -- what lasts ------------------------------------------------------------------------------------


class Become(Struct, frozen=True):
    """Lasting effects on the user: some end, one begins."""

    effect: str = ""
    ending: tuple[str, ...] = ()

    def __call__(self, act: Context) -> None:
        others = (*self.ending, self.effect)
        kept = tuple(each for each in act.me.effects if each.kind not in others)
        more = (Effect(self.effect),) if self.effect else ()
        act.state = with_player(act.state, replace(act.me, effects=(*kept, *more)))
        now = say("now {}", self.effect) if self.effect else say("not {}", " or ".join(self.ending))
        act.say("{} is {}", act.player, now)


class GiveEffect(Struct, frozen=True):
    """A lasting effect on some players, with a value where its kind has one.

    ``next_phase``: it ends with the phase after this one.
    """

    who: Who
    kind: EffectForm | str
    value: Count | str | None = None
    next_phase: bool = False

    def __call__(self, act: Context) -> None:
        value = self.value(act) if isinstance(self.value, Nth) else self.value
        effect = Effect(self.kind, value, act.state.phase + 1 if self.next_phase else None)
        for name in self.who(act):
            act.state = give_effect(act.state, name, effect)
            act.say(f"{name}: {effect}")
