"""What lines say that were read lately.

People write many a line again, and several stages of reading look at each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")
_KEPT = 512  # lines
_SHORT = 200  # characters of a line that is kept beside many
_LONG_KEPT = 2  # longer ones: each is read several times in a row


def lately(read: Callable[[str], T]) -> Callable[[str], T]:
    """``read``, a function of a line alone, that keeps its answers for the latest lines."""
    short, long = lru_cache(maxsize=_KEPT)(read), lru_cache(maxsize=_LONG_KEPT)(read)
    return lambda line: short(line) if len(line) <= _SHORT else long(line)
