"""A ruleset page taken apart: whatever stands on it, each unit has a name of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.pond import CATALOGUES, PAGE, pins
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import read_rulebook
from wikibot.game.ruleset.units import MOST_UNITS, REST, read_units

LINES = st.sampled_from(
    [
        *PAGE.splitlines(), "== Baits ==", "{|", "|}", "|-", "! Name", "| Fly", "|Fly||x", "* Fly",
        '* "x"', "** x", "<!--", "-->",
    ]
)  # fmt: skip
PAGES = st.lists(st.one_of(LINES, st.text(max_size=12)), max_size=40).map("\n".join)
PINS = pins()


@given(PAGES)
def test_any_page_can_be_read(page: str) -> None:
    """No page is refused, each unit is found under its name, and each stands somehow."""
    book = read_rulebook(page, CATALOGUES, PINS)

    assert [unit.name for unit in book.units.values()] == list(book.units)
    assert {book.standing(name) for name in book.units} <= set(WordingStatus)


@given(PAGES)
def test_lines_are_those_of_the_page(page: str) -> None:
    """A section's line is the one that its heading stands on."""
    lines = page.split("\n")
    sections = [
        unit
        for unit in read_units(page, CATALOGUES).values()
        if unit.kind == "section" and unit.path
    ]

    assert [unit.line for unit in sections if "=" not in lines[unit.line - 1]] == []


@pytest.mark.parametrize("part", ["== a ==\n", "== a ==\nx\n", "==== a ====\n"])
def test_of_very_many_sections_the_rest_is_one_unit(part: str) -> None:
    """It waits for people; what stands before it counts."""
    before = read_rulebook(PAGE, CATALOGUES, PINS, {})
    book = read_rulebook(f"{PAGE}\n{part * MOST_UNITS}", CATALOGUES, PINS, {})

    assert len(book.units) <= MOST_UNITS + 1
    assert (list(book.units)[-1], book.standing(REST)) == (REST, WordingStatus.NEW)
    assert all(book.standing(each) == before.standing(each) for each in before.units)
    assert REST not in before.units


def test_of_a_very_long_page_the_rest_is_one_unit() -> None:
    """However it is written; the sections at the beginning count."""
    before = read_rulebook(PAGE, CATALOGUES, PINS, {})
    long = f"{PAGE}\n== More ==\n{'a <s>b ' * 300_000}\n== Last ==\nc\n"
    book = read_rulebook(long, CATALOGUES, PINS, {})

    assert list(book.units) == [*before.units, "More", REST]
    assert all(book.standing(each) == before.standing(each) for each in before.units)
    assert "400,000 characters" in book.unread("More")


@pytest.mark.parametrize("rows", ["* Fly: x\n", "|-\n| Fly || x\n"])
def test_of_very_many_rows_the_rest_is_one_unit(rows: str) -> None:
    """Likewise."""
    table = "{|\n! Name !! Description\n" if rows.startswith("|") else ""
    units = list(read_units(f"== Baits ==\n{table}{rows * (MOST_UNITS + 9)}", CATALOGUES))

    assert (len(units), units[-1]) == (MOST_UNITS + 1, REST)


def test_rows_without_a_name() -> None:
    """Rows that nobody named are units all the same, told apart by a number."""
    page = "== Baits ==\n{|\n! Name !! Description\n|-\n| || One.\n|-\n| || Two.\n|}\n"

    assert list(read_units(page, CATALOGUES)) == [
        "Baits",
        "Baits: (no name)",
        "Baits: (no name) (2)",
    ]


def test_two_tables_make_one_catalogue() -> None:
    """Tables back to back in one section belong together."""
    table = "{|\n! Name !! Description\n|-\n| %s || Swims.\n|}\n"
    page = "== Baits ==\n" + table % "Fly" + table % "Worm"

    assert list(read_units(page, CATALOGUES)) == ["Baits", "Baits: Fly", "Baits: Worm"]
