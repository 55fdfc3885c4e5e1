"""Ruleset section Categories: types that stand for a group of types; one applies at a time.

Decisions: a pseudo-type stands in for the type in every respect (selecting, passing, landing); only
landing changes it, and only after it applied. The new one is a random member of the category's list
in the list's order, the old one among them. Where no pseudo-type is known, one is drawn by the
player who comes upon the space, or by any player before that (``draw pseudo-type of 5``). One that
stands there is known, though the category's list may have lost it since. A category without types
is Blank whatever stands there.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.common.notation import list_of
from rules.common.sections import Section, settled
from rules.cycle15.board.spaces import by_id, put_space
from rules.cycle15.state import BLANK, Context
from wikibot.game.problems import listing
from wikibot.sdk import How, Implementation, Refused, Rulebook, Shape, Verb, integer, replace
from wikibot.wikitext.messages import say

SECTION = "Categories"
DRAW = "draw pseudo-type"
LABEL = "pseudo-type"  # of what is rolled for it
CATEGORIES = ("Treasure", "Hazard", "Utility")
_SAYS = "a space of it works as the type of its list that it stands for, and draws the next one"


def what_waits(kind: str) -> str:
    """What waits while a type or category is held, in words."""
    return f"what happens on spaces of type {kind}"


def categories(book: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """The categories that are in force, each with its types in the order of its list."""
    return {name: book.derived(list_of(name)) for name in CATEGORIES if settled(book, name)}


def draw_pseudo_type(act: Context, space: int, label: str) -> None:
    """Give a space of a category a random pseudo-type; Blank where the category is empty."""
    old = act.state.spaces[space]
    members = act.book.derived(categories).get(old.type, ())
    new = act.pick(members, f"{label} of space {space}") if members else BLANK
    act.state = put_space(act.state, replace(old, pseudo_type=new))
    act.say("space {} ({}) is now {}", str(space), old.type, new)


def settle_pseudo_type(act: Context, space: int) -> None:
    """Make sure that a space of a category has a pseudo-type."""
    found = act.state.spaces[space]
    if found.pseudo_type is None and found.type in act.book.derived(categories):
        draw_pseudo_type(act, space, LABEL)


def after_landing(act: Context, space: int) -> None:
    """Change the pseudo-type of a space that was landed on."""
    found = act.state.spaces.get(space)
    if found and found.type in act.book.derived(categories):
        draw_pseudo_type(act, space, f"next {LABEL}")


# -- by hand ---------------------------------------------------------------------------------------


def _unknown(act: Context) -> tuple[int, ...]:
    """The spaces whose pseudo-type is unknown."""
    groups = act.book.derived(categories)
    return by_id(
        space.id
        for space in act.state.spaces.values()
        if space.type in groups and space.pseudo_type is None
    )


def _draw(act: Context) -> None:
    act.book.require(SECTION)
    unknown = _unknown(act)
    if not unknown:
        raise Refused("there is no space whose pseudo-type is unknown", rule=SECTION)
    named, everywhere = act.answers_left[:1], tuple(map(str, by_id(act.state.spaces)))
    if named and named[0] in everywhere and integer(named[0]) not in unknown:
        remedy = say("Unknown is that of {}.", listing(tuple(map(str, unknown))))
        raise Refused(
            "there is no pseudo-type of space {} to make up", str(named[0]), rule=SECTION,
            remedy=remedy,
        )  # fmt: skip
    draw_pseudo_type(act, act.choose("which space", unknown, rule=SECTION), LABEL)


RULES = Section(
    __name__,
    (
        Implementation(SECTION, How.ASKS, waits="spaces whose type is a category"),
        *(
            Implementation(name, How.ASKS, says=_SAYS, waits=what_waits(name),
                           words=(list_of(name),))
            for name in CATEGORIES
        ),
    ),
    (
        Verb(DRAW, f"{DRAW} of SPACE", f"{DRAW} of 5 -- 1d3 (2) = 2",
             "makes up a pseudo-type that is unknown", _draw, Shape.WORDS,
             available=lambda act: bool(_unknown(act)), fillers=("of", "for", "space")),
    ),
)  # fmt: skip
