"""What a sync is asked to do, and what it did: values between the command line and the stages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from wikibot.game.actions import Outcome, Verdict
from wikibot.sync.watchdog import Stop

if TYPE_CHECKING:
    from wikibot.game.engine.passing_time import FiredEvent


class Options(Struct, frozen=True):
    """How a sync is to be run; see :func:`wikibot.sync.run.sync`.

    ``aside``: why nothing is played, which is told on the pages; ``most_bytes``: of all pages
    together, 0 for any number.
    """

    dry_run: bool
    progress: Callable[[str], None]
    stop: Stop
    said: tuple[str, ...]
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
            (*self.outcomes, *later.outcomes),
            (*self.fired_events, *later.fired_events),
            (*self.corrections, *later.corrections),
            tuple(dict.fromkeys((*self.problems, *later.problems))),
            tuple(dict.fromkeys((*self.notes, *later.notes))),
            later.changes,
        )

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
        self,
        problems: tuple[str, ...],
        notes: tuple[str, ...] = (),
        queued: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
        until: tuple[str, ...] = (),
    ) -> None:
        super().__init__(*problems, *queued, *notes)
        self.problems, self.notes, self.queued = problems, notes, queued
        self.names, self.until = names, until
