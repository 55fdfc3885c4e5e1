"""``wikibot run``: stay up, and sync on the schedule and when a page is edited."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

import schedule

from wikibot.cli import options
from wikibot.config import logs as log
from wikibot.config.logs import LOGGER, safe
from wikibot.config.settings import Settings, need_account
from wikibot.exits import SETTINGS, ProgramError
from wikibot.game.game import Game
from wikibot.game.problems import described
from wikibot.storage.local import LocalStorage
from wikibot.sync.report import SLICE, EndedBySignal, Options, Report, Stop
from wikibot.sync.run import check_files, sync, wiki_titles
from wikibot.wiki.base import Wiki
from wikibot.wiki.errors import WikiError
from wikibot.wiki.feed import (
    NONE,
    RECENT_CHANGES,
    STREAMS,
    Feed,
    RecentChangesFeed,
    StreamFeed,
    UdpFeed,
)

# == Staying up: a sync at once, on the schedule and when a page is edited, until a signal =========

APART = 1.0  # seconds at least between two syncs that a feed asks for


class Runner:
    """Syncs one game again and again; a problem that keeps coming back is logged once."""

    def __init__(self, settings: Settings, game: Game[Any], wiki: Wiki, stop: Stop) -> None:
        self.settings, self.game, self.wiki, self.stop = settings, game, wiki, stop
        self.options = Options(progress=lambda step: LOGGER.debug("%s ...", step), stop=stop)
        self.feed = feed_of(settings, wiki)
        self._told: tuple[str, ...] = ()

    def woken(self, seconds: float) -> bool:
        """Whether somebody else edits one of the game's pages; waits for that long."""
        changes = self.feed.wait(seconds)
        titles = wiki_titles(self.settings) if changes else set()
        return any(each.title in titles and each.user != self.wiki.account for each in changes)

    def once(self) -> bool:
        """Sync until no line is left; whether there was anything to do."""
        while (report := self._sync()) and report.left and not self.stop():
            pass
        return report is not None and not report.idle

    def _sync(self) -> Report | None:
        """One sync; None where it failed, which the next one may not."""
        try:
            storage = LocalStorage(self.settings)
            with storage.locked(), storage.journal() as journal:
                report = sync(self.settings, self.game, self.wiki, journal, self.options)
        except (WikiError, ProgramError) as error:
            self._tell((str(error),))
        except Exception as error:  # noqa: BLE001  # a mistake in the program: said, and tried again next time
            why = safe(described(error))
            LOGGER.error("this is a mistake in wikibot, please report it: %s", why)
            LOGGER.debug("where it came from", exc_info=error)
        else:
            for outcome in report.outcomes:
                who, said = outcome.player or outcome.action.account, outcome.action.text
                told = f"{who}: {' '.join(said.split())}: {outcome.text}"
                LOGGER.info("%s: %s", outcome.verdict.value, safe(told))
            for text in (*(event.text for event in report.fired_events), *report.corrections):
                LOGGER.info("%s", safe(text))
            if not report.idle:
                self._tell(report.problems)
            return report
        return None

    def _tell(self, problems: tuple[str, ...]) -> None:
        for problem in problems:
            if problem not in self._told:
                LOGGER.warning("%s", safe(problem))
        if self._told and not problems:
            LOGGER.info("all is well again")
        self._told = problems


def feed_of(settings: Settings, wiki: Wiki, *more: str) -> Feed:
    """What tells of edits of the game's pages, and of ``more`` titles.

    Raises :class:`ProgramError` where another program has the port.
    """
    from wikibot.wiki.mediawiki import MediaWiki, user_agent

    feed = settings.bot.feed
    if settings.is_folder or feed == NONE:
        return Feed()
    if feed == RECENT_CHANGES:
        assert isinstance(wiki, MediaWiki)  # noqa: S101  # as it is no folder
        return RecentChangesFeed(wiki.recent_changes, lambda: (*wiki_titles(settings), *more))
    if feed.startswith(STREAMS):
        return StreamFeed(feed, settings.wiki.api, user_agent(settings.wiki.contact))
    try:
        return UdpFeed(feed)
    except OSError as error:
        why = f"cannot listen at {feed} ({error.strerror}); another program may do so"
        raise ProgramError(f"{why}. Give `feed` under [bot] another port", SETTINGS) from None


def stay(job: Callable[[], bool], every: float, stop: Stop, woken: Callable[[float], bool]) -> None:
    """Do a job now, then every so many seconds and whenever ``woken`` says so, until ``stop``.

    When woken, once a second at the most, and once more where the job found nothing to do: a wiki
    may tell of an edit before it shows it.
    """
    wanted = 2 if woken(0.0) else 0  # from here on edits are told: the first job may miss one
    began = time.monotonic()
    job()
    scheduler = _scheduled(job, every)
    while not stop():
        scheduler.run_pending()
        left = scheduler.idle_seconds or 0.0
        if left > every:  # the local clock, by which `schedule` goes, was set back
            scheduler = _scheduled(job, every)
        if stop():
            break
        rest = began + APART - time.monotonic()
        if woken(max(0.0, min(left, SLICE, rest if wanted and rest > 0 else SLICE))):
            wanted = 2
        if wanted and time.monotonic() >= began + APART:
            began = time.monotonic()
            wanted = 0 if job() else wanted - 1


def _scheduled(job: Callable[[], bool], every: float) -> schedule.Scheduler:
    scheduler = schedule.Scheduler()
    scheduler.every(max(1, round(every))).seconds.do(job)
    return scheduler


# == The command ===================================================================================

_ENDS = """\
SIGTERM and Ctrl-C end it at once, but never in the middle of a write. For one sync at a time from
cron or a systemd timer use `wikibot sync` instead.
"""


@options.command(
    "wikibot run                        within seconds of an edit; see `feed` under [bot]",
    "wikibot run --settings game.ini",
    more=_ENDS,
)
@options.with_settings
def run(settings: Settings) -> None:
    """Stay up: sync at once, when a page is edited, and every 5 minutes in any case.

    A wiki that cannot be reached is logged and tried again next time.
    """
    from wikibot.config.games import load_game

    need_account(settings)
    check_files(settings, LocalStorage(settings))
    log.set_up(debug=log.debugging(), dated=True)
    stop = Stop()
    wiki = options.wiki_of(settings, stop.sleep)
    runner = Runner(settings, load_game(settings.game.rules, settings.game.ledger), wiki, stop)
    # a signal comes outside of any write: the next run goes on from there
    listening = stop.listening(signal.SIGTERM, signal.SIGINT)
    with closing(runner.feed), suppress(EndedBySignal), listening:
        log.LOGGER.info("syncing every %s; feed: %s", settings.bot.every, settings.bot.feed)
        stay(runner.once, settings.bot.every.total_seconds(), stop, runner.woken)
    log.LOGGER.info("stopped")
