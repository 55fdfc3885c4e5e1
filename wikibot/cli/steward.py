"""``wikibot steward``: a steward's order from the command line, recorded as the operator's."""

from __future__ import annotations

import signal

import click

from wikibot.cli import options
from wikibot.config.settings import find_settings, load
from wikibot.exits import ATTENTION

_EPILOG = """\b
Examples:
  wikibot steward pause                                hold all actions back
  wikibot steward resume
  wikibot steward 'ruling 17.1234.0: Alice gains 2 Fish'
  wikibot steward correct Alice is on 5
  wikibot steward 'as Alice: move 1 2 3 -- 2d4 (1, 2) = 3'
  wikibot steward accept 'Boulder Trap'                the present wording of a rule
  wikibot steward dry run undo 17.1234.0               show what taking it back would change
  wikibot steward undo 17.1234.0
  wikibot steward help                                 every order, with its form

The log page and the table of what waits give the identity of each action (17.1234.0: page, revision, line).
"""


@click.command(epilog=_EPILOG, context_settings={"ignore_unknown_options": True})
@click.argument("order", nargs=-1, required=True)
@click.option("--dry-run", is_flag=True, help="Show what would come of it; write nothing.")
@options.as_json
@options.settings
@options.debug
@click.pass_context
def steward(ctx: click.Context, order: tuple[str, ...], dry_run: bool, as_json: bool) -> int:
    """Give the bot an ORDER as its operator: the same that stewards write on their page."""
    from wikibot.cli import session
    from wikibot.cli.sync_report import print_report
    from wikibot.sync.entry import sync as run_sync
    from wikibot.sync.inbox import OPERATOR
    from wikibot.sync.stopping import Stop

    settings = load(find_settings(options.given_settings(ctx)))
    if not dry_run:
        session.need_account(settings)
    stop = Stop()
    game, wiki = session.game_later(settings), session.wiki_of(settings, stop.sleep)
    with (
        stop.listening(signal.SIGTERM),
        session.locked(settings),
        session.journal_of(settings) as journal,
    ):
        report = run_sync(
            settings, game, wiki, journal, dry_run=dry_run, stop=stop, said=[" ".join(order)]
        )
    print_report(report, as_json=as_json, dry_run=dry_run)
    mine = [outcome for outcome in report.outcomes if outcome.action.account == OPERATOR]
    refused = any(outcome.verdict.value in ("cant", "huh") for outcome in mine)
    return ATTENTION if refused else report.exit_code
