"""Using items: what the Shop sells, and Numbers (``use Flute: Snake 1U, 8``, ``use 3``).

Decision: using is possible at any time, but for what its rule ties to one's turn. What a row of the
Shop's table that is not implemented does is for a steward to rule, or said by its own words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from rules.common.notation import DicePool, dice_of
from rules.common.sections import Section, in_play
from rules.round7 import board, moving, naming, tiles
from rules.round7.board import neighbours
from rules.round7.possessions import NumberItem, read_number_item
from rules.round7.shop import SECTION, price_of, wares
from rules.round7.state import Context, Player, State
from rules.round7.turns import require_turn, with_turn
from wikibot.game import names
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.sdk import How, Implementation, NamesSlot, PhraseSlot, Rulebook, Shape, Verb, gain

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
        """Its entry among what the game implements."""
        return Implementation(
            f"{SECTION}: {self.name}",
            self.how,
            reads=(price_of(self.name), *self.reads),
            says=self.says,
            waits=f"`buy {self.name}`, `use {self.name}`",
        )


def _play_flute(act: Context) -> None:
    """Move one end of a snake to a space next to it."""
    ends = {each: naming.paired(each) for _, each in naming.placed(act.state)}
    snakes = [each for each, end in ends.items() if end and end.type == naming.SNAKE]
    if not snakes:
        raise Refused("there are no snakes to move", rule=SECTION)
    snake = act.choose("which snake moves", snakes, rule=SECTION)
    at = naming.where(act.state, snake)
    target = act.choose(
        f"the space next to {at} that {snake} moves to",
        neighbours(act.state, at or 0),
        known=tuple(map(str, range(1, act.state.highest + 1))),
        question=f"which space next to {at} does {snake} move to",
        rule=SECTION,
    )
    act.state = gain(act.state, act.player, FLUTE.name, -1)
    board.move_end(act, snake, target)


def _two_dice(book: Rulebook) -> tuple[DicePool, ...]:
    """The dice that an item lets one use."""
    ware = wares(book).get(TWO_DICE)
    return dice_of(ware.effect) if ware else ()


def _use_two_dice(act: Context) -> None:
    """Have this turn's movement roll made with other dice."""
    turn = require_turn(act, f"use {TWO_DICE}", SECTION)
    if turn.roll is not None or turn.frontier:
        raise Refused("you have made your movement roll", rule=SECTION)
    if turn.dice:
        raise Refused("you use {} on this turn already", turn.dice, rule=SECTION)
    dice = act.book.derived(_two_dice)
    if not dice:
        raise Held(f"{SECTION}: {TWO_DICE}", "its effect names no dice")
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
    Sold(tiles.ITEM, "it is kept until its owner builds a house", tiles.build),
)  # fmt: skip
_USES = {each.name: each.use for each in SOLD}


def _use(act: Context) -> None:
    item = act.find(act.subject, tuple(dict.fromkeys((*act.me.items, *wares(act.book)))))
    number = read_number_item(item or names.bare(act.subject))
    if number:
        moving.use_number(act, number)
        return
    if item is None:
        have = (*act.me.items, *(str(NumberItem(value)) for value in act.me.numbers))
        raise Unclear("{!r} is nothing that can be used", act.subject, nearest=have or "`use ITEM`")
    if act.me.count(item) < 1:
        raise Refused("you have no {}", item, rule=SECTION, remedy="A Shop may sell it.")
    hold_renamed(act.book, f"{SECTION}: {item}")
    if not in_play(act.book, f"{SECTION}: {item}"):
        raise Refused("the ruleset says nothing about {}", item, rule=SECTION)
    if act.book.is_in_words(f"{SECTION}: {item}"):
        _use_by_its_words(act, item)
        return
    use = _USES.get(item)
    if use is None:
        raise Held(f"{SECTION}: {item}", "it is not implemented yet")
    use(act)


def _use_by_its_words(act: Context, item: str) -> None:
    """Play what the row of an item says, and take it off its owner."""
    from rules.own_words import play

    game: Any = act.game
    unit = act.book.require(f"{SECTION}: {item}")
    play(act, game.world_of(unit), unit)
    if act.player in act.state.players and act.me.count(item) > 0:
        act.state = gain(act.state, act.player, item, -1)
        act.say("{} is used up ({} left)", item, act.me.count(item))


def _has_items(act: Context) -> bool:
    return bool(act.me.items or act.me.numbers or act.me.immutable)


_SPEND = "use|destroy|spend (up)"
_ADVANCE = "advance|move|go (up|by) {number} (spaces|space)"
_MOVE_SNAKE = (
    "(on|to) (move|moving) {snake} (goes) (to|onto) {space} => use Flute: {snake}, {space}"
)
USE = Verb("use", "use ITEM[: CHOICES]", "use Flute: Snake 1U, 8",
           "uses one of your items, Numbers included", _use, Shape.SUBJECT,
           available=_has_items, phrases=(
               "use|activate|play|spend {own item}",
               "use|activate {own item} for|as|on turn|roll|move|movement",
               f"{_SPEND} {{own number}}",
               f"{_SPEND} {{own number}} to|and advance|move (up)",
               f"{_SPEND} {{own number}} to|and {_ADVANCE} => use {{own number}}",
               f"use|play|blow flute {_MOVE_SNAKE}",
               f"flute {_MOVE_SNAKE}",
           ), inputs=("use {own item}",))  # fmt: skip


def _slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """A player's items, and the snakes that a Flute moves."""
    me = state.players.get(player) or Player(player)
    snakes = (each for _, each in naming.placed(state) if naming.type_of(each) == naming.SNAKE)
    return {
        "own item": NamesSlot(tuple(me.items), ("item",), single=True),
        "snake": NamesSlot(tuple(dict.fromkeys(snakes))),
    }


RULES = Section(implements=tuple(each.implementation for each in SOLD), verbs=(USE,), slots=_slots)
