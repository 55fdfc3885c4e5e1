"""What all steps through a page's history share: who made each revision, what is known so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from wikibot.wiki.authorship.line_history import LineChange
from wikibot.wiki.authorship.removed_lines import RemovedLines
from wikibot.wiki.base import Revision


class Unproven(Struct, frozen=True):
    """A line older than the history. ``claim``: from which revision a history would tell more."""

    serial: int
    claim: int


class Walk(Protocol):
    """What a step asks of the walk that it is part of, and notes there: see ``PageBlame``."""

    history: Sequence[Revision]
    cursor: int
    bot: str
    read: frozenset[int]
    gone: RemovedLines
    said: dict[str, list[str]]
    unproven: dict[int, Unproven]
    serial: int

    @property
    def begun(self) -> bool: ...

    def account(self, at: int | LineChange | None) -> str | None: ...
