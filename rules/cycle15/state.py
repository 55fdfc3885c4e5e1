"""State of Cycle 15: a board of spaces, players on it, the wheel, the party."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wikibot.game import state as game

CRYSTAL = "Crystal"
BLANK = "Blank"


@dataclass(frozen=True)
class Player(game.Player):
    """A player on the board. ``moved``: the numbers of the phases in which they moved, this one and the last at most."""

    location: int = 0
    moved: tuple[int, ...] = ()


@dataclass(frozen=True)
class Space:
    """One space. ``type`` may be a category, whose space then has a ``pseudo_type``."""

    id: int
    type: str = BLANK
    pseudo_type: str | None = None
    successors: tuple[int, ...] = ()


@dataclass(frozen=True)
class State(game.State):
    """The whole gamestate. ``spaces`` stand in the order of the spaces table; space 0 is always among them."""

    players: Mapping[str, Player] = field(default_factory=dict)
    spaces: Mapping[int, Space] = field(default_factory=dict)
    wheel_rotation: int | None = None  # None: no such line on the page
    party: bool = False
