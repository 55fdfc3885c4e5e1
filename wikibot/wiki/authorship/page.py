"""A page at one revision, line by line; neighbouring revisions share what they have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from wikibot.wiki.authorship.line_history import LineHistory
from wikibot.wikitext.rope import Rope


class PageLine:
    """A line with its trace, which blank ones have not; ``acts``: it is an action line."""

    __slots__ = ("acts", "raw", "trace")

    def __init__(self, raw: str, trace: LineHistory | None, acts: bool) -> None:
        self.raw, self.trace, self.acts = raw, trace, acts


class PageVersion:
    """A page at one revision. ``rope`` is all that is kept of it when the next one came."""

    def __init__(
        self, rope: Rope[PageLine], lines: list[PageLine] | None = None, raws: Sequence[str] = ()
    ) -> None:
        self.rope = rope
        self.lines = list(rope) if lines is None else lines
        self.raws = raws if lines is not None else [line.raw for line in self.lines]

    @cached_property
    def traces(self) -> tuple[LineHistory | None, ...]:
        """The trace of each line."""
        return tuple(line.trace for line in self.lines)

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The numbers of the action lines."""
        return tuple(number for number, line in enumerate(self.lines) if line.acts)

    def living(self) -> dict[int, int]:
        """Line numbers by the serial numbers of the traces."""
        return {line.trace.serial: at for at, line in enumerate(self.lines) if line.trace}

    def spliced(
        self, start: int, end: int, lines: Sequence[PageLine], raws: Sequence[str]
    ) -> PageVersion:
        """The page with other lines in the place of some; ``raws`` are all that it has then."""
        flat = [*self.lines[:start], *lines, *self.lines[end:]]
        return PageVersion(self.rope.spliced(start, end, lines), flat, raws)


class Doubles:
    """Traces that more than one line of a page has, which were put back twice."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self._double: set[int] = set()

    def follow(self, old: Iterable[PageLine], new: Iterable[PageLine]) -> bool:
        """Take note of removed and added lines. Whether there are any doubles, or were before."""
        before = bool(self._double)
        for line in old:
            if line.trace:
                self._counts[line.trace.serial] -= 1
        for line in new:
            if line.trace:
                self._counts[line.trace.serial] += 1
        changed = {line.trace.serial for line in (*old, *new) if line.trace}
        double = {serial for serial in changed if self._counts[serial] > 1}
        self._double = (self._double - changed) | double
        return before or bool(self._double)


def acting(lines: Iterable[PageLine]) -> set[int]:
    """The serial numbers of the traces of action lines."""
    return {line.trace.serial for line in lines if line.acts and line.trace}
