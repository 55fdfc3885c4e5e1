"""When a span of time is over that the rules give, such as "within 7 days" or "for 2 days".

Decision for all of them: a span runs up to its last instant, and that instant is too late, as the
first instant of a phase belongs to that phase and no longer to the one before. Whoever may do
something when a span is over may do it at that very instant. Timed events of an instant come before
the lines of that instant, so it holds for these, too.
"""

from __future__ import annotations

from datetime import datetime


def is_over(end: datetime, now: datetime) -> bool:
    """Whether a span that ends at ``end`` is over."""
    return end <= now
