"""Where commands that look back take a game's log from: the wiki of the settings, or files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wikibot.cli import options

if TYPE_CHECKING:
    from wikibot.config.settings import Settings
    from wikibot.dice.verification.replay import Start
    from wikibot.wiki.base import Wiki

Function = Callable[..., Any]
FROM_FILES = (
    "  ... --rules cycle15 --ruleset R.wiki --gamestate G.wiki --log L.txt",
    "                                        the same of a game in files: G.wiki is the page that",
    "                                        it began with",
)


class RecordedGame:
    """A log with what it is played with. ``link``: the address of a revision but for its number."""

    def __init__(self, start: Start, lines: Sequence[str], link: str = "") -> None:
        self.start, self.lines, self.link = start, lines, link
        self.title = start.game.title


def of_recorded_game(function: Function) -> Function:
    """Options that name a log; the function is handed its :class:`RecordedGame` first."""

    @options.text_file("--log", "A log in a file. Again for one that goes on in another.",
                       multiple=True)  # fmt: skip
    @options.game("The game of a log in a file.")
    @options.text_file("--ruleset", "The ruleset page.")
    @options.text_file("--gamestate", "The page that the game began with.")
    @options.overlay
    @options.settings_file
    @click.pass_context
    def wrapped(
        ctx: click.Context,
        /,
        log: tuple[str, ...],
        game: Any,
        ruleset: str | None,
        gamestate: str | None,
        overlay: Path | None,
        **rest: Any,
    ) -> Any:
        if not (log or game or overlay or ruleset is not None or gamestate is not None):
            return function(_of_wiki(options.given_settings(ctx)), **rest)
        if not log or game is None or ruleset is None or gamestate is None:
            raise click.UsageError("a game in files takes --rules, --ruleset, --gamestate, --log.")
        return function(_of_files(log, game, ruleset, gamestate, overlay), **rest)

    return update_wrapper(wrapped, function)


def _of_files(
    log: Sequence[str], game: Any, ruleset: str, gamestate: str, overlay: Path | None
) -> RecordedGame:
    from wikibot.dice.verification.evidence import start_in_files
    from wikibot.stewards.wording.accept import read_overlay
    from wikibot.storage.log_page import joined_lines

    pins = read_overlay(overlay) if overlay else ()
    return RecordedGame(start_in_files(game, ruleset, gamestate, pins), joined_lines(log))


def log_pages(settings: Settings, doing: str) -> tuple[Wiki, Mapping[str, str]]:
    """The wiki, and the texts of its log pages by title. Raises ``ProgramError`` without any."""
    from wikibot.cli.options import introduced, wiki_of
    from wikibot.exits import ATTENTION, ProgramError
    from wikibot.storage.log_page import read_logs

    title = settings.game.log
    if not title:
        why = "no log page is set; name one in `log` under [game], or give --log FILE"
        raise ProgramError(why, ATTENTION)
    wiki = introduced(wiki_of(settings))
    logs = read_logs(settings, wiki)
    if not logs:
        why = f"{title}: there is no such page yet, so there is nothing to {doing}"
        raise ProgramError(why, ATTENTION)
    return wiki, logs


def _of_wiki(settings_file: Path | None) -> RecordedGame:
    from wikibot.config.games import load_game
    from wikibot.config.settings import find_settings, load
    from wikibot.dice.verification.evidence import start_of_game
    from wikibot.dice.verification.replay import NotPlayed
    from wikibot.exits import ATTENTION, ProgramError
    from wikibot.storage.log_page import joined_lines

    settings = load(find_settings(settings_file))
    wiki, logs = log_pages(settings, "show")
    lines = joined_lines(logs.values())
    try:
        game = load_game(settings.game.rules, settings.game.ledger)
        start = start_of_game(lines, settings, wiki, game)
    except NotPlayed as error:
        raise ProgramError(f"{settings.game.log}: {error}", ATTENTION) from None
    api = "" if settings.is_folder else settings.wiki.api
    link = api.removesuffix("api.php") + "index.php?diff=" if api.endswith("api.php") else ""
    return RecordedGame(start, lines, link)
