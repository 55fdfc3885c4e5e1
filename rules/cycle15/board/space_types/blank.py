"""Ruleset section Blank: spaces on which nothing happens, unless an item had the rule rewritten.

Where the page, or a change of it that an item made and that waits to be carried out, says that
a player who lands there is granted a card, that happens.
"""

from __future__ import annotations

from rules.cycle15.belongings.garbage import in_force
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import BLANK, Context

CARD = "Blank Card"


def _veiled(act: Context, who: str, space: int) -> None:
    if f"grant them a {CARD}" in in_force(act.state, act.book, BLANK):
        grant(act, who, CARD, 1, f"at {space}")


TYPES = (SpaceType(BLANK, "·", "white", landing=_veiled),)
