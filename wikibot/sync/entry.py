"""One sync: poll, and if anything may be new, read, plan and write.

Only the poll is here. All else is loaded when it is needed, for most syncs find nothing new and
must start fast.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from wikibot.config.settings import Settings
from wikibot.storage.journal import Journal
from wikibot.storage.settled_note import stamp_of
from wikibot.sync.poll import Titles, moved, news, polled
from wikibot.sync.report import Options, Report
from wikibot.sync.stopping import Stop
from wikibot.wiki.base import Poll, Wiki

if TYPE_CHECKING:
    from wikibot.game.game import Game
    from wikibot.storage.base import Storage

_LOGGER = logging.getLogger(__package__)


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
    one, the files beside the settings. ``force`` looks at everything anew, and
    begins a new game with a gamestate page that the bot has not saved; ``stop`` is asked
    between steps and ends the sync early. ``said`` are steward's orders of the operator. ``watch``
    only looks whether stewards want something: unless their page has moved, one request is all.
    ``portion``: of many lines only so many are played, and the rest is left to the next sync.

    Raises the errors of :mod:`wikibot.wiki.errors`; whatever they leave undone the next sync does.
    """
    if force:
        journal.unsettle()
    options = Options(
        dry_run, progress or (lambda _: None), stop or Stop(), tuple(said), watch, portion, force
    )
    titles, poll = polled(settings, wiki, journal)
    found = _news(settings, poll, titles, journal, options)
    _LOGGER.debug("poll: %s", "; ".join(found) or "nothing moved, and nothing is due")
    if not found:
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


def _news(
    settings: Settings, poll: Poll, titles: Titles, journal: Journal, options: Options
) -> Sequence[str]:
    """What may be new, as ``--debug`` tells it; the file of actions where it has changed."""
    if options.watch:
        return [f"{titles.stewards} moved"] if moved(poll, titles.stewards, journal) else []
    path, found = settings.game.actions_file, [*news(poll, titles, journal)]
    found += ["orders by hand"] if options.said else []
    if path is not None and stamp_of(path) != (journal.note("queue") or ""):
        found.append(f"{path} changed")
    return found
