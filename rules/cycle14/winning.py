"""Ruleset section Winning and Losing: at a week's end the Obelisk at the Gates means that all lose.

Winning is by ritual, see the Ritual that Frees Us and the Ritual to Appease the Obelisk. Once the
cycle has ended nothing more is played. Decision: the players do not lose while the ritual that
moves the Obelisk away cannot be performed, as a rule that it needs is held; where the Obelisk is
counts again at the next week's end.
"""

from __future__ import annotations

from functools import partial

from rules.common.proceedings import happen, instead
from rules.common.sections import Section
from rules.cycle14.state import Context, State
from wikibot.sdk import Bears, Implementation, replace
from wikibot.wikitext.messages import say

SECTION = "Winning and Losing"
LOOKING = "the Obelisk at the Gates"  # an event


def ended(state: State) -> str:
    """How the cycle ended, "" while it goes on."""
    how = say("{} won", ", ".join(state.winners)) if state.winners else say("all players lost")
    return say("the cycle is over: {}", how) if state.over else ""


def end_week(act: Context, held: str = "") -> None:
    """Look where the Obelisk is at the end of a week.

    ``held``: a unit that is held, without which the Obelisk cannot be moved away.
    """
    if not act.state.over:
        look = partial(_look, act)
        play = partial(instead, act, look, partial(_look, act, held)) if held else look
        happen(act, LOOKING, SECTION, play, what="the Obelisk at the Gates")


def _look(act: Context, held: str = "") -> None:
    if act.state.obelisk.distance > 0:
        return
    if held:
        act.say(
            "the Obelisk is at the Gates, and the cycle is not lost: the wording of {} is "
            "not settled",
            held,
        )
    else:
        act.state = replace(act.state, lost=True)
        act.say("the Obelisk has reached the Gates: all players lose and the cycle ends")


RULES = Section(
    __name__, (Implementation(SECTION, bears=Bears(events=(LOOKING,), changes=("the end",))),),
)  # fmt: skip
