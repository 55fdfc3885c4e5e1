"""Ruleset section Winning: so many crystals, and a lead of so many. Then the cycle ends.

Decisions: rules apply continuously, so it is looked at after every step that a rule tells apart:
every space of a move that does something to players who pass, every sentence of an item that
follows another, every action. A lead in between counts. What one sentence does to several players
it does to all of them at once. A player alone on the board needs no lead. Crustals do not count.
Where the rule Crab Upgrades says so, all crabs win with one that wins. A player hit by a Death Ray
wins by crystals again only once the number of them has changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.common.notation import NumberOf
from rules.common.sections import Section, settled
from rules.cycle15 import party, possessions
from rules.cycle15.state import CRYSTAL, LOST, Context, Effect, Player
from wikibot.game.ruleset.of_each import Those
from wikibot.sdk import Bears, Implementation, Rulebook, counted, replace
from wikibot.wikitext.messages import say

SECTION = "Winning"
ENOUGH, LEAD = NumberOf(SECTION), NumberOf(SECTION, 1)


def _outlived(player: Player) -> tuple[Effect, ...]:
    """The marks of a Death Ray that hit a player with another number of crystals."""
    crystals = player.items.get(CRYSTAL, 0)
    return tuple([each for each in player.effects if each.kind == LOST and each.value != crystals])


def _near(book: Rulebook) -> Those[str, Player] | None:
    """Whom the section may concern: who has enough crystals, or marks that end.

    None where the page does not have the section in a wording that is played.
    """
    if not settled(book, SECTION):
        return None
    enough, _ = book.derived(ENOUGH), book.derived(LEAD)

    def near(player: Player) -> bool:
        marked = player.effects and _outlived(player)
        return bool(marked) or player.items.get(CRYSTAL, 0) >= enough

    return Those(near)


def leader(players: Mapping[str, Player], book: Rulebook) -> str | None:
    """The player who has won by crystals, if there is one."""
    enough, lead = book.derived(ENOUGH), book.derived(LEAD)
    counts = [player.items.get(CRYSTAL, 0) for player in players.values()]
    best = max(counts, default=0)
    if best < enough or any(best - other < lead for other in sorted(counts)[-2:-1]):
        return None
    return tuple(players)[counts.index(best)]


def check(act: Context) -> None:
    """Declare a winner where there is one now."""
    near, players = act.book.derived(_near), act.state.players
    if near is None or act.state.winners or not act.book.found_in(players, near):
        return
    for name, player in players.items():
        if outlived := _outlived(player):
            act.state = possessions.end_effects(act.state, name, *outlived)
    winner = leader(players, act.book)
    if winner and not possessions.values(act.state.players[winner], LOST):
        declare(
            act,
            winner,
            say("with {}", counted(act.state.players[winner].count(CRYSTAL), "crystal")),
        )


def declare(act: Context, winner: str, how: str) -> None:
    """Let a player win, and those who win with them; the cycle ends."""
    winners: tuple[str, ...] = (winner,)
    players = act.state.players
    if possessions.is_crab(players[winner]) and party.upgrades(act.state, act.book).brood:
        crabs = (name for name, each in players.items() if possessions.is_crab(each))
        winners += tuple(name for name in crabs if name != winner)
    act.state = replace(act.state, winners=winners)
    others = say(", and with them all crabs: {}", ", ".join(winners[1:])) if winners[1:] else ""
    act.say("{} wins {}{}; the cycle ends", winner, how, others)


_BEARS = Bears(changes=("crystals", "the winners"))
RULES = Section(__name__, (Implementation(SECTION, bears=_BEARS),), after_action=check)
