"""What a held unit's wording was, and which revision changed it: found by fingerprints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.wordings import WordingStatus
from wikibot.stewards.wording.word_diff import Piece, plain, shorten, word_diff
from wikibot.wiki.base import Revision
from wikibot.wikitext.folding import fold

DEEPEST = 500  # revisions that are looked through for an accepted wording
LONGEST = 300  # characters of a difference in one line


class Version(Struct, frozen=True):
    """A revision of the ruleset page, or a file that holds one.

    ``name`` is for people: ``revision 1234``.
    """

    name: str
    text: str
    by: str = ""

    @classmethod
    def of(cls, revision: Revision) -> Version:
        """A revision of a page."""
        return cls(f"revision {revision.id}", revision.text or "", revision.user or "")

    def __str__(self) -> str:
        return self.name + (f" by {self.by}" if self.by else "")


class WordingChange(Struct, frozen=True):
    """How one unit came to its present wording.

    ``before`` is the accepted wording ("" for a new unit; None where the history does not hold it),
    ``accepted`` the newest version that had it, ``since`` the oldest one that reads as the page
    does now (None where no older version is known to read otherwise).
    """

    unit: str
    before: str | None
    after: str
    accepted: Version | None = None
    since: Version | None = None

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

    def __init__(self, book: Rulebook, unit: str) -> None:
        self.new = book.standing(unit) is WordingStatus.NEW
        home = book.moved_into.get(unit, unit)
        after = book.unit(home).meaning if book.on_page(home) else ""
        self.change = WordingChange(unit, "" if self.new else None, after)
        self.reads = _reads(book, unit)
        self.oldest: Version | None = None  # that reads as the page does now
        self.present = True  # every version so far does

    @property
    def over(self) -> bool:
        return self.change.accepted is not None or (self.new and not self.present)

    def look(self, version: Version, book: Rulebook) -> None:
        unit = self.change.unit
        if self.present and _reads(book, unit) == self.reads:
            self.oldest = version
        elif self.present:
            self.present = False
            self.change = replace(self.change, since=self.oldest)
        known = book.on_page(unit) and book.standing(unit) in (
            WordingStatus.SAME,
            WordingStatus.COSMETIC,
        )
        if known and not self.new:
            self.change = replace(self.change, before=book.unit(unit).meaning, accepted=version)


def _reads(book: Rulebook, unit: str) -> tuple[str, ...]:
    """A unit's words, name and parent section."""
    if not book.on_page(unit):
        return ()
    found = book.unit(unit)
    return found.prints.normal, fold(found.title), book.parent(unit)


def trace(
    book: Rulebook, units: Iterable[str], versions: Iterable[Version]
) -> Mapping[str, WordingChange]:
    """The change of each unit. ``versions`` come newest first, read only as far as needed."""
    searches = [_WordingSearch(book, unit) for unit in units]
    for depth, version in enumerate(versions):
        going = [search for search in searches if not search.over]
        if not going or depth == DEEPEST:
            break
        past = book if version.text == book.text else book.reread(version.text)
        for search in going:
            search.look(version, past)
    return {search.change.unit: search.change for search in searches}
