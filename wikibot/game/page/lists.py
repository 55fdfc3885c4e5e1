"""Lists in a cell: of names, of pairs such as votes, of whole numbers, of items (``2 Fish``).

They are taken apart and put together again; parts that are not changed keep every byte.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.game.page.cells import (
    HIDDEN,
    MINUS,
    NOTHING,
    REMARK,
    CellError,
    Vocabulary,
    closed,
    entity,
    inline,
    nothing,
    number,
    spelled,
    visible,
    without_asides,
)
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import DIGITS, unclear_number, ungrouped, written_as
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import SpanKind, asides

_BREAK = r"<br\b[^<>]*>"
_GAP = re.compile(
    rf"(?:(?<!\s)\s*)?(?:[,;•]|{_BREAK}|\n[*#:]*)(?:\s|[,;•]|{_BREAK}|(?<=\n)[*#:]+)*",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^\s*(?:[*#:]+\s*)?")
_AND_AHEAD = re.compile(r"and\s+", re.IGNORECASE)
_AND = re.compile(r"(?<!\s)\s++(?:and|&|\+)\s+", re.IGNORECASE)
_MOST_ANDS = 3  # in the name of one thing: Salt and Pepper


def _unknown(text: str) -> bool:
    return False


class Pieces(Struct, frozen=True):
    """``lead part gap part gap ... part tail``: ``gaps`` has one entry fewer than ``parts``."""

    lead: str
    parts: tuple[str, ...]
    gaps: tuple[str, ...]
    tail: str

    def __str__(self) -> str:
        body = self.parts[0] if self.parts else ""
        for gap, part in zip(self.gaps, self.parts[1:], strict=True):
            body += gap + part
        return self.lead + body + self.tail

    def dropped(self, index: int) -> Pieces:
        """Without one part and the gap before it (the first part: the gap behind it)."""
        gap = max(index - 1, 0)
        parts = self.parts[:index] + self.parts[index + 1 :]
        gaps = self.gaps[:gap] + self.gaps[gap + 1 :]
        return (
            replace(self, parts=parts, gaps=gaps)
            if parts
            else replace(self, parts=(), gaps=(), lead="", tail="")
        )

    def changed(self, index: int, part: str) -> Pieces:
        return replace(self, parts=(*self.parts[:index], part, *self.parts[index + 1 :]))

    @property
    def gap(self) -> str:
        """The gap that this list uses most."""
        if self.gaps:
            return Counter(self.gaps).most_common(1)[0][0]
        return self.lead if "\n" in self.lead else ", "

    def added(self, part: str, gap: str = "") -> Pieces:
        """With one more part at the end."""
        gap = gap or self.gap
        return replace(
            self, parts=(*self.parts, part), gaps=(*self.gaps, gap) if self.parts else ()
        )


def take_apart(text: str, whole: Callable[[str], bool] = _unknown, commas: int = 0) -> Pieces:
    """Split a cell's wikitext at commas, semicolons, line breaks and list lines.

    Links and templates stay whole. ``whole`` tells of a plain text whether it is known as one part;
    ``commas``: how many separators such a part may hold. Where both sides of an ``and`` are known,
    it separates too.
    """
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    pieces: list[str] = []
    gaps: list[str] = []
    at = start
    for found in _GAP.finditer(closed(text), start):
        pieces.append(text[at : found.start()])
        gaps.append(text[found.start() : found.end()])
        at = found.end()
    pieces.append(text[at:])
    return _tidy(text[:start], *_joined(pieces, gaps, whole, commas), whole)


def _joined(
    pieces: Sequence[str], gaps: Sequence[str], whole: Callable[[str], bool], commas: int
) -> tuple[list[str], list[str]]:
    """Put together again what is one known name with separators in it, the longest first."""
    parts: list[str] = []
    kept: list[str] = []
    at = 0
    while at < len(pieces):
        for end in range(min(len(pieces), at + commas + 1), at, -1):
            text = pieces[at] + "".join(
                g + p for g, p in zip(gaps[at : end - 1], pieces[at + 1 : end], strict=True)
            )
            if end == at + 1 or whole(plain(text)):
                parts.append(text)
                kept += gaps[end - 1 : end]
                at = end
                break
    return parts, kept


def _tidy(lead: str, parts: list[str], gaps: list[str], whole: Callable[[str], bool]) -> Pieces:
    """Drop empty parts into the gaps beside them, split at ``and``, set a final full stop aside."""
    kept: list[str] = []
    between: list[str] = []  # what stands before each of them
    pending = lead
    for part, gap in zip(parts, [*gaps, ""], strict=True):
        for before, text in _split_and(part, whole):
            pending += before
            if not plain(text):
                pending += text
                continue
            kept.append(text)
            between.append(pending)
            pending = ""
        pending += gap
    if not kept:
        return Pieces("", (), (), "")
    last = kept.pop()
    trimmed = last.rstrip()
    if trimmed.endswith(".") and not whole(plain(trimmed)):
        trimmed = trimmed[:-1]
    return Pieces(between[0], (*kept, trimmed), tuple(between[1:]), last[len(trimmed) :] + pending)


def _split_and(part: str, whole: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Pairs of what stands before a part and it: several where an ``and`` joins known ones."""
    begin = _AND_AHEAD.match(part)
    if begin and not whole(plain(part)):
        return [(begin[0], part[begin.end() :])]
    found = list(_AND.finditer(closed(part)))
    if not found:
        return [("", part)]
    edges = [0, *(each.end() for each in found)]
    texts = [
        part[a:b]
        for a, b in zip(edges, [*(each.start() for each in found), len(part)], strict=True)
    ]
    parts, gaps = _joined(texts, [each[0] for each in found], whole, _MOST_ANDS)
    if whole(plain(part)) or not all(whole(plain(text).rstrip(".")) for text in parts):
        return [("", part)]
    return [("", parts[0]), *zip(gaps, parts[1:], strict=True)]


# -- names and pairs -------------------------------------------------------------------------------


class NameList(Struct, frozen=True):
    """A list of names in their order."""

    known: Vocabulary = field(default_factory=Vocabulary)

    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(self.known.canonical(plain(part)) for part in self._apart(text).parts)

    def render(self, value: Sequence[str], old: str = "") -> str:
        if self.parse(old) == tuple(value):
            return old
        pieces = self._apart(old)
        held = self.parse(old)
        kept = next(
            n for n in range(min(len(held), len(value)), -1, -1) if held[:n] == tuple(value[:n])
        )
        for index in reversed(range(kept, len(held))):
            pieces = pieces.dropped(index)
        for name in value[kept:]:
            pieces = pieces.added(_name(name))
        return str(pieces)

    def _apart(self, text: str) -> Pieces:
        if nothing(text):
            return Pieces("", (), (), "")
        return take_apart(text, lambda part: self.known.find(part) is not None, self.known.commas)


class Pairs(Struct, frozen=True):
    """Names with a word each, in their order."""

    expected: str = "a list such as Alice: for, Bob: against"

    def parse(self, text: str) -> Mapping[str, str]:
        pairs: dict[str, str] = {}
        for part in () if nothing(text) else take_apart(text).parts:
            at = closed(part).find(":")
            name, word = plain(part[: max(at, 0)]), plain(part[at + 1 :])
            if not name or name in pairs:
                raise CellError(self.expected)
            pairs[name] = word
        return pairs

    def render(self, value: Mapping[str, str], old: str = "") -> str:
        return ", ".join(f"{_name(name)}: {_name(word)}" for name, word in value.items())


def _name(text: str) -> str:
    """A name with nothing in it that a list could be split at."""
    if nothing(text) or re.match(r"and\s", text, re.IGNORECASE):
        return entity(text[:1]) + spelled(text[1:])
    return spelled(text) if re.search(r"[,;•:.]|^\W", text) else inline(text)


# -- whole numbers ---------------------------------------------------------------------------------


class Identifiers(Struct, frozen=True):
    """A set of whole numbers, ascending: ``{-214, -209}``; braces and links may be there."""

    expected: str = "a set of whole numbers such as {-214, -209}"
    braces: bool = True

    def parse(self, text: str) -> tuple[int, ...]:
        body = _unbraced(plain(text))
        if fold(body) in NOTHING:
            return ()
        parts = re.split(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s+", body.rstrip(",; "))
        if not all(re.fullmatch(rf"(?:[+]|{MINUS})?\d+", part) for part in parts):
            raise CellError(self.expected)
        return tuple(sorted({number(part) for part in parts}))

    def render(self, value: Sequence[int], old: str = "") -> str:
        """Keep what stays as people wrote it and in their order; what is new comes last."""
        found = re.search(r"\{([^{}]*)\}", without_asides(old))
        start, end = found.span(1) if found else (0, len(old))
        pieces = take_apart("" if nothing(old[start:end]) else old[start:end])
        held = [self.parse(part) for part in pieces.parts]
        for index in reversed(range(len(held))):
            if not set(held[index]) <= set(value):
                pieces = pieces.dropped(index)
        kept = {each for part in pieces.parts for each in self.parse(part)}
        for each in value:
            pieces = pieces if each in kept else pieces.added(str(each))
        if end == len(old) and start == 0:
            return (
                f"{{{pieces}}}"
                if self.braces and (not pieces.parts or nothing(old))
                else str(pieces)
            )
        return old[:start] + str(pieces) + old[end:]


def _unbraced(text: str) -> str:
    """What stands between the braces, without a remark behind them; all where there are none."""
    found = re.fullmatch(rf"\{{([^{{}}]*)\}}{REMARK}", text)
    return (found[1] if found else text).strip()


# == item lists ====================================================================================

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
