"""``wikibot replay``: a game played back from its log, as one HTML file."""

from __future__ import annotations

from datetime import datetime

import click

from wikibot.cli import options
from wikibot.cli.recorded_game import FROM_FILES, RecordedGame, of_recorded_game


@options.command(
    "wikibot replay -o game.html             the game of the settings, from its wiki",
    *("wikibot replay -o game.html \\", *FROM_FILES),
    more="The file needs no network and nothing beside it: open it in a browser, or send it.",
)
@options.out_file("Write it there; - prints it.", "FILE.html", "Content-Security-Policy",
                  required=True)  # fmt: skip
@click.option("--now", type=options.TIME, metavar="TIME",
              help="Let time run on until then; by default to the last line.")  # fmt: skip
@of_recorded_game
def replay(recorded: RecordedGame, out: str, now: datetime | None) -> None:
    """Show a game's history step by step: the board, the players' tables, what happened.

    A slider goes through all lines of the log; a chart shows each player's main number by phase;
    each step has a link to its line on the wiki.
    """
    from wikibot.cli.terminal import watched
    from wikibot.dice.verification.replay import NotPlayed
    from wikibot.exits import ATTENTION, ProgramError
    from wikibot.history.chart import game_chart
    from wikibot.history.recording import play_back, recording, replay_page
    from wikibot.storage.files import write_text

    game = recorded.start.game
    try:
        steps = list(watched(play_back(recorded.start, recorded.lines, now), recorded.lines))
    except NotPlayed as error:
        raise ProgramError(f"{error}; there is nothing to show", ATTENTION) from None
    number = game.main_number
    chart = game_chart(number, steps, has_phases=game.has_phases) if number else ""
    name = number.name if number else ""
    page = replay_page(recording(recorded.title, steps, name, recorded.link), chart)
    write_text(out, page)
    if out != options.STDIN:
        click.echo(f"{out}: {len(steps) - 1} steps, {len(page.encode()) / 1e6:.1f} MB.")
