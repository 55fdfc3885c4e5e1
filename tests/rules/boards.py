"""The board of a game as a terminal without colours shows it."""

from __future__ import annotations

from wikibot.game.picture import Picture, board_lines


def board_text(picture: Picture) -> str:
    """The lines of a board."""
    lines = ("".join(piece.text for piece in line) for line in board_lines(picture))
    return "\n".join(line.rstrip() for line in lines)
