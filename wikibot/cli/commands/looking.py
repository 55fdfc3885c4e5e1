"""Commands that look at a game as it is: its state, its board, the rolls of its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from msgspec.structs import asdict

from wikibot.apply import Applied, TooEarly, apply_log
from wikibot.cli import options
from wikibot.cli.terminal import (
    print_json,
    show_board,
    show_list,
    show_state,
    verdict_lines,
    watched,
)
from wikibot.config.games import NoSuchGame, installed, load_game
from wikibot.config.logs import safe
from wikibot.config.sections import BeaconSection
from wikibot.config.settings import Settings
from wikibot.dice.evidence import Evidence, from_files, from_wiki, seen
from wikibot.dice.verification import check_log
from wikibot.exits import ATTENTION, DONE, USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.game.picture import TALL, WIDE, board_svg
from wikibot.game.ruleset.readings import read_readings
from wikibot.storage.local import read_overlay, write_text
from wikibot.storage.log_page import joined_lines, read_logs
from wikibot.sync.gamestate_page import new_gamestate
from wikibot.sync.loaded_game import Present, read_present
from wikibot.wiki.base import Wiki

# -- the present -----------------------------------------------------------------------------------


def _present(settings: Settings) -> tuple[Game[Any], Present]:
    game = load_game(settings.game.rules, settings.game.ledger)
    return game, read_present(settings, game, options.introduced(options.wiki_of(settings)))


@options.command(
    "wikibot show            as tables",
    "wikibot show --json     as one JSON object, for other programs",
)
@options.as_json
@options.with_settings
def show(settings: Settings, as_json: bool) -> int:
    """Show the state as read from the gamestate page.

    Cells that cannot be read are listed on standard error, and the exit code is then 1.
    """
    game, present = _present(settings)
    reading = present.reading
    state = game.to_json(reading.state, present.book)
    if as_json:
        print_json("show", state)
    else:
        show_state(state)
        show_list("Remarks:", reading.remarks)
    title = f"{settings.game.gamestate} cannot be read here:"
    show_list(title, map(str, reading.unreadable), fg="red", err=True)
    return ATTENTION if reading.unreadable else DONE


@options.command(
    "wikibot board                   in the terminal",
    "wikibot board -o board.svg      as a picture",
    "wikibot board -o b.svg --tall   the same for a phone: four cells in a row",
    "wikibot board -o - > b.svg      to standard output",
)
@options.out_file("Draw it into this SVG file.", "FILE.svg", 'aria-labelledby="title desc"')
@click.option("--tall", is_flag=True, help="Draw it as wide as a phone.")
@options.with_settings
def board(settings: Settings, out: str | None, tall: bool) -> None:
    """Show the board as the gamestate page has it."""
    game, present = _present(settings)
    picture = game.picture(present.reading.state, present.book)
    if picture is None:
        raise ProgramError("this game has no board; `wikibot show` has its tables", USAGE)
    if out is None:
        show_board(picture)
    else:
        write_text(out, board_svg(picture, TALL if tall else WIDE))


# -- its dice --------------------------------------------------------------------------------------

_CODES = "Exit codes: 0 when nothing is wrong, 1 when a person should look."


@options.command(
    "wikibot verify                        the log page that the settings name",
    "wikibot verify --log L.txt            a log in a file: a copy of the page, or plain lines",
    "wikibot verify --log L.txt --rules cycle15 --ruleset R.wiki --gamestate G.wiki",
    "                                      the same, played again from the page it began with",
    "wikibot verify --log L.txt --offline  ask no relay of a beacon",
    more=_CODES,
)
@options.text_file(
    "--log",
    "A log in a file; no wiki and no settings needed. Again for one that goes on in another file.",
    multiple=True,
)
@options.game("The game of a log in a file.")
@options.text_file("--ruleset", "The ruleset page.")
@options.text_file("--gamestate", "The page that the game began with.")
@click.option("--offline", is_flag=True, help="Do not ask a beacon's relays.")
@options.as_json
@options.quiet
@options.settings_file
def verify(
    log: tuple[str, ...], game: Game[Any] | None, ruleset: str | None,
    gamestate: str | None, offline: bool, as_json: bool, quiet: bool,
) -> int:  # fmt: skip
    """Make every roll of a log again from what was published, and say which are wrong.

    With the wiki, or with game, ruleset and the page that the game began with, the log is played
    again, too: then the rolls have to be those that the game asked for. The wiki's history has to
    bear out who wrote which line, and when. Nothing else is needed: a fresh copy of this program,
    without login or local files, comes to the same result.
    """
    if not log:
        if game or ruleset is not None or gamestate is not None:
            raise click.UsageError("--rules, --ruleset and --gamestate go with --log.")
        settings = options.own_settings()
        beacon, (lines, evidence) = settings.beacon, _evidence_of_wiki(settings)
    else:
        beacon = BeaconSection()
        lines, evidence = _evidence_of_files(log, game, ruleset, gamestate)
    checks = check_log(lines, beacon, evidence, offline=offline)
    if as_json:
        print_json("verify", [asdict(check) for check in checks])
    else:
        for check in checks:
            head = f"line {check.line}: {check.status}: {safe(check.about)}"
            if not check.fine:  # what was expected, what was found and why that is wrong
                click.secho(head, fg="red")
                for name in ("expected", "found", "why"):
                    if value := getattr(check, name):
                        click.echo(f"    {name:<10}{safe(value)}")
            elif not quiet:
                why = f"; {safe(check.why)}" if check.why else ""
                click.echo(f"{head}: {safe(check.found)}{why}")
        for each in () if quiet else evidence.missing:
            click.echo(f"{safe(each)}.")
        counts = Counter(check.status for check in checks)
        listed = ", ".join(f"{count} {status}" for status, count in counts.items())
        if not quiet:
            click.echo(f"{len(checks)} checked" + (f" ({listed})." if listed else "."))
    return DONE if all(check.fine for check in checks) else ATTENTION


def log_pages(settings: Settings, doing: str) -> tuple[Wiki, Mapping[str, str]]:
    """The wiki, and the texts of its log pages by title. Raises ``ProgramError`` without any."""
    title = settings.game.log
    if not title:
        why = "no log page is set; name one in `log` under [game], or give --log FILE"
        raise ProgramError(why, ATTENTION)
    wiki = options.introduced(options.wiki_of(settings))
    logs = read_logs(settings, wiki)
    if not logs:
        why = f"{title}: there is no such page yet, so there is nothing to {doing}"
        raise ProgramError(why, ATTENTION)
    return wiki, logs


def _evidence_of_wiki(settings: Settings) -> tuple[Sequence[str], Evidence]:
    """The lines of all log pages, and what the wiki says about them."""
    wiki, logs = log_pages(settings, "check")
    game: Any
    try:
        game = load_game(settings.game.rules, settings.game.ledger)
    except NoSuchGame as error:
        game = str(error)
    lines = joined_lines(logs.values())
    return lines, from_wiki(lines, settings, wiki, game, logs)


def _evidence_of_files(
    log: Sequence[str], game: Game[Any] | None, ruleset: str | None, gamestate: str | None
) -> tuple[Sequence[str], Evidence]:
    lines = joined_lines(log)
    if game and ruleset is not None and gamestate is not None:
        return lines, from_files(lines, game, ruleset, gamestate, log)
    if game or ruleset is not None or gamestate is not None:
        raise click.UsageError("to play the log again, give --rules, --ruleset and --gamestate.")
    missing = "the log was not played again: that takes --rules, --ruleset and --gamestate"
    return lines, Evidence(missing=(missing,), found=tuple(seen(log)))


# -- files -----------------------------------------------------------------------------------------
# Commands that take a game from files, without a wiki: play a log, begin a page.

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
    game: Game[Any], ruleset: str, gamestate: options.FileText, log: tuple[str, ...],
    readings: str | None, now: datetime | None, out: str | None, overlay: Path | None,
    as_json: bool,
) -> int:  # fmt: skip
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
        pins = read_overlay(overlay)
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
    "wikibot new --recipe                                         which games there are to copy",
    "wikibot new --recipe auction                                 both pages of one, in a folder",
)
@options.game()
@options.text_file("--ruleset", "The ruleset page.")
@click.option("--recipe", is_flag=False, flag_value="", metavar="[NAME]",
              help="Write a ruleset in plain sentences with its gamestate page into a folder so"
                   " named; without a name, list them.")  # fmt: skip
@options.readings
@options.out_file("Where to write it; by default to standard output.")
@click.option("--title", default="Gamestate", show_default=True,
              help="The title that the page is going to have.")  # fmt: skip
@click.option("--now", type=options.TIME, metavar="TIME",
              help="When the game starts; by default now.")  # fmt: skip
def new(
    game: Game[Any] | None, ruleset: str | None, recipe: str | None, readings: str | None,
    out: str | None, title: str, now: datetime | None,
) -> None:  # fmt: skip
    """Make a starting gamestate page for a ruleset page.

    Paste the result into the gamestate page of your wiki, or save it as a page file of a folder
    wiki.
    """
    if recipe is not None:
        _write_recipe(game, recipe, Path(out or recipe))
        return
    if game is None or ruleset is None:
        raise click.UsageError("Name a ruleset page: --rules GAME --ruleset FILE; or a --recipe.")
    start = now or datetime.now(UTC).replace(microsecond=0)
    book = game.rulebook(ruleset).with_readings(read_readings(readings or ""))
    write_text(out or options.STDIN, new_gamestate(game, book, start, title))


def _write_recipe(game: Game[Any] | None, name: str, folder: Path) -> None:
    """Write the pages of a recipe, or list the recipes of the game, by default of all games."""
    games = [game] if game is not None else [load_game(each) for each in installed()]
    recipes = {each: (one, pages) for one in games for each, pages in one.recipes().items()}
    if not name:
        show_list("Games to copy:", list(recipes))
        return
    if name not in recipes:
        raise click.UsageError(f"there is no recipe {name}; there are {', '.join(recipes)}")
    one, pages = recipes[name]
    files = {folder / f"{page}.wiki": text for page, text in pages.items()}
    for file in files:
        options.must_be_new(str(file))
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        write_text(str(file), text)
        click.echo(f"wrote {file}")
    ruleset, gamestate = files
    click.echo("See how each sentence is played:")
    check = f"--ruleset {ruleset} --gamestate {gamestate}"
    click.echo(f"  wikibot rules check --rules {one.name} {check}")
