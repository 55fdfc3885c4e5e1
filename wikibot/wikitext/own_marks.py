"""Where a page may hold marks of the bot (status line, hidden comment, drawn board), and where a new one may go.

Decisions: a mark counts only at the top level of a page, on lines of its own. What stands in
nowiki, a comment, a template or a table is text about a mark. Of several marks of one kind the last
counts, for the bot adds at the end. A mark that is added goes before whatever is never closed (a
comment, a table), which would swallow it otherwise.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from wikibot.wikitext.elements import Kind, Span
from wikibot.wikitext.preprocessor import set_aside
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_values import Table

_NOWIKI = re.compile(r"<nowiki(?=[\s>])[^<>]*>", re.IGNORECASE)
_SHOWN = re.compile(r"<nowiki>([^<]*)</nowiki>")
_WORD = re.compile(r"&#?\w+;|[^\w ]|_")


class TopLevel:
    """What of a text is set aside or stands in a table, to be asked about places in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = set_aside(text).outermost
        tables = _outermost((each.start, each.end) for each in read_tables(text))
        self._covered = (([span.start for span in self.spans], [span.end for span in self.spans]),
                         ([start for start, _ in tables], [end for _, end in tables]))  # fmt: skip

    def has(self, at: int) -> bool:
        """Whether a character is on the top level."""
        return not any(_inside(starts, ends, at) for starts, ends in self._covered)

    def in_table(self, at: int) -> bool:
        """Whether a character stands in a table."""
        return _inside(*self._covered[1], at)

    def whole_line(self, start: int, end: int) -> bool:
        """Whether there is nothing but these characters on their lines."""
        return self.text[start - 1 : start] in ("", "\n") and self.text[end : end + 1] in (
            "",
            "\n",
            "\r",
        )

    def comments(self) -> Iterator[Span]:
        """The comments that are closed and stand on lines of their own, outside tables and all that is set aside."""
        for span in self.spans:
            if (
                span.kind is Kind.COMMENT
                and span.inner[1] < span.end
                and not self.in_table(span.start)
            ):
                yield span


def _outermost(spans: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def _inside(starts: Sequence[int], ends: Sequence[int], at: int) -> bool:
    number = bisect_right(starts, at) - 1
    return number >= 0 and at < ends[number]


def place_at_end(text: str) -> int:
    """Where a mark may be added: the end of the text, or before what is never closed and reaches to the end."""
    place = len(text)
    for span in reversed(set_aside(text).outermost[-1:]):
        endless = span.end == len(text) and span.inner[1] == len(text)
        if endless and (span.kind is Kind.COMMENT or span.tag == "includeonly"):
            place = span.start
    outer: list[Table] = []
    for table in read_tables(text):
        if not outer or table.start >= outer[-1].end:
            outer.append(table)
    for table in reversed(
        outer
    ):  # of tables that are never closed, each ends where the next begins
        if table.close != table.end or table.end < place:
            break
        place = table.start
    return place


def added_at_end(text: str, mark: str) -> str:
    """The text with a mark on a line of its own at its end; every other byte stays."""
    at = place_at_end(text)
    before, after = text[:at], text[at:]
    gap = "" if not before or before.endswith("\n") else "\n"
    rest = "" if not after or mark.endswith("\n") else "\n"
    return f"{before}{gap}{mark}{rest}{after}"


def has_open_nowiki(text: str) -> bool:
    """Whether a ``<nowiki>`` stands open: text as long as nobody closes it, which a ``</nowiki>`` of ours would do."""
    if "<nowiki" not in text.casefold():
        return False
    top = TopLevel(text)
    starts, ends = [span.start for span in top.spans], [span.end for span in top.spans]
    return any(not _inside(starts, ends, found.start()) for found in _NOWIKI.finditer(text))


def without_nowiki(wikitext: str) -> str:
    """Wikitext of ours that shows the same without ``<nowiki>``, for pages on which that tag stands open."""
    return _SHOWN.sub(lambda found: _WORD.sub(_entity, found[1]), wikitext)


def _entity(found: re.Match[str]) -> str:
    return found[0] if len(found[0]) > 1 else f"&#{ord(found[0])};"
