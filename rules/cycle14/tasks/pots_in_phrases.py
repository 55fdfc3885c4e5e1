"""Herbs and pots as people name them: ``a Kraken Root in both empty pots``, ``water the first``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.cycle14.state import State
from rules.cycle14.tasks.encyclopaedia import herb_names
from wikibot.game.understanding.plain_line import key_of
from wikibot.game.understanding.slots.base import count_of
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook, fold

_WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_LONGEST = 4  # words of a name
_POTS_GLUE = frozenset(("and", "pot", "pots", "number", "no", "the", "in", "of"))
_EVERYTHING = frozenset(
    ("all", "both", "everything", "every", "each", "plants", "herbs", "flowers")
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_PLANT_GLUE = frozenset((
    "in", "into", "to", "with", "the", "a", "an", "and", "pot", "pots", "herb", "herbs", "number",
    "no", "of", "one", "empty",
))  # fmt: skip
_EVERY = ("both", "all", "each", "every")
_SEGMENTS = re.compile(r"[,;&+]|\band\b", re.IGNORECASE)
_MOST_SEGMENTS = 40


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """Herbs, pots, and the two together."""
    pots = tuple(pot.id for pot in state.pots)
    empty = tuple(pot.id for pot in state.pots if not pot.herb)
    herbs = NamesSlot(herb_names(book), ("herb",))
    return {
        "herb": herbs,
        "pot": NamesSlot(pots, ("pot", "number", "no")),
        "pots": Pots(pots),
        "certain pots": Pots(pots, every=False),
        "plantings": Plantings(herbs, pots, empty),
        "spread": Plantings(herbs, pots, empty, spread=True),
    }


class Plantings(Struct, frozen=True):
    """Herbs with the pots that they go into: ``Kraken Root in 3 and 4``, ``3: Yaqqip``.

    ``empty``: the pots that ``all empty pots`` are. ``spread``: only one herb in several pots.
    """

    herbs: NamesSlot
    pots: tuple[str, ...]
    empty: tuple[str, ...]
    spread: bool = False

    def read(self, text: str) -> tuple[str, ...]:
        """The herbs as ``3 Kraken Root, 4 Yaqqip``."""
        found: list[tuple[str, list[str]]] = []  # a herb, its pots
        waiting: list[str] = []  # pots before their herb
        for segment in _SEGMENTS.split(text)[:_MOST_SEGMENTS]:
            read = self._segment(_WORD.findall(segment))
            if read is None:
                return ()
            herb, pots = read
            if herb:
                found.append((herb, waiting + pots))
                waiting = []
            else:
                (found[-1][1] if found else waiting).extend(pots)
        is_spread = len(found) == 1 and len(found[0][1]) > 1
        if waiting or not found or (self.spread and not is_spread):
            return ()
        pairs = ((pot, herb) for herb, pots in found for pot in pots or [""])
        return (", ".join(f"{pot} {herb}".strip() for pot, herb in pairs),)

    def _segment(self, words: Sequence[str]) -> tuple[str, list[str]] | None:
        """The herb ("" for none) and the pots between two separators; None for anything else."""
        herb, pots, at = "", list[str](), 0
        while at < len(words):
            key = key_of(words[at])
            length, named = self._herb(words, at)
            if named and herb:
                return None
            if key in self.pots and not pots:
                pots.append(key)
            elif key in _EVERY and "empty" in map(fold, words[at:]):
                pots += self.empty
            elif named:
                herb = named
            elif key not in _PLANT_GLUE and any(map(str.isalnum, key)):
                return None
            at += length
        return herb, pots

    def _herb(self, words: Sequence[str], at: int) -> tuple[int, str]:
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            found = self.herbs.read(" ".join(words[at : at + length]))
            if len(found) == 1 and key_of(words[at]) not in _PLANT_GLUE:
                return length, found[0]
        return 1, ""


class Pots(Struct, frozen=True):
    """Pots by their numbers. ``every``: whether all of them may be meant, too."""

    pots: tuple[str, ...]
    every: bool = True

    def read(self, text: str) -> tuple[str, ...]:
        """The pots as ``1, 2``; ``all`` where every pot is meant."""
        keys = [key_of(word) for word in _WORD.findall(text)]
        found = [pot for pot in map(self._pot, keys) if pot]
        others = [key for key in keys if not self._pot(key) and any(map(str.isalnum, key))]
        if found and _POTS_GLUE.issuperset(others):
            return (", ".join(found),)
        is_all = self.every and not found and not _EVERYTHING.isdisjoint(others)
        return ("all",) if is_all and (_EVERYTHING | _POTS_GLUE).issuperset(others) else ()

    def _pot(self, key: str) -> str:
        number = _ORDINALS.index(key) + 1 if key in _ORDINALS else count_of(key)
        return str(number) if str(number) in self.pots and key not in _EVERYTHING else ""
