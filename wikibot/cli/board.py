"""``wikibot board``: the board in the terminal, or as an SVG file."""

from __future__ import annotations

from typing import Any

import click

from wikibot.cli import options
from wikibot.config.settings import find_settings, load

_EPILOG = """\b
Examples:
  wikibot board                   in the terminal
  wikibot board -o board.svg      as a picture
  wikibot board -o - > b.svg      to standard output
"""


@click.command(epilog=_EPILOG)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False),
    metavar="FILE.svg",
    help="Draw it into this SVG file.",
)
@options.settings
@options.debug
@click.pass_context
def board(ctx: click.Context, out: str | None) -> None:
    """Show the board as the gamestate page has it."""
    from wikibot.cli import session
    from wikibot.sync.present import read_present

    settings = load(find_settings(options.given_settings(ctx)))
    game = session.game_of(settings)
    present = read_present(settings, game, session.wiki_of(settings))
    if out is None:
        _show(game.board(present.reading.state, present.book))
    else:
        _draw(out, game.picture(present.reading.state, present.book))


def _show(text: str) -> None:
    from wikibot.cli.terminal import safe

    for line in text.splitlines():
        click.echo(safe(line))


def _draw(out: str, picture: Any) -> None:
    from wikibot.exits import USAGE, ProgramError
    from wikibot.game.board.svg import board_svg
    from wikibot.storage.files import write_text

    if picture is None:
        raise ProgramError("this game has no board to draw; without -o it is shown as text", USAGE)
    write_text(out, board_svg(picture))
