"""Rulesets with what the operator accepted: of a game's page, or for `wikibot rules` of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from wikibot.config.settings import Settings
from wikibot.exits import SETTINGS, USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.game.ruleset.pins import BadPins, Pin, read_pins, write_pins
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.wording.history import Version
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


# -- rulebooks -------------------------------------------------------------------------------------


class RulesetSource(Struct, frozen=True):
    """A ruleset as read: ``version`` is the text that counts, ``past`` gives older ones if asked.

    ``gamestate``: the text of that page, "" where there is none.
    ``accepted`` by the operator, in the file ``overlay``; by ``stewards`` on the wiki.
    """

    game: Game[Any]
    version: Version
    overlay: Path | None
    accepted: tuple[Pin, ...]
    stewards: tuple[Pin, ...] = ()
    past: Callable[[], Iterable[Version]] = tuple  # newest first
    gamestate: str = ""

    @property
    def book(self) -> Rulebook:
        """The rulebook, with all that was accepted."""
        return self.book_with(self.accepted)

    def book_with(self, accepted: Sequence[Pin]) -> Rulebook:
        """The rulebook as it would be if the operator had accepted this."""
        return self.game.rulebook(self.version.text, (*accepted, *self.stewards))

    def versions(self) -> Iterator[Version]:
        """The present version, then older ones, fetched when the second is asked for."""
        yield self.version
        yield from self.past()


def from_file(
    game: Game[Any], version: Version, older: Sequence[Version], overlay: Path | None
) -> RulesetSource:
    """A ruleset file; ``older`` ones come newest first."""
    accepted = read_overlay(overlay) if overlay else ()
    return RulesetSource(game, version, overlay, accepted, past=lambda: older)


def from_settings(
    settings: Settings,
    game: Game[Any],
    wiki: Wiki,
    revision: int | None = None,
    overlay: Path | None = None,
) -> RulesetSource:
    """The ruleset page of a wiki, as it is or was in a revision. Raises :class:`ProgramError`."""
    title, state = settings.game.ruleset, settings.game.gamestate
    pages = wiki.read([title, state])
    found = _found(title, pages[title], wiki, revision)
    file = overlay or overlay_file(settings)

    def past() -> Iterator[Version]:
        for old in reversed(wiki.history(title, 0)):
            if old.id < found.id and old.text is not None:
                yield Version.of(old)

    stewards = accepted_by_stewards(wiki, state, pages[state])
    present = pages[state]
    shown = (present.text if present else None) or ""
    return RulesetSource(game, Version.of(found), file, read_overlay(file), stewards, past, shown)


def _found(title: str, present: Revision | None, wiki: Wiki, revision: int | None) -> Revision:
    """The revision whose text counts, or why there is none."""
    numbers = "the page's history shows their numbers"
    if present is None:
        raise ProgramError(f"there is no page {title!r}; check `ruleset` in the settings", USAGE)
    found = present if revision is None else wiki.revisions([revision]).get(revision)
    if found is None:
        raise ProgramError(f"there is no revision {revision} on the wiki; {numbers}", USAGE)
    if found.page_id != present.page_id:
        raise ProgramError(f"revision {found.id} is not one of {title!r}; {numbers}", USAGE)
    if found.text is None:
        why = f"the text of revision {found.id} is hidden; name another with --rev"
        raise ProgramError(why, USAGE)
    return found
