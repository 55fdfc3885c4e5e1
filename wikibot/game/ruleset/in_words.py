"""Units that no code plays, whose own words say what to do: what a game understands of them."""

from __future__ import annotations

from collections.abc import Callable
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
