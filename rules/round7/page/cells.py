"""Kinds of cells that only the page of Round 7 has: places, Numbers, times in a row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, field

from rules.round7.items.numbers import read_number_item
from rules.round7.state import FIRST, GULAG, JAIL, Place
from wikibot.game.page.cells import CellError, Integer, nothing
from wikibot.sdk import Time, fold, plain

MOST = 10_000  # spaces, which are gone through one by one

A_SPACE = "the number of a space"
NUMBER = Integer(A_SPACE, words=("space",), most=MOST)
SPACE = Integer("the number of a space, Jail or Gulag", words=("space",), blank=FIRST, most=MOST)
POENTS = Integer("a number of poents", blank=0)
VP = Integer("a number of Victory Poents", blank=0)
TURNS = Integer("a number of turns", blank=0)


class Location(Struct, frozen=True):
    """Codec for where a player is: the number of a space, or Jail or Gulag."""

    def parse(self, text: str) -> Place:
        word = fold(re.sub(r"(?i)^(?:the|in)\s+", "", plain(text)))
        beside = next((each for each in (JAIL, GULAG) if fold(each) == word), None)
        return beside or SPACE.parse(text)

    def render(self, value: Place, old: str = "") -> str:
        return value if isinstance(value, str) else SPACE.render(value, old)


class NumbersCell(Struct, frozen=True):
    """Codec for Number items by their values: ``1, 3, 3, I.N. 2``."""

    fields = ("numbers", "immutable")

    def parse(self, text: str) -> dict[str, tuple[int, ...]]:
        words = [] if nothing(text) else [word.strip() for word in plain(text).split(",")]
        found = [read_number_item(word) for word in words if word]
        if None in found:
            raise CellError("a list of Numbers such as 1, 3, I.N. 2")
        kinds = zip(self.fields, (False, True), strict=True)
        return {
            name: tuple(sorted(each.value for each in found if each and each.fixed is fixed))
            for name, fixed in kinds
        }

    def render(self, value: Mapping[str, tuple[int, ...]], old: str = "") -> str:
        immutable = (f"I.N. {each}" for each in value["immutable"])
        return ", ".join([*map(str, value["numbers"]), *immutable])


class Times(Struct, frozen=True):
    """Codec for times in their order, a dash for one that is not known: ``2024-01-05, -``."""

    one: Time = field(default_factory=Time)

    def parse(self, text: str) -> tuple[datetime | None, ...]:
        return () if nothing(text) else tuple(map(self.one.parse, text.split(",")))

    def render(self, value: tuple[datetime | None, ...], old: str = "") -> str:
        return ", ".join(self.one.render(each) or "-" for each in value)
