"""What happens by itself: events of which each part is played, or left to a person, alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wikibot.game.engine.context import ActionContext


def happen(
    act: ActionContext[Any], name: str, unit: str, play: Callable[[], None], data: str = "", what: str = ""
) -> None:
    """Let a part of an event happen by a unit of the ruleset; it waits for a steward where the unit is held.

    ``what``: the part in words. Nothing happens where the page does not have the unit.
    """
    if act.book.has(unit) or unit in act.book.moved_into:
        act.happen(name, lambda: _play(act, unit, play), data, what)


def _play(act: ActionContext[Any], unit: str, play: Callable[[], None]) -> None:
    act.book.require(unit)
    play()
