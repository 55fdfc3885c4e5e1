"""Ruleset section Geode: a player who lands there gains a random item of the list there."""

from __future__ import annotations

from rules.common.notation import list_of
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import Context

SECTION = "Geode"
CONTENTS = list_of(SECTION)


def _crack_open(act: Context, who: str, space: int) -> None:
    found = act.pick(act.book.derived(CONTENTS), f"{SECTION} at {space}")
    grant(act, who, found, 1, f"at {space}")


TYPES = (SpaceType(SECTION, "E", "green", landing=_crack_open, asks=True, rolls=SECTION),)
