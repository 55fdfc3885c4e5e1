"""What each tile and feature does to a player who lands on it, put together out of their sections."""

from __future__ import annotations

from rules.round7 import (
    bank,
    chief_of_police,
    fives,
    houses,
    master_of_your_fate,
    naming,
    snek,
    towns,
)
from rules.round7.features import Landing, LandingEffects
from rules.round7.shop import is_shop
from rules.round7.state import Place, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.rulebook import Rulebook


def features_of(state: State, book: Rulebook, space: int) -> tuple[str, ...]:
    """All features of a space, those by its number included, in alphabetical order."""
    found = list(state.features.get(space, ()))
    if is_shop(book, space):
        found.append(naming.SHOP)
    if bank.is_bank(book, space):
        found.append(naming.BANK)
    return tuple(sorted(dict.fromkeys(found)))


EFFECTS = LandingEffects(
    tiles=(fives.land, master_of_your_fate.land),
    features={
        naming.BANK: bank.land,
        naming.COP_CAR: chief_of_police.land,
        naming.HOUSE: houses.land,
        naming.SNAKE: snek.land,
        naming.LADDER: snek.land,
        naming.TOWN: towns.land,
    },
    on_space=features_of,
)


def land(act: ActionContext[State], who: str, space: Place, *, moved: bool) -> None:
    """Bring a player to a space and let everything happen that landing there brings about."""
    Landing(act, who, EFFECTS).go(space, moved=moved)
