"""What a sync keeps outside the wiki, wherever that is: beside one game's settings, or of many.

Two classes implement :class:`Storage`: ``wikibot.storage.local.LocalStorage``, files and SQLite,
and ``wikibot.storage.postgres.game.GameStorage``, a row for each thing in a database of many games.
Nothing here is the only copy of what was played: that is the gamestate page. The secrets of sealed
dice are kept nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from wikibot.exits import TRY_LATER, ProgramError

if TYPE_CHECKING:
    from wikibot.config.secrets import FoundPassword
    from wikibot.config.values import Hidden
    from wikibot.storage.journal import Journal
    from wikibot.wiki.files import KeptText


class Busy(ProgramError):
    """Another sync of this game is running; the message names it."""

    exit_code = TRY_LATER


class Drawer(Protocol):
    """Small private texts by their names. What was written is safe, whatever happens next.

    Errors are those of the place: ``OSError`` of a folder, :class:`ProgramError` of a database.
    """

    @property
    def place(self) -> str:
        """Where they are, as an operator knows it."""

    def names(self) -> Sequence[str]:
        """All names, in alphabetical order."""

    def read(self, name: str) -> str | None:
        """One text; None where there is none that can be read."""

    def write(self, name: str, text: str) -> None:
        """Keep a text, whole or not at all; on return it would outlast a loss of power."""

    def rename(self, name: str, new: str) -> None:
        """Move a text to a new name, in one step."""

    def open_to_others(self) -> Sequence[object]:
        """What other accounts of this machine may read, each with its path as ``str``."""


class Storage(Protocol):
    """The storage of one game."""

    def locked(self) -> AbstractContextManager[None]:
        """Hold the lock against a second sync of this game. Raises :class:`Busy`."""

    def journal(self) -> AbstractContextManager[Journal]:
        """The journal, written at the end. Raises :class:`ProgramError`."""

    @property
    def cookies(self) -> KeptText:
        """The session on the wiki, as one text."""

    @property
    def seals(self) -> Drawer:
        """The secrets of sealed dice, each by its seal, and the phases that are over."""

    @property
    def wordings(self) -> KeptText:
        """The wordings that the operator accepted, as ``wikibot rules accept`` writes them."""

    def password(self) -> FoundPassword:
        """The password of the bot's account. Raises :class:`wikibot.config.secrets.NoSecret`."""

    def webhooks(self) -> tuple[Hidden, ...]:
        """The addresses that news are posted to. Raises :class:`NoSecret` for bad ones."""
