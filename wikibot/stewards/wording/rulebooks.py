"""The rulebook of a game on its wiki: the ruleset page with all wordings that were accepted for it.

The game's package brings its pins along; the operator accepts wordings in a file beside the
settings, stewards on the wiki, which the cursor of the gamestate page keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wikibot.config.settings import Settings
from wikibot.exits import SETTINGS, ProgramError
from wikibot.game.game import Game
from wikibot.game.ruleset.pins import BadPins, Pin, read_pins, write_pins
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.storage.cursor import DamagedCursor
from wikibot.storage.files import write_text
from wikibot.storage.hidden_comment import read_cursor
from wikibot.storage.local import overlay_file
from wikibot.storage.own_revision import cursor_on
from wikibot.wiki.base import Revision, Wiki
from wikibot.wiki.files import KeptText, TextFile

_TITLE = (
    "Wordings that were accepted here with `wikibot rules accept`; delete a line to take one back."
)


def rulebook_of(
    settings: Settings,
    game: Game[Any],
    ruleset: str,
    stewards: Sequence[Pin],
    operator: Sequence[Pin] | None = None,
) -> Rulebook:
    """A ruleset page read with what the operator and the ``stewards`` accepted.

    None of the ``operator``: what stands in the file beside the settings. Raises
    :class:`ProgramError`.
    """
    accepted = read_overlay(overlay_file(settings)) if operator is None else operator
    return game.rulebook(ruleset, (*accepted, *stewards))


def accepted_by_stewards(wiki: Wiki, title: str, gamestate: Revision | None) -> tuple[Pin, ...]:
    """What stewards accepted, as the bot noted it with the gamestate; else nothing."""
    try:
        cursor = cursor_on(wiki, title, gamestate)
    except DamagedCursor:
        return ()
    return cursor.accepted if cursor else ()


def accepted_in(page: str) -> tuple[Pin, ...]:
    """The same from a file of the operator's, such as a copy of that page."""
    try:
        cursor = read_cursor(page)
    except DamagedCursor:
        return ()
    return cursor.accepted if cursor else ()


# -- the operator's file ---------------------------------------------------------------------------


def read_overlay(file: Path) -> tuple[Pin, ...]:
    """The accepted wordings; none where there is no file. Raises :class:`ProgramError`."""
    return accepted_by_operator(TextFile(file))


def accepted_by_operator(kept: KeptText) -> tuple[Pin, ...]:
    """The same from wherever they are kept. Raises :class:`ProgramError`."""
    file = kept.place
    try:
        return read_pins(kept.read() or "")
    except OSError as error:
        why = f"{file} cannot be read ({error.strerror})"
    except UnicodeDecodeError as error:
        why = f"{file} is not UTF-8 at byte {error.start}; save it as UTF-8"
    except BadPins as error:
        why = f"{file}, {error}; mend or delete the line"
    raise ProgramError(why, SETTINGS)


def write_overlay(file: Path, pins: Sequence[Pin]) -> None:
    """Write the file whole or not at all."""
    write_text(str(file), write_pins(pins, _TITLE))
