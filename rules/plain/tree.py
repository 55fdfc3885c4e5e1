"""What a sentence means: frozen nodes, equal where two sentences mean the same.

A node is made of others, of numbers, and of names in the page's own spelling. Nothing here says how
it is played; :mod:`rules.plain.speech` says each in words.

**Who is meant.** An effect's ``who`` is the :class:`Doer` (the player whose action or event the
sentence is about: "they", "you") or :class:`Them` (the player of the nearest :class:`ForPlayers` or
of the nearest ``where`` around it). In a sentence that no player set off ("At the end of each day,
..."), there is no doer. In a ``where`` of a thing, the thing itself is :class:`It`.

**Slots.** Every player, thing and number that is chosen or drawn at random has a ``slot``, counted
from 1 in the order of the words. Where the same slot occurs again, it is the same player, thing or
number: it is chosen once, and :class:`Same` refers to it. Slots in the verb of an action are what
the player writes behind the verb; whatever is missing there is asked for.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.plain.effects import *  # noqa: F403 - every effect
from rules.plain.effects import Effect
from rules.plain.effects.telling import Dealt
from rules.plain.terms import *  # noqa: F403 - every other node
from rules.plain.terms import (
    Amount,
    Condition,
    EachPlayer,
    EachThing,
    Node,
    Nothing,
    Stuff,
    Thing,
    Value,
    Who,
)

# == What a whole sentence is: an action, an event with its effects, a limit, a thing's words ======


class Often(Node, frozen=True, tag=True):
    """At most so many times in each ``day``, ``week``, ``phase``, ``turn`` or ``game``."""

    times: int
    per: str


class Verb(Node, frozen=True, tag=True):
    """What a player writes: words in order, with players, things and amounts among them.

    ``buy``, ``Stuff(Number(1), "Net")`` is ``buy a Net``; parts with a slot are filled by the line.
    The first part is a word. Articles are left out.
    """

    parts: tuple[str | Who | Thing | Amount | Stuff, ...]


class Action(Node, frozen=True, tag=True):
    """A player may do something. ``where``: about ``Doer()``. ``costs``: before the effects.

    ``takes``: how many of the actions that a player has, where a sentence says how many these are.
    """

    verb: Verb
    effects: tuple[Effect, ...]
    costs: tuple[Effect, ...] = ()
    often: Often | None = None
    where: Condition | None = None
    takes: int = 0


class Forbidden(Node, frozen=True, tag=True):
    """What no player may do of whom ``where`` holds (about ``Doer()``): actions of this verb.

    ``verb``: the first word of what players write, "" for every action. ``where`` None: no
    player may. ``others``: more such verbs. ``target``: nobody may do it to any of these.
    ``of``: only with this thing, "" for all. ``but``: verbs that all of them may do.
    """

    verb: str
    where: Condition | None = None
    others: tuple[str, ...] = ()
    target: EachPlayer | EachThing | None = None
    of: str = ""
    but: tuple[str, ...] = ()


class Restricted(Node, frozen=True, tag=True):
    """How often a player may do an action of this verb, which another sentence allows.

    Without a verb: all that takes actions ("As an action, a player may ..."), by how many.

    ``what``: how many of this in all, by the numbers of those actions. ``where``: of whom and when
    that is so (about ``Doer()``). ``most``: so often as this comes to. ``together``: all players
    in all. ``same``: for each thing of this table (or player) that is named, or where they are.
    ``others``: verbs that count for the same. ``to``: only what is done to a thing of this table.
    """

    verb: str
    often: Often
    what: str = ""
    where: Condition | None = None
    most: Amount | None = None
    together: bool = False
    same: str = ""
    others: tuple[str, ...] = ()
    to: str = ""


class Several(Node, frozen=True, tag=True):
    """A sentence that says several things: all of them are played, or none."""

    of: tuple[Rule, ...]


class MayTrade(Node, frozen=True, tag=True):
    """That players may trade with each other. ``what``: of what, none for anything.

    ``may`` False: that these may not be traded, whatever else may. ``target``, ``where``: what each
    of the two must be to the other one, and what must hold of both (about ``Doer()``).
    """

    what: tuple[str, ...] = ()
    may: bool = True
    target: EachPlayer | None = None
    where: Condition | None = None


class AtTime(Node, frozen=True, tag=True):
    """By itself, at the beginning or end of each ``day``, ``week``, ``phase``, ``month``, ``hour``.

    ``weekday`` (0 for Monday) with ``day``: only on that day. ``minute`` of the day: at that time,
    of a week or month on its first or last day. ``every``: of so many days or weeks, the first of
    which began on Monday, 2024-01-01, only one.
    """

    unit: str
    effects: tuple[Effect, ...]
    end: bool = False
    weekday: int | None = None
    minute: int | None = None
    every: int = 1


class Happens(Node, frozen=True, tag=True):
    """Something that can set off effects, done by a player that is the ``Doer()`` of them.

    ``kind``: ``gains`` or ``loses`` (``what``, at least ``least`` of it at once; that many is
    :class:`ThatMany`), ``moves`` (``thing``: to it), ``leaves``, ``passes``, ``crosses`` (moves
    to it or passes it), ``becomes`` (``where`` holds now and did not before), ``does`` (``what``:
    the first word of a verb; ``thing``: to one of these), ``uses`` (``what``), ``joins``,
    ``proposal`` (``what``: theirs ``passes`` or ``fails``), ``begins`` (``thing``: of each of these
    its ``where`` holds now and did not before; there is no doer), ``turn`` (``what``: ``start``
    or ``end``), ``round`` (likewise; there is no doer), ``revealed`` (of secret choices).
    ``whom``: the slot of the player to whom it is done. ``where``: only where this holds of the
    doer. ``each``: of several that are gained, lost or named at once it happens for each one.
    ``rolled``: what is said of the roll means that of the action, in which something is rolled.
    """

    kind: str
    what: str = ""
    least: int = 1
    thing: Thing | None = None
    where: Condition | None = None
    of: str = ""  # what an action is done to: an item, a thing, a word of its name
    each: bool = False
    whom: int = 0
    rolled: bool = False


class Cycle(Node, frozen=True, tag=True):
    """A value of the game takes turns between words, each for so many hours, and so on.

    The first part began on Monday, 2024-01-01, and each cycle begins where one ended.
    """

    value: str
    parts: tuple[tuple[str, int], ...]


class TakeTurns(Node, frozen=True, tag=True):
    """Players take turns in the order of their table; the value Turn says whose turn it is.

    ``where``: of whom that is so (about ``Doer()``). ``skipped``: of whom it is not so.
    """

    where: Condition | None = None
    skipped: bool = False


class TurnLasts(Node, frozen=True, tag=True):
    """How many hours a turn lasts at most, and what happens then to the player, the ``Doer()``.

    The value :data:`TURN_ENDS` of the page says until when that is.
    """

    hours: int
    effects: tuple[Effect, ...]


TURN_ENDS = "Turn ends"


class Stands(Node, frozen=True, tag=True):
    """Always, this stands under a name of each of these things (``of`` None: of the game).

    The value is about ``It()``. Where it is nobody, as several tie, nothing stands there.
    """

    of: EachThing | None
    name: str
    value: Value = Nothing()
    changes = "name"


class Whenever(Node, frozen=True, tag=True):
    """By itself, each time when something happens to a player."""

    event: Happens
    effects: tuple[Effect, ...]


class Instead(Node, frozen=True, tag=True):
    """What happens to a player, the ``Doer()``, in place of what would happen.

    ``event``: as of :class:`Happens`: they would gain, lose, move, or cease to be something. That
    many is how much it would be. What a player pays is paid.
    """

    event: Happens
    effects: tuple[Effect, ...]


class WheneverValue(Node, frozen=True, tag=True):
    """By itself, each time when a condition of the game begins to hold (there is no doer)."""

    condition: Condition
    effects: tuple[Effect, ...]


class Limit(Node, frozen=True, tag=True):
    """What is at ``name`` of each of ``of`` (None: the game) is at most, or at least, this.

    ``op``: ``<=`` or ``>=``. What would break it is cut. ``forbids``: players may not do what would
    break it ("may not have more than"); only what happens by itself is cut then.
    """

    of: EachPlayer | EachThing | None
    name: str
    op: str
    amount: Amount
    forbids: bool = False
    changes = "name"


class Kept(Node, frozen=True, tag=True):
    """How many there are of something may not come to be more, or fewer, than this.

    ``of``: of each of these (both are about ``Them()``, or about ``It()``); None: of the game.
    ``op``: as of :class:`Limit`. ``where``: when that is so. What would break it does not happen.
    """

    count: Amount
    op: str
    amount: Amount
    of: EachPlayer | EachThing | None = None
    where: Condition | None = None


class Defines(Node, frozen=True, tag=True):
    """What a word of the page means: players of whom ``where`` holds (about ``Doer()``).

    ``who``: or the one player whom it means; with neither, any player. It does nothing by itself.
    ``table``: or things of that (about ``It()``).
    """

    term: str
    where: Condition | None = None
    who: Who | None = None
    table: str = ""


class DefinesAmount(Node, frozen=True, tag=True):
    """A number that is reckoned: a player's Worth. ``stands``: in a column, which is kept so.

    ``of``: of each of whom it is so; the amount is about ``Them()``, or about ``It()``.
    """

    of: EachPlayer | EachThing
    name: str
    amount: Amount
    stands: bool = False


class Beginning(Node, frozen=True, tag=True):
    """What a new player, the ``Doer()``, begins with."""

    effects: tuple[Effect, ...]


class Winning(Node, frozen=True, tag=True):
    """A player of whom this holds (about ``Doer()``) wins. ``first``: unless a player has won."""

    where: Condition
    first: bool = False


class VotingLasts(Node, frozen=True, tag=True):
    """How long votes may be cast on a proposal."""

    hours: int


class Passes(Node, frozen=True, tag=True):
    """When a proposal passes: enough votes for it, beside those against it.

    ``share``: more than ``share[0]``/``share[1]`` of all votes for and against, or (``or_just``)
    just so much; ``least``: at least
    so many for; ``most_against``: at most so many against, None for any; ``of_players``: votes for
    it by more than that part of all players. ``early``: as soon as that is so.
    """

    share: tuple[int, int] | None = (1, 2)
    or_just: bool = False
    least: int = 0
    most_against: int | None = None
    of_players: tuple[int, int] | None = None
    early: bool = False


class IsPile(Node, frozen=True, tag=True):
    """A value of the game is a pile of things of a table; what is drawn from it is random."""

    name: str
    table: str


class IsSecret(Node, frozen=True, tag=True):
    """What stands at a name of each of some players is sealed."""

    name: str


class AlwaysDealt(Node, frozen=True, tag=True):
    """Whoever of the players has none yet is dealt a random thing, as soon as that is so."""

    deal: Dealt


class SecretChoice(Node, frozen=True, tag=True):
    """Players choose a thing each, sealed in a field; when all have, the choices are revealed.

    ``hours``: after the first of them they are revealed in any case; 0 for never. ``where``: of
    whom it is so (about ``Doer()``). ``verb``, ``what``: they ``bid`` so many of ``what`` as they
    have, and no thing. ``waits``: another sentence says when the choices are revealed.
    """

    table: str
    field: str
    hours: int = 0
    where: Condition | None = None
    verb: str = "choose"
    what: str = ""
    waits: bool = False


class VoteCounts(Node, frozen=True, tag=True):
    """How often the vote of such a player counts; both are about ``Them()``."""

    of: EachPlayer
    amount: Amount


class MayPropose(Node, frozen=True, tag=True):
    """That players may propose changes of the rules, as they may in every game."""


class MostProposals(Node, frozen=True, tag=True):
    """How many open proposals a player may have at a time."""

    count: int


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


Rule: TypeAlias = (
    Action | Forbidden | Restricted | Several | MayTrade | AtTime | Whenever | WheneverValue
    | Instead | Stands | Cycle | TakeTurns | TurnLasts | Limit | Kept | Defines | DefinesAmount
    | Beginning | Winning | VotingLasts | Passes | VoteCounts | IsPile | IsSecret | AlwaysDealt
    | SecretChoice
    | MayPropose | MostProposals | Use | Landing | Passing | Buy
)  # fmt: skip
