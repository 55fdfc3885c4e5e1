"""Names on a gamestate that the ruleset page has changed: announced, and held in use.

What a rule is called is not what it says, so a rule that was only renamed is played on. But things
that stand on the gamestate under the old name are unknown to the page until people write
the new name there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from wikibot.game.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Player, State
from wikibot.wikitext.folding import fold

_COMMON = frozenset(name for kind in (Player, State) for name in kind.__struct_fields__) - {"items"}
_SIGN = re.compile(r"^[^\w]+")


def hold_renamed(book: Rulebook, unit: str) -> None:
    """Hold what uses a thing under a name that the ruleset page does not have any more."""
    if unit in book.renamed:
        old, new = book.renamed[unit]
        raise Held(
            unit, "the ruleset page calls it {} now, and the gamestate still says {}", new, old
        )


def old_names(state: State, book: Rulebook) -> tuple[str, ...]:
    """The renamed units whose old names the gamestate has."""
    renamed = [(unit, old) for unit, (old, _) in book.renamed.items() if _names_things(unit, book)]
    said = dict.fromkeys(map(fold, _names(state))) if renamed else {}
    return tuple(unit for unit, old in renamed if fold(_SIGN.sub("", old)) in said)


def _names_things(unit: str, book: Rulebook) -> bool:
    """Whether things on a gamestate go by the name of a unit."""
    what = (book.implementations or {}).get(unit)
    owned = tuple(each.name("") for each in book.catalogues if each.owned)
    return unit.startswith(owned) or (what is not None and what.named)


def _names(value: Any) -> Iterator[str]:
    """All names of a game's own things in a state: keys and texts, but for what every game has."""
    if isinstance(value, str):
        yield value
        return
    for part in _parts(value):
        yield from _names(part)


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from (*value, *value.values())
    elif isinstance(value, Sequence):
        yield from value
    elif isinstance(value, Struct):
        yield from (getattr(value, name) for name in value.__struct_fields__ if name not in _COMMON)
    if isinstance(value, State):
        yield from value.players.values()
