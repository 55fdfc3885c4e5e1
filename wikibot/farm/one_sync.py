"""One sync of one game, run in a separate process, by the stages that a single game has."""

from __future__ import annotations

import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from wikibot.config.settings import Settings
from wikibot.farm import stamps
from wikibot.farm.hosts import HostGate
from wikibot.game.actions import Verdict
from wikibot.game.calendar import format_time, parse_time
from wikibot.storage.base import Storage
from wikibot.storage.postgres.farm import FarmStore
from wikibot.sync.poll import Titles, heads_of
from wikibot.sync.report import Report
from wikibot.sync.run import run_sync, wiki_of
from wikibot.wiki.titles import goes_by_month

PORTION = 200  # lines of a game that are played before another game's turn comes
_LONGEST = 160  # characters of what a person has to know


class Synced(Struct, frozen=True):
    """What a sync did.

    ``titles``: the pages to watch; ``stamp``: of how it left them, "" where something is left to
    do. ``due``: when there is something to do even though no page moves, an ISO time or "".
    ``left``: lines that are to be played next. ``attention``: what a person has to do, "" where
    nothing. ``seconds``: how long it took.
    """

    titles: tuple[str, ...]
    stamp: str = ""
    due: str = ""
    idle: bool = False
    lines: int = 0
    left: int = 0
    requests: int = 0
    attention: str = ""
    seconds: float = 0.0


def sync_game(database: str, name: str) -> Synced:
    """Sync a game. Raises what a sync raises; each of our errors has an exit code."""
    began = time.monotonic()
    with ExitStack() as stack:
        store = stack.enter_context(FarmStore.open(database))
        storage = store.storage(name)
        settings, gate = storage.settings, None
        if not settings.is_folder:
            gate = stack.enter_context(HostGate(store.dsn, settings.wiki.api))
        with storage.journal() as journal:
            before = (journal.settled, journal.note("due") or "")
        ran = run_sync(settings, storage, gate=gate, portion=PORTION)
        now = datetime.now(UTC)
        titles = Titles.of(settings, now).polled
        heads = {title: ran.heads[title] for title in titles if title in ran.heads}
        settled = ran.report.idle or (ran.heads, ran.due) != before
        whole = settled and not ran.report.left and len(heads) == len(titles)
        stamp = _stamp(settings, storage, heads) if whole else ""
    return Synced(
        titles,
        stamp,
        _due(settings, ran.due, now),
        ran.report.idle,
        len(ran.report.outcomes),
        ran.report.left,
        ran.report.requests,
        _attention(ran.report),
        time.monotonic() - began,
    )


def _stamp(settings: Settings, storage: Storage, heads: dict[str, int]) -> str:
    """The stamp of settled pages.

    Files are looked at once more: the stamp is one of files that have just these heads.
    """
    if not settings.is_folder:
        return stamps.of_heads(heads)
    titles = tuple(heads)
    stamps.rest(settings.folder, titles)
    stamp = stamps.of_files(settings.folder, titles)
    same = heads_of(wiki_of(settings, storage).poll(titles)) == heads
    return stamp if same and stamp == stamps.of_files(settings.folder, titles) else ""


def _due(settings: Settings, due: str, now: datetime) -> str:
    """The next timed event, or the next month where the log then goes to another page."""
    if not goes_by_month(settings.game.log):
        return due
    month = (now.replace(day=1) + timedelta(days=32)).replace(
        day=1, hour=0, minute=0, second=0, microsecond=0
    )
    return format_time(min(month, parse_time(due))) if due else format_time(month)


def _attention(report: Report) -> str:
    """The reason for exit code 1, in short; the wiki's pages show it in full."""
    held = sum(outcome.verdict is Verdict.HELD for outcome in report.outcomes)
    lines = f"{held} line(s) wait for a steward's ruling" if held else ""
    told = " ".join("; ".join((*report.problems, lines)).split()).strip("; ")
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"
