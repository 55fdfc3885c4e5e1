"""Sections by their headings."""

from __future__ import annotations

import pytest

from tests.for_each import for_each
from wikibot.wikitext.lines import PageSection, section, sections

PAGE = """\
Lead
== Players ==
Alice
=== Former ''players'' ===
Bob
== Spaces == <!-- a list -->
0
"""


def _texts(page: str) -> list[tuple[int, str]]:
    return [(each.level, each.title) for each in sections(page)]


def test_offsets_lead_to_the_very_characters() -> None:
    """A section's offsets cut its heading, its own text,
    and all of it with subsections out of the page.
    """
    players = sections(PAGE)[0]

    assert (
        PAGE[players.start : players.heading_end],
        PAGE[players.heading_end : players.own_end],
        PAGE[players.own_end : players.end],
    ) == ("== Players ==\n", "Alice\n", "=== Former ''players'' ===\nBob\n")


def test_a_section_knows_where_it_stands() -> None:
    """Titles are plain text, and the path leads down to the section."""
    assert sections(PAGE)[1].path == ("Players", "Former players")


@pytest.mark.parametrize(
    ("titles", "found"),
    [
        (("players",), "Players"),
        (("PLAYERS", "former players"), "Former players"),
        (("spaces",), "Spaces"),
    ],
)
def test_a_section_is_found_by_its_titles(titles: tuple[str, ...], found: str) -> None:
    """Case makes no difference; an outer title narrows the search."""
    each = section(PAGE, *titles)

    assert each is not None
    assert each.title == found


@pytest.mark.parametrize("titles", [("Former",), ("Spaces", "Former players"), ()])
def test_a_section_that_is_not_there_is_none(titles: tuple[str, ...]) -> None:
    """A part of a title, a wrong outer title or no title finds nothing."""
    assert section(PAGE, *titles) is None


@for_each(
    "page, found",
    [
        ("<!--\n== A ==\n-->\n== B ==", [(2, "B")]),
        ("<nowiki>\n== A ==\n</nowiki>\n== B ==", [(2, "B")]),
        ("<pre>\n== A ==\n</pre>\n== B ==", [(2, "B")]),
        ("{{Box|\n== A ==\n}}\n== B ==", [(2, "B")]),
        ("{{Box|\n== A ==\n", [(2, "A")]),
        ("'''never closed\n== A ==", [(2, "A")]),
        ("[[never closed\n== A ==", [(2, "A")]),
        ("== ''A ==\n== B'' ==", [(2, "A"), (2, "B")]),
        ("== A == more", []),
        (" == A ==", []),
        ("=== A ==", [(2, "= A")]),
        ("== A ===", [(2, "A =")]),
        ("======== A ========", [(6, "== A ==")]),
        ("== A == <!-- b --> <!-- c -->", [(2, "A")]),
        ("<!-- b -->== A ==", [(2, "A")]),
        ("== A ==\r\n== B ==\r\n", [(2, "A"), (2, "B")]),
        ("==\n===\n=====", [(1, "="), (2, "=")]),
        ("== [[A|B]] &amp; <nowiki>''C''</nowiki> ==", [(2, "B & ''C''")]),
    ],
)
def test_only_real_headings_start_sections(page: str, found: list[tuple[int, str]]) -> None:
    """Levels and titles are those that MediaWiki shows."""
    assert _texts(page) == found


def test_a_page_without_headings_has_no_sections() -> None:
    """Text alone is not a section."""
    assert sections("a = b\n") == ()


def test_the_last_section_ends_with_the_page() -> None:
    """Without a line break at the end nothing is lost."""
    assert sections("== A ==") == (PageSection("A", 2, 0, 7, 7, 7, ("A",)),)
