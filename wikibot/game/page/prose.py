"""Single values of a gamestate, in prose (``Wheel Rotation: 8``) or key tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from wikibot.game.page.board import hidden
from wikibot.game.page.cells import (
    HIDDEN,
    CellError,
    Codec,
    Vocabulary,
    blanked,
    parsed,
    spelled,
    unread,
    visible,
    without_asides,
)
from wikibot.game.page.sheet import heading, tables_outside
from wikibot.game.problems import Unreadable
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.escape import decode_value
from wikibot.wikitext.lines import PageSection, sections
from wikibot.wikitext.messages import say
from wikibot.wikitext.plain import plain
from wikibot.wikitext.table_reader import Table, read_tables
from wikibot.wikitext.table_writer import RemoveRow, SetCell, UnsafeEdit, rewrite

# == A notes cell: labelled values (``Pseudo-type: Thin Ice``) among other notes, which stay =======

_ENTITY = re.compile(r"&(?:#\w+|[A-Za-z]\w*);", re.ASCII)
LEFT_OVER = "left over"
_MOST_COMMAS = 100  # in a note, at which its value may end
_BRACES = re.compile(r"\{[^{}]*\}")
_REGION = re.compile(rf"(?:[^;.\n{HIDDEN}]|\.(?=\w))*")
_NEXT_LABEL = re.compile(r",\s*[^\W\d][\w -]{0,40}[:=]")
_CLOSING = re.compile(r"^(?:\]\]|'{2,})+")


class _Found(Struct, frozen=True):
    """Where a labelled value stands: its label, the value, what follows up to the next note."""

    label: int
    start: int
    end: int
    rest: int


class Note(Struct, frozen=True):
    """One labelled value of a cell.

    It ends at a semicolon, full stop, line break or next label, or with its braces. Where all of
    that is not a value, the longest part up to a comma that is one counts; the rest is left over.
    """

    label: str
    codec: Codec[Any]

    def parse(self, text: str) -> Any:
        """The value, None where there is no such note. Raises ``CellError``."""
        found = self._find(text)
        value = text[found.start : found.end] if found else ""
        return self.codec.parse(value) if plain(value) else None

    def left_over(self, text: str) -> str:
        """What follows the value in its note and does not belong to it."""
        found = self._find(text)
        return plain(text[found.end : found.rest]).strip(" ,") if found else ""

    def render(self, value: Any, old: str = "") -> str:
        found = self._find(old)
        if value is None:
            return _without(old, found) if found else old
        new = self.codec.render(value, old[found.start : found.end] if found else "")
        if not re.fullmatch(r"[^,;.]*|\{[^{}]*\}", _ENTITY.sub("x", new)):
            new = spelled(plain(new))
        if found:
            return old[: found.start] + new + old[found.end :]
        return f"{old}{'; ' if plain(old) else ''}{self.label}: {new}"

    def _find(self, text: str) -> _Found | None:
        if ":" not in text and "=" not in text:
            return None
        words = r"[-\s]?".join(re.escape(word) for word in re.split(r"[-\s]", self.label))
        shown = _ENTITY.sub(lambda found: "x" * len(found[0]), visible(text))
        label = re.search(rf"(?<!\w){words}{HIDDEN}*\s*[:=][ \t{HIDDEN}]*", shown, re.IGNORECASE)
        if label is None:
            return None
        at = label.end()
        braces = _BRACES.match(shown, at)
        if braces:
            return _Found(label.start(), at, braces.end(), braces.end())
        region = _REGION.match(shown, at)
        end = region.end() if region else at
        following = _NEXT_LABEL.search(shown, at, end)
        return self._taken(text, shown, label.start(), at, following.start() if following else end)

    def _taken(self, text: str, shown: str, label: int, at: int, rest: int) -> _Found:
        """As much of a note as is a value; up to the first comma where nothing is."""
        commas = [found.start() for found in re.finditer(",", shown[at:rest])][:_MOST_COMMAS]
        ends = [rest, *(at + comma for comma in reversed(commas))]
        ends = [at + len(shown[at:end].rstrip(" \t")) for end in ends]
        fits = (end for end in ends if self._is_value(text[at:end]))
        return _Found(label, at, next(fits, ends[-1]), rest)

    def _is_value(self, text: str) -> bool:
        try:
            value = self.codec.parse(text)
        except CellError:
            return False
        known: Vocabulary | None = getattr(self.codec, "known", None)
        return known is None or value is None or known.find(str(value)) is not None


def _without(text: str, found: _Found) -> str:
    tail = _CLOSING.sub("", text[found.end :])  # what closed the value's own markup
    before = text[: found.label]
    return before.rstrip(" ,;") + tail if before.strip() else tail.lstrip(" ,;")


class Notes(Struct, frozen=True):
    """Codec for the labelled values of a cell, by field; a field without a note is missing.

    Under ``LEFT_OVER`` stands what follows a value without belonging to it, for a person to see.
    """

    notes: Mapping[str, Note]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that have a note."""
        return tuple(self.notes)

    def parse(self, text: str) -> dict[str, Any]:
        found = {name: note.parse(text) for name, note in self.notes.items()}
        left = tuple(
            f"{note.label}: {rest}"
            for note in self.notes.values()
            if (rest := note.left_over(text))
        )
        return {name: value for name, value in found.items() if value is not None} | (
            {LEFT_OVER: left} if left else {}
        )

    def render(self, value: Mapping[str, Any], old: str = "") -> str:
        now = self.parse(old)
        for name, note in self.notes.items():
            if now.get(name) != value.get(name):
                old = note.render(value.get(name), old)
        return old


# == Single values of a gamestate, in prose (``Wheel Rotation: 8``) or key tables ==================

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
    before = text[: found.spot.start]
    blank = " " if before.endswith(":") and new else ""  # of a line that had no value so far
    return before + blank + new + text[found.spot.end :]


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
            if (spec.titled or not spec.line)
            else ()
        )
        for table, row in _keyed(text).get(fold(label), ()):
            cell = table.cell(row, 1)
            if cell is not None and not cell.header:
                yield Spot(label, cell.value, cell.value_start, cell.value_end, table, row, 1)


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
    skipped = [*hidden(text), *((table.start, table.end) for table in read_tables(text)), *headings]
    return blanked(shown, sorted(skipped))


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


@lru_cache(maxsize=8)
def _keyed(text: str) -> Mapping[str, Sequence[tuple[Table, int]]]:
    """The rows of a page that begin with a header cell, by what it says."""
    found: dict[str, list[tuple[Table, int]]] = {}
    for table in tables_outside(text):
        for key, row in table.row_keys.items():
            found.setdefault(key, []).append((table, row))
    return found
