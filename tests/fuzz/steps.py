"""Counting what Python does: calls of functions, its own and built-in ones.
No clock, so it is the same everywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class TooMany(BaseException):
    """The bound was reached. No ``Exception``, for nothing may contain it."""


class Steps:
    """How many calls were made while it counted."""

    def __init__(self, bound: int) -> None:
        self.bound, self.count = bound, 0

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """What Python calls for each event."""
        if event in ("call", "c_call"):
            self.count += 1
            if self.count > self.bound:
                sys.setprofile(None)
                raise TooMany(f"more than {self.bound} calls, in {frame.f_code.co_name}")

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count from here on."""
        before = sys.getprofile()
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(before)
