"""Lines that wait for something, when they are changed or taken off the actions page.

The history that a sync reads begins where the last one ended. Lines that wait are older, so it
tells neither their identity nor, without a signature, whose they are. Only when such a line is
touched the older history is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from wikibot.game.actions import ActionId, Withdrawal
from wikibot.game.state import Kind, State
from wikibot.wiki.authorship.findings import Removed
from wikibot.wiki.authorship.source import Source
from wikibot.wiki.base import Revision

Older = Callable[
    [str, int], Sequence[Revision]
]  # of a title: the history from the revision before this one on


def with_older(
    source: Source, state: State, older: Older, claimed: int | None = None
) -> Source | None:
    """The source with the history from the oldest line that waits on; None where it is there already, or lost.

    ``claimed``: from that revision on at least (0: all of it).
    """
    first, last = source.history[0], source.history[-1]
    waiting = [
        id_.revision
        for id_ in _waiting(state)
        if id_.page == first.page_id and id_.revision <= first.id
    ]
    waiting += [claimed] if claimed is not None else []
    if not waiting or first.parent_id == 0:
        return None
    history = tuple(
        revision for revision in older(source.title, min(waiting)) if revision.id <= last.id
    )
    longer = bool(history) and history[0].id < first.id
    reaches = longer and (history[0].id < min(waiting) or history[0].parent_id == 0)
    return replace(source, history=history) if reaches else None


def reaching(source: Source, lines: Iterable[ActionId], head: int, older: Older) -> Source | None:
    """The source with the history from before some old lines on, so that they can be answered; None where it is there.

    ``head``: the page's newest revision.
    """
    first = min((each.revision for each in lines), default=0)
    begins = source.history[0] if source.history else None
    if not first or (begins is not None and (begins.id < first or begins.parent_id == 0)):
        return None
    history = tuple(revision for revision in older(source.title, first) if revision.id <= head)
    return replace(source, history=history, page=history[-1]) if history else None


def withdrawals(removed: Removed) -> Iterator[Withdrawal]:
    """What the engine is told."""
    for gone in removed.withdrawn:
        yield Withdrawal(gone.id, gone.time, gone.by)


def remarks(removed: Removed, state: State) -> Iterator[str]:
    """What somebody else took off does not cease to wait, and a person may want to know."""
    waiting = tuple(_waiting(state))
    for gone in removed.taken:
        if gone.id in waiting:
            who = gone.by or "somebody"
            what = f"{who} took {gone.text!r} of {gone.account} off the page in revision {gone.revision}"
            yield f"{what}; it waits on, until its author or a steward withdraws it"


def _waiting(state: State) -> Iterator[ActionId]:
    return (each.id for each in state.pending if each.kind in (Kind.ACTION, Kind.HELD))
