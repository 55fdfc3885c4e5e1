"""Where a page may hold marks of the bot (status line, comment, board), and where a new one may go.

Decisions: a mark counts only at the top level of a page, alone on its lines. What stands in
nowiki, a comment, a template or a table is text about a mark. Of several marks of one kind the last
counts, for the bot adds at the end. A mark that is added goes before whatever is never closed (a
comment, a table), which would swallow it otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wikibot.wikitext.elements import Span, SpanKind
from wikibot.wikitext.preprocessor import covering, set_aside
from wikibot.wikitext.table_reader import outer_tables

STATUS = "wikibot-status"  # the class of the status line
_MARKS = (f'<small class="{STATUS}">', "<!-- wikibot {")
_NOWIKI = re.compile(r"<nowiki(?=[\s>])[^<>]*>", re.IGNORECASE)
_SHOWN = re.compile(r"<nowiki>([^<]*)</nowiki>")
_WORD = re.compile(r"&#?\w+;|[^\w ]|_")


class TopLevel:
    """What of a text is set aside or stands in a table, to be asked about places in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._spans = set_aside(text).outermost
        self._asides = [(span.start, span.end) for span in self._spans]
        self._tables = [(table.start, table.end) for table in outer_tables(text)]

    def has(self, at: int) -> bool:
        """Whether a character is on the top level."""
        return not (covering(self._asides, at) or covering(self._tables, at))

    def whole_line(self, start: int, end: int) -> bool:
        """Whether there is nothing but these characters on their lines."""
        before, after = self.text[start - 1 : start], self.text[end : end + 1]
        return before in ("", "\n") and after in ("", "\n", "\r")

    def comments(self) -> Iterator[Span]:
        """The closed comments outside tables and all else that is set aside."""
        for span in self._spans:
            closed = span.kind is SpanKind.COMMENT and span.inner[1] < span.end
            if closed and not covering(self._tables, span.start):
                yield span


def place_at_end(text: str) -> int:
    """Where a mark may be added: the end of the text, or before what reaches there unclosed."""
    place = len(text)
    for span in set_aside(text).outermost[-1:]:
        endless = span.end == len(text) and span.inner[1] == len(text)
        if endless and (span.kind is SpanKind.COMMENT or span.tag == "includeonly"):
            place = span.start
    # Of tables that are never closed, each ends where the next begins.
    for table in reversed(outer_tables(text)):
        if table.close != table.end or table.end < place:
            break
        place = table.start
    return place


def before_marks(text: str, at: int) -> int:
    """The place ``at``, or before the bot's status line and hidden comment that end there.

    What a game adds to its page at the end goes before them, so that they stay the last.
    """
    place = len(text[:at].rstrip())
    while place:
        start = text.rfind("\n", 0, place) + 1
        if not text.startswith(_MARKS, start):
            break
        at, place = start, len(text[:start].rstrip())
    return at


def added_at_end(text: str, mark: str) -> str:
    """The text with a mark added as its last line; every other byte stays."""
    at = place_at_end(text)
    before, after = text[:at], text[at:]
    gap = "" if not before or before.endswith("\n") else "\n"
    rest = "" if not after or mark.endswith("\n") else "\n"
    return f"{before}{gap}{mark}{rest}{after}"


def has_open_nowiki(text: str) -> bool:
    """Whether a ``<nowiki>`` stands open: it is text until a ``</nowiki>`` of ours closed it."""
    if not _NOWIKI.search(text):
        return False
    spans = [(span.start, span.end) for span in set_aside(text).outermost]
    return any(not covering(spans, found.start()) for found in _NOWIKI.finditer(text))


def without_nowiki(wikitext: str) -> str:
    """Wikitext of ours that shows the same without the tag, for pages on which one stands open."""

    def entity(found: re.Match[str]) -> str:
        return found[0] if len(found[0]) > 1 else f"&#{ord(found[0])};"

    return _SHOWN.sub(lambda found: _WORD.sub(entity, found[1]), wikitext)
