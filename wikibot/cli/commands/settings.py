"""``wikibot settings``: every key of the settings file, explained."""

from __future__ import annotations

import click

from wikibot.cli import options


@options.command(
    "wikibot settings                     read what there is to set",
    "wikibot settings > settings.ini      begin with a file of your own",
)
def settings() -> None:
    """Print a settings file with every key, what it is for, and its default."""
    from wikibot.config.reference import sample

    click.echo(sample(), nl=False)
