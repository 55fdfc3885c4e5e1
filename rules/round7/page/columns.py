"""Tables and lines of the Round 7 gamestate page: which headers and labels they go by and what their cells mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from rules.round7.items.numbers import Held, read_number_item
from rules.round7.items.shop import known_items
from rules.round7.state import FIRST, GULAG, JAIL, Place
from wikibot.game.page.cells import CellError, Integer, Text, Time, YesNo, nothing
from wikibot.game.page.item_lists import ItemList
from wikibot.game.page.name_lists import Names
from wikibot.game.page.player_rows import NAME, with_items
from wikibot.game.page.prose import Value
from wikibot.game.page.records import SECTION as RECORDS
from wikibot.game.page.records import people
from wikibot.game.page.sheet import Column, Spec
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.folding import fold
from wikibot.wikitext.plain import plain

BOARD, TOWNS, PLAYERS, TURN_SECTION = "Board", "Towns", "Players", "Turn"
MOST = 10_000  # spaces, which are gone through one by one
_A_SPACE = "the number of a space"
HIGHEST = Value(
    "highest",
    ("Highest space", "Primary spaces", "Spaces"),
    Integer(_A_SPACE, least=FIRST, most=MOST),
)
HEALTH = Value("cop_health", ("Cop Car health", "Health of the Cop Car", "Cop health"), Integer())
VALUES = (HIGHEST, HEALTH)
_NUMBER = Integer(_A_SPACE, words=("space",), most=MOST)
_ROLL = Integer("a number")
_SPACE = Integer("the number of a space, Jail or Gulag", words=("space",), blank=FIRST, most=MOST)


@dataclass(frozen=True)
class Location:
    """Codec for where a player is: the number of a space, or Jail or Gulag."""

    def parse(self, text: str) -> Place:
        word = fold(re.sub(r"(?i)^(?:the|in)\s+", "", plain(text)))
        return next((each for each in (JAIL, GULAG) if fold(each) == word), None) or _SPACE.parse(
            text
        )

    def render(self, value: Place, old: str = "") -> str:
        if isinstance(value, str):
            return value
        return _SPACE.render(value, old)


@dataclass(frozen=True)
class Numbers:
    """Codec for Number items by their values: ``1, 3, 3, I.N. 2``."""

    expected: str = "a list of Numbers such as 1, 3, I.N. 2"

    def parse(self, text: str) -> Held:
        words = [] if nothing(text) else [word.strip() for word in plain(text).split(",")]
        found = [read_number_item(word) for word in words if word]
        if None in found:
            raise CellError(self.expected)
        kinds = {
            fixed: tuple(sorted(n.value for n in found if n and n.fixed is fixed))
            for fixed in (False, True)
        }
        return Held(kinds[False], kinds[True])

    def render(self, value: Held, old: str = "") -> str:
        del old
        return ", ".join([*map(str, value.numbers), *(f"I.N. {each}" for each in value.immutable)])


@dataclass(frozen=True)
class Times:
    """Codec for times in their order, a dash where one is not known: ``2024-01-05T02:22:00Z, -``."""

    one: Time = field(default_factory=Time)

    def parse(self, text: str) -> tuple[datetime | None, ...]:
        return () if nothing(text) else tuple(map(self.one.parse, text.split(",")))

    def render(self, value: tuple[datetime | None, ...], old: str = "") -> str:
        del old
        return ", ".join(self.one.render(each) or "-" for each in value)


@dataclass(frozen=True)
class MaybeNumber:
    """Codec for a number that may be missing: an empty cell is None."""

    def parse(self, text: str) -> int | None:
        return None if nothing(text) else _ROLL.parse(text)

    def render(self, value: int | None, old: str = "") -> str:
        return "" if value is None else _ROLL.render(value, old)


PLAYER_TABLE = Spec(
    PLAYERS,
    (
        NAME,
        Column("space", ("Space", "Location", "Tile"), Location(), required=True),
        Column(
            "poents", ("Poents", "Poent"), Integer("a number of poents", blank=0), required=True
        ),
        Column("vp", ("VP", "Victory Poents"), Integer("a number of Victory Poents", blank=0)),
        Column("numbers", ("Numbers",), Numbers()),
        Column("bank", ("Bank account", "Bank", "Account"), Integer("a number of poents", blank=0)),
    ),
    key=("name",),
)
PEOPLE = people(
    Column("missed", ("Missed turns",), Integer("a number of turns", blank=0)),
    Column("failures", ("Failed escapes",), Integer("a number of turns", blank=0)),
    Column("ping", ("Has to ping",), Names()),
    Column("ping_by", ("Ping by",), Times()),
)
TURN = Spec(
    TURN_SECTION,
    (
        Column("player", ("Turn of", "Whose turn"), Text(), required=True),
        Column("started", ("Turn began", "Began"), Time(needed=True), required=True),
        Column("start", ("Began on space", "Began on"), Location()),
        Column("acted", ("Last message",), Time()),
        Column("roll", ("Movement roll",), MaybeNumber()),
        Column("dice", ("Dice",), Text()),
        Column("tried", ("Rolled in Jail",), YesNo()),
        Column("frontier", ("Frontier reached",), Time()),
    ),
)
FEATURE_HEADERS = ("Features", "Feature")
FEATURES = Spec(
    BOARD,
    (
        Column("space", ("Space", "Tile"), _NUMBER, required=True),
        Column("features", FEATURE_HEADERS, Names(), required=True),
    ),
    key=("space",),
)
TOWN_TABLE = Spec(
    TOWNS,
    (
        Column("name", ("Town", "Town name"), Text(), required=True),
        Column("leader", ("Leader", "Town leader"), Text(), required=True),
        Column("members", ("Members",), Names()),
        Column("applicants", ("Applications",), Names()),
        Column("treasury", ("Treasury", "Treasury fund"), Integer("a number of poents", blank=0)),
    ),
    key=("name",),
)


def player_table(page: str, book: Rulebook) -> Spec:
    """The players table of a page: items have columns by its headers."""
    return book.found_in(page, _player_table)


def _player_table(page: str, book: Rulebook) -> Spec:
    return with_items(page, PLAYER_TABLE, known_items(book))


def holdings(book: Rulebook) -> Spec:
    """What players own for which their table has no column, as a table of the records."""
    return Spec(
        RECORDS,
        (
            Column("owner", ("Owner",), Text(), required=True),
            Column(
                "vp",
                ("Victory Poents",),
                Integer("a number of Victory Poents", blank=0),
                required=True,
            ),
            Column(
                "bank", ("Bank account",), Integer("a number of poents", blank=0), required=True
            ),
            Column("items", ("Items",), ItemList(known_items(book)), required=True),
        ),
        key=("owner",),
    )
