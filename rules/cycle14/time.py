"""Ruleset section Time: what happens at the end of a phase, of a week, and in between, in order.

What players settle among themselves comes first: proposals take effect, votes of confidence and
elections end, trades lapse. At the end of a phase open gatherings fail. At the end of a week the
season changes after that, gains are boosted or not, and it is looked where the Obelisk is. Former
players who may join again are forgotten. Decision: no timed event fires once the cycle is over.
"""

from __future__ import annotations

from rules.common import phases
from rules.common.judges import JUDGES
from rules.common.phases import BEGINS, begin, schedule
from rules.common.proceedings import first_of, settle
from rules.common.sections import Section
from rules.cycle14 import seasons, winning
from rules.cycle14.obelisk import OBSERVE
from rules.cycle14.proposals import PROPOSALS
from rules.cycle14.rituals import over_time
from rules.cycle14.rituals.gatherings import STARTING
from rules.cycle14.rituals.types import DISPLACES
from rules.cycle14.state import Context, State
from rules.cycle14.trading import TRADING
from wikibot.game.engine.standing_rolls import when_over
from wikibot.sdk import Event, Rulebook, week_start

NAME = "time passes"
_PROCEEDINGS = (PROPOSALS, JUDGES, TRADING)


def _look(act: Context) -> None:
    winning.end_week(act, over_time.hindrance(act.book, DISPLACES, STARTING))


_AT_WEEKS_END = {  # in their order
    seasons.CHANGES: seasons.advance,
    over_time.BOOSTING: over_time.begin_week,
    winning.LOOKING: _look,
}
PARTS = {over_time.FAILING: over_time.fail_open, **_AT_WEEKS_END, BEGINS: begin}


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event."""
    if state.over:
        return None
    time = schedule(book).end(state.now)
    return first_of(_PROCEEDINGS, state, book, Event(time, NAME))


def pass_time(act: Context, event: Event) -> None:
    """Let everything happen that is due at the act's instant."""
    if event.name in PARTS:  # one that was held
        PARTS[event.name](act)
        return
    settle(_PROCEEDINGS, act)
    if event.name == NAME:
        _begin_phase(act)


def _begin_phase(act: Context) -> None:
    over_time.fail_open(act)
    if week_start(act.now) == act.now:
        for play in _AT_WEEKS_END.values():
            play(act)
        over_time.forget(act)
        act.state = when_over(act.state, (OBSERVE.name,))
    act.happen(BEGINS, lambda: begin(act), what="the beginning of a phase")


RULES = Section(__name__, phases.implements(PARTS, over_time.FAILING))
