"""The orchard's state described once: its gamestate page and its statements follow from that."""

from __future__ import annotations

from datetime import datetime

from wikibot.sdk import (
    NAME,
    Column,
    GamestatePage,
    Players,
    Rulebook,
    Schema,
    Sentence,
    Spec,
    Statements,
    Time,
    Vocabulary,
    inline,
    new_table,
    people,
)

from .state import ITEMS, Player, State

KNOWN = Vocabulary(ITEMS, plurals=True)
GARDENERS = Spec(
    "Gardeners", (NAME, Column("picked", ("Last picked",), Time(), required=True)), key=("name",)
)
PICKED = (
    Sentence("{player} has not picked", {"picked": None}),
    Sentence("{player} picked at {picked:time}"),
)
SCHEMA = Schema(
    "orchard", State, Players(Player, GARDENERS, people(), PICKED), names=lambda _: {"item": KNOWN}
)
STATEMENTS: Statements[State] = Statements(SCHEMA)


class Page(GamestatePage[State]):
    """The page of the orchard: items may be a list, or have columns of their own."""

    def items(self, book: Rulebook) -> Vocabulary:
        return KNOWN

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        """A page to begin with."""
        header = "{|\n! Name !! Last picked !! Apple\n|}"
        table = new_table(self.layout(header, book)["players"])
        return f"The orchard of {inline(title)}.\n\n== Gardeners ==\n\n{table}\n"


PAGE = Page(SCHEMA, "Name and Last picked")
