"""``python -m tests.farm``: the proof of the farm at any size; see --help."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import click

from tests.farm.campaign import Campaign
from tests.farm.standin import Standin
from tests.mediawiki.server import Server
from tests.postgres.server import Postgres

# As it comes, but for the memory, the connections, and where it listens.
SERVER = ("listen_addresses=", "shared_buffers=128MB", "max_connections=200")


@click.command()
@click.option("--games", default=1000, help="Games in folders.")
@click.option("--wiki-games", default=20, help="Games on a real MediaWiki.")
@click.option("--standins", default=20, help="Stand-ins of wikis, told by UDP; three in trouble.")
@click.option("--per-wiki", default=50, help="Games on each of these.")
@click.option("--lines", default=500, help="Lines at once, for the throughput.")
@click.option("--kills", default=200, help="Kills of workers.")
@click.option("--restarts", default=5, help="Restarts of PostgreSQL in between.")
@click.option("--workers", default=4, help="Workers that are killed.")
@click.option("--minutes", default=2.0, help="How long latency and idleness are measured.")
@click.option("--rate", default=2.0, help="Lines a second that people write.")
@click.option("--big", default=2000, help="Lines of the game that has many.")
@click.option("--pause", default=5.0, help="Seconds between two kills at the most.")
@click.option("--only", default="", help="Of: throughput idle rounds latency fairness kills.")
@click.option("--seed", default=1)
@click.option("--report", type=click.Path(path_type=Path), help="A file for the figures, as JSON.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the games are.")
def main(
    games: int,
    wiki_games: int,
    standins: int,
    per_wiki: int,
    lines: int,
    kills: int,
    restarts: int,
    workers: int,
    minutes: float,
    rate: float,
    big: int,
    pause: float,
    only: str,
    seed: int,
    report: Path | None,
    folder: Path | None,
) -> None:
    """Run a farm, measure it, kill its workers and its database,
    and check every line of every game.
    """
    began = time.monotonic()

    def say(text: str) -> None:
        click.echo(f"{time.monotonic() - began:6.0f} s  {text}")

    asked = only.split() or ["throughput", "idle", "rounds", "latency", "fairness", "kills"]
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder, prefix="farm-")))
        postgres = Postgres(SERVER)
        stack.callback(postgres.close)
        server = Server("1.43") if wiki_games else None
        if server:
            stack.callback(server.stop)
        campaign = Campaign(place, postgres, say, seed)
        stack.enter_context(campaign.farm)
        campaign.make_folders(games)
        if server:
            campaign.make_wikis(server, wiki_games)
        if standins:
            campaign.make_standins(stack.enter_context(Standin(standins)).sites, per_wiki)
        campaign.first_syncs(2, ())
        parts = {
            "throughput": lambda: campaign.throughput((1, 2, 4), lines, ()),
            "idle": lambda: campaign.idle(60 * minutes, server, ()),
            "rounds": lambda: campaign.rounds(1000, server) if server else None,
            "latency": lambda: campaign.latency(2, rate, 60 * minutes, ()),
            "fairness": lambda: campaign.fairness(big, 30, ()),
            "kills": lambda: campaign.kills(workers, kills, restarts, rate, pause, ()),
        }
        for name in asked:
            with ExitStack() as troubles:
                if name == "kills" and standins:
                    troubles.enter_context(campaign.troubled(workers, 60 * minutes, ()))
                parts[name]()
            if report:  # what was measured stands, whatever comes next
                _write(report, campaign)
        found = campaign.check()
        if report:
            _write(report, campaign)
    for each in found[:50]:
        say(f"{each.kind}: {each.what}")
    say("no broken promise" if not found else f"{len(found)} broken promises")
    sys.exit(bool(found))


def _write(report: Path, campaign: Campaign) -> None:
    report.write_text(json.dumps(campaign.figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
