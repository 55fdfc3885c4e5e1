"""Stopping on a signal: between two steps or in a wait, never in the middle of a write."""

from __future__ import annotations

import signal
import time
from types import FrameType

from wikibot.exits import TRY_LATER, ProgramError

SLICE = 0.5  # seconds; a signal ends a wait within this time


class Stopping(ProgramError):
    """A wait was ended because the program is to stop."""

    exit_code = TRY_LATER


class Stop:
    """Whether a signal asked to stop. A signal interrupts nothing: it is asked about between steps and in waits."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self) -> bool:
        return self.asked

    def listen(self, *signals: signal.Signals) -> None:
        """Take these signals from now on; a second one changes nothing."""
        for number in signals:
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.asked = True

    def sleep(self, seconds: float) -> None:
        """Wait; raises :class:`Stopping` once a signal came."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.asked:
                raise Stopping("stopped while waiting for the wiki; the next run goes on from here")
            time.sleep(min(left, SLICE))
