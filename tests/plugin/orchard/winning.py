"""Ruleset section Winning: the first with a cider and a cake wins, and the game is over.

Decision: whoever wins first has won; nobody wins after them.
"""

from __future__ import annotations

from msgspec.structs import replace

from wikibot.sdk import ActionContext, Implementation

from .state import CAKE, CIDER, State

SECTION = "Winning"
IMPLEMENTS = (Implementation(SECTION),)


def check(act: ActionContext[State]) -> None:
    """See whether somebody has won."""
    if act.state.winners or not act.book.has(SECTION) or act.book.obstacle(SECTION):
        return
    for name, player in act.state.players.items():
        if player.count(CIDER) > 0 and player.count(CAKE) > 0:
            act.state = replace(act.state, winners=(name,))
            act.say(f"{name} wins")
            return
