"""Ruleset section Curses: what strikes a random contributor of each completed gathering.

The Obelisk pays in 🩸; a 🐦 of the victim takes the curse upon itself and is gone. XP in a cost is
the experience of the gathering's starter in starting gatherings. Decisions: a curse that the
Obelisk cannot afford does nothing, and takes no 🐦. Experience and cuts do not go below none.
The curse of Ruin takes from the storehouse and the Obelisk, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from rules.common.sections import Section, cell, limit, of_unit
from rules.cycle14 import obelisk
from rules.cycle14.components import (
    BLOOD,
    CRYSTALS,
    GREBES,
    HERBS,
    OBELISK,
    STOREHOUSE,
    components,
    grant,
    items_of,
    owned,
    put,
    require_settled,
    revoke,
    transfer,
)
from rules.cycle14.formulas import Amounts, FormulaError, amounts, total
from rules.cycle14.proposals import banish
from rules.cycle14.state import Context, Owner, State
from rules.cycle14.tasks import with_experience
from rules.generic.owners import Field, FieldKind, Thing, ThingTable
from rules.generic.owners import Owner as Owned
from rules.generic.owners import Player as Row
from rules.generic.owners import State as Page
from rules.own_words import World, play, present, spoken
from rules.plain import vocabulary as v
from wikibot.game.ruleset.implementations import InWords
from wikibot.sdk import Catalogue, Held, Implementation, Rulebook, Unit, replace
from wikibot.wikitext.numerals import numbers, read_number

# ==================================================================================================
# Curses and rewards of herbs without code, played from their words: what Cycle 14 shows to
# them.
#
# Decisions: an emoji stands for the component that the page's list names by it. The victim of a
# curse is the player whom it strikes. What the Obelisk or the storehouse would lose it loses as
# far as it has it, like a player. What comes of a season, cuts, or kilometres is as with any
# other change of them.

PLACES, BAG, CUTS, DISTANCE, SEASON, BOOSTED = (
    "Places", "Items", "Cuts", "Distance", "Season", "Boosted",
)  # fmt: skip
_NAMES: Mapping[str, Owner] = {"Obelisk": OBELISK, "Storehouse": STOREHOUSE}
_OF_PLACES = (
    Field(BAG, FieldKind.ITEMS),
    Field(CUTS, FieldKind.NUMBER),
    Field(DISTANCE, FieldKind.NUMBER),
)
_LABELS = (Field(SEASON, FieldKind.TEXT), Field(BOOSTED, FieldKind.YES_NO))


class Cells(World):
    """The world of what a column of a table says."""

    def __init__(self, column: str) -> None:
        self.rule = column

    def words(self, book: Rulebook) -> v.PlainVocabulary:
        """Components, seasons, and the two places that own things."""
        return v.PlainVocabulary(
            tables=(v.KnownTable(PLACES, "Place", spoken(_OF_PLACES), tuple(_NAMES)),),
            values=spoken(_LABELS),
            items=components(book).names,
            texts=obelisk.seasons(book),
        )

    def text(self, unit: Unit) -> str:
        """The words of the cell; the victim is the one whom they are about."""
        return re.sub(r"\bthe victim\b", "the player", cell(unit, self.rule), flags=re.IGNORECASE)

    def spelled(self, text: str, book: Rulebook) -> str:
        """The words with the names of components in place of their emoji."""
        for start, end, name in reversed(components(book).find(text)):
            text = f"{text[:start]} {name} {text[end:]}"
        return re.sub(r" +([.,;])", r"\1", text)

    # -- the state as a page -----------------------------------------------------------------------

    def page(self, state: State, book: Rulebook) -> Page:
        """Players and places with what they have, the season, whether gains are boosted."""
        players = state.players.values()
        things = {name: Thing(name, _fields(state, who)) for name, who in _NAMES.items()}
        return Page(
            now=state.now,
            players={each.name: Row(each.name, each.account, items=each.items) for each in players},
            columns=(_OF_PLACES[0],),
            bag=BAG,
            labels=_LABELS,
            values=present({SEASON: state.season, BOOSTED: state.boosted}),
            tables={PLACES: ThingTable(PLACES, "Place", _OF_PLACES, things)},
        )

    def gain(self, act: Context, owner: Owned, item: str, more: int) -> None:
        if more > 0:
            require_settled(act, item)
        act.state = put(act.state, _NAMES.get(owner.name, owner.name), item, more)

    def put(self, act: Context, owner: Owned, name: str, old: Any, new: Any) -> bool:
        """What the Obelisk has, and what holds for all; the game tells of all but the boost."""
        if name == CUTS:
            obelisk.cut(act, new - old)
        elif name == DISTANCE:
            obelisk.move(act, old - new)
        elif name == SEASON:
            obelisk.set_season(act, str(new or ""))
        elif name == BOOSTED:
            act.state = replace(act.state, boosted=bool(new))
        return name != BOOSTED


def _fields(state: State, who: Owner) -> Mapping[str, Any]:
    held: dict[str, Any] = {BAG: items_of(state, who)}
    if who is OBELISK:
        held |= {CUTS: state.obelisk.cuts, DISTANCE: state.obelisk.distance}
    return present(held)


EFFECT = Cells("Effect")


# == Ruleset section Curses: what strikes a random contributor of each completed gathering =========

SECTION = "Curses"
CATALOGUE = Catalogue(SECTION, columns=("Cost", "Effect"))
DAY_HOURS = 24
Effect = Callable[[Context, str, int], None]  # on a victim, with the curse's number


class Curse(Struct, frozen=True):
    """A row of the table. ``says``: what ``effect`` does, told to a steward who accepts a wording.

    ``numbered``: whether its effect reads a number from the page; any other is handed 1.
    """

    name: str
    says: str
    effect: Effect
    numbered: bool = False

    @property
    def unit(self) -> str:
        """The ruleset's unit that describes it."""
        return f"{SECTION}: {self.name}"

    @property
    def implementation(self) -> Implementation:
        """Its entry among what the game implements."""
        reads = (curse_cost(self.unit), *((number_in(self.unit),) if self.numbered else ()))
        return Implementation(
            self.unit, reads=reads, says=self.says, waits="gatherings by which it is drawn"
        )


def strike(act: Context, victim: str, skill: int) -> None:
    """Choose a random curse and apply it to a player. ``skill``: the XP of its cost."""
    act.book.require(SECTION)
    names = [unit.title for unit in act.book.members(SECTION)]
    if not names:
        return
    name = act.pick(names, "the curse")
    if act.book.without_effect(f"{SECTION}: {name}"):
        act.say("the {} does nothing", name)
        return
    unit = act.book.require(f"{SECTION}: {name}")
    act.say("{} is struck by the {}", victim, name)
    cost = _cost(unit, act.book, skill)
    if owned(act.state, OBELISK, BLOOD) < cost:
        act.say("the Obelisk cannot afford {}🩸", cost)
        return
    revoke(act, OBELISK, BLOOD, cost)
    if act.state.players[victim].count(GREBES) > 0:
        act.say("{}'s 🐦 protects them", victim)
        revoke(act, victim, GREBES)
        return
    if act.book.is_in_words(unit.name):
        play(act, EFFECT, unit, victim)
    else:
        BY_UNIT[act.book.known_as(unit.name)].effect(act, victim, number_in(unit.name)(act.book))


def _cost(unit: Unit, book: Rulebook, skill: int) -> int:
    cost = book.derived(curse_cost(unit.name))
    try:
        return max(total(cost[0], {"XP": skill}).get(BLOOD, 0), 0) if cost else 0
    except FormulaError as error:
        raise Held(unit.name, str(error)) from None


@of_unit
def curse_cost(book: Rulebook, unit: str) -> Amounts:
    """What a curse costs, as a formula."""
    return amounts(book, unit, cell(book.unit(unit), "Cost"))


def with_cost(book: Rulebook, unit: Unit, found: InWords) -> InWords:
    """What the words of a new curse mean, with its cost; nothing where that cannot be read."""
    try:
        curse_cost(unit.name)(book)
    except Held as held:
        return InWords("", cell(unit, "Cost"), held.why)
    return replace(found, says=f"{found.says} Cost: {cell(unit, 'Cost')}.") if found.says else found


@of_unit
def number_in(book: Rulebook, unit: str) -> int:
    """The first number of a curse's effect; 1 where it names none."""
    found = numbers(re.sub(r"[^\x00-\x7f]", " ", cell(book.unit(unit), "Effect")))
    return read_number(found[0]) if found else 1


# -- effects ---------------------------------------------------------------------------------------


def _all_to_obelisk(item: str) -> Effect:
    return lambda act, victim, _: _hand_over(act, victim, item)


def _hand_over(act: Context, giver: str, item: str) -> None:
    transfer(act, giver, OBELISK, item, owned(act.state, giver, item))


def _moss(act: Context, victim: str, _: int) -> None:
    grant(act, victim, HERBS, revoke(act, victim, CRYSTALS, owned(act.state, victim, CRYSTALS)))


def _futility(act: Context, _victim: str, _number: int) -> None:
    if act.state.boosted:
        act.state = replace(act.state, boosted=False)
        act.say("the gains are no longer boosted")


def _forgetfulness(act: Context, victim: str, number: int) -> None:
    known = act.state.players[victim].experience
    most = max(known.values(), default=0)
    for task in [task for task, value in known.items() if value == most]:
        with_experience(act, victim, task, max(most - number, 0))
        act.say("{}'s experience in {} is {}", victim, task, max(most - number, 0))


def _nests(act: Context, _: str, number: int) -> None:
    most = limit(act.book, obelisk.MOST_BIRDS)
    if most is None or owned(act.state, OBELISK, GREBES) < most:
        grant(act, OBELISK, GREBES, number)


def _murmuration(act: Context, _victim: str, _number: int) -> None:
    for name in act.state.players:
        _hand_over(act, name, GREBES)


def _ruin(act: Context, _victim: str, _number: int) -> None:
    item = act.pick(components(act.book).names, "the ruined component")
    act.say("all {} are destroyed", item)
    owners: tuple[Owner, ...] = (OBELISK, STOREHOUSE, *act.state.players)
    for who in owners:
        act.state = put(act.state, who, item, -owned(act.state, who, item))


CURSES = (
    Curse("Curse of Blood", "the Obelisk gains 🩸",
          lambda act, _, number: grant(act, OBELISK, BLOOD, number), numbered=True),
    Curse("Curse of Return", "all 🩸 of the victim go to the Obelisk", _all_to_obelisk(BLOOD)),
    Curse("Curse of Moss", "all 💎 of the victim become 🌿", _moss),
    Curse("Curse of Banishment", "the victim is banished for some days",
          lambda act, victim, number: banish(act, victim, number * DAY_HOURS), numbered=True),
    Curse("Curse of Abandonment", "all 🐦 of the victim go to the Obelisk",
          _all_to_obelisk(GREBES)),
    Curse("Curse of Futility", "the gains are not boosted any more", _futility),
    Curse("Curse of Frost", "the season is Winter",
          lambda act, _victim, _number: obelisk.set_season(act, obelisk.WINTER)),
    Curse("Curse of Forgetfulness",
          "the victim loses experience in the tasks that they have most in", _forgetfulness,
          numbered=True),
    Curse("Curse of the Nests", "the Obelisk gains 🐦, up to their limit", _nests, numbered=True),
    Curse("Curse of the Murmuration", "all 🐦 of players go to the Obelisk", _murmuration),
    Curse("Curse of Haste", "the Obelisk comes nearer",
          lambda act, _, number: obelisk.move(act, number), numbered=True),
    Curse("Curse of Enduring", "the Obelisk loses a cut",
          lambda act, _, number: obelisk.cut(act, -number), numbered=True),
    Curse("Curse of Ruin", "all of a random component are destroyed", _ruin),
)  # fmt: skip
BY_UNIT = {curse.unit: curse for curse in CURSES}
RULES = Section(
    __name__,
    (
        Implementation(SECTION, waits="gatherings that are completed"),
        *(curse.implementation for curse in CURSES),
    ),
)
