"""``wikibot rules``: wording against implementation."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from wikibot.cli import options
from wikibot.exits import ATTENTION, DONE, USAGE, ProgramError

_EPILOG = """\b
Examples:
  wikibot rules check                                     the page that the settings name
  wikibot rules check --rules cycle15 --ruleset R.wiki    a file, no wiki
  wikibot rules accept "Garbage: Fish" --rev 1234         take the wording of that revision
"""


def _examples(*lines: str) -> str:
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))


@click.group(epilog=_EPILOG)
def rules() -> None:
    """Compare what the ruleset page says with what is implemented."""


def _source(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say which ruleset; the command is handed ``load``, which reads it."""

    @click.pass_context
    def wrapped(
        ctx: click.Context,
        /,
        game: Any,
        ruleset: str | None,
        was: Sequence[str],
        overlay: Path | None,
        **rest: Any,
    ) -> Any:
        return ctx.invoke(
            command, load=lambda rev=None: _load(ctx, game, ruleset, was, overlay, rev), **rest
        )

    wrapped.__name__, wrapped.__doc__ = command.__name__, command.__doc__
    for add in (
        options.debug,
        options.settings,
        click.option("--overlay", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
                     help="The file of wordings that you accepted; by default beside the settings."),
        click.option("--was", multiple=True, metavar="FILE",
                     help="With --ruleset: an older ruleset, to show what changed. Newest first."),
        click.option("--ruleset", metavar="FILE", help="A ruleset file instead of the wiki's page."),
        click.option("--rules", "game", type=options.InstalledGame(), metavar="GAME", help="With --ruleset: its game."),
    ):  # fmt: skip
        wrapped = add(wrapped)
    return wrapped


def _load(
    ctx: click.Context,
    game: Any,
    ruleset: str | None,
    was: Sequence[str],
    overlay: Path | None,
    rev: int | None,
) -> Any:
    from wikibot.stewards.wording import source

    if ruleset is not None:
        if game is None or rev is not None:
            raise click.UsageError(
                "--rev asks the wiki; leave --ruleset out." if game else "--ruleset needs --rules."
            )
        read = options.TextFile()
        older = [(name, read.convert(name, None, ctx)) for name in was]
        return source.from_file(
            game, Path(ruleset).name, read.convert(ruleset, None, ctx), older, overlay
        )
    if game is not None or was:
        raise click.UsageError("--rules and --was go with --ruleset.")
    from wikibot.cli import session
    from wikibot.config.settings import find_settings, load

    settings = load(find_settings(options.given_settings(ctx)))
    return source.from_settings(
        settings, session.game_of(settings), session.wiki_of(settings), rev, overlay
    )


@rules.command(
    epilog=_examples(
        "wikibot rules check",
        "wikibot rules check --rules cycle15 --ruleset R.wiki",
        "wikibot rules check --rules cycle15 --ruleset R.wiki --was OLD.wiki",
    )
)
@options.as_json
@_source
def check(load: Callable[..., Any], as_json: bool) -> int:
    """Show every unit that is held, and what changed in it, word by word.

    The exit code is 1 if anything is held.
    """
    from wikibot.cli import rules_report
    from wikibot.cli.terminal import show_list
    from wikibot.stewards.wording.history import trace
    from wikibot.stewards.wording.survey import deleted, survey

    source = load()
    book = source.book
    findings = survey(book)
    changed = [finding for finding in findings if finding.changed]
    changes = (
        trace(book, [finding.unit for finding in changed], source.versions()) if changed else {}
    )
    held = [finding for finding in findings if finding.held]
    if as_json:
        shown = [finding for finding in findings if finding.held or finding.changed]
        units = [
            {**rules_report.finding_json(each), **rules_report.change_json(changes.get(each.unit))}
            for each in shown
        ]
        found = {"held": len(held), "units": units, "deleted": deleted(book)}
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        for finding in changed:
            rules_report.show_change(finding, changes.get(finding.unit))
        show_list("No longer on the page, so not in force:", deleted(book))
        _show_summary(findings)
    return ATTENTION if held else DONE


def _show_summary(findings: Sequence[Any]) -> None:
    from wikibot.cli.rules_report import where
    from wikibot.cli.terminal import show_list

    held = [finding for finding in findings if finding.held]
    show_list(
        "Held although the wording is known:",
        (f"{where(f)}: {f.note}" for f in held if not f.changed),
    )
    on_page = sum(finding.line > 0 for finding in findings)
    click.echo(
        f"{len(held)} of {on_page} units are held." if held else f"None of {on_page} units is held."
    )
    if held:
        click.echo(
            "`wikibot rules accept NAME` takes a new wording, `wikibot rules scaffold NAME` begins to implement one."
        )


@rules.command(
    epilog=_examples(
        "wikibot rules coverage", "wikibot rules coverage --rules cycle14 --ruleset R.wiki --json"
    )
)
@options.as_json
@_source
def coverage(load: Callable[..., Any], as_json: bool) -> int:
    """List how each unit is played: automatic, asks, ruled by a person, held, flavour; with totals."""
    from wikibot.cli import rules_report
    from wikibot.stewards.wording.survey import survey

    findings = survey(load().book)
    if as_json:
        click.echo(json.dumps(rules_report.coverage_json(findings), ensure_ascii=False))
    else:
        rules_report.show_coverage(findings)
    return ATTENTION if any(finding.held for finding in findings) else DONE


@rules.command(
    epilog=_examples(
        'wikibot rules accept "Garbage: Fish"',
        'wikibot rules accept "Garbage: Fish" --rev 1234',
        'wikibot rules accept "Garbage: Kite" --as ruled',
    )
)
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "everything", is_flag=True, help="Every unit of the page.")
@click.option(
    "--rev",
    type=click.IntRange(1),
    metavar="N",
    help="The wording of revision N of the page, not the present.",
)
@click.option(
    "--as",
    "how",
    type=click.Choice(["flavour", "ruled"]),
    help="Nobody implements it: it has no effect, or a person rules on each action that needs it.",
)
@click.option(
    "--variant", metavar="LABEL", help="Which of several implemented wordings this one is."
)
@_source
def accept(
    load: Callable[..., Any],
    names: Sequence[str],
    everything: bool,
    rev: int | None,
    how: str | None,
    variant: str | None,
) -> int:
    """Pin the present wording of units in your own file of accepted wordings.

    Accept a wording when what is implemented does what it says. A new unit needs an implementation
    as well, or --as: until then it stays held, and the exit code is 1.
    """
    from wikibot.stewards.wording.overlay import write_overlay
    from wikibot.stewards.wording.survey import survey

    if bool(names) == everything:
        raise click.UsageError("Name the units to accept, or give --all.")
    if how and (variant is not None or everything):
        raise click.UsageError("--as goes with names, and without --variant.")
    source = load(rev)
    if source.overlay is None:
        raise click.UsageError("--ruleset needs --overlay, the file to write to.")
    book = source.book
    units = (
        list(dict.fromkeys(map(book.known_as, book.units))) if everything else _units(book, names)
    )
    pins = _pinned(source, units, how, variant)
    write_overlay(source.overlay, pins)
    after = {finding.unit: finding for finding in survey(source.book_with(pins))}
    _show_accepted([after[unit] for unit in units], source)
    return ATTENTION if any(after[unit].held for unit in units) else DONE


def _pinned(source: Any, units: Sequence[str], how: str | None, variant: str | None) -> Any:
    """All that the operator has accepted then."""
    from wikibot.stewards.wording.accept import Origin, WhichVariant, accept

    book = source.book
    implemented = [
        unit for unit in units if how == "flavour" and unit in (book.implementations or {})
    ]
    if implemented:
        raise ProgramError(
            f"{implemented[0]} is implemented, so it is not flavour; accept it without --as", USAGE
        )
    origin = Origin(datetime.now(UTC).strftime("%Y-%m-%d"), source.version.name, how or variant)
    try:
        return accept(book, units, source.accepted, origin)
    except WhichVariant as error:
        choices = " or ".join(f"--variant {each}" for each in error.variants)
        raise ProgramError(f"{error} Name it alone, with {choices}", USAGE) from None


def _units(book: Any, names: Sequence[str]) -> list[str]:
    from wikibot.stewards.wording.accept import NoSuchUnit, find_unit

    try:
        return list(dict.fromkeys(find_unit(book, name) for name in names))
    except NoSuchUnit as error:
        raise ProgramError(str(error), USAGE) from None


def _show_accepted(findings: Sequence[Any], source: Any) -> None:
    from wikibot.cli.rules_report import where

    for finding in findings:
        click.echo(f"{where(finding)}: accepted as in {source.version.name}" + _still_held(finding))
    click.echo(f"Written to {source.overlay}.")


def _still_held(finding: Any) -> str:
    return f", but still held: {finding.note}" if finding.held else ""


@rules.command(
    epilog=_examples('wikibot rules show "Garbage: Fish"', "wikibot rules show Movement --rev 1234")
)
@click.argument("name")
@click.option(
    "--rev", type=click.IntRange(1), metavar="N", help="As it stood in revision N of the page."
)
@options.as_json
@_source
def show(load: Callable[..., Any], name: str, rev: int | None, as_json: bool) -> int:
    """Show one unit: where it stands, what it says, which wordings are accepted, what changed."""
    from wikibot.cli import rules_report
    from wikibot.stewards.wording.history import trace
    from wikibot.stewards.wording.survey import survey

    source = load(rev)
    book = source.book
    unit = _units(book, [name])[0]
    finding = next(each for each in survey(book) if each.unit == unit)
    change = trace(book, [unit], source.versions())[unit] if finding.changed else None
    if as_json:
        pins = [vars(pin) for pin in book.pins.get(unit, ())]
        text = book.unit(unit).text
        whole = {
            **rules_report.finding_json(finding),
            **rules_report.change_json(change),
            "text": text,
            "pins": pins,
        }
        click.echo(json.dumps(whole, ensure_ascii=False))
    else:
        rules_report.show_unit(book, finding, change)
    return ATTENTION if finding.held else DONE


@rules.command(
    epilog=_examples(
        'wikibot rules scaffold "Stop Sign"',
        'wikibot rules scaffold "Stop Sign" --rules cycle15 --ruleset R.wiki --write .',
    )
)
@click.argument("name")
@click.option("--write", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Write both files below DIR, the project's root, instead of printing them.")  # fmt: skip
@_source
def scaffold(load: Callable[..., Any], name: str, write: Path | None) -> int:
    """Begin an implementation of a unit: a stub and its test."""
    from wikibot.stewards.wording.scaffold import package_of
    from wikibot.stewards.wording.scaffold import scaffold as make

    source = load()
    unit = _units(source.book, [name])[0]
    made = make(source.book.unit(unit), unit, package_of(type(source.game).__module__))
    files = {made.module: made.module_text, made.test: made.test_text}
    if write is None:
        for path, text in files.items():
            click.echo(f"# ---- {path}\n{text}")
        return DONE
    there = [str(write / path) for path in files if (write / path).exists()]
    if there:
        raise ProgramError(f"{', '.join(there)} is there already; move it away first", USAGE)
    for path, text in files.items():
        _write(write / path, text)
    return DONE


def _write(path: Path, text: str) -> None:
    from wikibot.storage.files import write_text

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProgramError(f"{path.parent} cannot be made ({error.strerror})", USAGE) from None
    write_text(str(path), text)
    click.echo(f"Written: {path}")
