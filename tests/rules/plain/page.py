"""The gamestate page of the sentences in corpus.txt, and those sentences."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from rules.plain.memory import known
from rules.plain.vocabulary import KnownField, KnownTable, PlainVocabulary, stem
from rules.plain.words.reading import NamedFirst, named_first

HERE = Path(__file__).parent


def sentences(file: str) -> tuple[str, ...]:
    """The sentences of a file beside this one."""
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and line[0] not in "#=")


def with_new_names(page: PlainVocabulary, texts: tuple[str, ...]) -> PlainVocabulary:
    """The page's words, and the items that sentences name first."""
    told = [named_first(text, known(), page) for text in texts]
    terms = {stem(each.term): (each.term, each.text) for each in reversed(told) if each.term}
    order = dict.fromkeys(stem(each.term) for each in told if each.term)
    page = replace(page, terms=tuple(terms[each] for each in order if each not in page.stems))
    new = (name for each in told for name in _again(each, page).names)
    return page.with_items(tuple(dict.fromkeys(new)))


def _again(told: NamedFirst, page: PlainVocabulary) -> NamedFirst:
    """The same with the terms of a page, which a sentence without their words does not need."""
    cut = page.within(told.text)
    return told if cut and not cut.terms else named_first(told.text, known(), page)


PAGE = PlainVocabulary(
    fields=(
        KnownField("Gold", "number"), KnownField("Points", "number"),
        KnownField("Strength", "number"), KnownField("Health", "number"),
        KnownField("Energy", "number"), KnownField("Items", "items"),
        KnownField("Space", "thing", "Spaces"), KnownField("Class", "thing", "Classes"),
        KnownField("Room", "thing", "Rooms"), KnownField("Alive", "yes or no"),
        KnownField("Title", "text"), KnownField("Floor", "number"),
        KnownField("Partner", "thing", "Players"),
    ),
    tables=(
        KnownTable(
            "Spaces",
            "Space",
            (
                KnownField("Type", "text"), KnownField("Leads to", "things", "Spaces"),
                KnownField("Owner", "thing", "Players"), KnownField("Price", "number"),
            ),
            ("1", "2", "5", "7"),
        ),
        KnownTable(
            "Cards",
            "Card",
            (KnownField("Effect", "text"), KnownField("Suit", "text")),
            ("Ace", "Jester"),
        ),
        KnownTable("Classes", "Class", (), ("Mage", "Thief")),
        KnownTable(
            "Beasts", "Beast",
            (KnownField("Room", "thing", "Rooms"), KnownField("Mood", "text")), ("Ogre",),
        ),
        KnownTable(
            "Rooms",
            "Room",
            (
                KnownField("Guard", "number"), KnownField("Food", "number"),
                KnownField("Floor", "number"), KnownField("State", "text"),
                KnownField("Locked", "yes or no"), KnownField("Since", "text"),
                KnownField("Guests", "things", "Players"), KnownField("Energy", "number"),
                KnownField("Exits", "things", "Rooms"),
            ),
            ("Kitchen", "Hall"),
        ),
    ),
    values=(
        KnownField("Season", "text"),
        KnownField("Pot", "number"),
        KnownField("Warden", "thing", "Players"),
        KnownField("Deck", "items"),
        KnownField("Heap", "items"),
    ),
    piles=(("Deck", "Cards"), ("Heap", "Cards")),
    formulas=(("", "votes"), ("Cards", "votes")),
    bonds=("Truce",),
    items=("Fish", "Net", "Boat", "Dry plot", "Wet plot"),
    players=("Alice", "Bob"),
    verbs=("fish", "sail", "sell", "buy", "pull", "rob", "move", "ring", "ring bell",
           "stroll to", "log off early", "take stab at"),
    roles=(("Title", "King"), ("Title", "Baron")),
    types=(
        ("Spaces", "Type", "Shop"), ("Spaces", "Type", "Oil Slick"), ("Rooms", "State", "Dirty"),
        ("Rooms", "State", "Clean"),
    ),
)  # fmt: skip
VALLEY = PlainVocabulary(
    fields=(
        KnownField("Coins", "number"), KnownField("Energy", "number"),
        KnownField("Renown", "number"), KnownField("Attack", "number"),
        KnownField("Hearts", "number"), KnownField("Bag", "items"),
        KnownField("Location", "thing", "Locations"), KnownField("Guild", "thing", "Guilds"),
        KnownField("Awake", "yes or no"), KnownField("Alive", "yes or no"),
        KnownField("Motto", "text"), KnownField("Wheat", "number"), KnownField("Seeds", "number"),
        KnownField("Votes against", "number"),
    ),
    tables=(
        KnownTable(
            "Locations",
            "Location",
            (
                KnownField("Kind", "text"),
                KnownField("Exits", "things", "Locations"),
                KnownField("Monster", "thing", "Monsters"),
                KnownField("Owner", "thing", "Players"),
                KnownField("Toll", "number"),
            ),
            ("Forest", "Inn", "Gate", "Deep Cave"),
        ),
        KnownTable(
            "Monsters",
            "Monster",
            (KnownField("Power", "number"), KnownField("Loot", "text")),
            ("Rat", "Ogre"),
        ),
        KnownTable(
            "Fields",
            "Field",
            (
                KnownField("Growth", "number"),
                KnownField("Owner", "thing", "Players"),
                KnownField("Crop", "text"),
            ),
            ("North Field", "South Field"),
        ),
        KnownTable("Guilds", "Guild", (KnownField("Treasury", "number"),), ("Smiths", "Weavers")),
        KnownTable(
            "Pets",
            "Pet",
            (KnownField("Owner", "thing", "Players"), KnownField("Hunger", "number")),
            ("Rex",),
        ),
        KnownTable(
            "Scrolls",
            "Scroll",
            (KnownField("Effect", "text"), KnownField("Cost", "number")),
            ("Fireball", "Haste"),
        ),
    ),
    values=(
        KnownField("Weather", "text"),
        KnownField("Jackpot", "number"),
        KnownField("Round", "number"),
    ),
    items=("Rope", "Iron Key", "Apple"),
    players=("Wren", "Old Tom"),
    verbs=("fish", "hunt"),
    roles=(("Motto", "Brave"),),
    called=("farmer",),
)  # fmt: skip
BOARD = PlainVocabulary(
    fields=(
        KnownField("Space", "thing", "Spaces", also="Field"),
        KnownField("Tired", "yes or no"),
        KnownField("Wet", "yes or no"),
        KnownField("Knight", "yes or no"),
        KnownField("Squire", "yes or no"),
        KnownField("Marshal", "yes or no", parts=("Knight", "Squire")),
    ),
    tables=(
        KnownTable(
            "Spaces",
            "Space",
            (
                KnownField("Type", "text"),
                KnownField("Neighbours", "things", "Spaces", also="Followers"),
                KnownField("Mirrors", "things", "Spaces"),
            ),
            numbered=True,
        ),
        KnownTable("Items", "Item", (), ("Herring", "Goblet", "Harp")),
        KnownTable("Relics", "Relic", (), ("Goblet", "Harp")),
        KnownTable("Treasures", "Treasure", (), ("Herring",)),
    ),
    values=(KnownField("Feast", "yes or no"), KnownField("Pot", "number")),
    players=("Alice",),
    texts=("Swamp", "Shop"),
    deeds=(
        "move again", "next move", "next roll", "land on", "amend", "target with Lantern",
        "until the phase ends", "discard this",
    ),
    bag="Items",
)  # fmt: skip
MARKET = PlainVocabulary(
    fields=(
        *(KnownField(name, "number") for name in (
            "Gold", "Ore", "Iron", "Rum", "Health", "Strength", "Grumbles", "Debt", "Infamy",
            "Crew", "Cows", "Bid",
        )),
        KnownField("Location", "thing", "Places"),
        KnownField("Alive", "yes or no"),
    ),
    tables=(
        KnownTable(
            "Places", "Place",
            (KnownField("Leads to", "things", "Places"), KnownField("Troops", "number"),
             KnownField("Keeper", "thing", "Players"), KnownField("Rent", "number")),
            ("Dock", "Mill", "Inn"),
        ),
        KnownTable(
            "Goods", "Good", (KnownField("Price", "number"), KnownField("Stock", "number"),
                              KnownField("Baron", "thing", "Players")),
            ("Ore", "Rum", "Iron"), goods=True,
        ),
        KnownTable(
            "Pledges", "Pledge",
            (KnownField("Giver", "thing", "Players"), KnownField("Taker", "thing", "Players"),
             KnownField("Fee", "number")),
        ),
        KnownTable(
            "Monsters", "Monster",
            (KnownField("Place", "thing", "Places"), KnownField("Strength", "number")),
            ("Rat", "Ogre"),
        ),
    ),
    values=(KnownField("Season", "text"), KnownField("Pot", "number"), KnownField("Phase", "text"),
            KnownField("Turn", "thing", "Players"), KnownField("Turn ends", "text"),
            KnownField("Warden", "thing", "Players")),
    players=("Ann", "Bob"),
    verbs=("mine", "brawl", "gamble", "attack", "dig", "rest"),
    called=("trader",),
    formulas=(("", "Worth"), ("", "Burden")),
    moments=(("Phase", "Day"), ("Phase", "Night")),
)  # fmt: skip
THINGS = sentences("things.txt")


@cache
def cases() -> tuple[tuple[str, PlainVocabulary], ...]:
    """All sentences, each with the words of its page."""
    return tuple(
        (text, words)
        for page, file in ((PAGE, "corpus.txt"), (VALLEY, "valley.txt"), (MARKET, "market.txt"))
        for words in (with_new_names(page, sentences(file)),)
        for text in sentences(file)
    )
