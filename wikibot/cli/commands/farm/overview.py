"""``wikibot farm list`` and ``status``: how the games are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wikibot.cli import options
from wikibot.cli.commands.farm.group import farm, with_store
from wikibot.exits import ATTENTION, DONE

if TYPE_CHECKING:
    from wikibot.farm.table import GameRow
    from wikibot.storage.postgres.farm import FarmStore


@options.command("wikibot farm list", "wikibot farm list --json", group=farm, name="list")
@options.as_json
@with_store
def list_(store: FarmStore, as_json: bool) -> None:
    """The games of the farm, with their wikis."""
    from wikibot.farm import control

    control.need_schema(store.dsn)
    games = [
        {"game": each.name, "rules": each.rules, "api": each.api, "gamestate": each.gamestate}
        for each in store.games()
    ]
    if as_json:
        click.echo(json.dumps(games, ensure_ascii=False))
        return
    from wikibot.cli.terminal import safe

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
    from wikibot.farm import control
    from wikibot.farm.table import counts

    control.need_schema(store.dsn)
    if game:
        store.settings(game)  # says which names are near, where there is no such game
    rows = control.rows(store.dsn, game)
    if as_json:
        games = [row.as_json() for row in rows]
        states = dict(counts(rows))
        click.echo(json.dumps({"games": games, "states": states}, ensure_ascii=False))
    else:
        _show(rows)
    return ATTENTION if any(row.reason for row in rows) else DONE


def _show(rows: list[GameRow]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from wikibot.cli.terminal import safe
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
