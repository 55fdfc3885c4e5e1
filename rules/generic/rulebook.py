"""The ruleset page of any nomic: nothing is pinned, and what is understood is played as it stands.

The sections that other games have pinned wordings for (Players, Proposals, Trading) are in force
whether the page has them or not, with usual numbers where it says nothing; Judges only where it has
that section.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wikibot.game.problems import Problem
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.units import read_units
from wikibot.sdk import Pin, Refused, Rulebook, Unit

ALWAYS = ("Players", "Proposals", "Trading")


@dataclass(frozen=True)
class PlainRulebook(Rulebook):
    """A ruleset page in plain words."""

    def has(self, name: str) -> bool:
        """Whether the page has a section, or the game has it anyway."""
        return self.on_page(name) or name in ALWAYS

    def without_effect(self, name: str) -> bool:
        """Nothing is set aside: a sentence that is not understood is for people."""
        return False

    def unit(self, name: str) -> Unit:
        """The section on the page; an empty one where the game has it anyway."""
        if name in ALWAYS and not self.on_page(name):
            return Unit(name, "section", (name,), "", 0, 1, title=name)
        return super().unit(name)

    def judge(self, name: str) -> tuple[WordingStatus, Pin | None]:
        """Each section is played as it stands."""
        return (WordingStatus.SAME if self.on_page(name) else WordingStatus.GONE), None

    def _settle(self, name: str) -> Unit | Problem:
        if self.has(name):
            return self.unit(name)
        return Refused("the ruleset page has no {!r}, so no such rule is in force", name)

    def _read_again(self, text: str, more: Sequence[Pin]) -> Rulebook:
        return read_plain(text)


def read_plain(text: str) -> PlainRulebook:
    """Read a ruleset page."""
    return PlainRulebook(text, read_units(text), {}, {}, {})
