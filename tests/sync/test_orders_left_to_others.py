"""What one player's line leaves to another waits for that other, whatever becomes of the line."""

from __future__ import annotations

from rules.cycle15 import GAME
from rules.cycle15.state import State
from tests.sync.test_enacting import Cycle
from tests.sync.test_items_on_the_ruleset import said, world
from wikibot.game.state import Kind

__all__ = ["world"]  # a fixture
BOARD = "0 leads to 1; 1 leads to 2; 2 leads to 3; 3 leads to 0, 4; 4 leads to 0; Ann is on 0"


def state(world: Cycle) -> State:
    """The state that the page holds."""
    return GAME.read(world.text("State"), GAME.rulebook(world.text("Rules")), world.now).state


def asked(world: Cycle) -> list[str]:
    """What unfinished orders wait for."""
    return [each.asks for each in state(world).pending if each.kind is Kind.ACTION]


def test_who_takes_their_line_back_takes_nothing_back_from_others(world: Cycle) -> None:
    """Bea changed Ann's roll and deletes the line that had asked her how.

    Ann's move still waits for Ann alone.
    """
    said(world, "Sam", f"correct {BOARD}; Bea gains 1 Draught of Fudging")
    said(world, "Ann", "move -- 2d4 (1, 2) = 3")
    said(world, "Bea", "use Draught of Fudging")
    said(world, "Bea", "choose +1")
    waits = asked(world)
    kept = [line for line in world.text("Play").split("\n") if "use Draught" not in line]
    world.edit("Bea", "Play", "\n".join(kept))
    world.sync()
    still = asked(world)
    said(world, "Ann", "choose 4")

    assert waits == still == ["space 4 of 4, after 3: 0, 4"]
    assert state(world).players["Ann"].location == 4
