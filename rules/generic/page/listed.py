"""What a form lists of a game in plain words: the things of each table, what players may have."""

from __future__ import annotations

from rules.generic.owners import known_items
from rules.generic.play.verb_forms import things_of
from rules.generic.state import FieldKind, Player, State
from wikibot.game.understanding.options import Lists, options
from wikibot.wikitext.folding import fold

_NO_NOUN = ("", "name", "id")


def lists(state: State) -> Lists:
    """By kind: ``noun`` are words for the things of tables, ``counted`` what can be so many."""
    tables = state.tables.values()
    columns = [each.name for each in state.columns if each.kind is FieldKind.NUMBER]
    nouns = [each.noun for each in tables if each.things and fold(each.noun) not in _NO_NOUN]
    names = known_items(state).names
    return {
        "noun": options(nouns),
        "counted": options((*columns, *(names if state.bag else ()))),
        "items": options(names),
        **{things_of(each.name): options(each.things) for each in tables},
    }


def standing(state: State, player: str) -> str:
    """Where a player stands: the cells of the row, but for free text."""
    me: Player = state.players[player]
    said = [
        f"{each.name} {me.fields[each.name]}"
        for each in state.columns
        if each.kind in (FieldKind.NUMBER, FieldKind.THING) and each.name in me.fields
    ]
    return ", ".join((*said, *(f"{count} {item}" for item, count in me.items.items())))
