"""Ruleset section Dancing: at party time, landing among others grants all there one item for each other player."""

from __future__ import annotations

from rules.common.sections import in_play
from rules.cycle15.belongings import images
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.board.places import players_on
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Dancing"
IMPLEMENTS = (Implementation(SECTION),)
REWARD = "Time Bean Chili"


def dance(act: ActionContext[State], who: str, space: int) -> None:
    """Let the players on a space dance with the one who landed there."""
    del who
    if not act.state.party:
        return
    dancers = players_on(act.state, space)
    if len(dancers) > 1 and in_play(act.book, SECTION):
        for name in dancers:
            grant(act, name, REWARD, len(dancers) - 1, "for dancing")
        for owner, _ in images.on(act.state, space):
            images.receive(act, owner, REWARD, len(dancers) - 1)
