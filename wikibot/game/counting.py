"""A number of things in words: ``1 Duck``, ``2 Ducks``, ``2 Fish``, ``2 Draughts of Fudging``.

Rules name things in the singular or in the plural (``Crystals``); a count wants the one that fits.
Decisions: that a name is a plural already is known of lists of goods, whose caller says so; names
that people chose freely are taken for what they look like. A name that is more than plain words
(``Number 3``, ``Feelin' 4sty``, ``NEW ITEM``) stays as it is, and so do the few words that have no
other plural. In another language a name stays as the page has it, for its plural is not known.
"""

from __future__ import annotations

import re

from wikibot.wikitext.dialect import LARGE, grouped
from wikibot.wikitext.messages import current

_UNCHANGED = """
    fish clothes sheep deer moose series species bacon garbage gold silver iron wood grass sand
    water ice glass advice news luck resolve blood dust honey bread rice rain snow money data
"""
_SAME = frozenset(_UNCHANGED.split())
_PLAIN = re.compile(r"(?P<head>[A-Za-z][a-z'’]+(?:[ -][A-Za-z][a-z'’]*)*?)(?P<rest> of .+)?")
_HISSES = ("s", "x", "z", "ch", "sh")
_LEAST_IES = 5  # letters: ``berries``, but ``ties``


def counted(count: int, name: str, *, plural: bool | None = False) -> str:
    """A count of things called ``name``.

    ``plural``: whether the name is one, as in a list of goods; None: as it looks.
    """
    plural = looks_plural(name) if plural is None else plural
    if abs(count) == 1:
        form = singular_of(name) if plural else name
    else:
        form = name if plural else plural_of(name)
    words, number = current(), count if -LARGE < count < LARGE else grouped(count)
    return f"{number} {words.texts.get(form, form if words.language == 'en' else name)}"


def looks_plural(name: str) -> bool:
    """Whether a name ends as most plurals do, and few other words."""
    word = name.casefold()
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "'s", "’s"))


def plural_of(name: str) -> str:
    """The plural of a name that stands in the singular."""
    found = _PLAIN.fullmatch(name)
    if found is None:
        return name
    head, rest = found["head"], found["rest"] or ""
    word = re.split("[ -]", head)[-1].casefold()
    if word in _SAME:
        return name
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        return f"{head[:-1]}ies{rest}"
    return f"{head}es{rest}" if word.endswith(_HISSES) else f"{head}s{rest}"


def singular_of(name: str) -> str:
    """The singular of a name that stands in the plural."""
    if name.endswith("ies") and len(name) > _LEAST_IES:
        return f"{name[:-3]}y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name
