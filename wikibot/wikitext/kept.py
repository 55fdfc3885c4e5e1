"""Compares a page that is about to be saved with the page that was read: what people wrote must all be there.

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
from wikibot.wikitext.table_changes import UnsafeEdit
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_values import Table

MOST_CHANGES = 1000  # lines that come or go in one edit
_LABEL = re.compile(r"[^:=\n]{1,120}[:=]")
_LABELLED = re.compile(r"[*#:;\s]*\w[^:=\n]{0,80}[:=]|\S{0,60}")
_WORD = re.compile(r"\S{0,60}")
_BREAKS = re.compile(r"[\r\n]+")

Span = tuple[int, int]


def check_written(before: str, after: str, *, lists: bool = False) -> None:
    """Raise :class:`UnsafeEdit` if a game's new page lacks anything of the old one but values.

    ``lists``: whether the game keeps its state in list items of its own, so that those may come and
    go.
    """
    if before == after:
        return
    for gone, come in _hunks(_tokens(before), _tokens(after)):
        spare = list(come)
        for line in gone:
            twin = next((new for new in spare if _is_adapted(line, new)), None)
            if twin is not None:
                del spare[: spare.index(twin) + 1]
            elif not isinstance(line, str) or not (
                _is_value(line) or (lists and line.startswith(("*", "#")))
            ):
                raise UnsafeEdit(f"text that is not the bot's would go: {_said(line)}")


def check_marked(before: str, after: str, old: Sequence[Span], new: Sequence[Span]) -> None:
    """Raise :class:`UnsafeEdit` if, but for the bot's marks at these places, anything differs between two pages.

    Line breaks next to a mark are no difference; nor is what stands inside of one.
    """
    if _without(before, old) != _without(after, new):
        raise UnsafeEdit("the page around the bot's own lines would change")
    if _tables(before, old) != _tables(after, new):
        raise UnsafeEdit("the bot's own lines would change how a table on the page reads")


def _tokens(text: str) -> list[str | tuple[str, ...]]:
    """The lines of a page; a table is one token, which says what no game changes of it."""
    found: list[str | tuple[str, ...]] = []
    at = 0
    for table in _outer(read_tables(text)):
        found += text[at : table.start].split("\n")
        found.append((table.attrs, table.caption, *table.headers))
        at = table.end
    return found + text[at:].split("\n")


def _outer(tables: Sequence[Table]) -> Iterator[Table]:
    end = 0
    for table in tables:
        if table.start >= end:
            yield table
            end = table.end


def _is_value(line: str) -> bool:
    """Whether a line is nothing but a label and its value, or a value alone."""
    said = plain(line)
    found = _LABELLED.match(said)
    return found is not None and (found[0][-1:] in (":", "=") or found.end() == len(said))


def _is_adapted(line: str | tuple[str, ...], new: str | tuple[str, ...]) -> bool:
    """Whether a line became the other by a change of one value in it: one word, or what stands behind its label."""
    if not isinstance(line, str) or not isinstance(new, str) or not line.strip():
        return line == new
    shorter = min(len(line), len(new))
    head = next((at for at in range(shorter) if line[at] != new[at]), shorter)
    tail = next(
        (at for at in range(shorter - head) if line[-1 - at] != new[-1 - at]), shorter - head
    )
    words, label = (line[head : len(line) - tail], new[head : len(new) - tail]), _LABEL.match(line)
    return all(map(_WORD.fullmatch, words)) or (label is not None and head >= label.end())


def _said(token: str | tuple[str, ...]) -> str:
    return repr(token[:80]) if isinstance(token, str) else f"the table {' | '.join(token[2:8])!r}"


def _without(text: str, spans: Sequence[Span]) -> str:
    at, pieces = 0, []
    for start, end in sorted(spans):
        pieces += [text[at:start], "\n"]
        at = end
    return _BREAKS.sub("\n", "".join([*pieces, text[at:]])).strip("\n")


def _tables(text: str, spans: Sequence[Span]) -> list[object]:
    return [
        (table.attrs, table.caption, [[cell.value for cell in row.cells] for row in table.rows])
        for table in read_tables(text)
        if not any(start <= table.start < end for start, end in spans)
    ]


# -- the difference of two lists of lines ----------------------------------------------------------

_Token = str | tuple[str, ...]
_Step = tuple[str, _Token]  # stays, comes or goes: =, +, -


def _hunks(
    old: Sequence[_Token], new: Sequence[_Token]
) -> Iterator[tuple[list[_Token], list[_Token]]]:
    """What goes and what comes, place by place."""
    steps = _steps(old, new)
    for kept, group in groupby(steps, key=lambda step: step[0] == "="):
        if not kept:
            changes = list(group)
            yield (
                [token for mark, token in changes if mark == "-"],
                [token for mark, token in changes if mark == "+"],
            )


def _steps(old: Sequence[_Token], new: Sequence[_Token]) -> list[_Step]:
    """A shortest way from one list to the other. Source: E. Myers, An O(ND) Difference Algorithm (1986)."""
    trace, at = list[dict[int, int]](), {1: 0}
    for changes in range(min(len(old) + len(new), MOST_CHANGES) + 1):
        trace.append(at)
        at = dict(at)
        for diagonal in range(-changes, changes + 1, 2):
            down = diagonal == -changes or (
                diagonal != changes and at[diagonal - 1] < at[diagonal + 1]
            )
            x = at[diagonal + 1] if down else at[diagonal - 1] + 1
            while x < len(old) and x - diagonal < len(new) and old[x] == new[x - diagonal]:
                x += 1
            at[diagonal] = x
            if x >= len(old) and x - diagonal >= len(new):
                return _way_back(old, new, trace)
    raise UnsafeEdit(f"more than {MOST_CHANGES} lines of the page would change")


def _way_back(
    old: Sequence[_Token], new: Sequence[_Token], trace: Sequence[dict[int, int]]
) -> list[tuple[str, _Token]]:
    steps: list[tuple[str, _Token]] = []
    x, y = len(old), len(new)
    for changes in range(len(trace) - 1, -1, -1):
        at, diagonal = trace[changes], x - y
        down = diagonal == -changes or (diagonal != changes and at[diagonal - 1] < at[diagonal + 1])
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
