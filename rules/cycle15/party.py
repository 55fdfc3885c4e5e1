"""Ruleset section Party: whether it is party time; a second start ends it.

Decision: the section's first words are a cry, not a rule: it is not a party time until somebody
starts one.
"""

from __future__ import annotations

from dataclasses import replace

from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation

SECTION = "Party"
IMPLEMENTS = (Implementation(SECTION),)


def start(act: ActionContext[State]) -> None:
    """Start a party, which ends the one that is going on."""
    act.book.require(SECTION)
    act.state = replace(act.state, party=not act.state.party)
    act.say("it is party time" if act.state.party else "the party is over")
