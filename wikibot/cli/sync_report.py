"""What a sync did, for a terminal or as JSON."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

import click

from wikibot.cli.terminal import print_json, show_list, verdict_lines
from wikibot.config.logs import safe
from wikibot.game.calendar import format_time
from wikibot.storage.hidden_comment import comments_on
from wikibot.sync.diagnosis import verdicts
from wikibot.sync.report import Change, Report

_DIFF_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def diff_lines(change: Change) -> Iterator[str]:
    """The unified diff of one page, without line ends."""
    cursors = comments_on(change.before), comments_on(change.after)
    before = _without_cursor(change.before, "cursor" if cursors[0] == cursors[1] else "cursor, old")
    after = _without_cursor(change.after, "cursor")
    titles = (f"{change.title} (now)", f"{change.title} (then)")
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), *titles, lineterm="")
    for line in lines:
        yield line.rstrip("\n")


def _without_cursor(page: str, word: str) -> str:
    """A page with a word in place of what the bot remembers on it, which only programs read."""
    for comment in comments_on(page):
        page = page.replace(comment, f"<!-- {word} -->", 1)
    return page


def show_diff(change: Change) -> None:
    """The diff of one page, coloured on a terminal."""
    for line in diff_lines(change):
        header = line.startswith(("+++", "---"))
        click.secho(safe(line), fg=None if header else _DIFF_COLOURS.get(line[:1]), bold=header)


def show_report(report: Report, *, dry_run: bool = False, quiet: bool = False) -> None:
    """Verdicts, timed events, corrections, problems; for a dry run the diffs as well."""
    if report.idle:
        if not quiet:
            click.echo("Nothing new.")
        return
    for outcome in report.outcomes:
        click.echo(verdict_lines(outcome))
    events = (f"{format_time(event.time)}  {event.text}" for event in report.fired_events)
    show_list("By themselves:", events)
    show_list("Corrections by hand, adopted:", report.corrections)
    show_list("Notes:", () if quiet else report.notes)
    show_list("A person is needed:", report.problems, fg="red", err=True)
    for change in report.changes if dry_run else ():
        show_diff(change)
    if not quiet:
        click.echo(summary(report, dry_run=dry_run))


def print_report(
    report: Report, *, as_json: bool, dry_run: bool = False, quiet: bool = False
) -> None:
    """The report as one JSON object, or for people."""
    if as_json:
        print_json("sync", report_json(report))
    else:
        show_report(report, dry_run=dry_run, quiet=quiet)


def summary(report: Report, *, dry_run: bool = False) -> str:
    """One line: how many lines got which verdict, and which pages were saved."""
    pages = ", ".join(dict.fromkeys(safe(change.title) for change in report.changes)) or "nothing"
    return f"{verdicts(report.outcomes)}; {'would save' if dry_run else 'saved'} {pages}."


def report_json(report: Report) -> dict[str, Any]:
    """The report as one JSON object; each page's change is a unified diff."""
    return {
        "idle": report.idle,
        "outcomes": [
            {
                "id": str(outcome.action.id),
                "time": format_time(outcome.action.time),
                "account": outcome.action.account,
                "player": outcome.player,
                "action": outcome.action.text,
                "verdict": outcome.verdict.value,
                "text": outcome.text,
            }
            for outcome in report.outcomes
        ],
        "happenings": [{"time": format_time(h.time), "text": h.text} for h in report.fired_events],
        "corrections": list(report.corrections),
        "problems": list(report.problems),
        "notes": list(report.notes),
        "changes": [
            {"title": change.title, "diff": "\n".join(diff_lines(change))}
            for change in report.changes
        ],
        "requests": report.requests,
    }
