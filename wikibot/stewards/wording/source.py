"""Where the commands of `wikibot rules` get a ruleset from: a file, or the page in the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from wikibot.config.settings import Settings
from wikibot.exits import USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.wording.history import Version
from wikibot.stewards.wording.rulebooks import accepted_by_stewards, read_overlay
from wikibot.storage.local import overlay_file
from wikibot.wiki.base import Revision, Wiki


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
