"""What a sync brings along to the wiki's pages: the game, its dice, what the operator accepted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct

from wikibot.config.settings import Settings
from wikibot.dice.session import STATED, DiceSession
from wikibot.game.engine.standing_rolls import FaceSource, Stated, Unseen
from wikibot.game.game import RULES_BY_PLAYERS, Game
from wikibot.game.ruleset.readings import Readings
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Pin
from wikibot.stewards.wording.accept import accepted_by_operator
from wikibot.storage.cursor import Cursor
from wikibot.storage.local import Storage
from wikibot.sync.webhooks import Announced

PORTION = 2000  # lines


class Setup(Struct, frozen=True):
    """How a sync plays.

    ``rulebook`` reads a ruleset page with the wordings that stewards accepted and the readings that
    people gave, each once;
    ``dice_session`` begins one by a cursor and the server's time. ``preview``: dice that show no
    real face, for dry runs. ``said`` are orders of the operator. ``archives``: whether answered
    lines leave the actions page. ``announced``: what news were posted; None where none are.
    ``board_page``: where the board is drawn; "": on the gamestate page. ``help_page``: where it is
    told how to play, "" for nowhere. ``operator``: the wordings that the operator accepted.
    ``form``: whether a page tells a form what there is to do. ``portion``: how many lines of
    each page are played before they are saved. ``rules_by``: whose edits of the ruleset page
    count at once; "": its newest text does, for all lines. ``readings_by``: likewise of readings.
    """

    game: Game[Any]
    rulebook: Callable[[str, tuple[Pin, ...], Readings], Rulebook]
    dice_session: Callable[[Cursor, datetime], DiceSession]
    preview: FaceSource
    said: tuple[str, ...] = ()
    archives: bool = False
    announced: Announced | None = None
    board_page: str = ""
    help_page: str = ""
    operator: tuple[Pin, ...] = ()
    form: bool = False
    portion: int = PORTION
    rules_by: str = ""
    readings_by: str = RULES_BY_PLAYERS


@lru_cache(maxsize=4)
def _rulebook(game: Game[Any], ruleset: str, pins: tuple[Pin, ...], readings: Readings) -> Rulebook:
    """A ruleset page as read, once for all syncs of a program that stays up."""
    return game.rulebook(ruleset, pins).with_readings(readings)


def setup_of(
    settings: Settings,
    game: Game[Any],
    storage: Storage,
    *,
    dry_run: bool = False,
    said: tuple[str, ...] = (),
    announced: Announced | None = None,
) -> Setup:
    """The setup that the settings ask for. Raises :class:`wikibot.exits.ProgramError`."""
    accepted, source = accepted_by_operator(storage.wordings), settings.game.dice
    preview = Stated() if source == STATED else Unseen()

    def rulebook(ruleset: str, by_stewards: tuple[Pin, ...], readings: Readings) -> Rulebook:
        return _rulebook(game, ruleset, (*accepted, *by_stewards), readings)

    def dice_session(cursor: Cursor, now: datetime) -> DiceSession:
        """Players who state their rolls need none, unless another source was in use before."""
        if dry_run:
            return DiceSession(preview)
        if source == STATED and not cursor.seals and cursor.dice in ("", STATED):
            return DiceSession()
        from wikibot.dice.live_session import session_for

        return session_for(settings, storage.seals, cursor, now, game.dice_phase)

    return Setup(
        game,
        rulebook,
        dice_session,
        preview,
        said,
        bool(settings.game.archive),
        announced,
        settings.bot.board_page,
        settings.bot.help_page,
        accepted,
        bool(settings.bot.form_page),
        PORTION,
        settings.game.rules_by or game.rules_by,
        settings.game.readings_by,
    )
