"""``wikibot farm``: the group of its commands, and the database that they share."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import update_wrapper
from typing import Any

import click

from wikibot.exits import SETTINGS, ProgramError

_NEEDED = ("procrastinate", "psycopg", "psycopg_pool", "cryptography", "prometheus_client")
_EPILOG = """\b
Examples:
  wikibot farm init                          once for a database
  wikibot farm add games/moon/settings.ini   with its journal, session and secrets
  wikibot farm worker                        as many of these as you like, on any machine
  wikibot farm status                        how every game is

The database is $WIKIBOT_DATABASE (postgresql://...), and $WIKIBOT_FARM_KEY or the systemd
credential wikibot-farm-key is the key of all secrets in it. docs/farm.md tells of the rest.
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
