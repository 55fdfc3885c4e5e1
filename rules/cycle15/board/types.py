"""Which type of space is in force where: all types of both rulesets, held against the ruleset page.

Decisions: a type that no section of the page describes makes the space Blank, as the rule Spaces
says of a space that lacks a type; while a section beside them is new, which may describe it under
another name, it is held. A type whose section is there but new, reworded or not implemented holds
every move that touches such a space. So does one whose heading alone has another name now, until
somebody writes that name on the board: the text still speaks of the old one.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.common.told import SAYS, waits_on_spaces
from rules.cycle15.board import (
    blank,
    boulder_trap,
    casino,
    crystal,
    crystal_beam,
    crystal_forge,
    dance_pad,
    disco_ball,
    garbage_pile,
    geode,
    geyser,
    oil_spill,
    shard_pile,
    spinners,
    stop_sign,
    teleporter,
    thin_ice,
)
from rules.cycle15.board.categories import categories
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.state import BLANK, Space, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import How, Implementation, about
from wikibot.game.ruleset.renamed import hold_renamed
from wikibot.game.ruleset.rulebook import Rulebook, Standing

MODULES = (
    blank, crystal, boulder_trap, crystal_beam, garbage_pile, spinners, stop_sign, oil_spill, thin_ice, shard_pile,
    crystal_forge, casino, teleporter, geyser, dance_pad, disco_ball, geode,
)  # fmt: skip
TYPES: tuple[SpaceType, ...] = tuple(kind for module in MODULES for kind in module.TYPES)
VERBS = tuple(verb for module in MODULES for verb in getattr(module, "VERBS", ()))


def _implementations() -> tuple[Implementation, ...]:
    """One for each unit; a unit that comes in several wordings is implemented once for all of them."""
    found: dict[str, Implementation] = {}
    says = {
        kind.name: SAYS.get(kind.name) or about(module)
        for module in MODULES
        for kind in module.TYPES
    }
    for kind in TYPES:
        variants = (
            (*found[kind.name].variants, kind.variant) if kind.name in found else (kind.variant,)
        )
        how = How.ASKS if kind.asks else How.AUTOMATIC
        found[kind.name] = Implementation(
            kind.name, how, variants=tuple(filter(None, variants)), says=says[kind.name],
            waits=waits_on_spaces(kind.name), named=True,
        )  # fmt: skip
    return tuple(found.values())


IMPLEMENTS = _implementations()


def types_in_force(book: Rulebook) -> Mapping[str, SpaceType]:
    """The types that the page defines in a wording that is implemented, by the names that it has for them."""
    return {
        book.renamed[kind.name][1] if kind.name in book.renamed else kind.name: kind
        for kind in TYPES
        if book.has(kind.name)
        and not book.obstacle(kind.name)
        and kind.variant in ("", book.variant(kind.name))
    }


def _hold_unknown(book: Rulebook, name: str) -> None:
    """Hold a type that no section describes where a new section beside those of types may be what it is called now."""
    new = book.derived(_new_beside_types)
    if new:
        raise Held(
            new, f"no section describes {name}, and {new} is new; that may be what it is called now"
        )


def _new_beside_types(book: Rulebook) -> str:
    beside = (
        unit
        for unit in book.units.values()
        if unit.kind == "section" and "Spaces" in unit.path[:-1]
    )
    return next((unit.name for unit in beside if book.standing(unit.name) is Standing.NEW), "")


def type_of(act: ActionContext[State], space: Space) -> SpaceType:
    """What applies to whoever comes upon a space; raises :class:`Held` where nobody knows."""
    known, groups = act.book.derived(types_in_force), act.book.derived(categories)
    name = space.type
    if name in groups:
        name = (space.pseudo_type or BLANK) if groups[name] else BLANK
    if name not in known:
        hold_renamed(act.book, name)
        name = act.book.known_as(name) if act.book.on_page(name) else name
    for each in (name, BLANK):
        if each in known:
            return known[each]
        if act.book.has(each):
            act.book.require(each)
        if each != BLANK and not act.book.on_page(each):
            _hold_unknown(act.book, each)
    return blank.TYPES[0]
