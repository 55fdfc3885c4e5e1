"""``wikibot steward``: a steward's order from the command line, recorded as the operator's."""

from __future__ import annotations

import click

from wikibot.cli import options
from wikibot.config.settings import Settings
from wikibot.exits import ATTENTION
from wikibot.game.engine.steward_verbs import ORDERS

_IDENTITY = """\
The log page and the table of what waits give the identity of each action (3.5.0: page, revision,
line). Quote an order in which the shell would read a sign.
"""


def _quoted(order: str) -> str:
    """An order as a shell takes it."""
    return f"'{order}'" if {*";>()"} & {*order} else order


@options.command(
    *(f"wikibot steward {_quoted(order.example)}" for order in ORDERS),
    "wikibot steward help                every order, with its form",
    more=_IDENTITY,
    context_settings={"ignore_unknown_options": True},
)
@click.argument("order", nargs=-1, required=True)
@click.option("--dry-run", is_flag=True, help="Show what would come of it; write nothing.")
@options.as_json
@options.with_settings
def steward(settings: Settings, order: tuple[str, ...], dry_run: bool, as_json: bool) -> int:
    """Give the bot an ORDER as its operator: the same that stewards write on their page."""
    from wikibot.cli import session
    from wikibot.cli.sync_report import print_report
    from wikibot.config.games import load_later
    from wikibot.sync.entry import sync
    from wikibot.sync.inbox import OPERATOR
    from wikibot.sync.stopping import Stop

    if not dry_run:
        session.need_account(settings)
    stop = Stop()
    game, wiki = load_later(settings.game.rules), session.wiki_of(settings, stop.sleep)
    with session.syncing(settings, stop) as journal:
        said = [" ".join(order)]
        report = sync(settings, game, wiki, journal, dry_run=dry_run, stop=stop, said=said)
    print_report(report, as_json=as_json, dry_run=dry_run)
    mine = [outcome for outcome in report.outcomes if outcome.action.account == OPERATOR]
    refused = any(outcome.verdict.value in ("cant", "huh") for outcome in mine)
    return ATTENTION if refused else report.exit_code
