"""Which type of space is in force where: all types of both rulesets, held against the ruleset page.

Decisions: a type that no section of the page describes makes the space Blank, as the rule Spaces
says of a space that lacks a type; while a section beside them is new, which may describe it under
another name, it is held. A type whose section is there but new, reworded or not implemented holds
every move that touches such a space. So does one whose heading alone has another name now, until
that name stands on the board: the text still speaks of the old one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast

from rules.common.sections import Section, by_unit, numbers_in, settled, words_in
from rules.cycle15 import space_types
from rules.cycle15.space_types import BLANK_SPACE, TYPES
from rules.cycle15.spaces import SpaceType, categories, what_waits
from rules.cycle15.state import BLANK, Context, Space
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.sdk import Held, How, Implementation, Rulebook, Unit, fold


def _implementation(kind: SpaceType) -> Implementation:
    how, waits = How.ASKS if kind.asks else How.AUTOMATIC, what_waits(kind.name)
    module, variants = space_types.__name__, (kind.variant,) if kind.variant else ()
    return Implementation(
        kind.name, how, (*kind.reads, *numbers_in(module, kind.name)), variants,
        says=kind.says, waits=waits, named=True, words=words_in(module, kind.name),
    )  # fmt: skip


RULES = Section(
    implements=by_unit(map(_implementation, TYPES)),
    verbs=tuple(verb for kind in TYPES for verb in kind.verbs),
    slots=lambda _, book, __: {n: slot for kind in TYPES for n, slot in kind.slots(book).items()},
)


def _in_words(unit: str, kind: str, act: Context, who: str, space: int) -> None:
    """Play what the own words of a type say of landing there (``moves``), or of passing."""
    from rules.generic.owners import Owner
    from rules.generic.play.scene import Happened

    event = Happened(kind, who, "", thing=Owner("Spaces", str(space)))
    cast(Any, act.game).play_words(act, unit, who, event)


def is_of_type(unit: Unit) -> bool:
    """Whether a unit is a section that describes a type of space."""
    return unit.kind == "section" and len(unit.path) > 1 and fold(unit.path[-2]) == "spaces"


def types_in_force(book: Rulebook) -> Mapping[str, SpaceType]:
    """The types that the page defines in an implemented wording, by the names that it uses."""
    coded = {
        book.renamed[kind.name][1] if kind.name in book.renamed else kind.name: kind
        for kind in TYPES
        if settled(book, kind.name) and kind.variant in ("", book.variant(kind.name))
    }
    return coded | {
        unit.title: SpaceType(
            unit.title,
            unit.title[:1].upper(),
            "grey",
            partial(_in_words, name, "moves"),
            partial(_in_words, name, "passes"),
        )
        for name, unit in book.units.items()
        if is_of_type(unit) and book.is_in_words(name) and not book.obstacle(name)
    }


def _new_beside_types(book: Rulebook) -> str:
    sections = (unit for unit in book.units.values() if unit.kind == "section")
    beside = (unit for unit in sections if "Spaces" in unit.path[:-1])
    return next((unit.name for unit in beside if book.standing(unit.name) is WordingStatus.NEW), "")


def type_of(act: Context, space: Space) -> SpaceType:
    """What applies to players on a space; raises :class:`Held` where that is unknown."""
    groups, found = act.book.derived(types_by_name)
    name = space.type
    if name in groups:
        name = (space.pseudo_type or BLANK) if groups[name] else BLANK
    if name not in found:
        found[name] = _find(act, name)
    return found[name]


def types_by_name(book: Rulebook) -> tuple[Mapping[str, Sequence[str]], dict[str, SpaceType]]:
    """The categories; and what applies by each name that a type had so far, where it is known."""
    return book.derived(categories), dict(book.derived(types_in_force))


def _find(act: Context, name: str) -> SpaceType:
    """What applies on a space whose type has a name that may be none of those in force."""
    known = act.book.derived(types_in_force)
    if name not in known:
        hold_renamed(act.book, name)
        name = act.book.known_as(name) if act.book.on_page(name) else name
    for each in (name, BLANK):
        if each in known:
            return known[each]
        if act.book.has(each):
            act.book.require(each)
        if each != BLANK and not act.book.on_page(each):
            new = act.book.derived(_new_beside_types)
            if new:  # it may be about that type
                raise Held(new, "no section describes {}, and {} is new; that may be what it is "
                                "called now", each, new)  # fmt: skip
    return BLANK_SPACE
