"""``wikibot run``: stay up and sync on the schedule."""

from __future__ import annotations

import signal

import click

from wikibot.cli import options
from wikibot.config import logs as log
from wikibot.config.settings import find_settings, load

_EPILOG = """\b
Examples:
  wikibot run                        every 5 minutes, or as `every` under [bot] says
  wikibot run --settings game.ini

SIGTERM and Ctrl-C end it at once, but never in the middle of a write. For one sync at a time from cron or a
systemd timer use `wikibot sync` instead.
"""


@click.command(epilog=_EPILOG)
@options.settings
@options.debug
@click.pass_context
def run(ctx: click.Context) -> None:
    """Stay up: sync at once, and then again and again.

    A wiki that cannot be reached is logged and tried again next time.
    """
    from wikibot.cli import session
    from wikibot.cli.schedule import Runner, stay
    from wikibot.sync.stopping import Ended, Stop

    settings = load(find_settings(options.given_settings(ctx)))
    session.need_account(settings)
    log.set_up(debug=log.debugging(), dated=True)
    stop = Stop()
    runner = Runner(
        settings, session.game_of(settings), session.wiki_of(settings, stop.sleep), stop
    )
    look = runner.look if settings.stewards.page else None
    try:
        with stop.listening(signal.SIGTERM, signal.SIGINT):
            log.LOGGER.info("syncing every %s", settings.bot.every)
            stay(runner.once, settings.bot.every.total_seconds(), stop, look)
    except Ended:
        pass  # outside of any write: the next run goes on from there
    log.LOGGER.info("stopped")
