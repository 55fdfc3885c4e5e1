"""Ruleset section Commerce: nobody pays what they do not have, and players trade items and poents with both consents.

Decisions: poents and Numbers are traded like items, as ``5 poents`` and ``1 Number 3``. Victory Poents are neither
currency nor item, so they are not traded. Nobody trades poents with somebody in the Gulag. An offer stays open until it
is answered, as no rule ends it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rules.common.trading import Trading
from rules.round7 import numbers, poent
from rules.round7.shop import wares
from rules.round7.state import Player, State
from wikibot.game import state as game
from wikibot.game.act import Act
from wikibot.game.affairs import Trade
from wikibot.game.implementations import Implementation
from wikibot.game.problems import Refused
from wikibot.game.rulebook import Rulebook
from wikibot.game.state import with_player
from wikibot.game.vocabulary import Vocabulary

SECTION = poent.COMMERCE
POENT = "Poent"
MOST_NAMED = 12  # Numbers by name: two dice can give no more
IMPLEMENTS = (Implementation(SECTION),)


def _known(book: Rulebook) -> Vocabulary:
    return book.derived(_names)


def _names(book: Rulebook) -> Vocabulary:
    sold = [name for name in wares(book) if numbers.read_number_item(name) is None]
    held = [str(numbers.Number(value, fixed)) for fixed in (False, True) for value in range(1, MOST_NAMED + 1)]
    aliases = {f"{short} {value}": str(numbers.Number(value, fixed))
               for short, fixed in (("N.", False), ("I.N.", True)) for value in range(1, MOST_NAMED + 1)}  # fmt: skip
    return Vocabulary((POENT, *sold, *held), aliases, plurals=True)


def _number(item: str) -> numbers.Number | None:
    return numbers.read_number_item(item) if re.match(r"(?i)(?:immutable )?number ", item) else None


def owned(state: Any, who: str, item: str) -> int:
    """How many of something a player has: an item, poents, a Number of one value."""
    player: Player = state.players[who]
    number = _number(item)
    if number:
        return (player.immutable if number.fixed else player.numbers).count(number.value)
    return player.poents if item == POENT else player.count(item)


def give(state: Any, who: str, item: str, count: int) -> Any:
    """The state with more (or less) of something in a player's hands."""
    player: Player = state.players[who]
    number = _number(item)
    if number:
        kind = "immutable" if number.fixed else "numbers"
        held = list(getattr(player, kind)) + [number.value] * max(count, 0)
        for _ in range(-count):
            held.remove(number.value)
        return with_player(state, replace(player, **{kind: tuple(sorted(held))}))  # type: ignore[arg-type]
    if item == POENT:
        return with_player(state, replace(player, poents=player.poents + count))
    return game.gain(state, who, item, count)


def _may(act: Act[State], trade: Trade) -> None:
    for name in (trade.proposer, trade.partner):
        if POENT in (*trade.gives, *trade.takes) and poent.in_gulag(act.state, name):
            raise Refused(f"{name} is in the Gulag, where poents are neither gained nor lost", rule=SECTION)


TRADING = Trading(section=SECTION, known=_known, may=_may, owned=owned, give=give)
VERBS = TRADING.verbs
