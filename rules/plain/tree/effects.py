"""What happens: effects, each of a player, a thing or the game."""

from __future__ import annotations

from typing import TypeAlias

from rules.plain.tree.terms import (
    Amount,
    ChosenPlayer,
    ChosenThing,
    Condition,
    Dice,
    Node,
    Number,
    Place,
    RandomThing,
    Same,
    Thing,
    Value,
    Who,
)

# ==================================================================================================
# What happens by the words of things: what is selected, told, taken whole; what coded games do.


class Select(Node, frozen=True, tag=True):
    """A player or thing is drawn or chosen, whom the sentence then speaks of; that is all."""

    thing: RandomThing | ChosenThing | ChosenPlayer


class Start(Node, frozen=True, tag=True):
    """What a value of the game that holds yes or no says begins: a party is started."""

    name: str


class Include(Node, frozen=True, tag=True):
    """A place that names several things names this one, too."""

    place: Place
    thing: Thing


class TakeAll(Node, frozen=True, tag=True):
    """All items of one player go to another, as far as they may."""

    giver: Who
    taker: Who


class Remind(Node, frozen=True, tag=True):
    """The answer reminds a player of something, in these words; that is all."""

    who: Who
    of: str


class Ping(Node, frozen=True, tag=True):
    """The answer asks the doer to let a player know."""

    who: Who


class MoveAgain(Node, frozen=True, tag=True):
    """A player moves once more as the game's own rules of movement say.

    ``steps``: so many spaces, without a roll. ``led``: the doer makes all choices of that move.
    """

    who: Who
    steps: Amount | None = None
    led: bool = False


class NextMove(Node, frozen=True, tag=True):
    """A player's next move is of so many spaces."""

    who: Who
    steps: Amount


class NextRoll(Node, frozen=True, tag=True):
    """So much is added to a player's next roll of movement, or taken from it."""

    who: Who
    amount: Amount
    minus: bool = False


class BecomeFor(Node, frozen=True, tag=True):
    """A player is in a state until the present phase ends. ``name``: of the field that says so."""

    who: Who
    name: str


class Discard(Node, frozen=True, tag=True):
    """The thing in use is used up, as all such things are."""


class LandOn(Node, frozen=True, tag=True):
    """What happens to those who land on things of a type happens to a player where they are."""

    who: Who
    kind: str


class Target(Node, frozen=True, tag=True):
    """Something of the game, such as a beam, is aimed at a thing."""

    thing: Thing
    by: str


class Amend(Node, frozen=True, tag=True):
    """A text is appended to the rule with a title, which is made where there is none."""

    title: str
    text: str


DeedEffect: TypeAlias = (
    Amend | BecomeFor | Discard | Include | LandOn | MoveAgain | NextMove | NextRoll | Ping
    | Remind | Select | Start | TakeAll | Target
)  # fmt: skip


# == What happens: effects, each of a player, a thing or the game ==================================


class Gain(Node, frozen=True, tag=True):
    """``who`` (a player, or a thing that has the field) has that many more of it."""

    who: Who | Thing
    amount: Amount
    what: str


class Lose(Node, frozen=True, tag=True):
    """``who`` has that many less. ``must``: a cost, paid or lost by choice; it has to be there.

    Otherwise it is lost as far as it is there. ``amount`` None: all.
    """

    who: Who | Thing
    amount: Amount | None
    what: str
    must: bool = False


class Transfer(Node, frozen=True, tag=True):
    """From one to another. ``must``: as in :class:`Lose`; a theft takes what is there."""

    giver: Who | Thing
    taker: Who | Thing
    amount: Amount | None
    what: str
    must: bool = False


class Swap(Node, frozen=True, tag=True):
    """Two players (or things) exchange what stands in a field of both.

    ``lands`` False: where they stand then is not landed on, and nothing comes of having moved.
    """

    one: Who | Thing
    other: Who | Thing
    field: str
    lands: bool = True


class Move(Node, frozen=True, tag=True):
    """A player's field that names things of the thing's table names this one. It is landed on.

    ``field`` "": the one field of players that names things of that table. ``lands`` False: it is
    not landed on, and nothing comes of having moved.
    """

    who: Who
    to: Thing
    field: str = ""
    lands: bool = True


class Advance(Node, frozen=True, tag=True):
    """Along the rows of the table that players stand on, wrapping round; back where negative.

    The things on the way are passed, the last one is landed on.
    """

    who: Who
    steps: Amount
    table: str
    back: bool = False


class Put(Node, frozen=True, tag=True):
    """A place holds this now: a field is set, a value of the game becomes another."""

    place: Place
    value: Value


class Add(Node, frozen=True, tag=True):
    """A place holds that many more, or less."""

    place: Place
    amount: Amount
    minus: bool = False


class Roll(Node, frozen=True, tag=True):
    """A roll that what follows speaks of. ``who`` None: no player rolls it.

    ``plus``: what is added to it, or (with ``minus``) taken off.
    """

    who: Who | None
    dice: Dice
    plus: Amount | None = None
    minus: bool = False


class Contest(Node, frozen=True, tag=True):
    """Two players roll; each adds ``plus``, about ``Them()``.

    ``winner`` and ``loser``: slots, of which none is filled where they tie. ``low``: the lower roll
    wins.
    """

    one: Who
    other: Who
    dice: Dice
    winner: int
    loser: int
    plus: Amount | None = None
    low: bool = False


class Called(Node, frozen=True, tag=True):
    """A player is called something, which is only said: "they are caught: ..."."""

    who: Who
    word: str


class Draw(Node, frozen=True, tag=True):
    """A player has one (or ``amount``) more of a random thing of a table, as an item.

    Several are drawn one after the other, each time from all. The thing may be of their choice, or
    one that was spoken of, which they have ``amount`` more of then, or less.
    """

    who: Who
    thing: RandomThing | ChosenThing | Same
    amount: Amount = Number(1)


class Create(Node, frozen=True, tag=True):
    """A new row. ``name`` "": of the doer's choice. ``fields``: what its cells hold."""

    table: str
    name: str
    slot: int
    fields: tuple[tuple[str, Value], ...] = ()


class Destroy(Node, frozen=True, tag=True):
    """A row goes (of items: see :class:`Lose`)."""

    thing: Thing


class Win(Node, frozen=True, tag=True):
    """A player wins the game."""

    who: Who


class PassTurn(Node, frozen=True, tag=True):
    """The turn passes to the next player in the order of the table."""


class NothingHappens(Node, frozen=True, tag=True):
    """No effect, and said so."""


class If(Node, frozen=True, tag=True):
    """Effects under a condition, and others where it does not hold."""

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class OneOf(Node, frozen=True, tag=True):
    """Of several things to happen, the doer chooses one."""

    slot: int
    options: tuple[tuple[Effect, ...], ...]


class May(Node, frozen=True, tag=True):
    """What the doer (or ``Them``) may do or leave: "they may pay 1 Gold"."""

    slot: int
    effects: tuple[Effect, ...]


class ForPlayers(Node, frozen=True, tag=True):
    """All effects for each of these players, who is ``Them()`` in them; one after the other."""

    who: Who
    effects: tuple[Effect, ...]


class ForThings(Node, frozen=True, tag=True):
    """All effects for each of these things, which is ``It()`` in them."""

    thing: Thing
    effects: tuple[Effect, ...]


Effect: TypeAlias = (
    Gain | Lose | Transfer | Swap | Move | Advance | Put | Add | Roll | Contest | Called | Draw
    | Create | Destroy | Win | PassTurn | NothingHappens | If | OneOf | May | ForPlayers | ForThings
    | DeedEffect
)  # fmt: skip
