"""What is played (lines, withdrawals, timed events) and the outcome that answers a line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

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


class Verdict(StrEnum):
    """How an action line is answered."""

    DONE = "done"  # played
    NEEDS = "needs"  # a choice or a roll is missing; what was given is kept
    CANT = "cant"  # a rule forbids it
    HUH = "huh"  # not understood
    HELD = "held"  # a person must rule


@dataclass(frozen=True)
class Outcome:
    """The answer to one action. ``text`` is plain text, without the verdict, ready to be escaped."""

    action: Action
    verdict: Verdict
    text: str
    player: str = ""  # table name; the account where it is not a player's
    rolls: tuple[str, ...] = ()  # every roll that was used, in a dice bot's form, in order
    drawn: tuple[str, ...] = ()  # those of them that the line itself does not state
    logged: str | None = None  # what a log holds in place of the line; "": nothing
    proofs: tuple[str, ...] = ()  # lines of a log that say what the drawn ones were made from
    unit: str = ""  # of a held action: the unit of the ruleset that nobody has settled

    @property
    def counts(self) -> bool:
        """Whether the action left a mark on the state, so that the log must hold it."""
        if self.logged is not None:
            return bool(self.logged)
        return self.verdict in (Verdict.DONE, Verdict.NEEDS, Verdict.HELD)


@dataclass(frozen=True)
class Event:
    """Something that happens at its own time. ``name`` says what, ``data`` to whom."""

    time: datetime
    name: str
    data: str = ""
