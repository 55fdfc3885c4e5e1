"""Using items: what the shop sells, and Numbers, each by its own rule (``use Flute: Snake 1U, 8``, ``use 3``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.round7 import houses, moving, shop
from rules.round7.number_items import Number, read_number_item
from rules.round7.state import State
from wikibot.game import names
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.ruleset.renamed import hold_renamed
from wikibot.game.verbs import Shape, Verb

EFFECTS: Mapping[str, Callable[[ActionContext[State]], None]] = {
    shop.FLUTE: shop.use_flute,
    shop.TWO_DICE: shop.use_two_dice,
    shop.HOUSE: houses.build,
}


def _use(act: ActionContext[State]) -> None:
    item = act.find(act.subject, tuple(dict.fromkeys((*act.me.items, *shop.wares(act.book)))))
    number = read_number_item(item or names.bare(act.subject))
    if number:
        moving.use_number(act, number)
        return
    if item is None:
        have = (*act.me.items, *(str(Number(value)) for value in act.me.numbers))
        raise Unclear(f"{act.subject!r} is nothing that can be used", nearest=have or "`use ITEM`")
    shop.refuse_without(act, item)
    hold_renamed(act.book, f"{shop.SECTION}: {item}")
    if not shop.in_force(act.book, item):
        raise Refused(f"the ruleset says nothing about {item}", rule=shop.SECTION)
    if item not in EFFECTS:
        raise Held(f"{shop.SECTION}: {item}", "it is not implemented yet")
    EFFECTS[item](act)


VERBS = (
    Verb("use", "use ITEM[: CHOICES]", "use Flute: Snake 1U, 8", "uses one of your items, Numbers included", _use,
         Shape.SUBJECT, available=lambda act: bool(act.me.items or act.me.numbers or act.me.immutable)),
)  # fmt: skip
