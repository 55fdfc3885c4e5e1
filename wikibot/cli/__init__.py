"""The command line: ``main`` is the program; each command is a module of ``commands``."""

from __future__ import annotations

import os
from typing import Any

import click

from wikibot.cli import options
from wikibot.cli.program import Program

EPILOG = """\b
Begin here:
  wikibot demo               make a small game in ./wikibot-demo and play it
  wikibot init               write a settings file for a wiki of yours by asking
  wikibot doctor             look over the settings and the wiki
  wikibot sync --dry-run     what a sync would do
"""


# Colours at a terminal, unless https://no-color.org is followed; everywhere with FORCE_COLOR.
_COLOUR = {"color": False} if os.environ.get("NO_COLOR") else {}
_COLOUR |= {"color": True} if os.environ.get("FORCE_COLOR") and not _COLOUR else {}
_CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], **_COLOUR}


@click.group("wikibot", cls=Program, epilog=EPILOG, context_settings=_CONTEXT)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True,
              callback=options.show_version, help="Show the version and end.")  # fmt: skip
@options.settings_file
@options.debug
def main() -> None:
    """Keep the gamestate of a nomic on its MediaWiki."""
