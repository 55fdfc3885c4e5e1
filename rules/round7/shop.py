"""Ruleset section Shop: spaces with a prime number sell what its table lists, and what using those things does.

Decisions: buying and using are possible at any time, but for what its own rule ties to one's turn.
Several of a thing may be bought at once. The Numbers of the shop are Numbers from then on. What a
row that nobody implemented does is for a steward to rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isqrt

from rules.common.notation import DicePool, dice_of
from rules.common.readings import Readings, joined
from rules.common.sections import in_play, settled
from rules.round7 import naming, numbers, poent
from rules.round7.game_board import neighbours
from rules.round7.number_items import ALIASES, NAMES, as_item, read_number_item
from rules.round7.poent import poents
from rules.round7.state import State
from rules.round7.turns import require_turn, with_turn
from wikibot.game.engine.context import ActionContext
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit
from wikibot.game.state import gain
from wikibot.game.verbs import Shape, Verb, under
from wikibot.wikitext.numerals import integer

SECTION = "Shop"
FLUTE, NUMBER, FIXED, TWO_DICE, HOUSE = "Flute", "N. 1", "I.N. 1", "2d6", "House"
_SAYS = {  # what each is sold for its price to do
    FLUTE: "it moves an end of a snake to an adjacent space",
    NUMBER: "it is a Number of that value",
    FIXED: "it is a Number of that value, which stays the same",
    TWO_DICE: "the movement roll of this turn is made with these dice",
    HOUSE: "it is kept until its owner builds a house",
}
IMPLEMENTS = (
    Implementation(SECTION),
    Implementation(f"{SECTION}: {FLUTE}", How.ASKS, says=_SAYS[FLUTE]),
    Implementation(f"{SECTION}: {NUMBER}", says=_SAYS[NUMBER]),
    Implementation(f"{SECTION}: {FIXED}", says=_SAYS[FIXED]),
    Implementation(f"{SECTION}: {TWO_DICE}", says=_SAYS[TWO_DICE]),
    Implementation(f"{SECTION}: {HOUSE}", says=_SAYS[HOUSE]),
)
_PRICE = re.compile(r"(?P<price>\d+) poents?", re.IGNORECASE)
_COUNTED = re.compile(
    r"(?:an?\s+)?(?:(?P<count>\d+)(?:\s*(?:x|×))?\s++)?(?P<name>.+?)(?:\s*(?:x|×)\s*(?P<times>\d+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Ware:
    """Something that is sold: its name and price, the unit of its row, and the effect as the page has it.

    ``price`` None: the page says it in no form that is read, or in no column of that name.
    """

    name: str
    price: int | None
    unit: str
    effect: str


def wares(book: Rulebook) -> dict[str, Ware]:
    """Everything on sale, in the order of the table."""
    return book.derived(_wares)


def _wares(book: Rulebook) -> dict[str, Ware]:
    return {unit.title: _ware(unit) for unit in book.members(SECTION) if unit.kind == "row"}


def _ware(unit: Unit) -> Ware:
    price = _PRICE.fullmatch(unit.cell("Price").strip(" ."))
    return Ware(
        unit.title, integer(price["price"]) if price else None, unit.name, unit.cell("Effect")
    )


@dataclass(frozen=True)
class PriceOf:
    """Reads what something costs."""

    name: str

    def __call__(self, book: Rulebook) -> int:
        ware = wares(book).get(self.name)
        if ware is None or ware.price is None:
            raise Held(
                f"{SECTION}: {self.name}",
                "its price is in no column `Price`, or in no form that is read",
            )
        return ware.price


def _two_dice(book: Rulebook) -> tuple[DicePool, ...]:
    """The dice that an item lets one use."""
    ware = wares(book).get(TWO_DICE)
    return dice_of(ware.effect) if ware else ()


READINGS: Readings = joined(
    (
        *(
            (f"{SECTION}: {name}", PriceOf(name))
            for name in (FLUTE, NUMBER, FIXED, TWO_DICE, HOUSE)
        ),
        (f"{SECTION}: {TWO_DICE}", _two_dice),
    )
)


def known_items(book: Rulebook) -> Vocabulary:
    """Every item that the ruleset names, Numbers included: a page may list them among the items."""
    return book.derived(_known_items)


def _known_items(book: Rulebook) -> Vocabulary:
    sold = (name for name in wares(book) if as_item(name) is None)
    return Vocabulary((*sold, *NAMES), ALIASES, plurals=True)


def is_shop(book: Rulebook, space: int) -> bool:
    """Whether a space is a shop by its number."""
    return settled(book, SECTION) and is_prime(space)


def is_prime(number: int) -> bool:
    """Whether a number is prime."""
    return number > 1 and all(number % each for each in range(2, isqrt(number) + 1))


def here(act: ActionContext[State]) -> bool:
    """Whether the acting player is on a space with a shop."""
    space = act.me.space
    return isinstance(space, int) and (
        is_shop(act.book, space) or naming.SHOP in act.state.features.get(space, ())
    )


def _buy(act: ActionContext[State]) -> None:
    act.book.require(SECTION)
    if not here(act):
        raise Refused(
            f"there is no Shop at {act.me.space}",
            rule=SECTION,
            remedy="Shops are on spaces with a prime number.",
        )
    ware, count = _wanted(act)
    act.book.require(ware.unit)
    what = ware.name if count == 1 else f"{count} {ware.name}"
    price = act.book.derived(PriceOf(ware.name)) * count
    poent.pay(act, price, what)
    number = as_item(ware.name)
    if number:
        numbers.give(act, act.player, number, count)
    else:
        act.state = gain(act.state, act.player, ware.name, count)
    act.say(f"{act.player} buys {what} for {poents(price)}")


def _wanted(act: ActionContext[State]) -> tuple[Ware, int]:
    sold = wares(act.book)
    text = act.subject.strip(" .!")
    ware, count = _find(act, text, sold), 1
    found = _COUNTED.fullmatch(text)
    if ware is None and found:
        ware, count = (
            _find(act, found["name"], sold),
            integer(found["count"] or found["times"] or "1"),
        )
    if ware is None:
        raise Unclear(f"{text!r} is not sold", nearest=tuple(sold))
    if count < 1:
        raise Refused(f"{count} is not a number of things to buy", rule=SECTION)
    return ware, count


def _find(act: ActionContext[State], text: str, sold: dict[str, Ware]) -> Ware | None:
    for each in (text, text.removesuffix("s")):
        found = act.find(each, tuple(sold))
        if found:
            return sold[found]
    wanted = None if text.strip().lstrip("-").isdecimal() else read_number_item(text)
    for name, ware in sold.items():
        number = as_item(name)
        if wanted and number and (number.value, number.fixed) == (wanted.value, wanted.fixed):
            return ware
    return None


# -- what the wares do -----------------------------------------------------------------------------


def use_flute(act: ActionContext[State]) -> None:
    """Move one end of a snake to a space next to it."""
    snakes = [
        each
        for _, each in naming.placed(act.state)
        if (end := naming.paired(each)) and end.type == naming.SNAKE
    ]
    if not snakes:
        raise Refused("there are no snakes to move", rule=SECTION)
    snake = act.choose("which snake moves", snakes, rule=SECTION)
    at = naming.where(act.state, snake)
    target = act.choose(f"the space next to {at} that {snake} moves to", neighbours(act.state, at or 0),
                        known=tuple(map(str, range(1, act.state.highest + 1))), rule=SECTION)  # fmt: skip
    from rules.round7 import snek

    spend(act, FLUTE)
    snek.move_end(act, snake, target)


def use_two_dice(act: ActionContext[State]) -> None:
    """Have this turn's movement roll made with other dice."""
    turn = require_turn(act, f"use {TWO_DICE}", SECTION)
    if turn.roll is not None or turn.frontier:
        raise Refused("you have made your movement roll", rule=SECTION)
    if turn.dice:
        raise Refused(f"you use {turn.dice} on this turn already", rule=SECTION)
    dice = act.book.derived(_two_dice)
    if not dice:
        raise Held(f"{SECTION}: {TWO_DICE}", "its effect names no dice")
    spend(act, TWO_DICE)
    with_turn(act, dice=str(dice[0]))
    act.say(f"{act.player} moves with {dice[0]} on this turn")


def spend(act: ActionContext[State], item: str) -> None:
    """Take an item that is used off its owner."""
    act.state = gain(act.state, act.player, item, -1)


def refuse_without(act: ActionContext[State], item: str) -> None:
    """Refuse to use what somebody does not have."""
    if act.me.count(item) < 1:
        raise Refused(f"you have no {item}", rule=SECTION, remedy="A Shop may sell it.")


def in_force(book: Rulebook, item: str) -> bool:
    """Whether the page sells an item in a wording that is implemented; raises ``Held`` for another."""
    return in_play(book, f"{SECTION}: {item}")


VERBS = under(
    SECTION,
    Verb(
        "buy",
        "buy ITEM",
        "buy House",
        "buys something where there is a Shop",
        _buy,
        Shape.TEXT,
        available=here,
    ),
)
