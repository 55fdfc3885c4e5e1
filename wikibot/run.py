"""Staying up: a sync at once and then on the schedule, until a signal asks to stop."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

import schedule

from wikibot import session
from wikibot.exits import TRY_LATER, ProgramError
from wikibot.game.game import Game
from wikibot.log import LOGGER
from wikibot.settings import Settings
from wikibot.sync import Report, sync
from wikibot.terminal import safe
from wikibot.wiki import Wiki, WikiError

_SLICE = 0.5  # seconds; a signal ends a wait within this time


class Stopping(ProgramError):
    """A wait was ended because the program is to stop."""

    exit_code = TRY_LATER


class Stop:
    """Whether a signal asked to stop. A signal interrupts nothing: it is asked about between steps and in waits."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self) -> bool:
        return self.asked

    def listen(self) -> None:
        """Take SIGTERM and SIGINT from now on; a second one changes nothing."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.asked = True

    def sleep(self, seconds: float) -> None:
        """Wait; raises :class:`Stopping` once a signal came."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.asked:
                raise Stopping("stopped while waiting for the wiki; the next run goes on from here")
            time.sleep(min(left, _SLICE))


class Runner:
    """Syncs one game again and again; what keeps coming back is told once."""

    def __init__(self, settings: Settings, game: Game[Any], wiki: Wiki, stop: Stop) -> None:
        self.settings, self.game, self.wiki, self.stop = settings, game, wiki, stop
        self._told: tuple[str, ...] = ()

    def once(self) -> None:
        """One sync. Nothing that goes wrong in it ends the program: the next one may do better."""
        try:
            with session.locked(self.settings), session.journal_of(self.settings) as journal:
                report = sync(self.settings, self.game, self.wiki, journal, progress=_detail, stop=self.stop)
        except (WikiError, ProgramError) as error:
            self._tell((str(error),))
        except Exception:  # noqa: BLE001  # a mistake in the program: said, and tried again next time
            LOGGER.exception("this is a mistake in wikibot, please report it")
        else:
            self._log(report)

    def _log(self, report: Report) -> None:
        for outcome in report.outcomes:
            who, said = outcome.player or outcome.action.account, " ".join(outcome.action.text.split())
            LOGGER.info("%s: %s: %s: %s", outcome.verdict.value, safe(who), safe(said), safe(outcome.text))
        for text in (*(h.text for h in report.happenings), *report.corrections):
            LOGGER.info("%s", safe(text))
        if not report.idle:
            self._tell(report.problems)

    def _tell(self, problems: tuple[str, ...]) -> None:
        for problem in problems:
            if problem not in self._told:
                LOGGER.warning("%s", safe(problem))
        if self._told and not problems:
            LOGGER.info("all is well again")
        self._told = problems


def stay(job: Callable[[], None], every: float, stop: Stop) -> None:
    """Do a job now and then every so many seconds until ``stop`` is asked."""
    job()
    scheduler = _scheduled(job, every)
    while not stop():
        scheduler.run_pending()
        left = scheduler.idle_seconds or 0.0
        if left > every:  # `schedule` goes by the local clock, which was set back, by summer's end for one
            scheduler = _scheduled(job, every)
        if not stop():
            time.sleep(min(max(left, 0.0), _SLICE))


def _scheduled(job: Callable[[], None], every: float) -> schedule.Scheduler:
    scheduler = schedule.Scheduler()
    scheduler.every(max(1, round(every))).seconds.do(job)
    return scheduler


def _detail(step: str) -> None:
    LOGGER.debug("%s ...", step)
