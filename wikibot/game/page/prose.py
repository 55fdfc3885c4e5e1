"""Single values of a gamestate, in prose (``Wheel Rotation: 8``) or key tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from wikibot.game.page.board_section import hidden
from wikibot.game.page.cells import CellError, Codec, parsed, unread
from wikibot.game.page.markup import HIDDEN, blanked, visible, without_asides
from wikibot.game.page.sheet import heading, tables_outside
from wikibot.game.problems import Unreadable
from wikibot.wikitext.cell_values import decode_value
from wikibot.wikitext.folding import fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.plain import plain
from wikibot.wikitext.sections import PageSection, sections
from wikibot.wikitext.table_changes import RemoveRow, SetCell, UnsafeEdit
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_writer import rewrite
from wikibot.wikitext.tables import Table

_GAP = rf"[ \t{HIDDEN}]*"
_TITLED = r"[^\s*#:;{|][^\n]{0,80}?(?<![.!?])"  # a name that fills a line
_TOKEN = r"[-−–+]?\w(?:[\w/'’:.-]*\w)?"  # noqa: S105  # one word or number


class Value(Struct, frozen=True, eq=False):
    """One labelled value. ``labels``: what it goes by, the first is used in a new line.

    ``phrases`` introduce it without a colon (``It is currently``); then ``word`` (``Phase``) must
    stand before it, so that other sentences are left alone. ``line``: the value is the rest of its
    line and its label begins the line; with ``titled`` the label may be a heading, too, and the
    value the only line below it, if that is not a sentence.
    """

    field: str
    labels: tuple[str, ...]
    codec: Codec[Any]
    phrases: tuple[str, ...] = ()
    word: str = ""
    line: bool = False
    titled: bool = False
    default: Any = None  # what it is where the page does not say
    counted: bool = False  # where the page does not say, it follows from the rest


class Spot(Struct, frozen=True):
    """Where a value stands: characters of the page, or a cell of a table."""

    label: str
    text: str
    start: int
    end: int
    table: Table | None = None
    row: int = 0
    column: int = 0


class ReadValue(Struct, frozen=True):
    """What a page says about one value. ``value``: None where that is nothing or unreadable."""

    spot: Spot | None = None
    value: Any = None
    unreadable: Unreadable | None = None


@lru_cache(maxsize=64)
def read_value(text: str, spec: Value) -> ReadValue:
    """Find a value by its label outside comments: in prose first, then in key/value tables.

    Those of the last few pages are remembered, as tables are.
    """
    for spot in _spots(text, spec):
        try:
            return ReadValue(spot, parsed(spec.codec, spot.text))
        except CellError as error:
            if spot.label in spec.labels:
                return ReadValue(spot, None, _problem(text, spot, error))
        except Exception as error:  # noqa: BLE001  # one value can cost only itself
            return ReadValue(spot, None, _problem(text, spot, CellError(unread(error, spot.label))))
    return ReadValue()


def write_value(text: str, spec: Value, value: Any) -> str | None:
    """The page with another value in the same place; None where the page has no place for it.

    Raises ``UnsafeEdit`` where the present value cannot be read.
    """
    found = read_value(text, spec)
    if found.unreadable:
        raise UnsafeEdit(str(found.unreadable))
    if found.spot is None or found.value == value:
        return text if found.spot else None
    new = spec.codec.render(value, found.spot.text)
    if found.spot.table:
        return rewrite(
            text, found.spot.table, [SetCell(found.spot.row, found.spot.column, decode_value(new))]
        )
    return text[: found.spot.start] + new + text[found.spot.end :]


def remove_value(text: str, spec: Value) -> str:
    """The page without a value's line or row. Raises ``UnsafeEdit`` where its line says more."""
    spot = read_value(text, spec).spot
    if spot is None:
        return text
    if spot.table:
        return rewrite(text, spot.table, [RemoveRow(spot.row)])
    start = text.rfind("\n", 0, spot.start) + 1
    end = text.find("\n", spot.end)
    end = len(text) if end < 0 else end
    rest = plain(text[start : spot.start] + text[spot.end : end])
    label = rf"(?:{'|'.join(map(re.escape, spec.labels))})\s*[:=.]?" if spot.label else ""
    if not re.fullmatch(rf"[*#:;\s]*{label}\W*", rest, re.IGNORECASE):
        raise UnsafeEdit(
            say(
                "line {!r} says more than {}: take the value out by hand",
                text[start:end],
                spot.label,
            )
        )
    return text[:start] + text[end + 1 :]


def new_line(spec: Value, value: Any) -> str:
    """A new line for a value: ``* Wheel Rotation: 8``."""
    return f"* {spec.labels[0]}: {spec.codec.render(value)}"


def _problem(text: str, spot: Spot, error: CellError) -> Unreadable:
    return Unreadable(
        heading(text, spot.start, "top of the page"), spot.label, "value", spot.text, error.expected
    )


def _spots(text: str, spec: Value) -> Iterator[Spot]:
    """Places in the order of trust: label and colon (must be readable); phrases; headings; rows."""
    shown = _outside_tables(text, spec.line)
    for label, pattern in _patterns(spec.labels, spec.phrases, spec.word, spec.line):
        yield from _matches(text, shown, label, pattern)
    for label in spec.labels:
        yield from (
            _below_heading(text, shown, label, _TITLED if spec.titled else _TOKEN)
            if _headed(spec)
            else ()
        )
        yield from _rows(text, label)


@lru_cache(maxsize=256)
def _patterns(
    labels: tuple[str, ...], phrases: tuple[str, ...], word: str, line: bool
) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What a value is found by, each with the label that it is reported under."""
    before = rf"(?:{word}{_GAP})" if word else ""
    found: list[tuple[str, str]] = []
    for label in labels:
        if line:
            start = rf"^[*#:; \t'{HIDDEN}]*{_words(label)}['{HIDDEN}]*"
            found.append((label, rf"{start}[ \t]*[:=]['{HIDDEN}]*[ \t]*(?P<value>[^\n]*?)[ \t]*$"))
        else:
            value = rf"(?P<value>{_TOKEN}|[^\s{HIDDEN}]+|(?=\n|$))"
            found.append((label, rf"(?<!\w){_words(label)}{_GAP}[:=]{_GAP}{before}?{value}"))
    for phrase in (*phrases, *(f"{label} is" for label in labels if not line)):
        value = rf"{_words(phrase)}{_GAP}(?:(?:now|currently){_GAP})?{before}(?P<value>{_TOKEN})"
        found.append((phrase, rf"(?<!\w){value}"))
    return tuple(
        (label, re.compile(pattern, re.IGNORECASE | re.MULTILINE)) for label, pattern in found
    )


def _matches(text: str, shown: str, label: str, pattern: re.Pattern[str]) -> Iterator[Spot]:
    if not all(word in _letters(shown) for word in label.casefold().split()):
        return  # which is known much faster than by the pattern
    for found in pattern.finditer(shown):
        start, end = found.span("value")
        yield Spot(label, text[start:end], start, end)


@lru_cache(maxsize=8)
def _letters(shown: str) -> str:
    """A text in which each letter is the one by which patterns know it, whatever its case."""
    return shown.casefold().replace("i\u0307", "i").replace("\u0131", "i")


def lines_outside_tables(text: str) -> str:
    """What is visible of a page, as long as before, without its board, tables and headings."""
    return _outside_tables(text, True)


def _words(label: str) -> str:
    return r"[ \t]+".join(re.escape(word) for word in label.split())


@lru_cache(maxsize=8)
def _outside_tables(text: str, line: bool) -> str:
    """What is visible of a page, as long as before; board, tables and headings are hidden, too.

    ``line``: links stay as they are written. The last few pages are remembered: many values are
    looked for on one.
    """
    shown = without_asides(text) if line else visible(text)
    headings = [
        (each.start, each.start + len(text[each.start : each.heading_end].rstrip()))
        for each in sections(text)
    ]
    skipped = [
        *hidden(text),
        *((table.start, table.end) for table in read_tables(text)),
        *headings,
    ]
    return blanked(shown, sorted(skipped))


def _headed(spec: Value) -> bool:
    """Whether a heading may stand for a value's label."""
    return spec.titled or not spec.line


def _below_heading(text: str, shown: str, label: str, value: str) -> Iterator[Spot]:
    """A value that stands alone below a heading of its name; anything else there is talk."""
    stop = r"\.?" if value is _TOKEN else ""
    for each in _titled(text).get(fold(label), ()):
        alone = re.compile(rf"[\s*#:;'{HIDDEN}]*(?P<value>{value})['{HIDDEN}]*{stop}[ \t]*(?=\n|$)")
        found = alone.match(shown, each.heading_end, each.own_end)
        if found and (
            value is _TOKEN or not shown[found.end() : each.own_end].strip(f" \t\n{HIDDEN}")
        ):
            start, end = found.span("value")
            yield Spot("", text[start:end], start, end)


@lru_cache(maxsize=8)
def _titled(text: str) -> Mapping[str, Sequence[PageSection]]:
    """The sections of a page by their folded titles."""
    found: dict[str, list[PageSection]] = {}
    for each in sections(text):
        found.setdefault(fold(each.title), []).append(each)
    return found


def _rows(text: str, label: str) -> Iterator[Spot]:
    for table, row in _keyed(text).get(fold(label), ()):
        cell = table.cell(row, 1)
        if cell is not None and not cell.header:
            yield Spot(label, cell.value, cell.value_start, cell.value_end, table, row, 1)


@lru_cache(maxsize=8)
def _keyed(text: str) -> Mapping[str, Sequence[tuple[Table, int]]]:
    """The rows of a page that begin with a header cell, by what it says."""
    found: dict[str, list[tuple[Table, int]]] = {}
    for table in tables_outside(text):
        for key, row in table.row_keys.items():
            found.setdefault(key, []).append((table, row))
    return found
