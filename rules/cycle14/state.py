"""State of Cycle 14: what players know, the Obelisk, storehouse, pots, gatherings, landmarks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum

from msgspec import Struct, field

from wikibot.game import state as game
from wikibot.sdk import ActionContext
from wikibot.wikitext.messages import later

SPRING = "Calm Spring"


class Place(Enum):
    """A place that owns items. Whatever a player is called, they are none of these."""

    OBELISK = "the Obelisk"
    STOREHOUSE = "the Community Storehouse"

    def __str__(self) -> str:
        return self.value


Owner = str | Place  # a player by name, or a place
OPEN, DONE, FAILED = map(later, ("open", "completed", "failed"))  # of a gathering


class Player(game.Player, frozen=True):
    """A player. ``experience``: by the title of the task, never a zero.

    ``banished``: since when, None: not banished; ``banishment``: for how many hours at least.
    """

    experience: Mapping[str, int] = field(default_factory=dict)
    banished: datetime | None = None
    banishment: int = 0


class Obelisk(Struct, frozen=True):
    """The Obelisk.

    ``distance`` from the Gates in whole kilometres. ``condition``: what became of it, "" at first.
    """

    distance: int = 10
    cuts: int = 0
    items: Mapping[str, int] = field(default_factory=dict)
    condition: str = ""


class Pot(Struct, frozen=True):
    """One pot of the greenhouse, ``id`` counted from "1". ``herb`` "" where it is empty."""

    id: str
    herb: str = ""
    stage: int = 0


class Gathering(Struct, frozen=True):
    """One instance of a ritual. ``contributions``: items by contributor, one of each, in order.

    ``victim`` and ``objected`` belong to the Ritual of Murder. ``ended``: when it was completed or
    failed.
    """

    id: str
    ritual: str = ""
    starter: str = ""
    started: datetime | None = None
    contributions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    status: str = OPEN
    ended: datetime | None = None
    victim: str = ""
    objected: bool = False


class Landmark(Struct, frozen=True):
    """Something found while hiking.

    ``id`` is its name, ``distance`` from the Town in kilometres, ``bearing`` in degrees.
    """

    id: str
    description: str = ""
    distance: float = 0.0
    bearing: int = 0
    finder: str = ""


class Dying(Struct, frozen=True):
    """Dying Experience of a person, who is known by their account: ``id``."""

    id: str
    deaths: int = 0


class State(game.State, frozen=True):
    """The whole gamestate.

    ``observed``: when the Obelisk was last observed. ``lost``: whether the cycle was lost.
    """

    players: Mapping[str, Player] = field(default_factory=dict)
    obelisk: Obelisk = Obelisk()
    storehouse: Mapping[str, int] = field(default_factory=dict)
    season: str = SPRING
    boosted: bool = False
    observed: datetime | None = None
    lost: bool = False
    pots: tuple[Pot, ...] = ()
    gatherings: tuple[Gathering, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    dying: tuple[Dying, ...] = ()

    @property
    def running(self) -> tuple[Gathering, ...]:
        """The gatherings that are open."""
        return tuple(each for each in self.gatherings if each.status == OPEN)

    @property
    def over(self) -> bool:
        return self.lost or bool(self.winners)


Context = ActionContext[State]  # what a rule sees while it carries out an order
