"""What a sentence means: frozen nodes, equal where two sentences mean the same.

A node is made of others, of numbers, and of names in the page's own spelling. Nothing here says how
it is played; :mod:`rules.plain.speak` says each in words.

**Who is meant.** An effect's ``who`` is the :class:`Doer` (the player whose action or event the
sentence is about: "they", "you") or :class:`Them` (the player of the nearest :class:`ForPlayers` or
of the nearest ``where`` around it). In a sentence that nobody set off ("At the end of each day,
..."), there is no doer. In a ``where`` of a thing, the thing itself is :class:`It`.

**Slots.** Every player, thing and number that is chosen or drawn at random has a ``slot``, counted
from 1 in the order of the words. Where the same slot occurs again, it is the same player, thing or
number: it is chosen once, and :class:`Same` refers to it. Slots in the verb of an action are what
the player writes behind the verb; whatever is missing there is asked for.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Node(Struct, frozen=True, tag=True):
    """Any part of a meaning. Hashable, since it holds numbers, names, nodes and tuples only."""


# -- players ---------------------------------------------------------------------------------------


class Doer(Node, frozen=True, tag=True):
    """The player whose action or event it is: they, you."""


class Them(Node, frozen=True, tag=True):
    """The player of the nearest :class:`ForPlayers` or ``where``."""


class Around(Node, frozen=True, tag=True):
    """In a ``where`` inside a :class:`ForPlayers`: the player of that, whom ``Them()`` hides."""


class Same(Node, frozen=True, tag=True):
    """The player, thing or number of a slot once more: that player, that Card, it."""

    slot: int


class NamedPlayer(Node, frozen=True, tag=True):
    """A player by name."""

    name: str


class ChosenPlayer(Node, frozen=True, tag=True):
    """A player of the doer's choice. ``other``: not the doer. ``where``: about ``Them()``."""

    slot: int
    other: bool = False
    where: Condition | None = None


class RandomPlayer(Node, frozen=True, tag=True):
    """A random player of those that fit."""

    slot: int
    other: bool = False
    where: Condition | None = None


class EachPlayer(Node, frozen=True, tag=True):
    """Each player that fits, in the order of the table. ``other``: but the doer (or ``Them``)."""

    other: bool = False
    where: Condition | None = None


class ExtremePlayer(Node, frozen=True, tag=True):
    """The one player with the most (or fewest) of something; nobody where several tie."""

    most: bool
    what: str  # a field or an item
    slot: int
    other: bool = False
    where: Condition | None = None


# -- things of tables ------------------------------------------------------------------------------


class It(Node, frozen=True, tag=True):
    """The thing that the nearest ``where`` of a thing is about, or whose own words these are."""


class NamedThing(Node, frozen=True, tag=True):
    """A row of a table by its name."""

    table: str
    name: str


class ChosenThing(Node, frozen=True, tag=True):
    """A thing of the doer's choice. ``where``: about ``It()``."""

    table: str
    slot: int
    where: Condition | None = None


class RandomThing(Node, frozen=True, tag=True):
    """A random thing of a table, of those that fit."""

    table: str
    slot: int
    where: Condition | None = None


class EachThing(Node, frozen=True, tag=True):
    """Each thing of a table that fits."""

    table: str
    where: Condition | None = None


class ExtremeThing(Node, frozen=True, tag=True):
    """The one thing with the most (or least) of a field; none where several tie."""

    table: str
    most: bool
    field: str
    slot: int
    where: Condition | None = None


class Place(Node, frozen=True, tag=True):
    """What an owner has under a name: their Gold, Season, the Type of their Space.

    ``owner`` None: a value of the game. ``name``: a field of the owner's table, or else an item of
    the owner's list, then the place is how many there are. Where the field names a thing of a
    table, the place stands for that thing, too: as owner of another place, and where one moves.
    """

    owner: Who | Thing | None
    name: str


# -- how many --------------------------------------------------------------------------------------


class Number(Node, frozen=True, tag=True):
    """A number as written."""

    value: int


class Dice(Node, frozen=True, tag=True):
    """A roll, made where it stands: 2d6, 1d4+1."""

    count: int
    sides: int
    plus: int = 0


class Rolled(Node, frozen=True, tag=True):
    """The last roll of this sentence: the roll, the result."""


class ThatMany(Node, frozen=True, tag=True):
    """The last number that this sentence rolled, had chosen, or took away: that many."""


class Chosen(Node, frozen=True, tag=True):
    """A whole number of the doer's choice, from ``least``. ``most`` None: as many as there are.

    ``any number of`` begins at 1 and ``up to 3`` at 0.
    """

    slot: int
    most: Amount | None = None
    least: int = 1


class HowMany(Node, frozen=True, tag=True):
    """The number at a place: their Gold, the Fish they have, the Price of that Card."""

    place: Place


class Part(Node, frozen=True, tag=True):
    """``times``/``over`` of an amount, rounded down (or up): half, double, a third."""

    of: Amount
    times: int = 1
    over: int = 1
    up: bool = False


class ForEach(Node, frozen=True, tag=True):
    """``amount`` times as many as ``each``: 1 for each Fish they have, 2 for every 3 Gold.

    ``per``: how many of ``each`` count once, rounded down.
    """

    amount: Amount
    each: Amount
    per: int = 1


class Sum(Node, frozen=True, tag=True):
    """One amount and (or, with ``minus``, without) another."""

    one: Amount
    other: Amount
    minus: bool = False


class CountOf(Node, frozen=True, tag=True):
    """How many players or things there are that fit."""

    of: EachPlayer | EachThing


# -- conditions ------------------------------------------------------------------------------------


class Compare(Node, frozen=True, tag=True):
    """Two numbers. ``op``: ``>=``, ``<=``, ``>``, ``<``, ``=`` or ``!=``."""

    left: Amount
    op: str
    right: Amount


class Parity(Node, frozen=True, tag=True):
    """A number is even, or odd."""

    of: Amount
    even: bool


class Is(Node, frozen=True, tag=True):
    """What stands at a place is a thing, a player or a text; of a list, that it is in it."""

    place: Place
    value: Value


class Equal(Node, frozen=True, tag=True):
    """Two players or two things are the same one: ``It()`` is their Space, ``Them()`` the doer."""

    one: Who | Thing
    other: Who | Thing


class Includes(Node, frozen=True, tag=True):
    """A list (or a single name) at a place has this thing: their Space leads to it."""

    place: Place
    thing: Who | Thing


class Empty(Node, frozen=True, tag=True):
    """Nothing stands at a place: 0, nothing, no, no text."""

    place: Place


class Yes(Node, frozen=True, tag=True):
    """A place that holds yes or no holds yes: they are Alive."""

    place: Place


class Exists(Node, frozen=True, tag=True):
    """There is at least one player or thing that fits."""

    of: EachPlayer | EachThing


class Not(Node, frozen=True, tag=True):
    """The condition does not hold."""

    of: Condition


class Both(Node, frozen=True, tag=True):
    """All hold."""

    of: tuple[Condition, ...]


class Either(Node, frozen=True, tag=True):
    """At least one holds."""

    of: tuple[Condition, ...]


class Did(Node, frozen=True, tag=True):
    """A player did something in the present ``unit`` of time, or (``last``) in the one before it.

    ``verb``: the first word of what players write for it. ``unit``: as of :class:`AtTime`.
    """

    who: Who
    verb: str
    unit: str
    last: bool = False


class Weekday(Node, frozen=True, tag=True):
    """It is one of these days, 0 for Monday."""

    days: tuple[int, ...]


# -- effects ---------------------------------------------------------------------------------------


class Text(Node, frozen=True, tag=True):
    """A word that is neither number, player nor thing, as cells hold it; also yes and no."""

    text: str


class Nothing(Node, frozen=True, tag=True):
    """An empty cell."""


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
    """A roll that what follows speaks of. ``who`` None: no player rolls it."""

    who: Who | None
    dice: Dice


class Draw(Node, frozen=True, tag=True):
    """A player has one (or ``amount``) more of a random thing of a table, as an item.

    Several are drawn one after the other, each time from all. The thing may be of their choice.
    """

    who: Who
    thing: RandomThing | ChosenThing
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


# -- what sets effects off -------------------------------------------------------------------------


class Often(Node, frozen=True, tag=True):
    """At most so many times in each ``day``, ``week``, ``phase``, ``turn`` or ``game``."""

    times: int
    per: str


class Stuff(Node, frozen=True, tag=True):
    """So many of something, in a verb: ``3 Fish``, ``any number of Gold``."""

    amount: Amount
    what: str


class Verb(Node, frozen=True, tag=True):
    """What a player writes: words in order, with players, things and amounts among them.

    ``buy``, ``Stuff(Number(1), "Net")`` is ``buy a Net``; parts with a slot are filled by the line.
    The first part is a word. Articles are left out.
    """

    parts: tuple[str | Who | Thing | Amount | Stuff, ...]


class Action(Node, frozen=True, tag=True):
    """A player may do something. ``where``: about ``Doer()``. ``costs``: before the effects."""

    verb: Verb
    effects: tuple[Effect, ...]
    costs: tuple[Effect, ...] = ()
    often: Often | None = None
    where: Condition | None = None


class Forbidden(Node, frozen=True, tag=True):
    """What no player may do of whom ``where`` holds (about ``Doer()``): actions of this verb.

    ``verb``: the first word of what players write. ``where`` None: nobody may.
    """

    verb: str
    where: Condition | None = None


class AtTime(Node, frozen=True, tag=True):
    """By itself, at the beginning or end of each ``day``, ``week``, ``phase``, ``month``, ``hour``.

    ``weekday`` (0 for Monday) with ``day``: only on that day. ``minute`` of the day: at that time.
    """

    unit: str
    effects: tuple[Effect, ...]
    end: bool = False
    weekday: int | None = None
    minute: int | None = None


class Happens(Node, frozen=True, tag=True):
    """Something that can set off effects, done by a player that is the ``Doer()`` of them.

    ``kind``: ``gains`` or ``loses`` (``what``, at least ``least`` of it at once; that many is
    :class:`ThatMany`), ``moves`` (``thing``: to it), ``leaves``, ``passes``, ``crosses`` (moves
    to it or passes it), ``becomes`` (``where`` holds now and did not before), ``does`` (``what``:
    the first word of a verb), ``uses`` (``what``), ``joins``. ``where``: only where this holds of
    the doer.
    """

    kind: str
    what: str = ""
    least: int = 1
    thing: Thing | None = None
    where: Condition | None = None


class Whenever(Node, frozen=True, tag=True):
    """By itself, each time when something happens to a player."""

    event: Happens
    effects: tuple[Effect, ...]


class WheneverValue(Node, frozen=True, tag=True):
    """By itself, each time when a condition of the game begins to hold (there is no doer)."""

    condition: Condition
    effects: tuple[Effect, ...]


# -- what always holds -----------------------------------------------------------------------------


class Limit(Node, frozen=True, tag=True):
    """What is at ``name`` of each of ``of`` (None: the game) is at most, or at least, this.

    ``op``: ``<=`` or ``>=``. What would break it is cut.
    """

    of: EachPlayer | EachThing | None
    name: str
    op: str
    amount: Amount


class Beginning(Node, frozen=True, tag=True):
    """What a new player, the ``Doer()``, begins with."""

    effects: tuple[Effect, ...]


class Winning(Node, frozen=True, tag=True):
    """A player of whom this holds (about ``Doer()``) wins. ``first``: unless somebody has won."""

    where: Condition
    first: bool = False


class VotingLasts(Node, frozen=True, tag=True):
    """How long votes may be cast on a proposal."""

    hours: int


class Passes(Node, frozen=True, tag=True):
    """When a proposal passes: enough votes for it, beside those against it.

    ``share``: more than ``share[0]``/``share[1]`` of all votes for and against; ``least``: at least
    so many for; ``most_against``: at most so many against, None for any.
    """

    share: tuple[int, int] | None = (1, 2)
    least: int = 0
    most_against: int | None = None


class MostProposals(Node, frozen=True, tag=True):
    """How many open proposals a player may have at a time."""

    count: int


# -- things with words of their own ----------------------------------------------------------------


class Use(Node, frozen=True, tag=True):
    """``use THING``: an item of a table with an ``Effect``. ``used_up``: one of it goes."""

    table: str
    thing: str
    effects: tuple[Effect, ...]
    used_up: bool = True


class Landing(Node, frozen=True, tag=True):
    """What happens to a player, the ``Doer()``, who lands on this thing (``It()``)."""

    table: str
    thing: str
    effects: tuple[Effect, ...]


class Passing(Node, frozen=True, tag=True):
    """What happens to a player who passes this thing."""

    table: str
    thing: str
    effects: tuple[Effect, ...]


class Buy(Node, frozen=True, tag=True):
    """``buy THING``: a thing of a table with a ``Cost`` or ``Price``."""

    table: str
    thing: str
    costs: tuple[Effect, ...]


# -- what may stand where --------------------------------------------------------------------------

Who: TypeAlias = (
    Doer
    | Them
    | Around
    | Same
    | NamedPlayer
    | ChosenPlayer
    | RandomPlayer
    | EachPlayer
    | ExtremePlayer
)
Thing: TypeAlias = (
    It | Same | NamedThing | ChosenThing | RandomThing | EachThing | ExtremeThing | Place
)
Amount: TypeAlias = (
    Number | Dice | Rolled | ThatMany | Same | Chosen | HowMany | Part | ForEach | Sum | CountOf
)
Condition: TypeAlias = (
    Compare
    | Parity
    | Is
    | Equal
    | Includes
    | Empty
    | Yes
    | Exists
    | Not
    | Both
    | Either
    | Weekday
    | Did
)
Value: TypeAlias = Amount | Who | Thing | Text | Nothing
Effect: TypeAlias = (
    Gain
    | Lose
    | Transfer
    | Swap
    | Move
    | Advance
    | Put
    | Add
    | Roll
    | Draw
    | Create
    | Destroy
    | Win
    | NothingHappens
    | If
    | OneOf
    | May
    | ForPlayers
    | ForThings
)
Rule: TypeAlias = (
    Action
    | Forbidden
    | AtTime
    | Whenever
    | WheneverValue
    | Limit
    | Beginning
    | Winning
    | VotingLasts
    | Passes
    | MostProposals
    | Use
    | Landing
    | Passing
    | Buy
)
