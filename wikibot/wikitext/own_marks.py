"""Where a page may hold marks of the bot (status line, comment, board), and where a new one may go.

Decisions: a mark counts only at the top level of a page, alone on its lines. What stands in
nowiki, a comment, a template or a table is text about a mark. Of several marks of one kind the last
counts, for the bot adds at the end. A mark that is added goes before whatever is never closed (a
comment, a table), which would swallow it otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from wikibot.wikitext.matching import frame
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import Interval, Span, SpanKind, covering, set_aside, without
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import outer_tables, read_tables
from wikibot.wikitext.table_writer import UnsafeEdit

STATUS = "wikibot-status"  # the class of the status line
_MARKS = (f'<small class="{STATUS}">', "<!-- wikibot-form {", "<!-- wikibot {")
_NOWIKI = regex(r"<nowiki(?=[\s>])[^<>]*>", re.IGNORECASE)
_SHOWN = regex(r"<nowiki>([^<]*)</nowiki>")
_WORD = regex(r"&#?\w+;|[^\w ]|_")


class TopLevel:
    """What of a text is set aside or stands in a table, to be asked about places in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._spans = set_aside(text).outermost
        self._asides = [(span.start, span.end) for span in self._spans]
        self._tables = [(table.start, table.end) for table in outer_tables(text)]

    def has(self, at: int) -> bool:
        return not (covering(self._asides, at) or covering(self._tables, at))

    def whole_line(self, start: int, end: int) -> bool:
        """Whether there is nothing but these characters on their lines."""
        before, after = self.text[start - 1 : start], self.text[end : end + 1]
        return before in ("", "\n") and after in ("", "\n", "\r")

    def comments(self) -> list[Span]:
        """The closed comments outside tables and all else that is set aside."""
        return [
            span
            for span in self._spans
            if span.kind is SpanKind.COMMENT and span.inner[1] < span.end
            and not covering(self._tables, span.start)
        ]  # fmt: skip


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
    """The place ``at``, or before the bot's status line and hidden comments that end there.

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


# ==================================================================================================
# Compares a page that is about to be saved with the page that was read: what people wrote
# stays.
#
# A game may change cells and rows of tables (each change is checked by itself, see
# ``table_check``), a value in a line, a line that is nothing but a label and its value, and add
# lines. Around the bot's own marks every byte must be as it was.
#
# The lines are compared by Myers's algorithm: its time is the length of the page times the number
# of changes, whatever the page looks like.

MOST_CHANGES = 1000  # lines that come or go in one edit
_LABEL = regex(r"[^:=\n]{1,120}[:=]")
_LABELLED = regex(r"[*#:;\s]*\w[^:=\n]{0,80}[:=]|\S{0,60}")
_KEPT_WORD = regex(r"\S{0,60}")
_BREAKS = regex(r"[\r\n]+")

_Token = str | tuple[str, ...]  # a line; of a table what no game changes of it
_Step = tuple[str, _Token]  # stays, comes or goes: =, +, -


def check_written(before: str, after: str, *, lists: bool = False) -> None:
    """Raise :class:`UnsafeEdit` if a game's new page lacks anything of the old one but values.

    ``lists``: the game keeps its state in list items, so that those may come and go.
    """
    if before == after:
        return
    for gone, come in _hunks(_tokens(before), _tokens(after)):
        spare = list(come)
        for line in gone:
            twin = next((at for at, new in enumerate(spare) if _is_adapted(line, new)), None)
            if twin is not None:
                del spare[: twin + 1]
            elif not isinstance(line, str):
                raise UnsafeEdit(_would_go(f"the table {' | '.join(line[2:8])!r}"))
            elif not (_is_value(line) or (lists and line.startswith(("*", "#")))):
                raise UnsafeEdit(_would_go(repr(line[:80])))


def check_marked(before: str, after: str, old: Sequence[Interval], new: Sequence[Interval]) -> None:
    """Raise :class:`UnsafeEdit` if two pages differ anywhere but in the bot's marks.

    ``old`` and ``new``: where the marks stand. Line breaks next to a mark are no difference.
    """
    around = (without(page, sorted(spans), "\n") for page, spans in ((before, old), (after, new)))
    was, now = (_BREAKS.sub("\n", text).strip("\n") for text in around)
    if was != now:
        raise UnsafeEdit("the page around the bot's own lines would change")
    if _tables(before, old) != _tables(after, new):
        raise UnsafeEdit("the bot's own lines would change how a table on the page reads")


def _would_go(what: str) -> str:
    return f"text that is not the bot's would go: {what}"


def _tokens(text: str) -> list[_Token]:
    """The lines of a page; a table is one token."""
    found: list[_Token] = []
    at = 0
    for table in outer_tables(text):
        found += text[at : table.start].split("\n")
        found.append((table.attrs, table.caption, *table.headers))
        at = table.end
    return found + text[at:].split("\n")


def _is_value(line: str) -> bool:
    """Whether a line is nothing but a label and its value, or a value alone."""
    said = plain(line)
    found = _LABELLED.match(said)
    return found is not None and (found[0][-1:] in (":", "=") or found.end() == len(said))


def _is_adapted(line: _Token, new: _Token) -> bool:
    """Whether a line became the other by a change of one word, or of what is behind its label."""
    if not isinstance(line, str) or not isinstance(new, str) or not line.strip():
        return line == new
    head, tail = frame(line, new)
    words, label = (line[head : len(line) - tail], new[head : len(new) - tail]), _LABEL.match(line)
    return all(map(_KEPT_WORD.fullmatch, words)) or (label is not None and head >= label.end())


def _tables(text: str, spans: Sequence[Interval]) -> list[object]:
    return [
        (table.attrs, table.caption, [[cell.value for cell in row.cells] for row in table.rows])
        for table in read_tables(text)
        if not any(start <= table.start < end for start, end in spans)
    ]


# -- the difference of two lists of lines ----------------------------------------------------------


def _hunks(
    old: Sequence[_Token], new: Sequence[_Token]
) -> Iterator[tuple[list[_Token], list[_Token]]]:
    """What goes and what comes, place by place."""
    for kept, group in groupby(_steps(old, new), key=lambda step: step[0] == "="):
        if not kept:
            changes = list(group)
            gone = [token for mark, token in changes if mark == "-"]
            yield gone, [token for mark, token in changes if mark == "+"]


def _steps(old: Sequence[_Token], new: Sequence[_Token]) -> list[_Step]:
    """A shortest way between two lists. Source: E. Myers, An O(ND) Difference Algorithm (1986)."""
    trace, at = list[dict[int, int]](), {1: 0}
    for changes in range(min(len(old) + len(new), MOST_CHANGES) + 1):
        trace.append(at)
        at = dict(at)
        for diagonal in range(-changes, changes + 1, 2):
            down = _goes_down(at, diagonal, changes)
            x = at[diagonal + 1] if down else at[diagonal - 1] + 1
            while x < len(old) and x - diagonal < len(new) and old[x] == new[x - diagonal]:
                x += 1
            at[diagonal] = x
            if x >= len(old) and x - diagonal >= len(new):
                return _way_back(old, new, trace)
    raise UnsafeEdit(f"more than {MOST_CHANGES} lines of the page would change")


def _goes_down(at: dict[int, int], diagonal: int, changes: int) -> bool:
    """Whether the way to a diagonal adds a line of the new list."""
    if abs(diagonal) == changes:
        return diagonal == -changes
    return at[diagonal - 1] < at[diagonal + 1]


def _way_back(
    old: Sequence[_Token], new: Sequence[_Token], trace: Sequence[dict[int, int]]
) -> list[_Step]:
    steps: list[_Step] = []
    x, y = len(old), len(new)
    for changes in range(len(trace) - 1, -1, -1):
        at, diagonal = trace[changes], x - y
        down = _goes_down(at, diagonal, changes)
        before = diagonal + 1 if down else diagonal - 1
        start_x = at[before]
        start_y = start_x - before
        while x > max(start_x, 0) and y > max(start_y, 0):
            x, y = x - 1, y - 1
            steps.append(("=", old[x]))
        if changes:
            steps.append(("+", new[start_y]) if down else ("-", old[start_x]))
        x, y = start_x, start_y
    return steps[::-1]
