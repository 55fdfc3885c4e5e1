"""Ruleset section Trading: which components can be traded, and what banishment forbids.

A banished player does not trade with one who is not; two banished ones may.

Ruleset section Community Storehouse: components that belong to all players but banished ones.

Decisions: the section's remark about which components are tradable is older than the list of those
that are not; what cannot be traded cannot be stored either. Anything that is in the storehouse can
be taken out. ``all`` alone means all that there is of everything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.common.sections import Section
from rules.common.trading import Trading, both_reputable, refuse_uncounted
from rules.cycle14.components import SECTION as COMPONENTS
from rules.cycle14.components import STOREHOUSE, components, owned, transfer, untradable
from rules.cycle14.players import BANISHMENT, may_trade, refuse_banished
from rules.cycle14.state import Context, Owner
from wikibot.game.problems import Refused, Unclear
from wikibot.game.state import Trade
from wikibot.sdk import ActionContext, Implementation, Rulebook, Shape, Verb, deed

# == trading =======================================================================================


def _admit(act: ActionContext[Any], trade: Trade) -> None:
    both_reputable(act, trade)
    one, other = act.state.players[trade.proposer], act.state.players[trade.partner]
    if not may_trade(one, other, act.book):
        banished = one if one.banished is not None else other
        raise Refused(
            "{} is banished and trades with banished players alone", banished.name, rule=BANISHMENT
        )


def _tradable(act: ActionContext[Any], item: str) -> None:
    if item in untradable(act.book):
        raise Refused("{} cannot be traded", item, rule=COMPONENTS)


def _spelled(book: Rulebook, text: str) -> str:
    """``2🌿💎`` as ``2 Herbs, 1 Crystals``; anything else as it is."""
    try:
        amounts = components(book).amounts(text)
    except Unclear:
        return text
    counts = [f"{count} {item}" for item, count in amounts.items() if count is not None]
    return ", ".join(counts) if len(counts) == len(amounts) else text


TRADING = Trading(
    known=lambda book: components(book).vocabulary,
    admit=_admit,
    admit_item=_tradable,
    spelled=_spelled,
    form="trade 2🌿 to Bob for 1💎",
    plurals=True,
)
RULES = Section(__name__, TRADING.implements, TRADING.verbs)


# == storehouse ====================================================================================

STOREHOUSE_SECTION = "Community Storehouse"
_WHERE = re.compile(
    r"\s*\b(?:from|to|in|into) (?:the |our )?(?:community )?storehouse\W*$", re.IGNORECASE
)
_ALL = ("all", "everything")
_INTO = "store|put|place|deposit|donate|give|add|move|transfer|bring|contribute|send"
_TO_STORE = "to|in|into|at (community) storehouse|storage"
WITHDRAWALS = (
    (
        "withdraw|take|get|fetch|grab|remove|collect|retrieve|move|transfer {components} "
        "from|of (community) storehouse|storage (to) (me|myself)"
    ),
    "take|get|fetch|remove|withdraw out {components} (of|from) (community) storehouse|storage",
    "take|get|fetch|remove|withdraw {components} out of|from (community) storehouse|storage",
    "withdraw|take (out) {components}",
    "take {components} out",
)
"""People's words for taking components out of the storehouse."""
_HERE = "community me i have own here back i'd i'll"
_OUT = (
    "need want withdraw withdrawal take get fetch grab borrow remove collect retrieve from out of "
    "like"
)
WITHDRAWAL = deed(
    _OUT, "storehouse storage", may=f"{_HERE} like",
    never="into store deposit put donate contribute", about="components",
)  # fmt: skip
_STORING = deed(
    "store deposit put place add move transfer donate donation give contribute send to into →",
    "storehouse storage", may=_HERE, never=f"{_OUT} me", about="components",
)  # fmt: skip


def _store(act: Context) -> None:
    _refuse(act)
    fixed = untradable(act.book)
    wanted = _wanted(
        act, {item: count for item, count in act.me.items.items() if item not in fixed}
    )
    for item in wanted:
        if item in fixed:
            raise Refused("{} cannot be traded, so it cannot be stored", item, rule=COMPONENTS)
    _move(act, act.player, STOREHOUSE, wanted)


def withdraw(act: Context) -> None:
    """Take components out of the storehouse."""
    _refuse(act)
    _move(act, STOREHOUSE, act.player, _wanted(act, act.state.storehouse))


def _refuse(act: Context) -> None:
    act.book.require(STOREHOUSE_SECTION)
    refuse_banished(act, "use the Community Storehouse")


def _wanted(act: Context, there: Mapping[str, int]) -> Mapping[str, int | None]:
    """What a line names; ``there`` is what all of it would be."""
    text = _WHERE.sub("", act.subject)
    if text.strip(" .!").casefold() not in _ALL:
        refuse_uncounted(act, text, components(act.book).vocabulary)
        return components(act.book).amounts(text)
    if not there:
        raise Refused("there is nothing to move", rule=STOREHOUSE_SECTION)
    return dict.fromkeys(there)


def _move(act: Context, giver: Owner, taker: Owner, wanted: Mapping[str, int | None]) -> None:
    for item, count in wanted.items():
        has = max(owned(act.state, giver, item), 0)
        if has < (1 if count is None else count):
            raise Refused(
                "{} has {}{}", giver, has, components(act.book).short(item), rule=STOREHOUSE_SECTION
            )
        transfer(act, giver, taker, item, has if count is None else count)


STORE = Verb("store", "store COMPONENTS", "store 2🌿, 1💎", "puts components into the storehouse",
             _store, Shape.TEXT, section=STOREHOUSE_SECTION, phrases=(
                 "store|stash {components}",
                 "{components} go|goes (in|into|to) (the) (community) storehouse|storage",
                 "?{components} storehouse|storage => store {components}",
                 f"{_INTO} {{components}} {_TO_STORE}",
                 f"{{components}} {_TO_STORE}",
             ), deeds=(_STORING,), inputs=("store <{number} {belongings}>, ...",))  # fmt: skip
ON_STOREHOUSE = Section(__name__, (Implementation(STOREHOUSE_SECTION),), (STORE,))
