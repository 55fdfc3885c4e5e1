"""The demo: a small ruleset, a gamestate page and queued lines that show every verdict."""

from __future__ import annotations

from rules.common.demos import bundled_demo
from wikibot.game.game import Demo


def demo() -> Demo:
    """Pages by their title, and lines with how many minutes ago they were written."""
    return bundled_demo("rules.cycle15")
