"""Sections of a page by their headings, with exact offsets.

Headings are found by a scan of lines rather than with mwparserfromhell. Measured against
MediaWiki's own result, that library takes headings inside templates, takes ``== A == more`` for
one, joins two headings when italics in the first are not closed, and needs 36 ms for a page of 500
lines, where this scan needs under one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from wikibot.wikitext.dialect import fold
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import blocks, inside

_MAYBE = re.compile(r"^(?:=|<!--)", re.MULTILINE)


class PageSection(Struct, frozen=True):
    """A section. Offsets are characters of the page; a heading's line break belongs to it."""

    title: str  # plain text
    level: int  # 1 to 6
    start: int  # of the heading
    heading_end: int  # where the section's own text starts
    own_end: int  # before the first subsection
    end: int  # after the last subsection
    path: tuple[str, ...]  # titles from the outermost section down to this one


@lru_cache(maxsize=8)
def sections(text: str) -> tuple[PageSection, ...]:
    """All sections of a page in order. Headings in comments, nowiki, pre and templates are none."""
    found = list(_headings(text)) if "=" in text else []
    built: list[PageSection] = []
    starts = [len(text)] * 8  # of the next heading by its level, which is 1 to 6
    ends: list[int] = []
    for _, level, start, _ in reversed(found):
        ends.append(min(starts[: level + 1]))
        starts[level] = start
    above: list[tuple[int, str]] = []
    for number, (title, level, start, heading_end) in enumerate(found):
        above = [*(upper for upper in above if upper[0] < level), (level, title)]
        own_end = found[number + 1][2] if number + 1 < len(found) else len(text)
        path = tuple(upper for _, upper in above)
        built.append(
            PageSection(title, level, start, heading_end, own_end, ends[-1 - number], path)
        )
    return tuple(built)


def section(text: str, *titles: str) -> PageSection | None:
    """The first section of the last title that stands under the other titles, outermost first.

    Titles are compared folded; titles between them may be left out.
    """
    wanted = [fold(title) for title in titles]
    return next((each for each in sections(text) if wanted and _leads_to(each.path, wanted)), None)


def _leads_to(path: Sequence[str], wanted: Sequence[str]) -> bool:
    steps = iter([fold(title) for title in path[:-1]])
    return fold(path[-1]) == wanted[-1] and all(title in steps for title in wanted[:-1])


def _headings(text: str) -> Iterator[tuple[str, int, int, int]]:
    """Title, level, start and end of each heading."""
    hidden = blocks(text)
    for found in _MAYBE.finditer(text):
        start = found.start()
        if inside(hidden, start):
            continue
        end = text.find("\n", start)  # a break inside a comment or template ends no line
        while end >= 0 and (block := inside(hidden, end)):
            end = text.find("\n", block[1])
        end = len(text) if end < 0 else end + 1
        level, title = _read(text[start:end])
        if level:
            yield plain(title), level, start, end


def _read(line: str) -> tuple[int, str]:
    """Level and title of a heading's line; level 0 for any other line.

    The level follows the shorter side; what the longer one has more belongs to the title.
    """
    line = _without_comments(line)
    if set(line) == {"="}:
        level = min((len(line) - 1) // 2, 6)
    else:
        level = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")), 6)
    return level, line[level : len(line) - level].strip() if level else ""


def _without_comments(line: str) -> str:
    """The line without comments and blanks at its two ends."""
    while line.startswith("<!--") and "-->" in line:
        line = line.partition("-->")[2]
    line = line.rstrip()
    while line.endswith("-->") and "<!--" in line:
        line = line.rpartition("<!--")[0].rstrip()
    start = line.rfind("<!--")  # one that never ends
    return line[:start].rstrip() if 0 <= start > line.rfind("-->") else line
