"""Tables and lines of the Cycle 14 gamestate page: which headers and labels they go by and what their cells mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rules.cycle14.components import KNOWN, components
from rules.cycle14.rituals import gatherings
from rules.cycle14.state import OPEN, Dying, Gathering, Landmark, Pot
from rules.cycle14.tasks import herbalism, hiking, simple_tasks
from wikibot.game.page.cells import CellError, Integer, Phase, Text, Time, YesNo
from wikibot.game.page.item_lists import ItemList
from wikibot.game.page.markup import inline
from wikibot.game.page.name_lists import Pairs
from wikibot.game.page.player_rows import NAME, with_items
from wikibot.game.page.proceedings_tables import Listed
from wikibot.game.page.prose import Value
from wikibot.game.page.records import people
from wikibot.game.page.sheet import Column, Spec
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.plain import plain

PHASE = Value(
    "phase",
    ("Current phase", "Phase"),
    Phase(),
    ("It is currently", "It's currently", "We are in"),
    "Phase",
)
SEASON = Value("season", ("Current Season", "Season"), Text(), line=True)
BOOSTED = Value("boosted", ("Gains Boosted",), YesNo())
OBSERVED = Value("observed", ("Obelisk last observed",), Time(), line=True)
LOST = Value("lost", ("Cycle lost",), YesNo())
VALUES = (PHASE, SEASON, BOOSTED, OBSERVED, LOST)
PEOPLE = people()
TASKS = (  # the titles that experience goes by
    *(each.section for each in simple_tasks.TASKS),
    herbalism.SECTION,
    hiking.SECTION,
    gatherings.STARTING,
)


@dataclass(frozen=True)
class Contributions:
    """Codec for who contributes what: ``Ann: Crystals + Herbs, Bob: ⚡``."""

    def parse(self, text: str) -> dict[str, tuple[str, ...]]:
        pairs = {
            name: _items(word)
            for name, word in Pairs("a list such as Ann: 💎 + 🌿, Bob: ⚡").parse(text).items()
        }
        return {name: items for name, items in pairs.items() if items}

    def render(self, value: Mapping[str, tuple[str, ...]], old: str = "") -> str:
        return Pairs().render(
            {name: " + ".join(items) for name, items in value.items() if items}, old
        )


_NUMBER_BEHIND = re.compile(rf"\b({'|'.join(TASKS)})\s+(\d+)", re.IGNORECASE)  # Mining 2


class Experience(ItemList):
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
        emoji = KNOWN.find(part)
        if emoji and not re.sub(r"\s", "", "".join(_outside(part, emoji))):
            found += [name for _, _, name in emoji]
        elif part:
            found.append(KNOWN.vocabulary.canonical(part))
    return tuple(dict.fromkeys(found))


def _outside(text: str, spans: list[tuple[int, int, str]]) -> list[str]:
    ends = [0, *(end for _, end, _ in spans)]
    starts = [*(start for start, _, _ in spans), len(text)]
    return [text[end:start] for end, start in zip(ends, starts, strict=True)]


class Kilometres:
    """Codec for a distance such as ``5.7`` or ``5.7 km``."""

    def parse(self, text: str) -> float:
        found = re.fullmatch(r"(\d{1,9}(?:[.,]\d{1,6})?)\s*(?:km)?", plain(text))
        if not found:
            raise CellError("a distance such as 5.7")
        return float(found[1].replace(",", "."))

    def render(self, value: float, old: str = "") -> str:
        number = f"{value:.10g}"
        return f"{number} km" if plain(old).endswith("km") else number


PLAYERS = Spec(
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
)
GATHERINGS = Spec(
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
)
POTS = Spec(
    "Greenhouse Botania",
    (
        Column("id", ("Pot",), Text(), required=True),
        Column("herb", ("Herb",), Text(), required=True),
        Column("stage", ("Growth Stage", "Stage"), Integer("a growth stage", blank=0)),
    ),
    key=("id",),
)
LANDMARKS = Spec(
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
)
DYING = Spec(
    "Dying Experience",
    (
        Column("id", ("Person",), Text(), required=True),
        Column("deaths", ("Dying Experience",), Integer(blank=0), required=True),
    ),
    key=("id",),
)
LISTS = (
    Listed("pots", "pot", POTS, Pot),
    Listed("gatherings", "gathering", GATHERINGS, Gathering),
    Listed("landmarks", "landmark", LANDMARKS, Landmark),
    Listed("dying", "Dying Experience of", DYING, Dying),
)


@dataclass(frozen=True)
class Layout:
    """The tables that depend on a page's headers and on the names that the ruleset gives to items."""

    players: Spec
    obelisk: Spec
    storehouse: Spec


def layout(page: str, book: Rulebook) -> Layout:
    """The specs for a page: a column for an item wherever a header is an item's name or emoji."""
    return book.found_in(page, _layout)


def _layout(page: str, book: Rulebook) -> Layout:
    known = components(book).vocabulary
    obelisk = (
        Column("name", ("Obelisk", "The Obelisk"), Text(), required=True),
        Column(
            "distance",
            ("Distance (km)", "Distance"),
            Integer("a distance in kilometres"),
            required=True,
        ),
        Column("cuts", ("Cuts",), Integer("a number of cuts", blank=0)),
        Column("condition", ("Condition",), Text()),
    )
    storehouse = (
        Column("item", ("Component",), Text(known=known), required=True),
        Column(
            "count",
            ("Stored", "Amount", "Count"),
            Integer("a number of components", blank=0),
            required=True,
        ),
    )
    return Layout(
        with_items(page, PLAYERS, known),
        with_items(page, Spec("The Obelisk", obelisk, key=("name",)), known),
        Spec("Community Storehouse", storehouse, key=("item",)),
    )
