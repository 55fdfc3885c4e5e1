"""Where a long game begins: the full board with 20 players who own something, by rules that let
nobody win by crystals.

The later rules have no wheel that turns; theirs stands still, and more types of spaces are on the
loops.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.spaces import WHEEL
from rules.cycle15.state import Space, State
from tests.rules.cycle15.full_board import full_board
from tests.rules.rulesets import RULES
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook

EARLY, LATE = "early", "late"
_STOCK = {
    EARLY: {"Crystal": 3, "Fish": 50},
    LATE: {
        "Crystal": 3, "Fish": 50, "Shard": 30, "Party Pizza": 2, "Duck": 1, "Cookout": 1,
        "Time Bean Chili": 1,
    },
}  # fmt: skip
_LATER = (
    "Blank", "Casino", "Blank", "Geyser", "Dance Pad", "Blank", "Oil Spill", "Shard Pile",
    "Utility", "Blank", "Geode",
    "Disco Ball", "Teleporter", "Blank", "Crystal Forge", "Stop Sign",
)  # fmt: skip
_SPINNERS = ("Spin-up Spinner", "Spin-down Spinner")


def ruleset(rules: str = EARLY) -> str:
    """Rules in our words, for a game that goes on for as long as one likes."""
    return RULES[rules].text.replace("With 15 crystals", "With 15000 crystals")


def pins(rules: str = EARLY) -> tuple[Binding, ...]:
    """What an operator's file holds who accepted these wordings."""
    return RULES[rules].pins(ruleset(rules))


def rulebook(rules: str = EARLY) -> Rulebook:
    """The rules, in force."""
    return GAME.rulebook(ruleset(rules), pins(rules))


def start(book: Rulebook, now: datetime) -> State:
    """All players on the board with some items, in phase 1."""
    _, board = full_board()
    turns = book.has(WHEEL)
    items = _STOCK[EARLY if turns else LATE]
    players = {name: replace(player, items=items) for name, player in board.players.items()}
    spaces = board.spaces if turns else _later(board.spaces)
    rotation = board.wheel_rotation if turns else None
    return replace(
        board, now=now, started=now, phase=1, players=players, spaces=spaces,
        wheel_rotation=rotation,
    )  # fmt: skip


def gamestate(book: Rulebook, now: datetime) -> str:
    """The gamestate page that says so."""
    return GAME.write(GAME.new_page(book, now, "Cycle 15"), book, start(book, now))


def _later(spaces: Mapping[int, Space]) -> Mapping[int, Space]:
    """The board with the later types in place of spinners and of many blank spaces."""
    plain = [each.id for each in spaces.values() if each.type in ("Blank", *_SPINNERS) and each.id]
    kinds = {id_: _LATER[number % len(_LATER)] for number, id_ in enumerate(plain)}
    return {id_: replace(space, type=kinds.get(id_, space.type)) for id_, space in spaces.items()}
