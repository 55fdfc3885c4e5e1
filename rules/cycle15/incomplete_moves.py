"""Ruleset section Movement, its end: somebody else's rolls, and a move that turns out to have been incomplete.

Decisions: the bot plays no move before everything for it is there, so a move can be incomplete only where people
wrote it. A steward says so; the move of this phase is negated, its player stands where it began and may move anew.
What the negated move brought is taken back by hand, with ``correct``. Where the player has moved several times in this
phase, which of these moves it was is for the steward to say, and to set right in the same way. After the phase that
follows it an error counts no more, and neither does this verb.
"""

from __future__ import annotations

from dataclasses import replace

from rules.cycle15.path import RULE
from rules.cycle15.possessions import grant
from rules.cycle15.state import State
from wikibot.game import names
from wikibot.game.act import Act
from wikibot.game.problems import Refused
from wikibot.game.state import Pending, with_player
from wikibot.game.verbs import Shape, Verb

NEGATE = "negate move of"
AMENDS = "Time Bean Chili"
NEEDS_ROLL = "a roll of "


def others_may_roll(pending: Pending) -> bool:
    """Whether anybody may roll for an unfinished order: for a move that lacks a roll of the spaces, not its own."""
    return pending.text.startswith("move ") and " -- " in pending.text and pending.asks.startswith(NEEDS_ROLL)


def _negate(act: Act[State]) -> None:
    act.book.require(RULE, reads_numbers=True)
    name = names.resolve(act.subject, tuple(act.state.players), "player")
    player, phase = act.state.players[name], act.state.phase
    mine = [move for move in act.state.moves if move.player == name]
    if phase not in player.moved or phase - 1 not in player.moved or not mine:
        raise Refused(f"{name} did not move both in this phase and in the last", rule=RULE)
    if len(mine) > 1:
        remedy = f"Take back the right one with `undo` or `correct`, and add `correct {name} gains 1 {AMENDS}`."
        raise Refused(f"{name} has moved {len(mine)} times in this phase", rule=RULE, remedy=remedy)
    moved = tuple(each for each in player.moved if each != phase)
    act.state = with_player(act.state, replace(player, location=mine[0].leaves, moved=moved))
    act.state = replace(act.state, moves=tuple(move for move in act.state.moves if move is not mine[0]))
    act.say(f"the move of {name} from {mine[0].leaves} is negated; what it brought is for `correct` to take back")
    grant(act, name, AMENDS)


VERBS = (
    Verb(NEGATE, "negate move of PLAYER", "negate move of Bob", "takes back a move after an incomplete one (stewards)",
         _negate, Shape.SUBJECT, players_only=False, stewards_only=True),
)  # fmt: skip
