"""What happens at its own time, and not by anybody's line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Event:
    """Something that happens at its own time. ``name`` says what, ``data`` to whom."""

    time: datetime
    name: str
    data: str = ""
