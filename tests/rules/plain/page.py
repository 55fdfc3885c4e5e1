"""The gamestate page of the sentences in corpus.txt, and those sentences."""

from __future__ import annotations

from pathlib import Path

from rules.plain.parse import known
from rules.plain.vocabulary import Field, Table, Vocabulary
from rules.plain.words import new_names

HERE = Path(__file__).parent
SENTENCES = tuple(
    line.strip()
    for line in (HERE / "corpus.txt").read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith(("#", "=="))
)
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
WORDS = PAGE.with_items(
    tuple(dict.fromkeys(name for text in SENTENCES for name in new_names(text, known(), PAGE)))
)
