"""The sentences of the ruleset page as the gamestate page's words make them mean: once for both.

A sentence is read again only where a word of the tables changed that it may have.
"""

from __future__ import annotations

from msgspec import Struct

from rules.generic.play.plan import Plan
from rules.generic.state import State
from rules.plain import tree
from wikibot.game.ruleset.rulebook import Rulebook

_PLAN = Plan(())  # until the language is there
HOURS = 48  # a vote lasts, where no sentence says it


class Numbers(Struct, frozen=True):
    """What the page says about proposals. ``most_proposals``: of one player; None: any number."""

    hours: int = HOURS
    passes: tree.Passes = tree.Passes()
    most_proposals: int | None = None


def plan_of(state: State, book: Rulebook) -> Plan:
    """The sentences that are played, as the words of both pages are now."""
    del state, book
    return _PLAN


def numbers(book: Rulebook) -> Numbers:
    """What the ruleset page says about proposals, whatever the gamestate page says."""
    del book
    return Numbers()
