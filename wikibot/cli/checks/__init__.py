"""``wikibot doctor`` looks over settings, machine, wiki and pages, and says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from wikibot.cli import session
from wikibot.cli.checks import dice, machine, pages, server
from wikibot.cli.checks.finding import CheckResult, Grade, ok, worst, wrong
from wikibot.config.faults import NoSettings, SettingsError
from wikibot.config.games import load_game
from wikibot.config.settings import find_settings, load
from wikibot.exits import SETTINGS, ProgramError
from wikibot.sync.poll import polled
from wikibot.wiki.errors import WikiError

__all__ = ["CheckResult", "Grade", "examine", "worst"]


def examine(given: Path | None) -> Iterator[CheckResult]:
    """All findings as they come; ends early where nothing further can be looked at."""
    try:
        settings = load(find_settings(given))
        game = load_game(settings.game.rules, settings.game.ledger)
    except NoSettings as error:
        yield wrong("settings", str(error.faults[0]), f"{error.remedy}.", SETTINGS)
        return
    except SettingsError as error:
        for fault in error.faults:
            yield wrong("settings", str(fault), f"Correct {error.file}.", SETTINGS)
        return
    except ProgramError as error:
        yield wrong("settings", str(error), "Correct `rules` under [game].", SETTINGS)
        return
    yield ok("settings", f"{settings.file}, playing {game.name}")
    yield from machine.examine(settings)
    if not machine.has_password(settings):  # the rest is looked at without logging in
        settings = replace(settings, wiki=replace(settings.wiki, user=""))
    wiki = session.wiki_of(settings)
    try:
        _, poll = polled(settings, wiki)
    except (WikiError, ProgramError) as error:
        yield server.unreachable(error)
        return
    yield from server.examine(settings, wiki, poll)
    yield from pages.examine(settings, game, wiki, poll)
    yield from dice.examine(settings, wiki)
