"""Ruleset section MacGyvering: once a phase, two different items are given up for a random one.

The later wording wants both to be items of that rule, the earlier one takes any. Decision: the
random item is granted while the two are still there, so it may be one of their kind; then the two
are destroyed.
"""

from __future__ import annotations

import re

from rules.common.notation import Says
from rules.common.sections import CLOCK, PHASE, Section
from rules.cycle15.belongings.garbage import garbage_names, grant_random
from rules.cycle15.belongings.possessions import lose
from rules.cycle15.belongings.status_effects import add_effect
from rules.cycle15.items.item import unit_of
from rules.cycle15.items.using_items import owned_item
from rules.cycle15.state import Context, Effect
from wikibot.game import names
from wikibot.game.engine.orders import split_list
from wikibot.game.problems import NotNow
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.game.verbs import one_order
from wikibot.sdk import How, Implementation, Refused, Shape, Unclear, Verb, deed, under

SECTION = "MacGyvering"
MACGYVER = "macgyver"
MARK = "MacGyvered"
GARBAGE_ONLY = Says(SECTION, "different items defined by")  # both of the rule Garbage
FORM = "`macgyver ITEM, ITEM`"
_TOGETHER = re.compile(r"\s+(?:and|with|&|\+)\s+", re.IGNORECASE)


def _macgyver(act: Context) -> None:
    act.book.require(SECTION)
    mark = Effect(MARK, phase=act.state.phase)
    if mark in act.me.effects:
        raise NotNow("you have done so in this phase", rule=SECTION)
    first, second = _two_items(act)
    act.state = add_effect(act.state, act.player, mark)
    grant_random(act, act.player)
    lose(act, act.player, first)
    lose(act, act.player, second)


def _fits(item: str, act: Context) -> bool:
    return not act.book.derived(GARBAGE_ONLY) or item in garbage_names(act.state, act.book)


def _available(act: Context) -> bool:
    """Whether the player has not done so in this phase, and has two items for it."""
    if Effect(MARK, phase=act.state.phase) in act.me.effects:
        return False
    return len([item for item in act.me.owned if _fits(item, act)]) > 1


def _two_items(act: Context) -> tuple[str, str]:
    text, in_full = names.set_aside(
        act.subject.rstrip("."), tuple(act.game.names(act.state, act.book))
    )
    given = split_list(text)
    given = tuple(map(in_full, _TOGETHER.split(given[0]) if len(given) == 1 else given))
    if len(given) != 2:
        raise Unclear("two items are to be named, not {}", len(given), nearest=FORM)
    first, second = (owned_item(act, text, SECTION) for text in given)
    for item in (first, second):
        if not _fits(item, act):
            hold_renamed(act.book, unit_of(item))
            raise Refused("{} is not an item of the rule Garbage", item, rule=SECTION)
    if first == second:
        raise Refused("the two items have to be different", rule=SECTION)
    return first, second


RULES = Section(
    __name__,
    (Implementation(SECTION, How.ASKS),),
    under(
        SECTION,
        Verb(MACGYVER, "macgyver ITEM, ITEM", "macgyver Fish, Mauve -- 1d98 (4) = 4",
             "turns two different items into a random one", _macgyver, Shape.TEXT,
             available=_available, means=one_order, phrases=(
                 ("macgyver|combine|merge|fuse|craft (with) (my) {item} and|with|plus|into "
                 "(my) {item:2} (together|into) (something) (new) => macgyver {item}, {item:2}"),
                 ("macgyver|combine|merge|fuse|craft|tinker (with) (my) {item} {item:2} "
                 "=> macgyver {item}, {item:2}")),
             deeds=(deed("macgyver macgyvered macgyvering mcgyver combine merge fuse craft",
                         may="together into something new random item items i",
                         about="combined"),),
             inputs=("macgyver {item}, {item}",), needs=(CLOCK, PHASE)),
    ),
)  # fmt: skip
