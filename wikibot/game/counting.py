"""A number of things in words: ``1 Duck``, ``2 Ducks``, ``2 Fish``, ``2 Draughts of Fudging``.

Rules name things in the singular or in the plural (``Crystals``); a count wants the one that fits.
Decisions: that a name is a plural already is known of lists of goods, whose caller says so; names
that people chose freely are taken for what they look like. A name that is more than plain words
(``Number 3``, ``Feelin' 4sty``, ``NEW ITEM``) stays as it is, and so do the few words that have no
other plural. In another language a name stays as the page has it, for its plural is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from wikibot.wikitext.dialect import LARGE, grouped
from wikibot.wikitext.messages import current

_UNCHANGED = """
    fish clothes sheep deer moose series species bacon garbage gold silver iron wood grass sand
    water ice glass advice news luck resolve blood dust honey bread rice rain snow money data
"""
_SAME = frozenset(_UNCHANGED.split())
_IRREGULAR = {
    "men": "man", "women": "woman", "children": "child", "people": "person", "mice": "mouse",
    "geese": "goose", "feet": "foot", "teeth": "tooth", "oxen": "ox", "dice": "die",
    "wolves": "wolf", "knives": "knife", "wives": "wife", "lives": "life", "leaves": "leaf",
    "loaves": "loaf", "thieves": "thief", "shelves": "shelf", "elves": "elf", "halves": "half",
    "potatoes": "potato", "tomatoes": "tomato", "heroes": "hero", "movies": "movie",
    "cookies": "cookie", "pies": "pie", "ties": "tie", "lies": "lie", "zombies": "zombie",
    "shoes": "shoe", "canoes": "canoe", "axes": "axe", "houses": "house", "horses": "horse",
    "buses": "bus", "gases": "gas", "caches": "cache", "curses": "curse", "cheeses": "cheese",
    "roses": "rose", "dwarves": "dwarf", "werewolves": "werewolf", "scarves": "scarf",
    "calves": "calf", "witches": "witch", "bases": "base",
    "nooses": "noose", "geniuses": "genius", "bonuses": "bonus",
    "toes": "toe", "foes": "foe", "hoes": "hoe", "woes": "woe", "oboes": "oboe",
    "viruses": "virus", "cactuses": "cactus", "quizzes": "quiz",
    "sizes": "size", "prizes": "prize", "mazes": "maze", "hooves": "hoof", "sheaves": "sheaf",
    "lice": "louse", "dormice": "dormouse", "fungi": "fungus", "crises": "crisis",
    "oases": "oasis",
}  # fmt: skip
"""Plurals that no rule makes, or that another rule would take for those of another word."""
_PLURALS = {one: many for many, one in _IRREGULAR.items() if one != "die"}
_COMPOUNDED = (  # words that others end with: werewolves, jackknives, swordsmen
    "wolves", "knives", "shelves", "wives", "loaves", "thieves", "women", "men", "children",
    "people", "feet", "teeth", "wolf", "knife", "shelf", "wife", "loaf", "thief", "woman", "man",
    "child", "person", "foot", "tooth",
)  # fmt: skip
_NO_COMPOUNDS = (  # of man
    "omen", "umen", "imen", "amen", "ymen", "semen", "human", "german", "roman", "shaman", "isman",
    "ottoman", "norman", "caiman", "brahman",
)  # fmt: skip
_NO_PLURALS = ("ss", "us", "is", "news", "series", "species", "chess", "glasses")
_IN_ES = ("ches", "shes", "xes", "sses", "zzes", "oes")
_SHORTEST = 4  # letters of a plural
_JOINED = re.compile(r"\s(?:and|&|\+)\s", re.IGNORECASE)  # Fish and Chips: one thing in any number
_PLAIN = re.compile(r"(?P<head>[A-Za-z][a-z'’]+(?:[ -][A-Za-z][a-z'’]*)*?)(?P<rest> of .+)?")
_HISSES = ("s", "x", "z", "ch", "sh")


def counted(count: int, name: str, *, plural: bool | None = False) -> str:
    """A count of things called ``name``.

    ``plural``: whether the name is one, as in a list of goods; None: as it looks.
    """
    plural = looks_plural(name) if plural is None else plural
    if abs(count) == 1:
        form = singular_of(name) if plural else name
    else:
        form = name if plural or not _PLAIN.fullmatch(name) else plural_of(name)
    words, number = current(), count if -LARGE < count < LARGE else grouped(count)
    return f"{number} {words.texts.get(form, form if words.language == 'en' else name)}"


def looks_plural(name: str) -> bool:
    """Whether a name ends as most plurals do, and few other words."""
    word = name.casefold()
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "'s", "’s"))


@lru_cache(maxsize=8192)
def plural_of(name: str) -> str:
    """A name in the plural, in its own case, where it is not in it already."""
    head, of, rest = name.partition(" of ")
    last = re.split("[ -]", head)[-1]
    word = last.casefold()
    if word in _SAME or not word.isalpha() or _one(word) != word or _JOINED.search(name):
        return name
    many = f"{word}s"
    if one := _ending(word, _PLURALS):
        many = f"{word.removesuffix(one)}{_PLURALS[one]}"
    elif word.endswith("y") and word[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        many = f"{word[:-1]}ies"
    elif word.endswith(_HISSES):
        many = f"{word}es"
    return f"{_with(head, last, many)}{of}{rest}"


@lru_cache(maxsize=8192)
def singular_of(name: str) -> str:
    """A name in the singular, in its own case: Golden Eggs, Golden Egg."""
    head, of, rest = name.partition(" of ")
    last = head.rpartition(" ")[2]
    if _JOINED.search(name):
        return name
    return f"{_with(head, last, _one(last.casefold()))}{of}{rest}"


def _with(head: str, last: str, other: str) -> str:
    """A name with another number of its last word, whose letters stay as they are spelled."""
    word = last.casefold()
    same = next(at for at in range(len(word), -1, -1) if other.startswith(word[:at]))
    return f"{head.removesuffix(last)}{last[:same]}{other[same:]}"


def _one(word: str) -> str:
    """A word of small letters in the singular."""
    if many := _ending(word, _IRREGULAR):
        return f"{word.removesuffix(many)}{_IRREGULAR[many]}"
    if len(word) < _SHORTEST or not word.endswith("s") or word.endswith(_NO_PLURALS):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(_IN_ES) else word[:-1]


def _ending(word: str, known: Mapping[str, str]) -> str:
    """The irregular word that a word is or, as werewolves do, ends with; "" for none."""
    if word in known:
        return word
    found = next((end for end in _COMPOUNDED if end in known and word.endswith(end)), "")
    return "" if found in ("men", "man") and word.endswith(_NO_COMPOUNDS) else found


def singulars(word: str) -> Iterator[str]:
    """What a folded word may be the plural of."""
    head, of, rest = word.partition(" of ")
    if of:  # draughts of fudging
        yield from (f"{each}{of}{rest}" for each in singulars(head))
    if (one := singular_of(word)) != word:
        yield one
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s"):
        yield word[:-1]
