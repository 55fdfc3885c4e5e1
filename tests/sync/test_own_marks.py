"""Whatever people do to the bot's marks on the gamestate page, their text stays."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from pathlib import Path

import pytest

from tests.game.board.pictures import picture
from tests.game.tiny import ACTIONS
from tests.sync.world import DIG, World
from wikibot.config.games import load_game
from wikibot.game.page.board import BEGIN, END, board_wikitext
from wikibot.sync.run import sync
from wikibot.wikitext.own_marks import before_marks

OPEN = '<small class="wikibot-status">'


@pytest.fixture
def world(drawn: World) -> World:
    """A world with a drawn board that the bot has saved once."""
    drawn.add("Ann", DIG)
    drawn.sync()
    return drawn


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
    assert (after.count(f"\n{OPEN}Synced through "), report.problems) == (1, ())


def test_a_poem_between_the_comments_of_the_board_stays(world: World) -> None:
    """The drawing that people replaced is not drawn over.

    The report says how to have one again.
    """
    drawing = board_wikitext(picture("Ann", "Bea"))
    world.edit("Bea", "State", world.text("State").replace(drawing, "<div>A poem.</div>\n"))
    world.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    report = world.sync()

    assert f"{BEGIN}<div>A poem.</div>\n{END}" in world.text("State")
    assert any("Take the comments and what is left" in note for note in report.notes)


def test_without_the_two_comments_the_board_is_drawn_again(world: World) -> None:
    """As the note says."""
    text = world.text("State")
    world.edit("Bea", "State", text.replace(BEGIN, "").replace(END, "").replace("<div", "<p"))
    world.sync()

    assert BEGIN in world.text("State")


@pytest.mark.parametrize("lost", [BEGIN, END])
def test_a_board_without_one_of_its_comments_is_told(world: World, lost: str) -> None:
    """Where it ends is not known, so it stays; the status line says so, and how to go on."""
    world.edit("Bea", "State", world.text("State").replace(lost, ""))
    world.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    report = world.sync()
    status = world.text("State").rpartition(OPEN)[2]

    assert (len(report.outcomes), lost in world.text("State")) == (1, False)
    assert "or one of them is gone" in status
    assert any("Take the comments and what is left" in note for note in report.notes)


def test_what_a_game_adds_goes_before_the_marks(tmp_path: Path) -> None:
    """The first thing that the records hold, and a section that is made anew:
    the marks stay last.
    """
    world = World(tmp_path)
    world.settings = dataclasses.replace(
        world.settings, game=dataclasses.replace(world.settings.game, rules="cycle15")
    )
    game = load_game("cycle15")
    pages = game.demo().pages
    plain = pages["Gamestate"].partition("== Records ==")[0]
    for title, text in (("Rules", pages["Ruleset"]), ("State", plain), ("Play", ACTIONS)):
        world.edit("Sam", title, text)
    for line in ("help", "join", "leave: yes"):
        world.add("Zoe", f"* {line}")
        world.now += timedelta(minutes=1)
        sync(world.settings, game, world.wiki, world.journal)
    lines = world.text("State").rstrip().split("\n")

    assert "== Records ==" in lines
    assert lines[-2].startswith('<small class="wikibot-status">')
    assert lines[-1].startswith("<!-- wikibot {")
    world.close()


def test_what_a_game_adds_goes_above_all_marks_of_the_bot() -> None:
    """Also where the form's news stand between the status line and the cursor."""
    marks = (
        '<small class="wikibot-status">x</small>\n\n<!-- wikibot-form {} -->\n<!-- wikibot {} -->'
    )

    assert before_marks(f"Text.\n{marks}", len(f"Text.\n{marks}")) == len("Text.\n")
