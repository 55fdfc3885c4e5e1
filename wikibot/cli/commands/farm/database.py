"""``wikibot farm init`` and ``rekey``: the database itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wikibot.cli import options
from wikibot.cli.commands.farm.group import PATIENCE, database_option, farm, need_extra, with_store
from wikibot.config import logs as log
from wikibot.exits import DONE, SETTINGS

if TYPE_CHECKING:
    from wikibot.storage.postgres.farm import FarmStore


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
