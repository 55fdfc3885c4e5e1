"""Ruleset section Commerce: players trade items and poents, and pay only what they have.

Decisions: poents and Numbers are traded like items, as ``5 poents`` and ``1 Number 3``. Victory
Poents are neither currency nor item, so they are not traded. Poents are not traded with a player in
the Gulag. An offer stays open until it is answered, as no rule ends it; a settled one is forgotten
with the next offer.
"""

from __future__ import annotations

from typing import Any

from rules.common.notation import read_once
from rules.common.sections import Section
from rules.common.trading import Trading
from rules.round7.items import poent
from rules.round7.items.shop import known_items
from rules.round7.numbers import as_item, with_number
from rules.round7.state import Context, Player
from wikibot.game import state as game
from wikibot.game.state import Trade
from wikibot.sdk import Implementation, Refused, Rulebook, Vocabulary, replace, with_player

SECTION = poent.COMMERCE
POENT = "Poent"


@read_once
def _known(book: Rulebook) -> Vocabulary:
    items = known_items(book)
    return Vocabulary((POENT, *items), items.aliases, plurals=True)


def owned(state: Any, who: str, item: str) -> int:
    """How many of something a player has: an item, poents, a Number of one value."""
    player: Player = state.players[who]
    number = as_item(item)
    if number:
        return (player.immutable if number.fixed else player.numbers).count(number.value)
    return player.poents if item == POENT else player.count(item)


def give(state: Any, who: str, item: str, count: int) -> Any:
    """The state with more (or less) of something in a player's hands."""
    player: Player = state.players[who]
    number = as_item(item)
    if number:
        return with_player(state, with_number(player, number, count))
    if item == POENT:
        return with_player(state, replace(player, poents=player.poents + count))
    return game.gain(state, who, item, count)


def _admit(act: Context, trade: Trade) -> None:
    for name in (trade.proposer, trade.partner):
        if POENT in (*trade.gives, *trade.takes) and poent.in_gulag(act.state, name):
            raise Refused(
                "{} is in the Gulag, where poents are neither gained nor lost", name, rule=SECTION
            )


TRADING = Trading(section=SECTION, known=_known, admit=_admit, owned=owned, give=give)


RULES = Section(__name__, (Implementation(SECTION),), TRADING.verbs, slots=TRADING.slots)
