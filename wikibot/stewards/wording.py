"""What a held unit's wording was, which revision changed it, and how it differs, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from functools import partial
from itertools import pairwise, takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.problems import Held
from wikibot.game.ruleset.readings import likest
from wikibot.game.ruleset.recognition import SENTENCE, WordingStatus
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import UNREAD, Reader, Unit, findings, reworded
from wikibot.wiki.base import Revision
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.escape import shortened
from wikibot.wikitext.messages import say
from wikibot.wikitext.plain import normalise
from wikibot.wikitext.regex import regex

AROUND = 6  # words of the same text that are shown beside a change
MOST_PAIRS = 4_000_000  # of words of two texts; beyond that all words count as replaced
_WORD = regex(r"(\w+|[^\w\s]+)(\s*)")


class Op(StrEnum):
    """Whether words stayed, were removed or were added."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


class Piece(Struct, frozen=True):
    """Some words in a row."""

    op: Op
    text: str

    @property
    def marked(self) -> str:
        """The words as git's word diff marks them, without the blanks behind them."""
        words = self.text.rstrip()
        return f"[-{words}-]" if self.op is Op.REMOVED else f"{{+{words}+}}"

    @property
    def blanks(self) -> str:
        return self.text[len(self.text.rstrip()) :]


def word_diff(before: str, after: str) -> tuple[Piece, ...]:
    """The difference of two wikitexts in words; another spelling of the markup is none."""
    old, new = (_WORD.findall(normalise(text)) for text in (before, after))
    said, says = ([word for word, _ in each] for each in (old, new))
    if len(old) * len(new) > MOST_PAIRS:
        said, says = [" ".join(said)], [" ".join(says)]
        old, new = ([("".join(map("".join, each)), "")] for each in (old, new))
    found = list[Piece]()
    for tag, a, b, c, d in SequenceMatcher(None, said, says, autojunk=False).get_opcodes():
        gone, come = ("".join(map("".join, part)) for part in (old[a:b], new[c:d]))
        parts = ((Op.SAME, come),) if tag == "equal" else ((Op.REMOVED, gone), (Op.ADDED, come))
        found += [Piece(op, text) for op, text in parts if text]
    return tuple(found)


def shorten(pieces: Iterable[Piece], around: int = AROUND) -> tuple[Piece, ...]:
    """The same with long stretches of unchanged words cut to those beside a change."""
    whole = tuple(pieces)
    last = len(whole) - 1
    return tuple(_cut(piece, around, n == 0, n == last) for n, piece in enumerate(whole))


def _cut(piece: Piece, around: int, first: bool, last: bool) -> Piece:
    words = re.findall(r"\S+\s*", piece.text)
    if piece.op is not Op.SAME or len(words) <= (around if first or last else 2 * around):
        return piece
    head = "" if first else "".join(words[:around])
    tail = "" if last else " " + "".join(words[-around:])
    return Piece(Op.SAME, f"{head}…{tail}")


def plain(pieces: Iterable[Piece]) -> str:
    """A difference as git writes one: ``a [-dead-]{+live+} fish``."""
    same = ((each, each.op is Op.SAME) for each in pieces)
    return "".join(e.text if is_same else e.marked + e.blanks for e, is_same in same).strip()


# -- word by word ----------------------------------------------------------------------------------

DEEPEST = 500  # revisions that are looked through for an accepted wording
LONGEST = 300  # characters of a difference in one line


class Version(Struct, frozen=True):
    """A revision of the ruleset page, or a file that holds one.

    ``name`` is for people: ``revision 1234``.
    """

    name: str
    text: str
    by: str = ""
    number: int = 0  # of a revision

    @classmethod
    def of(cls, revision: Revision) -> Version:
        return cls(f"revision {revision.id}", revision.text or "", revision.user or "", revision.id)

    def __str__(self) -> str:
        return self.name + (f" by {self.by}" if self.by else "")


class WordingChange(Struct, frozen=True):
    """How one unit came to its present wording.

    ``before`` is the accepted wording ("" for a new unit; None where the history does not hold it),
    ``accepted`` the newest version that had it, ``was`` the unit there; ``since`` the oldest one
    that reads as the page does now (None where no older version is known to read otherwise).
    """

    unit: str
    before: str | None
    after: str
    accepted: Version | None = None
    since: Version | None = None
    was: Unit | None = None

    @property
    def diff(self) -> tuple[Piece, ...]:
        """Word by word; everything is added where the accepted wording is not known."""
        return word_diff(self.before or "", self.after)

    @property
    def short(self) -> str:
        """The difference on one line of plain text, cut to :data:`LONGEST` characters."""
        return shortened(plain(shorten(self.diff)), LONGEST)

    def __str__(self) -> str:
        """One line of plain text: ``changed in revision 12 by Ann: ... [-old-]{+new+} ...``."""
        since = f" in {self.since}" if self.since else ""
        if self.before is None:
            return f"changed{since}; the accepted wording is not in the page's history"
        verb = "changed" if self.accepted else "new"
        return f"{verb}{since}: {self.short}" if self.short else f"{verb}{since}"


class _WordingSearch:
    """One unit whose past is looked for, version by version, from the newest on."""

    def __init__(self, book: Rulebook, unit: str, variant: str | None) -> None:
        self.variant = variant
        self.new = book.standing(unit) is WordingStatus.NEW
        home = book.moved_into.get(unit, unit)
        after = book.unit(home).meaning if book.on_page(home) else ""
        self.change = WordingChange(unit, "" if self.new else None, after)
        self.reads = words_of(book, unit)
        self.oldest: Version | None = None  # that reads as the page does now
        self.present = True  # every version so far does

    @property
    def over(self) -> bool:
        return self.change.accepted is not None or (self.new and not self.present)

    def look(self, version: Version, book: Rulebook) -> None:
        unit = self.change.unit
        if self.present and words_of(book, unit) == self.reads:
            self.oldest = version
        elif self.present:
            self.present = False
            self.change = replace(self.change, since=self.oldest)
        known = (WordingStatus.SAME, WordingStatus.COSMETIC)
        is_known = book.on_page(unit) and book.standing(unit) in known
        if is_known and not self.new and self.variant in (None, book.variant(unit)):
            found = book.unit(unit)
            self.change = replace(self.change, before=found.meaning, accepted=version, was=found)


def words_of(book: Rulebook, unit: str) -> tuple[str, ...]:
    """A unit's words and headings."""
    if not book.on_page(unit):
        return ()
    found = book.unit(unit)
    return found.prints.normal, *map(fold, found.path)


def trace(
    book: Rulebook, units: Iterable[str], versions: Iterable[Version], variant: str | None = None
) -> Mapping[str, WordingChange]:
    """The change of each unit. ``versions`` come newest first, read only as far as needed.

    ``variant``: which of several wordings counts as accepted; None: any.
    """
    searches = [_WordingSearch(book, unit, variant) for unit in units]
    for depth, version in enumerate(versions):
        going = [search for search in searches if not search.over]
        if not going or depth == DEEPEST:
            break
        past = book if version.text == book.text else book.reread(version.text)
        for search in going:
            search.look(version, past)
    return {search.change.unit: search.change for search in searches}


# == What the bot does otherwise than a wording that a steward accepted, sentence by sentence ======
#
# Code is written for one wording. Whatever another one says otherwise is told as what it is:
# still played, not played, played as before, or read from the page. That something is read shows
# by trying: a reading of the unit finds something else with that one place as it was.
#
# Decision: what the bot reads is not told of sentences that only stand in another order.

MOST = 12  # differences that are told
WORDS_AROUND = 8  # words of a sentence that are shown on either side of what changed
_differences_cut = partial(shortened, longest=200)  # characters of a sentence that are shown
_COMPARED = 300  # sentences of a unit, and words of a sentence, that are compared
_CELL = " ¦ "  # between the cells in the meaning of a row
_DIFFERENCES_WORD = regex(r"\w+|[^\w\s]")


class _Sentence(Struct, frozen=True):
    """A sentence, item or line: where it begins in a unit's meaning, as written, what it says."""

    start: int
    raw: str
    says: str


class _Place(Struct, frozen=True):
    """A stretch of a unit's meaning, and what stood there before."""

    start: int
    end: int
    before: str


def differences(book: Rulebook, name: str, before: Unit) -> tuple[str, ...]:
    """What a unit says otherwise than ``before``, for which its code was written, each told."""
    after, readings = book.unit(name), _Readings(book, name)
    old, new = _sentences(before.meaning), _sentences(after.meaning)
    if max(len(old), len(new)) > _COMPARED:
        return (say("both wordings are too long to be compared here"),)
    gone, come, told = list[tuple[_Sentence, int]](), list[_Sentence](), list[str]()
    matcher = SequenceMatcher(None, [s.says for s in old], [s.says for s in new], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        here = new[c].start if c < len(new) else len(after.meaning)
        before_it, after_it = (old[a:b], new[c:d]) if tag != "equal" else ((), ())
        pairs = dict(likest([s.says for s in before_it], [s.says for s in after_it]))
        for number, was in enumerate(before_it):
            if number in pairs:
                told += _changed(readings, was, after_it[pairs[number]])
            else:
                gone.append((was, here))
        come += [now for number, now in enumerate(after_it) if number not in pairs.values()]
    moved = [says for says in (was.says for was, _ in gone) if says in [now.says for now in come]]
    for was, here in gone:
        is_read = any(map(_is_list, readings.at(_Place(here, here, f"{was.raw}\n"))))
        how = say("read from the page: no more") if is_read else say("still played:")
        told += [f'{how} "{_differences_cut(was.says)}"'] if was.says not in moved else []
    for now in come:
        is_read = any(map(_is_list, readings.at(_Place(now.start, now.start + len(now.raw), ""))))
        how = say("read from the page:") if is_read else say("not played:")
        told += [f'{how} "{_differences_cut(now.says)}"'] if now.says not in moved else []
    told = list(dict.fromkeys((*readings.since(before), *told)))
    more = [say("and {} more differences", len(told) - MOST)] if len(told) > MOST else []
    return (*told[:MOST], *more)


def _sentences(meaning: str) -> list[_Sentence]:
    found, start = list[_Sentence](), 0
    for gap in (*SENTENCE.finditer(meaning), None):
        raw = meaning[start : gap.start() if gap else len(meaning)]
        if says := normalise(raw):
            found.append(_Sentence(start, raw, says))
        start = gap.end() if gap else start
    return found


def _changed(readings: _Readings, was: _Sentence, now: _Sentence) -> list[str]:
    """What is played of a sentence that was made of another one."""
    told, played, done = list[str](), "", 0
    for edit in _edits(was.raw, now.raw):
        found = readings.at(_Place(now.start + edit.start, now.start + edit.end, edit.before))
        if not found:
            played += now.raw[done : edit.start] + edit.before
            done = edit.end
        elif any(map(_is_list, found)):
            new, old = normalise(now.raw[edit.start : edit.end]), normalise(edit.before)
            told.append(f"{say('read from the page:')} {_replaced(new, old)}")
    says = normalise(played + now.raw[done:])
    if says != now.says:
        first, second = _around(says, now.says)
        told.append(say('played as before: "{}"; the page says now: "{}"', first, second))
    return told


def _replaced(new: str, old: str) -> str:
    if not new:
        return say('no more "{}"', _differences_cut(old))
    before = say(', before "{}"', _differences_cut(old)) if old else ""
    return f'"{_differences_cut(new)}"{before}'


def _edits(was: str, now: str) -> Iterator[_Place]:
    """The places of a text that read otherwise before: word by word where words were replaced."""
    old, new = list(_DIFFERENCES_WORD.finditer(was)), list(_DIFFERENCES_WORD.finditer(now))
    if max(len(old), len(new)) > _COMPARED:
        yield _Place(0, len(now), was)
        return
    matcher = SequenceMatcher(None, [w[0] for w in old], [w[0] for w in new], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        if b - a == d - c and _apart(was, old[a:b]) == _apart(now, new[c:d]):
            for one, other in zip(old[a:b], new[c:d], strict=True):
                yield _Place(*other.span(), one[0])
            continue
        if a and c:  # with the blanks before the words
            before = was[old[a - 1].end() : old[b - 1].end()]
            yield _Place(new[c - 1].end(), new[d - 1].end(), before)
        else:  # with those behind them
            before = was[: old[b].start() if b < len(old) else len(was)] if b else ""
            yield _Place(0, new[d].start() if d < len(new) else len(now), before)


def _apart(text: str, words: Sequence[re.Match[str]]) -> list[bool]:
    """Whether there are blanks between words."""
    return [one.end() < other.start() for one, other in pairwise(words)]


class _Readings:
    """What the game reads from a unit, by its present wording."""

    def __init__(self, book: Rulebook, name: str) -> None:
        what = book.coded(name)
        self.book, self.unit = book, book.unit(name)
        self.readers = tuple(dict.fromkeys((*what.reads, *what.words))) if what else ()
        self.now = findings(book, self.readers)

    def at(self, edit: _Place) -> list[tuple[Any, Any]]:
        """What is found now, and would be found with an edit taken back, where that differs."""
        text = self._with(edit) if self.readers else None
        made = reworded(self.book, self.unit, text) if text is not None else None
        return [(now, then) for _, now, then in self._otherwise(made)] if made else []

    def since(self, before: Unit) -> Iterator[str]:
        """The numbers that are read otherwise than from the wording before, and what is not."""
        own = self.unit
        was = replace(before, name=own.name, path=own.path, start=own.start, line=own.line)
        for reader, now, then in self._otherwise(was):
            if now is UNREAD:
                yield self._held(reader)
            elif _is_short(now, then):
                yield say("read from the page: {}, before {}", now, then)

    def _otherwise(self, unit: Unit) -> list[tuple[Reader, Any, Any]]:
        """What readings find now, and would in another wording, where that differs."""
        then = findings(self.book.with_unit(unit), self.readers)
        every = zip(self.readers, self.now, then, strict=True)
        return [each for each in every if each[1] != each[2]]

    def _held(self, reader: Reader) -> str:
        """Why what needs a reading waits that finds nothing."""
        try:
            reader(self.book)
        except Held as held:
            return say("held where it is needed: {}", held.why)
        except Exception:  # noqa: BLE001  # as of any reading that finds nothing
            return say("held where it is needed: it does not say what is read from it")
        return ""

    def _with(self, edit: _Place) -> str | None:
        """The unit's text with an edit taken back; of a row, in the cell that has it."""
        text, start = self.unit.text, 0
        cells = [text] if text == self.unit.meaning else self.unit.meaning.split(_CELL)
        for cell in cells:
            end = start + len(cell)
            if edit.start <= end and edit.end <= end:
                at = text.find(cell) - start
                if at < -start:
                    return None
                return text[: at + edit.start] + edit.before + text[at + edit.end :]
            start = end + len(_CELL)
        return None


def _is_short(now: Any, then: Any) -> bool:
    """Whether values are said in few words: numbers and dice."""
    known = (type(now), type(then))
    return bool not in known and all(each is int or "__str__" in vars(each) for each in known)


def _is_list(found: tuple[Any, Any]) -> bool:
    """Whether names or phrases are read, and not only numbers."""
    return UNREAD not in found and not _is_short(*found)


def _around(one: str, other: str) -> tuple[str, str]:
    """Two sentences with the words beside what differs."""
    first, second = one.split(" "), other.split(" ")
    least = min(len(first), len(second))
    head = sum(1 for _ in takewhile(lambda n: first[n] == second[n], range(least)))
    tail = sum(1 for _ in takewhile(lambda n: first[-n - 1] == second[-n - 1], range(least - head)))
    start, rest = max(head - WORDS_AROUND, 0), max(tail - WORDS_AROUND, 0)

    def cut(words: Sequence[str]) -> str:
        shown = " ".join(words[start : len(words) - rest])
        return f"{'… ' if start else ''}{_differences_cut(shown)}{' …' if rest else ''}"

    return cut(first), cut(second)
