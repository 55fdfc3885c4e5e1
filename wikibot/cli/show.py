"""``wikibot show``: the state as read from the gamestate page."""

from __future__ import annotations

import json

import click

from wikibot.cli import options
from wikibot.config.settings import find_settings, load
from wikibot.exits import ATTENTION, DONE

_EPILOG = """\b
Examples:
  wikibot show            as tables
  wikibot show --json     as one JSON object, for other programs
"""


@click.command(epilog=_EPILOG)
@options.as_json
@options.settings
@options.debug
@click.pass_context
def show(ctx: click.Context, as_json: bool) -> int:
    """Show the state as read from the gamestate page.

    Cells that cannot be read are listed on standard error, and the exit code is then 1.
    """
    from wikibot.cli import session
    from wikibot.cli.terminal import show_list, show_state
    from wikibot.sync.present import read_present

    settings = load(find_settings(options.given_settings(ctx)))
    game = session.game_of(settings)
    present = read_present(settings, game, session.wiki_of(settings))
    state = game.to_json(present.reading.state, present.book)
    if as_json:
        click.echo(json.dumps(state, ensure_ascii=False))
    else:
        show_state(state)
        show_list("Remarks:", present.reading.remarks)
    show_list(
        f"{settings.game.gamestate} cannot be read here:",
        map(str, present.reading.unreadable),
        fg="red",
        err=True,
    )
    return ATTENTION if present.reading.unreadable else DONE
