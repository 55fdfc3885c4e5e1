"""The readings page: what people say that sentences of their ruleset mean, and their register.

A *reading* is plain sentences that stand for a sentence of the ruleset, bound to its exact wording:
``Sentence | Is played as | Given by``, in which played as may also be ``nothing`` (a story, a
custom), ``people``, or of a thing of a coded game ``as written: WHAT IT MEANS``, which is played
from its own words for as long as they mean that. The *register* is a table ``Words | Mean``,
which is read before the sentences: ``CAN`` means ``may``. Decisions: tables are known by their
headers, in English or in the wiki's words; of two rows that give one wording different meanings
neither counts; words in capital letters are meant only so, all others with or without a capital
first letter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from wikibot.wikitext.escape import decode_value, shortened, show
from wikibot.wikitext.messages import every_wording, later, say
from wikibot.wikitext.plain import MOST_CHARACTERS, normalise, plain
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import Table, read_tables
from wikibot.wikitext.table_writer import AddRow, Change, RemoveRow, SetCell, rewrite

AS_NOTHING, AS_PEOPLE, AS_WORDED = later("nothing"), later("people"), later("as written")
MOST_ROWS = 2000
MOST_WORDS = 200  # of the register
_SENTENCE, _PLAYED, _GIVEN = later("Sentence"), later("Is played as"), later("Given by")
_WORDS, _MEAN = later("Words"), later("Mean")
_MARK = regex(r"(?:^|(?<= ))[•¦]+-?(?: |$)")
_SIGNS = ".;:! "  # that make no difference at the end of a sentence
_RENEWED = later('its reading no longer holds, for it was given to other words: "{}"')
_SHOWN = 160  # characters of these
_NO_WORD = regex(r"[\s.;,!]+")


Key = tuple[str, str]  # of which table a row is, and what its sentence says
ROW, WORD = "reading", "register"


class GivenReading(Struct, frozen=True, dict=True, array_like=True):
    """A row: the sentence and what it is played as, both as written, and who gave it.

    Of the ``table`` ``register``: words, and what they mean, "" for nothing. Of a row that is to be
    on the page: ``means`` "" takes it away; ``old`` is what the sentence of the row says whose
    place it takes, where that is another one.
    """

    sentence: str
    means: str
    by: str = ""
    old: str = ""
    table: str = ROW

    @cached_property
    def wording(self) -> str:
        """What the sentence says, for comparison."""
        return wording(self.sentence) if self.table == ROW else self.sentence

    @property
    def said(self) -> str:
        """What it is played as, likewise."""
        return wording(self.means) if self.table == ROW else self.means

    @property
    def renewed(self) -> str:
        """Why it does not hold for the words that stand in the place of its own."""
        return say(_RENEWED, shortened(self.wording, _SHOWN))

    @property
    def keys(self) -> tuple[Key, ...]:
        """The rows of which it is the only one left."""
        said = dict.fromkeys(filter(None, (self.old, self.wording)))
        return tuple((self.table, each) for each in said)

    @cached_property
    def kind(self) -> str:
        """``nothing``, ``people``, ``as written``, or "" where it is played as sentences."""
        head, colon, _ = plain(self.means).partition(":")
        said = _NO_WORD.sub(" ", head).strip().casefold()
        kinds = (AS_WORDED,) if colon else (AS_NOTHING, AS_PEOPLE)
        return next((kind for kind in kinds if said in (kind, say(kind).casefold())), "")

    @property
    def agreed(self) -> str:
        """What its own words mean by it, for comparison, where it is played ``as written``."""
        return wording(plain(self.means).partition(":")[2])


class Readings(Struct, frozen=True, dict=True):
    """A readings page. ``words``: the rows of its register, longest first."""

    rows: tuple[GivenReading, ...] = ()
    words: tuple[GivenReading, ...] = ()

    @cached_property
    def register(self) -> tuple[tuple[str, str], ...]:
        """Words and what they mean, likewise."""
        return tuple((each.sentence, each.means) for each in self.words)

    @cached_property
    def by_wording(self) -> Mapping[str, GivenReading | None]:
        """The rows by what their sentences say; None where two differ."""
        return self.by(lambda row: row.wording)

    def by(self, key: Callable[[GivenReading], str]) -> Mapping[str, GivenReading | None]:
        """The same by what else is found of their sentences."""
        found: dict[str, GivenReading | None] = {}
        for row in self.rows:
            said = key(row)
            other = found.get(said, row)
            same = other is not None and wording(other.means) == wording(row.means)
            found[said] = row if same else None
        return found

    def of(self, *wordings: str) -> GivenReading | None:
        """The reading that is bound to one of some wordings; of two that differ: people decide."""
        for said in wordings:
            if said in self.by_wording:
                return self.by_wording[said] or GivenReading(said, AS_PEOPLE)
        return None

    def reworded(self, text: str) -> str:
        """A sentence in which each word of the register is replaced by what it means."""
        if self._pattern is None:
            return text
        said = self._pattern.sub(self._meaning, text)
        if said == text:
            return text
        said = _AROUND.sub("", said)  # of two commas around what means nothing neither stays
        return _begun(re.sub(r" +([,.;:])", r"\1", re.sub(r"[ \t]+", " ", said)).strip())

    @cached_property
    def _meanings(self) -> Mapping[str, str]:
        return {words if _is_loud(words) else words.casefold(): mean
                for words, mean in self.register}  # fmt: skip

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        if not self.register:
            return None
        forms = (_form(words) for words, _ in self.register)
        return re.compile(rf"(?<![\w'’-])(?:{'|'.join(forms)})(?![\w'’-])")

    def _meaning(self, found: re.Match[str]) -> str:
        said = " ".join(found[0].split())
        mean = self._meanings.get(said)
        if mean is None:
            mean = self._meanings[said.casefold()]
            mean = _begun(mean) if said[:1].isupper() else mean
        return mean or _GONE


NO_READINGS = Readings()
_GONE = "\ue000"  # stands where words were that mean nothing
_AROUND = regex(rf"(, ?)?{_GONE}(?:\s*{_GONE})*(,)?")


def _is_loud(words: str) -> bool:
    return words.isupper() and len(words) > 1


def _form(words: str) -> str:
    """A pattern for words of the register, whatever blanks are between them."""
    form = r"\s+".join(map(re.escape, words.split(" ")))
    first = words[0]
    is_either = not _is_loud(words) and first.isalpha() and len(first.upper()) == 1
    return f"[{first.lower()}{first.upper()}]{form[1:]}" if is_either else form


def wording(text: str) -> str:
    """What a sentence says, apart from how it is written down, list marks and a last full stop."""
    return _MARK.sub("", normalise(text)).strip().rstrip(_SIGNS)


def read_readings(page: str) -> Readings:
    """A readings page, as far as a ruleset is read; whatever else stands on it is people's."""
    found = [row for table in read_tables(page[:MOST_CHARACTERS]) for row in _rows(table)]
    words = [each for each in found if each.table == WORD][:MOST_WORDS]
    return _of([each for each in found if each.table == ROW][:MOST_ROWS], words)


def _of(rows: Sequence[GivenReading], words: Sequence[GivenReading]) -> Readings:
    known = {each.sentence: each for each in words}
    return Readings(tuple(rows), tuple(sorted(known.values(), key=lambda e: -len(e.sentence))))


def _rows(table: Table) -> Iterator[GivenReading]:
    for kind in _COLUMNS:
        places = _places(table, kind)
        for row in range(len(table.body)) if places else ():
            read = plain if kind == WORD else decode_value
            said, means, *by = (read(table.value(row, at or 0)).strip() for at in places)
            who = plain(by[0]) if by and places[2] is not None else ""
            if said:
                yield _nothing(GivenReading(said, means, who, table=kind))


def _nothing(row: GivenReading) -> GivenReading:
    """A row as it is read: a meaning that is nothing, in the register, is none."""
    none = row.table == WORD and row.means.casefold() in ("-", AS_NOTHING, say(AS_NOTHING))
    return replace(row, means="") if none else row


# -- rows that come, change and go -----------------------------------------------------------------


def entries(readings: Readings) -> dict[Key, tuple[GivenReading, ...]]:
    """All rows of a page, those of one sentence together."""
    found: dict[Key, tuple[GivenReading, ...]] = {}
    for row in (*readings.rows, *readings.words):
        key = row.table, row.wording
        found[key] = (*found.get(key, ()), row)
    return found


def differing(before: Readings, after: Readings) -> list[Key]:
    """The rows that say something else in two versions of a page."""
    old, new = entries(before), entries(after)
    return [each for each in {**old, **new} if _said(old.get(each)) != _said(new.get(each))]


def _said(rows: tuple[GivenReading, ...] | None) -> tuple[str, ...]:
    return tuple(each.said for each in rows or ())


def merged(before: Readings, after: Readings, onto: Readings) -> Readings:
    """A page with the rows that another version has otherwise than the one before it."""
    found, new = entries(onto), entries(after)
    for each in differing(before, after):
        found.pop(each, None)
        found |= {each: new[each]} if each in new else {}
    return _of_entries(found)


def with_changes(readings: Readings, changes: Sequence[GivenReading]) -> Readings:
    """The readings with some rows as they are to be."""
    found = entries(readings)
    for each in changes:
        for key in each.keys:
            found.pop(key, None)
        row = replace(_nothing(each), old="", by=each.by if each.table == ROW else "")
        found |= {each.keys[-1]: (row,)} if each.means else {}
    return _of_entries(found)


def _of_entries(found: Mapping[Key, tuple[GivenReading, ...]]) -> Readings:
    rows = [row for of in found.values() for row in of]
    return _of(*([row for row in rows if row.table == kind] for kind in (ROW, WORD)))


def replaces(change: GivenReading, other: GivenReading) -> bool:
    """Whether one is about the same row as another one before it."""
    return not {*change.keys}.isdisjoint(other.keys)


def differences_of(before: Readings, after: Readings) -> Iterator[tuple[str, str]]:
    """What became of each row that says something else: added, changed or taken away."""
    old, new = entries(before), entries(after)
    for key in differing(before, after):
        what = "changed" if key in old and key in new else "added" if key in new else "taken away"
        row = (new.get(key) or old[key])[-1]
        yield what, (
            f'"{row.wording}" is played as: {plain(row.means)}' if row.table == ROW
            else f"{row.wording} means {row.means or AS_NOTHING}"
        )  # fmt: skip


def is_there(change: GivenReading, readings: Readings) -> bool:
    """Whether a page has what a change says."""
    return not differing(with_changes(readings, (change,)), readings)


def untouched(change: GivenReading, before: Readings, after: Readings) -> GivenReading | None:
    """What it says of rows that are as they were: all of it, one of its two rows, or nothing."""
    left = [key for key in change.keys if key not in differing(before, after)]
    if len(left) in (0, len(change.keys)):
        return change if left else None
    is_own = left[0][1] == change.wording
    return replace(change if is_own else replace(change, sentence=change.old, means=""), old="")


def written(page: str, changes: Sequence[GivenReading], about: str = "") -> str:
    """A readings page with some rows as they are to be; all other bytes stay.

    ``about``: what begins a page that is new. Raises ``UnsafeEdit`` where a table cannot take it.
    """
    for each in changes:
        page = _written(page, each, about)
    return page


def _written(page: str, change: GivenReading, about: str) -> str:
    kind = change.table
    tables = [each for each in read_tables(page) if _places(each, kind)]
    if not tables:
        if not change.means:
            return page
        headers = " !! ".join(map(say, _COLUMNS[kind]))
        gap = "\n" if page.strip() else about
        page = f'{page}{gap}{{| class="wikitable"\n! {headers}\n|}}\n'
        tables = [each for each in read_tables(page) if _places(each, kind)]
    is_there = not change.means
    for table in reversed(tables):
        places = _places(table, kind)
        made = list[Change]()
        for row in range(len(table.body)):
            said, means = (decode_value(table.value(row, at or 0)) for at in places[:2])
            key = kind, wording(said) if kind == ROW else plain(said)
            if key not in change.keys:
                continue
            if is_there:
                made.append(RemoveRow(row))
                continue
            is_there, cells = True, _cells(change, places)
            same = key == change.keys[-1] and wording(means) == wording(change.means)
            made += () if same else (SetCell(row, at, text) for at, text in cells.items())
        page = rewrite(page, table, made)
    if is_there:
        return page
    last = [each for each in read_tables(page) if _places(each, kind)][-1]
    return rewrite(page, last, [AddRow(_cells(change, _places(last, kind)))])


# The headers of each kind of table, of which it has at least the first two.
_COLUMNS = {ROW: (_SENTENCE, _PLAYED, _GIVEN), WORD: (_WORDS, _MEAN)}


def _places(table: Table, kind: str) -> tuple[int | None, ...]:
    """Where they stand; none where it is another kind."""
    found = tuple(table.column(*every_wording(each)) for each in _COLUMNS[kind])
    return () if None in found[:2] else found


def _cells(change: GivenReading, places: Sequence[int | None]) -> dict[int, str]:
    texts = zip(places, (change.sentence, change.means, change.by), strict=False)
    return {at: shown_text(text) for at, text in texts if at is not None}


_PLAIN = regex(r"(?:[^\W_]|[ .,;:%()?!+*=\"’“”–—-]|'(?!')|/(?!/))*")


def shown_text(text: str) -> str:
    """Wikitext that shows a text and does nothing else: as people would write it, mostly."""
    text = " ".join(text.split())
    return text if _PLAIN.fullmatch(text) and not text.startswith(tuple("*:;=-+")) else show(text)


# -- which sentences the rows are about ------------------------------------------------------------


def bound(
    rows: Mapping[str, GivenReading | None], wordings: Sequence[str]
) -> Mapping[int, tuple[int, GivenReading | None]]:
    """The sentences that have readings: the first place of each, that behind the last, the reading.

    A row may stand for several sentences that follow each other. None: rows give different ones.
    """
    found, taken = dict[int, tuple[int, GivenReading | None]](), set[int]()
    at_start: dict[str, list[int]] = {}
    for at, each in enumerate(wordings):
        at_start.setdefault(_first(each), []).append(at)
    for said, given in rows.items():
        for at in at_start.get(_first(said), ()):
            places = range(at, _end(wordings, at, said))
            if places and taken.isdisjoint(places):
                taken.update(places)
                found[at] = places.stop, given
    return found


def in_parts(
    rows: Mapping[str, GivenReading | None], said: str
) -> tuple[Sequence[GivenReading | None], str]:
    """The rows whose words follow each other in a sentence, and what it says behind them."""
    found = list[GivenReading | None]()
    while said and (of := max((e for e in rows if said.startswith(e)), key=len, default="")):
        found.append(rows[of])
        said = said[len(of) :].lstrip(_SIGNS)
    return found, said


def _first(said: str) -> str:
    """The first word, without what may end a sentence."""
    return said.partition(" ")[0].rstrip(_SIGNS)


def _end(wordings: Sequence[str], first: int, said: str) -> int:
    """Behind which sentence the words of a row end that begin with that one; 0: it is another."""
    at, place = 0, first
    while place < len(wordings):
        each = wordings[place]
        if not said.startswith(each, at):
            return 0
        at, place = at + len(each), place + 1
        if at == len(said):
            return place
        rest = said[at:]
        at += len(rest) - len(rest.lstrip(_SIGNS))
    return 0


# -- sentences that are nearly the same ------------------------------------------------------------

ALIKE = 0.6  # of the words of a sentence, from which on it is the same one changed
COMPARED = 60  # words of a sentence
_MOST_LOST = 50  # rows that are compared with the sentences that have no reading


def likest(rows: Sequence[str], wordings: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of rows whose words are gone, each with that of the words that stand there now.

    Those that are most alike belong together.
    """
    words = [each.split(None, COMPARED)[:COMPARED] for each in wordings] if rows else []
    counts = [Counter(each) for each in words]
    found = list[tuple[float, int, int]]()
    for number, row in enumerate(rows[:_MOST_LOST]):
        said = row.split(None, COMPARED)[:COMPARED]
        count = Counter(said)
        for at, other in enumerate(words):
            most = 2 * (count & counts[at]).total() / max(len(said) + len(other), 1)
            ratio = likeness(said, other) if most >= ALIKE else 0
            if ratio >= ALIKE:
                found.append((-ratio, number, at))
    numbers, places = set[int](), set[int]()
    for _, number, at in sorted(found):
        if number not in numbers and at not in places:
            numbers.add(number)
            places.add(at)
            yield number, at


def likeness(words: Sequence[str], others: Sequence[str]) -> float:
    """How much of two sentences is the same, from 0 to 1."""
    return SequenceMatcher(None, words, others, autojunk=False).ratio()


def _begun(text: str) -> str:
    """A text as a sentence begins."""
    first, rest = text[:1], text[1:]
    return f"{first.upper()}{rest}"
