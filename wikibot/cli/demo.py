"""``wikibot demo``: a small game in a folder, made and played."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from wikibot.cli import options
from wikibot.exits import SETTINGS, ProgramError
from wikibot.game.game import Game

_EPILOG = """\b
Examples:
  wikibot demo              in ./wikibot-demo
  wikibot demo my-game      somewhere else

Run it again to play what you wrote since. To start afresh, delete the folder.
"""


@click.command(epilog=_EPILOG)
@click.argument(
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default="wikibot-demo",
    metavar="[DIR]",
)
@click.option(
    "--rules", "game", type=options.InstalledGame(), metavar="GAME", help="An installed game."
)
@options.debug
def demo(folder: Path, game: Game[Any] | None) -> None:
    """Make a small playable wiki out of files, play it, and say how to go on.

    The folder DIR holds the settings and, in DIR/wiki, a file for every page. No network and no
    account are needed.
    """
    from wikibot.cli import session
    from wikibot.cli.demo_game import Place, make_demo
    from wikibot.cli.sync_report import show_report
    from wikibot.config.settings import load
    from wikibot.sync.entry import sync

    place = Place(folder)
    if not place.is_demo:
        make_demo(place, game or _any_with_demo())
        click.secho(
            f"Made a small game in {folder}. The bot reads the lines that are waiting there:\n",
            bold=True,
        )
    settings = load(place.settings)
    played, wiki = session.game_of(settings), session.wiki_of(settings)
    with session.locked(settings), session.journal_of(settings) as journal:
        report = sync(settings, played, wiki, journal)
    show_report(report)
    _show_rows(report, settings.game.gamestate)
    _show_board(settings, played, wiki)
    _say_how_to_go_on(place, settings, wiki)


def _any_with_demo() -> Game[Any]:
    from wikibot.cli.demo_game import has_demo
    from wikibot.config.games import installed, load_game

    games = [game for name in installed() if has_demo(game := load_game(name))]
    if games:
        return next((game for game in games if game.showcase), games[0])
    raise ProgramError(
        "no installed game brings a demo; install the project with `pip install .`", SETTINGS
    )


def _show_rows(report: Any, gamestate: str) -> None:
    """What changed on the gamestate page, without the bot's hidden comment and the drawn board."""
    from wikibot.cli.sync_report import diff_lines
    from wikibot.cli.terminal import safe
    from wikibot.game.page.board_section import undrawn

    changes = [
        replace(change, before=undrawn(change.before), after=undrawn(change.after))
        for change in report.changes
        if change.title == gamestate
    ]
    rows = [
        line
        for change in changes
        for line in diff_lines(change)
        if line[:1] in "+-"
        and not line.startswith(("+++", "---"))
        and "<!--" not in line
        and line[1:].strip()
    ]
    if rows:
        click.secho(f"\nChanged on {gamestate}:", bold=True)
    for row in rows:
        click.secho(f"  {safe(row)}", fg="green" if row.startswith("+") else "red")


def _show_board(settings: Any, game: Game[Any], wiki: Any) -> None:
    from wikibot.cli.terminal import safe
    from wikibot.sync.present import read_present

    present = read_present(settings, game, wiki)
    click.secho("\nThe board now:", bold=True)
    click.echo(safe(game.board(present.reading.state, present.book)))


def _say_how_to_go_on(place: Any, settings: Any, wiki: Any) -> None:
    page = Path(os.path.relpath(wiki.file(settings.game.actions)))
    click.secho("\nYour turn:", bold=True)
    click.echo(
        f"  1. Open {page} in an editor. Lines that you add count as written by {wiki.keyboard};"
    )
    click.echo(
        "     begin with the line `* join`. The line `* help` is answered with what you can do."
    )
    click.echo(f"  2. Run: {_program()} sync --settings {place.settings}")
    click.echo(
        f"  Also: edit a table in {wiki.file(settings.game.gamestate).name} by hand, and sync; or look at it all with"
    )
    click.echo(f"  {_program()} show --settings {place.settings}")


def _program() -> str:
    """How this program is started from here."""
    if shutil.which("wikibot"):
        return "wikibot"
    here = Path(sys.argv[0])
    return (
        os.path.relpath(here)
        if here.name == "wikibot"
        else f"{os.path.relpath(sys.executable)} -m wikibot"
    )
