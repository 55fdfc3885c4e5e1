"""Timed events: the board grows, turns pass, pings become due, proposals end; how a turn ends.

At one instant the board grows first, then proposals end, pings become due, and the turn passes
last. When a turn ends, choices that were not made take their default, and whatever its player
began, rolled or was offered lapses. A turn that cannot be played for a rule that is held begins
anew (``turns.standstill``). Decision: where a page does not say whose turn it is, it is the first
player's, from the time at which the bot comes by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from rules.common.proceedings import instead, next_due
from rules.common.sections import Section, settled, unsettled
from rules.round7.board import game_board
from rules.round7.items.commerce import TRADING
from rules.round7.police import chief_of_police, gulag, jail
from rules.round7.proposals import PROPOSALS
from rules.round7.state import Context, State
from rules.round7.turns import standstill, turns
from wikibot.game.engine.held_events import earliest, is_held
from wikibot.game.engine.standing_rolls import when_over
from wikibot.game.state import Kind
from wikibot.sdk import Event, Rulebook, replace

PROPOSAL, PING, TRADE, TURN = "voting ends", "a ping is due", "offers lapse", "a turn passes"
BEGIN = "a turn begins"


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event; of those at one instant the first by the order above."""
    begin = Event(state.now, BEGIN)
    if _no_turn(state, book) and not is_held(state, begin):
        return begin
    growth, turn = game_board.next_growth(state, book), standstill.end_time(state, book)
    voting, trade = (next_due(each, state, book) for each in (PROPOSALS, TRADING))
    price = turns.next_price(state, book)
    events = [
        Event(growth, game_board.GROWS) if growth else None,
        Event(voting, PROPOSAL) if voting else None,
        Event(price[0], PING, price[1]) if price else None,
        Event(trade, TRADE) if trade else None,
        Event(turn, TURN, state.turn.player) if turn and state.turn else None,
    ]
    return earliest(state, events)


def _no_turn(state: State, book: Rulebook) -> bool:
    """Whether a turn has to begin because it is no player's, as on a page that names none."""
    order, on_turn = turns.order(state), state.turn.player if state.turn else None
    return bool(order) and on_turn not in order and settled(book, turns.SECTION)


_HANDLERS: Mapping[str, Callable[[Context, Event], None]] = {
    BEGIN: lambda act, _: _begin(act),
    game_board.GROWS: lambda act, _: game_board.grow(act),
    PROPOSAL: lambda act, _: PROPOSALS.pass_time(act),
    TRADE: lambda act, _: TRADING.pass_time(act),
    gulag.SENT: lambda act, event: gulag.send(act, event.data),
    PING: lambda act, event: _ping_due(act, event.data),
    TURN: lambda act, event: _pass_turn(act, event.time),
}


def pass_time(act: Context, event: Event) -> None:
    """Let one of those events happen."""
    _HANDLERS[event.name](act, event)


def _begin(act: Context) -> None:
    """Give the turn to the first player of the order, or to the next after one without turns."""
    turn = act.state.turn
    known = turn is not None and turn.player in act.state.players
    following = (
        turns.next_after(act.state, turn.player)
        if turn and known
        else next(iter(turns.order(act.state)))
    )
    turns.begin(act, following, act.state.now)


def _ping_due(act: Context, who: str) -> None:
    """Make a player pay for a ping, but not while it cannot be given."""
    if unsettled(act.book, turns.SECTION):
        instead(act, lambda: turns.price(act, who), lambda: standstill.put_off_ping(act, who))
    else:
        turns.price(act, who)


def _pass_turn(act: Context, time: datetime) -> None:
    """Let an overdue turn pass, but not against a player who had to wait for a steward."""
    unit = standstill.hindrance(act.state, act.book)
    if unit:
        instead(act, lambda: end_turn(act, time), lambda: standstill.begin_anew(act, unit, time))
    elif standstill.excused(act.state):
        instead(act, lambda: end_turn(act, time), lambda: end_turn(act, time, excused=True))
    else:
        end_turn(act, time)


def end_turn(act: Context, time: datetime, *, excused: bool = False) -> None:
    """End the present turn at a time and begin the next. ``excused``: it was not missed."""
    turn = act.state.turn
    if turn is None:
        return
    who = turn.player
    if who in act.state.players:
        chief_of_police.admit_by_default(act, who)
        jail.turn_ends(act, who)
        gulag.turn_ends(act, who, missed=not (turn.has_begun or turn.over or excused))
        following = turns.next_after(act.state, who)
    else:
        following = next(iter(turns.order(act.state)), None)
    left = tuple(each for each in act.state.pending if each.player != who or each.kind is Kind.HELD)
    act.state = replace(when_over(act.state, player=who), pending=left)
    turns.begin(act, following, time)


def finish_turn(act: Context) -> None:
    """End the turn after an order that ended it, or whose player is gone."""
    turn = act.state.turn
    if turn and (turn.over or turn.player not in act.state.players):
        end_turn(act, act.now)


RULES = Section(after_action=finish_turn)
