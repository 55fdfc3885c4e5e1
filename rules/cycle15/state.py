"""State of Cycle 15: a board of spaces, players on it, the wheel, the party."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from msgspec import Struct, field

from wikibot.game import state as game
from wikibot.game.ruleset.rulebook import Aspects
from wikibot.sdk import ActionContext, integer
from wikibot.wikitext.regex import regex

# == A status effect: what lasts on a player beyond one action, as a value and as a phrase =========
#
# People read and correct phrases: ``train``, ``next move of 18 spaces``, ``MacGyvered in phase
# 12``. What has none of the forms below is of the kind that its words name.

_PHASE = regex(r"(?P<what>.*) in phase (?P<phase>\d+)", re.DOTALL)
_SLOT = regex("<(number|plus|numbers|text)>")
_PATTERNS = {"number": r"(-?\d+)", "plus": r"([+-]\d+)", "numbers": r"([-\d ]*)", "text": "(.+)"}
_READERS: dict[str, Callable[[str], Any]] = {
    "number": integer, "plus": integer, "numbers": lambda text: tuple(map(integer, text.split())),
    "text": str,
}  # fmt: skip
_WRITERS: dict[str, Callable[[Any], str]] = {
    "plus": "{:+d}".format,
    "numbers": lambda numbers: " ".join(map(str, numbers)),
}


class EffectForm(Struct, frozen=True, dict=True):
    """A kind of effects that have a value, or several: a phrase with a slot for each.

    ``passing``: whether such an effect may end with a phase; one that may not lasts until something
    ends it.
    """

    words: str
    passing: bool = False

    @cached_property
    def _slots(self) -> tuple[str, ...]:
        return tuple(_SLOT.findall(self.words))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(_SLOT.sub(lambda slot: _PATTERNS[slot[1]], self.words), re.DOTALL)

    def read(self, words: str) -> Any:
        """The value that some words hold (of several slots, a tuple); None for other words."""
        found = self._pattern.fullmatch(words)
        if not found:
            return None
        pairs = zip(self._slots, found.groups(), strict=True)
        values = tuple(_READERS[slot](text) for slot, text in pairs)
        return values if len(values) > 1 else values[0]

    def write(self, value: Any) -> str:
        """The words with a value in them."""
        values = iter(value if len(self._slots) > 1 else (value,))
        return _SLOT.sub(lambda slot: _WRITERS.get(slot[1], str)(next(values)), self.words)


class Effect(Struct, frozen=True, gc=False):
    """Something that lasts on a player. ``phase``: with which it ends, if that is said."""

    kind: EffectForm | str
    value: Any = None
    phase: int | None = None

    def __str__(self) -> str:
        """The phrase, which :func:`read_effect` understands."""
        words = self.kind.write(self.value) if isinstance(self.kind, EffectForm) else self.kind
        return words if self.phase is None else f"{words} in phase {self.phase}"


TRAIN, CRAB, TRAINCRAB, CRABTRAIN = "train", "crab", "traincrab", "crabtrain"
TRAINS, CRABS = (TRAIN, TRAINCRAB, CRABTRAIN), (CRAB, TRAINCRAB, CRABTRAIN)
COUNTS_AS: Mapping[str, tuple[str, ...]] = {
    TRAIN: (), CRAB: (), TRAINCRAB: (TRAIN, CRAB), CRABTRAIN: (CRAB, TRAIN),
}  # fmt: skip
TIPSY, DRUNK = STATUSES = "tipsy", "drunk"  # of which a player is one at most

IMAGE = EffectForm("fractal image at <number>")
HITCHED = EffectForm("hitched: <text>")
BARRIER = EffectForm("Language Barrier: <text>")
LOST = EffectForm("lost to a Death Ray with <number> crystals")
INSIGHT = EffectForm("insightfulness <number>")
JETPACK = EffectForm("next move with a jetpack that slows to <number> spaces")
NEXT_COUNT = EffectForm("next move of <number> spaces", passing=True)
NEXT_PLUS = EffectForm("next roll <plus>", passing=True)
NEXT_MIRROR = EffectForm("next roll is <number> minus itself", passing=True)
TEAM = EffectForm("Team Fortress 2 with <text>", passing=True)
USES = EffectForm("item uses added: <number>", passing=True)
_WITH = "with dice <numbers> plus <number> along <numbers>"
WALKS = EffectForm(f"walks again {_WITH}", passing=True)
WALKS_REGULAR = EffectForm(f"walks again the move of the phase {_WITH}", passing=True)
_FORMS = (
    IMAGE, HITCHED, BARRIER, LOST, INSIGHT, JETPACK, NEXT_COUNT, NEXT_PLUS, NEXT_MIRROR, TEAM, USES,
    WALKS,
    WALKS_REGULAR,
)  # fmt: skip


def read_effect(phrase: str) -> Effect:
    """The status effect that a phrase says."""
    found = _PHASE.fullmatch(phrase)
    words, phase = (found["what"], integer(found["phase"])) if found else (phrase, None)
    for form in _FORMS:
        value = form.read(words if form.passing else phrase)
        if value is not None:
            return Effect(form, value, phase if form.passing else None)
    return Effect(words, phase=phase)


# == State of Cycle 15: a board of spaces, players on it, the wheel, the party =====================

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
    it changed; see ``taking_back``.
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
    brought: Iterable[str] = ()


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
