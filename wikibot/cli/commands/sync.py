"""``wikibot sync``, ``steward`` and ``seal``: one sync, a steward's order, a secret line."""

from __future__ import annotations

import logging
import sys

import click

from wikibot.cli import options
from wikibot.cli.terminal import print_report
from wikibot.config import logs as log
from wikibot.config.settings import Settings
from wikibot.exits import ATTENTION, DONE, USAGE, ProgramError
from wikibot.game.actions import OPERATOR
from wikibot.game.engine import steward_verbs
from wikibot.storage.cursor import read_cursor
from wikibot.storage.local import LocalStorage
from wikibot.sync.report import Options
from wikibot.sync.run import run_sync
from wikibot.wikitext.dialect import account_name

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
    if quiet and not log.debugging():  # requests that are tried again do not matter
        logging.getLogger(log.WIKI).setLevel(logging.ERROR)
    # What is being done is shown at a terminal; a cron job's mail need not hold it.
    level = logging.INFO if sys.stderr.isatty() else logging.DEBUG

    def told(step: str) -> None:
        if not quiet:
            log.LOGGER.log(level, "%s ...", step)

    report = run_sync(settings, LocalStorage(settings), Options(dry_run, told, force=force)).report
    print_report(report, as_json=as_json, dry_run=dry_run, quiet=quiet)
    return report.exit_code


# -- steward ---------------------------------------------------------------------------------------
# ``wikibot steward``: a steward's order from the command line, recorded as the operator's.

_IDENTITY = """\
What waits has a number, which `what is held` lists. What was played has an identity, which the log
page gives (3.5.0: page, revision, line). Quote an order in which the shell would read a sign.
"""


def _orders(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The orders that begin so, for a shell; behind the first word there is nothing to offer."""
    names = (order.name for order in steward_verbs.ORDERS)
    return [] if ctx.params.get("order") else [n for n in names if n.startswith(incomplete)]


@options.command(
    *(
        "wikibot steward " + (f"'{said}'" if {*";>()"} & {*said} else said)
        for said in (order.example for order in steward_verbs.ORDERS)
    ),
    "wikibot steward help                every order, with its form",
    more=_IDENTITY,
    context_settings={"ignore_unknown_options": True},
)
@click.argument("order", nargs=-1, required=True, shell_complete=_orders)
@click.option("--dry-run", is_flag=True, help="Show what would come of it; write nothing.")
@options.as_json
@options.settings_file
def steward(order: tuple[str, ...], dry_run: bool, as_json: bool) -> int:
    """Give the bot an ORDER as its operator: the same that stewards write on their page."""
    said = " ".join(order)
    if steward_verbs.asks_for_help(said):  # which needs no wiki
        if len(said.split()) == 1:
            for line in steward_verbs.every_order():
                click.echo(line)
        elif (text := steward_verbs.steward_help(said)) is not None:
            click.echo(text)
        else:
            raise ProgramError(steward_verbs.not_an_order(said.partition(" ")[2]), USAGE)
        return DONE
    if not (steward_verbs.begins_with_order(said) or steward_verbs.asks_what_is_held(said)):
        raise ProgramError(steward_verbs.not_an_order(said), USAGE)
    settings = options.own_settings()
    report = run_sync(settings, LocalStorage(settings), Options(dry_run, said=[said])).report
    print_report(report, as_json=as_json, dry_run=dry_run)
    mine = [outcome for outcome in report.outcomes if outcome.action.account == OPERATOR]
    refused = any(outcome.verdict.value in ("cant", "huh") for outcome in mine)
    return ATTENTION if refused else report.exit_code


# -- seal ------------------------------------------------------------------------------------------
# ``wikibot seal``: a secret line without the form.

_LONGEST = 500  # characters of a line that is sealed


@options.command(
    'wikibot seal --as Ann "look at the Role of Bob"',
    'wikibot seal --as Ann --gamestate G.wiki "look at the Role of Bob"   no settings needed',
    "wikibot seal --as Ann -                  the line from standard input, so no shell keeps it",
)
@click.argument("text")
@click.option(
    "--as", "account", required=True, metavar="ACCOUNT", help="Who is to save the line; no other."
)
@options.text_file("--gamestate", "A copy of the gamestate page, as the bot saved it.")
@options.settings_file
def seal(text: str, account: str, gamestate: str | None) -> None:
    """Seal a line of yours for the bot alone, to be saved among the actions as it is printed.

    Nobody else can read it, nor send it in their name. Its hash is public with it; what stands
    below it proves later what it said, so keep that to yourself until then.
    """
    from wikibot.dice.session import seal_line

    text = " ".join((sys.stdin.read() if text == options.STDIN else text).split())
    if not text or len(text) > _LONGEST:
        raise click.UsageError(f"A line has 1 to {_LONGEST} characters.")
    if gamestate is None:
        # as the bot saved it last: others may have put a key of theirs into it
        settings = options.own_settings()
        bot = account_name(settings.wiki.user.partition("@")[0])
        title, wiki = settings.game.gamestate, options.introduced(options.wiki_of(settings))
        found = wiki.changes(title, until=None, user=bot, limit=1, texts=True)
        if not found or found[0].text is None:
            raise ProgramError(f"{title}: {bot} has not saved this page yet", ATTENTION)
        gamestate = found[0].text
    cursor = read_cursor(gamestate)
    if cursor is None or not cursor.box:
        why = "the gamestate page names no key to seal for: its rules keep no secrets, or the bot "
        raise ProgramError(f"{why}has not synced since", ATTENTION)
    line, opening = seal_line(cursor.box, account, text)
    click.echo(line)
    click.echo(f"To prove it later: salt {opening.salt}, sha256 {opening.hash}", err=True)
