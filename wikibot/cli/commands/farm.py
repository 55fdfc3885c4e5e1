"""``wikibot farm``: many games by several workers, on PostgreSQL."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wikibot.cli import options
from wikibot.config import logs as log
from wikibot.config.settings import NAME
from wikibot.exits import ATTENTION, DONE, SETTINGS, ProgramError

if TYPE_CHECKING:
    from wikibot.storage.postgres.farm import FarmStore


# == ``wikibot farm``: its options, and the commands for its database ==============================

_NEEDED = ("procrastinate", "psycopg", "psycopg_pool", "cryptography", "prometheus_client")
_EPILOG = """\b
Examples:
  wikibot farm init                          once for a database
  wikibot farm add games/moon/settings.ini   with its journal, session and secrets; or a folder
  wikibot farm worker                        as many of these as you like, on any machine
  wikibot farm status                        how every game is

The database is $WIKIBOT_DATABASE (postgresql://...), and $WIKIBOT_FARM_KEY or the systemd
credential wikibot-farm-key is the key of all secrets in it. A farm needs the extra wikibot[farm]
(pip install 'wikibot[farm]'): queue, PostgreSQL's driver, encryption, metrics. See docs/farm.md.
"""
PATIENCE = 3.0  # seconds that a command waits for a database that is away


@click.group(epilog=_EPILOG)
def farm() -> None:
    """Run many games by several workers that share a PostgreSQL database."""


database_option = click.option(
    "--database", default="", metavar="URL",
    help="postgresql://USER@HOST/NAME; by default $WIKIBOT_DATABASE.",
)  # fmt: skip


def with_store(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--database``; the function is handed the open store first, once its tables are there."""

    @database_option
    def wrapped(database: str, **rest: Any) -> Any:
        need_extra()
        from wikibot.farm.worker import need_schema
        from wikibot.storage.postgres.farm import FarmStore

        with FarmStore.open(database, patience=PATIENCE) as store:
            need_schema(store.dsn)
            return command(store, **rest)

    return update_wrapper(wrapped, command)


def need_extra() -> None:
    """Raise :class:`ProgramError` where what the extra brings is not installed."""
    for name in _NEEDED:
        try:
            importlib.import_module(name)
        except ImportError:
            how = "run `pip install 'wikibot[farm]'` in the environment of this program"
            raise ProgramError(f"the farm needs the package {name}; {how}", SETTINGS) from None


# -- the database ----------------------------------------------------------------------------------


@options.command("wikibot farm init", group=farm)
@database_option
def init(database: str) -> int:
    """Set up the database: its tables, and those of the queue. Harmless where they are."""
    need_extra()
    from wikibot.farm import table
    from wikibot.storage.postgres.database import KeyFault, new_key
    from wikibot.storage.postgres.farm import FarmStore

    try:
        store = FarmStore.open(database, patience=PATIENCE)
    except KeyFault as fault:
        log.LOGGER.debug("no key", exc_info=fault)
        click.echo(f"{fault}:\n\n  WIKIBOT_FARM_KEY={new_key()}\n")
        click.echo("Keep it where the database is not, and run `wikibot farm init` again.")
        return SETTINGS
    with store:
        store.migrate()
        made = table.make_queue(store.dsn)
    click.echo("The database is set up." if made else "The database was up to date already.")
    click.echo("Next: `wikibot farm add SETTINGS.ini`, then `wikibot farm worker`.")
    return DONE


@options.command(
    "wikibot farm rekey",
    more="WIKIBOT_FARM_KEY then holds the new key, a blank, and the old one.",
    group=farm,
)
@with_store
def rekey(store: FarmStore) -> None:
    """Encrypt every secret anew, by the first of two keys; the other is not needed afterwards."""
    click.echo(f"{store.encrypt_anew()} secrets are encrypted by the first key.")


# == ``wikibot farm add``, ``pause`` and more: the games of a farm, and how they are ===============


@options.command(
    "wikibot farm add settings.ini",
    "wikibot farm add games                     every games/*/settings.ini",
    "wikibot farm add settings.ini --name moon --replace    after a change of the settings",
    more="Stop each game's cron line or timer first: from then on its file says where it went.",
    group=farm,
)
@click.argument("places", type=click.Path(path_type=Path), nargs=-1, required=True,
                metavar="SETTINGS.ini|DIR ...")  # fmt: skip
@click.option("--name", default="", metavar="GAME", help="Its name; else that of its folder.")
@click.option("--replace", is_flag=True, help="Change the settings of games that are there.")
@with_store
def add(store: FarmStore, places: tuple[Path, ...], name: str, replace: bool) -> int:
    """Take games into the farm: settings, journal, session and secrets, sealed in the database.

    Of several, one that cannot be taken in is named, and the others are.
    """
    from wikibot.farm.table import WatchedTable
    from wikibot.storage.postgres.farm import add_game

    files = [file for place in places for file in _settings_in(place)]
    if not files or (name and len(files) > 1):
        why = "there is no */settings.ini in it" if not files else "--name is for one game"
        raise click.UsageError(f"{places[0]}: {why}")
    codes = [DONE]
    with WatchedTable.opened(store.dsn) as table:
        for file in files:
            try:
                game = add_game(store, file, name, replace=replace)
            except ProgramError as error:
                if len(files) == 1:
                    raise
                click.echo(f"{file}: {error}", err=True)
                codes.append(error.exit_code)
                continue
            table.watch(game, store.settings(game))
            click.echo(f"{game} is in the farm.")
    click.echo("The next tick of a worker syncs what is new.")
    return codes[-1]


def _settings_in(place: Path) -> list[Path]:
    """A settings file; those of the folders in a folder."""
    if not place.is_dir():
        return [place]
    return [file for file in (place / NAME, *sorted(place.glob(f"*/{NAME}"))) if file.exists()]


@options.command(
    "wikibot farm remove moon",
    "wikibot farm remove moon --keep moon-folder    go on alone from this folder",
    group=farm,
)
@click.argument("game")
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Write settings, journal and secrets into this folder first.")  # fmt: skip
@click.option("--forget", is_flag=True, help="Let secrets of sealed dice go, too.")
@with_store
def remove(store: FarmStore, game: str, keep: Path | None, forget: bool) -> None:
    """Take a game out of the farm, with all that the database has of it. The wiki stays."""
    from wikibot.farm import worker
    from wikibot.storage.postgres.farm import remove_game

    file = remove_game(store, game, keep, forget=forget)
    worker.forget_jobs(store.dsn, game)
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
    from wikibot.farm import worker

    store.settings(game)
    store.pause(game, rest)
    worker.forget_jobs(store.dsn, game)


@options.command(
    "wikibot farm sync moon",
    "wikibot farm sync --failing    after what made them fail was mended",
    more="Also of games that failed and wait for their next try. A worker has to run.",
    group=farm,
)
@click.argument("game", default="")
@click.option("--failing", is_flag=True, help="All games that fail.")
@click.option("--all", "every", is_flag=True, help="All games but those that rest.")
@with_store
def sync(store: FarmStore, game: str, failing: bool, every: bool) -> None:
    """Put a game, or several, at the head of the queue."""
    from wikibot.farm import worker

    if bool(game) + failing + every != 1:
        raise click.UsageError("name a game, or give --failing or --all.")
    if game:
        store.settings(game)
        first = worker.sync_now(store.dsn, [game])
        told = "is next" if first else "is being synced, and is next after that"
        click.echo(f"{game} {told}; `wikibot farm status {game}` shows how it went.")
        return
    rows = worker.rows(store.dsn)
    games = [row.game for row in rows if not row.paused and (every or row.failures)]
    worker.sync_now(store.dsn, games)
    click.echo(f"{len(games)} games are next; `wikibot farm status` shows how it went.")


# -- how they are ----------------------------------------------------------------------------------


@options.command("wikibot farm list", "wikibot farm list --json", group=farm, name="list")
@options.as_json
@with_store
def list_(store: FarmStore, as_json: bool) -> None:
    """The games of the farm, with their wikis."""
    from wikibot.cli.terminal import print_json

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
    "wikibot farm status --state failing",
    more="The exit code is 1 where a game fails, or a person has to do something.",
    group=farm,
)
@click.argument("game", default="")
@click.option("--state", default="", metavar="STATE", help="Only games in this state.")
@options.as_json
@with_store
def status(store: FarmStore, game: str, state: str, as_json: bool) -> int:
    """How the games are: settled, queued, failing; with the last error of each."""
    from wikibot.cli.terminal import print_json
    from wikibot.config.logs import safe
    from wikibot.farm.table import STATES, WatchedTable, counts
    from wikibot.wikitext.numerals import format_time

    if state and state not in STATES:
        raise click.UsageError(f"{state!r} is not a state; there are {', '.join(STATES)}.")
    if game:
        store.settings(game)  # says which names are near, where there is no such game
    with WatchedTable.opened(store.dsn) as table:
        rows = [row for row in table.rows(game) if state in ("", row.state)]
        forged = [] if game or state else table.forged()
    if as_json:
        games = [row.as_json() for row in rows]
        states = dict(counts(rows))
        feeds = [each.feed for each in forged]
        print_json("farm-status", {"games": games, "states": states, "forged": feeds})
    else:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        shown = Table("Game", "State", "Last sync", "Took", "Lines", "What to know", box=None)
        for row in rows:
            synced = format_time(row.synced) if row.synced else "-"
            took = f"{row.seconds:.2f} s"
            cells = (row.game, row.state, synced, took, str(row.lines), safe(row.reason))
            shown.add_row(*map(Text, cells))
        Console().print(shown)
        told = ", ".join(f"{count} {name}" for name, count in counts(rows) if count)
        click.echo(f"{len(rows)} games: {told}." if rows else "There are no games here.")
        for at, who, what in store.changes(game) if game else ():
            click.echo(f"{format_time(at)}  {what} by {safe(who)}")
        for each in forged:
            last = format_time(each.at)
            click.echo(f"{each.feed}: {each.refused:,} datagrams from elsewhere, the last {last}")
    return ATTENTION if forged or any(row.reason for row in rows) else DONE


# == ``wikibot farm worker``: the process that polls and syncs =====================================

_TICKS = (1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30)
_MB = 1024 * 1024


@options.command(
    "wikibot farm worker",
    "wikibot farm worker --concurrency 4 --tick 10",
    "wikibot farm worker --listen 9464    /metrics and /health, for this machine",
    more="SIGTERM lets the syncs that run come to an end, for up to a minute.",
    group=farm,
)
@click.option("--concurrency", type=click.IntRange(1, 64), default=2, show_default=True,
              metavar="N", help="Syncs at once; a good number is that of processors.")  # fmt: skip
@click.option(
    "--tick",
    type=click.Choice([str(each) for each in _TICKS]),
    default="5",
    show_default=True,
    metavar="S",
    help="Seconds between two looks at the wikis: a part of a minute. The same for all workers.",
)
@click.option("--memory", type=click.IntRange(256, 65536), default=1024, show_default=True,
              metavar="MB", help="What one sync may use.")  # fmt: skip
@click.option("--seconds", type=click.IntRange(10, 3600), default=300, show_default=True,
              metavar="S", help="What one sync may take.")  # fmt: skip
@click.option("--lines", type=click.IntRange(1, 100_000), default=600, show_default=True,
              metavar="N",
              help="Lines of one game in a minute, after which it waits.")  # fmt: skip
@click.option(
    "--pages",
    type=click.IntRange(1, 1000),
    default=16,
    show_default=True,
    metavar="MB",
    help="What the pages of one game may have together; of more, nothing is played.",
)
@click.option(
    "--listen",
    default="",
    metavar="[HOST:]PORT",
    help="Serve /metrics and /health there; to others than this machine better with a token, in "
    "$WIKIBOT_METRICS_TOKEN or the systemd credential wikibot-metrics-token.",
)
@click.option("--json-logs", is_flag=True, help="Log one JSON object a line.")
@with_store
def worker(
    store: FarmStore, concurrency: int, tick: str, memory: int, seconds: int, lines: int,
    pages: int, listen: str, json_logs: bool,
) -> None:  # fmt: skip
    """Stay up: poll the wikis at each tick, and sync the games that have something to do."""
    from wikibot.farm import worker
    from wikibot.farm.jobs import Farm, listen_at
    from wikibot.farm.processes import Limits
    from wikibot.farm.worker import Worker

    store.check_key()  # else it would take jobs and fail them
    worker.set_up(as_json=json_logs)
    farm_ = Farm(
        store.dsn, concurrency, Limits(memory * _MB, float(seconds)), lines, pages * 1_000_000
    )
    if listen:
        listen_at(listen, farm_)
    log.LOGGER.info("a worker of the farm begins: %d sync(s) at once", concurrency)
    asyncio.run(Worker(farm_).stay(int(tick)))
    log.LOGGER.info("stopped")
