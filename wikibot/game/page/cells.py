"""Cell codecs: a cell's wikitext to a value, and a new value into the old wikitext.

Remarks and style of the old wikitext stay.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from wikibot.game.calendar import format_time, parse_roman, parse_time, roman
from wikibot.game.names import singulars
from wikibot.game.problems import failure
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import DIGITS, TooManyDigits, integer, ungrouped, written_as
from wikibot.wikitext.plain import beyond, plain, struck
from wikibot.wikitext.preprocessor import asides

# == Inline wikitext of a cell: what a reader sees of it, and wikitext that shows a plain text =====

HIDDEN = (
    "\x00"  # stands for a character that a reader does not see; offsets stay those of the wikitext
)
_MARKUP = re.compile(
    r"\[\[(?:[^\[\]|]*\|)?|\]\]|\[(?:https?:)?//[^\s\[\]]+[ \t]*|'{2,}|</?[A-Za-z][^<>]*>"
    r"|[\u200b\u2060\ufeff\u00ad]"
)
_WHOLE = re.compile(r"\[\[[^\[\]]*\]\]|\[(?:https?:)?//[^\[\]]*\]|&(?:#\w+|[A-Za-z]\w*);")
# All that has a meaning in a cell, at the start of a line, or to the parser's first pass.
_SPECIAL = re.compile(
    r"&(?=[#A-Za-z])|[<>{}|\n]|\[(?=\[|[A-Za-z]*:?//)|(?<=\[)\[|\](?=\])|(?<=\])\]|'(?=')|(?<=')'|~(?=~)|(?<=~)~"
    r"|_(?=_)|(?<=_)_|!(?=!)|(?<=!)!|^[*#:;= ]|(?<==)$"
    # behind a protocol, whatever a wiki counts as one: addresses must not become links
    r"|(?<=[A-Za-z]):(?=\S)"
)
_ANY = re.compile(r"[^\w ]|_", re.ASCII)


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
        self,
        names: Iterable[str] = (),
        aliases: Mapping[str, str] | None = None,
        *,
        plurals: bool = False,
    ) -> None:
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
NOTHING = (
    "",
    "-",
    "—",
    "–",
    "none",
    "nobody",
    "nothing",
    "n/a",
    "∅",
)  # how people write that there is nothing (folded)
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


_NUMBER_LINK = re.compile(
    r"\[\[[^\[\]|]*?(?P<target>-?\d{1,18})\|(?P<label>-?\d{1,18})\]\]"
)  # [[#5|5]]


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
            return self._bounded(number(found["number"]))
        if self.blank is not None and nothing(text):
            return self.blank
        raise CellError(self.expected)

    def _bounded(self, value: int) -> int:
        if self.least is not None and value < self.least:
            raise CellError(f"{self.expected} from {self.least} on")
        if self.most is not None and value > self.most:
            raise CellError(f"{self.expected} up to {self.most}")
        return value

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


class Time(Struct, frozen=True):
    """A time like ``2024-01-05T02:22:00Z``, or nothing."""

    expected: str = "a time like 2024-01-05T02:22:00Z"
    needed: bool = False  # nothing is not enough

    def parse(self, text: str) -> datetime | None:
        if nothing(text) and not self.needed:
            return None
        try:
            return parse_time(plain(text))
        except ValueError:
            raise CellError(self.expected) from None

    def render(self, value: datetime | None, old: str = "") -> str:
        return format_time(value) if value else ""


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
        return (
            old[: found.start()]
            + (new if found[0][0].isupper() else new.lower())
            + old[found.end() :]
        )


_YES_NO = (
    ("yes", "no"),
    ("y", "n"),
    ("true", "false"),
    ("on", "off"),
    ("✓", "✗"),
    ("✔", "✘"),
    ("✅", "❌"),
)


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
