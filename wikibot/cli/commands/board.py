"""``wikibot board``: the board in the terminal, or as an SVG file."""

from __future__ import annotations

import click

from wikibot.cli import options
from wikibot.config.settings import Settings


@options.command(
    "wikibot board                   in the terminal",
    "wikibot board -o board.svg      as a picture",
    "wikibot board -o - > b.svg      to standard output",
)
@click.option("-o", "--out", type=click.Path(dir_okay=False), metavar="FILE.svg",
              help="Draw it into this SVG file.")  # fmt: skip
@options.with_settings
def board(settings: Settings, out: str | None) -> None:
    """Show the board as the gamestate page has it."""
    from wikibot.cli.session import wiki_of
    from wikibot.cli.terminal import safe
    from wikibot.config.games import load_game
    from wikibot.exits import USAGE, ProgramError
    from wikibot.game.board.svg import board_svg
    from wikibot.storage.files import write_text
    from wikibot.sync.present import read_present

    game = load_game(settings.game.rules)
    present = read_present(settings, game, wiki_of(settings))
    state, book = present.reading.state, present.book
    if out is None:
        for line in game.board(state, book).splitlines():
            click.echo(safe(line))
        return
    picture = game.picture(state, book)
    if picture is None:
        raise ProgramError("this game has no board to draw; without -o it is shown as text", USAGE)
    write_text(out, board_svg(picture))
