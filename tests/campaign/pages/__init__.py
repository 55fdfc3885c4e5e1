"""The pages that a campaign begins with.
``KEEP`` and a number stand where people wrote something that is theirs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.rules.rulesets import RULES as RULESETS
from wikibot.config.games import load_game
from wikibot.game.game import Game
from wikibot.game.ruleset.recognition import Binding
from wikibot.stewards.accept import Origin, accept
from wikibot.storage.local import write_overlay

HERE = Path(__file__).parent
WEEKS = HERE.parents[1] / "mediawiki/weeks"
RULES = "cycle15"
_WINNING = re.compile(r"^== Winning ==\n.*?(?=^== )", re.MULTILINE | re.DOTALL)


@lru_cache
def ruleset() -> str:
    """The ruleset, without an end of the game."""
    return _WINNING.sub("", RULESETS["late"].text)


def state() -> str:
    """The starting gamestate."""
    return (HERE / "state.wiki").read_text(encoding="utf-8").rstrip("\n")


def actions() -> str:
    """The actions page before the first line."""
    return (HERE / "actions.wiki").read_text(encoding="utf-8").rstrip("\n")


@lru_cache
def game() -> Game[Any]:
    """The game that is played."""
    return load_game(RULES)


@lru_cache
def pins() -> tuple[Binding, ...]:
    """The whole ruleset accepted as it is worded here."""
    book = game().rulebook(ruleset())
    return tuple(accept(book, book.units, (), Origin("2024-01-01", "tests", "late")))


def accept_all(file: Path) -> None:
    """Write the overlay that accepts it."""
    write_overlay(file, pins())
