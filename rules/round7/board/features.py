"""Ruleset sections Features and Tiles: what happens when a player lands on a space.

First the tile itself takes effect, then all features of the space in alphabetical order of their
types, but snakes and ladders before the Cop Car. What each does there stands in the module of its
section, and the game finds it there. Decisions: a space that a player is placed on without a move
(out of Jail or the Gulag) counts as landed on, yet its features do nothing. Where a snake or ladder
takes the player on, what they land on there comes first, and then what is left of the space they
came from. In one landing each snake and ladder works once, so that no ring of them turns for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from rules.common.players import set_player
from rules.common.sections import Section, in_play
from rules.round7 import naming
from rules.round7.state import Context, Place, State
from wikibot.sdk import Bears, Implementation, Rulebook

SECTION = "Features"
TileEffect = Callable[[Context, str, int], None]


class FeatureType(Struct, frozen=True):
    """One type of feature: its sign on a drawn board, its colour in the picture.

    ``rank``: of several on a space the one with the lowest gives its colour. ``land``: what it does
    to a player who lands, by the landing, the space and the feature's name. ``by_number``: which
    spaces have it for their number.
    """

    name: str
    sign: str
    colour: str
    rank: int = 9
    land: Callable[[Landing, int, str], None] | None = None
    by_number: Callable[[Rulebook, int], bool] = lambda _book, _space: False


class BoardSection(Section, frozen=True):
    """A section with ``tiles``, what spaces do by themselves, or with types of ``features``."""

    tiles: tuple[TileEffect, ...] = ()
    features: tuple[FeatureType, ...] = ()


class LandingEffects(Struct, frozen=True):
    """What landing does: by the tiles themselves, and by the types of features, by name."""

    tiles: tuple[TileEffect, ...]
    features: Mapping[str, FeatureType]

    def on_space(self, state: State, book: Rulebook, space: int) -> tuple[str, ...]:
        """All features of a space, those by its number included, in alphabetical order."""
        by_number = (name for name, each in self.features.items() if each.by_number(book, space))
        return tuple(sorted({*state.features.get(space, ()), *by_number}))


def landing_effects(sections: Iterable[Section]) -> LandingEffects:
    """The tiles and types of features of all sections."""
    ours = [each for each in sections if isinstance(each, BoardSection)]
    features = (feature for each in ours for feature in each.features)
    return LandingEffects(
        tuple(tile for each in ours for tile in each.tiles),
        {each.name: each for each in features},
    )


def land(act: Context, who: str, space: Place, *, moved: bool) -> None:
    """Bring a player to a space and let everything happen that landing there brings about."""
    game: Any = act.game
    Landing(act, who, game.landing).go(space, moved=moved)


class Landing(Struct):
    """One landing of one player, with the snakes and ladders that have worked in it."""

    act: Context
    who: str
    effects: LandingEffects
    used: list[str] = field(default_factory=list)

    def go(self, space: Place, *, moved: bool = True) -> None:
        """Come to a space with all that landing there does. ``moved`` False: by being placed."""
        act = self.act
        set_player(act, self.who, space=space)
        act.say("{} is on {}", self.who, space)
        if not isinstance(space, int):
            return
        for take_effect in self.effects.tiles:
            take_effect(act, self.who, space)
        if moved and in_play(act.book, SECTION):
            for feature in in_order(self.effects.on_space(act.state, act.book, space)):
                what = self.effects.features.get(naming.type_of(feature))
                if what and what.land:
                    what.land(self, space, feature)


def in_order(features: tuple[str, ...]) -> list[str]:
    """Features in the order of their effects.

    That is the order of the alphabet, but snakes and ladders come just before the Cop Car.
    """
    car = naming.COP_CAR in features

    def place(feature: str) -> tuple[str, bool, str, str]:
        name, early = naming.kind(feature).casefold(), car and naming.paired(feature) is not None
        return naming.COP_CAR.casefold() if early else name, not early, name, feature

    return sorted(features, key=place)


RULES = Section(
    __name__,
    (
        Implementation(SECTION,
                       says="landing on a space applies its features in the order of their names",
                       waits="landing on a space with features"),
        Implementation("Tiles", bears=Bears(changes=("places",))),
    ),
)  # fmt: skip
