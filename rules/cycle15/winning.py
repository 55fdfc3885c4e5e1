"""Ruleset section Winning: so many crystals, and so many more than anybody else. Then the cycle ends.

Decisions: it is looked at whenever crystals change hands, so a lead in the middle of a move counts. Nobody else on
the board means nobody else's crystals. Crustals do not count.
"""

from __future__ import annotations

from dataclasses import replace

from rules.common.notation import NumberOf
from rules.cycle15.state import CRYSTAL, State
from wikibot.game.act import Act
from wikibot.game.implementations import Implementation
from wikibot.game.rulebook import Rulebook

SECTION = "Winning"
ENOUGH, LEAD = NumberOf(SECTION), NumberOf(SECTION, 1)
IMPLEMENTS = (Implementation(SECTION, reads_numbers=True),)


def in_force(book: Rulebook) -> bool:
    """Whether the page has the rule in a wording that is played."""
    return book.has(SECTION) and not book.obstacle(SECTION, reads_numbers=True)


def leader(state: State, enough: int, lead: int) -> str | None:
    """The player who has won by crystals, if there is one."""
    best = second = None
    first = ""
    for name, player in state.players.items():
        count = player.items.get(CRYSTAL, 0)
        if best is None or count > best:
            best, second, first = count, best, name
        elif second is None or count > second:
            second = count
    if best is None or best < enough or (second is not None and best - second < lead):
        return None
    return first


def check(act: Act[State]) -> None:
    """Declare a winner where there is one now."""
    if act.state.winners or not act.book.derived(in_force):
        return
    winner = leader(act.state, act.book.derived(ENOUGH), act.book.derived(LEAD))
    if winner:
        act.state = replace(act.state, winners=(winner,))
        count = act.state.players[winner].count(CRYSTAL)
        act.say(f"{winner} wins with {count} crystals; the cycle ends")
