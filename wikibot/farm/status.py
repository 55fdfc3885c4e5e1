"""The state of every game in a word, for ``status`` and for the metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from wikibot.farm.table import GameRow
from wikibot.game.calendar import format_time

# In the order in which they are looked at; docs/farm.md tells of each.
STATES = (
    "paused", "syncing", "failing", "unreachable", "queued", "new", "attention", "waiting",
    "settled",
)  # fmt: skip


def state_of(row: GameRow) -> str:
    """What a game is at.

    ``waiting``: something is left to do, and it is tried again soon.
    """
    if row.paused:
        return "paused"
    if row.job == "doing":
        return "syncing"
    if row.failures:
        return "failing"
    if row.unpolled:
        return "unreachable"
    if row.job:
        return "queued"
    if row.new:
        return "new"
    if row.attention:
        return "attention"
    return "waiting" if row.unsettled else "settled"


def why(row: GameRow) -> str:
    """The reason for a game's state: an error, or what a person has to do."""
    if row.failures:
        times = "once" if row.failures == 1 else f"{row.failures} times"
        return f"failed {times}: {row.error}"
    return row.unpolled or row.attention


def counts(rows: Iterable[GameRow]) -> list[tuple[str, int]]:
    """How many games are in each state, 0 too."""
    found = Counter(map(state_of, rows))
    return [(state, found[state]) for state in STATES]


def as_json(row: GameRow) -> dict[str, Any]:
    """A game as ``status --json`` gives it; times are ISO texts or null."""
    times = {
        name: format_time(time) if time else None
        for name, time in (
            ("synced", row.synced), ("failed", row.failed), ("due", row.due), ("again", row.again)
        )
    }  # fmt: skip
    return {
        "game": row.game, "state": state_of(row), "api": row.api, "account": row.account,
        "syncs": row.syncs, "lines": row.lines, "seconds": round(row.seconds, 3), **times,
        "failures": row.failures, "error": row.error, "attention": row.attention,
        "unreachable": row.unpolled or "",
    }  # fmt: skip
