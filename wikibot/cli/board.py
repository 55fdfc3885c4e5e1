"""``wikibot board``: the board in the terminal."""

from __future__ import annotations

import click

from wikibot.cli import options
from wikibot.settings import find_settings, load

_EPILOG = """\b
Examples:
  wikibot board
  wikibot board --settings game.ini
"""


@click.command(epilog=_EPILOG)
@options.settings
@options.debug
@click.pass_context
def board(ctx: click.Context) -> None:
    """Show the board as the gamestate page has it."""
    from wikibot import session
    from wikibot.reading import read_present
    from wikibot.terminal import safe

    settings = load(find_settings(options.given_settings(ctx)))
    game = session.game_of(settings)
    present = read_present(settings, game, session.wiki_of(settings))
    for line in game.board(present.reading.state, present.book).splitlines():
        click.echo(safe(line))
