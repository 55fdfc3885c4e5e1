"""The demo that a game's package brings along in its folder ``demo``: two pages, and lines that wait to be played."""

from __future__ import annotations

from wikibot.game.game import Demo
from wikibot.game.ruleset.pins import packaged_text
from wikibot.wikitext.numerals import integer


def bundled_demo(package: str) -> Demo:
    """Pages by their title, and lines with how many minutes ago they were written."""
    pages = {
        title: packaged_text(package, f"demo/{title}.wiki") for title in ("Ruleset", "Gamestate")
    }
    return Demo(pages, _lines(packaged_text(package, "demo/Actions.txt")))


def _lines(text: str) -> tuple[tuple[str, int, str], ...]:
    """Lines ``ACCOUNT | minutes before now | line``; comments begin with ``#``."""
    rows = (
        line.split("|", 2)
        for line in text.splitlines()
        if line.strip() and not line.startswith("#")
    )
    return tuple(
        (account.strip(), integer(minutes), line.strip()) for account, minutes, line in rows
    )
