"""Drawing the full board of Cycle 15, 121 spaces and 20 players:
as an SVG file, and on the gamestate page.
"""

from __future__ import annotations

from bench.engine import BEGIN
from bench.figures import Figure, Unfit, cpu_seconds
from rules.cycle15 import GAME
from tests.rules.cycle15.long_game import rulebook, start
from wikibot.game.picture import board_svg


def measure(short: bool) -> list[Figure]:
    """Milliseconds of the picture, and of writing the whole page."""
    book = rulebook()
    state = start(book, BEGIN)
    page = GAME.new_page(book, BEGIN, "Cycle 15")

    def drawn() -> str:
        picture = GAME.picture(state, book)
        if picture is None:
            raise Unfit("the game has no board")
        return board_svg(picture)

    if "<svg" not in drawn():
        raise Unfit("the picture is not an SVG file")
    runs = 1 if short else 9
    drawing = cpu_seconds(drawn, runs) * 1000
    writing = cpu_seconds(lambda: GAME.write(page, book, state), runs) * 1000
    return [
        Figure(f"draw {len(state.spaces)} spaces as SVG", drawing, "ms"),
        Figure("write a new gamestate page", writing, "ms"),
    ]
