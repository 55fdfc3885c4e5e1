"""Ruleset section Winning: whoever has enough Victory Poents wins. Nothing but that section gives or takes any.

So the bot never changes them; people write them on the page when a rule that they adopted says so.
Decisions: the game goes on after somebody has won, as no rule ends it. Several may win. How
proposals about this section pass is in :mod:`rules.round7.proposals`.
"""

from __future__ import annotations

from dataclasses import replace

from rules.common.notation import NumberAt
from rules.common.sections import settled
from rules.round7.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Bears, Implementation

SECTION = "Winning"
IMPLEMENTS = (Implementation(SECTION, bears=Bears(changes=("vp", "the winners"))),)
_ENOUGH = NumberAt(SECTION, r"at least (\w+) Victory Poents")


def check(act: ActionContext[State]) -> None:
    """Declare winners where there are any now."""
    if not settled(act.book, SECTION, _ENOUGH):
        return
    enough = act.book.derived(_ENOUGH)
    for name, player in act.state.players.items():
        if player.vp >= enough and name not in act.state.winners:
            act.state = replace(act.state, winners=(*act.state.winners, name))
            act.say(f"{name} wins with {player.vp} Victory Poents")
