"""A gamestate page is saved whole or not at all.

Nothing that people wrote goes, whatever marks they put there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tests.game.board.pictures import picture
from wikibot.config.games import load_game
from wikibot.game.page.board import BEGIN, END, board_wikitext, is_drawing, put_board
from wikibot.game.state import State
from wikibot.storage.cursor import Cursor, read_cursor
from wikibot.sync.gamestate_page import StatusLine, find_status, finished, lay_over, put_status
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.own_marks import check_marked, check_written
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_writer import UnsafeEdit

NOW = parse_time("2024-01-05T12:00:00Z")
CURSOR = Cursor(synced=NOW, run="0123abcd")
STATE = State(NOW)
SAID = StatusLine(CURSOR, STATE, "Stewards")
STATUS = put_status("", SAID).strip()
DRAWING = board_wikitext(picture("Ann"))
BLOCKS = (
    "Our status: <small class=\"wikibot-status\">Synced through spring.</small> So we say.",
    '<small class="wikibot-status">\nThe rest of the page\nis ours.',
    '<small class="wikibot-status">Ours alone.</small>',
    f"As an example: {STATUS} That is it.",
    f"<nowiki>\n{STATUS}\n</nowiki>",
    f"<!--\n{STATUS}\n-->",
    f"{{|\n! Notes\n|-\n|\n{STATUS}\nA note.\n|}}",
    "</small>",
    f"{BEGIN}Ann's poem,\nin two lines.\n{END.strip()}",
    f"{BEGIN}<div>\nA poem in a box.\n</div>\n{END.strip()}",
    BEGIN.strip(),
    END.strip(),
    f"<nowiki>\n{BEGIN}</nowiki>\nA rule between.\n<nowiki>\n{END}</nowiki>",
    f"{{|\n! Notes\n|-\n|\n{BEGIN}A note.\n{END}|}}",
    "<nowiki><!-- wikibot {} --></nowiki>",
    "<!-- a note -->",
    "== Board ==",
    "<nowiki>",
    "Ann's {{fish}} and [[link]]s; 8 of them.",
)  # fmt: skip
LAST = (
    "", "A last word.", "<!-- never closed\nand more", "{|\n! Notes\n|-\n| never closed\nand more",
    "<nowiki>\nopen", "{|\n" * 40,
)  # fmt: skip


def demo_with(blocks: Sequence[str], last: str) -> str:
    """The demo's page with what people added between its sections and at its end."""
    page = load_game("cycle15").demo().pages["Gamestate"]
    parts = page.split("\n== ")
    added = (
        "".join(f"\n{block}\n" for block in blocks[n :: len(parts)]) for n in range(len(parts))
    )
    filled = [part + text for part, text in zip(parts, added, strict=True)]
    return "\n== ".join(filled) + f"\n{last}"


def lines_left(page: str, after: str) -> list[str]:
    """The lines of a page that are not on the other, in order."""
    found, at, left = after.split("\n"), 0, []
    for line in filter(None, page.split("\n")):
        if line in found[at:]:
            at = found.index(line, at) + 1
        else:
            left.append(line)
    return left


@given(st.lists(st.sampled_from(BLOCKS), max_size=6), st.sampled_from(LAST), st.booleans())
def test_every_line_of_peoples_stays(blocks: list[str], last: str, known: bool) -> None:
    """Marks in prose, nowiki, comments, cells.

    Two saves in a row change the bot's own lines and cells, no others.
    """
    game, page = load_game("cycle15"), demo_with(blocks, last)
    book = game.rulebook(game.demo().pages["Ruleset"])
    reading = game.read(page, book, NOW)
    if reading.unreadable:  # as where one block's nowiki ends behind a table
        return
    first = finished(lay_over(game, page, book, reading.state).text, SAID)
    moved = {
        name: structs.replace(player, items={"Crystal": 3})
        for name, player in reading.state.players.items()
    }
    later = replace(CURSOR, synced=NOW + timedelta(hours=1), run="4567cdef")
    own = first if known else None
    state = structs.replace(reading.state, players=moved, wheel_rotation=5)
    second = finished(
        lay_over(game, first, book, state, own).text, StatusLine(later, STATE, "Stewards", own)
    )

    assert lines_left(page, first) == []
    changed = [
        line
        for line in lines_left(page, second)
        if not line.startswith("|") and "Wheel Rotation" not in line
    ]
    assert changed == []
    assert (
        second.count('\n<small class="wikibot-status">Synced through 13:00, 5 January 2024 (UTC)')
        == 1
    )
    assert read_cursor(second) == later


@pytest.mark.parametrize("last", LAST)
def test_the_demo_can_be_saved_whatever_is_left_open_at_its_end(last: str) -> None:
    """What is never closed swallows neither the status line nor the cursor, and stops nothing."""
    game, page = load_game("cycle15"), demo_with((), last)
    book = game.rulebook(game.demo().pages["Ruleset"])

    new = finished(lay_over(game, page, book, game.read(page, book, NOW).state).text, SAID)

    assert (lines_left(page, new), read_cursor(new)) == ([], CURSOR)
    assert find_status(new) is not None


def test_a_line_that_only_looks_like_the_bots_stays_where_its_own_is_known() -> None:
    """Somebody copies the form and puts their words into it: the bot knows what it wrote itself."""
    forged = '<small class="wikibot-status">Synced through <nowiki>thick and thin</nowiki>.</small>'
    own = put_status("Text.\n", StatusLine(CURSOR, STATE))

    after = put_status(own + forged, StatusLine(replace(CURSOR, synced=None), STATE, own=own))

    assert after == f'Text.\n<small class="wikibot-status">Not synced yet.</small>\n{forged}'


def test_a_drawing_that_is_not_the_bots_stays() -> None:
    """A drawing in the bot's own form stays, where the bot knows another one as its last."""
    own = put_board("== Board ==\n", DRAWING)
    theirs = own.replace("Ann", "Bea")

    assert put_board(theirs, board_wikitext(picture("Cid")), own) == theirs
    assert put_board(own, board_wikitext(picture("Cid")), own) == put_board(
        "== Board ==\n", board_wikitext(picture("Cid"))
    )


@given(st.lists(st.text(min_size=1), max_size=3))
def test_any_drawing_is_known_as_one(names: list[str]) -> None:
    """Whatever players are called, what the bot draws is what it takes for a drawing."""
    assert is_drawing(board_wikitext(picture(*names)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Text of people.\n* Wheel: 3\n", "* Wheel: 4\n"),
        ("Text of people.\n", "Text of bots alone.\n"),
        ("{|\n! A\n|-\n| 1\n|}\n", ""),
        ("{|\n! A\n|-\n| 1\n|}\n", "{|\n! B\n|-\n| 1\n|}\n"),
        ("* An item that says nothing\n", ""),
    ],
)
def test_a_game_that_writes_too_much_is_stopped(before: str, after: str) -> None:
    """A fault in a game cannot take a line, a table or a header off the page."""
    with pytest.raises(UnsafeEdit):
        check_written(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Text.\n* Wheel: 3\nText.\n", "Text.\n* Wheel: 4\nText.\n"),
        ("It is currently '''Phase I'''.\n", "It is currently '''Phase II'''.\n"),
        ("* Judge: Ann\nText.\n", "Text.\n"),
        ("Text.\n", "Text.\n\n== Records ==\n* Started: 2024\n"),
        ("{|\n! A\n|-\n| 1\n|}\n", "{|\n! A\n|-\n| 2\n|-\n| 3\n|}\n"),
        (
            "a\n" * 5000 + "* Wheel: 3\n" + "a\n" * 5000,
            "a\n" * 5000 + "* Wheel: 4\n" + "a\n" * 5000,
        ),
    ],
)
def test_what_games_write_may_change(before: str, after: str) -> None:
    """Values in lines, lines of a label and a value, rows, and whatever is added."""
    check_written(before, after)


def test_marks_that_change_how_a_table_reads_are_refused() -> None:
    """A mark inside a table would be taken for the end of its last cell."""
    table = "{|\n! A\n|-\n| 1"

    with pytest.raises(UnsafeEdit, match="table"):
        check_marked(table, f"{table}\nmark\n", [], [(len(table) + 1, len(table) + 5)])
    assert read_tables(table)[0].value(0, 0) == "1"
