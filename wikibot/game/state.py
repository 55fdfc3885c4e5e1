"""What every game's state has in common, and the few ways to change it.

States are frozen; each function here takes one and returns a new one. Mappings are treated as
immutable: never change one in place. Players stand in the order of the players table, which is the
published order for random choices.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.game.actions import ActionId, Event
from wikibot.game.rolls import StandingRoll
from wikibot.game.secrets import Letter
from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.regex import regex

# ==================================================================================================
# What players settle among themselves: proposals, requests for justice, candidacies and trades.


class Term(Struct, frozen=True):
    """Whom a proposal is about, and for how many hours."""

    who: str
    hours: int

    def __str__(self) -> str:
        return f"{self.who} for {self.hours} hours"


class Proposal(Struct, frozen=True, gc=False):
    """A proposal as the common rules see it.

    ``status``: open, holding, passed, failed, retracted, discarded; a steward's ``enact`` leads
    from passed to enacting and enacted, and ``held`` waits for a steward. ``submitted``: when its
    present round began; ``changed``: when it came to its class, or to its end. ``text``: the lines
    below the message, joined by :func:`~wikibot.game.page.gamestate.on_one_line`. ``line`` and
    ``message``: the line on a wiki page that made it, watched while it is open. ``about``: whom
    it means, settled at submission.
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
    about: Term | None = None


class Request(Struct, frozen=True, gc=False):
    """A request for justice and its ruling.

    ``status``: open, answered, contested, overturned, withdrawn. ``judge`` ruled at ``ruled``;
    ``poll``: when the vote of confidence that is under way began, with its ``votes``.
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


class Candidacy(Struct, frozen=True, gc=False):
    """A candidate for judge. ``id``: their table name; ``votes``: reactions to their message."""

    id: str
    since: datetime | None = None
    votes: Mapping[str, str] = field(default_factory=dict)
    line: ActionId | None = None
    message: str = ""


class Trade(Struct, frozen=True, gc=False):
    """An offer to ``partner``. ``status``: open, done, declined, cancelled, lapsed."""

    id: str
    proposer: str = ""
    partner: str = ""
    gives: Mapping[str, int] = field(default_factory=dict)
    takes: Mapping[str, int] = field(default_factory=dict)
    status: str = "open"
    since: datetime | None = None
    until: datetime | None = None


# == What every game's state has in common, and the few ways to change it ==========================

AN_EVENT = "(an event)"  # in place of the player of a held event; no name has a bracket in front
_HELD_EVENT = regex(r"event: (?P<name>.*?)(?:: (?P<data>.*))?", re.DOTALL)
_SLOTS = {
    "ABOUT": "(?P<about>.+?)", "COUNT": r"(?P<count>0|[1-9]\d{0,8})", "CHOICE": "(?P<choice>.+)",
}  # fmt: skip
S = TypeVar("S", bound="State")
V = TypeVar("V")


class Player(Struct, frozen=True, gc=False):
    """One player. Games subclass it.

    ``account``: "" where it is the table name. ``joined``: None where it is not known, as of a
    player since the game started. ``items``: never a zero; negative where an item's rule says so.
    """

    name: str
    account: str = ""
    joined: datetime | None = None
    items: Mapping[str, int] = field(default_factory=dict)

    @property
    def owner(self) -> str:
        """The account that plays this player."""
        return account_name(self.account or self.name)

    @property
    def owned(self) -> tuple[str, ...]:
        """The items of which they have at least one."""
        return tuple(item for item, count in self.items.items() if count > 0)

    def count(self, item: str) -> int:
        return self.items.get(item, 0)


class Former(Struct, frozen=True, gc=False):
    """A player who left, remembered for as long as a rule asks about it."""

    name: str
    account: str  # "" where it is the name
    left: datetime

    @property
    def owner(self) -> str:
        """The account that played."""
        return account_name(self.account or self.name)


class Kind(StrEnum):
    """What waits: an unfinished action, an offer to take up, a line that a person must rule on."""

    ACTION = "action"
    OFFER = "offer"
    HELD = "held"


class Offer(Struct, frozen=True, gc=False):
    """Something that may be taken up with ``verb``. ``str`` gives it as a page has it.

    ``about``: a player, a town. ``count``: of spaces. ``choice``: the offer that is taken up for
    ``about``, as in ``for Bob: bring Carol 4``.
    """

    verb: str
    about: str = ""
    count: int | None = None
    choice: Offer | None = None

    def __str__(self) -> str:
        words = f"{self.verb} {self.about}" if self.about else self.verb
        words += "" if self.count is None else f" {self.count}"
        return f"{words}: {self.choice}" if self.choice else words


class Pending(Struct, frozen=True, gc=False):
    """Something that waits for its player.

    ``what``: of an unfinished action the whole order with the answers so far, as it is run again
    from its start with the rolls that stand; of a held line its text. ``until`` None: no deadline.
    """

    id: ActionId
    player: str
    kind: Kind
    what: str | Offer | Event
    asks: str
    since: datetime
    until: datetime | None = None

    @property
    def text(self) -> str:
        """``what`` in the words of the page, which :func:`read_pending` understands."""
        if isinstance(self.what, Event):
            return f"event: {self.what.name}" + (self.what.data and f": {self.what.data}")
        return str(self.what)

    @property
    def offer(self) -> Offer | None:
        """What may be taken up, where that is what waits."""
        return self.what if isinstance(self.what, Offer) else None

    def orders(self, verb: str) -> bool:
        """Whether it is an unfinished order whose verb begins with the words ``verb``."""
        words, verb = f"{self.text} ".casefold(), verb.casefold()
        return self.kind is Kind.ACTION and words.startswith((f"{verb} ", f"{verb}:"))


def read_pending(values: Mapping[str, Any], forms: Sequence[str]) -> Pending:
    """Something that waits, from its ``text`` and the other fields of :class:`Pending`.

    ``forms``: of the game's offers that are about something, such as ``bring ABOUT COUNT`` or ``for
    ABOUT: CHOICE``. Raises ``ValueError`` for an unknown ``kind``.
    """
    others = {key: value for key, value in values.items() if key not in ("kind", "text")}
    kind, what = Kind(values.get("kind", Kind.ACTION)), values["text"]
    if kind is Kind.OFFER:
        what = _read_offer(what, tuple(forms))
    elif kind is Kind.HELD and values["player"] == AN_EVENT:
        event = _HELD_EVENT.fullmatch(what)
        what = Event(values["since"], event["name"], event["data"] or "") if event else what
    return Pending(kind=kind, what=what, **others)


def _read_offer(text: str, forms: tuple[str, ...]) -> Offer:
    """An offer of the first form that fits, or else of a verb that is about nothing."""
    for form in forms:
        if found := _pattern(form).fullmatch(text):
            parts = found.groupdict()
            count = integer(parts["count"]) if "count" in parts else None
            choice = _read_offer(parts["choice"], forms) if "choice" in parts else None
            return Offer(form.partition(" ABOUT")[0], parts["about"], count, choice)
    return Offer(text)


@cache
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(re.sub("[A-Z]{2,}", lambda slot: _SLOTS[slot[0]], form))


# -- the state -------------------------------------------------------------------------------------


class State(Struct, frozen=True, gc=False):
    """The state of a game at ``now``. Games subclass it and narrow the type of ``players``.

    ``phase``: counted from the start of the game. ``players``: by name. ``rolls``: those that
    stand. ``removal``: who assents to removing the judge. ``rolls_outlast``: while a log is played
    that an earlier version wrote, whose rolls stood beyond the phase or turn that they were for.
    ``letters``: to be sent once this is saved; no page has them.
    """

    now: datetime
    phase: int = 1
    started: datetime | None = None
    players: Mapping[str, Any] = field(default_factory=dict)
    former: tuple[Former, ...] = ()
    pending: tuple[Pending, ...] = ()
    rolls: tuple[StandingRoll, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    judge: str | None = None
    requests: tuple[Request, ...] = ()
    candidacies: tuple[Candidacy, ...] = ()
    removal: tuple[str, ...] = ()
    trades: tuple[Trade, ...] = ()
    winners: tuple[str, ...] = ()
    rolls_outlast: bool = False
    letters: tuple[Letter, ...] = ()


def with_player(state: S, player: Player) -> S:
    """Put a player's new value in the old one's place; a new player comes last."""
    return replace(state, players={**state.players, player.name: player})


def without_player(state: S, player: str) -> S:
    """Take a player off the table, with all that still waits for them and the rolls that stand."""
    players = {name: each for name, each in state.players.items() if name != player}
    pending = tuple(each for each in state.pending if each.player != player)
    rolls = tuple(each for each in state.rolls if each.player != player)
    return replace(state, players=players, pending=pending, rolls=rolls)


def accounts(state: State) -> tuple[str, ...]:
    """The accounts that a state knows: of who plays, of who left, of a judge who does not play."""
    owners = [each.owner for each in (*state.players.values(), *state.former)]
    return (*owners, *([state.judge] if state.judge and state.judge not in state.players else []))


def with_accounts(state: S, now: Mapping[str, str]) -> S:
    """The state after accounts were renamed. ``now``: their names by those before.

    What stands under a name in the players' table stays there.
    """

    def person(name: str) -> str:
        return name if name in state.players else now.get(name, name)

    def played(each: Any) -> Any:
        owner = now.get(each.owner, each.owner)
        return replace(each, account="" if owner == each.name else owner)

    moved = {name: each for name, each in state.players.items() if each.owner in now}
    return replace(
        state,
        players={**state.players, **{name: played(each) for name, each in moved.items()}},
        former=tuple(played(each) if each.owner in now else each for each in state.former),
        judge=state.judge and person(state.judge),
        requests=tuple(
            replace(each, asker=person(each.asker), judge=person(each.judge))
            for each in state.requests
        ),
        pending=tuple(replace(each, player=person(each.player)) for each in state.pending),
    )


def gain(state: S, name: str, item: str, count: int = 1) -> S:
    """Give ``count`` of an item to a player; a negative count takes. None left leaves no entry."""
    player = state.players[name]
    total = player.items.get(item, 0) + count
    items = {**player.items, item: total}
    if not total:
        del items[item]
    return with_player(state, replace(player, items=items))


def wait_for(state: S, pending: Pending) -> S:
    """Add something that waits, in place of what waited under the same identity and kind."""
    same, kept = (pending.id, pending.kind), state.pending
    if pending.kind != Kind.OFFER:
        kept = tuple(each for each in kept if (each.id, each.kind) != same)
    return replace(state, pending=(*kept, pending))


def unfinished(waiting: Sequence[Pending], _book: object = None) -> Mapping[str, list[Pending]]:
    """The actions that wait, by player; players without any have no entry."""
    found: dict[str, list[Pending]] = {}
    for each in waiting:
        if each.kind is Kind.ACTION:
            found.setdefault(each.player, []).append(each)
    return found


def offers(state: State, player: str, *verbs: str) -> tuple[Pending, ...]:
    """What a player may take up with one of these verbs (default: any), the oldest first."""
    mine = (each for each in state.pending if each.player == player)
    return tuple(each for each in mine if each.offer and (not verbs or each.offer.verb in verbs))


def settle(state: S, pending: Pending) -> S:
    """Take one thing off the waiting list (the first that is equal)."""
    index = state.pending.index(pending)
    return replace(state, pending=state.pending[:index] + state.pending[index + 1 :])


# -- held events -----------------------------------------------------------------------------------
# Timed events that are held, for a mistake of the program or for their wording.
#
# Decision: such an event waits on the page, under :data:`AN_EVENT` among what waits, and a
# steward rules on it (``ruling ID: ...``) or has it tried again (``retry ID``), as with any held
# line; one that is held for its wording happens when that is accepted, as at its own time. Until
# then it is not due, so that time goes on and what comes after it happens.


def text_of(event: Event) -> str:
    """An event in words."""
    return f"{event.name} {event.data}".strip()


def hold_event(state: S, event: Event, unit: str = "") -> S:
    """Put an event aside for a person. ``unit``: that is held, "" where the program failed."""
    seconds = int(event.time.timestamp())
    index = sum(1 for each in state.pending if (each.id.page, each.id.revision) == (0, seconds))
    asks = f"a ruling on {unit or 'an event that the bot failed at'}"
    return wait_for(
        state, Pending(ActionId(0, seconds, index), AN_EVENT, Kind.HELD, event, asks, event.time)
    )


def held_events(waiting: Sequence[Pending], _book: object = None) -> list[Event]:
    """The events among what waits."""
    return [each.what for each in waiting if isinstance(each.what, Event)]


def is_held(state: State, event: Event) -> bool:
    """Whether an event was put aside; an overdue one may be due at ever new times."""
    held = held_events(state.pending)
    same = (each for each in held if (each.name, each.data) == (event.name, event.data))
    return any(each.time == event.time or event.time <= state.now for each in same)


def earliest(state: Any, events: Iterable[Event | None]) -> Event | None:
    """The first event that is not held; of those at one instant the one that stands first."""
    due = (event for event in events if event and not is_held(state, event))
    return min(due, key=attrgetter("time"), default=None)


# -- Statements as values: by their form and its slots, not in words -------------------------------

Values = Mapping[str, Any]


class Statement(Struct, frozen=True, gc=False):
    """A statement by its form, and the values of that form's slots."""

    form: str
    values: Values


class Change(Struct, frozen=True, gc=False):
    """A statement that holds after something changed, and the one that held before."""

    now: Statement
    before: Statement


Step = Statement | Change  # what leads from one state to another


def now_of(step: Step) -> Statement:
    """What holds after a step."""
    return step.now if isinstance(step, Change) else step


# == Which members of one table of a state are not the very same in the next =======================

K = TypeVar("K")


def changed(before: Mapping[K, Any], part: Mapping[K, Any]) -> Sequence[K] | None:
    """The keys of members that are not the very same in another mapping.

    Also where keys were added behind the others, or taken away. None where both were, or where the
    order is another one.
    """
    if before is part:
        return ()
    keys, stay = [*part], [*filter(part.__contains__, before)]
    if stay != keys and (stay != [*before] or stay != keys[: len(stay)]):
        return None
    return [*compress(keys, map(is_not, part.values(), map(before.get, keys)))]
