"""``wikibot run``: stay up and sync on the schedule."""

from __future__ import annotations

import signal
from contextlib import suppress

from wikibot.cli import options
from wikibot.config import logs as log
from wikibot.config.settings import Settings

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
    from wikibot.cli import session
    from wikibot.cli.schedule import Runner, stay
    from wikibot.config.games import load_game
    from wikibot.config.settings import need_account
    from wikibot.storage.local import LocalStorage
    from wikibot.sync.run import check_files
    from wikibot.sync.stopping import EndedBySignal, Stop

    need_account(settings)
    check_files(settings, LocalStorage(settings))
    log.set_up(debug=log.debugging(), dated=True)
    stop = Stop()
    wiki = session.wiki_of(settings, stop.sleep)
    runner = Runner(settings, load_game(settings.game.rules, settings.game.ledger), wiki, stop)
    look = runner.look if settings.stewards.page else None
    # a signal comes outside of any write: the next run goes on from there
    with suppress(EndedBySignal), stop.listening(signal.SIGTERM, signal.SIGINT):
        log.LOGGER.info("syncing every %s", settings.bot.every)
        stay(runner.once, settings.bot.every.total_seconds(), stop, look)
    log.LOGGER.info("stopped")
