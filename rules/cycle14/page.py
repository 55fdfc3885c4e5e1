"""The Cycle 14 gamestate page: its cells, its schema, and its state in JSON.

Players, Obelisk, storehouse, pots, gatherings and landmarks are tables; a few values are lines.
Decisions: an item may have its own column, under its name or emoji; a storehouse row says how
many of one component there are; a page without a table of the Obelisk or of the pots has the
Obelisk of the beginning, and no pots; an unknown season is the one that the rules
name for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from rules.common.players import schedule
from rules.cycle14 import gatherings, herbalism, obelisk, tasks
from rules.cycle14.components import KNOWN, components
from rules.cycle14.herbalism import first_pots
from rules.cycle14.state import OPEN, Dying, Gathering, Landmark, Obelisk, Player, Pot, State
from wikibot.game.page import cells, gamestate, schema
from wikibot.game.page.cells import CellError, Integer, Text, Time, Vocabulary, YesNo, inline
from wikibot.game.page.gamestate import SECTION as RECORDS
from wikibot.game.page.sheet import Column, Sheet, Spec, Value, new_line, new_table, read_sheet
from wikibot.sdk import Rulebook, Statements, common_json, fields_json, plain, player_json, replace
from wikibot.wikitext.numerals import Phases, ungrouped
from wikibot.wikitext.regex import regex

# == Kinds of cells that only the page of Cycle 14 has: contributions, experience, distances =======

TASKS = (  # the titles that experience goes by
    *(each.section for each in tasks.TASKS),
    herbalism.SECTION,
    tasks.HIKING,
    gatherings.STARTING,
)


class Contributions(Struct, frozen=True):
    """Codec for who contributes what: ``Ann: Crystals + Herbs, Bob: ⚡``."""

    def parse(self, text: str) -> dict[str, tuple[str, ...]]:
        said = cells.Pairs("a list such as Ann: 💎 + 🌿, Bob: ⚡").parse(text)
        pairs = {name: _items(word) for name, word in said.items()}
        return {name: items for name, items in pairs.items() if items}

    def render(self, value: Mapping[str, tuple[str, ...]], old: str = "") -> str:
        return cells.Pairs().render(
            {name: " + ".join(items) for name, items in value.items() if items}, old
        )


_NUMBER_BEHIND = regex(rf"\b({'|'.join(TASKS)})\s+(\d+)", re.IGNORECASE)  # Mining 2


class Experience(cells.ItemList, frozen=True):
    """Codec for what a player knows: ``Mining: 2, Foraging: 1``."""

    def parse(self, text: str) -> dict[str, int]:
        return super().parse(_NUMBER_BEHIND.sub(r"\1: \2", text))

    def render(self, value: Mapping[str, int], old: str = "") -> str:
        if self.parse(old) == dict(value):
            return old
        text = ", ".join(f"{inline(task)}: {number}" for task, number in value.items())
        return text if self.parse(text) == dict(value) else super().render(value, old)


def _items(word: str) -> tuple[str, ...]:
    found: list[str] = []
    for part in re.split(r"\s*[+&]\s*", word):
        emoji, rest = KNOWN.find(part), part
        for start, end, _ in reversed(emoji):
            rest = rest[:start] + rest[end:]
        if emoji and not rest.strip():
            found += [name for _, _, name in emoji]
        elif part:
            found.append(KNOWN.vocabulary.canonical(part))
    return tuple(dict.fromkeys(found))


# Three digits behind the mark may be thousands as well.
_DISTANCE = regex(r"(\d{1,9}(?:[.,](?!\d{3}(?!\d))\d{1,6})?)\s*(?:km)?")


class Kilometres:
    """Codec for a distance such as ``5.7`` or ``5.7 km``."""

    def parse(self, text: str) -> float:
        found = _DISTANCE.fullmatch(ungrouped(plain(text)))
        if not found:
            raise CellError("a distance such as 5.7")
        return float(found[1].replace(",", "."))

    def render(self, value: float, old: str = "") -> str:
        number = f"{value:.10g}"
        return f"{number} km" if plain(old).endswith("km") else number


# -- players ---------------------------------------------------------------------------------------

PLAYERS_TABLE = schema.Players(
    Player,
    Spec("Players", (
        schema.NAME,
        Column("experience", ("Experience",), Experience(Vocabulary(TASKS)), required=True),
        Column("banished", ("Banished since", "Banished"), Time()),
        Column(
            "banishment", ("Banishment (hours)", "Banishment Duration"),
            Integer("a number of hours", blank=0),
        ),
    ), key=("name",)),
    gamestate.people(),
    (
        schema.Sentence("{player} is not banished", {"banished": None, "banishment": 0}),
        schema.Sentence("{player} is banished since {banished:time} for {banishment:number} hours"),
        schema.Sentence("the banishment of {player} lasts {banishment:number} hours"),
    ),
    entries=(
        schema.Entries(
            "experience",
            schema.Sentence("{player} has experience {number=2} in {task:task=Mining}"),
            "task",
        ),
    ),
)  # fmt: skip

# -- the Obelisk and the storehouse ----------------------------------------------------------------


class Stone(schema.Single, frozen=True):
    """The table of the Obelisk: items may have columns; further rows are left alone."""

    def read(self, sheet: Sheet) -> tuple[Obelisk, ...]:
        return tuple(
            Obelisk(
                row.get("distance", 0), row.get("cuts", 0), schema.items_of(row),
                row.get("condition", ""),
            )
            for row in (line.values for line in sheet.lines[:1])
        )  # fmt: skip

    def rows_on(self, sheet: Sheet, state: State) -> list[dict[str, Any]]:
        held = sheet.lines[0].values if sheet.lines else {"name": "The Obelisk"}
        own = schema.row_of(state.obelisk, self.spec.columns, self.empty)
        items = schema.items_row(state.obelisk.items, held if sheet.lines else {}, sheet.fields)
        others = [dict(line.values) for line in sheet.lines[1:]]
        return [{"name": held.get("name"), **own, **items}, *others]


OBELISK = Stone(
    "obelisk", "the Obelisk",
    Spec("The Obelisk", (
        Column("name", ("Obelisk", "The Obelisk"), Text(), required=True),
        Column(
            "distance", ("Distance (km)", "Distance"), Integer("a distance in kilometres"),
            required=True,
        ),
        Column("cuts", ("Cuts",), Integer("a number of cuts", blank=0)),
        Column("condition", ("Condition",), Text()),
    ), key=("name",)),
    Obelisk,
    sentences=(
        schema.Sentence("the Obelisk is {distance:number} km away"),
        schema.Sentence(
            "the Obelisk has {cuts:number} cuts", pattern="the Obelisk has {cuts:number} cuts?",
        ),
        schema.Sentence("nothing has become of the Obelisk", {"condition": ""}),
        schema.Sentence("the Obelisk has become {condition:text}"),
    ),
    entries=(schema.Entries("items", schema.Sentence("the Obelisk owns {number} {item}"), "item"),),
    complete=lambda stone: stone or Obelisk(),
)  # fmt: skip


class Stock(schema.Listing, frozen=True):
    """The table of the storehouse: a row for each component; one that stands there may be zero."""

    def things(self, state: State) -> tuple[Any, ...]:
        return tuple(state.storehouse.items())

    def with_things(self, state: State, things: Iterable[tuple[str, int]]) -> State:
        return replace(state, storehouse={item: count for item, count in things if count})

    def read(self, sheet: Sheet) -> tuple[tuple[str, int], ...]:
        return tuple((line.values["item"], line.values.get("count", 0)) for line in sheet.lines)

    def rows_on(self, sheet: Sheet, state: State) -> list[dict[str, Any]]:
        items = dict.fromkeys((*(item for item, _ in self.read(sheet)), *state.storehouse))
        return [{"item": item, "count": state.storehouse.get(item, 0)} for item in items]


def storehouse_table(known: Vocabulary) -> Spec:
    """The table of the storehouse, by the names that the ruleset gives to components."""
    stored = ("Stored", "Amount", "Count")
    columns = (
        Column("item", ("Component",), Text(known=known), required=True),
        Column("count", stored, Integer("a number of components", blank=0), required=True),
    )
    return Spec("Community Storehouse", columns, key=("item",))


STOREHOUSE = Stock("storehouse", "", storehouse_table(Vocabulary()), Obelisk)

# -- pots, gatherings, landmarks, deaths -----------------------------------------------------------

POTS = schema.Listing(
    "pots", "pot",
    Spec("Greenhouse Botania", (
        Column("id", ("Pot",), Text(), required=True),
        Column("herb", ("Herb",), Text(), required=True),
        Column("stage", ("Growth Stage", "Stage"), Integer("a growth stage", blank=0)),
    ), key=("id",)),
    Pot,
)  # fmt: skip
GATHERINGS = schema.Listing(
    "gatherings", "gathering",
    Spec("Gatherings", (
        Column("id", ("Gathering",), Text(), required=True),
        Column("ritual", ("Ritual",), Text(), required=True),
        Column("starter", ("Started by",), Text(), required=True),
        Column("started", ("Started at",), Time()),
        Column("contributions", ("Contributions",), Contributions(), required=True),
        Column("status", ("Status",), Text(OPEN)),
        Column("ended", ("Ended at",), Time()),
        Column("victim", ("Victim",), Text()),
        Column("objected", ("Objected",), YesNo()),
    ), key=("id",)),
    Gathering,
)  # fmt: skip
LANDMARKS = schema.Listing(
    "landmarks", "landmark",
    Spec("Landmarks", (
        Column("id", ("Landmark",), Text(), required=True),
        Column("description", ("Description",), Text()),
        Column("distance", (
            "Distance from Town (km)", "Distance from Town", "Distance",
        ), Kilometres(), required=True),
        Column(
            "bearing", ("Bearing from Town (°)", "Bearing from Town", "Bearing"),
            Integer("a bearing"), required=True,
        ),
        Column("finder", ("Found by",), Text()),
    ), key=("id",)),
    Landmark,
)  # fmt: skip
DYING = schema.Listing(
    "dying", "Dying Experience of",
    Spec("Dying Experience", (
        Column("id", ("Person",), Text(), required=True),
        Column("deaths", ("Dying Experience",), Integer(blank=0), required=True),
    ), key=("id",)),
    Dying,
)  # fmt: skip

# -- the whole -------------------------------------------------------------------------------------

SEASON = Value("season", ("Current Season", "Season"), Text(), line=True)
BOOSTED = Value("boosted", ("Gains Boosted",), YesNo(), default=False)
OBSERVED = Value("observed", ("Obelisk last observed",), Time(), line=True)
LOST = Value("lost", ("Cycle lost",), YesNo(), default=False)


def _names(state: State) -> Mapping[str, Vocabulary]:
    items = (*KNOWN.names, *state.obelisk.items, *state.storehouse)
    return {
        "item": Vocabulary(items, KNOWN.vocabulary.aliases, plurals=True),
        "task": Vocabulary(TASKS),
    }


SCHEMA = schema.Schema(
    "cycle14", State, PLAYERS_TABLE, (OBELISK, STOREHOUSE, POTS, GATHERINGS, LANDMARKS, DYING),
    (SEASON, BOOSTED, LOST, OBSERVED),
    (
        schema.Sentence("the season is {season:text=Winter}"),
        schema.Sentence("the gains are boosted", {"boosted": True}),
        schema.Sentence("the gains are not boosted", {"boosted": False}),
        schema.Sentence("the Obelisk was not observed", {"observed": None}),
        schema.Sentence("the Obelisk was observed at {observed:time}"),
        schema.Sentence("the cycle is lost", {"lost": True}),
        schema.Sentence("the cycle is not lost", {"lost": False}),
    ),
    entries=(
        schema.Entries(
            "storehouse",
            schema.Sentence(
                "the Community Storehouse owns {number} {item}",
                pattern="the (?:community )?storehouse owns {number} {item}",
            ),
            "item",
        ),
    ),
    names=_names,
)  # fmt: skip
STATEMENTS: Statements[State] = Statements(SCHEMA)


# == The Cycle 14 gamestate page ===================================================================


class Page(gamestate.GamestatePage[State]):
    """The page of Cycle 14."""

    def items(self, book: Rulebook) -> Vocabulary:
        return components(book).vocabulary

    def tables(self, page: str, book: Rulebook) -> gamestate.Layout:
        stone = schema.with_items(page, OBELISK.spec, self.items(book))
        own = {OBELISK.field: stone, STOREHOUSE.field: storehouse_table(self.items(book))}
        return {**super().tables(page, book), **own}

    def phases(self, book: Rulebook) -> Phases:
        return schedule(book)

    def settled(self, state: State, said: gamestate.PageContents, book: Rulebook) -> State:
        first = {} if said.sheets[OBELISK.field].lines else {"obelisk": obelisk.first(book)}
        return replace(state, season=obelisk.determined(state.season or "", book), **first)

    def canonical(self, state: State) -> State:
        """The state as a page can say it: without zeros."""
        state = super().canonical(state)
        players = {
            name: replace(each, experience=_counted(each.experience))
            for name, each in state.players.items()
        }
        gatherings = tuple(
            replace(each, contributions={who: i for who, i in each.contributions.items() if i})
            for each in state.gatherings
        )
        stone = replace(state.obelisk, items=_counted(state.obelisk.items))
        return replace(state, players=players, gatherings=gatherings, obelisk=stone)

    def write(self, page: str, book: Rulebook, state: State) -> str:
        return super().write(
            page, book, replace(state, season=obelisk.determined(state.season, book))
        )

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        """A starting page in the shapes that players know: no players yet, empty pots."""
        known = components(book)
        state = State(
            now, obelisk=obelisk.first(book), pots=first_pots(book),
            season=obelisk.seasons(book)[0], storehouse=dict.fromkeys(known.names, 0),
        )  # fmt: skip
        emoji = " !! ".join(known.emoji.values())
        headers = ("Name !! Experience", "Obelisk !! Distance (km)")
        tables = "\n".join(f"{{|\n! {first} !! {emoji}\n|}}" for first in headers)
        layout, own = self.tables(tables, book), tuple(f"item {name}" for name in known.names)
        shown = {
            gamestate.PLAYERS: ("name", *own, "items", "experience", "banished", "banishment"),
            OBELISK.field: ("name", "distance", "cuts", *own, "items", "condition"),
        }
        blocks = [
            f"{inline(title)} holds the state of the game. It is currently '''Phase I'''.",
            "\n".join(new_line(each, getattr(state, each.field)) for each in (SEASON, BOOSTED)),
        ]
        rows = {
            each.field: each.rows_on(read_sheet("", layout[each.field]), state)
            for each in SCHEMA.listings
        }
        for field, spec in layout.items():
            blocks += [
                f"== {spec.section} ==",
                new_table(spec, rows.get(field, ()), shown.get(field)),
            ]
        return gamestate.append(
            "\n\n".join(blocks) + "\n", RECORDS, new_line(gamestate.STARTED, now), gamestate.ABOUT
        )


def _counted(items: Mapping[str, int]) -> dict[str, Any]:
    return {item: count for item, count in items.items() if count}


PAGE = Page(SCHEMA, "Name and Experience")


# == The state of Cycle 14 in JSON =================================================================


_OF_GATHERINGS = ("id", "ritual", "starter", "started", "status", "contributions", "objected")


def to_json(state: State, book: Rulebook) -> dict[str, Any]:
    """The common keys, those of the design for this game, landmarks and Dying Experience."""
    return {
        **common_json("cycle14", state),
        **fields_json(state, "storehouse", "season", "boosted", "lost"),
        "players": [
            {**player_json(each), **fields_json(each, "experience"),
             "banished": each.banished is not None, "banishment_hours": each.banishment}
            for each in state.players.values()
        ],
        "obelisk": fields_json(state.obelisk, "distance", "cuts", "items", "condition"),
        "pots": [fields_json(each, "herb", "stage") if each.herb else None for each in state.pots],
        "gatherings": [
            {**fields_json(each, *_OF_GATHERINGS), "victim": each.victim or None}
            for each in state.gatherings
        ],
        "landmarks": [
            fields_json(each, "description", "distance", "bearing", name="id")
            for each in state.landmarks
        ],
        "dying_experience": {each.id: each.deaths for each in state.dying if each.deaths},
    }  # fmt: skip
