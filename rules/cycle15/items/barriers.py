"""What a Language Barrier does: a player who would seem to mean a thing by a line means nothing.

Whether they would is for people to see in the end, so a line of theirs that names the thing is
held, whatever it is about. Decisions: the thing is named where its words stand in the line, in any
case and also with an ``s`` behind them, or where something in the line is short for it; dice name
nothing. The barrier bears on the one who writes, not on others who choose for them; it ends when
they receive a crystal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.common.sections import Section
from rules.cycle15.belongings.effect import BARRIER
from rules.cycle15.belongings.garbage import items_in_play
from rules.cycle15.belongings.status_effects import values
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.items.item import unit_of
from rules.cycle15.state import State
from wikibot.game import names
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held
from wikibot.game.rolls import split_rolls
from wikibot.wikitext.folding import fold

ITEM = "Language Barrier"
_BETWEEN = re.compile(r"[,;:]|\s(?:and|with|to|for|from|on|of)\s", re.IGNORECASE)


def hold_barred(act: ActionContext[State]) -> None:
    """Hold a line that names what its player cannot mean."""
    if act.order is None or act.player not in act.state.players or not act.me.effects:
        return
    for thing in values(act.me, BARRIER):
        if _names(act, thing):
            why = f"{act.player} seems to mean {thing!r}, "
            why += "and until they receive a crystal they mean nothing by it"
            raise Held(unit_of(ITEM), why)


def _names(act: ActionContext[State], thing: str) -> bool:
    words = r"\s+".join(map(re.escape, fold(names.bare(thing)).split()))
    if re.search(rf"(?<!\w){words}(?:s|es)?(?!\w)", fold(split_rolls(act.action.text)[0])):
        return True
    items = items_in_play(act.state, act.book).names
    known = (*items, *act.state.players, *known_types(act.book).names)
    meant = act.find(thing, known)
    return meant is not None and any(act.find(part, known) == meant for part in _parts(act))


def _parts(act: ActionContext[State]) -> Iterator[str]:
    """What a line may name, piece by piece."""
    order = act.order
    for text in (order.subject, *order.answers) if order else ():
        yield text.strip()
        yield from (part.strip() for part in _BETWEEN.split(text) if part.strip())


RULES = Section(prepare=hold_barred)
