"""State of the game ``generic``: players, tables of things and values, as the page's cells say.

Everything has an *owner*: a player, a thing of a table, or the game itself, whose fields are its
values. ``3 Gold`` of an owner is its field ``Gold`` where its table has a column of that name that
holds numbers, and otherwise three items ``Gold`` in its list of items.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, field

from wikibot.game import state as game
from wikibot.game.engine.context import ActionContext

PLAYERS = "Players"  # the name of the players' table, whatever heading it stands under
Cell = int | bool | str | Mapping[str, int] | tuple[str, ...]


class FieldKind(StrEnum):
    """What a field holds, by the Python type of its values."""

    NUMBER = "number"  # int
    ITEMS = "items"  # mapping of name to count, never a zero
    YES_NO = "yes or no"  # bool
    THING = "thing"  # str: the name of a thing of Field.table, "" for none
    THINGS = "things"  # tuple of such names: what a space leads to
    TEXT = "text"  # str


_BLANK: Mapping[FieldKind, Cell] = {
    FieldKind.NUMBER: 0, FieldKind.ITEMS: {}, FieldKind.YES_NO: False, FieldKind.THING: "",
    FieldKind.THINGS: (), FieldKind.TEXT: "",
}  # fmt: skip


class Field(Struct, frozen=True):
    """A column of a table, or a value of the game. ``name``: its header or label.

    ``table``: of things that it names, :data:`PLAYERS` among them. ``is_open``: no cell says yet
    what it holds, so that the first value that it is given decides.
    """

    name: str
    kind: FieldKind
    table: str = ""
    is_open: bool = False

    @property
    def blank(self) -> Cell:
        """What an empty cell means."""
        return _BLANK[self.kind]


class Thing(Struct, frozen=True):
    """A row of a table. ``fields``: what its cells hold, by header; never a blank."""

    name: str
    fields: Mapping[str, Cell] = field(default_factory=dict)


class ThingTable(Struct, frozen=True):
    """A table of things. ``noun``: the header of its first column, which names them."""

    name: str
    noun: str
    columns: tuple[Field, ...] = ()
    things: Mapping[str, Thing] = field(default_factory=dict)


class Player(game.Player, frozen=True):
    """A player. ``fields``: as of a thing, but for the list of items that ``items`` holds."""

    fields: Mapping[str, Cell] = field(default_factory=dict)


class Use(Struct, frozen=True):
    """Something that rules count: ``what`` was done by ``player`` ("": by no one) at ``time``."""

    player: str
    what: str
    time: datetime


class State(game.State, frozen=True):
    """The whole gamestate.

    ``columns``: of the players' table. ``bag``: the one of them whose values are the players'
    ``items``; "" where there is none. ``called``: what the page calls players, in the singular.
    ``labels``: of the values of the game, ``values`` what they hold, never a blank. ``tables``: by
    name, in the order of the page.
    """

    players: Mapping[str, Player] = field(default_factory=dict)
    columns: tuple[Field, ...] = ()
    bag: str = ""
    called: tuple[str, ...] = ()
    labels: tuple[Field, ...] = ()
    values: Mapping[str, Cell] = field(default_factory=dict)
    tables: Mapping[str, ThingTable] = field(default_factory=dict)
    uses: tuple[Use, ...] = ()


Context = ActionContext[State]  # what a rule sees while it carries out an order
