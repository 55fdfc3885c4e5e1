"""Items that make trains and crabs of players, hunt them, and change the rules for them.

Decisions: a train that becomes a crab keeps the abilities of both. A player who stops being one
stops being the other as well. All items of the one who is selected are taken but crystals, as they
are non-transferable; where no player is of the kind nothing more happens.
"""

from __future__ import annotations

import re

from msgspec import Struct

from rules.cycle15.belongings.garbage import append_rule
from rules.cycle15.belongings.possessions import take_everything
from rules.cycle15.belongings.status_effects import end_effects, give_effect
from rules.cycle15.items.item import Item, choose_player, in_use, unit_of
from rules.cycle15.state import CRAB, CRABS, CRABTRAIN, TRAIN, TRAINCRAB, TRAINS, Context, Effect
from rules.cycle15.upgrades import adds
from wikibot.sdk import Held, Rulebook, plain

_RULE = re.compile(r"title (?P<title>[^{}]+?) and the text \{(?P<text>[^{}]+)\}")


class BecomeTrain(Struct, frozen=True):
    """The user becomes ``kind`` for good; who is ``other`` already becomes ``both``."""

    kind: str
    other: str
    both: str

    def __call__(self, act: Context) -> None:
        known = tuple(dict.fromkeys((*TRAINS, *CRABS)))
        now = [each.kind for each in act.me.effects if each.kind in known]
        both = next((each for each in now if each in (TRAINCRAB, CRABTRAIN)), "")
        new = both or (self.both if self.other in now else self.kind)
        without = end_effects(act.state, act.player, *map(Effect, known))
        act.state = give_effect(without, act.player, Effect(new))
        act.say("{} is a {}", act.player, new)


class Hunt(Struct, frozen=True):
    """The user stops being one of ``kinds``, and takes everything from another one."""

    kinds: tuple[str, ...]

    def __call__(self, act: Context) -> None:
        kinds = frozenset(map(Effect, self.kinds))
        act.state = end_effects(act.state, act.player, *kinds)
        prey = tuple(
            name for name, each in act.state.players.items() if kinds.intersection(each.effects)
        )
        for name in choose_player(act, f"whose items to take ({', '.join(self.kinds)})", prey):
            take_everything(act, name)


class Appended(Struct, frozen=True):
    """Reads the number in the text that an item appends to a rule."""

    item: str

    def __call__(self, book: Rulebook) -> int:
        found = _RULE.search(plain(book.unit(unit_of(self.item)).meaning))
        return adds(found["text"]) if found else 0


class Addition:
    """The number in the text that the item in use appends to a rule."""

    def of(self, item: str) -> Appended:
        return Appended(item)


def _append_rule(act: Context) -> None:
    """The rule that the item's description quotes is appended to the ruleset."""
    unit = unit_of(in_use(act))
    found = _RULE.search(plain(act.book.unit(unit).meaning))
    if not found:
        raise Held(unit, "its description names no title and text of a rule")
    append_rule(act, found["title"], found["text"], in_use(act))


ITEMS = (
    Item("Become Train", "the user is a train, or a traincrab",
         (BecomeTrain(TRAIN, CRAB, TRAINCRAB),)),
    Item("ALSO CRABS", "the user is a crab, or a crabtrain",
         (BecomeTrain(CRAB, TRAIN, CRABTRAIN),)),
    Item("Crabfeast",
         "the user is neither crab nor train any more, and takes all items but crystals "
         "of a player who is a crab", (Hunt(CRABS),), asks=True),
    Item("Train Heist", "the user is neither train nor crab any more, and takes all items but "
         "crystals of a player who is a train", (Hunt(TRAINS),), asks=True),
    Item("Coal Suffusion",
         "trains may add to their movement rolls, as an amendment: `move +10 1 2`",
         (_append_rule,), reads=(Addition(),)),
    Item("Steamroll", "trains may take an item, no crystals, from whom they pass, as an amendment",
         (_append_rule,)),
    Item("Brood Mentality", "all crabs win with one that wins, as an amendment", (_append_rule,)),
    Item("So Many Legs", "crabs may add to their movement rolls, as an amendment",
         (_append_rule,), reads=(Addition(),)),
)  # fmt: skip
