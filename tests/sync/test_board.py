"""The drawn board in a sync: on the page and, if wanted, as a file beside the pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.game.board.pictures import picture
from tests.game.tiny import GAMESTATE, Tiny
from tests.sync.world import World, settings_of
from wikibot.game.game import MainNumber
from wikibot.game.page.board import BEGIN, END, board_wikitext
from wikibot.wiki.errors import NotAllowed

DIG = "* dig -- 2d4 (1, 3) = 4"
FILE = "Board.svg"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which all who have stones stand on the board.

    The gamestate page has a heading for it.
    """
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
    return world


def with_file(world: World) -> None:
    """Set board_file."""
    world.settings = settings_of(world.folder, bot={"board_file": FILE})


def test_the_section_shows_the_state_that_is_saved(world: World) -> None:
    """The drawing is of the same edit as the state.

    What people wrote stands around it unchanged.
    """
    world.add("Ann", DIG)
    world.sync()

    board = board_wikitext(picture("Ann", "Bea"))
    drawn = f"== Board ==\n{BEGIN}{board}{END}\n== Notes ==\nThat is all.\n"
    assert drawn in world.text("State")


def test_a_heading_alone_is_reason_enough(world: World) -> None:
    """Who adds the heading gets the drawing with the next sync.

    Then nothing is edited again.
    """
    world.sync()
    edits = world.revisions("State")
    world.sync(force=True)

    assert (BEGIN in world.text("State"), world.revisions("State")) == (True, edits)


def test_the_file_is_written_beside_the_pages(world: World) -> None:
    """With board_file set, the picture is an SVG of the state that was saved."""
    with_file(world)
    world.add("Ann", DIG)
    world.sync()

    assert '<desc id="desc">Phase II; Ann, Bea: 0</desc>' in (world.folder / FILE).read_text(
        encoding="utf-8"
    )


def test_the_file_waits_for_a_sync_without_news(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it shows all that came meanwhile."""
    with_file(world)
    world.sync()
    before = (world.folder / FILE).read_text(encoding="utf-8")
    monkeypatch.setattr(Tiny, "picture", lambda *_: picture("Eve"))
    world.add("Ann", DIG)
    world.sync()
    meanwhile = (world.folder / FILE).read_text(encoding="utf-8")
    world.later()

    assert before == meanwhile
    assert "Eve" in (world.folder / FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize("there", ["<svg><title>My cat</title></svg>", "notes", ""])
def test_a_file_of_somebody_else_is_not_written_over(world: World, there: str) -> None:
    """It is no such picture; the report says so, and the game goes on."""
    with_file(world)
    (world.folder / FILE).write_text(there)
    world.add("Ann", DIG)
    report = world.sync()

    assert (report.exit_code, len(report.outcomes)) == (0, 1)
    assert f"{FILE} is no such picture of the bot's" in report.notes[-1]
    assert (world.folder / FILE).read_text() == there


def test_an_upload_that_fails_is_a_note(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game goes on: the line is played and answered.

    The report says what to do about the file.
    """
    with_file(world)
    world.add("Ann", DIG)

    def refuse(*_: object) -> bool:
        raise NotAllowed("uploads are off", remedy="Switch them on.")

    monkeypatch.setattr(world.wiki, "put_file", refuse)
    report = world.sync()

    assert (report.exit_code, len(report.outcomes)) == (0, 1)
    assert f"{FILE} could not be written: uploads are off. Switch them on." in report.notes


def on_its_page(world: World) -> None:
    """Set board_page."""
    with_file(world)
    world.settings = settings_of(world.folder, bot={"board_page": "State/Board"})


def test_a_board_with_a_page_to_itself_is_shown_on_the_gamestate(world: World) -> None:
    """The gamestate has one line for it, so that its diffs show what happened."""
    on_its_page(world)
    world.add("Ann", DIG)
    world.sync()

    assert f"{BEGIN}{{{{:State/Board}}}}\n{END}" in world.text("State")
    assert board_wikitext(picture("Ann", "Bea")) in world.text("State/Board")


def test_the_pages_are_saved_when_they_change_alone(world: World) -> None:
    """A line that leaves the board as it is costs no edit of its page;
    nor does a lost journal twice.
    """
    on_its_page(world)
    world.add("Ann", DIG)
    world.sync()
    world.add("Ann", DIG)
    world.sync()
    assert world.sync().idle
    assert 1 == world.revisions("State/Board")

    world.forget()
    world.sync()
    world.sync()
    assert 1 == world.revisions("State/Board")


def test_what_people_save_on_that_page_stays(world: World) -> None:
    """The bot says so and goes on; it draws again when they take it back."""
    on_its_page(world)
    world.add("Ann", DIG)
    world.sync()
    drawing = world.text("State/Board")
    world.edit("Ann", "State/Board", "Our own drawing")
    report = world.sync()

    assert "Our own drawing\n" == f"{world.text('State/Board').strip()}\n"
    assert any("State/Board was saved by Ann" in note for note in report.notes)
    assert drawing


def test_a_board_that_was_drawn_on_the_gamestate_moves(world: World) -> None:
    """Setting the key is all that it takes, and unsetting it takes it back."""
    world.add("Ann", DIG)
    world.sync()
    assert "<div" in world.text("State")
    on_its_page(world)
    world.add("Ann", DIG)
    world.sync()
    assert "<div" not in world.text("State")

    with_file(world)
    world.add("Ann", DIG)
    world.sync()
    assert "<div" in world.text("State")


def test_a_chart_is_drawn_once_a_day(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game without phases; each player's line goes on from what the log says."""
    number = MainNumber("Stones", lambda player: player.count("Stone"))
    monkeypatch.setattr(Tiny, "main_number", number)
    monkeypatch.setattr(Tiny, "has_phases", False)
    with_file(world)
    world.settings = replace(world.settings, bot=replace(world.settings.bot, board_file="",
                                                         chart_file="Chart.svg"))  # fmt: skip
    path = world.folder / "Chart.svg"
    for day in range(3):
        world.add("Ann", DIG)
        world.sync()
        world.sync()  # not beside what is played
        drawn = path.read_text()
        world.add("Ann", DIG)
        world.sync()
        world.sync()
        assert drawn == path.read_text(), day
        world.now += timedelta(days=1)

    assert "Ann 20" in drawn
    assert 3 == sum(f"2024-01-0{day}" in drawn for day in (5, 6, 7))
