"""Planning with a limit: a page of lines that takes too long is left out of the plan, and stays queued."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wikibot.sync.current_page import current_page
from wikibot.sync.plan import Plan
from wikibot.sync.snapshot import Snapshot
from wikibot.sync.watchdog import TimeUp, Watchdog


def planned_in_time(
    watchdog: Watchdog, make: Callable[[Snapshot], Plan], snapshot: Snapshot
) -> Plan:
    """A plan, made without the page of lines that takes too long; if another page does, one that changes nothing.

    Lines of a page that is left out stay queued.
    """
    problems: list[str] = []
    while True:
        try:
            with watchdog.stage():
                plan = make(snapshot)
        except TimeUp:
            problems.append(watchdog.report())
            left = _without(snapshot, current_page())
            if left is None:
                return Plan(snapshot.cursor, problems=tuple(problems), blocked=True)
            snapshot = left
        else:
            return (
                replace(plan, problems=(*problems, *plan.problems), blocked=True)
                if problems
                else plan
            )


def _without(snapshot: Snapshot, title: str) -> Snapshot | None:
    """The snapshot without the lines of one page; None where that is not a page of lines, or is left out already."""
    if title and title == snapshot.actions.title and snapshot.actions.history:
        return replace(snapshot, actions=replace(snapshot.actions, page=None, history=()))
    if title and title == snapshot.stewards.title and snapshot.stewards.history:
        return replace(snapshot, stewards=replace(snapshot.stewards, page=None, history=()))
    return None
