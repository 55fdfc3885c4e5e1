"""The rulebook of a game on its wiki: the ruleset page, held against all wordings that anybody may accept.

The game's package brings its pins along; the operator accepts wordings in a file beside the
settings, stewards on the wiki, which the cursor of the gamestate page keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wikibot.config.settings import Settings
from wikibot.game.game import Game
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.storage.cursor import DamagedCursor, read_cursor
from wikibot.storage.own_revision import cursor_on
from wikibot.wiki.base import Revision, Wiki


def rulebook_of(
    settings: Settings, game: Game[Any], ruleset: str, stewards: Sequence[Pin]
) -> Rulebook:
    """A ruleset page read with what the operator and the ``stewards`` accepted. Raises :class:`ProgramError`."""
    from wikibot.stewards.wording.overlay import overlay_file, read_overlay

    return rulebook_with(game, ruleset, read_overlay(overlay_file(settings)), stewards)


def rulebook_with(
    game: Game[Any], ruleset: str, operator: Sequence[Pin], stewards: Sequence[Pin]
) -> Rulebook:
    """The same where the operator's wordings come from elsewhere."""
    return game.rulebook(ruleset, (*operator, *stewards))


def accepted_by_stewards(wiki: Wiki, title: str, gamestate: Revision | None) -> tuple[Pin, ...]:
    """What stewards accepted, as the bot noted it with the gamestate; nothing where it noted nothing."""
    try:
        cursor = cursor_on(wiki, title, gamestate)
    except DamagedCursor:
        return ()
    return cursor.accepted if cursor else ()


def accepted_in(page: str) -> tuple[Pin, ...]:
    """The same as a file of the operator's tells, such as a copy of that page."""
    try:
        cursor = read_cursor(page)
    except DamagedCursor:
        return ()
    return cursor.accepted if cursor else ()
