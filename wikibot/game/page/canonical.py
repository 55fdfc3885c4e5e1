"""A state as it comes back from a page, where two that mean the same are equal; what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import Enum
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.calendar import format_time
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


def difference(wanted: Any, found: Any) -> str:
    """The first thing that would not read back, by the names of what it is part of."""
    for name, one, other in _parts(wanted, found):
        if one != other:
            return f" {name}{difference(one, other)}"
    return f": {_said(found)} in place of {_said(wanted)}"


def _parts(wanted: Any, found: Any) -> Iterator[tuple[str, Any, Any]]:
    """What two values of one kind consist of, by name; nothing for values without parts."""
    if isinstance(wanted, Struct) and type(wanted) is type(found):
        yield from (
            (name, getattr(wanted, name), getattr(found, name)) for name in wanted.__struct_fields__
        )
    elif isinstance(wanted, Mapping) and isinstance(found, Mapping):
        yield from ((repr(key), wanted.get(key), found.get(key)) for key in {**wanted, **found})
        yield "order", list(wanted), list(found)
    elif isinstance(wanted, tuple) and isinstance(found, tuple) and len(wanted) == len(found):
        pairs = enumerate(zip(wanted, found, strict=True), 1)
        yield from (
            (repr(getattr(one, "id", number)), one, other) for number, (one, other) in pairs
        )


def _said(value: Any) -> str:
    if isinstance(value, datetime):
        return format_time(value)
    return "nothing" if value is None else repr(value)
