"""The gamestate of a wiki, read for showing: nothing is played and nothing is written."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from wikibot.config.settings import Settings
from wikibot.exits import ATTENTION, ProgramError
from wikibot.game.game import Game, Reading
from wikibot.game.ruleset.readings import NO_READINGS, read_readings, with_changes
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.wording.accept import rulebook_of
from wikibot.storage.cursor import DamagedCursor
from wikibot.storage.own_revision import cursor_on
from wikibot.wiki.base import Revision, Wiki


class Present(Struct, frozen=True):
    """The gamestate as its page says it, with the rulebook that it was read by."""

    reading: Reading[Any]
    book: Rulebook


def read_present(settings: Settings, game: Game[Any], wiki: Wiki) -> Present:
    """Read ruleset and gamestate.

    Raises :class:`ProgramError` for a missing page, and the errors of the wiki. The game's time is
    that of the page: when the bot played last, or else when the page was last edited.
    """
    title = settings.game.readings_page
    pages = wiki.read((settings.game.ruleset, settings.game.gamestate, title))
    ruleset = _there(pages.get(settings.game.ruleset), settings.game.ruleset)
    gamestate = _there(pages.get(settings.game.gamestate), settings.game.gamestate)
    text = gamestate.text or ""
    try:
        cursor = cursor_on(wiki, settings.game.gamestate, gamestate)
    except DamagedCursor:
        cursor = None
    accepted, given = (cursor.accepted, cursor.given) if cursor else ((), ())
    said = read_readings(page.text or "") if (page := pages.get(title)) else NO_READINGS
    readings = with_changes(said, given)
    book = rulebook_of(settings, game, ruleset.text or "", accepted, readings=readings)
    now = cursor.synced if cursor and cursor.synced else gamestate.time
    return Present(game.read(text, book, now), book)


def _there(page: Revision | None, title: str) -> Revision:
    if page is None:
        raise ProgramError(
            f"{title}: there is no such page; `wikibot doctor` tells more", ATTENTION
        )
    return page
