"""Letters for players in a board drawn as text."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase, ascii_uppercase


def player_letters(names: tuple[str, ...]) -> Mapping[str, str]:
    """A letter for each player, out of their name if free; after 52 players numbers follow."""
    found: dict[str, str] = {}
    free = [*ascii_uppercase, *ascii_lowercase]
    for number, name in enumerate(names):
        wanted = [*(char for char in name.upper() if char in free), *free, f"{number}"]
        found[name] = wanted[0]
        if wanted[0] in free:
            free.remove(wanted[0])
    return found
