"""How a game that is played from the sentences of its ruleset page understands each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class SentenceFinding(Struct, frozen=True):
    """One sentence of a ruleset page: played, or for people.

    ``says``: what is played, in one fixed form of words; ``reads`` and ``changes``: fields, items
    and tables. For people: ``unknown``, the first words that were not understood, ``why``,
    ``nearest``, a form that is, and ``readings`` where it can be read in several ways.
    """

    text: str
    section: str
    played: bool
    says: str = ""
    reads: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    unknown: str = ""
    why: str = ""
    nearest: str = ""
    readings: tuple[str, ...] = ()

    def as_json(self) -> Mapping[str, Any]:
        """The finding for programs."""
        found: dict[str, Any] = {
            "text": self.text,
            "section": self.section,
            "status": "played" if self.played else "people",
            "as": self.says,
            "unknown": self.unknown,
        }
        if self.played:
            return found | {"reads": list(self.reads), "changes": list(self.changes)}
        more = {"readings": list(self.readings)} if self.readings else {}
        return found | {"why": self.why, "nearest": self.nearest} | more
