"""``wikibot rules accept`` and ``scaffold``: wordings taken as implemented, code begun."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wikibot.cli import options
from wikibot.cli.commands.rules.group import rev_option, rules, units_named, with_source
from wikibot.exits import ATTENTION, DONE, USAGE, ProgramError

if TYPE_CHECKING:
    from wikibot.game.ruleset.pins import Pin
    from wikibot.stewards.wording.accept import RulesetSource


@options.command(
    'wikibot rules accept "Garbage: Fish"',
    'wikibot rules accept "Garbage: Fish" --rev 1234',
    'wikibot rules accept "Garbage: Kite" --as ruled',
    group=rules,
)
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "everything", is_flag=True, help="Every unit of the page.")
@rev_option
@click.option(
    "--as",
    "how",
    type=click.Choice(["flavour", "ruled", "words"]),
    help="No code plays it: it has no effect, a person rules on each action, or its words say all.",
)
@click.option("--variant", metavar="LABEL",
              help="Which of several implemented wordings this one is.")  # fmt: skip
@with_source
def accept(
    source: RulesetSource,
    names: Sequence[str],
    everything: bool,
    how: str | None,
    variant: str | None,
) -> int:
    """Pin the present wording of units in your own file of accepted wordings.

    Accept a wording when what is implemented does what it says. A new unit needs an implementation
    as well, words that are understood, or --as: until then it stays held, and the exit code is 1.
    """
    from wikibot.cli.rules_report import where
    from wikibot.config.logs import safe
    from wikibot.game.ruleset.recognition import WordingStatus
    from wikibot.stewards.wording.accept import compared, write_overlay
    from wikibot.stewards.wording.history import trace
    from wikibot.stewards.wording.notices import survey

    if bool(names) == everything:
        raise click.UsageError("Name the units to accept, or give --all.")
    if how and (variant is not None or everything):
        raise click.UsageError("--as goes with names, and without --variant.")
    if source.overlay is None:
        raise click.UsageError("--ruleset needs --overlay, the file to write to.")
    book = source.book
    units = list(dict.fromkeys(map(book.known_as, book.units)))
    units = units if everything else units_named(book, names)
    pins = _pinned(source, units, how, variant)
    write_overlay(source.overlay, pins)
    findings = {finding.unit: finding for finding in survey(source.book_with(pins))}
    after = [findings[unit] for unit in units]
    other = (WordingStatus.REWORDED, WordingStatus.NUMBERS)
    changed = [] if how else [unit for unit in units if book.standing(unit) in other]
    changes = trace(source.book_with(()), changed, source.versions(), variant)
    for each in after:
        still = f", but still held: {each.note}" if each.held else ""
        click.echo(f"{where(each)}: accepted as in {source.version.name}{still}")
        if each.unit in changed and not each.held:
            told = compared(source.book_with(pins), each.unit, changes[each.unit])
            click.echo(f"  {safe(told)}")
    click.echo(f"Written to {source.overlay}.")
    return ATTENTION if any(each.held for each in after) else DONE


def _pinned(
    source: RulesetSource, units: Sequence[str], how: str | None, variant: str | None
) -> tuple[Pin, ...]:
    """All that the operator has accepted then."""
    from wikibot.stewards.wording.accept import Origin, WhichVariant, accept

    book = source.book
    implemented = [unit for unit in units if unit in (book.implementations or {})]
    if how == "flavour" and implemented:
        why = f"{implemented[0]} is implemented, so it is not flavour; accept it without --as"
        raise ProgramError(why, USAGE)
    origin = Origin(datetime.now(UTC).strftime("%Y-%m-%d"), source.version.name, how or variant)
    try:
        return accept(book, units, source.accepted, origin)
    except WhichVariant as error:
        choices = error.choices("--variant {variant}")
        raise ProgramError(f"{error} Name it alone, with {choices}", USAGE) from None


# -- scaffold --------------------------------------------------------------------------------------


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
