"""What lines say that were read lately.

People write many a line again, and several stages of reading look at each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")
_KEPT = 512  # lines
_SHORT = 200  # characters of a line that is kept


def lately(read: Callable[[str], T]) -> Callable[[str], T]:
    """``read``, a function of a line alone, that keeps its answers for the latest short lines."""
    kept = lru_cache(maxsize=_KEPT)(read)
    return lambda line: kept(line) if len(line) <= _SHORT else read(line)
