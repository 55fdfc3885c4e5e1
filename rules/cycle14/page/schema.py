"""The state of Cycle 14 described once: its page and its statements follow from this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.cycle14.components import KNOWN
from rules.cycle14.page.cells import TASKS, Contributions, Experience, Kilometres
from rules.cycle14.state import OPEN, Dying, Gathering, Landmark, Obelisk, Player, Pot, State
from wikibot.game.page.cells import Integer, Text, Time, YesNo
from wikibot.game.page.prose import Value
from wikibot.game.page.records import people
from wikibot.game.page.rows import NAME, items_of, items_row
from wikibot.game.page.schema import Entries, Listing, Players, Schema, Sentence, Single
from wikibot.game.page.sheet import Column, Sheet, Spec
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.statements.statements import Statements

# -- players ---------------------------------------------------------------------------------------

PLAYERS = Players(
    Player,
    Spec(
        "Players",
        (
            NAME,
            Column("experience", ("Experience",), Experience(Vocabulary(TASKS)), required=True),
            Column("banished", ("Banished since", "Banished"), Time()),
            Column(
                "banishment",
                ("Banishment (hours)", "Banishment Duration"),
                Integer("a number of hours", blank=0),
            ),
        ),
        key=("name",),
    ),
    people(),
    (
        Sentence("{player} is not banished", {"banished": None, "banishment": 0}),
        Sentence("{player} is banished since {banished:time} for {banishment:number} hours"),
        Sentence("the banishment of {player} lasts {banishment:number} hours"),
    ),
    entries=(
        Entries(
            "experience",
            Sentence(
                "{player} has experience {number} in {task:task}",
                example="Alice has experience 2 in Mining",
            ),
            "task",
        ),
    ),
)

# -- the Obelisk and the storehouse ----------------------------------------------------------------


class Stone(Single, frozen=True):
    """The table of the Obelisk: items may have columns; further rows are left alone."""

    def read(self, sheet: Sheet) -> tuple[Obelisk, ...]:
        return tuple(
            Obelisk(
                row.get("distance", 0), row.get("cuts", 0), items_of(row), row.get("condition", "")
            )
            for row in (line.values for line in sheet.lines[:1])
        )

    def rows_on(self, sheet: Sheet, state: State) -> list[dict[str, Any]]:
        held = sheet.lines[0].values if sheet.lines else {"name": "The Obelisk"}
        own = self.row(state.obelisk, self.spec.columns)
        items = items_row(state.obelisk.items, held if sheet.lines else {}, sheet.fields)
        others = [dict(line.values) for line in sheet.lines[1:]]
        return [{"name": held.get("name"), **own, **items}, *others]


OBELISK = Stone(
    "obelisk",
    "the Obelisk",
    Spec(
        "The Obelisk",
        (
            Column("name", ("Obelisk", "The Obelisk"), Text(), required=True),
            Column(
                "distance",
                ("Distance (km)", "Distance"),
                Integer("a distance in kilometres"),
                required=True,
            ),
            Column("cuts", ("Cuts",), Integer("a number of cuts", blank=0)),
            Column("condition", ("Condition",), Text()),
        ),
        key=("name",),
    ),
    Obelisk,
    sentences=(
        Sentence("the Obelisk is {distance:number} km away"),
        Sentence(
            "the Obelisk has {cuts:number} cuts", pattern="the Obelisk has {cuts:number} cuts?"
        ),
        Sentence("nothing has become of the Obelisk", {"condition": ""}),
        Sentence("the Obelisk has become {condition:text}"),
    ),
    entries=(Entries("items", Sentence("the Obelisk owns {number} {item}"), "item"),),
    complete=lambda stone: stone or Obelisk(),
)


class Stock(Listing, frozen=True):
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

POTS = Listing(
    "pots",
    "pot",
    Spec(
        "Greenhouse Botania",
        (
            Column("id", ("Pot",), Text(), required=True),
            Column("herb", ("Herb",), Text(), required=True),
            Column("stage", ("Growth Stage", "Stage"), Integer("a growth stage", blank=0)),
        ),
        key=("id",),
    ),
    Pot,
)
GATHERINGS = Listing(
    "gatherings",
    "gathering",
    Spec(
        "Gatherings",
        (
            Column("id", ("Gathering",), Text(), required=True),
            Column("ritual", ("Ritual",), Text(), required=True),
            Column("starter", ("Started by",), Text(), required=True),
            Column("started", ("Started at",), Time()),
            Column("contributions", ("Contributions",), Contributions(), required=True),
            Column("status", ("Status",), Text(OPEN)),
            Column("ended", ("Ended at",), Time()),
            Column("victim", ("Victim",), Text()),
            Column("objected", ("Objected",), YesNo()),
        ),
        key=("id",),
    ),
    Gathering,
)
LANDMARKS = Listing(
    "landmarks",
    "landmark",
    Spec(
        "Landmarks",
        (
            Column("id", ("Landmark",), Text(), required=True),
            Column("description", ("Description",), Text()),
            Column(
                "distance",
                ("Distance from Town (km)", "Distance from Town", "Distance"),
                Kilometres(),
                required=True,
            ),
            Column(
                "bearing",
                ("Bearing from Town (°)", "Bearing from Town", "Bearing"),
                Integer("a bearing"),
                required=True,
            ),
            Column("finder", ("Found by",), Text()),
        ),
        key=("id",),
    ),
    Landmark,
)
DYING = Listing(
    "dying",
    "Dying Experience of",
    Spec(
        "Dying Experience",
        (
            Column("id", ("Person",), Text(), required=True),
            Column("deaths", ("Dying Experience",), Integer(blank=0), required=True),
        ),
        key=("id",),
    ),
    Dying,
)

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


SCHEMA = Schema(
    "cycle14",
    State,
    PLAYERS,
    (OBELISK, STOREHOUSE, POTS, GATHERINGS, LANDMARKS, DYING),
    (SEASON, BOOSTED, LOST, OBSERVED),
    (
        Sentence("the season is {season:text}", example="the season is Winter"),
        Sentence("the gains are boosted", {"boosted": True}),
        Sentence("the gains are not boosted", {"boosted": False}),
        Sentence("the Obelisk was not observed", {"observed": None}),
        Sentence("the Obelisk was observed at {observed:time}"),
        Sentence("the cycle is lost", {"lost": True}),
        Sentence("the cycle is not lost", {"lost": False}),
    ),
    entries=(
        Entries(
            "storehouse",
            Sentence(
                "the Community Storehouse owns {number} {item}",
                pattern="the (?:community )?storehouse owns {number} {item}",
            ),
            "item",
        ),
    ),
    names=_names,
)
STATEMENTS: Statements[State] = Statements(SCHEMA)
