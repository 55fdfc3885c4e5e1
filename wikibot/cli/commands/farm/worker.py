"""``wikibot farm worker``: the process that polls and syncs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from wikibot.cli import options
from wikibot.cli.commands.farm.group import farm, with_store
from wikibot.config import logs as log

if TYPE_CHECKING:
    from wikibot.storage.postgres.farm import FarmStore

_TICKS = (1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30)
_MB = 1024 * 1024


@options.command(
    "wikibot farm worker",
    "wikibot farm worker --concurrency 4 --tick 10",
    "wikibot farm worker --listen 127.0.0.1:9464    /metrics and /health",
    more="SIGTERM lets the syncs that run come to an end, for up to a minute.",
    group=farm,
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    metavar="N",
    help="Syncs at once; a good number is that of processors.",
)
@click.option(
    "--tick",
    type=click.Choice([str(each) for each in _TICKS]),
    default="5",
    show_default=True,
    metavar="S",
    help="Seconds between two looks at the wikis: a part of a minute. The same for all workers.",
)
@click.option(
    "--memory",
    type=click.IntRange(256, 65536),
    default=1024,
    show_default=True,
    metavar="MB",
    help="What one sync may use.",
)
@click.option(
    "--seconds",
    type=click.IntRange(10, 3600),
    default=300,
    show_default=True,
    metavar="S",
    help="What one sync may take.",
)
@click.option("--listen", default="", metavar="HOST:PORT", help="Serve /metrics and /health there.")
@click.option("--json-logs", is_flag=True, help="Log one JSON object a line.")
@with_store
def worker(
    store: FarmStore,
    concurrency: int,
    tick: str,
    memory: int,
    seconds: int,
    listen: str,
    json_logs: bool,
) -> None:
    """Stay up: poll the wikis at each tick, and sync the games that have something to do."""
    from wikibot.farm import control, logs
    from wikibot.farm.processes import Limits
    from wikibot.farm.shared import Farm
    from wikibot.farm.worker import Worker, listen_at

    control.need_schema(store.dsn)
    logs.set_up(as_json=json_logs)
    farm_ = Farm(store.dsn, concurrency, Limits(memory * _MB, float(seconds)))
    if listen:
        listen_at(listen, farm_)
    log.LOGGER.info("a worker of the farm begins: %d sync(s) at once", concurrency)
    asyncio.run(Worker(farm_).stay(int(tick)))
    log.LOGGER.info("stopped")
