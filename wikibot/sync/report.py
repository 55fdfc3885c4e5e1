"""What a sync is asked to do, what it did, and the limit on the time that its stages take."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field

from wikibot.exits import TRY_LATER, ProgramError
from wikibot.game.actions import Outcome, Verdict

T = TypeVar("T")

# == Stopping on a signal: at once, but never in the middle of a write =============================
#
# Outside of writes the signal raises :class:`EndedBySignal` wherever the program is, be it in a
# long computation or in a wait: nothing has happened yet that the next run does not do again. A
# write is let finish; the sync then ends at its next step.

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


# == The time of the processor that the lines of a sync may cost ===================================
#
# However many lines wait, and whatever each costs, a sync ends soon, and other games have their
# turn. How lines are portioned changes nothing that comes of them.

BUDGET = 1.0  # seconds of the processor, after which a sync begins no other portion
LEAST = 0.1  # seconds for the lines of a portion, however long it took to read them


class Spent(BaseException):
    """A portion costs more than it may; ``lines`` of it were played in that time.

    No ``Exception``, as nothing may contain it.
    """

    def __init__(self, lines: int) -> None:
        super().__init__(lines)
        self.lines = lines


class Budget:
    """Seconds of the processor from now on, in this thread."""

    def __init__(self, seconds: float) -> None:
        self._end = time.thread_time() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self._end - time.thread_time())

    def meter(self) -> Callable[[Iterable[T]], Iterator[T]]:
        """What gives the lines of a portion, each time they are played.

        They may take half of what is left now. Then fewer of them are played anew: a part of them,
        then one alone, whatever it costs.
        """
        most, times = max(self.left / 2, LEAST), 2

        def metered(lines: Iterable[T]) -> Iterator[T]:
            nonlocal times
            end = time.thread_time() + most
            for count, line in enumerate(lines):
                if count > 1 and times and time.thread_time() > end:
                    times -= 1
                    raise Spent(count if times else 1)
                yield line

        return metered


# == A limit on the time that a stage of a sync takes, whatever it was given to read ===============
#
# Everything that people write is meant to be read in time that grows with its length only. This is
# for what was overlooked: the stage is ended, the page at which it was is reported, and the sync
# goes on without it.
#
# The limit is kept by a timer signal, which also ends a long search of a regular expression; a sync
# takes signals, so it runs in the main thread. What is pure has no clock: it only says by
# :func:`at` which page it looks at.

_AGAIN = 1.0  # seconds from ring to ring
_present = [""]  # the title of the page that is looked at


class TimeUp(BaseException):
    """The time of a stage is over. No ``Exception``, as nothing may contain it."""


def at(title: str) -> None:
    """Say which page is looked at from now on, for the report of a stage that takes too long."""
    _present[0] = title


def current_page() -> str:
    """The title that was said last; "" before any was."""
    return _present[0]


class Watchdog:
    """Ends stages that take longer than so many seconds; 0: there is no limit."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    @contextmanager
    def stage(self) -> Iterator[None]:
        """Raise :class:`TimeUp` inside when the time is over. No stage lies in another."""
        at("")
        if not self.seconds or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, self.seconds, _AGAIN)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def report(self) -> str:
        """The problem to report after a stage was ended."""
        where = current_page() or "a page"
        return (
            f"{where}: the bot was not done with it after {self.seconds:g} seconds "
            "and went on without it. Make the page shorter and simpler "
            "(look for what was pasted many times); please report this as a bug."
        )


def _ring(number: int, frame: FrameType | None) -> None:
    """Raise; while a module is being imported, wait for the next ring.

    Python drops an exception that is raised in one of the callbacks of its import system, and
    prints it. It does so in any destructor, which is why the bell rings again.
    """
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return
        frame = frame.f_back
    raise TimeUp


# -- What a sync is asked to do, and what it did: values between the command line and the stages ---

if TYPE_CHECKING:
    from wikibot.game.engine.engine import FiredEvent


class Options(Struct, frozen=True):
    """How a sync is to be run.

    ``stop`` is asked between steps and ends the sync early. ``said`` are steward's orders of the
    operator. ``force`` looks at everything anew, and begins a new game with a gamestate page that
    the bot has not saved. ``aside``: nothing is played, for this reason, which is told on the
    game's pages; likewise where these have more than ``most_bytes`` together, 0 for any number.
    """

    dry_run: bool = False
    progress: Callable[[str], None] = lambda _: None
    stop: Stop = field(default_factory=Stop)
    said: Sequence[str] = ()
    force: bool = False
    aside: str = ""
    most_bytes: int = 0


class PageChange(Struct, frozen=True):
    """A page that was saved or, in a dry run, would be."""

    title: str
    before: str
    after: str


class Report(Struct, frozen=True):
    """What a sync did. ``problems`` need a person, ``notes`` do not.

    ``idle``: nothing was new, and one request said so. ``left``: lines that wait for the next
    sync, as this one has used its time.
    """

    outcomes: tuple[Outcome, ...] = ()
    fired_events: tuple[FiredEvent, ...] = ()
    corrections: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    changes: tuple[PageChange, ...] = ()
    requests: int = 0
    idle: bool = False
    left: int = 0

    def followed_by(self, later: Report) -> Report:
        """This and what the same run did after it; ``changes`` of a run are counted on."""
        return Report(
            (*self.outcomes, *later.outcomes), (*self.fired_events, *later.fired_events),
            (*self.corrections, *later.corrections),
            tuple(dict.fromkeys((*self.problems, *later.problems))),
            tuple(dict.fromkeys((*self.notes, *later.notes))), later.changes
        )  # fmt: skip

    @property
    def exit_code(self) -> int:
        """0, or 1 where a person is needed."""
        return 1 if self.problems or any(o.verdict is Verdict.HELD for o in self.outcomes) else 0


class Stuck(Exception):
    """Nothing is played: ``problems`` need a person, ``notes`` do not. All lines stay queued.

    ``queued`` says how many lines that are; ``names``: accounts that the problems name; ``until``:
    what a line that waits says of each problem, as ``a cell can be read: ...``. ``mistake``: the
    program itself failed at the page, which is then left alone; ``told``: whether the wiki says it.
    """

    mistake = False
    told = True

    def __init__(
        self, problems: tuple[str, ...], notes: tuple[str, ...] = (), queued: tuple[str, ...] = (),
        names: tuple[str, ...] = (), until: tuple[str, ...] = ()
    ) -> None:  # fmt: skip
        super().__init__(*problems, *queued, *notes)
        self.problems, self.notes, self.queued = problems, notes, queued
        self.names, self.until = names, until
