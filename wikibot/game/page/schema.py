"""The whole of a game's state, described once: its page and its statements follow from this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from wikibot.game.page.listings import Entries, Labelled, Listing, Members, Sentence, labelled
from wikibot.game.page.prose import Value
from wikibot.game.page.sheet import Column, Spec
from wikibot.game.page.vocabulary import Vocabulary


class Players(Struct, frozen=True, dict=True):
    """The players: ``make`` is their dataclass, ``spec`` their table but for its items.

    ``records``: the table of the records with what else the game keeps about them. ``silent``:
    columns of which statements do not speak.
    """

    make: Callable[..., Any]
    spec: Spec
    records: Spec
    sentences: tuple[Sentence, ...] = ()
    members: tuple[Members, ...] = ()
    entries: tuple[Entries, ...] = ()
    silent: tuple[str, ...] = ()

    @cached_property
    def own(self) -> tuple[Column, ...]:
        """The columns of either table for the game's own fields."""
        common = ("name", "player", "account", "joined", "left")
        columns = (*self.spec.columns, *self.records.columns)
        return tuple(column for column in columns if column.field not in common)

    @cached_property
    def labelled(self) -> tuple[Labelled, ...]:
        """Their fields as statements name them."""
        return labelled(self.own, leave_out=self.silent)

    def values(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        """Values by field, those of compound cells among them."""
        found: dict[str, Any] = {}
        for column in self.own:
            if column.field in cells:
                held = cells[column.field]
                found |= held if column.is_compound else {column.field: held}
        return found

    def row(self, player: Any, spec: Spec) -> dict[str, Any]:
        """What the game's own columns of a table say of a player."""
        return {
            column.field: {name: getattr(player, name) for name in column.fields}
            if column.is_compound
            else getattr(player, column.field)
            for column in spec.columns
            if column in self.own
        }


class Schema(Struct, frozen=True):
    """A game's state. ``state`` is its dataclass, ``game`` the game's name.

    ``values``: what stands on lines of the page, ``phase`` excepted; ``sentences`` and ``members``
    are statements about the state itself. ``offers``: forms of the game's offers that are about
    something. ``listings``: the game's own tables. ``names``: the names
    that free slots of statements may stand for in a state, by the kind of the slot; ``player`` and
    ``item`` are known without it.
    """

    game: str
    state: Callable[..., Any]
    players: Players
    listings: tuple[Listing, ...] = ()
    values: tuple[Value, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    members: tuple[Members, ...] = ()
    entries: tuple[Entries, ...] = ()
    offers: tuple[str, ...] = ()
    names: Callable[[Any], Mapping[str, Vocabulary]] = lambda _: {}

    def listing(self, name: str) -> Listing:
        """The table that a field of the state stands in."""
        return next(each for each in self.listings if each.field == name)
