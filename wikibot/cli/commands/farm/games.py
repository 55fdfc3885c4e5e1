"""``wikibot farm add``, ``pause`` and more: the games of a farm, and how they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wikibot.cli import options
from wikibot.cli.commands.farm.group import farm, with_store
from wikibot.exits import ATTENTION, DONE

if TYPE_CHECKING:
    from wikibot.farm.table import GameRow
    from wikibot.storage.postgres.farm import FarmStore


@options.command(
    "wikibot farm add settings.ini",
    "wikibot farm add settings.ini --name moon",
    "wikibot farm add settings.ini --name moon --replace    after a change of the settings",
    more="Stop the game's cron line or timer first: from then on the file says where it went.",
    group=farm,
)
@click.argument("settings", type=click.Path(path_type=Path, dir_okay=False), metavar="SETTINGS.ini")
@click.option("--name", default="", metavar="GAME", help="Its name; else that of its folder.")
@click.option("--replace", is_flag=True, help="Change the settings of a game that is there.")
@with_store
def add(store: FarmStore, settings: Path, name: str, replace: bool) -> None:
    """Take a game into the farm: settings, journal, session and secrets, sealed in the database."""
    from wikibot.farm import control
    from wikibot.storage.postgres.moving import add_game

    control.need_schema(store.dsn)
    game = add_game(store, settings, name, replace=replace)
    control.watch(store.dsn, game, store.settings(game).wiki)
    click.echo(f"{game} is in the farm; the next tick of a worker syncs it.")


@options.command(
    "wikibot farm remove moon",
    "wikibot farm remove moon --keep moon-folder    go on alone from this folder",
    group=farm,
)
@click.argument("game")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write settings, journal and secrets into this folder first.",
)
@click.option("--forget", is_flag=True, help="Let secrets of sealed dice go, too.")
@with_store
def remove(store: FarmStore, game: str, keep: Path | None, forget: bool) -> None:
    """Take a game out of the farm, with all that the database has of it. The wiki stays."""
    from wikibot.farm import control
    from wikibot.storage.postgres.moving import remove_game

    control.need_schema(store.dsn)
    file = remove_game(store, game, keep, forget=forget)
    control.forget_jobs(store.dsn, game)
    kept = f" `wikibot --settings {file} sync` plays it alone from now on." if file else ""
    click.echo(f"{game} is no longer in the farm.{kept}")


@options.command("wikibot farm pause moon", group=farm)
@click.argument("game")
@with_store
def pause(store: FarmStore, game: str) -> None:
    """Let a game rest until `resume`; a sync that runs now ends."""
    _pause(store, game, rest=True)
    click.echo(f"{game} rests; `wikibot farm resume {game}` goes on.")


@options.command("wikibot farm resume moon", group=farm)
@click.argument("game")
@with_store
def resume(store: FarmStore, game: str) -> None:
    """Go on with a game that rests."""
    _pause(store, game, rest=False)
    click.echo(f"{game} goes on.")


def _pause(store: FarmStore, game: str, *, rest: bool) -> None:
    from wikibot.farm import control

    control.need_schema(store.dsn)
    store.settings(game)
    store.pause(game, rest)
    control.forget_jobs(store.dsn, game)


@options.command(
    "wikibot farm sync moon",
    more="Also of a game that failed and waits for its next try. A worker has to run.",
    group=farm,
)
@click.argument("game")
@with_store
def sync(store: FarmStore, game: str) -> None:
    """Put a game at the head of the queue."""
    from wikibot.farm import control

    control.need_schema(store.dsn)
    store.settings(game)
    first = control.sync_now(store.dsn, game)
    told = "is next" if first else "is being synced, and is next after that"
    click.echo(f"{game} {told}; `wikibot farm status {game}` shows how it went.")


# -- how they are ----------------------------------------------------------------------------------


@options.command("wikibot farm list", "wikibot farm list --json", group=farm, name="list")
@options.as_json
@with_store
def list_(store: FarmStore, as_json: bool) -> None:
    """The games of the farm, with their wikis."""
    from wikibot.cli.terminal import print_json
    from wikibot.farm import control

    control.need_schema(store.dsn)
    games = [
        {"game": each.name, "rules": each.rules, "api": each.api, "gamestate": each.gamestate}
        for each in store.games()
    ]
    if as_json:
        print_json("farm-list", games)
        return
    from wikibot.config.logs import safe

    for each in games:
        click.echo(safe("  ".join(each.values())))


@options.command(
    "wikibot farm status",
    "wikibot farm status moon --json",
    more="The exit code is 1 where a game fails, or a person has to do something.",
    group=farm,
)
@click.argument("game", default="")
@options.as_json
@with_store
def status(store: FarmStore, game: str, as_json: bool) -> int:
    """How the games are: settled, queued, failing; with the last error of each."""
    from wikibot.cli.terminal import print_json
    from wikibot.farm import control
    from wikibot.farm.table import counts

    control.need_schema(store.dsn)
    if game:
        store.settings(game)  # says which names are near, where there is no such game
    rows = control.rows(store.dsn, game)
    if as_json:
        games = [row.as_json() for row in rows]
        states = dict(counts(rows))
        print_json("farm-status", {"games": games, "states": states})
    else:
        _show(rows)
    return ATTENTION if any(row.reason for row in rows) else DONE


def _show(rows: list[GameRow]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from wikibot.config.logs import safe
    from wikibot.farm.table import counts
    from wikibot.game.calendar import format_time

    table = Table("Game", "State", "Last sync", "Took", "Lines", "What to know", box=None)
    for row in rows:
        synced = format_time(row.synced) if row.synced else "-"
        took = f"{row.seconds:.2f} s"
        cells = (row.game, row.state, synced, took, str(row.lines), safe(row.reason))
        table.add_row(*map(Text, cells))
    Console().print(table)
    told = ", ".join(f"{count} {state}" for state, count in counts(rows) if count)
    click.echo(f"{len(rows)} games: {told}." if rows else "There are no games yet.")
