"""The drawn board lives in its own part of the page:
people opt in, and nothing of theirs is touched.
"""

from __future__ import annotations

import pytest

from wikibot.game.page.board import BEGIN, END, drawn, is_own, put_board, undrawn, with_heading
from wikibot.game.page.cells import Integer
from wikibot.game.page.sheet import Column, Spec, Value, read_value

DRAWING = "<div>Space 7</div>\n<div>Wheel: 9</div>\n"
TABLE = "{|\n! Space\n|-\n| 3\n|}\n"
SPEC = Spec("Spaces", (Column("id", ("Space",), Integer(), required=True),))
BLOCK = f"{BEGIN}{DRAWING}{END}"


def test_a_page_without_the_heading_stays() -> None:
    """Nobody gets a drawing who did not ask for it."""
    assert (
        put_board("Our game.\n\n== Spaces ==\n" + TABLE, DRAWING)
        == "Our game.\n\n== Spaces ==\n" + TABLE
    )


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("== Board ==\n", f"== Board ==\n{BLOCK}"),
        ("== Board ==", f"== Board ==\n{BLOCK}"),
        ("A\n== Board ==\n\n== Spaces ==\nB\n", f"A\n== Board ==\n{BLOCK}\n== Spaces ==\nB\n"),
        ("== board ==\n=== Old ===\nB\n", f"== board ==\n{BLOCK}\n=== Old ===\nB\n"),
        (f"== Board ==\n{TABLE}Wheel: 4\n", f"== Board ==\n{BLOCK}\n{TABLE}Wheel: 4\n"),
    ],
)
def test_the_drawing_begins_the_section(page: str, expected: str) -> None:
    """Whatever people keep in that section stays below it, byte for byte."""
    assert expected == put_board(page, DRAWING)


@pytest.mark.parametrize(
    "page", ["== Board ==\n", f"== Board ==\n{TABLE}\n== More ==\nx", "a\n== Board ==\n\nb\n"]
)
def test_another_drawing_takes_the_place_of_the_first(page: str) -> None:
    """Only what stands between the two comments changes; the same drawing changes nothing."""
    once = put_board(page, "<div>old</div>\n")

    assert (
        put_board(page, DRAWING)
        == put_board(once, DRAWING)
        == put_board(put_board(once, DRAWING), DRAWING)
    )


@pytest.mark.parametrize("lost", [BEGIN, END])
def test_a_damaged_drawing_is_left_alone(lost: str) -> None:
    """Without one of its two comments nobody knows where the drawing ends,
    so nothing is replaced.
    """
    page = put_board("== Board ==\n\n== More ==\nx\n", DRAWING).replace(lost, "")

    assert (put_board(page, "<div>new</div>\n"), drawn(page)) == (page, None)


def test_the_drawing_is_not_read() -> None:
    """Tables and lines in the drawing are no part of the state; those beside it are."""
    page = put_board(f"== Board ==\n{TABLE}Wheel: 4\n", DRAWING)

    assert [table.value(0, 0) for table in SPEC.tables(page)] == ["3"]
    assert read_value(page, Value("wheel", ("Wheel",), Integer())).value == 4


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("Text.\n\n== Players ==\n", "Text.\n\n== Board ==\n\n== Players ==\n"),
        ("Text.", "Text.\n\n== Board ==\n\n"),
        ("== Board ==\n", "== Board ==\n"),
    ],
)
def test_new_pages_get_the_heading(page: str, expected: str) -> None:
    """Before their first section, unless they have it."""
    assert expected == with_heading(page)


def test_a_page_without_its_drawing_is_the_page_that_people_wrote() -> None:
    """So that what changed can be shown without it."""
    page = "== Board ==\n\nOurs.\n"

    assert undrawn(put_board(page, "<div>drawing</div>\n")) == page == undrawn(page)


@pytest.mark.parametrize("drawing", ["", DRAWING], ids=["alone", "with the drawing"])
def test_what_people_put_between_the_comments_is_read(drawing: str) -> None:
    """A table that was moved there, or pasted, counts; the bot's own lines do not."""
    page = f"== Board ==\n{BEGIN}{drawing}{TABLE}Wheel: 4\n{END}"

    assert [table.value(0, 0) for table in SPEC.tables(page)] == ["3"]
    assert read_value(page, Value("wheel", ("Wheel",), Integer())).value == 4
    assert (put_board(page, DRAWING), is_own(page)) == (page, False)
