"""Item lists as people write them: ``2 Fish, Duck x3``; what did not change keeps every byte."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct, field

from wikibot.game.page.cells import (
    HIDDEN,
    CellError,
    Vocabulary,
    entity,
    inline,
    nothing,
    number,
    spelled,
    visible,
)
from wikibot.game.page.lists import Pieces, take_apart
from wikibot.wikitext.numerals import DIGITS, unclear_number, ungrouped, written_as
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import SpanKind, asides

_COUNT = r"(?P<count>[-−–]?\d+)"
_LEADING = re.compile(rf"{_COUNT}(?:\s*[x×]\s+|\s*×|\s+)(?P<name>.+)", re.IGNORECASE)
_TRAILING = (
    re.compile(rf"(?P<name>.*\S)(?:\s+x|\s*×)\s*{_COUNT}", re.IGNORECASE),
    re.compile(rf"(?P<name>.*\S)\s*[(\[]\s*[x×]?\s*{_COUNT}\s*[x×]?\s*[)\]]", re.IGNORECASE),
)
_TRAILING_KNOWN = re.compile(rf"(?P<name>.*\S)\s*[:=]\s*{_COUNT}")
_UNKNOWN = re.compile(r"[\W\d]*(?:unknown|tbd)\W*", re.IGNORECASE)  # people who do not know say so
_LEADING_EMOJI = re.compile(
    rf"{_COUNT}(?P<name>[^\w\s].*)"
)  # an emoji may stand right behind its number: 2🌿
_NUMBER = re.compile(rf"[-−–]?(?:{DIGITS})")
_REMARK = re.compile(r"(?P<name>.*\S)\s*\([^()]*\)")
_SAID_OF_IT = re.compile(r"(?<!\s)\s*+\([^()]*[^\W\d_x][^()]*\)$")  # not in how many
_REPEATS = 3  # as many more times a name is repeated rather than given a number
_FORMS = {  # how a new entry is written, by the style of the others
    "{n} {name}": re.compile(r"^\W*[-−–]?\d+\s+[^x×\s]"),
    "{n}x {name}": re.compile(r"^\W*[-−–]?\d+x\s"),
    "{n} x {name}": re.compile(r"^\W*[-−–]?\d+\s+x\s"),
    "{name} x{n}": re.compile(r"\sx[-−–]?\d+\W*$"),
    "{name} ×{n}": re.compile(r"\s×[-−–]?\d+\W*$"),
    "{name} ({n})": re.compile(r"\([-−–]?\d+\)\W*$"),
}


class ListedItem(Struct, frozen=True):
    """One part of a list. ``bare``: no number stands with it."""

    name: str
    count: int
    bare: bool = False


class ItemList(Struct, frozen=True):
    """Codec between a cell and ``item -> count`` (never zero). Unknown names stay as written."""

    known: Vocabulary = field(default_factory=Vocabulary)
    expected: str = "a list of items such as 2 Fish, Duck"

    def parse(self, text: str) -> dict[str, int]:
        totals: Counter[str] = Counter()
        for entry in self._entries(self._apart(text)):
            totals[entry.name] += entry.count
        return {name: count for name, count in totals.items() if count}

    def render(self, value: Mapping[str, int], old: str = "") -> str:
        """Raises :class:`CellError` for items that no list can hold."""
        wanted = {name: count for name, count in value.items() if count}
        for text in self._candidates(wanted, old):
            if self._reads(text, wanted):
                return text
        raise CellError(f"something that a list can hold: {wanted}")

    # -- reading -----------------------------------------------------------------------------------

    def _apart(self, text: str) -> Pieces:
        if nothing(text) and not self.known.find(plain(text)):
            return Pieces("", (), (), "")
        return take_apart(text, self._whole, self.known.commas)

    def _entries(self, pieces: Pieces) -> list[ListedItem]:
        return [self._entry(ungrouped(plain(part))) for part in pieces.parts]

    def _reads(self, text: str, wanted: Mapping[str, int]) -> bool:
        try:
            return self.parse(text) == wanted
        except CellError:
            return False

    def _whole(self, text: str) -> bool:
        return self._known_entry(ungrouped(text)) is not None

    def _entry(self, text: str) -> ListedItem:
        if unclear_number(_SAID_OF_IT.sub("", text)) and not self.known.find(text):
            raise CellError(self.expected)
        known = self._known_entry(text)
        if known:
            return known
        for pattern in (_LEADING, *_TRAILING):
            if found := pattern.fullmatch(text):
                return ListedItem(found["name"], number(found["count"]))
        if not any(_says_something(character) for character in text) or _UNKNOWN.fullmatch(text):
            raise CellError(self.expected)
        return ListedItem(text, 1, bare=True)

    def _known_entry(self, text: str) -> ListedItem | None:
        """The entry, if it is about a known name; a remark in brackets may follow."""
        remark = _REMARK.fullmatch(text)
        for body in (text, remark["name"]) if remark else (text,):
            if name := self.known.find(body):
                return ListedItem(name, 1, bare=True)
            for pattern in (_LEADING, *_TRAILING, _TRAILING_KNOWN, _LEADING_EMOJI):
                found = pattern.fullmatch(body)
                if found and (name := self.known.find(found["name"])):
                    return ListedItem(name, number(found["count"]))
        return None

    # -- writing -----------------------------------------------------------------------------------

    def _candidates(self, wanted: Mapping[str, int], old: str) -> Iterator[str]:
        """Texts from the one that keeps most of the old one to the one that is safest to read."""
        try:
            pieces = self._apart(old)
            yield self._adapted(pieces, wanted, old)
        except CellError:
            pass
        for protected, explicit in product((False, True), repeat=2):
            parts = (
                self._fresh(name, n, "{n} {name}", protected, explicit)
                for name, n in wanted.items()
            )
            yield ", ".join(parts)

    def _adapted(self, pieces: Pieces, wanted: Mapping[str, int], old: str) -> str:
        entries = self._entries(pieces)
        (form, explicit), gap = _style(pieces.parts, entries), pieces.gap
        totals: Counter[str] = Counter()
        for entry in entries:
            totals[entry.name] += entry.count
        changed = [name for name in totals if totals[name] != wanted.get(name, 0)]
        new = [name for name in wanted if name not in totals]
        if not changed and not new:
            return old
        for name in changed:
            pieces = self._adjusted(pieces, name, wanted.get(name, 0), form)
        for name in new:
            pieces = pieces.added(self._fresh(name, wanted[name], form, False, explicit), gap)
        return str(pieces) if pieces.parts else _comments(old)

    def _adjusted(self, pieces: Pieces, name: str, total: int, form: str) -> Pieces:
        """Bring the parts about one item to a new total."""
        mine = [i for i, entry in enumerate(self._entries(pieces)) if entry.name == name]
        bare = all(entry.bare for entry in self._entries(pieces) if entry.name == name)
        if bare and len(mine) > 1 and 0 < total <= len(mine) + _REPEATS:  # written by repetition
            for index in reversed(mine[total:]):
                pieces = pieces.dropped(index)
            for _ in range(total - len(mine)):
                pieces = pieces.added(pieces.parts[mine[-1]])
            return pieces
        for index in reversed(mine[1:] if total else mine):
            pieces = pieces.dropped(index)
        return (
            pieces.changed(mine[0], self._recounted(pieces.parts[mine[0]], name, total, form))
            if total
            else pieces
        )

    def _recounted(self, part: str, name: str, count: int, form: str) -> str:
        """One part with another number in it, in its own style."""
        shown = visible(part)
        numbers = list(_NUMBER.finditer(shown))
        for found in (numbers[:1] + numbers[-1:]) if numbers else []:
            new = part[: found.start()] + written_as(count, found[0]) + part[found.end() :]
            if self._entry_is(new, name, count):
                return new
        new = form.format(n=count, name=part.strip())
        return (
            new if self._entry_is(new, name, count) else self._fresh(name, count, form, False, True)
        )

    def _fresh(self, name: str, count: int, form: str, protected: bool, explicit: bool) -> str:
        """A new part: in the style of the list, or in the first style that reads back right."""
        text = _protected(name) if protected else inline(name)
        bare = [] if explicit or count != 1 else ["{name}"]
        for each in (*bare, form, *_FORMS):
            new = each.format(n=count, name=text)
            if self._entry_is(new, name, count):
                return new
        return f"{count} {_protected(name)}"

    def _entry_is(self, part: str, name: str, count: int) -> bool:
        try:
            entries = self._entries(self._apart(part))
        except CellError:
            return False
        return [(entry.name, entry.count) for entry in entries] == [(name, count)]


def _says_something(character: str) -> bool:
    """Letters and symbols such as emoji make a name; digits and punctuation alone do not."""
    return unicodedata.category(character)[0] == "L" or unicodedata.category(character) == "So"


def _protected(name: str) -> str:
    """The name with whatever a list might be split at as entities."""
    return re.sub(r"(?i)\ba(?=nd\b)", lambda found: entity(found[0]), spelled(name))


def _style(parts: Sequence[str], entries: Sequence[ListedItem]) -> tuple[str, bool]:
    """The form that most counted parts have, and whether single things have a number, too."""
    counted = [
        visible(part).replace(HIDDEN, "")
        for part, entry in zip(parts, entries, strict=True)
        if not entry.bare
    ]
    votes = Counter(
        form for part in counted for form, pattern in _FORMS.items() if pattern.search(part)
    )
    singles = [entry.bare for entry in entries if entry.count == 1]
    return (votes.most_common(1)[0][0] if votes else "{n} {name}"), bool(singles) and not any(
        singles
    )


def _comments(text: str) -> str:
    """What an emptied cell still holds: its comments."""
    return "".join(
        text[span.start : span.end] for span in asides(text) if span.kind is SpanKind.COMMENT
    )
