"""The demo that a game's package brings along in its folder ``demo``: two pages, and lines that wait to be played."""

from __future__ import annotations

from importlib.resources import files

from wikibot.game.game import Demo


def bundled_demo(package: str) -> Demo:
    """Pages by their title, and lines with how many minutes ago they were written."""
    folder = files(package).joinpath("demo")
    pages = {title: folder.joinpath(f"{title}.wiki").read_text(encoding="utf-8") for title in ("Ruleset", "Gamestate")}
    return Demo(pages, read_lines(folder.joinpath("Actions.txt").read_text(encoding="utf-8")))


def read_lines(text: str) -> tuple[tuple[str, int, str], ...]:
    """Lines ``ACCOUNT | minutes before now | line``; comments begin with ``#``."""
    rows = (line.split("|", 2) for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return tuple((account.strip(), int(minutes), line.strip()) for account, minutes, line in rows)
