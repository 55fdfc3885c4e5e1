"""What ``--debug`` says of a sync: how long each stage took, what became of every line.

Everything goes to the logger of this package. Texts of players are shown as Python writes them, so
that no line of theirs looks like one of the program's.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from wikibot.game.actions import Outcome
from wikibot.game.counting import counted
from wikibot.sync.inbox import Inbox
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.base import Wiki

LOGGER = logging.getLogger(__package__)
LONGEST = 120  # characters of a line's text


@contextmanager
def stage(name: str, wiki: Wiki | None = None) -> Iterator[list[str]]:
    """Tell how long a stage took and how many requests it made, also where it fails.

    What it did is what it puts into the list. ``wiki`` None: it makes no request.
    """
    began, before, did = time.monotonic(), getattr(wiki, "requests", 0), list[str]()
    try:
        yield did
    finally:
        asked = getattr(wiki, "requests", 0) - before
        took = f"{time.monotonic() - began:.3f} s"
        took += f", {counted(asked, 'request')}" if wiki else ""
        LOGGER.debug("%s: %s", name, "; ".join((took, *did)))


def tell_lines(inbox: Inbox) -> None:
    """Tell of each line why it is played, rejected or passed over."""
    if not LOGGER.isEnabledFor(logging.DEBUG):
        return
    for line in (*inbox.actions, *inbox.orders):
        whose = " (a steward's)" if line.trusted else ""
        LOGGER.debug(
            "line %s taken: %s wrote %s%s", line.id, line.account, _short(line.text), whose
        )
    for rejected in (*inbox.rejected, *inbox.rejected_orders):
        action = rejected.action
        LOGGER.debug(
            "line %s rejected, %s: %s: %s",
            action.id,
            rejected.verdict.value,
            _short(action.text),
            rejected.text,
        )
    for aside in inbox.asides:
        why = "it answers a question or is talk"
        LOGGER.debug(
            "line %s is no action line, %s: %s wrote %s",
            aside.id, why, aside.account, _short(aside.text),
        )  # fmt: skip
    for remark in inbox.remarks:
        LOGGER.debug("passed over: %s", remark)
    if inbox.left:
        LOGGER.debug("%s left to the next portion", counted(inbox.left, "line"))
    if not (inbox.actions or inbox.orders or inbox.rejected or inbox.rejected_orders):
        LOGGER.debug("no new line")


def read_so_far(snapshot: Snapshot) -> str:
    """What was read: the gamestate, and each page of lines from where it was read before."""
    lines = (
        f"{each.title} from {each.through} to {each.page.id}"
        for each in snapshot.line_pages
        if each.page is not None
    )
    return ", ".join((f"{snapshot.titles.gamestate} at {snapshot.over}", *lines))


def verdicts(outcomes: Sequence[Outcome]) -> str:
    """How many lines got which verdict."""
    counts = Counter(outcome.verdict.value for outcome in outcomes)
    listed = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    return counted(len(outcomes), "line") + (f" ({listed})" if listed else "")


def _short(text: str) -> str:
    return repr(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")
