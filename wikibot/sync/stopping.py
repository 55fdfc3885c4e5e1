"""Stopping on a signal: at once, but never in the middle of a write.

Outside of writes the signal raises :class:`EndedBySignal` wherever the program is, be it in a long
computation or in a wait: nothing has happened yet that the next run does not do again. A write is
let finish; the sync then ends at its next step.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from wikibot.exits import TRY_LATER, ProgramError

SLICE = 0.5  # seconds; a signal during a write ends a wait in it within this time


class Stopping(ProgramError):
    """A wait was ended because the program is to stop."""

    exit_code = TRY_LATER


class EndedBySignal(BaseException):
    """A signal ends the program. No ``Exception``, as nothing may contain it."""


class Stop:
    """Whether a signal asked to stop; also asked between steps, for one that came in a write."""

    def __init__(self) -> None:
        self.asked = False
        self._writes = 0

    def __call__(self) -> bool:
        return self.asked

    @contextmanager
    def listening(self, *signals: signal.Signals) -> Iterator[None]:
        """Take these signals meanwhile; the handlers before it are put back afterwards."""
        before = {number: signal.signal(number, self._on_signal) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        if not self._writes:
            raise EndedBySignal(signal.Signals(number).name)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A write, which a signal does not interrupt."""
        self._writes += 1
        try:
            yield
        finally:
            self._writes -= 1

    def sleep(self, seconds: float) -> None:
        """Wait; raises :class:`Stopping` once a signal came."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.asked:
                raise Stopping("stopped while waiting for the wiki; the next run goes on from here")
            time.sleep(min(left, SLICE))
