"""Commands that take a game from files, without a wiki: play a log, begin a page."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from wikibot.apply import Applied, TooEarly, apply_log
from wikibot.cli import options
from wikibot.cli.terminal import print_json, show_list, verdict_lines, watched
from wikibot.config.logs import safe
from wikibot.game.game import Game
from wikibot.game.ruleset.readings import read_readings
from wikibot.stewards.wording.accept import read_overlay
from wikibot.storage.local import write_text
from wikibot.sync.gamestate_page import new_gamestate

_LOG = """\b
A log has one action a line:
  2024-01-05T02:22:00Z Alice: move 1 2 3 -- 2d4 (1, 2) = 3
"""


@options.command(
    "wikibot apply --rules cycle15 --ruleset R.wiki --gamestate G.wiki --log L.txt",
    "wikibot apply ... --log L.txt --out G2.wiki      also write the new page",
    "wikibot apply ... --log - --json < L.txt         outcomes and state as JSON",
    more=_LOG,
)
@options.game(required=True)
@options.text_file("--ruleset", "The ruleset page.", required=True)
@options.text_file("--gamestate", "The gamestate page.", required=True)
@options.text_file(
    "--log",
    "The actions; - is standard input. Again for a log that goes on in another file.",
    required=True,
    multiple=True,
)
@options.readings
@click.option(
    "--now", type=options.TIME, metavar="TIME", help="When it ends; by default with the last line."
)
@options.out_file("Write the new page, perhaps over the old one; - prints it.", own=None)
@options.overlay
@options.as_json
def apply(
    game: Game[Any],
    ruleset: str,
    gamestate: options.FileText,
    log: tuple[str, ...],
    readings: str | None,
    now: datetime | None,
    out: str | None,
    overlay: Path | None,
    as_json: bool,
) -> int:
    """Play a text log over a gamestate page by a ruleset page, all of them plain files.

    Each line of the log is answered with a verdict. The exit code is 1 where a person is needed: a
    line is held, or a cell of the gamestate page cannot be read; then the lines are read but not
    played, and nothing is written.
    """
    if as_json and out == options.STDIN:
        raise click.UsageError("--json and --out - both want standard output; give --out a file.")
    options.must_not_be(out, ruleset, *log, *([readings] if readings else []))
    if not options.is_file_of(gamestate, out):
        options.must_be_new(out)
    if overlay and not overlay.exists():
        raise click.BadParameter(f"there is no file {overlay}.", param_hint="--overlay")
    try:
        pins = read_overlay(overlay) if overlay else ()
        applied = apply_log(
            game, ruleset, gamestate, log, now, pins, readings or "", gamestate.name, watched
        )
    except TooEarly as error:
        raise click.BadParameter(f"{error}.", param_hint="--now") from None
    _print(applied, as_json=as_json, err=out == options.STDIN)
    if out and applied.page is not None:
        write_text(out, applied.page)
    return applied.exit_code


def _print(applied: Applied, *, as_json: bool, err: bool) -> None:
    show_list("A person is needed:", applied.problems, fg="red", err=True)
    if as_json:
        outcomes = [
            {"line": o.action.line, "player": o.player, "verdict": o.verdict.value, "text": o.text}
            for o in applied.outcomes
        ]
        print_json("apply", {"outcomes": outcomes, "state": applied.state})
        return
    show_list("Remarks:", applied.notes, err=True)
    for outcome in applied.outcomes:
        click.echo(verdict_lines(outcome), err=err)
    for event in applied.fired_events:
        click.echo(f"  then  {safe(event.text)}", err=err)


@options.command(
    "wikibot new --rules cycle15 --ruleset R.wiki                 print it",
    "wikibot new --rules cycle15 --ruleset R.wiki --out G.wiki    write it to a file",
    "wikibot new --rules cycle15 --ruleset - < R.wiki             the ruleset from standard input",
)
@options.game(required=True)
@options.text_file("--ruleset", "The ruleset page.", required=True)
@options.readings
@options.out_file("Where to write it; by default to standard output.")
@click.option(
    "--title",
    default="Gamestate",
    show_default=True,
    help="The title that the page is going to have.",
)
@click.option("--now", type=options.TIME, metavar="TIME",
              help="When the game starts; by default now.")  # fmt: skip
def new(
    game: Game[Any],
    ruleset: str,
    readings: str | None,
    out: str | None,
    title: str,
    now: datetime | None,
) -> None:
    """Make a starting gamestate page for a ruleset page.

    Paste the result into the gamestate page of your wiki, or save it as a page file of a folder
    wiki.
    """
    start = now or datetime.now(UTC).replace(microsecond=0)
    book = game.rulebook(ruleset).with_readings(read_readings(readings or ""))
    write_text(out or options.STDIN, new_gamestate(game, book, start, title))
