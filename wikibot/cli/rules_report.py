"""What the bot plays of a ruleset page: units and sentences, for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
from msgspec.structs import asdict

from wikibot.config.logs import safe
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.wording.history import Op, Piece, WordingChange, shorten
from wikibot.stewards.wording.notices import SurveyedUnit, UnitStatus, totals

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
    return "".join(_coloured(piece) for piece in pieces).strip()


def _coloured(piece: Piece) -> str:
    if piece.op is Op.SAME:
        return safe(piece.text)
    colour = "red" if piece.op is Op.REMOVED else "green"
    return click.style(safe(piece.marked), fg=colour) + piece.blanks


def where(finding: SurveyedUnit) -> str:
    """The unit's name with its title and line on the page."""
    title = f" (now {finding.title})" if finding.title != finding.unit else ""
    line = f", line {finding.line}" if finding.line else ""
    return safe(f"{finding.unit}{title}{line}")


def show_change(finding: SurveyedUnit, change: WordingChange | None) -> None:
    """One unit whose wording changed: where, in which revision, word by word."""
    since = f" in {change.since}" if change and change.since else ""
    note = f"; {finding.note}" if finding.standing is not WordingStatus.NEW and finding.note else ""
    click.secho(where(finding), bold=True, nl=False)
    click.echo(safe(f": {finding.standing.value}{since}{note}"))
    if change and change.before is None:
        text = "".join(piece.text for piece in change.diff).strip()
        click.echo(f"    {_UNKNOWN}:\n    {safe(text)}")
    elif change and change.diff:
        click.echo(f"    {coloured(shorten(change.diff))}")


def show_words(book: Rulebook, finding: SurveyedUnit) -> None:
    """What is understood of the own words of a unit that waits, or what is not."""
    if not finding.held or not book.on_page(finding.unit):
        return
    found = book.in_words(finding.unit)
    if found.says:
        click.echo(f"    its words are understood as: {safe(found.says)}")
    elif found.unknown:
        click.echo(f"    its words are not understood from {safe(found.unknown)!r} on")


def show_coverage(findings: Sequence[SurveyedUnit]) -> None:
    """A line for each unit, then the totals."""
    for finding in findings:
        status = click.style(f"{finding.status.value:<17}", fg=_COLOURS[finding.status])
        variant = f"  [{finding.variant}]" if finding.variant else ""
        note = f"  {finding.note}" if finding.note else ""
        click.echo(f"{status}  {where(finding)}{safe(variant + note)}")
    counts = totals(findings).items()
    click.echo(", ".join(f"{count} {status}" for status, count in counts if count))


def change_json(change: WordingChange | None) -> dict[str, Any]:
    """How a unit changed, as JSON; ``diff`` is null where the old wording is not known."""
    since = change.since if change else None
    diff = None
    if change is not None and change.before is not None:
        diff = [{"op": piece.op.value, "text": piece.text} for piece in change.diff]
    return {"since": since.name if since else None, "by": since.by if since else None, "diff": diff}


def coverage_json(findings: Sequence[SurveyedUnit]) -> Mapping[str, Any]:
    """All units and the totals."""
    return {"units": [*map(asdict, findings)], "totals": dict(totals(findings))}


def show_unit(book: Rulebook, finding: SurveyedUnit, change: WordingChange | None) -> None:
    """One unit in full."""
    unit, note = book.unit(finding.unit), f": {finding.note}" if finding.note else ""
    click.secho(where(finding), bold=True)
    click.echo(safe(f"  under: {' / '.join(unit.path) or 'the top of the page'}"))
    click.echo(safe(f"  {finding.standing.value}; {finding.status.value}{note}"))
    show_words(book, finding)
    for pin in book.pins.get(finding.unit, ()):
        source = (pin.source or "an unknown source") + (f", {pin.variant}" if pin.variant else "")
        click.echo(safe(f"  accepted {pin.date} from {source}: {pin.normal}"))
    click.echo(safe(f"  now: {unit.prints.normal}"))
    click.echo("".join(f"  | {safe(line)}\n" for line in unit.text.strip().splitlines()), nl=False)
    if change is not None:
        show_change(finding, change)


# -- sentences -------------------------------------------------------------------------------------


def show_sentences(findings: Sequence[SentenceFinding]) -> None:
    """All sentences by section, and how many are played."""
    section = None
    for each in findings:
        if each.section != section:
            section = each.section
            click.secho(f"\n{safe(section) or 'Above the first heading'}", bold=True)
        _show(each)
    played = sum(each.played for each in findings)
    rest = len(findings) - played
    click.echo(
        f"\nOf {len(findings)} sentences the bot plays {played}; {rest} "
        f"{'is' if rest == 1 else 'are'} for people, who keep them by `note`, votes and rulings."
    )


def _show(each: SentenceFinding) -> None:
    colour, word = ("green", "played") if each.played else ("yellow", "for people")
    mark = click.style(f"{word:<12}", fg=colour)
    click.echo(f"  {mark}{_lines(each.text)}")
    if each.played:
        _say("as: ", each.says)
        _say("reads: ", ", ".join(each.reads))
        _say("changes: ", ", ".join(each.changes))
        _say("but ", each.why)
        return
    for reading in each.readings:
        _say("it can mean: ", reading)
    if not each.readings:
        _say("not understood: ", f'"{each.unknown}"' if each.unknown else "")
        _say("because ", each.why)
    _say("like this it would be: ", each.nearest)


def _say(what: str, text: str) -> None:
    if text:
        click.echo(f"              {click.style(what, dim=True)}{_lines(text)}")


def _lines(text: str) -> str:
    return safe(text).replace("\n", "\n              ")
