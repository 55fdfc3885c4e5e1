"""What the cells of each kind of field mean, in both directions: numbers, lists, names, text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from rules.generic.owners import Field, FieldKind
from wikibot.game.page.cells import (
    MINUS,
    REMARK,
    CellError,
    Codec,
    YesNo,
    nothing,
    number,
    something,
)
from wikibot.game.page.item_lists import ItemList
from wikibot.game.page.lists import NameList
from wikibot.game.page.markup import HIDDEN, visible
from wikibot.sdk import Vocabulary, fold, inline, plain
from wikibot.wikitext.numerals import DIGITS, ungrouped, written_as

_SIGN_OF_MONEY = rf"(?P<before>[^\w\s{HIDDEN}()\[\]<>+\-−–.,]{{0,2}}[ \t]?)"
_UNIT = rf"(?P<unit>[ \t]?(?:[^\W\d]|[^\w\s{HIDDEN}()\[\]†*‡.,;:]){{1,20}})?"
_AMOUNT, _WRITTEN = (
    re.compile(
        rf"{_SIGN_OF_MONEY}(?P<number>(?:[+]|{MINUS})?(?:{digits})){_UNIT}{REMARK}", re.DOTALL
    )
    for digits in (r"\d+", DIGITS)
)
_UNITS = frozenset((
    "gp", "sp", "cp", "pp", "hp", "mp", "xp", "vp", "ap", "pt", "pts", "km", "m", "cm", "kg", "g",
    "lb", "lbs", "ft", "mi", "day", "days", "hour", "hours", "turn", "turns", "week", "weeks",
))  # fmt: skip
_TO = re.compile(r"\[\[(?P<target>[^\[\]|#<>{}]{1,200})\|[^\[\]|]*\]\]")
_BRACES = re.compile(r"(\s*\{)([^{}]*)(\}\s*)")
_LINK = re.compile(r"\[\[(?P<target>[^\[\]|#<>{}]{1,200})\]\]")


def is_amount(text: str, header: str) -> bool:
    """Whether a cell's plain text is a whole number, perhaps with a unit: ``5``, ``1,200 gp``."""
    found = _AMOUNT.fullmatch(ungrouped(text))
    return found is not None and _is_unit(found["unit"] or "", header)


def _is_unit(unit: str, header: str) -> bool:
    """Whether what stands behind a number is its measure, or says what the header does."""
    word = fold(unit)
    if any(character.isnumeric() for character in unit):  # 2½
        return False
    if not any(character.isalpha() for character in word):
        return True
    heads = {fold(header), *fold(header).split()}
    return word in _UNITS or word in heads or any(f"{word}s" == h or word == f"{h}s" for h in heads)


class Amount(Struct, frozen=True):
    """A whole number; blank is 0. Unit, thousands separators and remarks stay as they are.

    ``header``: of its column, which may stand behind the number, as in ``5 Gold``.
    """

    header: str
    expected: str = "a whole number"

    def parse(self, text: str) -> int:
        found = _AMOUNT.fullmatch(ungrouped(plain(text)))
        if found and _is_unit(found["unit"] or "", self.header):
            return number(found["number"])
        if nothing(text):
            return 0
        raise CellError(self.expected)

    def render(self, value: int, old: str = "") -> str:
        shown = visible(old)
        at = len(shown) - len(shown.lstrip(f" \t{HIDDEN}"))
        found = _WRITTEN.match(shown, at)
        if not found:
            return str(value)
        new = written_as(value, found["number"])
        return old[: found.start("number")] + new + old[found.end("number") :]


class WordsCell(Struct, frozen=True):
    """Any text; blank, a dash and ``none`` are no text."""

    expected: str = "a text"

    def parse(self, text: str) -> str:
        return "" if nothing(text) else plain(text)

    def render(self, value: str, old: str = "") -> str:
        return something(value) if value else ""


class ThingName(Struct, frozen=True):
    """The name of one thing of a table, perhaps behind the word for it: ``Space 5``, ``5``."""

    known: Vocabulary
    table: str
    words: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """What completes the sentence "... is not"."""
        return f"the name of something in the table {self.table!r}"

    def parse(self, text: str) -> str:
        link = _TO.search(text)
        for shown in (plain(text), plain(link["target"]) if link else ""):
            if (found := _named(shown, self.known, self.words)) is not None:
                return found
        if nothing(text):
            return ""
        raise CellError(self.expected)

    def render(self, value: str, old: str = "") -> str:
        new = something(value) if value else ""
        link = _LINK.search(old)
        if not value or link is None or plain(link[0]) not in self.known.names:
            return new
        linked = old[: link.start("target")] + new + old[link.end("target") :]
        return linked if plain(linked) == value else new


class ThingNames(Struct, frozen=True):
    """A list of names of things: ``Cave, Hill``, ``{4, 20}``; other names stay as written."""

    known: Vocabulary
    expected: str = "a list of names"

    @property
    def _names(self) -> NameList:
        return NameList(self.known)

    def parse(self, text: str) -> tuple[str, ...]:
        return self._names.parse(in_braces(text)[1])

    def render(self, value: Sequence[str], old: str = "") -> str:
        before, listed, after = in_braces(old)
        return f"{before}{self._names.render(tuple(value), listed)}{after}"


def in_braces(text: str) -> tuple[str, str, str]:
    """A list with the braces around it, as in ``{4, 20}``; "" where there are none."""
    found = _BRACES.fullmatch(text)
    return (found[1], found[2], found[3]) if found else ("", text, "")


class RowName(Struct, frozen=True):
    """The name of a thing, in the first cell of its row."""

    expected: str = "the name of a thing"

    def parse(self, text: str) -> str:
        if name := plain(text):
            return name
        raise CellError(self.expected)

    def render(self, value: str, old: str = "") -> str:
        return inline(value)


def _named(text: str, known: Vocabulary, words: Sequence[str]) -> str | None:
    """The known name that a text is, or ends with behind one of ``words``."""
    if name := known.find(text):
        return name
    first, _, rest = text.partition(" ")
    return known.find(rest) if rest and fold(first) in words else None


class Surroundings(Struct, frozen=True, eq=False):
    """The names that cells of a page may be about. ``things``: by table, players among them.

    ``nouns``: words for one thing of a table, folded. ``items``: all names that lists may hold.
    """

    things: dict[str, Vocabulary]
    nouns: dict[str, tuple[str, ...]]
    items: Vocabulary


def codec_of(about: Field, around: Surroundings) -> Codec[Any]:
    """What reads and writes the cells of a field."""
    if about.kind is FieldKind.NUMBER:
        return Amount(about.name, "a whole number, as this column holds")
    if about.kind is FieldKind.ITEMS:
        return _item_list(around.items)
    if about.kind is FieldKind.YES_NO:
        return YesNo()
    known = around.things.get(about.table, Vocabulary())
    if about.kind is FieldKind.THING:
        return ThingName(known, about.table, around.nouns.get(about.table, ()))
    return ThingNames(known) if about.kind is FieldKind.THINGS else WordsCell()


@lru_cache(maxsize=8)
def _item_list(items: Vocabulary) -> ItemList:
    return ItemList(items)
