"""State of Cycle 15: a board of spaces, players on it, the wheel, the party."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct, field

from rules.cycle15.belongings.effect import Effect
from wikibot.game import state as game
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.dependents import Aspects

CRYSTAL = "Crystal"
CRUSTAL = "Crustal"
SHARD = "Shard"
BLANK = "Blank"
JUMBO = "jumbo "  # stands before the name of an item that a fractal image received
START = 0  # the initial space, which always exists
OFFERS = (  # forms of what is offered about a player
    "for image of ABOUT: CHOICE", "for ABOUT: CHOICE", "bring ABOUT COUNT", "ping ABOUT",
    "steamroll ABOUT",
)  # fmt: skip


class Player(game.Player, frozen=True):
    """A player on the board.

    ``moved``: the numbers of the phases in which they moved, this one and the last at most.
    ``effects``: what lasts on them, the older first.
    """

    location: int = START
    moved: tuple[int, ...] = ()
    effects: tuple[Effect, ...] = ()


class Space(Struct, frozen=True, gc=False):
    """One space. ``type`` may be a category, whose space then has a ``pseudo_type``.

    ``boulder_path`` and ``safe_haven`` belong to a Boulder Trap. ``beamed``: the number of the
    phase in which the beam was last aimed at the space, 0 for never.
    """

    id: int
    type: str = BLANK
    pseudo_type: str | None = None
    successors: tuple[int, ...] = ()
    boulder_path: tuple[int, ...] = ()
    safe_haven: int | None = None
    beamed: int = 0


class Move(Struct, frozen=True, gc=False):
    """A move of the present phase. ``path``: every space selected, in order.

    ``regular``: whether it is the one of the phase, None where people noted it. ``added``: what its
    player added to the roll, as a train or a crab. ``along``: whom it brought along, who have moves
    of their own. ``offers``: what it offers to whom, while that was not taken up. ``brought``: what
    it changed; see ``moves.move_record``.
    """

    player: str
    time: datetime
    faces: tuple[int, ...]
    leaves: int
    path: tuple[int, ...]
    regular: bool | None = None
    added: int = 0
    along: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    brought: Sequence[str] = ()


class State(game.State, frozen=True):
    """The whole gamestate. ``spaces``: in the order of their table, space 0 always among them."""

    players: Mapping[str, Player] = field(default_factory=dict)
    spaces: Mapping[int, Space] = field(default_factory=dict)
    wheel_rotation: int | None = None  # None: no such line on the page
    party: bool = False
    moves: tuple[Move, ...] = ()  # of the present phase, in order


Context = ActionContext[State]  # what a rule sees while it carries out an order


def with_start(spaces: Mapping[int, Space]) -> Mapping[int, Space]:
    """Spaces with the initial one among them, which always exists."""
    return spaces if START in spaces else {**spaces, START: Space(START)}


ASPECTS: Aspects = {  # what of a state a held section keeps from changing
    "items": lambda state: {
        name: player.items for name, player in state.players.items() if player.items
    },
    "crystals": lambda state: {
        name: n for name, player in state.players.items() if (n := player.count(CRYSTAL))
    },
    "the winners": lambda state: state.winners,
    "locations": lambda state: {name: player.location for name, player in state.players.items()},
    "spaces": lambda state: state.spaces,
    "types": lambda state: {space.id: space.type for space in state.spaces.values()},
}
