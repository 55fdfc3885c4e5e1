"""What the rows of the Cycle 15 gamestate page shall say, for a given state and the page as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.cycle15.state import START, Space, State, with_start
from wikibot.game.page.notes import LEFT_OVER
from wikibot.game.page.sheet import Spec
from wikibot.game.statements.canonical import canonical as common_canonical

_DEFAULT = Space(START)
_NOTED = ("pseudo_type", "boulder_path", "safe_haven", "beamed")


def canonical(state: State) -> State:
    """The state as a page can say it: successors are a set, and space 0 always exists."""
    state = common_canonical(state)
    spaces = {
        id_: replace(space, successors=tuple(sorted({*space.successors})))
        for id_, space in state.spaces.items()
    }
    return replace(state, spaces=with_start(spaces))


def space_rows(state: State, spec: Spec) -> list[dict[str, Any]]:
    """Rows of the spaces table: what is noted goes to its own column or to the notes."""
    columns = [column.field for column in spec.columns]
    rows = []
    for space in state.spaces.values():
        row = {"id": space.id, "type": space.type, "successors": space.successors}
        noted = {
            name: getattr(space, name)
            for name in _NOTED
            if getattr(space, name) != getattr(_DEFAULT, name)
        }
        if "pseudo_type" in columns:
            row["pseudo_type"] = noted.pop("pseudo_type", None)
        rows.append({**row, "notes": noted})
    return rows


def _read_notes(values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in values.get("notes", {}).items() if name != LEFT_OVER}


def space_of(values: Mapping[str, Any]) -> Space:
    """The space that a row tells of."""
    return Space(
        **{name: value for name, value in values.items() if name != "notes"}, **_read_notes(values)
    )


def move_rows(state: State) -> list[dict[str, Any]]:
    """Rows of the records about this phase's moves."""
    return [dict(vars(move)) for move in state.moves]
