"""Ruleset section Shop: spaces with a prime number sell what its table lists.

Decisions: buying is possible at any time. Several of a thing may be bought at once. The Numbers of
the shop are Numbers from then on. What using the wares does is in ``using_items``.

Ruleset section Commerce: players trade items and poents, and pay only what they have.

Decisions: poents and Numbers are traded like items, as ``5 poents`` and ``1 Number 3``. Victory
Poents are neither currency nor item, so they are not traded. Poents are not traded with a player in
the Gulag. An offer stays open until it is answered, as no rule ends it; a settled one is forgotten
with the next offer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from math import isqrt
from typing import Any

from msgspec import Struct

from rules.common import sections
from rules.common.trading import Trading, refuse_no_amount
from rules.round7 import board, moving, naming, possessions
from rules.round7.board import BoardSection, FeatureType, neighbours
from rules.round7.state import Context, Player, State
from rules.round7.turns import require_turn, with_turn
from wikibot.game import names
from wikibot.game import state as game
from wikibot.game.actions import Shape, Verb
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.game.ruleset.units import Catalogue, Unit
from wikibot.game.state import Trade, gain, with_player
from wikibot.game.understanding.plain_line import trimmed
from wikibot.game.understanding.slots import PhraseSlot, count_of, is_plural, options
from wikibot.sdk import How, NamesSlot, Rulebook, Vocabulary, counted, deed, integer, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# == shop ==========================================================================================

SECTION = "Shop"
CATALOGUE = Catalogue(SECTION, key="Item Name", columns=("Price", "Effect"), owned=True)
_PRICE = regex(r"(?P<price>\d+) poents?", re.IGNORECASE)
_TIMES = regex(r"(?P<name>.+?)\s*[x×*]\s*(?P<times>\d{1,4})")
_SOME = regex(r"(?P<count>\w+)\s*[x×]?\s+(?P<name>.+)")
_COUNTED = regex(
    r"(?:an?\s+)?(?:(?P<count>\d+)(?:\s*(?:x|×))?\s++)?(?P<name>.+?)(?:\s*(?:x|×)\s*(?P<times>\d+))?",
    re.IGNORECASE,
)


@sections.read_once
def wares(book: Rulebook) -> dict[str, Unit]:
    """The rows of everything on sale, in the order of the table."""
    return {unit.title: unit for unit in book.members(SECTION) if unit.kind == "row"}


@sections.of_unit
def price_of(book: Rulebook, name: str) -> int:
    """What something costs."""
    ware = wares(book).get(name)
    price = _PRICE.fullmatch(ware.cell("Price").strip(" .")) if ware else None
    if price is None:
        why = say("its price is in no column `Price`, or in no form that is read")
        raise Held(CATALOGUE.name(name), why)
    return integer(price["price"])


@sections.read_once
def known_items(book: Rulebook) -> Vocabulary:
    """Every item that the ruleset names, Numbers included: a page may list them among the items."""
    sold = (name for name in wares(book) if possessions.as_item(name) is None)
    return Vocabulary((*sold, *possessions.NAMES), possessions.ALIASES, plurals=True)


def is_shop(book: Rulebook, space: int) -> bool:
    """Whether a space is a shop by its number."""
    return sections.settled(book, SECTION) and (
        space > 1 and all(space % each for each in range(2, isqrt(space) + 1))
    )


_OF_EITHER_KIND = regex(r"the number (?P<value>\w+)", re.IGNORECASE)  # mutable or not


def here(act: Context) -> bool:
    """Whether the acting player is on a space with a shop."""
    return board.has(act, act.me.space, naming.SHOP)


def _buy(act: Context) -> None:
    if not here(act):
        remedy = "Shops are on spaces with a prime number."
        raise Refused("there is no Shop at {}", act.me.space, rule=SECTION, remedy=remedy)
    ware, count = _wanted(act)
    act.book.require(ware.name)
    what = ware.title if count == 1 else counted(count, ware.title)
    price = act.book.derived(price_of(ware.title)) * count
    possessions.pay(act, price, what)
    number = possessions.as_item(ware.title)
    if number:
        possessions.give(act, act.player, number, count)
    else:
        act.state = gain(act.state, act.player, ware.title, count)
    act.say("{} buys {} for {}", act.player, what, possessions.poents(price))


def _wanted(act: Context) -> tuple[Unit, int]:
    sold = wares(act.book)
    text = act.subject.strip(" .!")
    refuse_no_amount(text, tuple(sold))
    ware, count = _find(act, text, sold, many=act.action.is_logged), 1
    found = _COUNTED.fullmatch(text)
    if found and found["count"] and found["times"] and not act.action.is_logged:
        form = f"`buy {found['count']} {found['name']}`"
        raise Unclear("{!r} has two numbers", text, nearest=form)
    number = found and (found["count"] or found["times"])
    if ware is None and found:
        ware = _find(act, found["name"], sold, many=bool(number) or act.action.is_logged)
        count = integer(number or "1")
    if ware is None:
        raise Unclear("{!r} is not sold", text, nearest=tuple(sold))
    if count < 1:
        refuse_no_amount(f"{count} {ware.title}")
    return ware, count


def _find(act: Context, text: str, sold: dict[str, Unit], *, many: bool) -> Unit | None:
    if _OF_EITHER_KIND.fullmatch(text):
        return None
    for each in (text, text.removesuffix("s")) if many else (text,):
        found = act.find(each, tuple(sold))
        if found:
            return sold[found]
    wanted = None if text.strip().lstrip("-").isdecimal() else possessions.read_number_item(text)
    for name, ware in sold.items():
        number = possessions.as_item(name)
        if wanted and number and (number.value, number.fixed) == (wanted.value, wanted.fixed):
            return ware
    return None


BUY = Verb("buy", "buy ITEM", "buy House", "buys something where there is a Shop", _buy, Shape.TEXT,
           available=here, phrases=(
               "buy|purchase {wares}", "buy|purchase|get|acquire {wares} at|from|in shop",
               "buy|purchase {wares} for|at listed|usual|full price => buy {wares}",
           ), deeds=(
               deed("buy purchase shop get grab order",
                    may="me here pls item one it poents poent",
                    never="sell sold trade not don't from with to", about="wares"),
           ), inputs=("buy {wares}",))  # fmt: skip


class CountedWares(Struct, frozen=True):
    """What a Shop sells, perhaps several of it: ``two houses``, ``House x2``."""

    sold: NamesSlot

    def read(self, text: str) -> tuple[str, ...]:
        """The ware with its number: ``2 House``."""
        return tuple(dict.fromkeys(self._read(trimmed(text))))

    def _read(self, text: str) -> Iterator[str]:
        if either := _OF_EITHER_KIND.fullmatch(text):
            value = count_of(either["value"])
            yield from (name for name in self.sold.names if (number := possessions.as_item(name))
                        and number.value == value)  # fmt: skip
            return
        whole = tuple(each for each in self.sold.read(text) if not is_plural(text, each))
        yield from whole
        if whole:
            return
        times, counted = _TIMES.fullmatch(text), _SOME.fullmatch(text)
        if times:
            yield from (
                f"{integer(times['times'])} {each}" for each in self.sold.read(times["name"])
            )
        count = count_of(re.sub(r"(?<=\d)[x×]$", "", counted["count"])) if counted else None
        if counted and count:
            names = self.sold.read(counted["name"])
            yield from (each if count == 1 else f"{count} {each}" for each in names)


def _slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    numbers = {name: number for name in wares(book) if (number := possessions.as_item(name))}
    called = {**possessions.short_names((1,)), **{str(n): name for name, n in numbers.items()}}
    fixed = [name for name, number in numbers.items() if number.fixed]
    called |= {"immutable number": fixed[0]} if len(fixed) == 1 else {}
    sold = NamesSlot(tuple(wares(book)), ("item",), called)
    return {"wares": CountedWares(sold)}


RULES = BoardSection(
    __name__, (Implementation(SECTION),), sections.by_rule(SECTION, BUY), slots=_slots,
    lists=lambda state, book, player: {"wares": options(wares(book))},
    features=(FeatureType(naming.SHOP, "$", "gold", 6, by_number=is_shop),),
)  # fmt: skip


# == commerce ======================================================================================

COMMERCE_SECTION = possessions.COMMERCE
POENT = "Poent"


@sections.read_once
def _known(book: Rulebook) -> Vocabulary:
    items = known_items(book)
    return Vocabulary((POENT, *items), items.aliases, plurals=True)


def owned(state: Any, who: str, item: str) -> int:
    """How many of something a player has: an item, poents, a Number of one value."""
    player: Player = state.players[who]
    number = possessions.as_item(item)
    if number:
        return (player.immutable if number.fixed else player.numbers).count(number.value)
    return player.poents if item == POENT else player.count(item)


def give(state: Any, who: str, item: str, count: int) -> Any:
    """The state with more (or less) of something in a player's hands."""
    player: Player = state.players[who]
    number = possessions.as_item(item)
    if number:
        return with_player(state, possessions.with_number(player, number, count))
    if item == POENT:
        return with_player(state, replace(player, poents=player.poents + count))
    return game.gain(state, who, item, count)


def _admit(act: Context, trade: Trade) -> None:
    for name in (trade.proposer, trade.partner):
        if POENT in (*trade.gives, *trade.takes) and possessions.in_gulag(act.state, name):
            why = say("{} is in the Gulag, where poents are neither gained nor lost", name)
            raise Refused(why, rule=COMMERCE_SECTION)


TRADING = Trading(section=COMMERCE_SECTION, known=_known, admit=_admit, owned=owned, give=give)


ON_COMMERCE = sections.Section(
    __name__, (Implementation(COMMERCE_SECTION),), TRADING.verbs, slots=TRADING.slots
)


# -- using items -----------------------------------------------------------------------------------
# Using items: what the Shop sells, and Numbers (``use Flute: Snake 1U, 8``, ``use 3``).
#
# Decision: using is possible at any time, but for what its rule ties to one's turn. What a row of
# the Shop's table that is not implemented does is for a steward to rule, or said by its own
# words.

TWO_DICE = "2d6"


class Sold(Struct, frozen=True):
    """A row of the Shop's table. ``says``: what it is sold for its price to do.

    ``use`` it, of which it is the last part to take it off its owner; None where another rule says
    what it does.
    """

    name: str
    says: str
    use: Callable[[Context], None] | None = None
    how: How = How.AUTOMATIC
    reads: tuple[Callable[[Rulebook], Any], ...] = ()

    @property
    def implementation(self) -> Implementation:
        return Implementation(
            CATALOGUE.name(self.name), self.how, reads=(price_of(self.name), *self.reads),
            says=self.says, waits=f"`buy {self.name}`, `use {self.name}`",
        )  # fmt: skip


def _play_flute(act: Context) -> None:
    """Move one end of a snake to a space next to it."""
    ends = {each: naming.paired(each) for _, each in naming.placed(act.state)}
    snakes = [each for each, end in ends.items() if end and end.type == naming.SNAKE]
    if not snakes:
        raise Refused("there are no snakes to move", rule=SECTION)
    snake = act.choose("which snake moves", snakes, rule=SECTION)
    at = naming.where(act.state, snake)
    target = act.choose(
        f"the space next to {at} that {snake} moves to", neighbours(act.state, at or 0),
        known=tuple(map(str, range(1, act.state.highest + 1))),
        question=f"which space next to {at} does {snake} move to", rule=SECTION,
    )  # fmt: skip
    act.state = gain(act.state, act.player, FLUTE.name, -1)
    board.move_end(act, snake, target)


def _two_dice(book: Rulebook) -> tuple[sections.DicePool, ...]:
    ware = wares(book).get(TWO_DICE)
    return sections.dice_of(ware.cell("Effect")) if ware else ()


def _use_two_dice(act: Context) -> None:
    """Have this turn's movement roll made with other dice."""
    turn = require_turn(act, f"use {TWO_DICE}", SECTION)
    if turn.roll is not None or turn.frontier:
        raise Refused("you have made your movement roll", rule=SECTION)
    if turn.dice:
        raise Refused("you use {} on this turn already", turn.dice, rule=SECTION)
    dice = act.book.derived(_two_dice)
    if not dice:
        raise Held(CATALOGUE.name(TWO_DICE), "its effect names no dice")
    act.state = gain(act.state, act.player, TWO_DICE, -1)
    with_turn(act, dice=str(dice[0]))
    act.say("{} moves with {} on this turn", act.player, dice[0])


FLUTE = Sold("Flute", "it moves an end of a snake to an adjacent space", _play_flute, How.ASKS)
SOLD = (
    FLUTE,
    Sold("N. 1", "it is a Number of that value"),
    Sold("I.N. 1", "it is a Number of that value, which stays the same"),
    Sold(TWO_DICE, "the movement roll of this turn is made with these dice", _use_two_dice,
         reads=(_two_dice,)),
    Sold(moving.ITEM, "it is kept until its owner builds a house", moving.build),
)  # fmt: skip
_USES = {each.name: each.use for each in SOLD}


def _use(act: Context) -> None:
    item = act.find(act.subject, tuple(dict.fromkeys((*act.me.items, *wares(act.book)))))
    number = possessions.read_number_item(item or names.bare(act.subject))
    if number:
        moving.use_number(act, number)
        return
    if item is None:
        have = (*act.me.items, *(str(possessions.NumberItem(value)) for value in act.me.numbers))
        raise Unclear("{!r} is nothing that can be used", act.subject, nearest=have or "`use ITEM`")
    if act.me.count(item) < 1:
        raise Refused("you have no {}", item, rule=SECTION, remedy="A Shop may sell it.")
    hold_renamed(act.book, CATALOGUE.name(item))
    if not sections.in_play(act.book, CATALOGUE.name(item)):
        raise Refused("the ruleset says nothing about {}", item, rule=SECTION)
    if act.book.is_in_words(CATALOGUE.name(item)):
        # Play what the row of an item says, and take it off its owner.
        game: Any = act.game
        game.play_words(act, act.book.require(CATALOGUE.name(item)).name)
        if act.player in act.state.players and act.me.count(item) > 0:
            act.state = gain(act.state, act.player, item, -1)
            act.say("{} is used up ({} left)", item, act.me.count(item))
        return
    use = _USES.get(item)
    if use is None:
        raise Held(CATALOGUE.name(item), "it is not implemented yet")
    use(act)


_SPEND = "use|destroy|spend (up)"
_ADVANCE = "advance|move|go (up|by) {own number} (spaces|space)"
_MOVE_SNAKE = (
    "(on|to) (move|moving) {snake} (goes) (to|onto) {space} => use Flute: {snake}, {space}"
)
USE = Verb("use", "use ITEM[: CHOICES]", "use Flute: Snake 1U, 8",
           "uses one of your items, Numbers included", _use, Shape.SUBJECT,
           available=lambda act: bool(act.me.items or act.me.numbers or act.me.immutable), phrases=(
               "use|activate|play|spend {own item}",
               f"{_SPEND} {{own number}}", f"{_SPEND} {{own number}} to|and advance|move (up)",
               f"{_SPEND} {{own number}} to|and {_ADVANCE} => use {{own number}}",
               f"use|play|blow flute {_MOVE_SNAKE}", f"flute {_MOVE_SNAKE}",
           ), inputs=("use {own item}",))  # fmt: skip


def _items_to_use(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    me = state.players.get(player) or Player(player)
    snakes = (each for _, each in naming.placed(state) if naming.type_of(each) == naming.SNAKE)
    return {
        "own item": NamesSlot(tuple(me.items), ("item",), single=True),
        "snake": NamesSlot(tuple(dict.fromkeys(snakes))),
    }


ON_USING_ITEMS = sections.Section(
    implements=tuple(each.implementation for each in SOLD), verbs=(USE,), slots=_items_to_use
)
