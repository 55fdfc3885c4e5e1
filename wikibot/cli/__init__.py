"""The command line: ``main`` is the program; each command has a module of its own."""

from __future__ import annotations

import click

from wikibot.cli import options
from wikibot.cli.program import Program

COMMANDS = {
    "demo": "wikibot.cli.demo:demo",
    "sync": "wikibot.cli.sync:sync",
    "run": "wikibot.cli.run:run",
    "show": "wikibot.cli.show:show",
    "board": "wikibot.cli.board:board",
    "verify": "wikibot.cli.verify:verify",
    "doctor": "wikibot.cli.doctor:doctor",
    "apply": "wikibot.cli.apply:apply",
    "new": "wikibot.cli.new:new",
    "steward": "wikibot.cli.steward:steward",
    "rules": "wikibot.cli.rules:rules",
}
EPILOG = """\b
Begin here:
  wikibot demo               make a small game in ./wikibot-demo and play it
  wikibot doctor             look over the settings and the wiki
  wikibot sync --dry-run     what a sync would do
"""


@click.group(
    "wikibot",
    cls=Program,
    lazy=COMMANDS,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=options.show_version,
              help="Show the version and end.")  # fmt: skip
@options.settings
@options.debug
def main() -> None:
    """Keep the gamestate of a nomic on its MediaWiki."""
