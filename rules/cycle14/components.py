"""Ruleset section Ritual Components: the items, their emoji, and which cannot be traded.

An item goes by its name in the list of the section, or by its emoji, with or without the marks that
only change how it looks. Whatever a player has above the limit of ⚡ turns into 💤. Decisions: the
limit is looked at after each thing that happens. The rules name items by their emoji, so an item
whose emoji the list changes or drops is held like one with another name; where a person accepts a
list without it, it goes by the emoji that it had.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from rules.common.notation import NumberAt, read_once
from rules.common.offers import refuse_no_amount
from rules.common.sections import Section, limit
from rules.cycle14.state import Context
from wikibot.game.counting import counted
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.problems import Unclear
from wikibot.game.ruleset.implementations import Bears, Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Catalogue
from wikibot.game.state import gain
from wikibot.wikitext.numerals import CARDINALS, read_number
from wikibot.wikitext.plain import plain

SECTION = "Ritual Components"
CATALOGUE = Catalogue(SECTION, signs=True)
RESOLVE, CRYSTALS, HERBS = "Resolve", "Crystals", "Herbs"
BLOOD, HEART, GREBES = "Blood of Stone", "Infernal Heart", "Grebes"
BRIMSTONE, RESTFULNESS = "Brimstone", "Restfulness"
TITLES = (  # as the page lists them, with their emoji
    "⚡Resolve", "💎Crystals", "🌿Herbs", "⚗️Reagents", "🩸Blood of Stone", "❤️🔥Infernal Heart",
    "🐦 Grebes", "🪨 Brimstone", "💤 Restfulness",
)  # fmt: skip
MOST_RESOLVE = NumberAt(SECTION, r"more than (\w+)")
TOO_MUCH = NumberAt(SECTION, r"owns more than (\w+)")  # where the page says the number twice
_MARKS = "\ufe0e\ufe0f\u200d"
_UNSEEN = re.compile("[\u200b\u200c\u2060\ufeff]")
_TITLE = re.compile(r"(?P<emoji>[^\w\s]*)\s*(?P<name>.*)")
_UNTRADED = re.compile(r"(?P<items>[^.]*) cannot be traded")
_BETWEEN = re.compile(r"(?:[\s,;+&]|\band\b)*", re.IGNORECASE)
_COUNT = rf"(?P<count>\d{{1,9}}|all|an?(?!\w)|{'|'.join(CARDINALS)})"
_BEHIND = r"[ ]*[x×*][ ]*(?P<times>\d{1,9})|[ ]*(?P<behind>\d{1,9})(?=\s*(?:[,;+&]|and\b|$))"


class Components(Struct, frozen=True, dict=True):
    """The components in the order of the page: name -> emoji."""

    emoji: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in order."""
        return tuple(self.emoji)

    def short(self, name: str) -> str:
        """The emoji of a component; the name of anything else, after a blank."""
        return self.emoji.get(name) or f" {name}"

    def amount(self, items: Mapping[str, int]) -> str:
        """``2🌿, 1💎``; ``nothing`` for nothing."""
        return (
            ", ".join(self.count(name, each) for name, each in items.items() if each) or "nothing"
        )

    def count(self, name: str, number: int) -> str:
        """``2🌿``; of anything without an emoji ``1 Reagent``, ``2 Reagents``."""
        emoji = self.emoji.get(name)
        return f"{number}{emoji}" if emoji else counted(number, name, plural=True)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """For cells and lines: names, emoji, singulars and plurals."""
        aliases = {emoji: name for name, emoji in self.emoji.items() if emoji}
        aliases |= {f"{emoji} {name}": name for name, emoji in self.emoji.items() if emoji}
        aliases |= {f"{emoji}{name}": name for name, emoji in self.emoji.items() if emoji}
        aliases |= {
            name[:-1]: name for name in self.emoji if name.endswith("s") and not name.endswith("ss")
        }
        return Vocabulary(self.emoji, aliases, plurals=True)

    @cached_property
    def _emoji(self) -> re.Pattern[str]:
        return re.compile(
            "|".join(
                f"(?:{_loose(emoji)})"
                for emoji in sorted(self.emoji.values(), key=len, reverse=True)
            )
        )

    @cached_property
    def _spelling(self) -> re.Pattern[str]:
        shown = (
            rf"{_loose(emoji)}(?:\s*{_words(name)})?" for name, emoji in self.emoji.items() if emoji
        )
        longest = sorted(self.emoji, key=len, reverse=True)
        what = rf"(?P<what>{'|'.join((*shown, *map(_words, longest)))})"
        return re.compile(rf"(?:(?<!\w){_COUNT}\s*[x×*]?\s*)?{what}(?:{_BEHIND})?", re.IGNORECASE)

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """Where a text has emoji of components: start, end, name."""
        return [
            (each.start(), each.end(), self.vocabulary.canonical(each[0]))
            for each in self._emoji.finditer(text)
        ]

    def amounts(self, text: str) -> dict[str, int | None]:
        """Items of a line such as ``2🌿, a Crystal and ⚗️ x3``; None stands for ``all``.

        Raises :class:`Unclear` at the first thing that is none.
        """
        found: dict[str, int | None] = {}
        text, at = _UNSEEN.sub("", text).rstrip(" .!"), 0
        refuse_no_amount(text)
        for each in self._spelling.finditer(text):
            self._refuse(text[at : each.start()])
            sign = self._emoji.match(each["what"])
            at, name = each.end(), self.vocabulary.canonical(sign[0] if sign else each["what"])
            count, held = _count(each), found.get(name, 0)
            found[name] = None if count is None or held is None else held + count
        if text[at:].strip(" ,;"):  # a list that goes on with nothing was cut off
            raise _no_component(text[at:])
        if not found:
            raise Unclear("no component is named", nearest=tuple(self.emoji.values()))
        return found

    def _refuse(self, between: str) -> None:
        if not _BETWEEN.fullmatch(between):
            raise _no_component(between)


def _no_component(text: str) -> Unclear:
    return Unclear("{!r} is not a component", text.strip(), nearest="`2🌿, 1 Crystal`")


def _count(found: re.Match[str]) -> int | None:
    """How many one part of a list names; None for all. A part without a number is one."""
    numbers = [number.casefold() for number in found.group("count", "times", "behind") if number]
    if numbers == ["all"]:
        return None
    counts = [read_number(number) for number in numbers if number != "all"] or [1]
    if len(numbers) > 1 or counts[0] < 1:
        raise Unclear(
            "{!r} is not a number of things", found[0].strip(), nearest="`2🌿, 1 Crystal`"
        )
    return counts[0]


def _loose(emoji: str) -> str:
    bare = [character for character in emoji if character not in _MARKS]
    return "".join(f"{re.escape(character)}[{_MARKS}]*" for character in bare)


def _words(name: str) -> str:
    """A pattern for a name, its singular and its plural."""
    bare = name[:-1] if name.endswith("s") and not name.endswith("ss") else name
    return rf"{re.escape(bare)}(?:{re.escape(name[len(bare) :])}|s)?(?!\w)"


def read_components(titles: Iterable[str]) -> Components:
    """Components by the items of a list, each an emoji and a name."""
    split = filter(None, map(_TITLE.fullmatch, titles))
    return Components({found["name"]: found["emoji"] for found in split if found["name"]})


UNITS = {
    name: f"{SECTION}: {title}" for title in TITLES for name in read_components((title,)).emoji
}  # by component
KNOWN = read_components(TITLES)  # for what is read without a ruleset at hand


@read_once
def components(book: Rulebook) -> Components:
    """The components that the page lists; those without an emoji have the one that is known."""
    found = read_components(unit.title for unit in book.members(SECTION)).emoji
    return Components({name: sign or KNOWN.emoji.get(name, "") for name, sign in found.items()})


def aspect_of(name: str) -> str:
    """The aspect of a state that a component's line bears on: who has how many of it."""
    return f"items: {name}"


def of_one(items: Mapping[str, int], name: str) -> Mapping[str, int]:
    """Items of one component, and of names that none has: the page may call it otherwise now."""
    return {item: count for item, count in items.items() if item == name or item not in KNOWN.emoji}


@read_once
def untradable(book: Rulebook) -> tuple[str, ...]:
    """The components that the page says cannot be traded."""
    found = _UNTRADED.search(plain(book.unit(SECTION).text)) if book.has(SECTION) else None
    return tuple(name for _, _, name in components(book).find(found["items"])) if found else ()


def limit_resolve(act: Context) -> None:
    """Turn the ⚡ that players have beyond the limit into 💤."""
    most = limit(act.book, MOST_RESOLVE)
    if most is None:
        return
    too_much = limit(act.book, TOO_MUCH)
    for name, player in act.state.players.items():
        over = player.count(RESOLVE) - most
        if over > 0 and (too_much is None or player.count(RESOLVE) > too_much):
            act.state = gain(gain(act.state, name, RESOLVE, -over), name, RESTFULNESS, over)
            act.say("{} has more than {}⚡: {} turn into 💤", name, most, over)


_SAYS = (
    "it is an item that players, the Obelisk and the storehouse can own,"
    " by that name or by its emoji"
)
RULES = Section(
    __name__,
    (
        Implementation(SECTION, bears=Bears(changes=("items",)), words=(untradable,)),
        *(
            Implementation(unit, says=_SAYS, bears=Bears(changes=(aspect_of(name),)))
            for name, unit in UNITS.items()
        ),
    ),
    prepare=limit_resolve, after_action=limit_resolve,
)  # fmt: skip
