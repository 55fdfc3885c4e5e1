"""``wikibot run``: stay up and sync on the schedule."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import schedule

from wikibot.cli import options
from wikibot.config import logs as log
from wikibot.config.logs import LOGGER, safe
from wikibot.config.settings import Settings
from wikibot.exits import ProgramError
from wikibot.game.game import Game
from wikibot.game.problems import described
from wikibot.sync.report import Report
from wikibot.sync.run import sync
from wikibot.sync.watchdog import SLICE, Stop
from wikibot.wiki.base import Wiki
from wikibot.wiki.errors import WikiError

# == Staying up: a sync at once and then on the schedule, until a signal asks to stop ==============

LOOK = 60  # seconds between two looks at the steward page


class Runner:
    """Syncs one game again and again; a problem that keeps coming back is logged once."""

    def __init__(self, settings: Settings, game: Game[Any], wiki: Wiki, stop: Stop) -> None:
        self.settings, self.game, self.wiki, self.stop = settings, game, wiki, stop
        self._told: tuple[str, ...] = ()

    def look(self) -> None:
        """One request, to see whether stewards want something; a sync only if they do."""
        self.once(watch=True)

    def once(self, *, watch: bool = False) -> None:
        """One sync. Nothing that goes wrong in it ends the program: the next one may do better."""
        try:
            with options.locked(self.settings), options.journal_of(self.settings) as journal:
                report = sync(
                    self.settings,
                    self.game,
                    self.wiki,
                    journal,
                    progress=lambda step: LOGGER.debug("%s ...", step),
                    stop=self.stop,
                    watch=watch,
                )
        except (WikiError, ProgramError) as error:
            self._tell((str(error),))
        except Exception as error:  # noqa: BLE001  # a mistake in the program: said, and tried again next time
            why = safe(described(error))
            LOGGER.error("this is a mistake in wikibot, please report it: %s", why)
            LOGGER.debug("where it came from", exc_info=error)
        else:
            self._log(report)

    def _log(self, report: Report) -> None:
        for outcome in report.outcomes:
            who, said = outcome.player or outcome.action.account, outcome.action.text
            told = f"{who}: {' '.join(said.split())}: {outcome.text}"
            LOGGER.info("%s: %s", outcome.verdict.value, safe(told))
        for text in (*(event.text for event in report.fired_events), *report.corrections):
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


def stay(
    job: Callable[[], None], every: float, stop: Stop, look: Callable[[], None] | None = None
) -> None:
    """Do a job now and then every so many seconds, and ``look`` every minute, until ``stop``."""
    job()
    scheduler = _scheduled(job, every, look)
    while not stop():
        scheduler.run_pending()
        left = scheduler.idle_seconds or 0.0
        if left > every:  # the local clock, by which `schedule` goes, was set back
            scheduler = _scheduled(job, every, look)
        if not stop():
            time.sleep(min(max(left, 0.0), SLICE))


def _scheduled(
    job: Callable[[], None], every: float, look: Callable[[], None] | None
) -> schedule.Scheduler:
    scheduler = schedule.Scheduler()
    scheduler.every(max(1, round(every))).seconds.do(job)
    if look is not None and every > LOOK:
        scheduler.every(LOOK).seconds.do(look)
    return scheduler


# == ``wikibot run``: stay up and sync on the schedule =============================================

_ENDS = """\
SIGTERM and Ctrl-C end it at once, but never in the middle of a write. For one sync at a time from
cron or a systemd timer use `wikibot sync` instead.
"""


@options.command(
    "wikibot run                        every 5 minutes, or as `every` under [bot] says",
    "wikibot run --settings game.ini",
    more=_ENDS,
)
@options.with_settings
def run(settings: Settings) -> None:
    """Stay up: sync at once, and then again and again.

    A wiki that cannot be reached is logged and tried again next time.
    """
    from wikibot.cli import options
    from wikibot.config.games import load_game
    from wikibot.config.settings import need_account
    from wikibot.storage.local import LocalStorage
    from wikibot.sync.run import check_files
    from wikibot.sync.watchdog import EndedBySignal, Stop

    need_account(settings)
    check_files(settings, LocalStorage(settings))
    log.set_up(debug=log.debugging(), dated=True)
    stop = Stop()
    wiki = options.wiki_of(settings, stop.sleep)
    runner = Runner(settings, load_game(settings.game.rules, settings.game.ledger), wiki, stop)
    look = runner.look if settings.stewards.page else None
    # a signal comes outside of any write: the next run goes on from there
    with suppress(EndedBySignal), stop.listening(signal.SIGTERM, signal.SIGINT):
        log.LOGGER.info("syncing every %s", settings.bot.every)
        stay(runner.once, settings.bot.every.total_seconds(), stop, look)
    log.LOGGER.info("stopped")
