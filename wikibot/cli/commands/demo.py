"""``wikibot demo``: a small game in a folder, made and played."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from wikibot.cli import options
from wikibot.cli.terminal import diff_lines, show_board, show_report
from wikibot.config.games import NoSuchGame, installed, load_game
from wikibot.config.logs import safe
from wikibot.config.settings import NAME, load
from wikibot.exits import SETTINGS, USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.game.page.board import undrawn
from wikibot.storage.local import LocalStorage
from wikibot.sync.loaded_game import read_present
from wikibot.sync.render import HOW_TO_WRITE
from wikibot.sync.report import PageChange
from wikibot.sync.run import sync
from wikibot.wiki.folder import FolderWiki
from wikibot.wikitext.lines import expand
from wikibot.wikitext.messages import say

# == A small playable game in a folder: pages, queued lines of several accounts, settings ==========

WIKI_NAME = "wiki"
MARK = "# A game made by `wikibot demo`."
OPENER = "Steward"  # who made the pages
ACTIONS = "Talk:Gamestate"
_SETTINGS = """\
{mark}

[wiki]
api = folder:{wiki}
user = Wikibot
keyboard = {keyboard}

[game]
rules = {rules}
ruleset = Ruleset
gamestate = Gamestate
actions = Talk:Gamestate
log = Log

[stewards]
users = {opener}, {keyboard}

[bot]
stop_page = Stop
every = 1 minute
"""


def actions_page(heading: str) -> str:
    """A page on which nobody has written yet."""
    return f"{say(HOW_TO_WRITE)}\n\n== {heading} ==\n"


def is_demo(folder: Path) -> bool:
    """Whether a demo was made here."""
    with suppress(OSError, UnicodeDecodeError):
        return (folder / NAME).read_text(encoding="utf-8").startswith(MARK)
    return False


def make_demo(folder: Path, game: Game[Any]) -> None:
    """Write pages, lines and settings; raises :class:`ProgramError` if the folder is in use."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        full = any(folder.iterdir())
    except OSError as error:
        why = f"{folder}: no demo can be made here ({error.strerror}); name another folder"
        raise ProgramError(why, USAGE) from None
    if full:
        why = "the folder is not empty and holds no demo"
        how = "name another one, such as `wikibot demo my-demo`"
        raise ProgramError(f"{folder}: {why}; {how}", USAGE)
    script = game.demo()
    wiki = FolderWiki(folder / WIKI_NAME)
    now = datetime.now(UTC)
    start = now - timedelta(minutes=1 + max((minutes for _, minutes, _ in script.lines), default=0))
    for title, text in {**script.pages, ACTIONS: actions_page("Actions")}.items():
        wiki.save_as(OPENER, title, text, start, "the game begins")
    text = actions_page("Actions")
    for account, minutes, line in script.lines:
        time = now - timedelta(minutes=minutes)
        text += f"* {line} {expand('~~~~', account, time)}\n"
        wiki.save_as(account, ACTIONS, text, time)
    settings = _SETTINGS.format(
        mark=MARK, wiki=WIKI_NAME, keyboard=wiki.keyboard, rules=game.name, opener=OPENER
    )
    (folder / NAME).write_text(settings, encoding="utf-8")


# == ``wikibot demo``: a small game in a folder, made and played ===================================


@options.command(
    "wikibot demo              in ./wikibot-demo",
    "wikibot demo my-game      somewhere else",
    "wikibot demo --rules generic village    a game whose rules are plain sentences",
    more="Run it again to play what you wrote since. To start afresh, delete the folder.",
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="[DIR]",
                default="wikibot-demo")  # fmt: skip
@options.game()
def demo(folder: Path, game: Game[Any] | None) -> None:
    """Make a small playable wiki out of files, play it, and say how to go on.

    The folder DIR holds the settings and, in DIR/wiki, a file for every page. No network and no
    account are needed.
    """
    if not is_demo(folder):
        make_demo(folder, game or _any_with_demo())
        made = f"Made a small game in {folder}. The bot reads the lines that are waiting there:\n"
        click.secho(made, bold=True)
    file = folder / NAME
    settings = load(file)
    played = load_game(settings.game.rules, settings.game.ledger)
    wiki: Any = options.wiki_of(settings)
    storage = LocalStorage(settings)
    with storage.locked(), storage.journal() as journal:
        report = sync(settings, played, wiki, journal)
    show_report(report)
    # What changed on the gamestate page, without the bot's hidden comment and the drawn board.
    rows: list[str] = []
    for change in report.changes:
        if change.title == settings.game.gamestate:
            before, after = undrawn(change.before), undrawn(change.after)
            rows += diff_lines(PageChange(settings.game.gamestate, before, after))
    rows = [row for row in rows if row[:1] in "+-" and not row.startswith(("+++", "---"))]
    rows = [row for row in rows if "<!--" not in row and row[1:].strip()]
    if rows:
        click.secho(f"\nChanged on {settings.game.gamestate}:", bold=True)
    for row in rows:
        click.secho(f"  {safe(row)}", fg="green" if row.startswith("+") else "red")
    present = read_present(settings, played, wiki)
    picture = played.picture(present.reading.state, present.book)
    if picture is not None:
        click.secho("\nThe board now:", bold=True)
        show_board(picture)
    program = _program()
    page = os.path.relpath(wiki.file(settings.game.actions))
    click.secho("\nYour turn:", bold=True)
    click.echo(
        f"  1. Open {page} in an editor. Lines that you add count as written by {wiki.keyboard};\n"
        "     begin with the line `* join`. The line `* help` is answered with what you can do.\n"
        f"  2. Run: {program} sync --settings {file}\n"
        f"  Also: edit a table in {wiki.file(settings.game.gamestate).name} by hand, and sync; "
        "or look at it all with\n"
        f"  {program} show --settings {file}"
    )
    others = [each for each in _with_demo() if each.name != played.name] if game is None else []
    if others:
        click.secho("\nOther games to try:", bold=True)
    for each in others:
        command = f"{program} demo --rules {each.name} wikibot-{each.name}"
        click.echo(f"  {command}    {each.title}")


def _with_demo() -> list[Game[Any]]:
    """The installed games that bring a demo; one that cannot be loaded costs only itself."""
    found: list[Game[Any]] = []
    for name in installed():
        with suppress(NoSuchGame):
            found.append(load_game(name))
    return [game for game in found if type(game).demo is not Game.demo]


def _any_with_demo() -> Game[Any]:
    games = _with_demo()
    if games:
        return next((game for game in games if game.showcase), games[0])
    why = "no installed game brings a demo; install the project with `pip install .`"
    raise ProgramError(why, SETTINGS)


def _program() -> str:
    """How this program is started from here."""
    if shutil.which("wikibot"):
        return "wikibot"
    here = Path(sys.argv[0])
    if here.name == "wikibot":
        return os.path.relpath(here)
    return f"{os.path.relpath(sys.executable)} -m wikibot"
