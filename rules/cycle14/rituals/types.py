"""The types of rituals as values: what each needs, how its cost depends on the state, what it does.

The cost is read from the section's line; what depends on the state is added by the type itself.

Decisions: the Ritual of Murder makes the victim cease to be a player before the storehouse is
granted anything, so the death at hand counts for how much. A victim who leaves before that saves
no one: the prerequisites and the gathering stay as they were, since neither asks for more than a
victim who was named and did not object, and the storehouse is granted as much as it would have
been; only there is no player left to cease being one. "All players" of the Ritual to
Appease are those who are players at that time. The prerequisite about cuts looks at the cuts that
the Obelisk has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.common.notation import NumberAt, of_unit
from rules.common.players import accounts_of
from rules.common.proceedings import is_over
from rules.common.sections import Section
from rules.cycle14 import obelisk
from rules.cycle14.amounts import amounts
from rules.cycle14.components import BRIMSTONE, GREBES, HEART, HERBS, RESOLVE
from rules.cycle14.formulas import Amounts, total
from rules.cycle14.players import cease, dying
from rules.cycle14.possessions import OBELISK, STOREHOUSE, grant, owned, revoke
from rules.cycle14.state import DONE, Context, Gathering, Owner
from wikibot.game.calendar import format_time, week_start
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import plain

DISPLACES, RENDS = "Ritual that Displaces the Obelisk", "Ritual that Rends the Obelisk"
DESTROYS, RISKS = "Ritual that Destroys a Grebe", "Ritual that risks our survival"
BOOSTS, FREES = "Ritual that Boosts Yields", "Ritual that Frees Us"
MURDER, APPEASE = "Ritual of Murder", "Ritual to Appease the Obelisk"
BACK = NumberAt(DISPLACES, r"moved back (\w+)")
CUT, STONES = NumberAt(RENDS, r"rec[ei]+ves (\w+) cut"), NumberAt(RENDS, r"(\w+)\s*🪨 for each")
ONE_BIRD = NumberAt(DESTROYS, r"has at least (\w+)\s*🐦")
BIRDS_LOST = NumberAt(DESTROYS, r"loses (\w+)\s*🐦")
FORWARD, GAINED = NumberAt(RISKS, r"moved forward (\w+)"), NumberAt(RISKS, r"gain (\w+)\s*🌿")
CUTS = NumberAt(FREES, r"received (\w+) cuts")
HOURS, HEARTS = NumberAt(MURDER, r"(\w+) hours"), NumberAt(MURDER, r"granted (\w+)")
ENOUGH_HEARTS = NumberAt(APPEASE, r"total of (\w+)")
_MORE = re.compile(r"from left to right\W+(?P<list>\d+(?:\s*,\s*\d+)*)")
HOUR = timedelta(hours=1)
_COST = re.compile(r"^\W*Cost\W*:\s*(?P<cost>.+)$", re.MULTILINE | re.IGNORECASE)
_BEYOND = re.compile(r"\.(?:\s|$)|,? where\b|,? or nothing\b")
Cost = Mapping[str, int]


class Ritual(Struct, frozen=True):
    """One type. ``says``: what ``effect`` does upon completion, in words.

    ``lacks``: which prerequisite is not met, in words, "" where all are. ``adjust``: the cost in
    this state. ``victim``: whether it is about a player whom the starter names. ``reads``: what
    reads its numbers, beside the cost.
    """

    section: str
    says: str
    lacks: Callable[[Context, Gathering], str] = lambda _act, _gathering: ""
    adjust: Callable[[Context, Gathering, Cost], Cost] = lambda _act, _g, cost: cost
    effect: Callable[[Context, Gathering], None] = lambda _act, _gathering: None
    victim: bool = False
    reads: tuple[Callable[[Rulebook], Any], ...] = ()

    @property
    def implementation(self) -> Implementation:
        """Its entry among what the game implements."""
        return Implementation(
            self.section,
            reads=(ritual_cost(self.section), *self.reads),
            says=self.says,
            waits="gatherings of that type",
        )

    def cost(self, act: Context, gathering: Gathering) -> Cost:
        """How many of each component have to be contributed now."""
        stated = act.book.derived(ritual_cost(self.section))
        cost = total(stated[0], {"N": act.state.obelisk.distance}) if stated else {}
        return {
            item: count for item, count in self.adjust(act, gathering, cost).items() if count > 0
        }


@of_unit
def ritual_cost(book: Rulebook, section: str) -> Amounts:
    """The line ``Cost: ...`` of a section, as far as it is a list of amounts."""
    found = _COST.search(book.unit(section).text)
    if not found:
        raise Held(section, "it has no line `Cost: ...`")
    return amounts(book, section, _BEYOND.split(plain(found["cost"]), maxsplit=1)[0])


def contributors(gathering: Gathering) -> tuple[str, ...]:
    """The players who contribute something, in the order in which they began to."""
    return tuple(name for name, items in gathering.contributions.items() if items)


# -- what single types need and do ----------------------------------------------------------------


def _rent_this_week(act: Context, gathering: Gathering) -> str:
    monday = week_start(act.now)
    done = any(
        each.ritual == gathering.ritual and each.status == DONE and each.ended >= monday
        for each in act.state.gatherings
        if each.ended is not None
    )
    return say("such a gathering was completed this week") if done else ""


def more_resolve(book: Rulebook) -> tuple[int, ...]:
    """How much more ⚡ each 🐦 of the Obelisk makes necessary, from the first on."""
    found = _MORE.search(plain(book.unit(RENDS).text))
    return tuple(map(integer, found["list"].split(","))) if found else ()


def _against_birds(act: Context, _: Gathering, cost: Cost) -> Cost:
    birds = max(owned(act.state, OBELISK, GREBES), 0)
    return {**cost, RESOLVE: cost.get(RESOLVE, 0) + sum(act.book.derived(more_resolve)[:birds])}


def _rend(act: Context, gathering: Gathering) -> None:
    obelisk.cut(act, act.book.derived(CUT))
    grant(act, STOREHOUSE, BRIMSTONE, act.book.derived(STONES) * len(contributors(gathering)))


def _without_bird(act: Context, _: Gathering) -> str:
    there = owned(act.state, OBELISK, GREBES) >= act.book.derived(ONE_BIRD)
    return "" if there else say("the Obelisk has no 🐦")


def _free_with_bird(act: Context, gathering: Gathering, cost: Cost) -> Cost:
    starter = act.state.players.get(gathering.starter)
    return {} if starter and starter.count(GREBES) >= 1 else cost


def _destroy_bird(act: Context, _: Gathering) -> None:
    revoke(act, OBELISK, GREBES, act.book.derived(BIRDS_LOST))


def _risk(act: Context, gathering: Gathering) -> None:
    obelisk.move(act, act.book.derived(FORWARD))
    for name in contributors(gathering):
        if name in act.state.players:
            grant(act, name, HERBS, act.book.derived(GAINED))


def _too_few_cuts(act: Context, _: Gathering) -> str:
    cuts, needed = act.state.obelisk.cuts, act.book.derived(CUTS)
    return "" if cuts >= needed else say("the Obelisk has {} of {} cuts", cuts, needed)


def _win(act: Context, winners: tuple[str, ...], becomes: str, said: str) -> None:
    stone = replace(act.state.obelisk, condition=becomes)
    act.state = replace(act.state, winners=winners, obelisk=stone)
    act.say("the Obelisk {}; {} win and the cycle ends", said, ", ".join(winners))


def _free(act: Context, gathering: Gathering) -> None:
    winners = tuple(name for name in contributors(gathering) if name in act.state.players)
    _win(act, winners, "destroyed", "is destroyed")


def _not_to_be_murdered(act: Context, gathering: Gathering) -> str:
    if not gathering.victim or not accounts_of(act.state, gathering.victim):
        return say("{} is not a player and was none lately", gathering.victim or say("the victim"))
    if gathering.objected:
        return say("{} has objected", gathering.victim)
    due = (gathering.started or act.now) + act.book.derived(HOURS) * HOUR
    return "" if is_over(due, act.now) else say("it can be completed from {} on", format_time(due))


def _murder(act: Context, gathering: Gathering) -> None:
    person = accounts_of(act.state, gathering.victim)[-1]
    if gathering.victim in act.state.players:
        cease(act, gathering.victim)
    grant(act, STOREHOUSE, HEART, act.book.derived(HEARTS) + dying(act.state, person))


def _too_few_hearts(act: Context, _: Gathering) -> str:
    owners: tuple[Owner, ...] = (STOREHOUSE, *act.state.players)
    there = sum(owned(act.state, who, HEART) for who in owners)
    needed = act.book.derived(ENOUGH_HEARTS)
    return "" if there >= needed else say("{} of {} ❤️🔥 exist", there, needed)


def _appease(act: Context, _: Gathering) -> None:
    _win(act, tuple(act.state.players), "a Good Boy", "becomes a Good Boy")


RITUALS = (
    Ritual(DISPLACES, "the Obelisk moves away by a kilometre",
           effect=lambda act, _: obelisk.move(act, -act.book.derived(BACK))),
    Ritual(RENDS, "the Obelisk has one cut more, and the storehouse 🪨 for each contributor",
           lacks=_rent_this_week, adjust=_against_birds, effect=_rend,
           reads=(more_resolve,)),
    Ritual(DESTROYS, "the Obelisk loses a 🐦", lacks=_without_bird, adjust=_free_with_bird,
           effect=_destroy_bird),
    Ritual(RISKS, "the Obelisk moves nearer by a kilometre, and contributors gain 🌿",
           effect=_risk),
    Ritual(BOOSTS, "the gains of the next week are boosted"),
    Ritual(FREES, "the Obelisk is destroyed, and the contributors win", lacks=_too_few_cuts,
           effect=_free),
    Ritual(MURDER, "its victim ceases to be a player, and the storehouse gains ❤️🔥",
           lacks=_not_to_be_murdered, effect=_murder, victim=True),
    Ritual(APPEASE, "all players win, and the cycle ends", lacks=_too_few_hearts,
           effect=_appease),
)  # fmt: skip
BY_SECTION = {ritual.section: ritual for ritual in RITUALS}
RULES = Section(__name__, tuple(ritual.implementation for ritual in RITUALS))
