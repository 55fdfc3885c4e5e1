"""What sentences speak of: players, things, amounts and conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace


class Node(Struct, frozen=True, tag=True, cache_hash=True):
    """Any part of a meaning. Hashable, since it holds numbers, names, nodes and tuples only.

    ``counts``: behind it, "that many" is the number of it. ``changes``: its field that names what
    it changes.
    """

    counts: ClassVar[bool] = False
    changes: ClassVar[str] = ""

    @property
    def changed(self) -> str:
        """The name of what it changes; "" of nothing."""
        held = getattr(self, self.changes) if self.changes else ""
        return str(getattr(held, "name", held))


def parts(node: Any) -> Iterator[Any]:
    """What a node, or several in a tuple, are made of: other nodes, numbers, names, tuples."""
    if isinstance(node, tuple):
        yield from node
    elif isinstance(node, Node):
        yield from (getattr(node, name) for name in node.__struct_fields__)


def nodes(node: Any) -> Iterator[Node]:
    """All nodes of a meaning in the order of the words, each behind its parts."""
    for each in parts(node):
        yield from nodes(each)
    if isinstance(node, Node):
        yield node


@lru_cache(maxsize=16384)
def has(node: Any, kind: type[Node]) -> bool:
    """Whether a node of this kind is among all that a meaning is made of."""
    return any(isinstance(each, kind) for each in nodes(node))


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


class ChosenProposal(Node, frozen=True, tag=True):
    """An open proposal of the doer's choice."""

    slot: int
    table: ClassVar[str] = "proposal"


class EachPlayer(Node, frozen=True, tag=True):
    """Each player that fits, in the order of the table. ``other``: but the doer (or ``Them``)."""

    other: bool = False
    where: Condition | None = None


EARLIER = "the earlier"  # of equal choices that were made in secret


class ExtremePlayer(Node, frozen=True, tag=True):
    """The one player with the most (or fewest) of something; none where several tie.

    ``what``: a field, an item, or the thing that is the item. ``ties``: of those who tie, the one
    with the most of this (``fewest``: the fewest), or who chose it :data:`EARLIER`.
    """

    most: bool
    what: str | It
    slot: int
    other: bool = False
    where: Condition | None = None
    ties: str = ""
    fewest: bool = False


class NextPlayer(Node, frozen=True, tag=True):
    """The player behind another (``back``: before) in the table, and behind the last the first."""

    after: Who | Place
    slot: int
    back: bool = False
    where: Condition | None = None


# -- things of tables ------------------------------------------------------------------------------


class It(Node, frozen=True, tag=True):
    """The thing that the nearest ``where`` of a thing is about, or whose own words these are."""


class AroundIt(Node, frozen=True, tag=True):
    """In a ``where`` of a thing inside one of another thing: the other one, whom ``It()`` hides."""


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


class ThingInOrder(Node, frozen=True, tag=True):
    """The thing of a table that stands first (``back``: last), or so behind another, in a ring."""

    table: str
    slot: int
    after: Thing | None = None
    back: bool = False
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
    """A roll, made where it stands: 2d6, 1d4+1. ``many``: of so many times ``count`` dice.

    ``keep``: of several dice the ``best``, or the ``worst``, counts alone.
    """

    count: int
    sides: int
    plus: int = 0
    many: Amount | None = None
    keep: str = ""
    counts = True


class Rolled(Node, frozen=True, tag=True):
    """The last roll of this sentence: the roll, the result.

    ``natural``: what the dice show, without what was added to it.
    """

    natural: bool = False


class Addend(Node, frozen=True, tag=True):
    """What is added to a roll, or (``minus``) taken off, where ``given`` holds."""

    amount: Amount
    minus: bool = False
    given: Condition | None = None


class ThatMany(Node, frozen=True, tag=True):
    """The last number that this sentence rolled, had chosen, or took away: that many."""


class Chosen(Node, frozen=True, tag=True):
    """A whole number of the doer's choice, from ``least``. ``most`` None: as many as there are.

    ``any number of`` begins at 1 and ``up to 3`` at 0. ``none``: ``0 to 3`` says that it may be 0.
    """

    slot: int
    most: Amount | None = None
    least: int = 1
    none: bool = False
    counts = True


class HowMany(Node, frozen=True, tag=True):
    """The number at a place: their Gold, the Fish they have, the Price of that Card."""

    place: Place


class Part(Node, frozen=True, tag=True):
    """``times``/``over`` of an amount, rounded down (or up): half, a third; over 0 it is 0."""

    of: Amount
    times: int = 1
    over: int | Amount = 1
    up: bool = False


class ForEach(Node, frozen=True, tag=True):
    """``amount`` times as many as ``each``: 1 for each Fish they have, 2 for every 3 Gold.

    ``per``: how many of ``each`` count once, rounded down.
    """

    amount: Amount
    each: Amount
    per: int = 1


class Bounded(Node, frozen=True, tag=True):
    """An amount, but at least (or with ``most``: at most) another."""

    of: Amount
    bound: Amount
    most: bool = False


class Given(Node, frozen=True, tag=True):
    """One amount where a condition holds, and otherwise another."""

    amount: Amount
    given: Condition
    otherwise: Amount


def shortness(amount: Any) -> int:
    """How short an amount is: 0 for sums and products, 1 for what says of what it is counted."""
    ranks: dict[Any, int] = {Sum: 0, ForEach: 1, CountOf: 1, Total: 1, Extreme: 1, Number: 3}
    is_product = isinstance(amount, ForEach) and not isinstance(amount.amount, Number)
    return 0 if is_product else ranks.get(type(amount), 2)


class Hits(Node, frozen=True, tag=True):
    """How many dice of the last roll show what a condition about ``Rolled()`` asks for."""

    where: Condition


class Sum(Node, frozen=True, tag=True):
    """One amount and (or, with ``minus``, without) another."""

    one: Amount
    other: Amount
    minus: bool = False


class UpTo(Node, frozen=True, tag=True):
    """An amount, or as much less as keeps what is ``held`` from going above ``most``.

    ``down``: from going below it, where so much is taken.
    """

    amount: Amount
    held: Amount
    most: Amount
    down: bool = False


class Total(Node, frozen=True, tag=True):
    """What all of several have together: the Rent of the Houses they own."""

    of: EachPlayer | EachThing
    name: str


class Extreme(Node, frozen=True, tag=True):
    """The most (or least) that one of several has: the highest Price. 0 where there are none."""

    most: bool
    of: EachPlayer | EachThing
    name: str


class CountOf(Node, frozen=True, tag=True):
    """How many players or things there are that fit."""

    of: EachPlayer | EachThing


class Votes(Node, frozen=True, tag=True):
    """How many votes count for a player or thing, in the rules' own polls."""

    of: Who | Thing


class Stuff(Node, frozen=True, tag=True):
    """So many of something, as in a verb: ``3 Fish``, ``any number of Gold``."""

    amount: Amount
    what: str


# -- conditions ------------------------------------------------------------------------------------


class Compare(Node, frozen=True, tag=True):
    """Two numbers. ``op``: ``>=``, ``<=``, ``>``, ``<``, ``=`` or ``!=``."""

    left: Amount
    op: str
    right: Amount


class Parity(Node, frozen=True, tag=True):
    """A number is even, or odd; a multiple of another (``by``), or none."""

    of: Amount
    even: bool
    by: int = 2


class Is(Node, frozen=True, tag=True):
    """What stands at a place is a thing, a player or a text; of a list, that it is in it."""

    place: Place
    value: Value


class Equal(Node, frozen=True, tag=True):
    """Two players or two things are the same one: ``It()`` is their Space, ``Them()`` the doer."""

    one: Who | Thing
    other: Who | Thing


class Includes(Node, frozen=True, tag=True):
    """A list (or a single name) at a place has this one: their Space leads to it."""

    place: Place
    thing: Who | Thing


class Empty(Node, frozen=True, tag=True):
    """Nothing stands at a place: 0, nothing, no, no text."""

    place: Place


class Changes(Node, frozen=True, tag=True):
    """Something else stands at a place than before: only of what sets a sentence off.

    ``way``: "increases" or "decreases" of a number that does; "begins" or "ends" of a time of its
    own, which a place says: one is over before the next one begins.
    """

    place: Place
    way: str = ""


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

    ``verb``: the first word of what players write for it, ``act`` for anything. ``unit``: as of
    :class:`AtTime`, or ``game``: ever; ``last``: of all that they did it was the last. ``hours``:
    within so many hours until now, whatever the unit; of a time of the game so many of those.
    ``suffered``: it was done to them. ``of``: to whom or to what they did it; None for any.
    """

    who: Who
    verb: str
    unit: str
    last: bool = False
    hours: int = 0
    suffered: bool = False
    of: Who | Thing | None = None


class DoneLast(Node, frozen=True, tag=True):
    """The player (``Them()``) is the one to whom the doer did an action of this verb last."""

    verb: str


class HowOften(Node, frozen=True, tag=True):
    """How many times a player did something."""

    of: Did


class Voted(Node, frozen=True, tag=True):
    """A player voted on the proposal whose end sets the sentence off: ``for``, ``against``, ""."""

    who: Who
    how: str = ""


class Bonded(Node, frozen=True, tag=True):
    """Two players have something with each other; ``other`` None: one of them with anybody."""

    one: Who
    other: Who | None
    what: str


class Accepts(Node, frozen=True, tag=True):
    """A player accepts what is offered, within so many hours (0: at any time).

    ``unit``: or by the end of the present day, week or month.
    """

    who: Who
    hours: int = 0
    unit: str = ""


class Tied(Node, frozen=True, tag=True):
    """The last contest ended in a tie, or several tied for the most or the fewest just now."""


class Doubles(Node, frozen=True, tag=True):
    """All dice of the last roll, of which there are several, show the same."""


class Now(Node, frozen=True, tag=True):
    """It is a time from ``first`` to ``last``, both of them in it; where that is before, around.

    ``unit``: ``minute`` of the day, ``weekday`` (0 for Monday), ``date`` (1231: 31 December),
    ``monthday``; ``nth``: it is the weekday ``first`` for the ``last``-th time in the month, -1 for
    the last time.
    """

    unit: str
    first: int
    last: int


class Today(Node, frozen=True, tag=True):
    """A date as a text, 2026-11-03: so many days after this day, or after the date at a place."""

    days: int = 0
    of: Place | None = None


class Won(Node, frozen=True, tag=True):
    """Somebody has won the game."""


class DaysAgo(Node, frozen=True, tag=True):
    """The date at a place lies so many days back (below 0: ahead); without a date it does not."""

    place: Place
    op: str
    days: int


class Before(Node, frozen=True, tag=True):
    """Another condition held when the sentence began: they were Tired."""

    of: Condition


class Holding(Node, frozen=True, tag=True):
    """How many of a thing a player has, as items: their Shares of a Company."""

    who: Who
    thing: Thing


def theirs(thing: Any) -> str:
    """The column of players that names the only thing that may be chosen: ``their Room``."""
    where = thing.where if isinstance(thing, ChosenThing) else None
    one = isinstance(where, Equal) and where.one == It() and where.other
    return one.name if isinstance(one, Place) and one.owner == Doer() else ""


def owns(who: Who, thing: Thing) -> Compare:
    """A player has at least one of a thing, as an item: a Card that they have."""
    return Compare(Holding(who, thing), ">=", Number(1))


APART = Not(Equal(Them(), Around()))  # another player than the one outside


def group_of(one: ChosenPlayer | ChosenThing, where: Any) -> EachPlayer | EachThing:
    """All that may be chosen so and of which a condition holds that speaks of the chosen one."""
    called: Node = It() if isinstance(one, ChosenThing) else Them()
    such = both((one.where, spoken_of(where, Same(one.slot), called)))
    return (
        EachThing(one.table, such) if isinstance(one, ChosenThing) else EachPlayer(one.other, such)
    )


def spoken_of(node: Any, one: Any, other: Any) -> Any:
    """A meaning with one player or thing in place of another, as each ``where`` calls it."""
    if node == one:
        return other
    if isinstance(node, tuple):
        return tuple(spoken_of(each, one, other) for each in node)
    if not isinstance(node, Node):
        return node
    hides = {EachPlayer: Them(), EachThing: It()}.get(type(node))
    inner = {Them(): Around(), It(): AroundIt()}[other] if hides == other else other
    return type(node)(*(spoken_of(each, one, inner) for each in parts(node)))


# -- what a cell holds -----------------------------------------------------------------------------


class Text(Node, frozen=True, tag=True):
    """A word that is neither number, player nor thing, as cells hold it; also yes and no."""

    text: str


YES, NO = Text("yes"), Text("no")


class Nothing(Node, frozen=True, tag=True):
    """An empty cell."""


# -- what may stand where --------------------------------------------------------------------------

Who: TypeAlias = (
    Doer | Them | Around | Same | NamedPlayer | ChosenPlayer | RandomPlayer | EachPlayer
    | ExtremePlayer | NextPlayer | ChosenProposal
)  # fmt: skip
Thing: TypeAlias = (
    It | AroundIt | Same | NamedThing | ChosenThing | RandomThing | EachThing | ExtremeThing
    | Place | ThingInOrder
)  # fmt: skip
Amount: TypeAlias = (
    Number | Dice | Rolled | ThatMany | Same | Chosen | HowMany | Part | ForEach | Sum | UpTo
    | CountOf | Total | Extreme | Votes | HowOften | Bounded | Given | Hits | Holding
)  # fmt: skip
Condition: TypeAlias = (
    Compare | Parity | Is | Equal | Includes | Empty | Changes | Exists | Not | Both | Either
    | Tied
    | Doubles | Now | Did | DoneLast | Voted | Before | Bonded | Accepts | DaysAgo | Won
)  # fmt: skip
Value: TypeAlias = Amount | Who | Thing | Text | Nothing | Today

_PLAYERS = (
    Doer, Them, Around, NamedPlayer, ChosenPlayer, RandomPlayer, EachPlayer, ExtremePlayer,
    NextPlayer,
)  # fmt: skip


SINGLE = (
    Doer, Them, Same, NamedPlayer, ChosenPlayer, RandomPlayer, ExtremePlayer, NextPlayer,
)  # fmt: skip


def is_player(node: Any) -> bool:
    """Whether a node that is no :class:`Same` stands for players."""
    return isinstance(node, _PLAYERS)


# -- conditions joined and negated, each in one form only, so that equal meanings are equal --------

_NEGATED = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "!=", "!=": "="}


def negated(condition: Any) -> Any:
    """The condition that holds where the given one does not."""
    if isinstance(condition, Not):
        return condition.of
    if isinstance(condition, Compare):
        return Compare(condition.left, _NEGATED[condition.op], condition.right)
    if isinstance(condition, Parity):
        return replace(condition, even=not condition.even)
    if isinstance(condition, Both):
        return either(negated(each) for each in condition.of)
    if isinstance(condition, Either):
        return both(negated(each) for each in condition.of)
    return Not(condition)


def without_not(condition: Any) -> Any:
    """The condition that a "not" is said of; any other as it is."""
    return condition.of if isinstance(condition, Not) else condition


def both(conditions: Iterable[Any]) -> Any:
    """All of several conditions; None among them says nothing. None: no condition."""
    return _joined(Both, conditions)


def parts_of_both(condition: Any) -> tuple[Any, ...]:
    """What has to hold, each by itself."""
    return condition.of if isinstance(condition, Both) else (condition,) if condition else ()


def either(conditions: Iterable[Any]) -> Any:
    """At least one of several conditions."""
    return _joined(Either, conditions)


def _joined(kind: type[Both] | type[Either], conditions: Iterable[Any]) -> Any:
    flat: dict[Any, None] = {}
    for each in conditions:
        for one in each.of if isinstance(each, kind) else (each,):
            if one is not None:
                flat[one] = None
    found = sorted(flat, key=repr)
    if len(found) < 2:
        return found[0] if found else None
    return kind(tuple(found))


# -- results of a roll ----------------------------------------------------------------------------


def result(condition: Any) -> str:
    """``a 4 or more``: a condition that is a result of a roll; "" if it is none."""
    said = condition
    if condition == Doubles():
        return "doubles"
    if isinstance(condition, Parity) and condition.of == Rolled() and condition.by == 2:
        return f"an {'even' if condition.even else 'odd'} roll"
    if isinstance(condition, Compare) and _of_roll(condition):
        number = said.right.value
        words = {"=": "", ">=": " or more", "<=": " or less"}
        return f"a {number}{words[said.op]}" if said.op in words else ""
    joined = isinstance(condition, Both | Either) and all(map(_of_roll, said.of))
    if joined and isinstance(condition, Both) and len(said.of) == 2:
        bounds = {each.op: each.right.value for each in said.of}
        if set(bounds) == {">=", "<="}:
            return f"{bounds['>=']} to {bounds['<=']}"
    if joined and isinstance(condition, Either) and all(e.op == "=" for e in said.of):
        numbers = [str(n) for n in sorted(each.right.value for each in said.of)]
        return f"a {', '.join(numbers[:-1])} or {numbers[-1]}"
    return ""


def _of_roll(condition: Any) -> bool:
    return (
        isinstance(condition, Compare)
        and condition.left == Rolled()
        and isinstance(condition.right, Number)
    )
