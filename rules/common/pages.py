"""What all gamestate pages share: laying a state over a page, the phase, player rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from typing import Any

from rules.common.phases import schedule
from wikibot.game.calendar import format_time
from wikibot.game.game import Reading, Unreadable
from wikibot.game.page.player_rows import account_row, items_of, items_row, line_of, name_cell
from wikibot.game.page.proceedings_tables import PROPOSALS
from wikibot.game.page.prose import Found
from wikibot.game.page.sheet import Sheet
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.wikitext.table_changes import UnsafeEdit

Records = Mapping[str, Mapping[str, Any]]  # what the records say of those who play, by name


# -- reading ---------------------------------------------------------------------------------------


def players_of(
    sheet: Sheet, records: Records, make: Callable[..., Any], own: Sequence[str] = ()
) -> Mapping[str, Any]:
    """The players of a table. ``own``: fields of the game's own, in the table or in the records."""
    found: dict[str, Any] = {}
    for line in sheet.lines:
        who = line.values["name"]
        record = records.get(who.name, {})
        account = who.account or record.get("account", "")
        said = {**record, **line.values}
        found[who.name] = make(
            name=who.name,
            account="" if account == who.name else account,
            joined=record.get("joined"),
            items=items_of(line.values),
            **{field: said[field] for field in own if field in said},
        )
    return found


def phase_number(found: Found, state: State, book: Rulebook) -> tuple[int, tuple[str, ...]]:
    """The phase that a page names, or counted from the start of the game, or a remark."""
    if found.value is not None:
        return found.value, ()
    if state.started is None:
        start = "the page names no phase and no start of the game; taken for phase 1"
        return 1, (f"{start} (add a line `Phase: I`)",)
    phases = schedule(book)
    return max(1, phases.index(state.now) - phases.index(state.started) + 1), ()


def without_players(sheet: Sheet, headers: str) -> Sequence[Unreadable]:
    """The complaint about a page without a players table."""
    if sheet.tables:
        return ()
    missing = (
        f"a table with the headers {headers} is missing; `wikibot new` makes a page that has one"
    )
    return (Unreadable("Players", "", "Name", "", missing),)


def strangers(state: State, records: Records) -> tuple[str, ...]:
    """Remarks about people in the records who are not players."""
    return tuple(
        f"the records name {name}, who is not a player"
        for name in records
        if name not in state.players
    )


# -- writing ---------------------------------------------------------------------------------------


def lay_over(
    page: str,
    state: Any,
    read: Callable[[str], Reading[Any]],
    written: Callable[[Any, Any], str],
    canonical: Callable[[Any], Any],
) -> str:
    """Lay a state over a page. ``written`` makes the new page of the old state and the new one.

    Raises ``UnsafeEdit`` where the page cannot be read as it is, or would not say what it should
    afterwards.
    """
    before = read(page)
    if before.unreadable:
        raise UnsafeEdit(str(before.unreadable[0]))
    wanted = canonical(_sayable(page, state))
    text = page if canonical(before.state) == wanted else written(before.state, wanted)
    after = read(text)
    if after.unreadable or canonical(after.state) != wanted:
        what = (
            f" {after.unreadable[0]}"
            if after.unreadable
            else _difference(wanted, canonical(after.state))
        )
        remedy = "Is there a column for it? `wikibot new` makes a page that has all"
        raise UnsafeEdit(f"written to the page, the state would not read back:{what}. {remedy}")
    return text


def _sayable(page: str, state: Any) -> Any:
    """The state without what proposals were settled to mean, if their table has no column for it.

    The game goes on there as it did before that column, by what the proposals say.
    """
    tables = PROPOSALS.tables(page)
    if not tables or any("about" in PROPOSALS.present(table) for table in tables):
        return state
    return replace(
        state,
        proposals=tuple(
            replace(each, about="") if each.about else each for each in state.proposals
        ),
    )


def _difference(wanted: Any, found: Any) -> str:
    """The first thing that would not read back, by the names of what it is part of."""
    for name, one, other in _parts(wanted, found):
        if one != other:
            return f" {name}{_difference(one, other)}"
    return f": {_said(found)} in place of {_said(wanted)}"


def _parts(wanted: Any, found: Any) -> Iterator[tuple[str, Any, Any]]:
    """What two values of one kind consist of, by name; nothing for values without parts."""
    if is_dataclass(wanted) and type(wanted) is type(found):
        yield from (
            (each.name, getattr(wanted, each.name), getattr(found, each.name))
            for each in fields(wanted)
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


def player_rows(
    state: State, sheet: Sheet, records: Records, own: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Rows of the players table, in the order of the state. ``own``: fields of the game."""
    rows = []
    for player in state.players.values():
        held = line_of(sheet, player.name)
        name = name_cell(player, held.get("name"), _recorded(records, player.name))
        more = {field: getattr(player, field) for field in own}
        rows.append({"name": name, **more, **items_row(player.items, held, sheet.fields)})
    return rows


def people_rows(
    state: State, sheet: Sheet, records: Records, own: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Rows of the records about those who play. ``sheet``: the players table as it will be."""
    rows = []
    for player in state.players.values():
        row = line_of(sheet, player.name)
        if not row:
            raise UnsafeEdit(
                f"the players table would have no row that reads {player.name!r}; mend it by hand"
            )
        account = account_row(player, row["name"], _recorded(records, player.name))
        more = {field: getattr(player, field) for field in own}
        rows.append(
            {"player": player.name, "joined": player.joined, "left": None, **account, **more}
        )
    return rows


def _recorded(records: Records, name: str) -> str:
    """The account that the records name for a player."""
    return str(records.get(name, {}).get("account", ""))
