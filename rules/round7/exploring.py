"""Exploring new territory for a movement roll that was made before: by its player, or later by anybody else.

The line takes up the unfinished move with the rolls that it holds, and needs the missing ones. Decision: where the turn
would have passed meanwhile it ends at once then; what somebody else writes is no message of its player. A Number of
whoever explores may stand in for the roll between snake and ladder, not for the choice of spaces, which is no roll.
"""

from __future__ import annotations

from rules.round7 import frontier, moving, numbers
from rules.round7.state import State
from rules.round7.turns import finish_overdue, with_turn
from wikibot.game.act import Act
from wikibot.game.kernel_verbs import waiting_order
from wikibot.game.problems import Refused
from wikibot.game.state import settle
from wikibot.game.verbs import Shape, Verb

EXPLORE = "explore"


def _explore(act: Act[State]) -> None:
    act.book.require(frontier.SECTION, reads_numbers=True)
    turn, waiting = act.state.turn, frontier.waiting(act.state)
    if turn is None or turn.frontier is None or waiting is None:
        raise Refused("no movement roll waits for new territory", rule=frontier.SECTION)
    who = turn.player
    frontier.refuse_others(act, act.player, turn)
    order = waiting_order(waiting, act.game.verbs)
    if act.rolls_left[: len(order.rolls)] != order.rolls:
        act.recall(order.rolls)
    act.state = settle(act.state, waiting)
    roll = moving.movement_roll(act, turn, order.subject, who)
    with_turn(act, roll=roll, frontier=None)
    given = numbers.instead_of_rolls(act, act.subject, 1)
    frontier.explore(act, who, roll, given[0] if given else None)
    moving.go(act, who, roll)
    finish_overdue(act, who, act.player)


VERBS = (
    Verb(EXPLORE, "explore [with Number N]", "explore -- 1d2 (2) = 2, 1d3 (1) = 1, 1d10 (4) = 4",
         "makes the rolls for new territory that a movement roll on the Frontier waits for", _explore, Shape.TEXT,
         available=lambda act: frontier.waiting(act.state) is not None),
)  # fmt: skip
