"""Where the commands of `wikibot rules` get a ruleset from: a file, or the page that the settings name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wikibot.config.settings import Settings
from wikibot.exits import USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.wording.history import Version
from wikibot.stewards.wording.overlay import overlay_file, read_overlay
from wikibot.stewards.wording.rulebooks import accepted_by_stewards, rulebook_with
from wikibot.wiki import Revision, Wiki


@dataclass(frozen=True)
class Source:
    """A ruleset as read: ``version`` is the text that counts, ``past`` gives older ones, newest first, when asked."""

    game: Game[Any]
    version: Version
    overlay: Path | None
    accepted: tuple[Pin, ...]  # by the operator
    stewards: tuple[Pin, ...] = ()  # accepted on the wiki
    past: Callable[[], Iterable[Version]] = tuple

    @property
    def book(self) -> Rulebook:
        """The rulebook, with all that was accepted."""
        return self.book_with(self.accepted)

    def book_with(self, accepted: Sequence[Pin]) -> Rulebook:
        """The rulebook as it would be if the operator had accepted this."""
        return rulebook_with(self.game, self.version.text, accepted, self.stewards)

    def versions(self) -> Iterator[Version]:
        """The present version, then older ones; the history is fetched when the second is asked for."""
        yield self.version
        yield from self.past()


def from_file(
    game: Game[Any],
    name: str,
    text: str,
    older: Iterable[tuple[str, str]] = (),
    overlay: Path | None = None,
) -> Source:
    """A ruleset file; ``older`` are names and texts of older ones, newest first."""
    past = tuple(Version(title, content) for title, content in older)
    return Source(
        game,
        Version(name, text),
        overlay,
        read_overlay(overlay) if overlay else (),
        past=lambda: past,
    )


def from_settings(
    settings: Settings,
    game: Game[Any],
    wiki: Wiki,
    revision: int | None = None,
    overlay: Path | None = None,
) -> Source:
    """The ruleset page of a wiki, as it is or as it was in a revision. Raises :class:`ProgramError`."""
    title, pages = (
        settings.game.ruleset,
        wiki.read([settings.game.ruleset, settings.game.gamestate]),
    )
    present, gamestate = pages[title], pages[settings.game.gamestate]
    found = present if revision is None else wiki.revisions([revision]).get(revision)
    if found is None or present is None or found.text is None or found.page_id != present.page_id:
        raise ProgramError(_missing(title, revision, present, found), USAGE)
    file = overlay or overlay_file(settings)

    def past() -> Iterator[Version]:
        older = (
            old
            for old in reversed(wiki.history(title, 0))
            if old.id < found.id and old.text is not None
        )
        return map(version_of, older)

    stewards = accepted_by_stewards(wiki, settings.game.gamestate, gamestate)
    return Source(game, version_of(found), file, read_overlay(file), stewards, past)


def version_of(revision: Revision) -> Version:
    """A revision of a page as a version of a wording."""
    return Version(f"revision {revision.id}", revision.text or "", revision.user or "")


def _missing(
    title: str, revision: int | None, present: Revision | None, found: Revision | None
) -> str:
    if present is None:
        return f"there is no page {title!r}; check `ruleset` in the settings"
    if found is None:
        return (
            f"there is no revision {revision} on the wiki; the page's history shows their numbers"
        )
    if found.page_id != present.page_id:
        return (
            f"revision {found.id} is not one of {title!r}; the page's history shows their numbers"
        )
    return f"the text of revision {found.id} is hidden; name another with --rev"
