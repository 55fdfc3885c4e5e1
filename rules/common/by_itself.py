"""What happens by itself: whether it can be played by the wording of its section, or is left to a person."""

from __future__ import annotations

from typing import Any

from rules.common.sections import settled
from wikibot.game.act import Act


def settled_or_told(act: Act[Any], unit: str, what: str) -> bool:
    """Whether the page has a unit, in a wording that is implemented; where it is another one, people are told."""
    played = settled(act.book, unit)
    if act.book.has(unit) and not played:
        act.say(f"a steward must rule on {what}: the wording of {unit} is not settled")
    return played
