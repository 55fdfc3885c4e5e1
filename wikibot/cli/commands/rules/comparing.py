"""``wikibot rules check``, ``coverage`` and ``show``: what is held, and why."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict

from wikibot.cli import options
from wikibot.cli.commands.rules.group import rev_option, rules, units_named, with_source
from wikibot.exits import ATTENTION, DONE

if TYPE_CHECKING:
    from wikibot.game.ruleset.implementations import SentenceFinding
    from wikibot.stewards.wording.accept import RulesetSource
    from wikibot.stewards.wording.notices import SurveyedUnit


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
@with_source
def check(source: RulesetSource, as_json: bool, gamestate: str | None) -> int:
    """Show every unit that is held, and what changed in it, word by word.

    The exit code is 1 if anything is held. Of rules in plain words (`--rules generic`): show each
    sentence, what is played by it or which words are not understood; the exit code is 1 only if
    the gamestate page cannot be read. Where there is no such page yet, the one that `wikibot new`
    would make has the names.
    """
    from wikibot.cli import rules_report

    page = source.gamestate if gamestate is None else gamestate
    findings_of_sentences = source.game.sentences(page, source.book, datetime.now(UTC))
    if findings_of_sentences is not None:
        return _check_sentences(source, page, findings_of_sentences, as_json)
    from wikibot.cli.terminal import print_json, show_list
    from wikibot.stewards.wording.history import trace
    from wikibot.stewards.wording.notices import deleted, survey

    book = source.book
    findings = survey(book)
    changed = [each for each in findings if each.changed]
    held = [each for each in findings if each.held]
    changes = trace(book, [each.unit for each in changed], source.versions() if changed else ())
    if as_json:
        units = [
            asdict(each) | rules_report.change_json(changes.get(each.unit))
            for each in findings
            if each.held or each.changed
        ]
        found = {"held": len(held), "units": units, "deleted": deleted(book)}
        print_json("rules-check", found)
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


def _check_sentences(
    source: RulesetSource, page: str, findings: Sequence[SentenceFinding], as_json: bool
) -> int:
    from wikibot.cli.rules_report import show_sentences
    from wikibot.cli.terminal import print_json, show_list

    now = datetime.now(UTC)
    if not page:
        new = source.game.new_page(source.book, now, "Gamestate")
        findings = source.game.sentences(new, source.book, now) or ()
    reading = source.game.read(page, source.book, now)
    problems = [str(each) for each in reading.unreadable] if page else []
    if as_json:
        found = {"sentences": [each.as_json() for each in findings], "problems": problems}
        print_json("rules-check-sentences", found)
        return ATTENTION if problems else DONE
    if not page:
        click.echo("There is no gamestate page: names are those of the page `wikibot new` makes.")
    show_sentences(findings)
    show_list("Remarks on the gamestate page:", reading.remarks if page else ())
    show_list("A person is needed: the gamestate page", problems, fg="red", err=True)
    return ATTENTION if problems else DONE


@options.command(
    "wikibot rules coverage",
    "wikibot rules coverage --rules cycle14 --ruleset R.wiki --json",
    group=rules,
)
@options.as_json
@with_source
def coverage(source: RulesetSource, as_json: bool) -> int:
    """List how each unit is played (automatic, asks, ruled, held, flavour), with totals."""
    from wikibot.cli import rules_report
    from wikibot.cli.terminal import print_json
    from wikibot.stewards.wording.notices import survey

    findings = survey(source.book)
    if as_json:
        print_json("rules-coverage", rules_report.coverage_json(findings))
    else:
        rules_report.show_coverage(findings)
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
    from wikibot.cli import rules_report
    from wikibot.cli.terminal import print_json
    from wikibot.stewards.wording.history import trace
    from wikibot.stewards.wording.notices import survey

    book = source.book
    unit = units_named(book, [name])[0]
    finding: SurveyedUnit = next(each for each in survey(book) if each.unit == unit)
    change = trace(book, [unit], source.versions())[unit] if finding.changed else None
    if as_json:
        more = {"text": book.unit(unit).text, "pins": [asdict(p) for p in book.pins.get(unit, ())]}
        whole = asdict(finding) | rules_report.change_json(change) | more
        print_json("rules-show", whole)
    else:
        rules_report.show_unit(book, finding, change)
    return ATTENTION if finding.held else DONE
