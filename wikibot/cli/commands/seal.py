"""``wikibot seal``: a secret line without the form."""

from __future__ import annotations

import sys

import click

from wikibot.cli import options
from wikibot.config.settings import find_settings, load
from wikibot.exits import ATTENTION, ProgramError
from wikibot.storage.cursor import read_cursor
from wikibot.wikitext.dialect import account_name

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
@click.pass_context
def seal(ctx: click.Context, text: str, account: str, gamestate: str | None) -> None:
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
        settings = load(find_settings(options.given_settings(ctx)))
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
