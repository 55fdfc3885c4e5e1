"""The command line of the campaign."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import click

from tests.campaign.report import listed
from tests.campaign.stages import Campaign, Plan
from tests.mediawiki.packages import require_php
from tests.memory import use_memory

_EPILOG = """\b
Examples:
  make campaign KILLS=1000 FAULTS=1000 WRITERS=8 MINUTES=10 ATTACKS=9999 HEAVY=999 FUZZ=50000
  python -m tests.campaign --kills 100 --seed 7             only kills
  python -m tests.campaign --attacks 9999 --only moved      attacks with that word in their names
  python -m tests.campaign --kills 100 --seed 7 --round 3   the fourth round of that again

A seed repeats what people write, where kills and faults strike and what is attacked; how fast the
machine is, and so at which instruction a process dies, it cannot repeat. On a machine with two
processors and nothing else to do the first example takes about an hour and a half.
"""


_REPORT = (
    "Write all violations, as JSON lines; beside it, the pages and files of each round that broke "
    "a promise."
)


@click.command(epilog=_EPILOG)
@click.option("--kills", default=0, metavar="N", help="Kill so many syncs.")
@click.option(
    "--rule-changes", default=0, metavar="N", help="Kill N syncs behind each kind of rule change."
)
@click.option("--faults", default=0, metavar="N", help="Let so many requests fail.")
@click.option(
    "--writers", default=0, metavar="N", help="Let N bots and half as many people work at once."
)
@click.option("--minutes", default=1.0, show_default=True, help="How long they do.")
@click.option(
    "--attacks",
    default=0,
    metavar="N",
    help="So many attacks by ordinary users, chosen by the seed.",
)
@click.option(
    "--only",
    default="",
    metavar="WORDS",
    help="Only attacks and inputs with these words in their names.",
)
@click.option(
    "--heavy",
    default=0,
    metavar="N",
    help="So many inputs that could take long, chosen by the seed.",
)
@click.option("--fuzz", default=0, metavar="N", help="So many random lines over random pages.")
@click.option(
    "--jobs", default=os.cpu_count() or 1, help="Rounds at once; by default one a processor."
)
@click.option("--version", default="1.43", show_default=True, help="Which MediaWiki: 1.43 or 1.39.")
@click.option(
    "--seed",
    default=None,
    type=int,
    help="Repeat a campaign; by default a new one, which is printed.",
)
@click.option(
    "--round", "number", default=None, type=int, help="Only the round of this number (from 0)."
)
@click.option("--report", default=None, type=click.Path(path_type=Path), help=_REPORT)
def main(
    kills: int,
    rule_changes: int,
    faults: int,
    writers: int,
    minutes: float,
    attacks: int,
    only: str,
    heavy: int,
    fuzz: int,
    jobs: int,
    version: str,
    seed: int | None,
    number: int | None,
    report: Path | None,
) -> None:
    """Attack the bot on a real MediaWiki,
    and check that everything was done exactly once and nothing is lost.
    """
    if kills or rule_changes or faults or writers or attacks:
        require_php()
    use_memory()
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    click.echo(f"MediaWiki {version}, seed {seed}")
    plan = Plan(version, seed, max(3, 2 + writers + writers // 2), only, report)
    campaign = Campaign(plan, jobs, number)
    try:
        campaign.kills(kills)
        campaign.rule_changes(rule_changes)
        campaign.faults(faults)
        campaign.writers(writers, minutes)
        campaign.attacks(attacks)
        campaign.heavy(heavy)
        campaign.fuzz(fuzz)
    finally:
        campaign.stop()
    found = [each for figures in campaign.figures for each in figures.violations]
    click.echo(listed(found))
    click.echo("\n" + "\n".join(figures.line() for figures in campaign.figures))
    sys.exit(1 if found else 0)
