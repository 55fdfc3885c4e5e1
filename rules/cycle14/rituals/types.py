"""The eight types of rituals, each with its section: what must be so, what the cost depends on, what it brings about.

Decisions: the Ritual of Murder makes the victim cease to be a player before the storehouse is
granted anything, so the death at hand counts for how much. A victim who leaves before that saves
nobody: the prerequisites and the gathering stay as they were, since neither asks for more than a
victim who was named and did not object, and the storehouse is granted as much as it would have
been; there is only nobody left who could cease to be a player. "All players" of the Ritual to
Appease are those who are players at that time. The prerequisite about cuts looks at the cuts that
the Obelisk has.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from rules.common.notation import NumberAt
from rules.common.players import accounts_of
from rules.common.spans import is_over
from rules.cycle14 import obelisk
from rules.cycle14.components import BRIMSTONE, GREBES, HEART, HERBS, RESOLVE
from rules.cycle14.players import cease, dying
from rules.cycle14.possessions import OBELISK, STOREHOUSE, grant, held, revoke
from rules.cycle14.rituals.ritual import Cost, Ritual, contributors
from rules.cycle14.state import DONE, Gathering, Owner, State
from wikibot.game.calendar import format_time, week_start
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import plain

DISPLACES, RENDS = "Ritual that Displaces the Obelisk", "Ritual that Rends the Obelisk"
DESTROYS, RISKS = "Ritual that Destroys a Grebe", "Ritual that risks our survival"
BOOSTS, FREES = "Ritual that Boosts Yields", "Ritual that Frees Us"
MURDER, APPEASE = "Ritual of Murder", "Ritual to Appease the Obelisk"
BACK = NumberAt(DISPLACES, r"moved back (\w+)")
CUT, STONES = NumberAt(RENDS, r"rec[ei]+ves (\w+) cut"), NumberAt(RENDS, r"(\w+)\s*🪨 for each")
ONE_BIRD, BIRDS_LOST = (
    NumberAt(DESTROYS, r"has at least (\w+)\s*🐦"),
    NumberAt(DESTROYS, r"loses (\w+)\s*🐦"),
)
FORWARD, GAINED = NumberAt(RISKS, r"moved forward (\w+)"), NumberAt(RISKS, r"gain (\w+)\s*🌿")
CUTS = NumberAt(FREES, r"received (\w+) cuts")
HOURS, HEARTS = NumberAt(MURDER, r"(\w+) hours"), NumberAt(MURDER, r"granted (\w+)")
ENOUGH_HEARTS = NumberAt(APPEASE, r"total of (\w+)")
_MORE = re.compile(r"from left to right\W+(?P<list>\d+(?:\s*,\s*\d+)*)")
HOUR = timedelta(hours=1)


def _displace(act: ActionContext[State], gathering: Gathering) -> None:
    del gathering
    obelisk.move(act, -act.book.derived(BACK))


def _rent_this_week(act: ActionContext[State], gathering: Gathering) -> str:
    monday = week_start(act.now)
    same = (
        each
        for each in act.state.gatherings
        if each.ritual == gathering.ritual and each.status == DONE
    )
    done = any(each.ended is not None and each.ended >= monday for each in same)
    return "such a gathering was completed this week" if done else ""


def more_resolve(book: Rulebook) -> tuple[int, ...]:
    """How much more ⚡ each 🐦 of the Obelisk makes necessary, from the first on."""
    found = _MORE.search(plain(book.unit(RENDS).text))
    return tuple(map(integer, found["list"].split(","))) if found else ()


def _against_birds(act: ActionContext[State], gathering: Gathering, cost: Cost) -> Cost:
    del gathering
    birds = max(held(act.state, OBELISK, GREBES), 0)
    return {**cost, RESOLVE: cost.get(RESOLVE, 0) + sum(act.book.derived(more_resolve)[:birds])}


def _rend(act: ActionContext[State], gathering: Gathering) -> None:
    obelisk.cut(act, act.book.derived(CUT))
    grant(act, STOREHOUSE, BRIMSTONE, act.book.derived(STONES) * len(contributors(gathering)))


def _bird_there(act: ActionContext[State], gathering: Gathering) -> str:
    del gathering
    return (
        ""
        if held(act.state, OBELISK, GREBES) >= act.book.derived(ONE_BIRD)
        else "the Obelisk has no 🐦"
    )


def _free_with_bird(act: ActionContext[State], gathering: Gathering, cost: Cost) -> Cost:
    starter = act.state.players.get(gathering.starter)
    return {} if starter and starter.count(GREBES) >= 1 else cost


def _destroy_bird(act: ActionContext[State], gathering: Gathering) -> None:
    del gathering
    revoke(act, OBELISK, GREBES, act.book.derived(BIRDS_LOST))


def _risk(act: ActionContext[State], gathering: Gathering) -> None:
    obelisk.move(act, act.book.derived(FORWARD))
    for name in contributors(gathering):
        if name in act.state.players:
            grant(act, name, HERBS, act.book.derived(GAINED))


def _cut_enough(act: ActionContext[State], gathering: Gathering) -> str:
    del gathering
    needed = act.book.derived(CUTS)
    return (
        ""
        if act.state.obelisk.cuts >= needed
        else f"the Obelisk has {act.state.obelisk.cuts} of {needed} cuts"
    )


def _free(act: ActionContext[State], gathering: Gathering) -> None:
    winners = tuple(name for name in contributors(gathering) if name in act.state.players)
    act.state = replace(
        act.state, winners=winners, obelisk=replace(act.state.obelisk, condition="destroyed")
    )
    act.say(f"the Obelisk is destroyed; {', '.join(winners)} win and the cycle ends")


def _may_die(act: ActionContext[State], gathering: Gathering) -> str:
    if not gathering.victim or not accounts_of(act.state, gathering.victim):
        return f"{gathering.victim or 'the victim'} is nobody who plays or played lately"
    if gathering.objected:
        return f"{gathering.victim} has objected"
    begun = gathering.started or act.now
    due = begun + act.book.derived(HOURS) * HOUR
    return "" if is_over(due, act.now) else f"it can be completed from {format_time(due)} on"


def _murder(act: ActionContext[State], gathering: Gathering) -> None:
    person = accounts_of(act.state, gathering.victim)[-1]
    if gathering.victim in act.state.players:
        cease(act, gathering.victim)
    grant(act, STOREHOUSE, HEART, act.book.derived(HEARTS) + dying(act.state, person))


def _hearts_enough(act: ActionContext[State], gathering: Gathering) -> str:
    del gathering
    owners: tuple[Owner, ...] = (STOREHOUSE, *act.state.players)
    there, needed = (
        sum(held(act.state, who, HEART) for who in owners),
        act.book.derived(ENOUGH_HEARTS),
    )
    return "" if there >= needed else f"{there} of {needed} ❤️🔥 exist"


def _appease(act: ActionContext[State], gathering: Gathering) -> None:
    del gathering
    winners = tuple(act.state.players)
    act.state = replace(
        act.state, winners=winners, obelisk=replace(act.state.obelisk, condition="a Good Boy")
    )
    act.say(f"the Obelisk becomes a Good Boy; {', '.join(winners)} win and the cycle ends")


RITUALS = (
    Ritual(DISPLACES, effect=_displace),
    Ritual(RENDS, _rent_this_week, _against_birds, _rend),
    Ritual(DESTROYS, _bird_there, _free_with_bird, _destroy_bird),
    Ritual(RISKS, effect=_risk),
    Ritual(BOOSTS),
    Ritual(FREES, _cut_enough, effect=_free),
    Ritual(MURDER, _may_die, effect=_murder, victim=True),
    Ritual(APPEASE, _hearts_enough, effect=_appease),
)
BY_SECTION = {ritual.section: ritual for ritual in RITUALS}
IMPLEMENTS = tuple(Implementation(ritual.section) for ritual in RITUALS)
