"""Ruleset section Frontier: a movement roll on the highest space adds spaces, snakes and ladders.

All steps are collected first and happen at one instant, or not at all; that is how nothing can come
between them. While rolls are missing the movement roll stands, and where its player began the turn
on the Frontier that turn does not end; after ten minutes any other player may make the rolls, with
``explore`` or ``choose for NAME``. Decisions: the turn is kept open from the movement roll on, as
it would otherwise end before the ten minutes are over; what else would move the player has to wait.
A player who came to the Frontier only on this turn explores alone, and with the turn the unfinished
move is over. The space among the new ones is rolled for first, then the one among the old ones,
both in ascending order; where no old space is without a snake or ladder, none is added. A board
that grows meanwhile does not take the Frontier from under a roll that was made on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from rules.common.notation import NumberAt
from rules.common.proceedings import is_over
from rules.common.sections import Section, in_play
from rules.round7 import naming
from rules.round7.board import snek
from rules.round7.naming import LADDER, SNAKE
from rules.round7.state import FIRST, Context, State, Turn
from wikibot.sdk import How, Implementation, Pending, Refused, format_time, replace
from wikibot.wikitext.messages import say

SECTION = "Frontier"
KIND = "snake or ladder"  # what the roll between the two is for
_LESS = NumberAt(SECTION, r"roll minus (\w+)")
_ENOUGH = NumberAt(SECTION, r"is (\w+) or greater")
_SIDES = NumberAt(SECTION, r"(\w+)-sided dic?e")
_SNAKE = NumberAt(SECTION, r"Snake \(result = (\w+)\)")
_MINUTES = NumberAt(SECTION, r"(\w+) minutes have passed")


def is_frontier(act: Context, space: object) -> bool:
    """Whether a place is the Frontier."""
    return in_play(act.book, SECTION) and space == act.state.highest


def unfinished(state: State, verb: str) -> Iterator[Pending]:
    """The orders of a verb (of one word) that wait."""
    return (each for each in state.pending if each.orders(verb))


def unfinished_move(state: State) -> Pending | None:
    """The movement roll of the player on turn that waits for something."""
    who = state.turn.player if state.turn else None
    return next((each for each in unfinished(state, "move") if each.player == who), None)


def waiting(state: State) -> Pending | None:
    """The movement roll of the present turn that waits for new territory."""
    return unfinished_move(state) if state.turn and state.turn.frontier else None


def began_there(state: State, turn: Turn) -> bool:
    """Whether the player on turn began it on the Frontier, or was moved down from it."""
    player = state.players.get(turn.player)
    space = player.space if player else None
    return isinstance(turn.start, int) and isinstance(space, int) and turn.start >= space


def keeps_turn(state: State) -> bool:
    """Whether the present turn goes on until new territory is explored."""
    return state.turn is not None and waiting(state) is not None and began_there(state, state.turn)


def refuse_while_waiting(act: Context, who: str = "") -> None:
    """Refuse to move a player between their movement roll on the Frontier and the exploration.

    ``who``: by default the acting player.
    """
    move = waiting(act.state)
    if move and move.player == (who or act.player):
        remedy = say("State the rolls that are missing with `explore -- ...`.")
        raise Refused("new territory has to be explored first", rule=SECTION, remedy=remedy)


def explore(act: Context, who: str, roll: int, result: int | None = None) -> None:
    """Add what a movement roll on the Frontier adds; the advance comes after it.

    ``result``: of a Number that is used in place of the roll between snake and ladder.
    """
    old = act.state.highest
    count = max(roll - act.book.derived(_LESS), 0)
    act.state = replace(act.state, highest=old + count)
    if count:
        added = say("{} to {}", old + 1, old + count) if count > 1 else f"{old + 1}"
        act.say("{} explores new territory: {}", who, added)
    if count >= act.book.derived(_ENOUGH) and in_play(act.book, snek.SECTION):
        _add_feature(act, old, result)
    elif result is not None:
        raise Refused("so little new territory needs no roll for a snake or ladder", rule=SECTION)


def _add_feature(act: Context, old: int, result: int | None) -> None:
    sides = act.book.derived(_SIDES)
    if result is None:
        result = act.roll(1, sides, KIND)[0]
    elif not 1 <= result <= sides:
        raise Refused("a Number {} cannot stand for a roll of 1d{}", result, sides, rule=SECTION)
    kind = SNAKE if result == act.book.derived(_SNAKE) else LADDER
    new = act.pick(range(old + 1, act.state.highest + 1), f"the new space of the {kind}")
    free = [
        space
        for space in range(FIRST, old + 1)
        if not any(map(naming.paired, act.state.features.get(space, ())))
    ]
    if not free:
        act.say("no old space is without a snake or ladder, so no {} is added", kind)
        return
    snek.add_pair(act, kind, act.pick(free, f"the old space of the {kind}"), new)


def open_from(act: Context, since: datetime) -> datetime:
    """When others may explore new territory in the place of a player who rolled at a given time."""
    return since + timedelta(minutes=act.book.derived(_MINUTES))


def refuse_others(act: Context, by: str | None, turn: Turn) -> None:
    """Refuse to let ``by`` explore in place of the player on turn before others may, or at all."""
    if by == turn.player or turn.frontier is None:
        return
    if not began_there(act.state, turn):
        raise Refused(
            "{} did not begin the turn on the Frontier, so explores alone",
            turn.player,
            rule=SECTION,
        )
    start = open_from(act, turn.frontier)
    if not is_over(start, act.now):
        raise Refused(
            "others may explore for {} from {} on", turn.player, format_time(start), rule=SECTION
        )


RULES = Section(
    __name__,
    (
        Implementation(SECTION, How.ASKS, waits="movement rolls on the Frontier"),
    ),
)  # fmt: skip
