"""Wares of the Shop without code, played from their words: what Round 7 shows to these.

Decisions: to move to a space is to land there; to move some spaces up or down is to pass those
between as well. Poents are gained and lost as everywhere, so not in the Gulag. A ware is gone once
its words were played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.common.players import set_player
from rules.generic.owners import Field, FieldKind, Thing, ThingTable
from rules.generic.owners import Player as Row
from rules.generic.owners import State as Page
from rules.own_words import World, changes, present, spoken
from rules.plain import tree
from rules.plain import vocabulary as v
from rules.round7 import possessions
from rules.round7.board import land
from rules.round7.moving import advance, regress
from rules.round7.shop import SECTION, known_items
from rules.round7.state import Context, Player, State
from wikibot.sdk import Held, Rulebook, Unit, gain, integer

SPACES, SPACE, POENTS, VP, BAG = "Spaces", "Space", "Poents", "Victory Poents", "Items"
_COLUMNS = (
    Field(BAG, FieldKind.ITEMS),
    Field(SPACE, FieldKind.THING, SPACES),
    Field(POENTS, FieldKind.NUMBER),
    Field(VP, FieldKind.NUMBER),
)


class ShopWorld(World):
    """The world of the Shop: players with poents and items, on a line of spaces."""

    rule = SECTION

    def words(self, book: Rulebook) -> v.PlainVocabulary:
        """Poents, spaces, and what the Shop sells."""
        spaces, sold = v.KnownTable(SPACES, SPACE, numbered=True), known_items(book).names
        return v.PlainVocabulary(spoken(_COLUMNS[1:]), (spaces,), items=tuple(sold))

    def text(self, unit: Unit) -> str:
        """What the row says that it does."""
        return unit.cell("Effect")

    def page(self, state: State, book: Rulebook) -> Page:
        """Players, and the spaces of the board in their order."""
        spaces = {str(number): Thing(str(number)) for number in range(1, state.highest + 1)}
        return Page(
            now=state.now,
            winners=state.winners,
            players={name: _row(each) for name, each in state.players.items()},
            columns=_COLUMNS,
            bag=BAG,
            tables={SPACES: ThingTable(SPACES, SPACE, (), spaces)},
        )

    def write(self, act: Context, before: Page, after: Page) -> bool:
        """Carry out what changed of players; the answer tells of poents by itself."""
        told = False
        for name, row in after.players.items():
            was = before.players[name]
            for item, more in changes(was.items, row.items):
                act.state = gain(act.state, name, item, more)
            poents = _number(row, POENTS) - _number(was, POENTS)
            if poents:
                possessions.change(act, name, poents)
                told = True
            if _number(row, VP) != _number(was, VP):
                set_player(act, name, vp=_number(row, VP))
        return told

    def stand(self, act: Context, who: str, to: str, *, moving: bool) -> None:
        """Bring a player to a space, where they land."""
        act.say("{} goes to {}", who, to)
        land(act, who, integer(to), moved=moving)

    def instead(self, act: Context, effect: Any, player: str) -> Sequence[Any]:
        """Play steps along the board as the game's own move; no player lands off the board."""
        fixed = isinstance(effect, tree.Advance) and isinstance(effect.steps, tree.Number)
        if isinstance(effect, tree.Advance) and not fixed:
            raise Held(SECTION, "it is not said how many spaces")
        if isinstance(effect, tree.Advance) and isinstance(effect.steps, tree.Number):
            (regress if effect.back else advance)(act, player, effect.steps.value)
            return ()
        return (effect,)


def _row(player: Player) -> Row:
    fields = {POENTS: player.poents, VP: player.vp, SPACE: str(player.space)}
    return Row(player.name, player.account, items=player.items, fields=present(fields))


def _number(row: Row, name: str) -> int:
    held = row.fields.get(name, 0)
    return +held if isinstance(held, int) else 0


WARES = ShopWorld()
