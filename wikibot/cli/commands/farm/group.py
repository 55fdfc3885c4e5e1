"""``wikibot farm``: its options, and the commands for its database."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any

import click

from wikibot.cli import options
from wikibot.config import logs as log
from wikibot.exits import DONE, SETTINGS, ProgramError

if TYPE_CHECKING:
    from wikibot.storage.postgres.farm import FarmStore

_NEEDED = ("procrastinate", "psycopg", "psycopg_pool", "cryptography", "prometheus_client")
_EPILOG = """\b
Examples:
  wikibot farm init                          once for a database
  wikibot farm add games/moon/settings.ini   with its journal, session and secrets
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
    """``--database``; the function is handed the open store first."""

    @database_option
    def wrapped(database: str, **rest: Any) -> Any:
        need_extra()
        from wikibot.storage.postgres.farm import FarmStore

        with FarmStore.open(database, patience=PATIENCE) as store:
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
    from wikibot.farm import control
    from wikibot.storage.postgres.encryption import KeyFault, new_key
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
        made = control.make_queue(store.dsn)
    click.echo("The database is set up." if made else "The database was set up already.")
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
    from wikibot.farm import control

    control.need_schema(store.dsn)
    click.echo(f"{store.encrypt_anew()} secrets are encrypted by the first key.")
