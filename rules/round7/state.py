"""State of Round 7: a growing line of spaces, players on or beside it, turn, features, towns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, field

from wikibot.game import state as game
from wikibot.game.ruleset.rulebook import Aspects
from wikibot.sdk import ActionContext, format_time, parse_time
from wikibot.wikitext.messages import say

JAIL, GULAG = "Jail", "Gulag"
FIRST = 1  # the lowest-numbered primary space
SPACES = 10  # primary spaces of a new game, where no rule says how many
OFFERS = ("apply to ABOUT",)  # forms of what is offered about something
Place = int | str  # the number of a primary space, or the name of another


class Ping(Struct, frozen=True):
    """A ping that a player owes: ``whom``, until when. None: not noted, so nothing becomes due."""

    whom: str
    by: datetime | None = None

    def __str__(self) -> str:
        """As statements name it; :func:`read_ping` understands that."""
        return f"{self.whom} by {format_time(self.by)}" if self.by else f"{self.whom} some day"


def read_ping(text: str) -> Ping:
    """A ping from its words. Raises ``ValueError`` where they do not say until when."""
    found = re.fullmatch(r"(?P<whom>.+) (?:by (?P<by>\S+)|some day)", text, re.IGNORECASE)
    if not found:
        raise ValueError(say("{!r} is not a ping, such as Bob some day", text))
    return Ping(found["whom"], parse_time(found["by"]) if found["by"] else None)


class Player(game.Player, frozen=True):
    """A player. Their order in the table is the order of turns.

    ``numbers`` and ``immutable``: values of the Number and Immutable Number items, ascending.
    ``bank``: poents in the bank account. ``missed``: own turns missed in a row. ``failures``: turns
    in a row with a failed escape from Jail, the present one included. ``pings``: whom they have to
    ping, one for each turn that they ended, in that order.
    """

    space: Place = FIRST
    poents: int = 0
    vp: int = 0
    numbers: tuple[int, ...] = ()
    immutable: tuple[int, ...] = ()
    bank: int = 0
    missed: int = 0
    failures: int = 0
    pings: tuple[Ping, ...] = ()

    @property
    def ping(self) -> tuple[str, ...]:
        """Whom they have to ping, as a page has it."""
        return tuple(each.whom for each in self.pings)

    @property
    def ping_by(self) -> tuple[datetime | None, ...]:
        """Until when, in the same order; nothing where none was noted."""
        times = tuple(each.by for each in self.pings)
        return times if any(times) else ()


class Turn(Struct, frozen=True):
    """The present turn. ``start``: where the player was when it began.

    ``acted``: time of the player's last message, None until they begin to act. ``roll``: the
    movement roll, None before it. ``dice``: the item whose dice replace the usual ones. ``tried``:
    whether the roll to get out of Jail was made. ``frontier``: when a movement roll was made on the
    Frontier for which new territory is still to be explored. ``over``: the turn ends as soon as the
    present order is done; never on a page.
    """

    player: str
    started: datetime
    start: Place = FIRST
    acted: datetime | None = None
    roll: int | None = None
    dice: str = ""
    tried: bool = False
    frontier: datetime | None = None
    over: bool = False

    @property
    def has_begun(self) -> bool:
        """Whether its player has acted; a turn that began anew may have a roll and no message."""
        return self.acted is not None or self.roll is not None or self.tried


class Town(Struct, frozen=True):
    """A town. ``leader`` "": the leader left the game. ``applicants`` wait for an answer."""

    name: str
    leader: str
    members: tuple[str, ...] = ()
    applicants: tuple[str, ...] = ()
    treasury: int = 0


class State(game.State, frozen=True):
    """The whole gamestate. ``features``: those that stand on the page, by space, in order.

    Features that a space has by its number alone are not among them. ``cop_health`` None: the
    page does not say it.
    """

    players: Mapping[str, Player] = field(default_factory=dict)
    turn: Turn | None = None
    highest: int = SPACES
    features: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    cop_health: int | None = None
    towns: Mapping[str, Town] = field(default_factory=dict)


ASPECTS: Aspects = {  # what of a state a held section keeps from changing
    "places": lambda state: {name: player.space for name, player in state.players.items()},
    "poents": lambda state: {name: player.poents for name, player in state.players.items()},
    "vp": lambda state: {name: player.vp for name, player in state.players.items() if player.vp},
    "the winners": lambda state: state.winners,
    "the board": lambda state: (state.highest, state.features),
}


Context = ActionContext[State]  # what a rule sees while it carries out an order
