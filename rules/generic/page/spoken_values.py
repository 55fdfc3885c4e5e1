"""Values of fields in statements: as a cell would have them, ``nothing`` for an empty one."""

from __future__ import annotations

from rules.generic.page import kinds
from rules.generic.page.cells import Surroundings, codec_of
from rules.generic.page.layout import surroundings
from rules.generic.state import PLAYERS, Cell, Field, FieldKind, State
from wikibot.game.page.cells import NOTHING, CellError
from wikibot.sdk import Vocabulary, fold, plain, replace


def spoken_value(state: State, about: Field, cell: Cell) -> str:
    """A value in words, which :func:`read_value` reads."""
    if cell == about.blank:
        return "no" if about.kind is FieldKind.YES_NO else "nothing"
    if isinstance(cell, str) and fold(cell) not in NOTHING and plain(cell) == cell:
        return cell
    return codec_of(about, _around(state)).render(cell)


def read_value(state: State, table: str, about: Field, text: str) -> tuple[Field, Cell]:
    """A field's kind and value by a text. An open field is of the kind that the text has.

    Raises ``ValueError`` for a text that is none of the field's values.
    """
    around = _around(state)
    if about.is_open and fold(text) not in NOTHING:
        about = kinds.kind(kinds.ColumnCells(table, about.name, (text,)), around, "")
    try:
        cell: Cell = codec_of(about, around).parse(text)
    except CellError as error:
        raise ValueError(f"{text!r} is not {error.expected}") from None
    return about, cell


def _around(state: State) -> Surroundings:
    things = {PLAYERS: tuple(state.players)}
    things |= {name: tuple(table.things) for name, table in state.tables.items()}
    words = {name: (fold(table.noun),) for name, table in state.tables.items()}
    around = surroundings(things, {PLAYERS: ("player",), **words})
    return replace(around, items=Vocabulary())  # items are said in their own spelling
