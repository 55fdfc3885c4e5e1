"""One sync of one action when many answered lines lie behind it: its time, bytes and requests are to stay the same.

    python -m bench.growth [--lines N ...] [--runs N] [--version 1.43] [--json]

On a real MediaWiki. The actions page is filled with lines that the bot answered long ago; then
players write one line at a time, and ``wikibot sync`` plays it as a process of its own. What is
measured with many lines stands beside what is measured with the fewest.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.sync import TITLES, Bench, Cost
from tests.mediawiki.server import Server

ANSWER = "[[User:Wikibot|Wikibot]] ([[User talk:Wikibot|talk]]) 12:00, 1 March 2024 (UTC)"


@dataclass(frozen=True)
class Record:
    """The median cost of a sync with so many answered lines on the page."""

    lines: int
    cost: Cost


def page(lines: int) -> str:
    """An actions page with lines that were answered."""
    answered = (
        f"* move {n} [[User:Alice|Alice]] 11:59, 1 March 2024 (UTC)\n"
        f"*: '''done''': <nowiki>Alice moves to {n}.</nowiki> <!-- 1.{n + 1}.0 --> {ANSWER}"
        for n in range(lines)
    )
    return "\n".join(("Talk.\n\n== Actions ==", *answered))


def measure(server: Server, lines: int, runs: int) -> Record:
    """Fill the page, let the bot find its place, and play one line at a time."""
    with tempfile.TemporaryDirectory(prefix="wikibot-bench-") as folder:
        bench = Bench(server, Path(folder))
        bench.steward.edit(TITLES["actions"], page(lines))
        for number in range(2):
            bench.act(number)
            bench.wikibot()
        costs = []
        for number in range(runs):
            bench.act(number)
            costs.append(bench.wikibot())
    middle = {
        name: statistics.median(getattr(cost, name) for cost in costs)
        for name in ("requests", "bytes", "seconds")
    }
    return Record(lines, Cost(round(middle["requests"]), round(middle["bytes"]), middle["seconds"]))


def show(records: Sequence[Record]) -> None:
    """A line for each, with the ratio to the first."""
    first = records[0].cost
    for record in records:
        cost = record.cost
        print(
            f"{record.lines:>7,} lines  {cost.requests:>3} requests  {cost.bytes:>10,} bytes "
            f"({cost.bytes / first.bytes:>5.1f} x)  {cost.seconds * 1000:>6.0f} ms "
            f"({cost.seconds / first.seconds:>4.1f} x)"
        )


def main(given: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lines", type=int, nargs="+", default=[100, 1000, 5000])
    parser.add_argument("--runs", type=int, default=5, help="runs of each (default: 5)")
    parser.add_argument("--version", default="1.43", choices=("1.43", "1.39"))
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(given)
    server = Server(options.version)
    try:
        records = []
        for lines in options.lines:
            server.reset()
            server.configure(
                wgSitename="Infinite Nomic Wiki", wgMetaNamespace="Infinite_Nomic_Wiki"
            )
            records.append(measure(server, lines, options.runs))
    finally:
        server.stop()
    if options.json:
        print(json.dumps([asdict(record) for record in records]))
    else:
        show(records)


if __name__ == "__main__":
    main()
