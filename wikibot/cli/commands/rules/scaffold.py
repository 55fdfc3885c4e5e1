"""``wikibot rules scaffold``: the beginning of an implementation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wikibot.cli import options
from wikibot.cli.commands.rules.group import rules, units_named, with_source
from wikibot.exits import DONE, USAGE, ProgramError

if TYPE_CHECKING:
    from wikibot.stewards.wording.source import RulesetSource


@options.command(
    'wikibot rules scaffold "Stop Sign"',
    'wikibot rules scaffold "Stop Sign" --rules cycle15 --ruleset R.wiki --write .',
    group=rules,
)
@click.argument("name")
@click.option("--write", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Write both files below DIR, the project's root.")  # fmt: skip
@with_source
def scaffold(source: RulesetSource, name: str, write: Path | None) -> int:
    """Begin an implementation of a unit: a stub and its test, printed or written."""
    from wikibot.stewards.wording import scaffold as stubs
    from wikibot.storage.files import write_text

    unit = units_named(source.book, [name])[0]
    package = stubs.package_of(type(source.game).__module__)
    files = stubs.scaffold(source.book.unit(unit), unit, package)
    if write is None:
        for path, text in files.items():
            click.echo(f"# ---- {path}\n{text}")
        return DONE
    there = [str(write / path) for path in files if (write / path).exists()]
    if there:
        raise ProgramError(f"{', '.join(there)} is there already; move it away first", USAGE)
    for path, text in files.items():
        (write / path).parent.mkdir(parents=True, exist_ok=True)
        write_text(str(write / path), text)
        click.echo(f"Written: {write / path}")
    return DONE
