"""The kinds of things that people name in their lines: items, spaces, types, ways, details."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.cycle15.belongings.garbage import items_in_play
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.items.use_in_words import ItemUse, tales
from rules.cycle15.state import State
from wikibot.game.understanding.options import Lists, options
from wikibot.game.understanding.slots.things import Mentions
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook

_ON_THE_WAY = """
    to then and via through over past along from on onto into at the space spaces way go land
    landing ending end
"""
# Between the details of an item, words that say what it does anyway:
_BESIDE_DETAILS = """
    with for of by in a an my his her their it its item player players type places place swap
    swapping new path switch exchange move moves moving send sending get getting gain gaining
    target targeting against off so take taking choose choosing pick picking copy copying use using
    turn turning make making add adding give giving hit hitting zap shoot put that this
"""
_WAY = frozenset(_ON_THE_WAY.split())
_DETAILS = _WAY | frozenset(_BESIDE_DETAILS.split())
_COMBINING = frozenset(("and", "with", "plus", "my", "a"))


class Way(Struct, frozen=True):
    """Two spaces or more in a row."""

    path: Mentions

    def read(self, text: str) -> tuple[str, ...]:
        """The spaces between blanks."""
        return tuple(each for each in self.path.read(text) if " " in each)


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """What the phrases of this game name."""
    have = state.players[player].owned if player in state.players else ()
    in_play, all_types = items_in_play(state, book).names, tuple(known_types(book).names)
    usable = tuple(item for item in have if item in tales(state, book))
    owned = NamesSlot(have, ("item",), others=(*in_play, *all_types, *state.players))
    items = NamesSlot(tuple(dict.fromkeys((*have, *in_play))), ("item",))
    spaces = NamesSlot(tuple(map(str, state.spaces)), ("space", "no", "number"))
    types = NamesSlot(all_types, ("space", "type"))
    players = NamesSlot(tuple(state.players), ("player",))
    path = Mentions((spaces,), _WAY, joint=" ")
    return {
        "item": owned, "any item": items, "space": spaces, "type": types, "path": path,
        "shown way": Way(path),
        "combined": Mentions((items,), _COMBINING),
        "item use": ItemUse(NamesSlot(usable), (players, spaces, types, items), tales(state, book)),
        "details": Mentions((players, spaces, types, items), _DETAILS, numbers=True),
    }  # fmt: skip


def lists(state: State, book: Rulebook, player: str) -> Lists:
    """The items that a player has and can use."""
    owned = state.players[player].owned if player else ()
    return {"item": options(item for item in owned if item in tales(state, book))}
