"""``wikibot new``: a starting gamestate page."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import click

from wikibot.cli import options
from wikibot.game.game import Game


@options.command(
    "wikibot new --rules cycle15 --ruleset R.wiki                 print it",
    "wikibot new --rules cycle15 --ruleset R.wiki --out G.wiki    write it to a file",
    "wikibot new --rules cycle15 --ruleset - < R.wiki             the ruleset from standard input",
)
@options.game(required=True)
@options.text_file("--ruleset", "The ruleset page.", required=True)
@options.readings
@options.out_file("Where to write it; by default to standard output.")
@click.option(
    "--title",
    default="Gamestate",
    show_default=True,
    help="The title that the page is going to have.",
)
@click.option("--now", type=options.TIME, metavar="TIME",
              help="When the game starts; by default now.")  # fmt: skip
def new(
    game: Game[Any],
    ruleset: str,
    readings: str | None,
    out: str | None,
    title: str,
    now: datetime | None,
) -> None:
    """Make a starting gamestate page for a ruleset page.

    Paste the result into the gamestate page of your wiki, or save it as a page file of a folder
    wiki.
    """
    from wikibot.game.ruleset.readings import read_readings
    from wikibot.storage.files import write_text
    from wikibot.sync.gamestate_page import new_gamestate

    start = now or datetime.now(UTC).replace(microsecond=0)
    book = game.rulebook(ruleset).with_readings(read_readings(readings or ""))
    write_text(out or options.STDIN, new_gamestate(game, book, start, title))
