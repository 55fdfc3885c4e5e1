"""``wikibot rules``: wording against implementation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import update_wrapper
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

import click
from msgspec.structs import asdict

from wikibot.cli import options
from wikibot.cli.commands.looking import log_pages
from wikibot.cli.options import introduced, wiki_of
from wikibot.cli.terminal import asked_readings, print_json, show_list, show_renewed, show_sentences
from wikibot.config.games import load_game
from wikibot.config.logs import safe
from wikibot.exits import ATTENTION, DONE, USAGE, ProgramError
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.accept import (
    NoSuchUnit,
    Origin,
    RulesetSource,
    WhichVariant,
    find_unit,
    from_settings,
    if_accepted,
    meaning,
)
from wikibot.stewards.accept import accept as accept_wording
from wikibot.stewards.notices import SurveyedUnit, UnitStatus, deleted, survey, totals
from wikibot.stewards.wording import Op, Piece, Version, WordingChange, shorten, trace
from wikibot.storage.local import read_overlay, write_overlay, write_text
from wikibot.storage.log_page import joined_lines
from wikibot.wikitext.regex import regex

# -- a stub for a unit that is not implemented, with its test: a place to begin --------------------

_MODULE = '''\
"""Ruleset {what}: say here in your own words what it does.

Decisions: say here what you decided where the wording leaves room.
"""

from __future__ import annotations

from typing import Any

from wikibot.sdk import ActionContext, Held, How, Implementation

UNIT = {unit!r}
# RULED: a person decides. Make it AUTOMATIC, or ASKS where a player chooses, once `play` is
# written, and put IMPLEMENTS into a Section among the sections of the game.
IMPLEMENTS = (Implementation(UNIT, How.RULED),)


def play(act: ActionContext[Any]) -> None:
    """Say here what happens."""
    act.book.require(UNIT)
    raise Held(UNIT, "its implementation is a stub")
'''
_TEST = '''\
"""{what_title}."""

from __future__ import annotations

import pytest

from {module} import IMPLEMENTS
from wikibot.sdk import How


@pytest.mark.xfail(reason="a stub", strict=True)
def test_{slug}() -> None:
    """Say here what a player can rely on: a small board, three lines, what is true afterwards."""
    assert IMPLEMENTS[0].how is not How.RULED
'''


def slug(title: str) -> str:
    """A Python name for a title: ``Don't Use This`` gives ``dont_use_this``, emoji their names."""
    spelt = "".join(map(_spelt, unicodedata.normalize("NFKD", title)))
    name = re.sub(r"[^a-z0-9]+", "_", spelt.replace("'", "").casefold()).strip("_")
    return f"n{name}" if name[:1].isdigit() else name or "unit"


def _spelt(char: str) -> str:
    """ASCII as it is, other symbols by name, marks not at all."""
    if char.isascii():
        return char
    if unicodedata.category(char) in ("Mn", "Cf", "Zs"):
        return " " if char.isspace() else ""
    return f" {unicodedata.name(char, '')} "


def package_of(module: str) -> str:
    """The package of a game's class: ``rules.cycle15.game`` is a module of ``rules.cycle15``."""
    found = find_spec(module)
    is_package = found is None or found.submodule_search_locations is not None
    return module if is_package else module.rpartition(".")[0]


# == What the bot plays of a ruleset page: units and sentences, for a terminal and as JSON =========

_COLOURS = {
    UnitStatus.AUTOMATIC: "green", UnitStatus.ASKS: "green", UnitStatus.WORDS: "green",
    UnitStatus.RULED: "cyan", UnitStatus.FLAVOUR: "blue",
    UnitStatus.HELD: "red", UnitStatus.GONE: "yellow",
}  # fmt: skip
_UNKNOWN = (
    "the accepted wording is not among the versions that could be looked through; now it reads"
)


def coloured(pieces: Sequence[Piece]) -> str:
    """A difference with its marks, removed words in red, added ones in green."""
    colours = {Op.REMOVED: "red", Op.ADDED: "green"}
    return "".join(
        safe(each.text) if each.op is Op.SAME
        else click.style(safe(each.marked), fg=colours[each.op]) + each.blanks
        for each in pieces
    ).strip()  # fmt: skip


def where(finding: SurveyedUnit) -> str:
    """The unit's name with its title and line on the page."""
    title = f" (now {finding.title})" if finding.title != finding.unit else ""
    line = f", line {finding.line}" if finding.line else ""
    return safe(f"{finding.unit}{title}{line}")


def show_change(book: Rulebook, finding: SurveyedUnit, change: WordingChange | None) -> None:
    """One unit whose wording changed: where, since when, word by word, and played how if kept."""
    since = f" in {change.since}" if change and change.since else ""
    note = f"; {finding.note}" if finding.standing is not WordingStatus.NEW and finding.note else ""
    click.secho(where(finding), bold=True, nl=False)
    click.echo(safe(f": {finding.standing.value}{since}{note}"))
    if change and change.before is None:
        text = "".join(piece.text for piece in change.diff).strip()
        click.echo(f"    {_UNKNOWN}:\n    {safe(text)}")
    elif change and change.diff:
        click.echo(f"    {coloured(shorten(change.diff))}")
    if finding.held and (then := if_accepted(book, finding.unit, change)):
        click.echo(f"    if it is accepted: {safe(then)}")


def change_json(change: WordingChange | None) -> dict[str, Any]:
    """How a unit changed, as JSON; ``diff`` is null where the old wording is not known."""
    since = change.since if change else None
    diff = None
    if change is not None and change.before is not None:
        diff = [{"op": piece.op.value, "text": piece.text} for piece in change.diff]
    return {"since": since.name if since else None, "by": since.by if since else None, "diff": diff}


# == ``wikibot rules``: the options for the ruleset and the units that its commands work on ========

_EPILOG = """\b
Examples:
  wikibot rules check                                     the page that the settings name
  wikibot rules check --rules cycle15 --ruleset R.wiki    a file, no wiki
  wikibot rules accept "Garbage: Fish" --rev 1234         take the wording of that revision
"""
rev_option = click.option(
    "--rev", type=click.IntRange(1), metavar="N",
    help="The wording of revision N of the page, not the present.",
)  # fmt: skip


@click.group(epilog=_EPILOG)
def rules() -> None:
    """Compare what the ruleset page says with what is implemented."""


def with_source(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say which ruleset; the command is handed ``source``."""

    @options.game("With --ruleset: its game.")
    @click.option("--ruleset", metavar="FILE", help="A ruleset file instead of the wiki's page.")
    @options.readings
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
        ctx: click.Context, /, game: Any, ruleset: str | None, was: Sequence[str],
        overlay: Path | None, readings: str | None, rev: int | None = None, **rest: Any,
    ) -> Any:  # fmt: skip
        if ruleset is None:
            if game is not None or was:
                raise click.UsageError("--rules and --was go with --ruleset.")
            settings = options.own_settings()
            played = load_game(settings.game.rules, settings.game.ledger)
            wiki = introduced(wiki_of(settings))
            source = from_settings(settings, played, wiki, rev, overlay, readings)
            return command(source, **rest)
        if game is None:
            raise click.UsageError("--ruleset needs --rules.")
        if rev is not None:
            raise click.UsageError("--rev asks the wiki; leave --ruleset out.")
        texts = [options.TEXT_FILE.convert(name, None, ctx) for name in (ruleset, *was)]
        older = [Version(name, text) for name, text in zip(was, texts[1:], strict=True)]
        version = Version(Path(ruleset).name, texts[0])
        accepted, given = read_overlay(overlay), readings or ""
        source = RulesetSource(game, version, overlay, accepted, past=lambda: older, readings=given)
        return command(source, **rest)

    return update_wrapper(wrapped, command)


def units_named(book: Rulebook, names: Sequence[str]) -> list[str]:
    """Units by what an operator calls them, each once; raises :class:`ProgramError`."""
    try:
        return list(dict.fromkeys(find_unit(book, name) for name in names))
    except NoSuchUnit as error:
        raise ProgramError(str(error), USAGE) from None


# == ``wikibot rules accept`` and ``scaffold``: wordings taken as implemented, code begun ==========


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
    source: RulesetSource, names: Sequence[str], everything: bool, how: str | None,
    variant: str | None,
) -> int:  # fmt: skip
    """Pin the present wording of units in your own file of accepted wordings.

    Accept a wording when what is implemented does what it says. A new unit needs an implementation
    as well, words that are understood, or --as: until then it stays held, and the exit code is 1.
    """
    if bool(names) == everything:
        raise click.UsageError("Name the units to accept, or give --all.")
    if how and (variant is not None or everything):
        raise click.UsageError("--as goes with names, and without --variant.")
    if source.overlay is None:
        raise click.UsageError("--ruleset needs --overlay, the file to write to.")
    book = source.book
    units = list(dict.fromkeys(map(book.known_as, book.units)))
    units = units if everything else units_named(book, names)
    implemented = [unit for unit in units if unit in (book.implementations or {})]
    if how == "flavour" and implemented:
        why = f"{implemented[0]} is implemented, so it is not flavour; accept it without --as"
        raise ProgramError(why, USAGE)
    origin = Origin(datetime.now(UTC).strftime("%Y-%m-%d"), source.version.name, how or variant)
    try:
        pins = accept_wording(book, units, source.accepted, origin)
    except WhichVariant as error:
        choices = error.choices("--variant {variant}")
        raise ProgramError(f"{error} Name it alone, with {choices}", USAGE) from None
    write_overlay(source.overlay, pins)
    after = source.book_with(pins)
    other = (WordingStatus.REWORDED, WordingStatus.NUMBERS)
    changed = [] if how else [unit for unit in units if book.standing(unit) in other]
    changes = trace(source.book_with(()), changed, source.versions(), variant)
    for unit in units:
        click.echo(safe(meaning(book, after, unit, changes.get(unit))))
    click.echo(f"Written to {source.overlay}.")
    held = any(each.held for each in survey(after) if each.unit in units)
    return ATTENTION if held else DONE


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
    unit = units_named(source.book, [name])[0]
    package = package_of(type(source.game).__module__)
    found = source.book.unit(unit)
    folders = [*package.split("."), *([slug(found.catalogue)] if found.catalogue else [])]
    own, what = slug(found.title), f"{found.kind} {unit}".replace("\\", "\\\\").replace('"', "'")
    module = ".".join([*folders, own])
    test = _TEST.format(module=module, slug=own, what_title=what[0].upper() + what[1:])
    files = {
        PurePosixPath(*folders, f"{own}.py"): _MODULE.format(unit=unit, what=what),
        PurePosixPath("tests", *folders, f"test_{own}.py"): test,
    }
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


# == ``wikibot rules check``, ``coverage`` and ``show``: what is held, and why =====================


@options.command(
    "wikibot rules check",
    "wikibot rules check --rules cycle15 --ruleset R.wiki",
    "wikibot rules check --rules cycle15 --ruleset R.wiki --was OLD.wiki",
    "wikibot rules check --rules generic --ruleset R.wiki --gamestate G.wiki",
    "wikibot rules check --interactive     say what each sentence means that is for people",
    group=rules,
)
@click.option(
    "--gamestate",
    type=options.TEXT_FILE,
    metavar="FILE",
    help="With --ruleset, for rules in plain words: the gamestate page that they speak of.",
)
@click.option(
    "-i", "--interactive", is_flag=True,
    help="Go through what is for people and ask for readings; ends with a page of readings.",
)  # fmt: skip
@options.as_json
@with_source
def check(source: RulesetSource, as_json: bool, gamestate: str | None, interactive: bool) -> int:
    """Show every unit that is held, and what changed in it, word by word.

    The exit code is 1 if anything is held. Of rules in plain words (`--rules generic`): show each
    sentence, what is played by it or which words are not understood; the exit code is 1 only if
    the gamestate page cannot be read. Where there is no such page yet, the one that `wikibot new`
    would make has the names.
    """
    page = source.gamestate if gamestate is None else gamestate
    if interactive:
        click.echo(safe(asked_readings(source, page)), nl=False)
        return DONE
    if source.game.by_sentences:
        now = datetime.now(UTC)
        shown = page or source.game.new_page(source.book, now, "Gamestate")
        sentences = source.game.sentences(shown, source.book, now, offering=True)
        reading = source.game.read(page, source.book, now)
        problems = [str(each) for each in reading.unreadable] if page else []
        if as_json:
            told = {"sentences": [each.as_json() for each in sentences], "problems": problems}
            print_json("rules-check-sentences", told)
            return ATTENTION if problems else DONE
        if not page:
            click.echo(
                "There is no gamestate page: names are those of the page `wikibot new` makes."
            )
        show_list("A person is needed: the gamestate page", problems, fg="red", err=True)
        show_sentences(sentences)
        show_renewed(source, shown)
        lost = source.game.readings_astray(reading.state, source.book)
        show_list("Remarks on the gamestate page:", reading.remarks if page else ())
        show_list("Readings of sentences that are not there, so that they do nothing:",
                  (given.wording for given, now in lost if not now))  # fmt: skip
        return ATTENTION if problems else DONE
    book = source.book
    findings = survey(book)
    changed = [each for each in findings if each.changed]
    held = [each for each in findings if each.held]
    changes = trace(book, [each.unit for each in changed], source.versions() if changed else ())
    if as_json:
        units = [
            asdict(each) | change_json(changes.get(each.unit))
            for each in findings
            if each.held or each.changed
        ]
        found = {"held": len(held), "units": units, "deleted": deleted(book)}
        print_json("rules-check", found)
        return ATTENTION if held else DONE
    for finding in changed:
        show_change(book, finding, changes.get(finding.unit))
    show_renewed(source, page)
    show_list("No longer on the page, so not in force:", deleted(book))
    known = (f"{where(each)}: {each.note}" for each in held if not each.changed)
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


_CHANGED = regex(
    r"# (?P<at>\S+Z) (?P<what>(?:rule|reading) (?:added|changed|repealed|taken away) by .*"
    r"|\d+ more (?:rule|reading)s changed by .*)"
)


@options.command(
    "wikibot rules history",
    "wikibot rules history --log L.txt      of a log in a file",
    group=rules,
)
@options.text_file("--log", "A log in a file. Again for one that goes on in another.",
                   multiple=True)  # fmt: skip
@options.settings_file
def history(log: Sequence[str]) -> int:
    """Show from when on which rules and readings counted, and whose they are.

    The log has each change, with the revision that made it.
    """
    settings = None if log else options.own_settings()
    pages = log if settings is None else log_pages(settings, "show")[1].values()
    found = [each for each in map(_CHANGED.fullmatch, joined_lines(pages)) if each]
    for each in found:
        click.echo(safe(f"{each['at']}  {each['what']}"))
    if not found:
        click.echo("No rule and no reading has changed since the log begins.")
    return DONE


@options.command(
    "wikibot rules coverage",
    "wikibot rules coverage --rules cycle14 --ruleset R.wiki --json",
    group=rules,
)
@options.as_json
@with_source
def coverage(source: RulesetSource, as_json: bool) -> int:
    """List how each unit is played (automatic, asks, ruled, held, flavour), with totals."""
    findings = survey(source.book)
    if as_json:
        found = {"units": [*map(asdict, findings)], "totals": dict(totals(findings))}
        print_json("rules-coverage", found)
        return ATTENTION if any(each.held for each in findings) else DONE
    for finding in findings:
        status = click.style(f"{finding.status.value:<17}", fg=_COLOURS[finding.status])
        variant = f"  [{finding.variant}]" if finding.variant else ""
        note = f"  {finding.note}" if finding.note else ""
        click.echo(f"{status}  {where(finding)}{safe(variant + note)}")
    counts = totals(findings).items()
    click.echo(", ".join(f"{count} {status}" for status, count in counts if count))
    return ATTENTION if any(finding.held for finding in findings) else DONE


@options.command(
    'wikibot rules show "Garbage: Fish"', "wikibot rules show Movement --rev 1234", group=rules
)
@click.argument("name")
@rev_option
@options.as_json
@with_source
def show(source: RulesetSource, name: str, as_json: bool) -> int:
    """Show one unit: where it stands, what it says, which wordings are accepted, what changed."""
    book = source.book
    known_as = units_named(book, [name])[0]
    unit, pins = book.unit(known_as), book.pins.get(known_as, ())
    finding: SurveyedUnit = next(each for each in survey(book) if each.unit == known_as)
    change = trace(book, [known_as], source.versions())[known_as] if finding.changed else None
    if as_json:
        more = {"text": unit.text, "pins": [asdict(pin) for pin in pins]}
        print_json("rules-show", asdict(finding) | change_json(change) | more)
        return ATTENTION if finding.held else DONE
    note = f": {finding.note}" if finding.note else ""
    click.secho(where(finding), bold=True)
    click.echo(safe(f"  under: {' / '.join(unit.path) or 'the top of the page'}"))
    click.echo(safe(f"  {finding.standing.value}; {finding.status.value}{note}"))
    for pin in pins:
        origin = (pin.source or "an unknown source") + (f", {pin.variant}" if pin.variant else "")
        click.echo(safe(f"  accepted {pin.date} from {origin}: {pin.normal}"))
    click.echo(safe(f"  now: {unit.prints.normal}"))
    click.echo("".join(f"  | {safe(line)}\n" for line in unit.text.strip().splitlines()), nl=False)
    if change is not None:
        show_change(book, finding, change)
    return ATTENTION if finding.held else DONE
