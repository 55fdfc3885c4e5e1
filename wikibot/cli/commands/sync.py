"""``wikibot sync``: one sync."""

from __future__ import annotations

import logging
import sys

import click

from wikibot.cli import options
from wikibot.config import logs as log
from wikibot.config.settings import Settings

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
              help="Look at everything anew; a new gamestate page begins a new game.")  # fmt: skip
@options.as_json
@options.quiet
@options.with_settings
def sync(settings: Settings, dry_run: bool, force: bool, as_json: bool, quiet: bool) -> int:
    """Play what players wrote since the last sync, and write gamestate, replies and log back."""
    from wikibot.storage.local import LocalStorage
    from wikibot.sync.run import run_sync

    if quiet and not log.debugging():  # trouble that passes does not matter
        log.quieten()
    told = None if quiet else _progress
    storage = LocalStorage(settings)
    report = run_sync(settings, storage, dry_run=dry_run, force=force, progress=told).report
    if report.idle and not as_json:  # the common case: its one line needs nothing loaded
        if not quiet:
            click.echo("Nothing new.")
    else:
        from wikibot.cli.terminal import print_report

        print_report(report, as_json=as_json, dry_run=dry_run, quiet=quiet)
    return report.exit_code


def _progress(step: str) -> None:
    """What is being done, shown at a terminal; a cron job's mail need not hold it."""
    log.LOGGER.log(logging.INFO if sys.stderr.isatty() else logging.DEBUG, "%s ...", step)
