"""Items that change the board: types of spaces, new spaces, ways between spaces, the beam.

Decisions: where an item would change the type of a Boulder Trap its use is cancelled, and the item
is kept. Who makes a space names its number, which no space may have. The types to choose from are
those that the ruleset page describes; a space that becomes a category draws its pseudo-type at
once. Spaces that do not exist are connected to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.common.notation import DiceOf
from rules.cycle15.belongings import images
from rules.cycle15.belongings.amendments import amend
from rules.cycle15.belongings.garbage import grant_random, row, row_text
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board import boulder_trap, crystal_beam, garbage_pile
from rules.cycle15.board.categories import categories, draw_pseudo_type
from rules.cycle15.board.connections import connect, predecessors
from rules.cycle15.board.effects import May
from rules.cycle15.board.places import by_id, place, players_on, put_space
from rules.cycle15.board.type_names import known_types
from rules.cycle15.board.types import types_in_force
from rules.cycle15.items.item import Item, Number, unit_of
from rules.cycle15.items.targets import standing
from rules.cycle15.state import BLANK, CRYSTAL, Space, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held, Refused
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.renamed import hold_renamed
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.patches import Patch
from wikibot.wikitext.plain import plain

BOTTLE, BACON, QUARTZ, TOPAZ = (
    "Bottle of Holding",
    "Dimensional Bacon",
    "Resonant Quartz",
    "Refractive Topaz",
)
_BECOMES = re.compile(r"becomes? (?P<type>[^.]+)\.")


# -- types -----------------------------------------------------------------------------------------


def change_types(act: ActionContext[State], spaces: Iterable[int], kind: str) -> None:
    """Give spaces a type, as an item does; refuses for a Boulder Trap."""
    changing = [each for each in by_id(spaces) if act.state.spaces[each].type != kind]
    for each in changing:
        if act.state.spaces[each].type == boulder_trap.SECTION:
            raise Refused(f"no item changes the type of space {each}", rule=boulder_trap.SECTION,
                          remedy="The use is cancelled; the item is kept.")  # fmt: skip
    act.state = put_space(
        act.state,
        *(replace(act.state.spaces[each], type=kind, pseudo_type=None) for each in changing),
    )
    listed = ", ".join(map(str, changing))
    act.say(f"{kind} now: {listed}" if changing else f"no space becomes {kind}")
    if kind in act.book.derived(categories):
        for each in changing:
            draw_pseudo_type(act, each, "pseudo-type")


def _cover(act: ActionContext[State]) -> None:
    here = standing(act)
    if act.state.spaces[here].type == BLANK:
        change_types(act, (here,), garbage_pile.SECTION)
    else:
        act.say(f"space {here} is not {BLANK}, so it stays as it is")


def _cover_and_grant(act: ActionContext[State]) -> None:
    _cover(act)
    grant_random(act, act.player)


def _bottle(act: ActionContext[State]) -> None:
    """The type is the one that the description names, which the last user left there."""
    unit = row(act, BOTTLE)
    found = _BECOMES.search(plain(unit.meaning))
    if not found:
        raise Held(unit_of(BOTTLE), "its description names no type that the space becomes")
    kind, before = found["type"], act.state.spaces[standing(act)].type
    change_types(act, (standing(act),), kind)
    old = row_text(unit)
    new = re.sub(rf"\b{re.escape(kind)}\b", lambda _: before, old)
    if new != old:
        amend(act, Patch("replace", "Garbage", old, new), BOTTLE)


def _shoot_rainbow(act: ActionContext[State]) -> None:
    kind = act.choose("which type the space becomes", tuple(known_types(act.book)), rule="Spaces")
    change_types(act, (standing(act),), kind)


def _darken(act: ActionContext[State]) -> None:
    here = standing(act)
    near = (here, *act.state.spaces[here].successors, *predecessors(act.state, here))
    change_types(act, (each for each in near if each in act.state.spaces), BLANK)


def _tip(act: ActionContext[State]) -> None:
    change_types(
        act,
        (each.id for each in act.state.spaces.values() if each.type == BLANK),
        garbage_pile.SECTION,
    )


def _resonate(act: ActionContext[State]) -> None:
    """The pseudo-type of a space of a category, by choice; a space of another type stays as it is."""
    space = act.choose("which space", by_id(act.state.spaces), rule="Categories")
    members = act.book.derived(categories).get(act.state.spaces[space].type)
    if members is None:
        act.say(f"the type of space {space} is not a category, so nothing happens")
        return
    kind = act.choose("its pseudo-type", tuple(dict.fromkeys((*members, BLANK))), rule="Categories")
    act.state = put_space(act.state, replace(act.state.spaces[space], pseudo_type=kind))
    act.say(f"space {space} is now {kind}")


# -- new spaces and ways ---------------------------------------------------------------------------


def _new_number(act: ActionContext[State]) -> int:
    def read(text: str) -> int:
        if not re.fullmatch(r"-?\d{1,9}", text) or integer(text) in act.state.spaces:
            raise ValueError("a whole number that no space has")
        return integer(text)

    return act.ask("the number of the new space", read)


def _follow(act: ActionContext[State]) -> None:
    here, new = standing(act), _new_number(act)
    act.state = connect(put_space(act.state, Space(new)), ((here, new),))
    act.say(f"space {new} is created and follows {here}")


def _connect(act: ActionContext[State]) -> None:
    dice = act.book.derived(DiceOf(unit_of(BACON)))
    low, high = sorted(act.roll(dice.count, dice.sides, BACON))
    if low == high or low not in act.state.spaces or high not in act.state.spaces:
        act.say(f"{low} and {high} are not two spaces, so nothing happens")
        return
    act.state = connect(act.state, ((low, high),))
    act.say(f"{high} now follows {low}")


@dataclass(frozen=True)
class Detour:
    """A way by a new space between two spaces, on the same side of 0 or from one side to the other."""

    same_side: bool

    def __call__(self, act: ActionContext[State]) -> None:
        spaces = by_id(space for space in act.state.spaces if space)
        first = act.choose("the first space", spaces, rule="Garbage")
        fits = tuple(
            each
            for each in spaces
            if each != first and ((each > 0) is (first > 0)) is self.same_side
        )
        second = act.choose("the second space", fits, known=tuple(map(str, spaces)), rule="Garbage")
        new = _new_number(act)
        act.state = connect(put_space(act.state, Space(new)), ((first, new), (new, second)))
        act.say(f"a way leads from {first} by {new} to {second}")


# -- the beam --------------------------------------------------------------------------------------


def _prism(act: ActionContext[State]) -> None:
    """What landing on a Crystal Beam does, where the page has that type."""
    kind = act.book.derived(types_in_force).get(crystal_beam.SECTION)
    if kind and kind.landing:
        kind.landing(act, act.player, act.me.location)
    else:
        hold_renamed(act.book, crystal_beam.SECTION)
        act.book.require(crystal_beam.SECTION)


def _quartz(act: ActionContext[State]) -> None:
    hit = act.state.spaces[standing(act)].beamed
    if hit and hit >= act.state.phase - 1:
        grant(act, act.player, CRYSTAL, act.book.derived(Number(QUARTZ)))
    act.book.require(crystal_beam.SECTION)
    May(crystal_beam.BEAM, "aims the beam: `beam N`")(act, act.player, act.me.location)


def _beam_all(act: ActionContext[State]) -> None:
    act.book.require(crystal_beam.SECTION)
    for space in by_id(act.state.spaces):
        crystal_beam.target(act, space)


def _refract(act: ActionContext[State]) -> None:
    act.book.require(crystal_beam.SECTION)
    space = act.choose(
        "the space to aim the beam at", by_id(act.state.spaces), rule=crystal_beam.SECTION
    )
    crystal_beam.target(act, space)
    there = act.book.derived(Number(TOPAZ))
    for name in players_on(act.state, space):
        place(act, name, there)
        act.say(f"{name} is now at {there}")
    images.send(act, (space,), there)


WHISTLE = "Summoning Whistle"
ITEMS = (
    Item(WHISTLE, (_cover_and_grant,), variant="late", how=How.ASKS),
    Item(WHISTLE, (_cover,), variant="early"),
    Item(BOTTLE, (_bottle,), how=How.ASKS),
    Item("Rainbow Gun", (_shoot_rainbow,), how=How.ASKS),
    Item("Descending Dark", (_darken,)),
    Item("Garbage Truck", (_tip,)),
    Item("Telekinetic Amethyst", (_resonate,), how=How.ASKS),
    Item("NEW ITEM", (_follow,), how=How.ASKS),
    Item(BACON, (_connect,), how=How.ASKS),
    Item("Machete", (Detour(same_side=True),), how=How.ASKS),
    Item("Space Mangler", (Detour(same_side=False),), how=How.ASKS),
    Item("Last Prism", (_prism,), how=How.ASKS),
    Item(QUARTZ, (_quartz,), how=How.ASKS),
    Item("Hell Diamond", (_beam_all,)),
    Item(TOPAZ, (_refract,), how=How.ASKS),
)
