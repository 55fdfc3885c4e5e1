"""A ruleset page as units of wording: sections, and table rows and list items that are rules."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.ruleset.readings import wording
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.lines import PageSection, sections
from wikibot.wikitext.numerals import CARDINALS, NUMBER_WORDS, TooManyDigits, integer, mask_places
from wikibot.wikitext.plain import (
    MOST_CHARACTERS,
    Fingerprints,
    digest,
    fingerprints,
    legible,
    normalise,
    plain,
)
from wikibot.wikitext.preprocessor import Interval, blocks, covering, inside, without
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import Table, read_tables

TOP = "(top)"  # the unit of what stands before the first heading
MOST_UNITS = 5_000  # units of a page that are told apart
SHOWN = 200  # characters of what is left
REST = f"(the rest, behind the first {MOST_UNITS:,} parts and {MOST_CHARACTERS:,} characters)"
_ITEM = regex(r"[*#](?![*#:;])[ \t]*(?P<item>.*(?:\n[*#:;]{2,}.*)*)\n?", re.MULTILINE)
_CLAUSE = regex(r"[,;:(]\s|\s(?=[(–—])|\s-\s|\.\s")
_QUOTED = regex(r"(?P<name>.+?)(?<!\s)\s++[\"“](?P<text>.*?)[\"”]?\s*", re.DOTALL)


class Catalogue(Struct, frozen=True):
    """A section whose table rows or list items are units, called e.g. ``Garbage: Fish``.

    ``key`` is the column of the names; ``columns`` are those that say what a row does. None given:
    all but ``key`` and ``ID``. Other columns may come and go without touching the rows. ``owned``:
    its names are those of things on the gamestate, where one that the page no longer has is held.
    ``signs``: rules name its items by the emoji beside their names, so that these are part of the
    wording.
    """

    section: str
    key: str = "Name"
    columns: tuple[str, ...] = ()
    owned: bool = False
    signs: bool = False

    def name(self, title: str) -> str:
        """The unit name of one of its rows or items."""
        return f"{self.section}: {title}"


class Unit(Struct, frozen=True, dict=True):
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
        """Fingerprints of the wording; of a row or item those of what it does."""
        text = self.text if self.kind == "section" else self.meaning
        return fingerprints(text, meaning=self.meaning)

    @property
    def wordings(self) -> tuple[str, str]:
        """What readings are bound to: its title and what it says, or that alone."""
        return wording(f"{self.title}: {wording(self.meaning)}"), wording(self.meaning)

    @property
    def empty(self) -> bool:
        """Whether it says nothing beyond its name."""
        return not normalise(self.meaning)

    def cell(self, column: str) -> str:
        """The value of a column, found by its header; "" where the row has no such cell."""
        wanted, pairs = fold(column), zip(self.columns, self.cells, strict=False)
        return next((cell for header, cell in pairs if fold(header) == wanted), "")


class _Piece(Struct, frozen=True):
    """A row or item as found: its offsets in the page, its cells, and what it does.

    ``shown_at``: where a reader finds it, the first cell rather than the line that opens the row.
    ``quoted``: an item with its text in quotes.
    """

    kind: str
    start: int
    end: int
    title: str
    cells: tuple[str, ...]
    columns: tuple[str, ...]
    meaning: str
    shown_at: int
    quoted: bool = False


def read_units(
    text: str, catalogues: Sequence[Catalogue] = (), known: Collection[str] = ()
) -> Mapping[str, Unit]:
    """All units of a page in order. ``known``: names of units that the game expects.

    A title that occurs twice is told apart by its parent: ``Parent/Title``. Of very many, what is
    left of the page is one unit, which waits for people.
    """
    behind = text[MOST_CHARACTERS : MOST_CHARACTERS + SHOWN]
    text, _ = legible(text)
    parts = sections(text)[:MOST_UNITS]
    homes = {_home(text, parts, each, known): each for each in catalogues}
    lead = text[: parts[0].start] if parts else text
    top = Unit(TOP, "section", (), lead, 0, 1, title=TOP, meaning=lead)
    found = [top] if normalise(lead) else []
    for number, part in enumerate(parts):
        found += _section_units(text, part, homes.get(number))
    end = parts[-1].own_end if parts else len(text)
    end = found[MOST_UNITS].start if len(found) > MOST_UNITS else end
    if rest := text[end : end + SHOWN] or behind:
        left = Unit(REST, "section", (REST,), rest, end, 0, title=REST, meaning=rest)
        found = [*found[:MOST_UNITS], left]
    breaks = [found.start() for found in re.finditer("\n", text)]
    return {
        name: replace(unit, name=name, line=bisect_left(breaks, unit.start) + 1)
        for name, unit in _unique(found)
    }


def _unique(units: Sequence[Unit]) -> Iterator[tuple[str, Unit]]:
    """Each unit with a name that no other has."""
    count = Counter(unit.name for unit in units)
    taken: Counter[str] = Counter()
    for unit in units:
        name = unit.name
        if count[name] > 1 and unit.kind == "section" and len(unit.path) > 1:
            name = f"{unit.path[-2]}/{name}"
        taken[name] += 1
        yield (name if taken[name] == 1 else f"{name} ({taken[name]})"), unit


def _section_units(text: str, part: PageSection, catalogue: Catalogue | None) -> Iterator[Unit]:
    """A section's own unit, then its rows and items where it is a catalogue."""
    pieces, tables = _pieces(text, part, catalogue) if catalogue else ((), ())
    items = (piece for piece in pieces if piece.kind == "item")
    spans = sorted((each.start, each.end) for each in (*tables, *items))
    inside_it = [(start - part.heading_end, end - part.heading_end) for start, end in spans]
    own = without(text[part.heading_end : part.own_end], inside_it)
    head = "\n".join(_heads(tables, pieces, catalogue)) if catalogue else ""
    own += f"\n{head}" if head else ""
    title, path = part.title, part.path
    yield Unit(title, "section", path, own, part.start, 0, title=title, meaning=own)
    if catalogue is None:
        return
    for each in pieces:
        name, raw = catalogue.name(each.title), text[each.start : each.end]
        yield Unit(
            name, each.kind, path, raw, each.shown_at, 0, each.cells, each.columns, each.title,
            each.meaning, catalogue.section,
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
    names = Counter(fold(piece.title) for piece in pieces)
    yield from (f"twice: {name}" for name, count in names.items() if count > 1)


def reworded(book: Any, unit: Unit, text: str) -> Unit | None:
    """A unit of a rulebook with another text; None where that is no such unit any more."""
    if unit.kind == "section":
        return replace(unit, text=text, meaning=text)
    catalogue = next((each for each in book.catalogues if each.section == unit.catalogue), None)
    if catalogue is None:
        return None
    if unit.kind == "row":
        text = f"{{|\n! {' !! '.join(unit.columns)}\n{text.rstrip()}\n|}}\n"
    found = read_units(f"== {catalogue.section} ==\n{text}", (catalogue,))
    rows = [each for each in found.values() if each.catalogue]
    if len(rows) != 1:
        return None
    return replace(rows[0], name=unit.name, path=unit.path, start=unit.start, line=unit.line)


# -- rows and items --------------------------------------------------------------------------------


def _home(
    text: str, parts: Sequence[PageSection], catalogue: Catalogue, known: Collection[str]
) -> int:
    """The section that holds a catalogue: by its title, or by most of the known names; -1: none."""
    wanted_title = fold(catalogue.section)
    titled = [number for number, part in enumerate(parts) if fold(part.title) == wanted_title]
    for number in titled:
        if _pieces(text, parts[number], catalogue)[0]:
            return number
    wanted = {fold(name): None for name in known if name.startswith(catalogue.name(""))}
    best, most = -1, len(wanted) // 2
    for number, part in enumerate(parts) if wanted else ():
        pieces = _pieces(text, part, catalogue)[0]
        hits = sum(fold(catalogue.name(piece.title)) in wanted for piece in pieces)
        best, most = (number, hits) if hits > most else (best, most)
    return best if best >= 0 else titled[0] if titled else -1


def _pieces(text: str, part: PageSection, catalogue: Catalogue) -> tuple[list[_Piece], list[Table]]:
    """Rows and items of a section, and the tables that hold rows.

    In a section with such a table only items with a quoted text are units: its other lists are
    about the table.
    """
    every = read_tables(text)
    bounds = (
        bisect_left(every, at, key=lambda each: each.start)
        for at in (part.heading_end, part.own_end)
    )
    within = every[slice(*bounds)]
    keyed = _keyed(within, catalogue)
    tables = [table for table, _ in keyed]
    found = [
        _row(table, number, key, catalogue)
        for table, key in keyed
        for number in range(len(table.body))
    ]
    hidden, outer = blocks(text), list[Interval]()
    for table in tables:
        if not outer or table.start >= outer[-1][1]:
            outer.append((table.start, table.end))
    for item in _ITEM.finditer(text, part.heading_end, part.own_end):
        start = item.start()
        if (start == part.heading_end or text[start - 1] == "\n") and not inside(hidden, start):
            piece = _item(item, signs=catalogue.signs)
            if not tables or (piece.quoted and not covering(outer, start)):
                found.append(piece)
    return sorted(found, key=lambda piece: piece.start), tables


def _keyed(tables: Sequence[Table], catalogue: Catalogue) -> list[tuple[Table, int]]:
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
    return named


def _row(table: Table, number: int, key: int, catalogue: Catalogue) -> _Piece:
    row = table.body[number]
    width = max(len(table.headers), len(row.cells))
    columns = table.headers + ("",) * (width - len(table.headers))
    wanted = [column for name in catalogue.columns if (column := table.column(name)) is not None]
    if not wanted or len(wanted) < len(catalogue.columns):  # none declared, or one was renamed
        wanted = [at for at in range(width) if at != key and fold(columns[at]) != "id"]
    raw = [table.value(number, column) for column in wanted]
    cells = tuple(plain(table.value(number, column)) for column in range(width))
    title, meaning = cells[key] or "(no name)", " ¦ ".join(raw) if any(raw) else ""
    where = row.start, row.end
    return _Piece("row", *where, title, cells, columns, meaning, row.cells[0].opens)


def _item(item: re.Match[str], *, signs: bool = False) -> _Piece:
    """An item with a quoted text, which says what it does, or one whose whole line is its wording.

    A name ends where a clause begins: at a comma, a bracket, a colon, a dash. Its words may not
    change; its emoji may, but for a catalogue with ``signs``.
    """
    quoted = _QUOTED.fullmatch(item["item"])
    if quoted:
        title, meaning = plain(quoted["name"]), quoted["text"]
    else:
        first, _, more = item["item"].partition("\n")
        line = plain(first)
        title = _CLAUSE.split(line, maxsplit=1)[0].strip() or line
        named = re.findall(r"\w+", fold(title))
        named += re.findall(r"[^\w\s]+", fold(title)) if signs else []
        meaning = " ".join((*named, f"{line.removeprefix(title)} {more}".strip())).strip()
    where, cells = (item.start(), item.end()), (title, plain(quoted["text"]) if quoted else "")
    return _Piece("item", *where, title, cells, (), meaning, item.start(), quoted is not None)


# == Which numbers of a unit are free: those that the game reads from the page, and no others ======
#
# A game says with what it reads numbers (``Implementation.reads``), not where they stand. So a
# number is free if putting another in its place changes what one of these readings finds, and
# hinders none. Everything else of a wording is pinned, numbers too, such as the "once" or the 1
# that are in the code. A number of several parts (1,000, 2.5, twenty-one) is looked at part by
# part: where a reading cuts it, the part that it leaves is not free.

Book = Any  # a rulebook, which stands above this module
Reader = Callable[[Book], Any]
LONGEST = 18  # digits of a number that any rule has
MOST = 80  # numbers of one unit that are looked at; no rule has so many
UNREAD = "(unread)"  # what a reading finds that finds nothing
_HOLE = "⌂"  # stands for a free number; where a page has one it has no number there
_WORDS = tuple(word for word in NUMBER_WORDS if "-" not in word)
NUMBER = regex(rf"\d+|\b(?i:{'|'.join(sorted(_WORDS, key=lambda word: -len(word)))})\b")
_BY_VALUE = {CARDINALS[word]: word for word in _WORDS if word in CARDINALS}


def read_print(book: Book, unit: Unit, readers: Sequence[Reader]) -> str:
    """Fingerprint of a unit's wording with holes in place of its free numbers."""
    made = reworded(book, unit, without(unit.text, free_numbers(book, unit, readers), _HOLE))
    return digest(mask_places(normalise(made.meaning), _HOLE)) if made else ""


def free_numbers(book: Book, unit: Unit, readers: Sequence[Reader]) -> tuple[Interval, ...]:
    """Where in a unit's text its free numbers stand."""
    places = [found.span() for found in NUMBER.finditer(unit.text)] if readers else []
    if len(places) > MOST or any(end - start > LONGEST for start, end in places):
        return ()
    before = findings(book, readers)
    return tuple(place for place in places if _is_read(book, unit, place, readers, before))


def _is_read(
    book: Book, unit: Unit, place: Interval, readers: Sequence[Reader], before: Sequence[Any]
) -> bool:
    start, end = place
    for other in _others(unit.text[start:end]):
        made = reworded(book, unit, unit.text[:start] + other + unit.text[end:])
        after = findings(book.with_unit(made), readers) if made else before
        differ = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        if any(found is UNREAD for _, found in differ):
            return False
        if differ:
            return True
    return False


def findings(book: Book, readers: Sequence[Reader]) -> list[Any]:
    """What each reading finds, :data:`UNREAD` where it finds nothing."""
    found = list[Any]()
    for reader in readers:
        try:
            found.append(reader(book))
        except Exception:  # noqa: BLE001  # whatever hinders a reading: it finds nothing
            found.append(UNREAD)
    return found


def _others(number: str) -> Iterator[str]:
    """Other numbers in the same form."""
    value = NUMBER_WORDS.get(number.casefold())
    if value is not None:
        another = 2 if value == 1 and number.casefold() != "once" else value + 1
        yield _BY_VALUE.get(another, str(value + 1))
        yield str(value + 1)
        return
    with suppress(TooManyDigits):  # a number that nothing reads is pinned as it stands
        value = integer(number)
        yield str(value + 1)
        yield str(value + 6)
