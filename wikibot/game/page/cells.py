"""Cell codecs: a cell's wikitext to a value, and a new value into the old wikitext.

Remarks and style of the old wikitext stay.

Lists in a cell: of names, of pairs such as votes, of whole numbers, of items (``2 Fish``).

They are taken apart and put together again; parts that are not changed keep every byte.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.game.names import singulars
from wikibot.game.problems import failure
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import local_time, say
from wikibot.wikitext.numerals import (
    DIGITS,
    TooManyDigits,
    format_time,
    integer,
    parse_local_time,
    parse_roman,
    parse_time,
    roman,
    unclear_number,
    ungrouped,
    written_as,
)
from wikibot.wikitext.plain import beyond, plain, struck
from wikibot.wikitext.preprocessor import SpanKind, asides
from wikibot.wikitext.regex import regex

# == Inline wikitext of a cell: what a reader sees of it, and wikitext that shows a plain text =====

# stands for a character that a reader does not see; offsets stay those of the wikitext
HIDDEN = "\x00"
_MARKUP = regex(
    r"\[\[(?:[^\[\]|]*\|)?|\]\]|\[(?:https?:)?//[^\s\[\]]+[ \t]*|'{2,}|</?[A-Za-z][^<>]*>"
    r"|[\u200b\u2060\ufeff\u00ad]"
)
_WHOLE = regex(r"\[\[[^\[\]]*\]\]|\[(?:https?:)?//[^\[\]]*\]|&(?:#\w+|[A-Za-z]\w*);")
# All that has a meaning in a cell, at the start of a line, or to the parser's first pass.
_SPECIAL = regex(
    r"&(?=[#A-Za-z])|[<>{}|\n]|\[(?=\[|[A-Za-z]*:?//)|(?<=\[)\[|\](?=\])|(?<=\])\]|'(?=')|(?<=')'|~(?=~)|(?<=~)~"
    r"|_(?=_)|(?<=_)_|!(?=!)|(?<=!)!|^[*#:;= ]|(?<==)$"
    # behind a protocol, whatever a wiki counts as one: addresses must not become links
    r"|(?<=[A-Za-z]):(?=\S)"
)
_ANY = regex(r"[^\w ]|_", re.ASCII)


def entity(text: str) -> str:
    """Every character as a hexadecimal reference, which the table engine leaves alone."""
    return "".join(f"&#x{ord(character):X};" for character in text)


@lru_cache(maxsize=4096)
def inline(text: str) -> str:
    """Wikitext that shows exactly ``text`` in a cell or on a line.

    No link, template, signature or markup in it runs, and no address becomes a link: it would be
    one in an edit of the bot's. The wikitext is in Unicode's form NFC, which is how a wiki stores
    what it is sent.
    """
    text = seen(text)
    written = _SPECIAL.sub(lambda found: entity(found[0]), text)
    if plain(written) == text and unicodedata.is_normalized("NFC", written):
        return written
    return spelled(text)


def spelled(text: str) -> str:
    """The same with every character but plain letters, digits and blanks as an entity."""
    return _ANY.sub(lambda found: entity(found[0]), text)


@lru_cache(maxsize=4096)
def seen(text: str) -> str:
    """A plain text as it comes back from a page: on one line, single blanks, no invisible marks."""
    return plain(_ANY.sub(lambda found: entity(found[0]) if found[0].isascii() else found[0], text))


def visible(wikitext: str) -> str:
    """The text, as long as before, with :data:`HIDDEN` for all that a reader does not see."""
    return _MARKUP.sub(_hidden, without_asides(wikitext))


def closed(wikitext: str) -> str:
    """The text, as long as before, with :data:`HIDDEN` for what no list is split in, as links."""
    return _WHOLE.sub(_hidden, without_asides(wikitext))


def without_asides(wikitext: str) -> str:
    """The text, as long as before, with :data:`HIDDEN` for asides and struck text."""
    text = blanked(wikitext, ((span.start, span.end) for span in asides(wikitext)))
    return blanked(text, struck(text)) if "</" in text else text


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text, as long as before, with :data:`HIDDEN` for spans in the order of their start."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        if end > at:
            pieces += [text[at:start], HIDDEN * (end - max(start, at))]
            at = end
    return "".join([*pieces, text[at:]])


def _hidden(found: re.Match[str]) -> str:
    return HIDDEN * len(found[0])


# == Known names (items, types, players), and which of them a person meant in a cell ===============


class Vocabulary:
    """Known names in their order. ``aliases``: other spelling -> name. ``plurals`` count, too."""

    def __init__(
        self, names: Iterable[str] = (), aliases: Mapping[str, str] | None = None, *,
        plurals: bool = False
    ) -> None:  # fmt: skip
        self.names = tuple(dict.fromkeys(names))
        self.aliases = dict(aliases or {})
        self.plurals = plurals

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    @cached_property
    def commas(self) -> int:
        """How many separators the name with most of them holds."""
        return max((name.count(",") + name.count(";") for name in self.names), default=0)

    @cached_property
    def _index(self) -> Mapping[str, str | None]:
        """Folded spelling -> name; None where two names share it."""
        index: dict[str, str | None] = {}
        for spelling, name in [*zip(self.names, self.names, strict=True), *self.aliases.items()]:
            key = fold(spelling)
            index[key] = name if index.get(key, name) == name else None
        return index

    @cached_property
    def _exact(self) -> Mapping[str, None]:
        return dict.fromkeys(self.names)

    def extended(self, names: Iterable[str]) -> Vocabulary:
        """With more names behind the others; itself where it has them all."""
        new = [name for name in dict.fromkeys(names) if name not in self._exact]
        return Vocabulary((*self.names, *new), self.aliases, plurals=self.plurals) if new else self

    def find(self, text: str) -> str | None:
        """The one name that a spelling stands for: exactly, by alias, folded or as a plural."""
        if text in self._exact:
            return text
        if text in self.aliases:
            return self.aliases[text]
        wanted = fold(text)
        if wanted in self._index:
            return self._index[wanted]
        if not self.plurals:
            return None
        return next(
            (self._index[each] for each in singulars(wanted) if self._index.get(each)), None
        )

    def is_plural(self, text: str) -> bool:
        """Whether a spelling is the plural of another one of the same name."""
        found = self.find(text)
        return found is not None and any(
            self._index.get(each) == found for each in singulars(fold(text))
        )

    def canonical(self, text: str) -> str:
        """The known name, or the text as written where it is none."""
        return self.find(text) or text


# == Cell codecs: a cell's wikitext to a value, and a new value into the old wikitext ==============

T = TypeVar("T")
NOTHING = ("", "-", "—", "–", "none", "nobody", "nothing", "n/a", "∅")  # as people say it
_LONG = 300  # characters from which on a text is boxed
_BOX = '<div style="max-height:7em; min-width:12em; overflow:auto">'
MINUS = "[-−–]"
# What may follow a value as a remark: something in brackets, tags, a template or a comment, or a
# footnote's mark.
REMARK = rf"(?:[\s{HIDDEN}]*[(\[†*‡].*|[\s{HIDDEN}]*)"


class CellError(ValueError):
    """A cell that cannot be read. ``expected`` completes the sentence "... is not"."""

    def __init__(self, expected: str) -> None:
        super().__init__(say("not {}", expected))
        self.expected = expected


def unread(error: Exception, what: str) -> str:
    """What is expected in place of a cell at which its reader raised ``error``."""
    if isinstance(error, CellError | TooManyDigits):
        return error.expected
    return say("something that the bot can read: {}", failure(what, error))


class Codec(Protocol[T]):
    """Both directions between a cell's wikitext and a value."""

    def parse(self, text: str) -> T:
        """The value of a cell; raises :class:`CellError`."""
        ...

    def render(self, value: T, old: str = "") -> str:
        """The wikitext of a cell that held ``old`` and shall hold ``value``, with its remarks."""
        ...


def parsed(codec: Codec[T], text: str) -> T:
    """The value of a cell; raises :class:`CellError` for wikitext beyond the bound, too."""
    if why := beyond(text):
        raise CellError(say("a value: {}", why))
    return codec.parse(text)


_NUMBER_LINK = regex(r"\[\[[^\[\]|]*?(?P<target>-?\d{1,18})\|(?P<label>-?\d{1,18})\]\]")  # [[#5|5]]


def nothing(text: str) -> bool:
    """Whether a cell is blank or says that there is nothing."""
    return "&#x" not in text and fold(plain(text)) in NOTHING


def something(text: str) -> str:
    """Wikitext that shows ``text`` and is not taken for :func:`nothing`, even for ``none``."""
    return entity(text[0]) + spelled(text[1:]) if fold(text) in NOTHING and text else inline(text)


def number(text: str) -> int:
    """The value of digits with any kind of minus. Raises ``CellError`` for too many digits."""
    try:
        return integer(text)
    except TooManyDigits as error:
        raise CellError(error.expected) from None


class Integer(Struct, frozen=True):
    """A whole number, with remarks: ``-209 (see Phase VIII)``.

    ``blank``: what an empty cell means (None: it cannot be read). ``words`` may stand before it:
    ``Space 5``. ``least`` and ``most``: what the game can reckon with, such as one space after the
    other.
    """

    expected: str = "a whole number"
    blank: int | None = None
    words: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    def parse(self, text: str) -> int:
        found = re.fullmatch(self._pattern(r"\d+"), ungrouped(plain(text)), re.IGNORECASE)
        if found:
            value = number(found["number"])
            if self.least is not None and value < self.least:
                raise CellError(f"{self.expected} from {self.least} on")
            if self.most is not None and value > self.most:
                raise CellError(f"{self.expected} up to {self.most}")
            return value
        if self.blank is not None and nothing(text):
            return self.blank
        raise CellError(self.expected)

    def render(self, value: int, old: str = "") -> str:
        found = re.match(
            rf"[{HIDDEN}\s]*{self._pattern(DIGITS)}", visible(old), re.IGNORECASE | re.DOTALL
        )
        if not found:
            return str(value)
        new = written_as(value, found["number"])
        link = _NUMBER_LINK.search(old)
        if (
            link
            and found.start("number") == link.start("label")
            and link["target"] == link["label"]
        ):
            return old[: link.start("target")] + f"{new}|{new}" + old[link.end("label") :]
        return old[: found.start("number")] + new + old[found.end("number") :]

    def _pattern(self, digits: str) -> str:
        words = "".join(rf"(?:{word}\s+)?" for word in self.words)
        return rf"{words}#?(?P<number>(?:[+]|{MINUS})?(?:{digits}))(?!\w){REMARK}"


class Text(Struct, frozen=True):
    """Any text, or the known name that it stands for. ``blank``: what an empty cell means."""

    blank: str = ""
    known: Vocabulary | None = None

    def parse(self, text: str) -> str:
        value = plain(text) or self.blank
        if self.known is None or self.known.find(value):
            return self.known.canonical(value) if self.known else value
        remark = self._remark(text)
        return (self.known.find(plain(text[: -len(remark)])) if remark else None) or value

    def render(self, value: str, old: str = "") -> str:
        return inline(value) + (self._remark(old) if self.known else "")

    def _remark(self, text: str) -> str:
        """What stands in brackets behind a known name."""
        found = re.search(r"(?<!\s)\s*+\([^()]*\)\s*+$", visible(text))
        known = found and self.known and self.known.find(plain(text[: found.start()]))
        return text[found.start() :] if found and known else ""


class LongText(Text, frozen=True):
    """A text that may be very long: then it stands in a box of a few lines that can be scrolled.

    It is all on the page nevertheless, for readers without styles as for the bot.
    """

    def render(self, value: str, old: str = "") -> str:
        text = super().render(value, old)
        return f"{_BOX}{text}</div>" if len(value) > _LONG else text


class Maybe(Struct, frozen=True):
    """A value that may be missing, by default a text: an empty cell, a dash or ``none`` is None."""

    codec: Codec[Any] = Text()

    @property
    def known(self) -> Vocabulary | None:
        """The names that a text may stand for."""
        return getattr(self.codec, "known", None)

    def parse(self, text: str) -> Any:
        return None if nothing(text) else self.codec.parse(text)

    def render(self, value: Any, old: str = "") -> str:
        if isinstance(value, str):
            return something(value) if value else ""
        return "" if value is None else self.codec.render(value, old)


_TIME = regex(r'<time datetime="([^"<>]+)" title="([^"<>]*)">\2</time>')


def exact(text: str) -> str:
    """A text with the times of tags in place of what these show."""
    return _TIME.sub(r"\1", text)


class Time(Struct, frozen=True):
    """A time as the wiki's signatures show it, or as ``2024-01-05T02:22:00Z``, or nothing.

    Decision: the tag around it keeps the second, in any language; where what is shown is no longer
    what the tag says was shown, somebody has written another time.
    """

    expected: str = "a time like 2024-01-05T02:22:00Z"
    needed: bool = False  # nothing is not enough

    def parse(self, text: str) -> datetime | None:
        said = exact(text)
        if nothing(said) and not self.needed:
            return None
        for read in (parse_time, parse_local_time):
            with suppress(ValueError):
                return read(plain(said))
        raise CellError(self.expected)

    def render(self, value: datetime | None, old: str = "") -> str:
        if value is None:
            return ""
        shown = local_time(value)
        return f'<time datetime="{format_time(value)}" title="{shown}">{shown}</time>'


class Phase(Struct, frozen=True):
    """A phase by its number, Roman or Arabic as the cell has it: ``Phase V``, ``V``, ``5``."""

    expected: str = "a phase such as Phase V"

    def parse(self, text: str) -> int:
        try:
            return parse_roman(re.sub(r"^phase\s+", "", plain(text), flags=re.IGNORECASE))
        except ValueError:
            raise CellError(self.expected) from None

    def render(self, value: int, old: str = "") -> str:
        found = re.search(r"\b(?:\d+|[IVXLCDM]+|[ivxlcdm]+)\b", visible(old))
        if not found:
            return roman(value)
        new = str(value) if found[0].isdigit() else roman(value)
        new = new if found[0][0].isupper() else new.lower()
        return old[: found.start()] + new + old[found.end() :]


_YES_NO = (("yes", "no"), ("y", "n"), ("true", "false"), ("on", "off"),
           ("✓", "✗"), ("✔", "✘"), ("✅", "❌"))  # fmt: skip


class YesNo(Struct, frozen=True):
    """Yes or no, in the pairs of words people use; empty is no."""

    expected: str = "yes or no"

    def parse(self, text: str) -> bool:
        word = fold(plain(text)).rstrip("!.")
        if word in (yes for yes, _ in _YES_NO):
            return True
        if word in NOTHING or word in (no for _, no in _YES_NO):
            return False
        raise CellError(self.expected)

    def render(self, value: bool, old: str = "") -> str:
        word = fold(plain(old)).rstrip("!.")
        yes, no = next((pair for pair in _YES_NO if word in pair), _YES_NO[0])
        new = yes if value else no
        return new.capitalize() if plain(old)[:1].isupper() else new


class Choice(Struct, frozen=True):
    """One of a few words."""

    options: tuple[str, ...]

    def parse(self, text: str) -> str:
        found = next((each for each in self.options if fold(each) == fold(plain(text))), None)
        if found is None:
            raise CellError(f"one of {', '.join(self.options)}")
        return found

    def render(self, value: str, old: str = "") -> str:
        return value


# == Lists in a cell ===============================================================================

_BREAK = r"<br\b[^<>]*>"
_GAP = regex(
    rf"(?:(?<!\s)\s*)?(?:[,;•]|{_BREAK}|\n[*#:]*)(?:\s|[,;•]|{_BREAK}|(?<=\n)[*#:]+)*",
    re.IGNORECASE,
)
_LEAD = regex(r"^\s*(?:[*#:]+\s*)?")
_AND_AHEAD = regex(r"and\s+", re.IGNORECASE)
_AND = regex(r"(?<!\s)\s++(?:and|&|\+)\s+", re.IGNORECASE)
_MOST_ANDS = 3  # in the name of one thing: Salt and Pepper


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
        return replace(self, parts=parts, gaps=gaps) if parts else Pieces("", (), (), "")

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


def take_apart(
    text: str, whole: Callable[[str], bool] = lambda _: False, commas: int = 0
) -> Pieces:
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
        # without a remark behind the braces
        said = plain(text)
        found = re.fullmatch(rf"\{{([^{{}}]*)\}}{REMARK}", said)
        body = (found[1] if found else said).strip()
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
        if found is None and self.braces and (not pieces.parts or nothing(old)):
            return f"{{{pieces}}}"
        return old[:start] + str(pieces) + old[end:]


# == item lists ====================================================================================

_COUNT = r"(?P<count>[-−–]?\d+)"
_LEADING = regex(rf"{_COUNT}(?:\s*[x×]\s+|\s*×|\s+)(?P<name>.+)", re.IGNORECASE)
_TRAILING = (
    regex(rf"(?P<name>.*\S)(?:\s+x|\s*×)\s*{_COUNT}", re.IGNORECASE),
    regex(rf"(?P<name>.*\S)\s*[(\[]\s*[x×]?\s*{_COUNT}\s*[x×]?\s*[)\]]", re.IGNORECASE),
)
_TRAILING_KNOWN = regex(rf"(?P<name>.*\S)\s*[:=]\s*{_COUNT}")
_UNKNOWN = regex(r"[\W\d]*(?:unknown|tbd)\W*", re.IGNORECASE)  # people who do not know say so
_LEADING_EMOJI = regex(rf"{_COUNT}(?P<name>[^\w\s].*)")  # right behind its number: 2🌿
_NUMBER = regex(rf"[-−–]?(?:{DIGITS})")
_REMARK = regex(r"(?P<name>.*\S)\s*\([^()]*\)")
_SAID_OF_IT = regex(r"(?<!\s)\s*+\([^()]*[^\W\d_x][^()]*\)$")  # not in how many
_REPEATS = 3  # as many more times a name is repeated rather than given a number
_FORMS = {  # how a new entry is written, by the style of the others
    "{n} {name}": regex(r"^\W*[-−–]?\d+\s+[^x×\s]"),
    "{n}x {name}": regex(r"^\W*[-−–]?\d+x\s"),
    "{n} x {name}": regex(r"^\W*[-−–]?\d+\s+x\s"),
    "{name} x{n}": regex(r"\sx[-−–]?\d+\W*$"),
    "{name} ×{n}": regex(r"\s×[-−–]?\d+\W*$"),
    "{name} ({n})": regex(r"\([-−–]?\d+\)\W*$"),
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
        # letters and symbols such as emoji make a name; digits and punctuation alone do not
        named = any(unicodedata.category(each).startswith(("L", "So")) for each in text)
        if not named or _UNKNOWN.fullmatch(text):
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
        with suppress(CellError):
            yield self._adapted(self._apart(old), wanted, old)
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
        if pieces.parts:
            return str(pieces)
        comments = (each for each in asides(old) if each.kind is SpanKind.COMMENT)
        return "".join(old[each.start : each.end] for each in comments)

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
        if not total:
            return pieces
        return pieces.changed(mine[0], self._recounted(pieces.parts[mine[0]], name, total, form))

    def _recounted(self, part: str, name: str, count: int, form: str) -> str:
        """One part with another number in it, in its own style."""
        shown = visible(part)
        numbers = list(_NUMBER.finditer(shown))
        for found in (numbers[:1] + numbers[-1:]) if numbers else []:
            new = part[: found.start()] + written_as(count, found[0]) + part[found.end() :]
            if self._entry_is(new, name, count):
                return new
        new = form.format(n=count, name=part.strip())
        kept = self._entry_is(new, name, count)
        return new if kept else self._fresh(name, count, form, False, True)

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
    form = votes.most_common(1)[0][0] if votes else "{n} {name}"
    return form, bool(singles) and not any(singles)
