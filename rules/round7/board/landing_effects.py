"""What each tile and feature does to a player who lands on it: the values of their sections."""

from __future__ import annotations

from rules.round7.board import bank, houses, naming, snek, tiles
from rules.round7.board.features import FeatureType, Landing, LandingEffects
from rules.round7.items import shop
from rules.round7.police import chief_of_police
from rules.round7.state import Context, Place
from rules.round7.towns import town

FEATURES = (  # of several on a space, the first of these gives its colour in the picture
    chief_of_police.FEATURE,
    *snek.FEATURES,
    town.FEATURE,
    houses.FEATURE,
    shop.FEATURE,
    bank.FEATURE,
    FeatureType(naming.FIELD, "f", "lime"),
)
EFFECTS = LandingEffects(
    (tiles.reward_fives, tiles.offer_number), {each.name: each for each in FEATURES}
)


def land(act: Context, who: str, space: Place, *, moved: bool) -> None:
    """Bring a player to a space and let everything happen that landing there brings about."""
    Landing(act, who, EFFECTS).go(space, moved=moved)
