"""What every game's state has in common, and the few ways to change it.

States are frozen; each function here takes one and returns a new one. Mappings are treated as
immutable: never change one in place. Players stand in the order of the players table, which is the
published order for random choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from wikibot.game.actions import ActionId
from wikibot.game.rolls import StandingRoll
from wikibot.wikitext.folding import account_name

S = TypeVar("S", bound="State")


@dataclass(frozen=True)
class Player:
    """One player. Games subclass it. ``joined`` is None when nobody noted it: a player since the game started."""

    name: str
    account: str = ""  # "" where it is the table name itself
    joined: datetime | None = None
    items: Mapping[str, int] = field(
        default_factory=dict
    )  # never a zero; negative where an item's rule makes it so

    @property
    def owner(self) -> str:
        """The account that plays this player."""
        return account_name(self.account or self.name)

    def count(self, item: str) -> int:
        return self.items.get(item, 0)


@dataclass(frozen=True)
class Former:
    """Somebody who left, remembered for as long as a rule asks about it."""

    name: str
    account: str  # "" where it is the name itself
    left: datetime

    @property
    def owner(self) -> str:
        """The account that played."""
        return account_name(self.account or self.name)


class Kind(StrEnum):
    """What waits: an action that lacks an answer, an offer that may be taken up, a line that a person must rule on."""

    ACTION = "action"
    OFFER = "offer"
    HELD = "held"


@dataclass(frozen=True)
class Pending:
    """Something that waits for its player.

    For an unfinished action ``text`` is the whole order with the answers so far: it is run again
    from its start, with the rolls that stand. For an offer it is the verb that takes it up, with
    what it is about. ``until`` None: no deadline.
    """

    id: ActionId
    player: str
    kind: Kind
    text: str
    asks: str
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True)
class State:
    """The state of a game at ``now``. Games subclass it and narrow the type of ``players``."""

    now: datetime
    phase: int = 1  # counted through from the start of the game
    started: datetime | None = None
    players: Mapping[str, Any] = field(default_factory=dict)  # name -> Player of the game
    former: tuple[Former, ...] = ()
    pending: tuple[Pending, ...] = ()
    rolls: tuple[StandingRoll, ...] = ()  # those that stand
    proposals: tuple[Proposal, ...] = ()
    judge: str | None = None
    requests: tuple[Request, ...] = ()
    candidacies: tuple[Candidacy, ...] = ()
    removal: tuple[str, ...] = ()  # who assents to removing the judge
    trades: tuple[Trade, ...] = ()
    winners: tuple[str, ...] = ()


def with_player(state: S, player: Player) -> S:
    """Put a player's new value in the old one's place; a new player comes last."""
    return replace(state, players={**state.players, player.name: player})


def without_player(state: S, name: str) -> S:
    """Take a player off the table, with all that still waits for them and the rolls that stand."""
    players = {key: value for key, value in state.players.items() if key != name}
    pending = tuple(each for each in state.pending if each.player != name)
    rolls = tuple(each for each in state.rolls if each.player != name)
    return replace(state, players=players, pending=pending, rolls=rolls)


def gain(state: S, name: str, item: str, count: int = 1) -> S:
    """Give ``count`` of an item to a player; a negative count takes. A count of zero leaves no entry."""
    player = state.players[name]
    total = player.count(item) + count
    items = (
        {key: value for key, value in player.items.items() if key != item}
        if not total
        else player.items
    )
    if total:
        items = {**items, item: total}
    return with_player(state, replace(player, items=items))


def wait_for(state: S, pending: Pending) -> S:
    """Add something that waits, in place of what waited under the same identity and kind."""
    kept = tuple(
        p
        for p in state.pending
        if (p.id, p.kind) != (pending.id, pending.kind) or pending.kind == Kind.OFFER
    )
    return replace(state, pending=(*kept, pending))


def settle(state: S, pending: Pending) -> S:
    """Take one thing off the waiting list (the first that is equal)."""
    index = state.pending.index(pending)
    return replace(state, pending=state.pending[:index] + state.pending[index + 1 :])


@dataclass(frozen=True)
class Proposal:
    """A proposal as the common rules see it. ``status``: open, holding, passed, failed, retracted, discarded.

    Beside those a steward's ``enact`` leads from passed to enacting and enacted, and ``held`` waits
    for a steward. ``submitted``: when its present round began; ``changed``: when it came to its
    class, or to its end. ``text``: the lines below the message, joined by
    :func:`~wikibot.game.page.line_bodies.on_one_line`. ``line`` and ``message``: the line on a wiki
    page that made it, watched while it is open. ``about``: what names in it mean, settled at
    submission.
    """

    id: str
    title: str
    cls: str
    proposer: str
    status: str
    submitted: datetime | None = None
    text: str = ""
    votes: Mapping[str, str] = field(default_factory=dict)
    changed: datetime | None = None
    line: ActionId | None = None
    message: str = ""
    about: str = ""


@dataclass(frozen=True)
class Request:
    """A request for justice and its ruling. ``status``: open, answered, contested, overturned, withdrawn.

    ``judge`` ruled at ``ruled``; ``poll``: when the vote of confidence that is under way began,
    with its ``votes``.
    """

    id: str
    asker: str = ""
    text: str = ""
    status: str = "open"
    submitted: datetime | None = None
    judge: str = ""
    ruling: str = ""
    ruled: datetime | None = None
    poll: datetime | None = None
    votes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Candidacy:
    """Somebody who runs for judge. ``id`` is their table name; ``votes`` the reactions to their message."""

    id: str
    since: datetime | None = None
    votes: Mapping[str, str] = field(default_factory=dict)
    line: ActionId | None = None
    message: str = ""


@dataclass(frozen=True)
class Trade:
    """A trade that ``proposer`` offers to ``partner``. ``status``: open, done, declined, cancelled, lapsed."""

    id: str
    proposer: str = ""
    partner: str = ""
    gives: Mapping[str, int] = field(default_factory=dict)
    takes: Mapping[str, int] = field(default_factory=dict)
    status: str = "open"
    since: datetime | None = None
    until: datetime | None = None


V = TypeVar("V")


def replace(value: V, **changes: Any) -> V:
    """What ``dataclasses.replace`` gives for a plain frozen dataclass, in a quarter of the time.

    Only for dataclasses without slots and without ``__post_init__``; the names of fields are not
    checked.
    """
    new = object.__new__(type(value))
    object.__setattr__(new, "__dict__", value.__dict__ | changes)
    return new
