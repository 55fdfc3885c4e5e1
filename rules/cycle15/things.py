"""The kinds of things that people name in their lines: items, spaces, types, ways, details."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.cycle15.belongings.garbage import items_in_play
from rules.cycle15.board.space_types.crystal_forge import PRICE
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.items.use_in_words import ItemUse, tales
from rules.cycle15.state import State
from wikibot.game.problems import Problem
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.understanding.deeds import deed
from wikibot.game.understanding.slots.base import PhraseSlot
from wikibot.game.understanding.slots.names import NamesSlot
from wikibot.game.understanding.slots.things import Mentions

_WAY = frozenset(
    [
        "to",
        "then",
        "and",
        "via",
        "through",
        "over",
        "past",
        "along",
        "from",
        "on",
        "onto",
        "into",
        "at",
        "the",
        "space",
        "spaces",
        "way",
        "go",
        "land",
        "landing",
        "ending",
        "end",
    ]
)
# Between the details of an item, words that say what it does anyway:
_DETAILS = _WAY | frozenset(
    [
        "with",
        "for",
        "of",
        "by",
        "in",
        "a",
        "an",
        "my",
        "his",
        "her",
        "their",
        "it",
        "its",
        "item",
        "player",
        "players",
        "type",
        "places",
        "place",
        "swap",
        "swapping",
        "new",
        "path",
        "switch",
        "exchange",
        "move",
        "moves",
        "moving",
        "send",
        "sending",
        "get",
        "getting",
        "gain",
        "gaining",
        "target",
        "targeting",
        "against",
        "off",
        "so",
        "take",
        "taking",
        "choose",
        "choosing",
        "pick",
        "picking",
        "copy",
        "copying",
        "use",
        "using",
        "turn",
        "turning",
        "make",
        "making",
        "add",
        "adding",
        "give",
        "giving",
        "hit",
        "hitting",
        "zap",
        "shoot",
        "put",
        "that",
        "this",
    ]
)


class Way(Struct, frozen=True):
    """Two spaces or more in a row."""

    path: Mentions

    def read(self, text: str) -> tuple[str, ...]:
        """The spaces between blanks."""
        return tuple(each for each in self.path.read(text) if " " in each)


def _price(book: Rulebook) -> str:
    """How many shards the forge takes; "" where it is not in play."""
    try:
        return str(book.derived(PRICE)) if book.has(PRICE.section) else ""
    except Problem:
        return ""


DEEDS: Mapping[str, PhraseSlot] = {
    "gambling": deed("gamble bet wager", may="shards all everything have casino i it at risk on"),
    "double or nothing": deed("double", "nothing", may="or"),
    "garbage": deed("garbage trash", may="get grab pick up dig digging random item pile one i out"
                                         " through collect claim draw gimme"),
    "random item": deed("random", "item", may="get draw claim collect i one"),
    "grant": deed("grant granted", may="item random i was what get claim collect draw"),
    "partying": deed("party", "start begin throw let's go on started", may="get us"),
    "disco": deed("disco", may="ball spin"),
    "shattering": deed("shatter smash break destroy crush", "crystal crystals",
                       may="one 1 into shards get i"),
}  # fmt: skip
"""Things to do that are about nothing else."""


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """What the phrases of this game name."""
    mine = state.players[player].items if player in state.players else {}
    have = tuple(item for item, count in mine.items() if count > 0)
    in_play, all_types = items_in_play(state, book).names, tuple(known_types(book).names)
    usable = tuple(item for item in have if item in tales(state, book))
    owned = NamesSlot(have, ("item",), others=(*in_play, *all_types, *state.players))
    items = NamesSlot(tuple(dict.fromkeys((*have, *in_play))), ("item",))
    spaces = NamesSlot(tuple(map(str, state.spaces)), ("space", "no", "number"))
    others = NamesSlot(tuple(name for name in state.players if name != player), ("player",))
    types = NamesSlot(all_types, ("space", "type"))
    players = NamesSlot(tuple(state.players), ("player",))
    path = Mentions((spaces,), _WAY, joint=" ")
    return {
        "item": owned, "any item": items, "space": spaces, "type": types, "path": path,
        "shown way": Way(path),
        **DEEDS,
        "beamed": deed("beam aim target", may="crystal fire shoot at space on with",
                       about=spaces),
        "woken": deed("ping wake", may="up i", never="me", about=others),
        "crafted": deed("macgyver macgyvered macgyvering mcgyver combine merge fuse craft",
                        may="together into something new random item items two i",
                        about=Mentions((items,), frozenset(("and", "with", "plus", "my", "a")))),
        "item use": ItemUse(NamesSlot(usable), (players, spaces, types, items), tales(state, book)),
        "forge price": NamesSlot((_price(book),)),
        "details": Mentions((players, spaces, types, items), _DETAILS, numbers=True),
    }  # fmt: skip
