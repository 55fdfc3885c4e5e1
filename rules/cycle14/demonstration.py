"""The demo: the whole game in a ruleset of other words, a gamestate page and queued lines that show every verdict."""

from __future__ import annotations

from importlib.resources import files

from rules.cycle15.demonstration import read_lines
from wikibot.game.game import Demo


def demo() -> Demo:
    """Pages by their title, and lines with how many minutes ago they were written."""
    folder = files(__package__).joinpath("demo")
    pages = {title: folder.joinpath(f"{title}.wiki").read_text(encoding="utf-8") for title in ("Ruleset", "Gamestate")}
    return Demo(pages, read_lines(folder.joinpath("Actions.txt").read_text(encoding="utf-8")))
