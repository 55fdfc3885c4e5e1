"""Ruleset section Unique Types: of several spaces with such a type only the last keeps it.

A type is unique where its own section says so ("... is a unique type of space"). Types are called
by the headings under Spaces and Categories of the ruleset page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.common.notation import read_once
from rules.common.sections import Section
from rules.cycle15.board.spaces import put_space
from rules.cycle15.state import BLANK, Context, Space
from wikibot.game.ruleset.of_each import OfEach
from wikibot.sdk import Bears, Implementation, Rulebook, Vocabulary, fold, plain, replace

SECTION = "Unique Types"
_UNIQUE = re.compile(r"\bis a unique (?:space )?type\b", re.IGNORECASE)


@read_once
def known_types(book: Rulebook) -> Vocabulary:
    """Every type and category of spaces, by the headings under Spaces and Categories."""
    parents = ("spaces", "categories")
    units = (unit for unit in book.units.values() if unit.kind == "section" and len(unit.path) > 1)
    below = (
        unit
        for unit in units
        if fold(unit.path[-2]) in parents and book.known_as(unit.name) != SECTION
    )
    return Vocabulary((BLANK, *(unit.title for unit in below)))


def unique_types(book: Rulebook) -> tuple[str, ...]:
    """The unique types of the page, in its order."""
    if not book.has(SECTION):
        return ()
    return tuple(unit.title for unit in book.units.values() if _UNIQUE.search(plain(unit.text)))


def keep_unique(act: Context) -> None:
    """Turn all but the last space of each unique type Blank."""
    for space in act.book.found_in(act.state.spaces, _repeated):
        name = act.state.spaces[space].type
        blank = replace(act.state.spaces[space], type=BLANK, pseudo_type=None)
        act.state = put_space(act.state, blank)
        act.say("space {} becomes {}: {} is a unique type", str(space), BLANK, name)


def _repeated(spaces: Mapping[int, Space], book: Rulebook) -> tuple[int, ...]:
    return book.found_in(book.found_in(spaces, TYPES), _alike)


TYPES = OfEach[int, Space, str](lambda space: space.type)


def _alike(types: Mapping[int, str], book: Rulebook) -> tuple[int, ...]:
    """The spaces that lose a unique type, by type and then by identifier."""
    of = {
        name: sorted(id_ for id_, type_ in types.items() if type_ == name)
        for name in book.derived(unique_types)
    }
    return tuple(space for found in of.values() for space in found[:-1])


RULES = Section(
    __name__,
    (Implementation(SECTION, bears=Bears(changes=("types",))),),
    prepare=keep_unique,
    after_action=keep_unique,
)
