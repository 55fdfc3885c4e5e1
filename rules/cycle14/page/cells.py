"""Kinds of cells that only the page of Cycle 14 has: contributions, experience, distances."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from rules.cycle14 import gatherings
from rules.cycle14.components import KNOWN
from rules.cycle14.tasks import herbalism, hiking, simple_tasks
from wikibot.game.page.cells import CellError
from wikibot.game.page.item_lists import ItemList
from wikibot.game.page.lists import Pairs
from wikibot.sdk import inline, plain
from wikibot.wikitext.numerals import ungrouped

TASKS = (  # the titles that experience goes by
    *(each.section for each in simple_tasks.TASKS),
    herbalism.SECTION,
    hiking.SECTION,
    gatherings.STARTING,
)


class Contributions(Struct, frozen=True):
    """Codec for who contributes what: ``Ann: Crystals + Herbs, Bob: ⚡``."""

    def parse(self, text: str) -> dict[str, tuple[str, ...]]:
        pairs = {
            name: _items(word)
            for name, word in Pairs("a list such as Ann: 💎 + 🌿, Bob: ⚡").parse(text).items()
        }
        return {name: items for name, items in pairs.items() if items}

    def render(self, value: Mapping[str, tuple[str, ...]], old: str = "") -> str:
        return Pairs().render(
            {name: " + ".join(items) for name, items in value.items() if items}, old
        )


_NUMBER_BEHIND = re.compile(rf"\b({'|'.join(TASKS)})\s+(\d+)", re.IGNORECASE)  # Mining 2


class Experience(ItemList, frozen=True):
    """Codec for what a player knows: ``Mining: 2, Foraging: 1``."""

    def parse(self, text: str) -> dict[str, int]:
        return super().parse(_NUMBER_BEHIND.sub(r"\1: \2", text))

    def render(self, value: Mapping[str, int], old: str = "") -> str:
        if self.parse(old) == dict(value):
            return old
        text = ", ".join(f"{inline(task)}: {number}" for task, number in value.items())
        return text if self.parse(text) == dict(value) else super().render(value, old)


def _items(word: str) -> tuple[str, ...]:
    found: list[str] = []
    for part in re.split(r"\s*[+&]\s*", word):
        emoji = KNOWN.find(part)
        if emoji and not re.sub(r"\s", "", "".join(_outside(part, emoji))):
            found += [name for _, _, name in emoji]
        elif part:
            found.append(KNOWN.vocabulary.canonical(part))
    return tuple(dict.fromkeys(found))


def _outside(text: str, spans: list[tuple[int, int, str]]) -> list[str]:
    ends = [0, *(end for _, end, _ in spans)]
    starts = [*(start for start, _, _ in spans), len(text)]
    return [text[end:start] for end, start in zip(ends, starts, strict=True)]


# Three digits behind the mark may be thousands as well.
_DISTANCE = re.compile(r"(\d{1,9}(?:[.,](?!\d{3}(?!\d))\d{1,6})?)\s*(?:km)?")


class Kilometres:
    """Codec for a distance such as ``5.7`` or ``5.7 km``."""

    def parse(self, text: str) -> float:
        found = _DISTANCE.fullmatch(ungrouped(plain(text)))
        if not found:
            raise CellError("a distance such as 5.7")
        return float(found[1].replace(",", "."))

    def render(self, value: float, old: str = "") -> str:
        number = f"{value:.10g}"
        return f"{number} km" if plain(old).endswith("km") else number
