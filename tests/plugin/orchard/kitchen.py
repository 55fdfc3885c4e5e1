"""Ruleset section Kitchen: some apples become something better, as the gardener likes; its table
says for how many.

Each row of the table is a unit of its own: a recipe that is new on the page is held until somebody
settles it.
"""

from __future__ import annotations

from dataclasses import dataclass

from wikibot.sdk import (
    ActionContext,
    Catalogue,
    Held,
    How,
    Implementation,
    Refused,
    Rulebook,
    Shape,
    Unit,
    Verb,
    gain,
)

from .state import APPLE, CAKE, CIDER, State

SECTION = "Kitchen"
RECIPES = Catalogue(SECTION, columns=("Apples",))


@dataclass(frozen=True)
class ApplesFor:
    """Reads how many apples a recipe takes."""

    recipe: str

    def __call__(self, book: Rulebook) -> int:
        return _price(book.unit(self.recipe))


IMPLEMENTS = (
    Implementation(SECTION, How.ASKS),
    *(Implementation(name, reads=(ApplesFor(name),)) for name in map(RECIPES.name, (CIDER, CAKE))),
)


def _make(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    recipe = act.choose(
        "what to make", act.book.members(SECTION), lambda unit: unit.title, rule=SECTION
    )
    act.book.require(recipe.name)
    price = _price(recipe)
    if act.me.count(APPLE) < price:
        raise Refused(
            f"you have {act.me.count(APPLE)} {APPLE}s, not {price}",
            rule=SECTION,
            remedy="`pick` some.",
        )
    act.state = gain(gain(act.state, act.player, APPLE, -price), act.player, recipe.title)
    act.say(f"{price} {APPLE}s become a {recipe.title}")


def _price(recipe: Unit) -> int:
    price = recipe.cells[recipe.columns.index("Apples")]
    if not price.isdecimal():
        raise Held(recipe.name, f"{price!r} is not a number of apples")
    return int(price)


VERBS = (
    Verb(
        "make", "make WHAT", "make cake", "turns apples into something better", _make, Shape.WORDS
    ),
)
