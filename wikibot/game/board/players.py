"""How a drawing tells players apart: by letters out of their names, and by colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase, ascii_uppercase

from msgspec import Struct

# Dark inks that people with any colour vision tell apart; white letters on them have a contrast of
# more than 4.5 to 1.
INKS = (
    "#202122", "#005a8c", "#a34a00", "#00694c", "#8a3d6d", "#6b5d00", "#5b3fa0", "#8c1d18",
)  # fmt: skip
TURN = "▶ "  # before the name of the player whose turn it is


class PlayerToken(Struct, frozen=True):
    """How a player is shown where a name has no room."""

    letters: str
    ink: str


def tokens(names: Iterable[str]) -> Mapping[str, PlayerToken]:
    """A token for each player, the same wherever they stand and whosever turn it is."""
    order = sorted(names, key=lambda name: (bare(name).casefold(), name))
    letters = player_letters(tuple(map(bare, order)))
    return {
        name: PlayerToken(letters[bare(name)], INKS[number % len(INKS)])
        for number, name in enumerate(order)
    }


def bare(name: str) -> str:
    """The name of a player without the mark of the turn."""
    return name.removeprefix(TURN)


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
