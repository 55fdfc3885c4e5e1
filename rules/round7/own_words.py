"""Wares of the Shop without code, played from their words: what Round 7 shows to these.

Decisions: to move to a space is to land there; to move some spaces up or down is to pass those
between as well. Poents are gained and lost as everywhere, so not in the Gulag. A ware is gone once
its words were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.common.players import set_player
from rules.generic.owners import FieldKind
from rules.own_words import OwnScene, World, WorldCell, spoken
from rules.plain import vocabulary as v
from rules.round7 import possessions
from rules.round7.board import land
from rules.round7.moving import advance, regress
from rules.round7.shop import known_items, price_of
from rules.round7.state import State
from wikibot.sdk import Rulebook, Unit, integer

SPACES, SPACE = "Spaces", "Space"


class ShopScene(OwnScene):
    """Words of a ware while they are carried out on the board."""

    def goes(self, player: str, to: str, *, moving: bool) -> bool:
        """Bring a player to a space, where they land."""
        self.close()
        self.act.say("{} goes to {}", player, to)
        land(self.act, player, integer(to), moved=moving)
        return True

    def walk(self, name: str, table: str, steps: int) -> None:
        """Play steps along the board as the game's own move; no player lands off the board."""
        (advance if steps > 0 else regress)(self.act, name, abs(steps))


class ShopWorld(World):
    """The world of the Shop: players with poents and items, on a line of spaces."""

    column, cost = "Effect", "Price"
    scene = ShopScene
    players = (
        WorldCell(SPACE, FieldKind.THING, SPACES,
                  get=lambda state, who: str(state.players[who].space)),
        WorldCell("Poents", FieldKind.NUMBER, get=lambda state, who: state.players[who].poents,
                  put=lambda act, who, old, new: possessions.change(act, who, new - old),
                  tells=True),
        WorldCell("Victory Poents", FieldKind.NUMBER, get=lambda state, who: state.players[who].vp,
                  put=lambda act, who, _, new: set_player(act, who, vp=new)),
    )  # fmt: skip

    def words(self, book: Rulebook) -> v.PlainVocabulary:
        """Poents, spaces, and what the Shop sells."""
        spaces, sold = v.KnownTable(SPACES, SPACE, numbered=True), known_items(book).names
        return v.PlainVocabulary(spoken(self.players), (spaces,), items=tuple(sold))

    def price(self, unit: Unit, book: Rulebook) -> str:
        return possessions.poents(price_of(unit.title)(book))

    def names(self, state: State, _book: Rulebook) -> Mapping[str, Iterable[str]]:
        """The spaces of the board in their order."""
        return {SPACES: map(str, range(1, state.highest + 1))}


WARES = ShopWorld()
