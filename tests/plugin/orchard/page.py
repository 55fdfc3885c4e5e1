"""The orchard's gamestate page: a table of gardeners, and the records that every game has."""

from __future__ import annotations

from datetime import datetime

from rules.common.pages import lay_over, people_rows, player_rows, players_of, without_players
from wikibot.sdk import (
    NAME,
    Column,
    Reading,
    Spec,
    Time,
    Vocabulary,
    canonical,
    inline,
    new_table,
    people,
    read_records,
    read_sheet,
    with_items,
    write_records,
    write_sheet,
)

from .state import ITEMS, Player, State

KNOWN = Vocabulary(ITEMS, plurals=True)
OWN = ("picked",)
PICKED = Column("picked", ("Last picked",), Time(), required=True)
PEOPLE = people()


def gardeners(page: str) -> Spec:
    """The table of gardeners on a page: items may be a list, or have columns of their own."""
    return with_items(page, Spec("Gardeners", (NAME, PICKED), key=("name",)), KNOWN)


def read(page: str, now: datetime) -> Reading[State]:
    """Read a page as people wrote it."""
    sheet, records = read_sheet(page, gardeners(page)), read_records(page, PEOPLE)
    state = State(now=now, players=players_of(sheet, records.people, Player, OWN), **records.fields)
    return Reading(
        state,
        (*without_players(sheet, "Name and Last picked"), *sheet.unreadable, *records.unreadable),
    )


def write(page: str, state: State) -> str:
    """Lay a state over a page: only cells whose value differs change."""
    return lay_over(
        page,
        state,
        lambda text: read(text, state.now),
        lambda before, after: _written(page, before, after),
        canonical,
    )


def _written(page: str, before: State, after: State) -> str:
    spec, known = gardeners(page), read_records(page, PEOPLE).people
    text = write_sheet(page, spec, player_rows(after, read_sheet(page, spec), known, OWN))
    leaving = [name for name in before.players if name not in after.players]
    return write_records(
        text, PEOPLE, after, people_rows(after, read_sheet(text, spec), known), leaving
    )


def new_page(title: str) -> str:
    """A page to begin with."""
    table = new_table(gardeners("{|\n! Name !! Last picked !! Apple\n|}"))
    return f"The orchard of {inline(title)}.\n\n== Gardeners ==\n\n{table}\n"
