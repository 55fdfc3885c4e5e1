"""A board as large as one gets: two loops, two wheels, two hubs, 121 spaces, and 20 players.

``python -m tests.rules.cycle15.full_board page`` prints a gamestate page with the board drawn on
it, and ``python -m tests.rules.cycle15.full_board svg`` the same board as an SVG file, to be looked
at in a browser.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.spaces import connect, wheel
from rules.cycle15.state import Player, Space, State
from tests.rules.rulesets import RULES
from wikibot.game.picture import board_svg
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.sync.gamestate_page import lay_over, new_gamestate

NOW = datetime(2024, 1, 5, tzinfo=UTC)
ROTATION = 8
TYPES = (
    "Blank", "Crystal", "Garbage Pile", "Blank", "Spin-up Spinner", "Blank", "Crystal Orb",
    "Treasure", "Blank",
    "Hazard", "Blank", "Crystal Beam", "Spin-down Spinner",
)  # fmt: skip
PSEUDO = {"Treasure": ("Crystal", "Crystal Orb"), "Hazard": ("Stop Sign", "Oil Spill", "Thin Ice")}
PLAYERS = {
    "Alder": 0, "Birch the Elder": 0, "Cedar": 0, "Dogwood of the Northern Hills": 0, "Elm": 0,
    "Fir": 3, "Ginkgo": 7,
    "hazel": 7, "Ivy2": 7, "Juniper": 12, "[sleeping account]": 0, "Larch": -5, "Maple": -31,
    "Nettle": 17, "Oak": 204,
    "P!ne": 212, "Quince": -214, "Rowan": 220, "Sørpe": 39, "Тис": -220,
}  # fmt: skip


def full_board() -> tuple[Rulebook, State]:
    """The rulebook of the early ruleset in our words, and a state of that size."""
    book = RULES["early"].book
    ids = (*range(40), *range(-39, 0), *range(200, 221), *range(-220, -199))
    state = State(NOW, phase=9, wheel_rotation=ROTATION, spaces={id_: _space(id_) for id_ in ids})
    state = connect(state, _ways())
    state = connect(state, wheel(book).pairs(ROTATION))
    spaces = {
        **state.spaces,
        17: replace(state.spaces[17], type="Boulder Trap", boulder_path=(18, 19), safe_haven=2),
    }
    return book, replace(
        state,
        spaces=spaces,
        players={name: Player(name, location=at) for name, at in PLAYERS.items()},
    )


def _space(id_: int) -> Space:
    kind = (
        TYPES[(abs(id_) * 7 + (3 if id_ < 0 else 0)) % len(TYPES)]
        if id_ not in (0, 220, -220)
        else "Blank"
    )
    names = PSEUDO.get(kind)
    return Space(id_, kind, names[abs(id_) % len(names)] if names else None)


def _ways() -> tuple[tuple[int, int], ...]:
    """The ways that do not turn: along each run, from and to the hubs, and two short cuts."""
    ring = [(n, (n + 1) % 40) for n in range(40)] + [(n, n + 1) for n in range(-39, 0)] + [(0, -39)]
    arms = [(start + n, start + n + 1) for start in (200, 205, 210, 215) for n in range(4)]
    mirrored = [(-b, -a) for a, b in arms]
    hub = [(220, 200), (209, 220), (214, 220), (220, 215)]
    return (*ring, *arms, *mirrored, *hub, *((-b, -a) for a, b in hub), (5, 25), (-12, -30))


def page() -> str:
    """A gamestate page of that state, with the drawing."""
    book, state = full_board()
    text = new_gamestate(GAME, book, NOW, "a game")
    return lay_over(GAME, text, book, replace(state, now=GAME.read(text, book, NOW).state.now)).text


def svg() -> str:
    """The SVG file of that state."""
    book, state = full_board()
    picture = GAME.picture(state, book)
    assert picture is not None
    return board_svg(picture)


if __name__ == "__main__":
    sys.stdout.write({"page": page, "svg": svg}[sys.argv[1]]())
