"""Wording against implementation, for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from wikibot.cli.terminal import safe
from wikibot.game.ruleset.rulebook import Rulebook, Standing
from wikibot.stewards.wording.history import Change
from wikibot.stewards.wording.survey import Finding, Status, totals
from wikibot.stewards.wording.word_diff import Op, Piece, plain, shorten

_COLOURS = {
    Status.AUTOMATIC: "green", Status.ASKS: "green", Status.RULED: "cyan", Status.FLAVOUR: "blue", Status.HELD: "red",
    Status.GONE: "yellow",
}  # fmt: skip


def coloured(pieces: Sequence[Piece]) -> str:
    """A difference with its marks, in red what went and in green what came; no colours outside a terminal."""
    return "".join(_coloured(piece) for piece in pieces).strip()


def _coloured(piece: Piece) -> str:
    if piece.op is Op.SAME:
        return safe(piece.text)
    words = piece.text.rstrip()
    styled = click.style(
        safe(plain((Piece(piece.op, words),))), fg="red" if piece.op is Op.REMOVED else "green"
    )
    return styled + piece.text[len(words) :]


def where(finding: Finding) -> str:
    """The unit's name with its title and line on the page."""
    title = f" (now {finding.title})" if finding.title != finding.unit else ""
    line = f", line {finding.line}" if finding.line else ""
    return safe(f"{finding.unit}{title}{line}")


def show_change(finding: Finding, change: Change | None) -> None:
    """One unit whose wording changed: where, in which revision, word by word."""
    since = f" in {change.since.name}" if change and change.since else ""
    by = f" by {change.since.by}" if change and change.since and change.since.by else ""
    click.secho(where(finding), bold=True, nl=False)
    note = f"; {finding.note}" if finding.standing is not Standing.NEW and finding.note else ""
    click.echo(safe(f": {finding.standing.value}{since}{by}{note}"))
    if change is None:
        return
    if change.before is None:
        click.echo(
            "    the accepted wording is not among the versions that could be looked through; now it reads:"
        )
        click.echo(f"    {safe(plain((Piece(Op.SAME, ''.join(p.text for p in change.diff)),)))}")
    elif change.diff:
        click.echo(f"    {coloured(shorten(change.diff))}")


def show_coverage(findings: Sequence[Finding]) -> None:
    """A line for each unit, then the totals."""
    for finding in findings:
        status = click.style(f"{finding.status.value:<17}", fg=_COLOURS[finding.status])
        variant = f"  [{finding.variant}]" if finding.variant else ""
        note = f"  {finding.note}" if finding.note else ""
        click.echo(f"{status}  {where(finding)}{safe(variant + note)}")
    click.echo(
        ", ".join(f"{count} {status}" for status, count in totals(findings).items() if count)
    )


def finding_json(finding: Finding) -> dict[str, Any]:
    """One unit as JSON."""
    return {
        "unit": finding.unit, "title": finding.title, "kind": finding.kind, "line": finding.line,
        "standing": finding.standing.value, "status": finding.status.value, "variant": finding.variant,
        "note": finding.note,
    }  # fmt: skip


def change_json(change: Change | None) -> dict[str, Any]:
    """How a unit changed, as JSON: ``since`` is a version's name, ``diff`` null where the old wording is not known."""
    if change is None:
        return {"since": None, "by": None, "diff": None}
    diff = (
        None
        if change.before is None
        else [{"op": piece.op.value, "text": piece.text} for piece in change.diff]
    )
    since = change.since
    return {"since": since.name if since else None, "by": since.by if since else None, "diff": diff}


def coverage_json(findings: Sequence[Finding]) -> Mapping[str, Any]:
    """All units and the totals."""
    return {
        "units": [finding_json(finding) for finding in findings],
        "totals": dict(totals(findings)),
    }


def show_unit(book: Rulebook, finding: Finding, change: Change | None) -> None:
    """One unit in full."""
    unit = book.unit(finding.unit)
    click.secho(where(finding), bold=True)
    click.echo(safe(f"  under: {' / '.join(unit.path) or 'the top of the page'}"))
    click.echo(
        safe(
            f"  {finding.standing.value}; {finding.status.value}"
            + (f": {finding.note}" if finding.note else "")
        )
    )
    for pin in book.pins.get(finding.unit, ()):
        variant = f", {pin.variant}" if pin.variant else ""
        click.echo(
            safe(f"  accepted {pin.date} from {pin.source or 'somewhere'}{variant}: {pin.normal}")
        )
    click.echo(f"  now: {unit.prints.normal}")
    click.echo("".join(f"  | {safe(line)}\n" for line in unit.text.strip().splitlines()), nl=False)
    if change is not None:
        show_change(finding, change)
