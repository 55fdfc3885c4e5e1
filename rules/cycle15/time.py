"""Ruleset section Time: phases come and go; what happens at an instant happens in a fixed order.

Votes that end are counted first: proposals, then votes of confidence and the election of a judge;
trades lapse. When a phase begins: the moves of the last one are forgotten but for who moved, with
the rolls that stood for them; effects for one phase end, and former players who may join again are
forgotten. Then players become reputable. Decision: no timed event fires once the cycle is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from rules.common import phases
from rules.common.judges import JUDGES
from rules.common.phases import BEGINS, begin, schedule
from rules.common.proceedings import first_of, settle
from rules.common.sections import Section
from rules.cycle15 import players
from rules.cycle15.belongings.status_effects import outlasting
from rules.cycle15.items.macgyvering import MACGYVER
from rules.cycle15.moves.movement import MOVE
from rules.cycle15.proposals import PROPOSALS
from rules.cycle15.state import Context, Player, State
from rules.cycle15.trading import TRADING
from wikibot.game.engine.held_events import held_events
from wikibot.game.engine.standing_rolls import when_over
from wikibot.sdk import Event, Rulebook, replace

NAME = "time passes"
_PROCEEDINGS = (PROPOSALS, JUDGES, TRADING)


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event."""
    if state.winners:
        return None
    time = schedule(book).end(state.now)
    reputable = players.next_reputable(state, book)
    time = time if reputable is None else min(time, reputable)
    return first_of(_PROCEEDINGS, state, book, Event(time, NAME))


def bears_on_time(state: State, book: Rulebook) -> tuple[object, ...]:
    """All of a state that :func:`next_event` looks at, beside the time."""
    held = book.found_in(state.pending, held_events)
    votes = book.found_in_parts((state.proposals,), _next_decision, state)
    ruling = book.found_in_parts((state.requests, state.candidacies), _next_ruling, state)
    lapse = book.found_in_parts((state.trades,), _next_lapse, state)
    joined = players.joined(state, book)
    return (state.winners, state.started, joined, held, votes, ruling, lapse)


def _next_decision(state: State, book: Rulebook) -> datetime | None:
    """When the next vote on a proposal ends."""
    return PROPOSALS.ends(state, book)


def _next_ruling(state: State, book: Rulebook) -> datetime | None:
    """When the next vote of confidence or election ends."""
    return JUDGES.ends(state, book)


def _next_lapse(state: State, book: Rulebook) -> datetime | None:
    """When the next trade lapses."""
    return TRADING.ends(state, book)


def pass_time(act: Context, event: Event) -> None:
    """Let everything happen that is due at the act's instant."""
    if event.name in PARTS:  # one that was held
        PARTS[event.name](act, event.data)
        return
    settle(_PROCEEDINGS, act)
    if event.name != NAME:
        return
    if schedule(act.book).start(act.now) == act.now:
        act.happen(BEGINS, lambda: begin_phase(act), what="the beginning of a phase")
    for name in players.newly_reputable(act.state, act.book, act.now):
        players.welcome(act, name)


def begin_phase(act: Context) -> None:
    """Begin the next phase."""
    begin(act)
    phase, extra = act.state.phase, dict.fromkeys(move.player for move in act.state.moves)
    players = {
        name: _rested(player, phase, moved=name in extra)
        for name, player in act.state.players.items()
    }
    state = when_over(act.state, (MOVE, MACGYVER))
    act.state = replace(state, moves=(), players=players)


def _rested(player: Player, phase: int, *, moved: bool) -> Player:
    phases = tuple(each for each in player.moved if each >= phase - 1)
    if moved and phase - 1 not in phases:
        phases = (*phases, phase - 1)
    effects = outlasting(player.effects, phase)
    if phases == player.moved and effects == player.effects:
        return player
    return replace(player, moved=phases, effects=effects)


PARTS: Mapping[str, Callable[[Context, str], None]] = {
    BEGINS: lambda act, _: begin_phase(act),
    players.WELCOME: players.welcome,
    players.GRANT: players.grant_again,
}
RULES = Section(implements=phases.implements(PARTS))
