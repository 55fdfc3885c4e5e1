"""Items that nobody can use, whatever other rules say, and what follows where one was used all the same.

Decisions: what makes a use happen that cannot happen is for people to say: a steward's ``force use
of ITEM by PLAYER`` has it used anyway, which grants what its description says. Actual Garbage and
Archgarbage of one owner destroy each other in pairs, at once, until one kind is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.cycle15.belongings.possessions import grant, lose
from rules.cycle15.items.item import Item, Number
from rules.cycle15.state import Player, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Refused
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.verbs import Shape, Verb

GARBAGE, ARCHGARBAGE = "Actual Garbage", "Archgarbage"
FORCE = "force use of"


@dataclass(frozen=True)
class Unusable:
    """Refuse the use."""

    item: str

    def __call__(self, act: ActionContext[State]) -> None:
        del act
        raise Refused(f"{self.item} cannot be used", rule="Garbage")


def annihilate(act: ActionContext[State]) -> None:
    """Destroy what cannot be owned together."""
    for name, pairs in act.book.found_in(act.state.players, _pairs).items():
        lose(act, name, GARBAGE, pairs, f"beside {ARCHGARBAGE}")
        lose(act, name, ARCHGARBAGE, pairs, f"beside {GARBAGE}")


def _pairs(players: Mapping[str, Player], book: Rulebook) -> Mapping[str, int]:
    """How many of either kind each player has too many."""
    if not book.has(f"Garbage: {ARCHGARBAGE}"):
        return {}
    both = {
        name: each
        for name, each in players.items()
        if ARCHGARBAGE in each.items and GARBAGE in each.items
    }
    pairs = {name: min(each.count(ARCHGARBAGE), each.count(GARBAGE)) for name, each in both.items()}
    return {name: number for name, number in pairs.items() if number > 0}


def _force(act: ActionContext[State]) -> None:
    what, _, who = act.subject.rpartition(" by ")
    item = act.resolve(what, (GARBAGE, ARCHGARBAGE), "item that cannot be used")
    name = act.resolve(who, tuple(act.state.players), "player")
    act.book.require(f"Garbage: {item}")
    if act.state.players[name].count(item) < 1:
        raise Refused(f"{name} has no {item}", rule="Garbage")
    grant(act, name, item, act.book.derived(Number(item)), "as it was used anyway")
    lose(act, name, item)


def _any_owned(act: ActionContext[State]) -> bool:
    owners = act.state.players.values()
    items = (item for item in (GARBAGE, ARCHGARBAGE) if act.book.has(f"Garbage: {item}"))
    return any(owner.count(item) > 0 for item in items for owner in owners)


ITEMS = (
    Item(GARBAGE, (Unusable(GARBAGE),), how=How.AUTOMATIC),
    Item(ARCHGARBAGE, (Unusable(ARCHGARBAGE),), how=How.AUTOMATIC),
)
VERBS = (
    Verb(FORCE, "force use of ITEM by PLAYER", "force use of Archgarbage by Bob",
         "has an item used that cannot be used (stewards)", _force, Shape.SUBJECT, players_only=False,
         available=_any_owned, stewards_only=True),
)  # fmt: skip
