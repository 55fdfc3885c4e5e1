"""Whatever people do to the bot's marks on the gamestate page, their text stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game.board.pictures import picture
from tests.game.tiny import GAMESTATE, Tiny
from tests.sync.world import World
from wikibot.game.page.board_section import BEGIN, END
from wikibot.game.page.board_wikitext import board_wikitext

DIG = "* dig -- 2d4 (1, 3) = 4"
OPEN = '<small class="wikibot-status">'


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world with a drawn board that the bot has saved once."""
    monkeypatch.setattr(
        Tiny,
        "picture",
        lambda _game, state, _book: picture(*(n for n, p in state.players.items() if p.items)),
    )
    world = World(tmp_path)
    world.edit(
        "Sam",
        "State",
        GAMESTATE.replace("That is all.", "== Board ==\n\n== Notes ==\nThat is all."),
    )
    world.add("Ann", DIG)
    world.sync()
    return world


@pytest.mark.parametrize(
    "mark",
    [
        f"{OPEN}is how it begins.",
        f"See {OPEN}Synced through noon.</small> here.",
        f"<nowiki>{OPEN}</nowiki>",
        f"<!-- {OPEN} -->",
        f"{{|\n! Notes\n|-\n| {OPEN}\n|}}",
        f"{BEGIN}Bea's poem.\n{END}",
        BEGIN,
    ],
)
def test_marks_that_people_write_end_nothing(world: World, mark: str) -> None:
    """The next save renews the bot's own lines and leaves theirs where they are."""
    page = world.text("State").replace(
        "Our game.\n", f"Our game.\n{mark}\nThe rules of our house.\n"
    )
    world.edit("Bea", "State", page)
    world.add("Bea", "* dig -- 2d4 (2, 2) = 4")
    report = world.sync()

    after = world.text("State")
    assert f"Our game.\n{mark}\nThe rules of our house.\n" in after
    assert "* Bea: 9 stones" in after
    assert (after.count(f"\n{OPEN}Synced through 2024"), report.problems) == (1, ())


def test_a_poem_between_the_comments_of_the_board_stays(world: World) -> None:
    """The drawing that people replaced is not drawn over.

    The report says how to have one again.
    """
    drawing = board_wikitext(picture("Ann", "Bea"))
    world.edit("Bea", "State", world.text("State").replace(drawing, "<div>A poem.</div>\n"))
    world.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    report = world.sync()

    assert f"{BEGIN}<div>A poem.</div>\n{END}" in world.text("State")
    assert any("Take the two comments off" in note for note in report.notes)


def test_without_the_two_comments_the_board_is_drawn_again(world: World) -> None:
    """As the note says."""
    text = world.text("State")
    world.edit("Bea", "State", text.replace(BEGIN, "").replace(END, "").replace("<div", "<p"))
    world.sync()

    assert BEGIN in world.text("State")
