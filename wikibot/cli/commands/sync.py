"""``wikibot sync``: one sync."""

from __future__ import annotations

import logging
import sys

import click

from wikibot.cli import options
from wikibot.config import logs as log
from wikibot.config.settings import Settings
from wikibot.sync.idle import leave_note

_CODES = """\b
Exit codes:
  0   done, or nothing to do        77  login or rights
  1   done, but a person is needed  78  settings
  75  try again later               64  wrong usage
"""


@options.command(
    "wikibot sync                           once; this is what a cron line runs",
    "wikibot sync --dry-run                 show what it would do, write nothing",
    "wikibot sync --settings game.ini -q    another game, silent when nothing is new",
    more=_CODES,
)
@click.option(
    "--dry-run", is_flag=True, help="Show verdicts and the diff of every page; write nothing."
)
@click.option("--force", is_flag=True,
              help="Look at everything anew, even if nothing seems to have changed.")  # fmt: skip
@options.as_json
@options.quiet
@options.with_settings
def sync(settings: Settings, dry_run: bool, force: bool, as_json: bool, quiet: bool) -> int:
    """Play what players wrote since the last sync, and write gamestate, replies and log back."""
    from wikibot.cli import session
    from wikibot.config.games import load_later
    from wikibot.sync.entry import sync as run_sync
    from wikibot.sync.stopping import Stop

    if not dry_run:
        session.need_account(settings)
    if quiet and not log.debugging():  # trouble that passes does not matter
        log.quieten()
    stop, told = Stop(), None if quiet else _progress
    game = load_later(settings.game.rules, settings.game.ledger)
    wiki = session.wiki_of(settings, stop.sleep)
    with session.syncing(settings, stop) as journal:
        report = run_sync(
            settings, game, wiki, journal, dry_run=dry_run, force=force, progress=told, stop=stop
        )
        heads, due = journal.settled, journal.note("due") or ""
    request = wiki.poll_request(tuple(heads)) if heads and not dry_run else None
    if request:
        leave_note(str(settings.file), str(settings.bot.journal), request, heads, due)
    if report.idle and not as_json:  # the common case: its one line needs nothing loaded
        if not quiet:
            click.echo("Nothing new.")
    else:
        from wikibot.cli.sync_report import print_report

        print_report(report, as_json=as_json, dry_run=dry_run, quiet=quiet)
    return report.exit_code


def _progress(step: str) -> None:
    """What is being done, shown at a terminal; a cron job's mail need not hold it."""
    log.LOGGER.log(logging.INFO if sys.stderr.isatty() else logging.DEBUG, "%s ...", step)
