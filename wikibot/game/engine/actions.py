"""What comes in: an action with its identity, and the order that its text spells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from wikibot.wikitext.numerals import integer

_ID = re.compile(r"(\d{1,18})\.(\d{1,18})\.(\d{1,18})")


@dataclass(frozen=True, order=True)
class ActionId:
    """Who can be no other action: page, the revision that added the line, index within that revision.

    Lines of a text log have page and revision 0 and their line number as index.
    """

    page: int
    revision: int
    index: int

    def __str__(self) -> str:
        """``page.revision.index``, the form in which tables and journals hold it."""
        return f"{self.page}.{self.revision}.{self.index}"

    @classmethod
    def parse(cls, text: str) -> ActionId:
        """Read what ``str`` wrote; raises ``ValueError`` for anything else."""
        found = _ID.fullmatch(text.strip())
        if not found:
            raise ValueError(f"not an action id: {text!r}")
        page, revision, index = (integer(part) for part in found.groups())
        return cls(page, revision, index)


@dataclass(frozen=True)
class Action:
    """One line that somebody wrote, with the account that is answerable for it.

    ``by_name``: the line comes from a text log, where the name is the player's; on a wiki it is the
    account's. ``trusted``: written by a steward or by the operator, so that steward verbs are
    allowed. ``body``: the text that its author wrote on the lines below it, as plain lines.
    ``written``: by the wiki's clock, where it is played at another ``time``.
    """

    id: ActionId
    time: datetime
    account: str
    text: str
    line: int = 0  # line number in a text log, 1-based
    by_name: bool = False
    trusted: bool = False
    body: str = ""
    written: datetime | None = None
    recorded: bool = False  # what waited, played again by itself: the rolls in it were made before
    # taken off its page before it was played: only what was rolled for it, or shown with it, counts
    gone: bool = False


@dataclass(frozen=True)
class Withdrawal:
    """A line was taken off the page: what it left waiting is dropped, unless a roll was already made for it."""

    id: ActionId
    time: datetime
    by: str
