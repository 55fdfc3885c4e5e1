"""What a terminal shows: players' words made harmless, verdicts in colour, states as tables."""

from __future__ import annotations

import difflib
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wikibot.config.logs import safe
from wikibot.game.actions import Outcome, Verdict
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.storage.cursor import comments_on
from wikibot.sync.pipeline import verdicts
from wikibot.sync.report import PageChange, Report
from wikibot.wikitext.numerals import format_time

if TYPE_CHECKING:
    from wikibot.game.picture import Picture, TextPiece


_COLOURS = {
    Verdict.DONE: "green", Verdict.NEEDS: "yellow", Verdict.CANT: "red", Verdict.HUH: "magenta",
    Verdict.HELD: "cyan",
}  # fmt: skip
_WIDEST = 100
_MANY = 1000  # lines, about a second
T = TypeVar("T")


def verdict_lines(outcome: Outcome) -> str:
    """One outcome in two lines: who wrote what, and the answer."""
    where = f"line {outcome.action.line}  " if outcome.action.line else ""
    said = " ".join(outcome.action.text.split())
    said = said if len(said) <= _WIDEST else said[: _WIDEST - 1] + "…"
    who = outcome.player or outcome.action.account or "?"
    verdict = click.style(f"{outcome.verdict.value:>6}", fg=_COLOURS[outcome.verdict], bold=True)
    return f"{verdict}  {where}{safe(who)}: {safe(said)}\n        {safe(outcome.text)}"


def watched(steps: Iterable[T], lines: Sized | None = None) -> Iterator[T]:
    """Steps one by one, with a bar at a terminal where there are many: of ``lines``, or of them."""
    of = lines if lines is not None else steps
    count = len(of) if isinstance(of, Sized) else 0
    if count < _MANY or not sys.stderr.isatty():
        yield from steps
        return
    with click.progressbar(steps, count, label="Playing", file=sys.stderr) as bar:
        yield from bar


def show_list(
    title: str, lines: Iterable[str], *, fg: str | None = None, err: bool = False
) -> None:
    """A title and an indented line for each entry; nothing at all without entries."""
    entries = list(lines)
    if entries:
        click.secho(title, bold=True, fg=fg, err=err)
        for entry in entries:
            click.echo(f"  {safe(entry)}", err=err)


def print_json(name: str, value: Any, **layout: Any) -> None:
    """Print what ``--json`` asks for, held against the schema of this name."""
    from wikibot import schemas

    click.echo(schemas.json_text(schemas.PUBLISHED[name], value, **layout))


def show_board(picture: Picture) -> None:
    """A board as wide as the terminal; its cells have their colours where there are colours."""
    from wikibot.game.picture import COLOURS, board_lines

    for line in board_lines(picture, max(40, min(shutil.get_terminal_size().columns, 200))):
        click.echo("".join(_piece(piece, COLOURS) for piece in line).rstrip())


def _piece(piece: TextPiece, colours: Mapping[str, str]) -> str:
    """Some characters of a board, on the ground of their cell."""
    ground = colours.get(piece.colour, "").removeprefix("#")
    if not ground or piece.colour == "white":
        return click.style(safe(piece.text), bold=True) if piece.bold else safe(piece.text)
    rgb = (int(ground[:2], 16), int(ground[2:4], 16), int(ground[4:], 16))
    return click.style(safe(piece.text), bg=rgb, fg=(32, 33, 34), bold=piece.bold)


def show_state(state: Mapping[str, Any]) -> None:
    """A state in its JSON form: lists of objects become tables, everything else a line."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from wikibot.schemas import as_text, words_of_key

    def shown(value: Any) -> str:
        return safe(as_text(value, blank="–", no="no", one="1 "))

    console = Console(highlight=False, markup=False, emoji=False)
    for key, value in state.items():
        rows = value if isinstance(value, list) else []
        if not rows or not all(isinstance(row, Mapping) for row in rows):
            console.print(f"{safe(words_of_key(key))}: {shown(value)}")
            continue
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        columns = dict.fromkeys(column for row in rows for column in row)
        for column in columns:
            table.add_column(safe(words_of_key(column)), overflow="fold")
        for row in rows:
            table.add_row(*(Text(shown(row.get(column))) for column in columns))
        console.print(f"\n{safe(words_of_key(key))}", style="bold")
        console.print(table)
        console.print()


# == What a sync did, for a terminal or as JSON ====================================================

_DIFF_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def diff_lines(change: PageChange) -> Iterator[str]:
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
    for line in chain.from_iterable(map(diff_lines, report.changes if dry_run else ())):
        header = line.startswith(("+++", "---"))
        click.secho(safe(line), fg=None if header else _DIFF_COLOURS.get(line[:1]), bold=header)
    if not quiet:
        pages = ", ".join(dict.fromkeys(safe(change.title) for change in report.changes))
        did = "would save" if dry_run else "saved"
        click.echo(f"{verdicts(report.outcomes)}; {did} {pages or 'nothing'}.")


def print_report(
    report: Report, *, as_json: bool, dry_run: bool = False, quiet: bool = False
) -> None:
    """The report for people, or as one JSON object; each page's change is a unified diff."""
    if not as_json:
        show_report(report, dry_run=dry_run, quiet=quiet)
        return
    found = {
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
    print_json("sync", found)


# -- sentences -------------------------------------------------------------------------------------
# The sentences of a ruleset in a terminal: how each is played, what it shall mean, since when.

if TYPE_CHECKING:
    from wikibot.stewards.accept import RulesetSource, SentenceReader


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
    by_reading = sum(each.played and bool(each.given) for each in findings)
    given = f", {by_reading} of them as people say what they mean" if by_reading else ""
    every = f"{len(findings)} sentence{'' if len(findings) == 1 else 's'}"
    click.echo(
        f"\nOf {every} the bot plays {played}{given}; {rest} "
        f"{'is' if rest == 1 else 'are'} for people, who keep them by `note`, votes and rulings."
    )


def show_renewed(source: RulesetSource, page: str) -> None:
    """The readings that wait, as their sentences have other words now, and how they would hold."""
    reader = _reader(source, page)
    every = reader.findings(reader.book) if reader.book.readings.rows else ()
    waiting = (each for each in every if each.how == "held" and each.row)
    show_list("Readings that wait:", (reader.asked(each, every) for each in waiting))


def _reader(source: RulesetSource, page: str) -> SentenceReader:
    """What reads sentences over a gamestate page, or over a new one where there is none."""
    from wikibot.stewards.accept import SentenceReader

    now = datetime.now(UTC)
    page = page or source.game.new_page(source.book, now, "Gamestate")
    return SentenceReader(source.game, source.book, page, now)


def _show(each: SentenceFinding, *, err: bool = False) -> None:
    def say(what: str, text: str) -> None:
        if text:
            told = f"{click.style(what, dim=True)}{_lines(text)}"
            click.echo(f"{' ' * 18}{told}", err=err)

    colour = "green" if each.played else "red" if each.how == "held" else "yellow"
    mark = click.style(f"{each.how:<16}", fg=colour)
    click.echo(f"  {mark}{_lines(each.text)}", err=err)
    say("given: ", each.given)
    if each.played:
        say("as: ", each.says)
        say("reads: ", ", ".join(each.reads))
        say("changes: ", ", ".join(each.changes))
        say("but ", each.why)
        return
    for reading in each.readings:
        say("it can mean: ", reading)
    if not each.readings:
        say("not understood: ", f'"{each.unknown}"' if each.unknown else "")
        say("because ", each.why)
    say("recognised: ", " · ".join(each.skeleton))
    say("to be said: ", each.wanting)
    for number, offer in enumerate(each.offers, start=1):
        say(f"offer {number}: ", offer.text)
        say("    without: ", "; ".join(offer.left_out))
    say("like this it would be: ", each.nearest)


def _lines(text: str) -> str:
    return safe(text).replace("\n", f"\n{' ' * 18}")


# -- readings that a person gives ------------------------------------------------------------------


def asked_readings(source: RulesetSource, page: str) -> str:
    """Ask for a reading of each sentence that is for people; gives the page that comes of it.

    Who saves that page gives the readings.
    """
    from wikibot.game.ruleset.readings import written
    from wikibot.stewards.accept import offered

    reader, text = _reader(source, page), source.readings
    waiting = [each.text for each in reader.findings(reader.book) if not each.played]
    click.echo(f"{len(waiting)} sentences are for people.\n{_ASKED}", err=True)
    for said in waiting:
        means = ""
        while means not in _GOES_ON:
            findings = reader.findings(reader.book)
            finding = next((each for each in findings if each.text == said), None)
            if finding is None or finding.played:
                break
            click.echo("", err=True)
            _show(finding, err=True)
            means = offered(finding, _asked())
            if means in _GOES_ON or not means:
                continue
            change, told = reader.with_reading(finding, means, "", findings)
            click.echo(safe(told), err=True)
            if change is not None:
                reader.book = reader.book.with_rows(change)
                text, means = written(text, (change,)), "next"
        if means == "quit":
            break
    return text


def _asked() -> str:
    try:
        return click.prompt("reading", default="next", show_default=False, err=True).strip()
    except click.Abort:  # the end of what is typed
        return "quit"


_GOES_ON = ("next", "quit")
_ASKED = (
    "Write plain sentences that say the same, or the number of an offer, or nothing (it is a\n"
    "story or a custom), or people (they decide each time); an empty line goes to the next\n"
    "sentence, quit ends."
)
