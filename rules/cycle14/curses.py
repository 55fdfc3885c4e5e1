"""Ruleset section Curses: what the Obelisk does to a random contributor of each completed gathering.

The Obelisk pays in 🩸; a 🐦 of the victim takes the curse upon itself and is gone. XP in a cost is
the experience of the gathering's starter in starting gatherings. Decisions: a curse that the
Obelisk cannot afford does nothing, and costs nobody a 🐦. Experience and cuts do not go below none.
The curse of Ruin spares nobody, neither storehouse nor Obelisk.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.common.notation import cell
from rules.common.readings import Readings, joined
from rules.common.sections import limit
from rules.cycle14 import obelisk, seasons
from rules.cycle14.banishment import banish
from rules.cycle14.components import BLOOD, CRYSTALS, GREBES, HERBS, components
from rules.cycle14.formulas import Amounts, FormulaError, read_amounts, total
from rules.cycle14.possessions import OBELISK, STOREHOUSE, grant, held, put, revoke, transfer
from rules.cycle14.state import Owner, State
from rules.cycle14.tasks.task import with_experience
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit
from wikibot.wikitext.numerals import numbers, read_number

SECTION = "Curses"
DAY_HOURS = 24


def strike(act: ActionContext[State], victim: str, skill: int) -> None:
    """Choose a random curse and apply it to a player. ``skill``: the XP of its cost."""
    act.book.require(SECTION)
    names = [unit.title for unit in act.book.members(SECTION)]
    if not names:
        return
    name = act.pick(names, "the curse")
    if act.book.without_effect(f"{SECTION}: {name}"):
        act.say(f"the {name} does nothing")
        return
    unit = act.book.require(f"{SECTION}: {name}")
    act.say(f"{victim} is struck by the {name}")
    cost = _cost(unit, act.book, skill)
    if held(act.state, OBELISK, BLOOD) < cost:
        act.say(f"the Obelisk cannot afford {cost}🩸")
        return
    revoke(act, OBELISK, BLOOD, cost)
    if act.state.players[victim].count(GREBES) > 0:
        act.say(f"{victim}'s 🐦 protects them")
        revoke(act, victim, GREBES)
        return
    EFFECTS[act.book.known_as(unit.name).removeprefix(f"{SECTION}: ")](act, victim, _number(unit))


def _cost(unit: Unit, book: Rulebook, skill: int) -> int:
    try:
        amounts = book.derived(CostOf(unit.name))
        return max(total(amounts[0], {"XP": skill}).get(BLOOD, 0), 0) if amounts else 0
    except FormulaError as error:
        raise Held(unit.name, str(error)) from None


@dataclass(frozen=True)
class CostOf:
    """Reads what a curse costs, as a formula."""

    unit: str

    def __call__(self, book: Rulebook) -> Amounts:
        return read_amounts(cell(book.unit(self.unit), "Cost"), components(book).find)


@dataclass(frozen=True)
class StrengthOf:
    """Reads the number of a curse's effect."""

    unit: str

    def __call__(self, book: Rulebook) -> int:
        return _number(book.unit(self.unit))


def _number(unit: Unit) -> int:
    """The first number of the effect; 1 where it names none."""
    found = numbers(re.sub(r"[^\x00-\x7f]", " ", cell(unit, "Effect")))
    return read_number(found[0]) if found else 1


# -- effects ---------------------------------------------------------------------------------------


def _blood(act: ActionContext[State], victim: str, number: int) -> None:
    del victim
    grant(act, OBELISK, BLOOD, number)


def _return(act: ActionContext[State], victim: str, number: int) -> None:
    del number
    transfer(act, victim, OBELISK, BLOOD, held(act.state, victim, BLOOD))


def _moss(act: ActionContext[State], victim: str, number: int) -> None:
    del number
    grant(act, victim, HERBS, revoke(act, victim, CRYSTALS, held(act.state, victim, CRYSTALS)))


def _banishment(act: ActionContext[State], victim: str, number: int) -> None:
    banish(act, victim, number * DAY_HOURS)


def _abandonment(act: ActionContext[State], victim: str, number: int) -> None:
    del number
    transfer(act, victim, OBELISK, GREBES, held(act.state, victim, GREBES))


def _futility(act: ActionContext[State], victim: str, number: int) -> None:
    del victim, number
    if act.state.boosted:
        act.state = replace(act.state, boosted=False)
        act.say("the gains are no longer boosted")


def _frost(act: ActionContext[State], victim: str, number: int) -> None:
    del victim, number
    seasons.set_season(act, seasons.WINTER)


def _forgetfulness(act: ActionContext[State], victim: str, number: int) -> None:
    known = act.state.players[victim].experience
    most = max(known.values(), default=0)
    for task in [task for task, value in known.items() if value == most]:
        with_experience(act, victim, task, max(most - number, 0))
        act.say(f"{victim}'s experience in {task} is {max(most - number, 0)}")


def _nests(act: ActionContext[State], victim: str, number: int) -> None:
    del victim
    most = limit(act.book, obelisk.MOST_BIRDS)
    if most is None or held(act.state, OBELISK, GREBES) < most:
        grant(act, OBELISK, GREBES, number)


def _murmuration(act: ActionContext[State], victim: str, number: int) -> None:
    del victim, number
    for name in act.state.players:
        transfer(act, name, OBELISK, GREBES, held(act.state, name, GREBES))


def _haste(act: ActionContext[State], victim: str, number: int) -> None:
    del victim
    obelisk.move(act, number)


def _enduring(act: ActionContext[State], victim: str, number: int) -> None:
    del victim
    obelisk.cut(act, -number)


def _ruin(act: ActionContext[State], victim: str, number: int) -> None:
    del victim, number
    item = act.pick(components(act.book).names, "the ruined component")
    act.say(f"all {item} are destroyed")
    owners: tuple[Owner, ...] = (OBELISK, STOREHOUSE, *act.state.players)
    for who in owners:
        act.state = put(act.state, who, item, -held(act.state, who, item))


EFFECTS: dict[str, Callable[[ActionContext[State], str, int], None]] = {
    "Curse of Blood": _blood,
    "Curse of Return": _return,
    "Curse of Moss": _moss,
    "Curse of Banishment": _banishment,
    "Curse of Abandonment": _abandonment,
    "Curse of Futility": _futility,
    "Curse of Frost": _frost,
    "Curse of Forgetfulness": _forgetfulness,
    "Curse of the Nests": _nests,
    "Curse of the Murmuration": _murmuration,
    "Curse of Haste": _haste,
    "Curse of Enduring": _enduring,
    "Curse of Ruin": _ruin,
}
STRONG = (
    "Blood",
    "Banishment",
    "Forgetfulness",
    "the Nests",
    "Haste",
    "Enduring",
)  # whose effect has a number
READINGS: Readings = joined(
    (
        *((unit, CostOf(unit)) for unit in (f"{SECTION}: {name}" for name in EFFECTS)),
        *((unit, StrengthOf(unit)) for unit in (f"{SECTION}: Curse of {name}" for name in STRONG)),
    )
)
SAYS = {  # what each does, to a steward who accepts a new wording of it
    "Curse of Blood": "the Obelisk gains 🩸",
    "Curse of Return": "all 🩸 of the victim go to the Obelisk",
    "Curse of Moss": "all 💎 of the victim become 🌿",
    "Curse of Banishment": "the victim is banished for some days",
    "Curse of Abandonment": "all 🐦 of the victim go to the Obelisk",
    "Curse of Futility": "the gains are not boosted any more",
    "Curse of Frost": "the season is Winter",
    "Curse of Forgetfulness": "the victim loses experience in the tasks that they have most in",
    "Curse of the Nests": "the Obelisk gains 🐦, up to their limit",
    "Curse of the Murmuration": "all 🐦 of players go to the Obelisk",
    "Curse of Haste": "the Obelisk comes nearer",
    "Curse of Enduring": "the Obelisk loses a cut",
    "Curse of Ruin": "all of a random component are destroyed",
}
IMPLEMENTS = (
    Implementation(SECTION),
    *(Implementation(f"{SECTION}: {name}", says=SAYS[name]) for name in EFFECTS),
)
