"""A line's trace through its page's history: its author, when it became an action, its changes."""

from __future__ import annotations

from msgspec import Struct

from wikibot.game.actions import ActionId
from wikibot.wikitext.lines import Line


class LineChange(Struct, frozen=True):
    """A revision changed, removed or put back a line; ``unseen``: or a hidden one before it did.

    ``id`` is the touch's own identity, where it made the line one that has to be looked at.
    """

    position: int
    unseen: bool
    id: ActionId | None = None


class LineHistory(Struct, frozen=True):
    """One line as its author wrote it. Positions count the revisions of the history from 0.

    ``author`` is an account; of a line older than the history, whom its signature names; None where
    it is unknown. ``acted`` is the revision by which the line became an action line, ``id`` its
    identity from then on.
    """

    serial: int
    line: Line
    added: int
    author: str | None
    unseen: bool  # it was added before the history begins, or a hidden revision may have added it
    id: ActionId | None = None
    acted: int | None = None
    changed: LineChange | None = None  # by another than its author
    restored: LineChange | None = None  # the same, after it had been off the page
    touched: int | None = None  # the last revision that moved it or changed its marks
    before: int | None = None  # serial number of the line that it was before its author changed it
    read: bool = False  # it was read by the bot in an older form,
    verdict: str | None = None  # which had been answered so before it was changed
    answered: bool = False  # it came onto the page together with the bot's answer to it
