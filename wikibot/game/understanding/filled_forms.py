"""The form of a verb with what a line names in its places: ``use Death Ray: DETAILS``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from wikibot.game.understanding.phrases import Slots
from wikibot.game.understanding.plain_line import Token, said, tokens
from wikibot.game.understanding.slots.base import PhraseSlot
from wikibot.game.verbs import Verb
from wikibot.wikitext.folding import fold

_LONGEST_NAME = 5  # words
_EMPTY = frozenset(
    """
    a an the my our this that to of on at in for from with by and or not is are be am i i'd it you
    me we up out as so do does can could would will want like please now then no yes one some any
    all new get make take have has if but about into over more his her their your what how who
    """.split()  # noqa: SIM905  # a list of words reads as one
)
# What the capitals in a form stand for, by the kinds of things of phrases:
_KINDS: Mapping[str, tuple[str, ...]] = {
    "PLAYER": ("other", "player"), "NAME": ("candidate", "applicant", "member", "other", "player"),
    "ITEM": ("item", "own item", "wares", "any item"), "ITEMS": ("items",), "SPACE": ("space",),
    "HERB": ("herb",), "POT": ("pot",), "COMPONENTS": ("components",), "RITUAL": ("ritual",),
    "TOWN": ("town",), "AMOUNT": ("number",), "NUMBER": ("number",), "N": ("space", "number"),
    "P3": ("proposal",), "J2": ("request",), "T4": ("trade", "own trade"), "G1": ("gathering",),
    "VERB": ("verb",), "DETAILS": ("other", "space", "type"),
}  # fmt: skip
_PLACE = re.compile(r"\b(?:[A-Z]{2,}(?:,? [A-Z]{2,})*,? \.\.\.|(?:[A-Z]{2,}|N|[PJTG]\d)\b)")
_IN_BRACKETS = re.compile(r" ?\[([^\[\]]*)\]")


def filled(verb: Verb, text: str, slots: Slots) -> str:
    """A verb's form with what the line names in its places: ``use Death Ray: DETAILS``.

    Where something was named, optional parts of which nothing is stay out.
    """
    own = frozenset(fold(verb.name).split())
    words, used = [word for word in tokens(text) if word.key not in own], set[str]()

    def fill(place: re.Match[str]) -> str:
        many = place[0].endswith("...")
        names = []
        for kind in _KINDS.get(place[0].partition(" ")[0].strip(",."), ()):
            while (slot := slots.get(kind)) and (name := _named(words, slot, used)):
                used.add(name)
                names.append(name)
                if not many:
                    return name
        return (", " if "," in place[0] else " ").join(names) or place[0]

    form = _PLACE.sub(fill, verb.form)
    return _IN_BRACKETS.sub(_optional, form) if used else form


def _optional(option: re.Match[str]) -> str:
    return "" if _PLACE.search(option[1]) else option[1]


def _named(words: Sequence[Token], slot: PhraseSlot, used: Iterable[str]) -> str:
    """The first thing of a kind that some words name, longer names before shorter ones."""
    taken = tuple(used)
    for at in range(len(words)):
        for length in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
            some = words[at : at + length]
            if some[0].key in _EMPTY or some[-1].key in _EMPTY:
                continue
            found = slot.read(said(some))
            if len(found) == 1 and found[0] not in taken:
                return found[0]
    return ""
