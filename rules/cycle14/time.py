"""Ruleset section Time: what happens at the end of a phase, of a week, and in between, in a fixed order.

What players settle among themselves comes first: proposals take effect, votes of confidence and elections end, trades
lapse. At the end of a phase open gatherings fail. At the end of a week the season changes after that, gains are boosted
or not, and it is looked where the Obelisk is. Former players who may join again are forgotten. Decision: nothing
happens by itself once the cycle is over.
"""

from __future__ import annotations

from rules.common.affairs import first_of, settle
from rules.common.phases import begin, schedule
from rules.cycle14 import seasons, winning
from rules.cycle14.judges import JUDGES
from rules.cycle14.proposals import PROPOSALS
from rules.cycle14.rituals import gatherings
from rules.cycle14.state import State
from rules.cycle14.trading import TRADING
from wikibot.game.act import Act
from wikibot.game.calendar import week_start
from wikibot.game.game import Event
from wikibot.game.implementations import How, Implementation
from wikibot.game.rulebook import Rulebook

NAME = "a phase begins"
_AFFAIRS = (PROPOSALS, JUDGES, TRADING)
IMPLEMENTS = (Implementation("Time", How.FLAVOUR), Implementation("General"))


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next instant at which something happens by itself."""
    if state.over:
        return None
    time = schedule(book).end(state.now)
    return first_of(_AFFAIRS, state, book, Event(time, NAME))


def pass_time(act: Act[State], event: Event) -> None:
    """Let everything happen that is due at the act's instant."""
    settle(_AFFAIRS, act)
    if event.name == NAME:
        _begin_phase(act)


def _begin_phase(act: Act[State]) -> None:
    gatherings.fail_open(act)
    if week_start(act.now) == act.now:
        seasons.advance(act)
        gatherings.begin_week(act)
        winning.end_week(act)
    begin(act)
