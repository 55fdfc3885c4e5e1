"""What ``--debug`` says of a sync: how long each stage took, what became of every line.

Everything goes to the logger of this package. Texts of players are shown as Python writes them, so
that no line of theirs looks like one of the program's.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from wikibot.sync.inbox import Inbox
from wikibot.wiki.base import Wiki

LOGGER = logging.getLogger(__package__)
LONGEST = 120  # characters of a line's text


@contextmanager
def stage(name: str, wiki: Wiki) -> Iterator[None]:
    """Tell how long a stage took and how many requests it made, also where it fails."""
    began, before = time.monotonic(), getattr(wiki, "requests", 0)
    try:
        yield
    finally:
        asked = getattr(wiki, "requests", 0) - before
        LOGGER.debug(
            "%s: %.3f s, %d request%s",
            name,
            time.monotonic() - began,
            asked,
            "" if asked == 1 else "s",
        )


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
    for remark in inbox.remarks:
        LOGGER.debug("passed over: %s", remark)
    if not (inbox.actions or inbox.orders or inbox.rejected or inbox.rejected_orders):
        LOGGER.debug("no new line")


def _short(text: str) -> str:
    return repr(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")
