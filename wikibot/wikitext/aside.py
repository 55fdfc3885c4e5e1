"""What is set aside of a page before it is read line by line: comments, nowiki and its like, templates, all of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from wikibot.wikitext.elements import Kind, Span
from wikibot.wikitext.preprocessor import set_aside

__all__ = ["Kind", "Span", "asides", "blocks", "inside"]


def asides(text: str) -> tuple[Span, ...]:
    """All spans of a text by their start, nested ones too, as MediaWiki's preprocessor finds them."""
    return set_aside(text).every


@lru_cache(maxsize=8)
def blocks(text: str) -> tuple[tuple[int, int], ...]:
    """Start and end of what reaches over more than one line, outermost only, in order."""
    return tuple(
        (s.start, s.end) for s in set_aside(text).outermost if text.find("\n", s.start, s.end) >= 0
    )


def inside(intervals: Sequence[tuple[int, int]], at: int) -> tuple[int, int] | None:
    """The interval that a character lies in (not at its start), out of sorted ones that do not overlap."""
    number = bisect_left(intervals, (at, at)) - 1
    return intervals[number] if number >= 0 and at < intervals[number][1] else None
