"""One sync: poll, and if anything may be new, read, plan and write.

Only the poll is here. All else is loaded when it is needed, for most syncs find nothing new and
must start fast.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from wikibot.config.settings import Settings
from wikibot.storage.journal import Journal
from wikibot.sync.poll import Titles, idle, moved, polled
from wikibot.sync.report import Options, Report
from wikibot.sync.stopping import Stop
from wikibot.wiki.base import Poll, Wiki

if TYPE_CHECKING:
    from wikibot.game.game import Game
    from wikibot.storage.base import Storage


def sync(
    settings: Settings,
    game: Game[Any],
    wiki: Wiki,
    journal: Journal,
    *,
    storage: Storage | None = None,
    dry_run: bool = False,
    force: bool = False,
    progress: Callable[[str], None] | None = None,
    stop: Stop | None = None,
    said: Sequence[str] = (),
    watch: bool = False,
    portion: int = 0,
) -> Report:
    """Run one sync.

    ``storage`` is where the ``journal`` is from, and what else is kept outside the wiki; without
    one, the files beside the settings. ``force`` looks at everything anew; ``stop`` is asked
    between steps and ends the sync early. ``said`` are steward's orders of the operator. ``watch``
    only looks whether stewards want something: unless their page has moved, one request is all.
    ``portion``: of many lines only so many are played, and the rest is left to the next sync.

    Raises the errors of :mod:`wikibot.wiki.errors`; whatever they leave undone the next sync does.
    """
    if force:
        journal.unsettle()
    options = Options(
        dry_run, progress or (lambda _: None), stop or Stop(), tuple(said), watch, portion
    )
    titles, poll = polled(settings, wiki)
    if _nothing_new(poll, titles, journal, options) and not _queued(settings, journal, options):
        report = Report(idle=True)
    else:
        with _uncollected():
            from wikibot.storage.local import LocalStorage
            from wikibot.sync.pipeline import Pipeline

            kept = storage or LocalStorage(settings)
            pipeline = Pipeline(settings, titles, game, wiki, journal, kept, options)
        try:
            report = pipeline.run(poll)
        finally:
            journal.flush()
    return replace(report, requests=getattr(wiki, "requests", 0))


@contextmanager
def _uncollected() -> Iterator[None]:
    """While modules are loaded: they stay, so that there is no garbage to look for."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _queued(settings: Settings, journal: Journal, options: Options) -> bool:
    """Whether the file of actions has changed since it was read."""
    path = settings.game.actions_file
    if path is None or options.watch:
        return False
    from wikibot.storage.queue import stamp_of

    return stamp_of(path) != (journal.note("queue") or "")


def _nothing_new(poll: Poll, titles: Titles, journal: Journal, options: Options) -> bool:
    if options.watch:
        return not moved(poll, titles.stewards, journal)
    return not options.said and idle(poll, titles, journal)
