"""What ``verify`` says about one line of a log."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """What is known about a roll, a seal or an identity."""

    OK = "ok"
    SEALED = "not yet revealed"
    STATED = "stated"  # by the player: nothing to make again
    UNCONFIRMED = "not confirmed"  # nobody could be asked, or the log alone cannot tell
    LATE = "sealed late"  # after the line was written, so that the operator could choose
    OVERDUE = "never revealed"  # although later phases are open
    SWITCHED = "source changed"  # the dice come from elsewhere in the middle of a game
    LOST = "lost"  # its secret is gone
    WRONG = "wrong"
    BROKEN = "seal broken"


FINE = (Status.OK, Status.SEALED, Status.STATED)


@dataclass(frozen=True)
class Check:
    """One roll, seal or identity. ``expected`` is what follows from what was published, ``found`` what the log says."""

    line: int  # of the log, from 1
    status: Status
    about: str
    expected: str = ""
    found: str = ""
    why: str = ""

    @property
    def fine(self) -> bool:
        """Whether nobody need look at it."""
        return self.status in FINE
