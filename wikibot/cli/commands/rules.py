"""``wikibot rules``: wording against implementation."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import asdict

from wikibot.cli import options
from wikibot.exits import ATTENTION, DONE, USAGE, ProgramError

if TYPE_CHECKING:
    from wikibot.game.ruleset.pins import Pin
    from wikibot.game.ruleset.rulebook import Rulebook
    from wikibot.game.ruleset.sentences import SentenceFinding
    from wikibot.stewards.wording.source import RulesetSource
    from wikibot.stewards.wording.survey import SurveyedUnit

_EPILOG = """\b
Examples:
  wikibot rules check                                     the page that the settings name
  wikibot rules check --rules cycle15 --ruleset R.wiki    a file, no wiki
  wikibot rules accept "Garbage: Fish" --rev 1234         take the wording of that revision
"""
_rev = click.option("--rev", type=click.IntRange(1), metavar="N",
                    help="The wording of revision N of the page, not the present.")  # fmt: skip


@click.group(epilog=_EPILOG)
def rules() -> None:
    """Compare what the ruleset page says with what is implemented."""


def _source(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say which ruleset; the command is handed ``source``."""

    @options.game("With --ruleset: its game.")
    @click.option("--ruleset", metavar="FILE", help="A ruleset file instead of the wiki's page.")
    @click.option(
        "--was",
        multiple=True,
        metavar="FILE",
        help="With --ruleset: an older ruleset, to show what changed. Newest first.",
    )
    @options.overlay
    @options.settings_file
    @click.pass_context
    def wrapped(
        ctx: click.Context,
        /,
        game: Any,
        ruleset: str | None,
        was: Sequence[str],
        overlay: Path | None,
        rev: int | None = None,
        **rest: Any,
    ) -> Any:
        source = _load(ctx, game, ruleset, was, overlay, rev)
        return command(source, **rest)  # fmt: skip

    return update_wrapper(wrapped, command)


def _load(
    ctx: click.Context,
    game: Any,
    ruleset: str | None,
    was: Sequence[str],
    overlay: Path | None,
    rev: int | None,
) -> RulesetSource:
    from wikibot.cli.session import wiki_of
    from wikibot.config.games import load_game
    from wikibot.config.settings import find_settings, load
    from wikibot.stewards.wording.history import Version
    from wikibot.stewards.wording.source import from_file, from_settings

    if ruleset is None:
        if game is not None or was:
            raise click.UsageError("--rules and --was go with --ruleset.")
        settings = load(find_settings(options.given_settings(ctx)))
        played = load_game(settings.game.rules, settings.game.ledger)
        return from_settings(settings, played, wiki_of(settings), rev, overlay)
    if game is None:
        raise click.UsageError("--ruleset needs --rules.")
    if rev is not None:
        raise click.UsageError("--rev asks the wiki; leave --ruleset out.")
    texts = [options.TEXT_FILE.convert(name, None, ctx) for name in (ruleset, *was)]
    older = [Version(name, text) for name, text in zip(was, texts[1:], strict=True)]
    return from_file(game, Version(Path(ruleset).name, texts[0]), older, overlay)


@options.command(
    "wikibot rules check",
    "wikibot rules check --rules cycle15 --ruleset R.wiki",
    "wikibot rules check --rules cycle15 --ruleset R.wiki --was OLD.wiki",
    "wikibot rules check --rules generic --ruleset R.wiki --gamestate G.wiki",
    group=rules,
)
@click.option(
    "--gamestate",
    type=options.TEXT_FILE,
    metavar="FILE",
    help="With --ruleset, for rules in plain words: the gamestate page that they speak of.",
)
@options.as_json
@_source
def check(source: RulesetSource, as_json: bool, gamestate: str | None) -> int:
    """Show every unit that is held, and what changed in it, word by word.

    The exit code is 1 if anything is held. Of rules in plain words (`--rules generic`): show each
    sentence, what is played by it or which words are not understood; the exit code is 0.
    """
    from wikibot.cli import rules_report

    page = source.gamestate if gamestate is None else gamestate
    findings_of_sentences = source.game.sentences(page, source.book, datetime.now(UTC))
    if findings_of_sentences is not None:
        return _check_sentences(findings_of_sentences, as_json)
    from wikibot.cli.terminal import show_list
    from wikibot.stewards.wording.history import trace
    from wikibot.stewards.wording.survey import deleted, survey

    book = source.book
    findings = survey(book)
    changed = [each for each in findings if each.changed]
    held = [each for each in findings if each.held]
    changes = trace(book, [each.unit for each in changed], source.versions() if changed else ())
    if as_json:
        units = [
            rules_report.finding_json(each) | rules_report.change_json(changes.get(each.unit))
            for each in findings
            if each.held or each.changed
        ]
        found = {"held": len(held), "units": units, "deleted": deleted(book)}
        click.echo(json.dumps(found, ensure_ascii=False))
        return ATTENTION if held else DONE
    for finding in changed:
        rules_report.show_change(finding, changes.get(finding.unit))
        rules_report.show_words(book, finding)
    show_list("No longer on the page, so not in force:", deleted(book))
    known = (f"{rules_report.where(each)}: {each.note}" for each in held if not each.changed)
    show_list("Held although the wording is known:", known)
    units_on_page = sum(finding.line > 0 for finding in findings)
    if not held:
        click.echo(f"None of {units_on_page} units is held.")
        return DONE
    click.echo(
        f"{len(held)} of {units_on_page} units are held.\n`wikibot rules accept NAME` takes a new "
        "wording, `wikibot rules scaffold NAME` begins to implement one."
    )
    return ATTENTION


def _check_sentences(findings: Sequence[SentenceFinding], as_json: bool) -> int:
    from wikibot.cli.sentences_report import show_sentences

    if as_json:
        found = {"sentences": [each.as_json() for each in findings]}
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        show_sentences(findings)
    return DONE


@options.command(
    "wikibot rules coverage",
    "wikibot rules coverage --rules cycle14 --ruleset R.wiki --json",
    group=rules,
)
@options.as_json
@_source
def coverage(source: RulesetSource, as_json: bool) -> int:
    """List how each unit is played (automatic, asks, ruled, held, flavour), with totals."""
    from wikibot.cli import rules_report
    from wikibot.stewards.wording.survey import survey

    findings = survey(source.book)
    if as_json:
        click.echo(json.dumps(rules_report.coverage_json(findings), ensure_ascii=False))
    else:
        rules_report.show_coverage(findings)
    return ATTENTION if any(finding.held for finding in findings) else DONE


@options.command(
    'wikibot rules accept "Garbage: Fish"',
    'wikibot rules accept "Garbage: Fish" --rev 1234',
    'wikibot rules accept "Garbage: Kite" --as ruled',
    group=rules,
)
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "everything", is_flag=True, help="Every unit of the page.")
@_rev
@click.option(
    "--as",
    "how",
    type=click.Choice(["flavour", "ruled", "words"]),
    help="No code plays it: it has no effect, a person rules on each action, or its words say all.",
)
@click.option("--variant", metavar="LABEL",
              help="Which of several implemented wordings this one is.")  # fmt: skip
@_source
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
    from wikibot.stewards.wording.rulebooks import write_overlay
    from wikibot.stewards.wording.survey import survey

    if bool(names) == everything:
        raise click.UsageError("Name the units to accept, or give --all.")
    if how and (variant is not None or everything):
        raise click.UsageError("--as goes with names, and without --variant.")
    if source.overlay is None:
        raise click.UsageError("--ruleset needs --overlay, the file to write to.")
    book = source.book
    units = list(dict.fromkeys(map(book.known_as, book.units)))
    units = units if everything else _units(book, names)
    pins = _pinned(source, units, how, variant)
    write_overlay(source.overlay, pins)
    findings = {finding.unit: finding for finding in survey(source.book_with(pins))}
    after = [findings[unit] for unit in units]
    for each in after:
        still = f", but still held: {each.note}" if each.held else ""
        click.echo(f"{where(each)}: accepted as in {source.version.name}{still}")
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


def _units(book: Rulebook, names: Sequence[str]) -> list[str]:
    from wikibot.stewards.wording.accept import NoSuchUnit, find_unit

    try:
        return list(dict.fromkeys(find_unit(book, name) for name in names))
    except NoSuchUnit as error:
        raise ProgramError(str(error), USAGE) from None


@options.command(
    'wikibot rules show "Garbage: Fish"', "wikibot rules show Movement --rev 1234", group=rules
)
@click.argument("name")
@_rev
@options.as_json
@_source
def show(source: RulesetSource, name: str, as_json: bool) -> int:
    """Show one unit: where it stands, what it says, which wordings are accepted, what changed."""
    from wikibot.cli import rules_report
    from wikibot.stewards.wording.history import trace
    from wikibot.stewards.wording.survey import survey

    book = source.book
    unit = _units(book, [name])[0]
    finding: SurveyedUnit = next(each for each in survey(book) if each.unit == unit)
    change = trace(book, [unit], source.versions())[unit] if finding.changed else None
    if as_json:
        more = {"text": book.unit(unit).text, "pins": [asdict(p) for p in book.pins.get(unit, ())]}
        whole = rules_report.finding_json(finding) | rules_report.change_json(change) | more
        click.echo(json.dumps(whole, ensure_ascii=False))
    else:
        rules_report.show_unit(book, finding, change)
    return ATTENTION if finding.held else DONE


@options.command(
    'wikibot rules scaffold "Stop Sign"',
    'wikibot rules scaffold "Stop Sign" --rules cycle15 --ruleset R.wiki --write .',
    group=rules,
)
@click.argument("name")
@click.option("--write", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Write both files below DIR, the project's root.")  # fmt: skip
@_source
def scaffold(source: RulesetSource, name: str, write: Path | None) -> int:
    """Begin an implementation of a unit: a stub and its test, printed or written."""
    from wikibot.stewards.wording import scaffold as stubs
    from wikibot.storage.files import write_text

    unit = _units(source.book, [name])[0]
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
