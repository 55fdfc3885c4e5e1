"""A ruleset page as units of wording: sections, and the table rows and list items that are rules of their own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from wikibot.wikitext.fingerprints import Fingerprints, fingerprints, normalise
from wikibot.wikitext.folding import fold
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import blocks, inside
from wikibot.wikitext.sections import Section, sections
from wikibot.wikitext.tables import Table, parse_tables

TOP = "(top)"  # the unit of what stands before the first heading
_ITEM = re.compile(r"[*#](?![*#:;])[ \t]*(?P<item>.*(?:\n[*#:;]{2,}.*)*)\n?", re.MULTILINE)
_CLAUSE = re.compile(r"[,;:(]\s|\s(?=[(–—])|\s-\s|\.\s")
_QUOTED = re.compile(r"(?P<name>.+?)(?<!\s)\s++[\"“](?P<text>.*?)[\"”]?\s*", re.DOTALL)


@dataclass(frozen=True)
class Catalogue:
    """A section whose table rows or named list items are units of their own, called e.g. ``Garbage: Fish``.

    ``key`` is the column of the names; ``columns`` are those that say what a row does. None given:
    all but ``key`` and ``ID``. Other columns may come and go without touching the rows. ``owned``:
    its names are those of things that stand on the gamestate, where one that the page does not have
    any more is held. ``signs``: rules name its items by the emoji beside their names, so that these
    are part of the wording.
    """

    section: str
    key: str = "Name"
    columns: tuple[str, ...] = ()
    owned: bool = False
    signs: bool = False

    def name(self, title: str) -> str:
        """The unit name of one of its rows or items."""
        return f"{self.section}: {title}"


@dataclass(frozen=True)
class Unit:
    """One unit of a ruleset page.

    ``name`` is unique in the page; ``title`` is what the page calls it. ``kind``: ``section``,
    ``row`` or ``item``. ``text`` is the raw wikitext of the unit alone, of a catalogue's section
    with the headings that matter and without the table; ``meaning`` is the part of it that the
    normalised fingerprint is of. ``cells`` are plain text: of a row, one for each of ``columns`` as
    far as it goes; of an item, name and quoted text.
    """

    name: str
    kind: str
    path: tuple[str, ...]
    text: str
    start: int
    line: int
    cells: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    title: str = ""
    meaning: str = ""
    catalogue: str = ""  # of a row or item: the section of its catalogue

    @cached_property
    def prints(self) -> Fingerprints:
        """Fingerprints of the wording; of a row or item those of what it does, however its line is written."""
        return fingerprints(
            self.text if self.kind == "section" else self.meaning, meaning=self.meaning
        )

    @property
    def empty(self) -> bool:
        """Whether it says nothing beyond its name."""
        return not normalise(self.meaning)

    def cell(self, column: str) -> str:
        """The value of a column, found by its header; "" where the row has no such cell."""
        wanted = fold(column)
        found = (
            cell
            for header, cell in zip(self.columns, self.cells, strict=False)
            if fold(header) == wanted
        )
        return next(found, "")


@dataclass(frozen=True)
class _Piece:
    """A row or item as found: offsets in the page, its cells, and those of them that say what it does."""

    kind: str
    start: int
    end: int
    title: str
    cells: tuple[str, ...]
    columns: tuple[str, ...]
    meaning: str
    shown_at: int  # where a reader finds it: the first cell, not the line that opens the row
    quoted: bool = False  # an item with its text in quotes


def read_units(
    text: str, catalogues: Sequence[Catalogue] = (), known: Collection[str] = ()
) -> Mapping[str, Unit]:
    """All units of a page in the order in which they stand. ``known``: names of units that the game expects.

    A title that occurs twice is told apart by its parent: ``Parent/Title``.
    """
    parts = sections(text)
    homes = {_home(text, parts, each, known): each for each in catalogues}
    found = [*_top(text, parts)]
    for number, part in enumerate(parts):
        found += _section_units(text, part, homes.get(number))
    lines = _Lines(text)
    unique = _unique(found)
    return {name: replace(unit, name=name, line=lines.of(unit.start)) for name, unit in unique}


class _Lines:
    """Line numbers for offsets that only grow."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.number = text, 0, 1

    def of(self, offset: int) -> int:
        self.number += self.text.count("\n", self.at, offset) if offset > self.at else 0
        self.at = max(self.at, offset)
        return self.number


def _unique(units: Sequence[Unit]) -> Iterator[tuple[str, Unit]]:
    """Each unit with a name that no other has."""
    count: dict[str, int] = {}
    for unit in units:
        count[unit.name] = count.get(unit.name, 0) + 1
    taken: dict[str, int] = {}
    for unit in units:
        name = unit.name
        if count[name] > 1 and unit.kind == "section" and len(unit.path) > 1:
            name = f"{unit.path[-2]}/{name}"
        taken[name] = taken.get(name, 0) + 1
        yield (name if taken[name] == 1 else f"{name} ({taken[name]})"), unit


def _top(text: str, parts: Sequence[Section]) -> Iterator[Unit]:
    lead = text[: parts[0].start] if parts else text
    if normalise(lead):
        yield Unit(TOP, "section", (), lead, 0, 1, title=TOP, meaning=lead)


def _section_units(text: str, part: Section, catalogue: Catalogue | None) -> Iterator[Unit]:
    """A section's own unit, then its rows and items where it is a catalogue."""
    pieces, tables = _pieces(text, part, catalogue) if catalogue else ((), ())
    spans = [
        *((each.start, each.end) for each in tables),
        *((p.start, p.end) for p in pieces if p.kind == "item"),
    ]
    head = "\n".join(_heads(tables, pieces, catalogue)) if catalogue else ""
    own = _without(text, part, spans) + (f"\n{head}" if head else "")
    title = part.title
    yield Unit(title, "section", part.path, own, part.start, 0, title=title, meaning=own)
    if catalogue is None:
        return
    for piece in pieces:
        raw = text[piece.start : piece.end]
        yield Unit(
            catalogue.name(piece.title), piece.kind, part.path, raw, piece.shown_at, 0, piece.cells, piece.columns,
            piece.title, piece.meaning, catalogue.section,
        )  # fmt: skip


def _heads(
    tables: Sequence[Table], pieces: Sequence[_Piece], catalogue: Catalogue
) -> Iterator[str]:
    """What a catalogue's tables say beside their rows, and names that stand there twice.

    Of the headings those of the columns that matter, in their order; others may come and go.
    """
    known = [fold(each) for each in (catalogue.key, *catalogue.columns)]
    for table in tables:
        headings = [each for each in table.headers if not catalogue.columns or fold(each) in known]
        yield " ¦ ".join(headings)
        yield from filter(None, (table.caption.strip(),))
    names = [fold(piece.title) for piece in pieces]
    yield from (f"twice: {name}" for name in dict.fromkeys(names) if names.count(name) > 1)


def reread(unit: Unit, catalogue: Catalogue | None, text: str) -> Unit | None:
    """A unit as it would be with another text of its own; None where that is no such unit any more."""
    if unit.kind == "section":
        return replace(unit, text=text, meaning=text)
    if catalogue is None:
        return None
    table = (
        f"{{|\n! {' !! '.join(unit.columns)}\n{text.rstrip()}\n|}}\n"
        if unit.kind == "row"
        else text
    )
    found = read_units(f"== {catalogue.section} ==\n{table}", (catalogue,))
    rows = [each for each in found.values() if each.catalogue]
    if len(rows) != 1:
        return None
    return replace(rows[0], name=unit.name, path=unit.path, start=unit.start, line=unit.line)


def _without(text: str, part: Section, spans: Sequence[tuple[int, int]]) -> str:
    """A section's own text without some spans of the page."""
    out, at = "", part.heading_end
    for start, end in sorted(spans):
        out, at = out + text[at:start], max(at, end)
    return out + text[at : part.own_end]


# -- rows and items --------------------------------------------------------------------------------


def _home(text: str, parts: Sequence[Section], catalogue: Catalogue, known: Collection[str]) -> int:
    """Which section holds a catalogue: by its title, or the one with most of the names that are known; -1: none."""
    titled = [
        number for number, part in enumerate(parts) if fold(part.title) == fold(catalogue.section)
    ]
    for number in titled:
        if _pieces(text, parts[number], catalogue)[0]:
            return number
    wanted = {fold(name): None for name in known if name.startswith(catalogue.name(""))}
    best, most = -1, len(wanted) // 2
    for number, part in enumerate(parts) if wanted else ():
        hits = sum(
            fold(catalogue.name(piece.title)) in wanted
            for piece in _pieces(text, part, catalogue)[0]
        )
        best, most = (number, hits) if hits > most else (best, most)
    return best if best >= 0 else titled[0] if titled else -1


def _pieces(text: str, part: Section, catalogue: Catalogue) -> tuple[list[_Piece], list[Table]]:
    """Rows and items of a section, and the tables that hold rows.

    In a section with such a table only items with a quoted text are units: its other lists are
    about the table.
    """
    found: list[_Piece] = []
    tables: list[Table] = []
    for table, key in _keyed(
        [each for each in parse_tables(text) if _within(part, each)], catalogue
    ):
        tables.append(table)
        found += [_row(table, number, key, catalogue) for number in range(len(table.body))]
    hidden = blocks(text)
    for item in _ITEM.finditer(text, part.heading_end, part.own_end):
        start = item.start()
        if (start == part.heading_end or text[start - 1] == "\n") and not inside(hidden, start):
            piece = _item(item, signs=catalogue.signs)
            if not tables or (
                piece.quoted and not any(each.start <= start < each.end for each in tables)
            ):
                found.append(piece)
    return sorted(found, key=lambda piece: piece.start), tables


def _within(part: Section, table: Table) -> bool:
    return part.heading_end <= table.start < part.own_end


def _keyed(tables: Sequence[Table], catalogue: Catalogue) -> Iterator[tuple[Table, int]]:
    """The tables of a section that hold rows, each with its column of names.

    Where no table has that column it was renamed: then those that have another column that matters,
    and the first column that is none of these.
    """
    named = [(table, key) for table in tables if (key := table.column(catalogue.key)) is not None]
    known = [fold(name) for name in (*catalogue.columns, "ID")]
    for table in () if named else tables:
        headers = [fold(header) for header in table.headers]
        others = [at for at, header in enumerate(headers) if header not in known]
        if others and any(fold(name) in headers for name in catalogue.columns):
            named.append((table, others[0]))
    yield from named


def _row(table: Table, number: int, key: int, catalogue: Catalogue) -> _Piece:
    width = max(len(table.headers), len(table.body[number].cells))
    columns = table.headers + ("",) * (width - len(table.headers))
    wanted = [column for name in catalogue.columns if (column := table.column(name)) is not None]
    if not wanted or len(wanted) < len(
        catalogue.columns
    ):  # none declared, or one that matters was renamed
        wanted = [
            column for column in range(width) if column != key and fold(columns[column]) != "id"
        ]
    raw = [table.value(number, column) for column in wanted]
    cells = tuple(plain(table.value(number, column)) for column in range(width))
    title = cells[key] or "(no name)"
    row = table.body[number]
    return _Piece(
        "row",
        row.start,
        row.end,
        title,
        cells,
        columns,
        " ¦ ".join(raw) if any(raw) else "",
        row.cells[0].opens,
    )


def _item(item: re.Match[str], *, signs: bool = False) -> _Piece:
    """An item with a quoted text, which says what it does, or one that is a name; then all of the line is its wording.

    A name ends where a clause begins: at a comma, a bracket, a colon, a dash. Its words may not
    change; its emoji may, but for a catalogue with ``signs``.
    """
    quoted = _QUOTED.fullmatch(item["item"])
    if quoted:
        title, meaning = plain(quoted["name"]), quoted["text"]
    else:
        line = plain(item["item"].partition("\n")[0])
        title = _CLAUSE.split(line, maxsplit=1)[0].strip() or line
        said = " ".join((line.removeprefix(title), item["item"].partition("\n")[2])).strip()
        named = re.findall(r"\w+", fold(title)) + (
            re.findall(r"[^\w\s]+", fold(title)) if signs else []
        )
        meaning = " ".join((*named, said)).strip()
    where, cells = (item.start(), item.end()), (title, plain(quoted["text"]) if quoted else "")
    return _Piece("item", *where, title, cells, (), meaning, item.start(), quoted is not None)
