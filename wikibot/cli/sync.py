"""``wikibot sync``: one sync."""

from __future__ import annotations

import logging
import signal
import sys

import click

from wikibot.cli import options
from wikibot.config import logs as log
from wikibot.config.settings import find_settings, load
from wikibot.sync.idle import leave_note

_EPILOG = """\b
Examples:
  wikibot sync                           once; this is what a cron line runs
  wikibot sync --dry-run                 show what it would do, write nothing
  wikibot sync --settings game.ini -q    another game, silent when nothing is new

\b
Exit codes:
  0   done, or nothing to do        77  login or rights
  1   done, but a person is needed  78  settings
  75  try again later               64  wrong usage
"""


@click.command(epilog=_EPILOG)
@click.option(
    "--dry-run", is_flag=True, help="Show verdicts and the diff of every page; write nothing."
)
@click.option(
    "--force", is_flag=True, help="Look at everything anew, even if nothing seems to have changed."
)
@options.as_json
@options.quiet
@options.settings
@options.debug
@click.pass_context
def sync(ctx: click.Context, dry_run: bool, force: bool, as_json: bool, quiet: bool) -> int:
    """Play what players wrote since the last sync, and write gamestate, replies and log back."""
    from wikibot.cli import session
    from wikibot.sync.entry import sync as run_sync
    from wikibot.sync.stopping import Stop

    settings = load(find_settings(options.given_settings(ctx)))
    if not dry_run:
        session.need_account(settings)
    stop, told = Stop(), None if quiet else _progress
    game, wiki = session.game_later(settings), session.wiki_of(settings, stop.sleep)
    # SIGTERM is systemd's; Ctrl-C ends it at once, which loses nothing either.
    with (
        stop.listening(signal.SIGTERM),
        session.locked(settings),
        session.journal_of(settings) as journal,
    ):
        report = run_sync(
            settings, game, wiki, journal, dry_run=dry_run, force=force, progress=told, stop=stop
        )
        heads, due = journal.settled, journal.note("due") or ""
    request = wiki.poll_request(tuple(heads)) if heads and not dry_run else None
    if request:
        leave_note(str(settings.file), str(settings.bot.journal), request, heads, due)
    if (
        report.idle and not as_json
    ):  # the common case by far: no need to load anything for its one line
        if not quiet:
            click.echo("Nothing new.")
    else:
        from wikibot.cli.sync_report import print_report

        print_report(report, as_json=as_json, dry_run=dry_run, quiet=quiet)
    return report.exit_code


def _progress(step: str) -> None:
    """What is being done, for whoever waits; a cron job's mail need not hold it."""
    log.LOGGER.log(logging.INFO if sys.stderr.isatty() else logging.DEBUG, "%s ...", step)
