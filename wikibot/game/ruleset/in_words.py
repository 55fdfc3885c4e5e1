"""What a game understands of words that no code plays: of a unit, of each sentence of a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from wikibot.game.ruleset.units import Unit
from wikibot.wikitext.fingerprints import digest, normalise


class InWords(Struct, frozen=True):
    """What the words of a unit mean.

    ``says``: the same in one fixed form of words; "" where they are not understood whole, and then
    ``unknown`` is the first of them that are not, and ``why`` says what is wrong with them.
    """

    says: str = ""
    unknown: str = ""
    why: str = ""

    def print_of(self, unit: Unit) -> str:
        """Fingerprint of the wording with its meaning: another program may read it otherwise."""
        return digest(f"{normalise(unit.meaning)}\n{self.says}")


NOT_UNDERSTOOD = InWords()

# From a rulebook and one of its units; None: the game plays no unit of that kind from its words.
ReadWords = Callable[[Any, Unit], InWords | None]


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
