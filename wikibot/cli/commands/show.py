"""``wikibot show``: the state as read from the gamestate page."""

from __future__ import annotations

from wikibot.cli import options
from wikibot.config.settings import Settings
from wikibot.exits import ATTENTION, DONE


@options.command(
    "wikibot show            as tables",
    "wikibot show --json     as one JSON object, for other programs",
)
@options.as_json
@options.with_settings
def show(settings: Settings, as_json: bool) -> int:
    """Show the state as read from the gamestate page.

    Cells that cannot be read are listed on standard error, and the exit code is then 1.
    """
    from wikibot.cli.options import introduced, wiki_of
    from wikibot.cli.terminal import print_json, show_list, show_state
    from wikibot.config.games import load_game
    from wikibot.sync import present as pages

    game = load_game(settings.game.rules, settings.game.ledger)
    present = pages.read_present(settings, game, introduced(wiki_of(settings)))
    reading = present.reading
    state = game.to_json(reading.state, present.book)
    if as_json:
        print_json("show", state)
    else:
        show_state(state)
        show_list("Remarks:", reading.remarks)
    title = f"{settings.game.gamestate} cannot be read here:"
    show_list(title, map(str, reading.unreadable), fg="red", err=True)
    return ATTENTION if reading.unreadable else DONE
