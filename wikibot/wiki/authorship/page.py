"""A page at one revision, line by line; neighbouring revisions share what they have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from wikibot.game.actions import ActionId
from wikibot.wikitext.lines import Line
from wikibot.wikitext.replies import answered_identity, replies_below
from wikibot.wikitext.rope import Rope


class LineChange(Struct, frozen=True):
    """A revision changed, removed or put back a line; ``unseen``: or a hidden one before it did.

    ``id`` is the touch's own identity, where it made the line one that has to be looked at.
    """

    position: int
    unseen: bool
    id: ActionId | None = None


class LineHistory(Struct, frozen=True):
    """One line as its author wrote it. Positions count the revisions of the history from 0.

    ``author`` is an account; of a line older than the history, whom its signature names; None where
    it is unknown. ``acted`` is the revision by which the line became an action line, ``id`` its
    identity from then on.
    """

    serial: int
    line: Line
    added: int
    author: str | None
    unseen: bool  # it was added before the history begins, or a hidden revision may have added it
    id: ActionId | None = None
    acted: int | None = None
    changed: LineChange | None = None  # by another than its author
    restored: LineChange | None = None  # the same, after it had been off the page
    touched: int | None = None  # the last revision that moved it or changed its marks
    before: int | None = None  # serial number of the line that it was before its author changed it
    read: bool = False  # it was read by the bot in an older form,
    verdict: str | None = None  # which had been answered so before it was changed
    answered: bool = False  # it came onto the page together with the bot's answer to it


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


# -- answers below lines ---------------------------------------------------------------------------


def verdicts_below(page: PageVersion, number: int, bot: str) -> Iterator[str]:
    """The verdicts of the bot's replies below a line, but those that name another identity."""
    trace = page.lines[number].trace
    own = str(trace.id) if trace and trace.id else None
    for reply in replies_below(page.raws, number):
        by, identity = page.lines[reply.number].trace, answered_identity(page.raws[reply.number])
        other = None not in (identity, own) and identity != own
        if reply.verdict and by is not None and by.author == bot and not other:
            yield reply.verdict


def claimed_revision(raws: Sequence[str], number: int) -> int:
    """The oldest revision that replies below a line name as its own; 0 if one names none."""
    below = [each for each in replies_below(raws, number) if each.verdict]
    claims = [answered_identity(raws[each.number]) for each in below]
    return min((int(claim.split(".")[1]) if claim else 0 for claim in claims), default=0)


def is_answered(raws: Sequence[str], number: int, bot: str, among: Container[int]) -> bool:
    """Whether an answer signed by the bot stands below a line, on one of the lines ``among``."""
    below = replies_below(raws, number)
    return any(each.account == bot and each.verdict and each.number in among for each in below)
