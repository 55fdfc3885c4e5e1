"""Commands about a game's past: its log as a chart and as a replay, a chat's export as a log.

The first two take the log from the wiki of the settings, or from files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import update_wrapper
from pathlib import Path
from typing import Any

import click

from wikibot.cli import options
from wikibot.cli.commands.looking import log_pages
from wikibot.cli.terminal import print_json, show_list, watched
from wikibot.config.games import load_game
from wikibot.config.values import mentions
from wikibot.dice.evidence import start_in_files, start_of_game
from wikibot.dice.replay import NotPlayed, Start
from wikibot.exits import ATTENTION, DONE, USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.history.chat import ORDERS, NotAnExport, import_chat, read_export
from wikibot.history.recording import RecordedStep, game_chart, play_back, recording, replay_page
from wikibot.storage.local import read_overlay, write_text
from wikibot.storage.log_page import joined_lines

Function = Callable[..., Any]
FROM_FILES = (
    "  ... --rules cycle15 --ruleset R.wiki --gamestate G.wiki --log L.txt",
    "                                        the same of a game in files: G.wiki is the page that",
    "                                        it began with",
)


class RecordedGame:
    """A log with what it is played with. ``link``: the address of a revision but for its number."""

    def __init__(self, start: Start, lines: Sequence[str], link: str = "", page: str = "") -> None:
        self.start, self.lines, self.link = start, lines, link
        self.title = start.game.called(page) or start.game.title

    def steps(self, doing: str, now: datetime | None = None) -> list[RecordedStep]:
        """The game played back. Raises ``ProgramError`` where nothing of it can be played."""
        try:
            return list(watched(play_back(self.start, self.lines, now), self.lines))
        except NotPlayed as error:
            raise ProgramError(f"{error}; there is nothing to {doing}", ATTENTION) from None


def of_recorded_game(function: Function) -> Function:
    """Options that name a log; the function is handed its :class:`RecordedGame` first."""

    @options.text_file("--log", "A log in a file. Again for one that goes on in another.",
                       multiple=True)  # fmt: skip
    @options.game("The game of a log in a file.")
    @options.text_file("--ruleset", "The ruleset page.")
    @options.text_file("--gamestate", "The page that the game began with.")
    @options.overlay
    @options.settings_file
    def wrapped(
        log: tuple[str, ...], game: Any, ruleset: str | None,
        gamestate: str | None, overlay: Path | None, **rest: Any,
    ) -> Any:  # fmt: skip
        if not (log or game or overlay or ruleset is not None or gamestate is not None):
            settings = options.own_settings()
            wiki, logs = log_pages(settings, "show")
            lines = joined_lines(logs.values())
            try:
                played = load_game(settings.game.rules, settings.game.ledger)
                start = start_of_game(lines, settings, wiki, played)
            except NotPlayed as error:
                raise ProgramError(f"{settings.game.log}: {error}", ATTENTION) from None
            api = "" if settings.is_folder else settings.wiki.api
            link = f"{api.removesuffix('api.php')}index.php?diff="
            link = link if api.endswith("api.php") else ""
            return function(RecordedGame(start, lines, link, settings.game.gamestate), **rest)
        if not log or game is None or ruleset is None or gamestate is None:
            raise click.UsageError("a game in files takes --rules, --ruleset, --gamestate, --log.")
        start = start_in_files(game, ruleset, gamestate, read_overlay(overlay))
        return function(RecordedGame(start, joined_lines(log)), **rest)

    return update_wrapper(wrapped, function)


@options.command(
    "wikibot chart -o crystals.svg           the game of the settings, from its wiki",
    *("wikibot chart -o crystals.svg \\", *FROM_FILES),
)
@options.out_file(
    "Write it there; - prints it.", "FILE.svg", "chart-title chart-desc", required=True
)
@of_recorded_game
def chart(recorded: RecordedGame, out: str) -> None:
    """Draw each player's main number by phase: crystals, experience, points."""
    game = recorded.start.game
    drawn = game_chart(recorded.steps("draw"), has_phases=game.has_phases)
    if not drawn:
        raise ProgramError(f"{game.title} names no number of players to draw", USAGE)
    write_text(out, drawn)


_ALONE = "The file needs no network and nothing beside it: open it in a browser, or send it."
_to_page = options.out_file(
    "Write it there; - prints it.", "FILE.html", "Content-Security-Policy", required=True
)


@options.command(
    "wikibot replay -o game.html             the game of the settings, from its wiki",
    *("wikibot replay -o game.html \\", *FROM_FILES),
    more=_ALONE,
)
@_to_page
@click.option("--now", type=options.TIME, metavar="TIME",
              help="Let time run on until then; by default to the last line.")  # fmt: skip
@of_recorded_game
def replay(recorded: RecordedGame, out: str, now: datetime | None) -> None:
    """Show a game's history step by step: the board, the players' tables, what happened.

    A slider goes through all lines of the log; a chart shows each player's main number by phase;
    each step has a link to its line on the wiki.
    """
    game = recorded.start.game
    steps = recorded.steps("show", now)
    chart = game_chart(steps, has_phases=game.has_phases)
    page = replay_page(recording(recorded.title, steps, recorded.link), chart)
    write_text(out, page)
    if out != options.STDIN:
        click.echo(f"{out}: {len(steps) - 1} steps, {len(page.encode()) / 1e6:.1f} MB.")


@options.command(
    "wikibot standings -o standings.html     the game of the settings, from its wiki",
    *("wikibot standings -o standings.html \\", *FROM_FILES),
    more=_ALONE,
)
@_to_page
@of_recorded_game
def standings(recorded: RecordedGame, out: str) -> None:
    """Show who leads and since when, what happened last and what comes next.

    `standings_page` in the settings keeps the same on the wiki.
    """
    from wikibot.sync.pinned_pages import as_html, lead_of, standings

    game, steps = recorded.start.game, recorded.steps("show")
    last, chart = steps[-1], game_chart(steps, has_phases=game.has_phases)
    if last.book is None:
        raise ProgramError("there is nothing to show", ATTENTION)
    title = recorded.title
    found = standings(
        game, last.state, last.book, title, recorded.lines,
        lead_of((each.time, each.numbers) for each in steps)
    )  # fmt: skip
    write_text(out, as_html(found, chart.partition("?>")[2]))


NAMES = options.Converted("pairs", mentions)
_FORMS = """\b
An export is DiscordChatExporter's JSON, or plain text with a message a line:
  [2024-01-05 10:22] Alice: I move 1, 2, 3
  [2024-01-05 10:22] DiceBot BOT: @Alice 2d4 (1, 2) = 3
"""


@options.command(
    "wikibot import chat.json --rules cycle15 --ruleset R.wiki --gamestate G.wiki -o L.txt",
    "wikibot import chat.txt --names 'ali_99: Alice, bobby: Bob' ... -o L.txt",
    "wikibot import chat.txt --dates dmy ...                                -o L.txt",
    "wikibot apply --rules cycle15 --ruleset R.wiki --gamestate G.wiki --log L.txt",
    more=_FORMS,
    name="import",
)
@click.argument("export", type=options.TEXT_FILE, metavar="FILE")
@options.game(required=True)
@options.text_file("--ruleset", "The ruleset page.", required=True)
@options.text_file("--gamestate", "The page that the game began with.", required=True)
@click.option("--names", type=NAMES, metavar="PAIRS", default="",
              help="Who is who: `name in the chat: name in the game` between commas.")  # fmt: skip
@click.option("--dates", type=click.Choice(ORDERS),
              help="What comes first in 3/4/2024, if the file does not tell.")  # fmt: skip
@options.out_file("Where the log goes; by default to standard output.", default="-")
@options.as_json
def import_(
    export: options.FileText, game: Game[Any], ruleset: str, gamestate: str,
    names: tuple[tuple[str, str], ...], dates: str | None, out: str, as_json: bool,
) -> int:  # fmt: skip
    """Turn an exported chat channel into a log that `apply` plays.

    Lines that the game understands are actions; what dice bots answered goes to the action that
    needs it. What is not sure is listed on standard error, and the exit code is then 1: look it
    over, and put right what is wrong in the log by hand.
    """
    options.must_not_be(out, export, ruleset, gamestate)
    try:
        messages = read_export(export, dates or "")
    except NotAnExport as error:
        raise ProgramError(f"{export.name}: {error}", USAGE) from None
    start = start_in_files(game, ruleset, gamestate)
    reading = game.read(gamestate, start.book(messages[0].time), messages[0].time)
    if reading.unreadable:
        show_list("The gamestate page cannot be read:", map(str, reading.unreadable), err=True)
        return ATTENTION
    found = import_chat(start, messages, dict(names))
    if as_json:
        doubts = [{"time": str(each).partition(" ")[0], "who": each.who, "text": each.text,
                   "why": each.why} for each in found.doubts]  # fmt: skip
        print_json("import", {"lines": found.lines, "unsure": doubts})
    else:
        write_text(out, "".join(f"{line}\n" for line in found.lines))
        show_list("Not sure, please look:", map(str, found.doubts), fg="yellow", err=True)
        count = f"{found.messages} messages, {len(found.lines)} actions"
        click.echo(f"{count}, {len(found.doubts)} not sure.", err=True)
    return ATTENTION if found.doubts else DONE
