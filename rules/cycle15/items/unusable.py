"""Items that nobody can use, whatever other rules say, and what follows where one was used all the same.

Decisions: what makes a use happen that cannot happen is for people to say: a steward's ``force use of ITEM by PLAYER``
has it used anyway, which grants what its description says. Actual Garbage and Archgarbage of one owner destroy each
other in pairs, at once, until one kind is gone.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.cycle15.items.item import Item, Number
from rules.cycle15.possessions import grant, lose
from rules.cycle15.state import State
from wikibot.game import names
from wikibot.game.act import Act
from wikibot.game.implementations import How
from wikibot.game.problems import Refused
from wikibot.game.verbs import Shape, Verb

GARBAGE, ARCHGARBAGE = "Actual Garbage", "Archgarbage"
FORCE = "force use of"


@dataclass(frozen=True)
class Unusable:
    """Refuse the use."""

    item: str

    def __call__(self, act: Act[State]) -> None:
        del act
        raise Refused(f"{self.item} cannot be used", rule="Garbage")


def annihilate(act: Act[State]) -> None:
    """Destroy what cannot be owned together."""
    for name, player in act.state.players.items():
        if ARCHGARBAGE in player.items and GARBAGE in player.items and act.book.has(f"Garbage: {ARCHGARBAGE}"):
            pairs = min(player.count(ARCHGARBAGE), player.count(GARBAGE))
            if pairs > 0:
                lose(act, name, GARBAGE, pairs, f"beside {ARCHGARBAGE}")
                lose(act, name, ARCHGARBAGE, pairs, f"beside {GARBAGE}")


def _force(act: Act[State]) -> None:
    what, _, who = act.subject.rpartition(" by ")
    item = names.resolve(what, (GARBAGE, ARCHGARBAGE), "item that cannot be used")
    name = names.resolve(who, tuple(act.state.players), "player")
    act.book.require(f"Garbage: {item}")
    if act.state.players[name].count(item) < 1:
        raise Refused(f"{name} has no {item}", rule="Garbage")
    grant(act, name, item, act.book.derived(Number(item)), "as it was used anyway")
    lose(act, name, item)


ITEMS = (
    Item(GARBAGE, (Unusable(GARBAGE),), how=How.AUTOMATIC, reads_numbers=True),
    Item(ARCHGARBAGE, (Unusable(ARCHGARBAGE),), how=How.AUTOMATIC, reads_numbers=True),
)
VERBS = (
    Verb(FORCE, "force use of ITEM by PLAYER", "force use of Archgarbage by Bob",
         "has an item used that cannot be used (stewards)", _force, Shape.SUBJECT, players_only=False,
         stewards_only=True),
)  # fmt: skip
