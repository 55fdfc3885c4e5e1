"""Exploring new territory for a movement roll that was made before: by its player, or later by anybody else.

The line takes up the unfinished move with the rolls that it holds, and needs the missing ones.
Rolls that come in pieces, from several people too, add up. Decisions: where the turn would have
passed meanwhile it ends at once then; what somebody else writes is not a message of its player. A
Number of whoever explores may stand in for the roll between snake and ladder, not for the choice of
spaces, which is not a roll.
"""

from __future__ import annotations

from rules.round7 import frontier, moving, numbers
from rules.round7.state import State, Turn
from rules.round7.turns import finish_overdue, with_turn
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.kernel_verbs import waiting_order
from wikibot.game.problems import Missing, Refused
from wikibot.game.state import settle
from wikibot.game.verbs import Shape, Verb, one_order

EXPLORE = "explore"


def _explore(act: ActionContext[State]) -> None:
    act.book.require(frontier.SECTION)
    turn, waiting = act.state.turn, frontier.waiting(act.state)
    if turn is None or turn.frontier is None or waiting is None:
        raise Refused("no movement roll waits for new territory", rule=frontier.SECTION)
    frontier.refuse_others(act, act.player, turn)
    order = waiting_order(waiting, act.game.verbs)
    act.supply.serve(turn.player, moving.MOVE)
    act.state = settle(act.state, waiting)
    try:
        _finish(act, turn, order.subject)
    except Missing as missing:
        raise Missing(
            missing.asks, how=missing.how or "Add a line `explore -- ...` with it"
        ) from None


def _finish(act: ActionContext[State], turn: Turn, instead: str) -> None:
    """Carry out the movement roll of a turn; ``instead``: the Number that its player uses in its place."""
    roll = moving.movement_roll(act, turn, instead, turn.player)
    with_turn(act, roll=roll, frontier=None)
    given = numbers.instead_of_rolls(act, act.subject, 1)
    if given:
        numbers.refuse_for_roll(act, frontier.KIND)
    frontier.explore(act, turn.player, roll, given[0] if given else None)
    moving.go(act, turn.player, roll)
    finish_overdue(act, turn.player, act.player)


VERBS = (
    Verb(EXPLORE, "explore [with Number N]", "explore -- 1d2 (2) = 2, 1d3 (1) = 1, 1d10 (4) = 4",
         "makes the rolls for new territory that a movement roll on the Frontier waits for", _explore, Shape.TEXT,
         means=one_order, available=lambda act: frontier.waiting(act.state) is not None),
)  # fmt: skip
