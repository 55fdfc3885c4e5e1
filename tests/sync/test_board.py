"""The drawn board in a sync: on the page and, if wanted, as a file beside the pages."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.game.board.pictures import picture
from tests.game.tiny import ACTIONS, Tiny
from tests.sync.world import DIG, World, settings_of
from wikibot.config.games import load_game
from wikibot.game.game import MainNumber
from wikibot.game.page.board import BEGIN, END, board_wikitext
from wikibot.sync.run import sync
from wikibot.wiki.errors import NotAllowed
from wikibot.wikitext.own_marks import before_marks

FILE = "Board.svg"


@pytest.fixture
def world(drawn: World) -> World:
    """A world whose board is drawn."""
    return drawn


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


# Whatever people do to the bot's marks on the gamestate page, their text stays.


OPEN = '<small class="wikibot-status">'


@pytest.fixture
def once(world: World) -> World:
    """A world with a drawn board that the bot has saved once."""
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
def test_marks_that_people_write_end_nothing(once: World, mark: str) -> None:
    """The next save renews the bot's own lines and leaves theirs where they are."""
    page = once.text("State").replace(
        "Our game.\n", f"Our game.\n{mark}\nThe rules of our house.\n"
    )
    once.edit("Bea", "State", page)
    once.add("Bea", "* dig -- 2d4 (2, 2) = 4")
    report = once.sync()

    after = once.text("State")
    assert f"Our game.\n{mark}\nThe rules of our house.\n" in after
    assert "* Bea: 9 stones" in after
    assert (after.count(f"\n{OPEN}Synced through "), report.problems) == (1, ())


def test_a_poem_between_the_comments_of_the_board_stays(once: World) -> None:
    """The drawing that people replaced is not drawn over.

    The report says how to have one again.
    """
    drawing = board_wikitext(picture("Ann", "Bea"))
    once.edit("Bea", "State", once.text("State").replace(drawing, "<div>A poem.</div>\n"))
    once.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    report = once.sync()

    assert f"{BEGIN}<div>A poem.</div>\n{END}" in once.text("State")
    assert any("Take the comments and what is left" in note for note in report.notes)


def test_without_the_two_comments_the_board_is_drawn_again(once: World) -> None:
    """As the note says."""
    text = once.text("State")
    once.edit("Bea", "State", text.replace(BEGIN, "").replace(END, "").replace("<div", "<p"))
    once.sync()

    assert BEGIN in once.text("State")


@pytest.mark.parametrize("lost", [BEGIN, END])
def test_a_board_without_one_of_its_comments_is_told(once: World, lost: str) -> None:
    """Where it ends is not known, so it stays; the status line says so, and how to go on."""
    once.edit("Bea", "State", once.text("State").replace(lost, ""))
    once.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    report = once.sync()
    status = once.text("State").rpartition(OPEN)[2]

    assert (len(report.outcomes), lost in once.text("State")) == (1, False)
    assert "or one of them is gone" in status
    assert any("Take the comments and what is left" in note for note in report.notes)


def test_what_a_game_adds_goes_before_the_marks(tmp_path: Path) -> None:
    """The first thing that the records hold, and a section that is made anew:
    the marks stay last.
    """
    once = World(tmp_path)
    once.settings = dataclasses.replace(
        once.settings, game=dataclasses.replace(once.settings.game, rules="cycle15")
    )
    game = load_game("cycle15")
    pages = game.demo().pages
    plain = pages["Gamestate"].partition("== Records ==")[0]
    for title, text in (("Rules", pages["Ruleset"]), ("State", plain), ("Play", ACTIONS)):
        once.edit("Sam", title, text)
    for line in ("help", "join", "leave: yes"):
        once.add("Zoe", f"* {line}")
        once.now += timedelta(minutes=1)
        sync(once.settings, game, once.wiki, once.journal)
    lines = once.text("State").rstrip().split("\n")

    assert "== Records ==" in lines
    assert lines[-2].startswith('<small class="wikibot-status">')
    assert lines[-1].startswith("<!-- wikibot {")
    once.close()


def test_what_a_game_adds_goes_above_all_marks_of_the_bot() -> None:
    """Also where the form's news stand between the status line and the cursor."""
    marks = (
        '<small class="wikibot-status">x</small>\n\n<!-- wikibot-form {} -->\n<!-- wikibot {} -->'
    )

    assert before_marks(f"Text.\n{marks}", len(f"Text.\n{marks}")) == len("Text.\n")
