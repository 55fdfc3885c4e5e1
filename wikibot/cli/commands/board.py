"""``wikibot board``: the board in the terminal, or as an SVG file."""

from __future__ import annotations

import click

from wikibot.cli import options
from wikibot.config.settings import Settings


@options.command(
    "wikibot board                   in the terminal",
    "wikibot board -o board.svg      as a picture",
    "wikibot board -o b.svg --tall   the same for a phone: four cells in a row",
    "wikibot board -o - > b.svg      to standard output",
)
@options.out_file("Draw it into this SVG file.", "FILE.svg", 'aria-labelledby="title desc"')
@click.option("--tall", is_flag=True, help="Draw it as wide as a phone.")
@options.with_settings
def board(settings: Settings, out: str | None, tall: bool) -> None:
    """Show the board as the gamestate page has it."""
    from wikibot.cli.options import introduced, wiki_of
    from wikibot.cli.terminal import show_board
    from wikibot.config.games import load_game
    from wikibot.exits import USAGE, ProgramError
    from wikibot.game.board.svg import TALL, WIDE, board_svg
    from wikibot.storage.files import write_text
    from wikibot.sync.present import read_present

    game = load_game(settings.game.rules, settings.game.ledger)
    present = read_present(settings, game, introduced(wiki_of(settings)))
    state, book = present.reading.state, present.book
    picture = game.picture(state, book)
    if picture is None:
        raise ProgramError("this game has no board; `wikibot show` has its tables", USAGE)
    if out is None:
        show_board(picture)
    else:
        write_text(out, board_svg(picture, TALL if tall else WIDE))
