"""Ruleset section Winning and Losing: at a week's end the Obelisk at the Gates means that all lose.

Winning is by ritual, see the Ritual that Frees Us and the Ritual to Appease the Obelisk. Once the cycle has ended
nothing more is played.
"""

from __future__ import annotations

from dataclasses import replace

from rules.common.automation import happen
from rules.cycle14.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Bears, Implementation

SECTION = "Winning and Losing"
LOOKING = "the Obelisk at the Gates"  # an event
IMPLEMENTS = (Implementation(SECTION, bears=Bears(events=(LOOKING,), changes=("the end",))),)


def ended(state: State) -> str:
    """How the cycle ended, "" while it goes on."""
    how = f"{', '.join(state.winners)} won" if state.winners else "all players lost"
    return f"the cycle is over: {how}" if state.over else ""


def end_week(act: ActionContext[State]) -> None:
    """Look where the Obelisk is at the end of a week."""
    if not act.state.over:
        happen(act, LOOKING, SECTION, lambda: _look(act), what="the Obelisk at the Gates")


def _look(act: ActionContext[State]) -> None:
    if act.state.obelisk.distance <= 0:
        act.state = replace(act.state, lost=True)
        act.say("the Obelisk has reached the Gates: all players lose and the cycle ends")
