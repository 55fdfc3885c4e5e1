"""A state as it comes back from a page: two states that mean the same are equal."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.page.markup import seen
from wikibot.game.state import S

T = TypeVar("T")


def canonical(state: S) -> S:
    """The state with texts on one line, whole seconds, no zero counts, no needless account."""
    state = _plain(state)
    players = {
        name: replace(
            player,
            account="" if player.account == name else player.account,
            items={item: count for item, count in player.items.items() if count},
        )
        for name, player in state.players.items()
    }
    return replace(state, players=players)


def _plain(value: Any) -> Any:
    """Any value of a state with each text in it as a page shows it."""
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return seen(value)
    if isinstance(value, datetime):
        return value.replace(microsecond=0)
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, dict):
        return {_plain(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Struct):
        changed = {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
        return replace(value, **changed)
    return value
