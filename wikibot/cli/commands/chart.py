"""``wikibot chart``: each player's main number by phase, as an SVG file."""

from __future__ import annotations

from wikibot.cli import options
from wikibot.cli.recorded_game import FROM_FILES, RecordedGame, of_recorded_game


@options.command(
    "wikibot chart -o crystals.svg           the game of the settings, from its wiki",
    *("wikibot chart -o crystals.svg \\", *FROM_FILES),
)
@options.out_file(
    "Write it there; - prints it.", "FILE.svg", "chart-title chart-desc", required=True
)
@of_recorded_game
def chart(recorded: RecordedGame, out: str) -> None:
    """Draw each player's main number by phase: crystals, experience, points."""
    from wikibot.cli.terminal import watched
    from wikibot.dice.verification.replay import NotPlayed
    from wikibot.exits import ATTENTION, USAGE, ProgramError
    from wikibot.history.chart import game_chart
    from wikibot.history.recording import play_back
    from wikibot.storage.files import write_text

    game = recorded.start.game
    if game.main_number is None:
        raise ProgramError(f"{game.title} names no number of players to draw", USAGE)
    try:
        steps = list(watched(play_back(recorded.start, recorded.lines), recorded.lines))
    except NotPlayed as error:
        raise ProgramError(f"{error}; there is nothing to draw", ATTENTION) from None
    write_text(out, game_chart(game.main_number, steps, has_phases=game.has_phases))
