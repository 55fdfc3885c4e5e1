"""Items that change the board: types of spaces, new spaces, ways between spaces, the beam.

Decisions: where an item would change the type of a Boulder Trap its use is cancelled, and the item
is kept. Who makes a space names its number, which no space may have. The types to choose from are
those that the ruleset page describes; a space that becomes a category draws its pseudo-type at
once. Spaces that do not exist are connected to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from rules.cycle15.belongings import possessions
from rules.cycle15.belongings.garbage import amend, row, row_text
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board.categories import categories, draw_pseudo_type
from rules.cycle15.board.space_types import crystal_beam
from rules.cycle15.board.space_types.treasures import PILE
from rules.cycle15.board.space_types.ways import TRAP
from rules.cycle15.board.spaces import by_id, connect, place, players_on, predecessors, put_space
from rules.cycle15.board.types import types_in_force
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.items.item import (
    DICE,
    NUMBER,
    USER,
    GrantRandom,
    Item,
    in_use,
    standing,
    unit_of,
)
from rules.cycle15.state import BLANK, CRYSTAL, Context, Space
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.sdk import Held, Refused, integer, plain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.patches import Patch

_BECOMES = re.compile(r"becomes? (?P<type>[^.]+)\.")


# -- types -----------------------------------------------------------------------------------------


def change_types(act: Context, spaces: Iterable[int], kind: str) -> None:
    """Give spaces a type, as an item does; refuses for a Boulder Trap."""
    changing = [each for each in by_id(spaces) if act.state.spaces[each].type != kind]
    for each in changing:
        if act.state.spaces[each].type == TRAP:
            why = say("no item changes the type of space {}", str(each))
            remedy = say("The use is cancelled; the item is kept.")
            raise Refused(why, rule=TRAP, remedy=remedy)
    new = (replace(act.state.spaces[each], type=kind, pseudo_type=None) for each in changing)
    act.state = put_space(act.state, *new)
    listed = ", ".join(map(str, changing))
    act.say(say("{} now: {}", kind, listed) if changing else say("no space becomes {}", kind))
    if kind in act.book.derived(categories):
        for each in changing:
            draw_pseudo_type(act, each, "pseudo-type")


def _cover(act: Context) -> None:
    here = standing(act)
    if act.state.spaces[here].type == BLANK:
        change_types(act, (here,), PILE)
    else:
        act.say("space {} is not {}, so it stays as it is", str(here), BLANK)


def _bottle(act: Context) -> None:
    """The type is the one that the description names, which the last user left there."""
    unit = row(act, in_use(act))
    found = _BECOMES.search(plain(unit.meaning))
    if not found:
        raise Held(unit_of(in_use(act)), "its description names no type that the space becomes")
    kind, before = found["type"], act.state.spaces[standing(act)].type
    change_types(act, (standing(act),), kind)
    old = row_text(unit)
    new = re.sub(rf"\b{re.escape(kind)}\b", lambda _: before, old)
    if new != old:
        amend(act, Patch("replace", "Garbage", old, new), in_use(act))


def _shoot_rainbow(act: Context) -> None:
    types, question = tuple(known_types(act.book)), "which type does the space become"
    kind = act.choose("which type the space becomes", types, rule="Spaces", question=question)
    change_types(act, (standing(act),), kind)


def _darken(act: Context) -> None:
    here = standing(act)
    near = (here, *act.state.spaces[here].successors, *predecessors(act.state, here))
    change_types(act, (each for each in near if each in act.state.spaces), BLANK)


def _tip(act: Context) -> None:
    blank = (each.id for each in act.state.spaces.values() if each.type == BLANK)
    change_types(act, blank, PILE)


def _resonate(act: Context) -> None:
    """The pseudo-type of a space of a category, by choice; another space stays as it is."""
    space = act.choose("which space", by_id(act.state.spaces), rule="Categories")
    members = act.book.derived(categories).get(act.state.spaces[space].type)
    if members is None:
        act.say("the type of space {} is not a category, so nothing happens", str(space))
        return
    types, question = tuple(dict.fromkeys((*members, BLANK))), "which pseudo-type does it get"
    kind = act.choose("its pseudo-type", types, rule="Categories", question=question)
    act.state = put_space(act.state, replace(act.state.spaces[space], pseudo_type=kind))
    act.say("space {} is now {}", str(space), kind)


# -- new spaces and ways ---------------------------------------------------------------------------


def new_number(act: Context) -> int:
    """The number of a new space, which no space may have."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?\d{1,9}", text) or integer(text) in act.state.spaces:
            raise ValueError(say("a whole number that no space has"))
        return integer(text)

    return act.ask("the number of the new space", read, "which number does the new space get")


def _follow(act: Context) -> None:
    here, new = standing(act), new_number(act)
    act.state = connect(put_space(act.state, Space(new)), ((here, new),))
    act.say("space {} is created and follows {}", str(new), str(here))


def _connect(act: Context) -> None:
    low, high = sorted(DICE(act))
    if low == high or low not in act.state.spaces or high not in act.state.spaces:
        act.say("{} and {} are not two spaces, so nothing happens", low, high)
        return
    act.state = connect(act.state, ((low, high),))
    act.say("{} now follows {}", high, low)


class Detour(Struct, frozen=True):
    """A way by a new space between two spaces, on one side of 0 or from one side to the other."""

    same_side: bool

    def __call__(self, act: Context) -> None:
        spaces = by_id(space for space in act.state.spaces if space)
        first = act.choose(
            "the first space", spaces, rule="Garbage", question="which space is the first"
        )
        others = (each for each in spaces if each != first)
        fits = tuple(each for each in others if ((each > 0) is (first > 0)) is self.same_side)
        second = act.choose(
            "the second space",
            fits,
            known=tuple(map(str, spaces)),
            rule="Garbage",
            question="which space is the second",
        )
        new = new_number(act)
        act.state = connect(put_space(act.state, Space(new)), ((first, new), (new, second)))
        act.say("a way leads from {} by {} to {}", first, new, second)


# -- the beam --------------------------------------------------------------------------------------


def _prism(act: Context) -> None:
    """What landing on a Crystal Beam does, where the page has that type."""
    kind = act.book.derived(types_in_force).get(crystal_beam.SECTION)
    if kind and kind.landing:
        kind.landing(act, act.player, act.me.location)
    else:
        hold_renamed(act.book, crystal_beam.SECTION)
        act.book.require(crystal_beam.SECTION)


def _quartz(act: Context) -> None:
    hit = act.state.spaces[standing(act)].beamed
    if hit and hit >= act.state.phase - 1:
        grant(act, act.player, CRYSTAL, NUMBER(act))
    act.book.require(crystal_beam.SECTION)
    crystal_beam.OFFER(act, act.player, act.me.location)


def _beam_all(act: Context) -> None:
    act.book.require(crystal_beam.SECTION)
    for space in by_id(act.state.spaces):
        crystal_beam.target(act, space)


def _refract(act: Context) -> None:
    act.book.require(crystal_beam.SECTION)
    space = crystal_beam.choose_target(act)
    crystal_beam.target(act, space)
    there = NUMBER(act)
    for name in players_on(act.state, space):
        place(act, name, there)
        act.say("{} is now at {}", name, there)
    possessions.send(act, (space,), there)


WHISTLE = "Summoning Whistle"
ITEMS = (
    Item(WHISTLE, "a Blank space of the user's becomes a Garbage Pile, and they gain a random item "
         "in any case", (_cover, GrantRandom(USER)), asks=True, variant="late"),
    Item(WHISTLE, "a Blank space of the user's becomes a Garbage Pile", (_cover,), variant="early"),
    Item("Bottle of Holding", "the user's space becomes of the type that the description names by "
         "then, and its former type is named there, as an amendment", (_bottle,), asks=True),
    Item("Rainbow Gun", "the user's space becomes of a type or category that they name",
         (_shoot_rainbow,), asks=True),
    Item("Descending Dark", "the user's space, what follows and what precedes it become Blank",
         (_darken,)),
    Item("Garbage Truck", "all Blank spaces become Garbage Piles", (_tip,)),
    Item("Telekinetic Amethyst",
         "the pseudo-type of a space becomes what the user names: one of its "
         "category's list or Blank", (_resonate,), asks=True),
    Item("NEW ITEM", "a new space follows the user's, with a number that they name", (_follow,),
         asks=True),
    Item("Dimensional Bacon", "of two random spaces, where both exist and differ, the higher one "
         "follows the lower one", (_connect,), asks=True, reads=(DICE,)),
    Item("Machete", "a new Blank space leads from one space to another on the same side of the "
         "board; the user names all three", (Detour(same_side=True),), asks=True),
    Item("Space Mangler", "a new Blank space leads from one side of the board to the other",
         (Detour(same_side=False),), asks=True),
    Item("Last Prism", "the user may aim the beam, as on landing on a Crystal Beam", (_prism,),
         asks=True),
    Item("Resonant Quartz",
         "the user is granted a crystal if their space was beamed lately, and may "
         "aim the beam until the phase ends", (_quartz,), asks=True, reads=(NUMBER,)),
    Item("Hell Diamond", "the beam is aimed at all spaces, by their numbers", (_beam_all,)),
    Item("Refractive Topaz",
         "the beam is aimed at a space, and the players there are on the initial "
         "space, without landing", (_refract,), asks=True, reads=(NUMBER,)),
)  # fmt: skip
