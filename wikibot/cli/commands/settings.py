"""``wikibot settings``: every key of the settings file, explained; and the files for cron."""

from __future__ import annotations

from pathlib import Path

import click

from wikibot.cli import options


@options.command(
    "wikibot settings                     read what there is to set",
    "wikibot settings > settings.ini      begin with a file of your own",
    "wikibot settings --cron DIR          the files for cron, systemd, Toolforge and a farm",
)
@click.option(
    "--cron",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the files that start the program on a schedule into this folder instead.",
)
def settings(folder: Path | None) -> None:
    """Print a settings file with every key, what it is for, and its default."""
    if folder is None:
        from wikibot.config.reference import sample

        click.echo(sample(), nl=False)
        return

    from wikibot.cli.shipped import shipped
    from wikibot.exits import USAGE, ProgramError

    files = shipped("cron")
    there = [name for name in files if (folder / name).exists()]
    if there:
        why = f"{folder} has {', '.join(there)} already; name another folder, or move them away"
        raise ProgramError(why, USAGE)
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in files.items():
        (folder / name).write_bytes(path.read_bytes())
        click.echo(f"{folder / name}")
    click.echo("Each file says at its top how to install it.")
