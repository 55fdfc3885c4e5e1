"""What a line does to the time of a turn: it runs from the player's last message (section Turns).

A turn has begun with the first line of its player that plays an action of a turn, or lacks
something for one. From then on every line of theirs is a message, whatever became of it, but for
those that wait for a steward: of them a log knows nothing. What a steward enters with ``as NAME``
is that player's message; ``choose for NAME`` is no player's, and so is a correction: in a log it
stands for an edit of the page. An unfinished action may be finished as long as the turn lasts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from rules.common.sections import settled
from rules.common.votes import DOWN, UP
from rules.round7.state import Context, State
from rules.round7.turns import frontier, moving, turns
from rules.round7.turns.frontier import unfinished
from wikibot.game import names
from wikibot.game.engine.kernel_verbs import CHOOSE
from wikibot.game.engine.orders import Order, parse_order
from wikibot.game.engine.steward_verbs import AS, CORRECT
from wikibot.game.state import Kind, wait_for
from wikibot.sdk import Outcome, Pending, Rulebook, Unclear, Verb, Verdict, replace

# What is not an action of a turn: rules tie it to no turn, and it changes nothing on the board.
ELSEWHERE = ("propose", "retract", "vote", UP, DOWN, "ping", "join", "rejoin", "leave", "help")
_REST = "the rolls for new territory"
FOR_ANOTHER = re.compile(r"for\s+[^:]+:?", re.IGNORECASE)


def on_line(
    before: State, after: State, outcome: Outcome, book: Rulebook, verbs: Sequence[Verb]
) -> State:
    """The state with the message noted, where its writer is on turn."""
    if outcome.verdict is Verdict.HELD or not outcome.action.order.strip():
        return after
    after = _joined(after, verbs) if outcome.verdict is Verdict.NEEDS else after
    turn, (who, text) = after.turn, message(outcome, before)
    if turn is None or before.turn is None or who != turn.player or who not in after.players:
        return after
    goes_on = (turn.player, turn.started) == (before.turn.player, before.turn.started)
    if not goes_on or not (turn.acted or _begins(outcome.verdict, text, verbs)):
        return after
    turn = replace(turn, acted=outcome.action.time)
    return _kept(_rolled(replace(after, turn=turn), outcome, text, verbs), book)


def message(outcome: Outcome, state: State) -> tuple[str, str]:
    """Whose message a line is ("": no player's), and what it says."""
    action = outcome.action
    order = _order(action.order, (AS, CORRECT, CHOOSE))
    if order and order.verb is AS and action.trusted:
        name = order.subject.partition(":")[0]
        return names.find(name.strip(), tuple(state.players)) or "", action.order.partition(":")[2]
    anothers = order and order.verb is CHOOSE and FOR_ANOTHER.fullmatch(order.subject)
    corrects = order and order.verb is CORRECT and action.trusted
    return "" if anothers or corrects else outcome.player, action.order


def _order(text: str, verbs: Sequence[Verb]) -> Order | None:
    try:
        return parse_order(text, verbs)
    except Unclear:
        return None


def _begins(verdict: Verdict, text: str, verbs: Sequence[Verb]) -> bool:
    order = _order(text, (*verbs, CHOOSE))
    known = order is not None and order.verb.name not in ELSEWHERE
    return known and verdict in (Verdict.NEEDS, Verdict.DONE)


def _rolled(state: State, outcome: Outcome, text: str, verbs: Sequence[Verb]) -> State:
    """Note when a movement roll was made on the Frontier, though its line may not be played yet."""
    turn, now = state.turn, outcome.action.time
    if turn is None or turn.frontier or turn.roll is not None:
        return state
    if state.players[turn.player].space != state.highest:
        return state
    waiting = frontier.unfinished_move(state)
    order = _order(waiting.text if waiting else text, verbs)
    if order is None or order.verb.name.split()[0] != moving.MOVE:
        return state
    roll = (turn.player, moving.MOVE, moving.LABEL)
    stands = any((each.player, each.purpose, each.label) == roll for each in state.rolls)
    if not stands and not (waiting and order.subject):  # a Number, which stands for the roll
        return state
    marked = replace(state, turn=replace(turn, frontier=now))
    move = Pending(outcome.action.id, turn.player, Kind.ACTION, moving.MOVE, _REST, now)
    return marked if waiting else wait_for(marked, move)


def _joined(state: State, verbs: Sequence[Verb]) -> State:
    """Let the unfinished move alone wait for rolls for new territory of which some were made."""
    move = frontier.waiting(state)
    explore = next(unfinished(state, moving.EXPLORE), None)
    more = explore and _order(explore.text, verbs)
    if move is None or explore is None or not more or more.subject:  # or a Number is used, too
        return state
    whole = replace(move, asks=explore.asks)
    pending = (whole if each == move else each for each in state.pending if each != explore)
    return replace(state, pending=tuple(pending))


def _kept(state: State, book: Rulebook) -> State:
    """Unfinished actions of the player on turn last as long as the turn."""
    end, who = turns.end_time(state, book), state.turn.player if state.turn else None
    pending = tuple(
        replace(each, until=end) if (each.player, each.kind) == (who, Kind.ACTION) else each
        for each in state.pending
    )
    return state if pending == state.pending else replace(state, pending=pending)


def until(act: Context) -> datetime | None:
    """Until when an unfinished action can be completed; None where no end of a turn cuts it off."""
    turn, book = act.before.turn, act.book
    if turn is None or turn.player != act.player or not settled(book, turns.SECTION):
        return None
    if frontier.began_there(act.before, turn) and (turn.frontier or _rolls_on_frontier(act)):
        return None
    return turns.end_time(replace(act.before, turn=replace(turn, acted=act.now)), book)


def _rolls_on_frontier(act: Context) -> bool:
    """Whether the order is a movement roll on the Frontier, by dice or by a Number."""
    order = act.order
    moves = (
        order is not None
        and order.verb.name.split()[0] == moving.MOVE
        and bool(act.rolled or order.subject)
    )
    return moves and bool(act.before.players[act.player].space == act.before.highest)
