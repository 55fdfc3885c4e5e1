"""What a held unit's wording was, which revision changed it, and how it differs, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit
from wikibot.game.ruleset.wordings import WordingStatus
from wikibot.wiki.base import Revision
from wikibot.wikitext.fingerprints import normalise
from wikibot.wikitext.folding import fold

AROUND = 6  # words of the same text that are shown beside a change
MOST_PAIRS = 4_000_000  # of words of two texts; beyond that all words count as replaced
_WORD = re.compile(r"(\w+|[^\w\s]+)(\s*)")


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
        """The blanks behind the words."""
        return self.text[len(self.text.rstrip()) :]


def word_diff(before: str, after: str) -> tuple[Piece, ...]:
    """The difference of two wikitexts in words; another spelling of the markup is none."""
    return tuple(_pieces(_words(before), _words(after)))


def _words(text: str) -> list[tuple[str, str]]:
    return [(found[1], found[2]) for found in _WORD.finditer(normalise(text))]


def _pieces(old: list[tuple[str, str]], new: list[tuple[str, str]]) -> Iterator[Piece]:
    before, after = [word for word, _ in old], [word for word, _ in new]
    if len(before) * len(after) > MOST_PAIRS:
        before, after = [" ".join(before)], [" ".join(after)]
        old, new = [("".join(map("".join, old)), "")], [("".join(map("".join, new)), "")]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        gone, come = ("".join(map("".join, part)) for part in (old[a:b], new[c:d]))
        if tag == "equal":
            yield Piece(Op.SAME, come)
            continue
        yield from (Piece(op, text) for op, text in ((Op.REMOVED, gone), (Op.ADDED, come)) if text)


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
    return "".join(
        each.text if each.op is Op.SAME else each.marked + each.blanks for each in pieces
    ).strip()


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
        """A revision of a page."""
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
        text = plain(shorten(self.diff))
        return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"

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
        known = book.on_page(unit) and book.standing(unit) in (
            WordingStatus.SAME,
            WordingStatus.COSMETIC,
        )
        if known and not self.new and self.variant in (None, book.variant(unit)):
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
