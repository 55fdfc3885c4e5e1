"""Compares a page that is about to be saved with the page that was read: what people wrote stays.

A game may change cells and rows of tables (each change is checked by itself, see ``table_check``),
a value in a line, a line that is nothing but a label and its value, and add lines. Around the bot's
own marks every byte must be as it was.

The lines are compared by Myers's algorithm: its time is the length of the page times the number of
changes, whatever the page looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import Interval, without
from wikibot.wikitext.table_changes import UnsafeEdit
from wikibot.wikitext.table_reader import outer_tables, read_tables

MOST_CHANGES = 1000  # lines that come or go in one edit
_LABEL = re.compile(r"[^:=\n]{1,120}[:=]")
_LABELLED = re.compile(r"[*#:;\s]*\w[^:=\n]{0,80}[:=]|\S{0,60}")
_WORD = re.compile(r"\S{0,60}")
_BREAKS = re.compile(r"[\r\n]+")

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
    shorter = min(len(line), len(new))
    head = next((at for at in range(shorter) if line[at] != new[at]), shorter)
    rest = shorter - head
    tail = next((at for at in range(rest) if line[-1 - at] != new[-1 - at]), rest)
    words, label = (line[head : len(line) - tail], new[head : len(new) - tail]), _LABEL.match(line)
    return all(map(_WORD.fullmatch, words)) or (label is not None and head >= label.end())


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
