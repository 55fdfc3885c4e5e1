"""Items that make trains and crabs of players, hunt them, and change the rules for them.

Decisions: a train that becomes a crab keeps the abilities of both. Who stops being one stops being
the other as well. All items of the one who is selected are taken but crystals, as they are
non-transferable; where nobody is of the kind nothing more happens.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.cycle15.belongings.amendments import append_rule
from rules.cycle15.belongings.effect import (
    CRAB,
    CRABS,
    CRABTRAIN,
    TRAIN,
    TRAINCRAB,
    TRAINS,
    Effect,
)
from rules.cycle15.belongings.possessions import take_everything
from rules.cycle15.belongings.status_effects import end_effects, give_effect
from rules.cycle15.items.item import Item, unit_of
from rules.cycle15.items.targets import choose_player
from rules.cycle15.state import State
from rules.cycle15.upgrades import adds
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.plain import plain

_RULE = re.compile(r"title (?P<title>[^{}]+?) and the text \{(?P<text>[^{}]+)\}")


@dataclass(frozen=True)
class Turn:
    """The user becomes ``kind`` for good; who is ``other`` already becomes ``both``."""

    kind: str
    other: str
    both: str

    def __call__(self, act: ActionContext[State]) -> None:
        known = (*TRAINS, *CRABS)
        now = next((each.kind for each in act.me.effects if each.kind in known), "")
        new = (
            self.both if now == self.other else now if now in (TRAINCRAB, CRABTRAIN) else self.kind
        )
        without = end_effects(act.state, act.player, *map(Effect, known))
        act.state = give_effect(without, act.player, Effect(new))
        act.say(f"{act.player} is a {new}")


@dataclass(frozen=True)
class Hunt:
    """The user stops being one of ``kinds``, and takes everything from somebody who is one."""

    kinds: tuple[str, ...]

    def __call__(self, act: ActionContext[State]) -> None:
        kinds = frozenset(map(Effect, self.kinds))
        act.state = end_effects(act.state, act.player, *kinds)
        prey = tuple(
            name for name, each in act.state.players.items() if kinds.intersection(each.effects)
        )
        for name in choose_player(act, f"whose items to take ({', '.join(self.kinds)})", prey):
            take_everything(act, name)


@dataclass(frozen=True)
class Appended:
    """Reads the number in the text that an item appends to a rule."""

    item: str

    def __call__(self, book: Rulebook) -> int:
        found = _RULE.search(plain(book.unit(unit_of(self.item)).meaning))
        return adds(found["text"]) if found else 0


@dataclass(frozen=True)
class AppendRule:
    """The rule that the item's description quotes is appended to the ruleset."""

    item: str

    def __call__(self, act: ActionContext[State]) -> None:
        found = _RULE.search(plain(act.book.unit(unit_of(self.item)).meaning))
        if not found:
            raise Held(unit_of(self.item), "its description names no title and text of a rule")
        append_rule(act, found["title"], found["text"], self.item)


COAL, STEAM, BROOD, LEGS = "Coal Suffusion", "Steamroll", "Brood Mentality", "So Many Legs"
ITEMS = (
    Item("Become Train", (Turn(TRAIN, CRAB, TRAINCRAB),)),
    Item("ALSO CRABS", (Turn(CRAB, TRAIN, CRABTRAIN),)),
    Item("Crabfeast", (Hunt(CRABS),), how=How.ASKS),
    Item("Train Heist", (Hunt(TRAINS),), how=How.ASKS),
    Item(COAL, (AppendRule(COAL),)),
    Item(STEAM, (AppendRule(STEAM),)),
    Item(BROOD, (AppendRule(BROOD),)),
    Item(LEGS, (AppendRule(LEGS),)),
)
