"""Ruleset section Community Storehouse: components that belong to everybody who is not banished.

Decisions: the section's remark about which components are tradable is older than the list of those that are not; what
cannot be traded cannot be stored either. Anything that is in the storehouse can be taken out.
"""

from __future__ import annotations

from rules.cycle14.banishment import refuse_banished
from rules.cycle14.components import SECTION as COMPONENTS
from rules.cycle14.components import components, untradable
from rules.cycle14.possessions import STOREHOUSE, held, transfer
from rules.cycle14.state import State
from wikibot.game.act import Act
from wikibot.game.implementations import Implementation
from wikibot.game.problems import Refused
from wikibot.game.verbs import Shape, Verb

SECTION = "Community Storehouse"
IMPLEMENTS = (Implementation(SECTION, reads_numbers=True),)


def _store(act: Act[State]) -> None:
    _refuse(act)
    for item in components(act.book).amounts(act.subject):
        if item in untradable(act.book):
            raise Refused(f"{item} cannot be traded, so it cannot be stored", rule=COMPONENTS)
    _move(act, act.player, STOREHOUSE)


def withdraw(act: Act[State]) -> None:
    """Take components out of the storehouse."""
    _refuse(act)
    _move(act, STOREHOUSE, act.player)


def _refuse(act: Act[State]) -> None:
    act.book.require(SECTION, reads_numbers=True)
    refuse_banished(act, "use the Community Storehouse")


def _move(act: Act[State], giver: str, taker: str) -> None:
    known, wanted = components(act.book), components(act.book).amounts(act.subject)
    for item, count in wanted.items():
        has = max(held(act.state, giver, item), 0)
        if has < (1 if count is None else count):
            raise Refused(f"{giver} has {has}{known.short(item)}", rule=SECTION)
        transfer(act, giver, taker, item, has if count is None else count)


VERBS = (
    Verb("store", "store COMPONENTS", "store 2🌿, 1💎", "puts components into the storehouse", _store, Shape.TEXT),
)  # fmt: skip
