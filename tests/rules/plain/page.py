"""The gamestate page of the sentences in corpus.txt, and those sentences."""

from __future__ import annotations

from pathlib import Path

from rules.plain.parse import known
from rules.plain.vocabulary import Field, Table, Vocabulary
from rules.plain.words.reading import new_names

HERE = Path(__file__).parent


def sentences(file: str) -> tuple[str, ...]:
    """The sentences of a file beside this one."""
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return tuple(line.strip() for line in lines if line.strip() and line[0] not in "#=")


def with_new_names(page: Vocabulary, texts: tuple[str, ...]) -> Vocabulary:
    """The page's words, and the items that sentences name first."""
    new = (name for text in texts for name in new_names(text, known(), page))
    return page.with_items(tuple(dict.fromkeys(new)))


PAGE = Vocabulary(
    fields=(
        Field("Gold", "number"),
        Field("Points", "number"),
        Field("Strength", "number"),
        Field("Health", "number"),
        Field("Energy", "number"),
        Field("Items", "items"),
        Field("Space", "thing", "Spaces"),
        Field("Class", "thing", "Classes"),
        Field("Room", "thing", "Rooms"),
        Field("Alive", "yes or no"),
        Field("Title", "text"),
    ),
    tables=(
        Table(
            "Spaces",
            "Space",
            (
                Field("Type", "text"),
                Field("Leads to", "things", "Spaces"),
                Field("Owner", "thing", "Players"),
                Field("Price", "number"),
            ),
            ("1", "2", "5", "7"),
        ),
        Table("Cards", "Card", (Field("Effect", "text"), Field("Suit", "text")), ("Ace", "Jester")),
        Table("Classes", "Class", (), ("Mage", "Thief")),
        Table(
            "Rooms",
            "Room",
            (Field("Guard", "number"), Field("Food", "number")),
            ("Kitchen", "Hall"),
        ),
    ),
    values=(Field("Season", "text"), Field("Pot", "number")),
    items=("Fish", "Net", "Boat"),
    players=("Alice", "Bob"),
)
VALLEY = Vocabulary(
    fields=(
        Field("Coins", "number"),
        Field("Energy", "number"),
        Field("Renown", "number"),
        Field("Attack", "number"),
        Field("Hearts", "number"),
        Field("Bag", "items"),
        Field("Location", "thing", "Locations"),
        Field("Guild", "thing", "Guilds"),
        Field("Awake", "yes or no"),
        Field("Motto", "text"),
        Field("Wheat", "number"),
        Field("Seeds", "number"),
        Field("Votes against", "number"),
    ),
    tables=(
        Table(
            "Locations",
            "Location",
            (
                Field("Kind", "text"),
                Field("Exits", "things", "Locations"),
                Field("Monster", "thing", "Monsters"),
                Field("Owner", "thing", "Players"),
                Field("Toll", "number"),
            ),
            ("Forest", "Inn", "Gate", "Deep Cave"),
        ),
        Table(
            "Monsters",
            "Monster",
            (Field("Power", "number"), Field("Loot", "text")),
            ("Rat", "Ogre"),
        ),
        Table(
            "Fields",
            "Field",
            (Field("Growth", "number"), Field("Owner", "thing", "Players"), Field("Crop", "text")),
            ("North Field", "South Field"),
        ),
        Table("Guilds", "Guild", (Field("Treasury", "number"),), ("Smiths", "Weavers")),
        Table(
            "Scrolls",
            "Scroll",
            (Field("Effect", "text"), Field("Cost", "number")),
            ("Fireball", "Haste"),
        ),
    ),
    values=(Field("Weather", "text"), Field("Jackpot", "number"), Field("Round", "number")),
    items=("Rope", "Iron Key", "Apple"),
    players=("Wren", "Old Tom"),
    verbs=("fish",),
    called=("farmer",),
)
CASES = tuple(
    (text, words)
    for page, file in ((PAGE, "corpus.txt"), (VALLEY, "valley.txt"))
    for words in (with_new_names(page, sentences(file)),)
    for text in sentences(file)
)
