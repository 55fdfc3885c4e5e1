"""Where on a page action lines may stand, kept up from revision to revision.

To find a page's action lines takes a look at all of it: a comment, template or table that begins on
one line may cover others. Most edits leave that as it was, and it is enough to look at the lines
that they changed: ordinary text, in which nothing begins that goes on behind its line, at a place
where nothing is open. That is decided strictly; where in doubt the whole page is looked at.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from msgspec import Struct

from wikibot.wikitext.elements import ELEMENTS, TAG
from wikibot.wikitext.lines import action_regions, could_be_action, table_intervals
from wikibot.wikitext.preprocessor import Interval, blocks, covering, set_aside

# What begins and ends within a line, whatever stands around it.
_WITHIN = re.compile(
    r"<!--[^<>\n]*-->|(?<!\[)\[\[[^\[\]{}<>\n]*\]\]|(?<![-{])\{\{[^\[\]{}<>\n]*\}\}(?!\})"
)
_BEGINS = re.compile(r"[<>{}]|\[\[|^=", re.MULTILINE)
_COMMENT_FIRST = re.compile(r"^<!--", re.MULTILINE)
_END = 2**62  # a line number behind all lines


class MultilineSpans(Struct, frozen=True):
    """What reaches over lines of a page, as ranges of line numbers, the second one excluded.

    ``regions``: sections whose first-level lines are actions. ``closed``: lines that begin inside a
    comment, template or bracket. ``templates``: how many lines hold any, for then brackets count.
    ``loose``: a tag is not closed, and would be by any ``>`` behind it.
    """

    regions: tuple[Interval, ...]
    tables: tuple[Interval, ...]
    closed: tuple[Interval, ...]
    templates: int
    loose: bool

    @classmethod
    def of(cls, text: str, heading: str) -> MultilineSpans:
        """Look at a whole page."""
        aside, breaks = set_aside(text), [found.start() for found in re.finditer("\n", text)]

        def number(at: int) -> int:
            return bisect_left(breaks, at)

        spans = [(span.start, span.end) for span in aside.outermost]
        found = [(span.start, span.end) for span in aside.every if span.kind in ELEMENTS]
        loose = any(not covering(found, each.start()) for each in TAG.finditer(text))
        closed = [
            (number(start) + 1, number(end - 1) + 1 if end < len(text) else _END)
            for start, end in (*blocks(text), *aside.brackets, *spans[-1:])
        ]
        return cls(
            tuple(
                (
                    number(start) + (start > 0 and text[start - 1] != "\n"),
                    number(end) if end < len(text) else _END,
                )
                for start, end in action_regions(text, heading)
            ),
            tuple((number(start), number(end - 1) + 1) for start, end in table_intervals(text)),
            tuple((first, last) for first, last in closed if first < last),
            _templates(text.split("\n")) if "{{" in text else 0,
            loose,
        )

    def after(self, start: int, old: Sequence[str], new: Sequence[str]) -> MultilineSpans | None:
        """The layout with lines ``new`` in the place of the lines ``old`` from ``start`` on.

        None where the whole page has to be looked at.
        """
        end = start + len(old)
        templates = self.templates + _templates(new) - _templates(old)
        if bool(templates) != bool(self.templates):
            return None
        if not (self._ordinary(old) and self._ordinary(new)):
            return None
        if any(first <= at < last for first, last in self.closed for at in (start, end)):
            return None
        more = len(new) - len(old)

        def moved(ranges: Iterable[Interval], *, begins: bool) -> tuple[Interval, ...]:
            """``begins``: what is added at the start of a range is in it."""
            return tuple(
                (
                    first + more if first > start or (first == end and not begins) else first,
                    last + more if last > start or (last == end and begins) else last,
                )
                for first, last in ranges
            )

        return MultilineSpans(
            moved(self.regions, begins=True),
            moved(self.tables, begins=False),
            moved(self.closed, begins=False),
            templates,
            self.loose,
        )

    def _ordinary(self, lines: Sequence[str]) -> bool:
        text = "\n".join(lines)
        if _COMMENT_FIRST.search(text) or (self.loose and "<!--" in text):
            return False
        return not _BEGINS.search(_WITHIN.sub("x", text))

    def actions(self, start: int, lines: Sequence[str]) -> list[int]:
        """The action lines among some ordinary ones, which stand from line ``start`` on."""
        return [
            number
            for number, raw in enumerate(lines, start)
            if could_be_action(raw, covering(self.regions, number) is not None)
            and not covering(self.tables, number)
        ]


def _templates(lines: Sequence[str]) -> int:
    return sum("{{" in line for line in lines)
