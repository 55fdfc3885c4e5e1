"""Ruleset sections Start a Gathering and Rituals: how a gathering starts and is completed.

Starting one is a task. A player contributes at most one of each component that they possess; it
stays theirs until the gathering is completed, and only what they still possess counts. The starter
completes it before the phase in which it was started ends: its contributions are revoked, its
effect happens, and a random curse is laid on a random contributor. Decisions: contributions beyond
the cost are revoked as well. Contributors are drawn in the order of the players table, those who
are no longer players left out; then curses in the order of theirs. Once the cycle has ended no
player is cursed. The starter's experience counts as it was before the effect.

Ruleset section Curses: what strikes a random contributor of each completed gathering.

The Obelisk pays in 🩸; a 🐦 of the victim takes the curse upon itself and is gone. XP in a cost is
the experience of the gathering's starter in starting gatherings. Decisions: a curse that the
Obelisk cannot afford does nothing, and takes no 🐦. Experience and cuts do not go below none.
The curse of Ruin takes from the storehouse and the Obelisk, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from rules.common.proceedings import happen, instead, next_id, with_thing
from rules.common.sections import CLOCK, PHASE, Section, cell, limit, of_unit
from rules.cycle14 import components as goods
from rules.cycle14 import obelisk, rituals
from rules.cycle14.components import components, grant, items_of, owned, put, revoke, transfer
from rules.cycle14.formulas import Amounts, FormulaError, amounts, total
from rules.cycle14.proposals import WITHDRAWAL, WITHDRAWALS, banish, refuse_banished
from rules.cycle14.proposals import withdraw as withdraw_from_storehouse
from rules.cycle14.rituals import SECTION, Ritual, bare, contributors
from rules.cycle14.state import DONE, FAILED, OPEN, Context, Gathering, Owner
from rules.cycle14.tasks import experience, perform, with_experience
from rules.generic.owners import FieldKind
from rules.own_words import BAG, World, WorldCell, spoken
from rules.plain import vocabulary as v
from rules.plain.memory import Parsed
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.sdk import Catalogue, Held, Refused, Rulebook, Shape, Unclear, Unit, Verb, replace
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import WEEK, numbers, read_number, week_start

STARTING = "Start a Gathering"


def ritual_called(act: Context, title: str) -> Ritual:
    """A type of gathering; raises ``Held`` where it is not settled."""
    act.book.require(SECTION)
    act.book.require(title)
    return rituals.BY_SECTION[title]


# -- starting --------------------------------------------------------------------------------------


def _start(act: Context) -> None:
    refuse_banished(act, "start a gathering")
    title, victim = rituals.named_ritual(act)
    if ritual_called(act, title).victim and not victim:
        victim = act.choose("the victim", tuple(act.state.players), question="who is the victim")
    perform(act, STARTING, lambda act, _: _begin(act, title, victim))


def _begin(act: Context, title: str, victim: str) -> None:
    id_ = next_id("G", act.state.gatherings)
    gathering = Gathering(id_, title, act.player, act.now, victim=victim)
    act.state = replace(act.state, gatherings=(*act.state.gatherings, gathering))
    about = say(" of {}", victim) if victim else ""
    needs = components(act.book).amount(rituals.BY_SECTION[title].cost(act, gathering))
    act.say("{}: {}{}, needs {}", id_, title, about, needs)


# -- taking part -----------------------------------------------------------------------------------


def _open(act: Context) -> tuple[Gathering, str]:
    act.book.require(SECTION)
    gathering, rest = rituals.named_gathering(act, act.subject)
    if gathering.status != OPEN:
        why = say("{} is {}", gathering.id, say(gathering.status))
        raise Refused(why, rule=SECTION, remedy="Start another gathering.")
    return gathering, rest


def _only(act: Context) -> Gathering:
    """The open gathering that the line names and nothing else."""
    gathering, rest = _open(act)
    if bare(act, rest).strip(" .!"):
        raise Unclear(
            "{!r} is more than which gathering it is", bare(act, rest), nearest=gathering.id
        )
    return gathering


def _contribute(act: Context) -> None:
    gathering, rest = _open(act)
    refuse_banished(act, "contribute to a gathering")
    known, mine = components(act.book), gathering.contributions.get(act.player, ())
    for item, count in known.amounts(bare(act, rest)).items():
        what = known.short(item)
        if count != 1:
            raise Refused("a contributor gives one{} to a gathering, not more", what, rule=SECTION)
        if item in mine:
            raise Refused(
                "{} contributes{} to {} already", act.player, what, gathering.id, rule=SECTION
            )
        if act.me.count(item) < 1:
            raise Refused("{} has no{}", act.player, what, rule=SECTION)
        mine = (*mine, item)
        act.say("{} contributes {} to {}", act.player, what, gathering.id)
    gathering = _contributing(act, gathering, mine)
    lacking = _lacking(act, gathering, ritual_called(act, gathering.ritual))
    needs = (
        say("still needs {}", known.amount(lacking)) if lacking else say("has all that it costs")
    )
    act.say(f"{gathering.id} {needs}")


def _contributing(act: Context, gathering: Gathering, mine: tuple[str, ...]) -> Gathering:
    """Note what the acting player contributes now; the gathering with it."""
    given = {**gathering.contributions, act.player: mine}
    kept = {name: items for name, items in given.items() if items}
    gathering = replace(gathering, contributions=kept)
    act.state = with_thing(act.state, "gatherings", gathering)
    return gathering


def withdraw(act: Context) -> None:
    """Take components out of a gathering, or the storehouse where the line names none."""
    if not rituals.is_about_gathering(act, act.subject):
        withdraw_from_storehouse(act)
        return
    gathering, rest = _open(act)
    known, mine = components(act.book), gathering.contributions.get(act.player, ())
    for item in known.amounts(bare(act, rest)) if bare(act, rest) else mine:
        if item not in mine:
            why = say("{} contributes no{} to {}", act.player, known.short(item), gathering.id)
            raise Refused(why, rule=SECTION)
        mine = tuple(each for each in mine if each != item)
        act.say("{} withdraws {} from {}", act.player, known.short(item), gathering.id)
    _contributing(act, gathering, mine)


def _object(act: Context) -> None:
    mine = [each for each in act.state.running if each.victim == act.player]
    gathering = mine[0] if not act.subject and len(mine) == 1 else _only(act)
    if gathering.victim != act.player:
        why = later("{} is not the victim of {}; only the victim objects")
        raise Refused(why, act.player, gathering.id, rule=gathering.ritual)
    act.state = with_thing(act.state, "gatherings", replace(gathering, objected=True))
    act.say("{} objects to {}", act.player, gathering.id)


# -- completing ------------------------------------------------------------------------------------


def _lacking(act: Context, gathering: Gathering, ritual: Ritual) -> Mapping[str, int]:
    """What is still to be contributed; only what contributors still possess counts."""
    players = act.state.players
    every = ((name, item) for name, given in gathering.contributions.items() for item in given)
    there = ((players[name], item) for name, item in every if name in players)
    given = Counter(item for player, item in there if player.count(item) > 0)
    return Counter(ritual.cost(act, gathering)) - given


def _complete(act: Context) -> None:
    gathering = _only(act)
    refuse_banished(act, "complete a gathering")
    if gathering.starter != act.player:
        why = later("{} started {}, and only who started it completes it")
        raise Refused(why, gathering.starter, gathering.id, rule=SECTION)
    ritual = ritual_called(act, gathering.ritual)
    why = ritual.lacks(act, gathering)
    if why:
        raise Refused(why, rule=ritual.section)
    lacking = _lacking(act, gathering, ritual)
    if lacking:
        due = components(act.book).amount(lacking)
        raise Refused("{} is still to be contributed", due, rule=ritual.section)
    skill = experience(act.state, gathering.starter, STARTING)
    act.state = with_thing(act.state, "gatherings", replace(gathering, status=DONE, ended=act.now))
    act.say("{} is completed: {}", gathering.id, ritual.section)
    for name, items in gathering.contributions.items():
        for item in items:
            if name in act.state.players:
                revoke(act, name, item)
    ritual.effect(act, gathering)
    present = [name for name in act.state.players if name in contributors(gathering)]
    if present and not act.state.over:
        strike(act, act.pick(present, "the contributor who is cursed"), skill)


def _any_open(act: Context) -> bool:
    return bool(act.state.running)


VERBS = (
    Verb("start gathering", "start gathering RITUAL[: VICTIM]",
         "start gathering Ritual that Boosts Yields", "starts a gathering, which is a task", _start,
         Shape.SUBJECT, phrases=rituals.STARTINGS, deeds=(rituals.STARTING,),
         inputs=("start gathering {ritual}[: {Victim=other}]",), needs=(CLOCK, PHASE)),
    Verb("contribute", "contribute COMPONENTS to G1", "contribute 💎, 🌿 to G1",
         "contributes one of each to a gathering", _contribute, Shape.TEXT, available=_any_open,
         phrases=rituals.CONTRIBUTIONS,
         inputs=("contribute <{components}>, ... to {gathering}",), needs=(PHASE,)),
    Verb("withdraw", "withdraw COMPONENTS [from G1]", "withdraw 2🌿",
         "takes components out of the storehouse, or what you contributed out of a gathering",
         withdraw, Shape.TEXT, phrases=(*rituals.TAKING_BACK, *WITHDRAWALS), deeds=(WITHDRAWAL,),
         inputs=("withdraw <{number} {components}>, ...[ from {gathering}]",)),
    Verb("complete", "complete G1", "complete G1", "completes a gathering that you started",
         _complete, Shape.TEXT, available=_any_open, means=lambda act: (_only(act).id,),
         phrases=rituals.COMPLETIONS, needs=(CLOCK, PHASE)),
    Verb("object", "object [G1]", "object G1", "objects to being murdered", _object, Shape.TEXT,
         inputs=("object {gathering}",),
         available=_any_open, phrases=rituals.OBJECTIONS),
)  # fmt: skip
RULES = Section(
    __name__,
    (
        Implementation(SECTION, How.ASKS,
                       says="gatherings: contributing, withdrawing, completing, failing at the "
                            "end of the phase, a curse drawn",
                       waits="whatever is done about gatherings"),
        Implementation(STARTING, How.ASKS,
                       says="a player starts a gathering of a ritual type, as a task",
                       waits="`start gathering`"),
    ),
    VERBS, slots=rituals.slots, lists=rituals.lists,
)  # fmt: skip


# ==================================================================================================
# Ruleset section Rituals, what time brings to gatherings: they fail, boost gains, are
# forgotten.
#
# Decisions: a gathering that cannot be completed while a rule that it needs is held does not
# fail: it goes on into the next phase.

FAILING, BOOSTING = "open gatherings fail", "gains are boosted"  # events


def fail_open(act: Context) -> None:
    """Make all fail that were not completed by the end of their phase, and withdraw contributions.

    This may come late, when a steward has settled how it is played: those that were started
    meanwhile go on.
    """
    running = [each for each in act.state.running if not each.started or each.started < act.now]
    held = {each.id: unit for each in running if (unit := hindrance(act.book, each.ritual))}
    failing = [each for each in running if each.id not in held]

    def let_fail() -> None:
        what = say("open gatherings ({})", ", ".join(each.id for each in failing))
        if failing:
            happen(act, FAILING, SECTION, lambda: _fail(act, failing), what=what)
        for id_, unit in held.items():
            act.say("{} goes on: the wording of {} is not settled", id_, unit)

    if held:
        instead(act, lambda: _fail(act, running), let_fail)
    else:
        let_fail()


def hindrance(book: Rulebook, ritual: str, *more: str) -> str:
    """The held unit for which a gathering of some type cannot be completed; "" where it can."""
    needed = (SECTION, ritual, CURSE_SECTION, *more)
    return next((unit for unit in needed if book.is_held(unit)), "")


def _fail(act: Context, running: Sequence[Gathering]) -> None:
    for each in running:
        act.state = with_thing(
            act.state, "gatherings", replace(each, status=FAILED, ended=act.now, contributions={})
        )
        act.say("{} fails: it was not completed in its phase", each.id)


def begin_week(act: Context) -> None:
    """Boost the gains if last week's gatherings say so."""
    last_week = act.now - WEEK
    done = (each for each in act.state.gatherings if each.status == DONE and each.ended)
    lately = (each.ritual for each in done if each.ended and last_week <= each.ended < act.now)
    boosted = rituals.BOOSTS in lately

    def boost() -> None:
        act.say("the gains are boosted" if boosted else "the gains are no longer boosted")
        act.state = replace(act.state, boosted=boosted)

    if boosted or act.state.boosted:
        happen(act, BOOSTING, rituals.BOOSTS, boost, what="whether gains are boosted")


def forget(act: Context) -> None:
    """Forget, at a week's end, the gatherings that no rule asks about any more."""
    recent = week_start(act.now - WEEK)
    kept = (each for each in act.state.gatherings if each.ended is None or each.ended > recent)
    act.state = replace(act.state, gatherings=tuple(kept))


# ==================================================================================================
# Curses and rewards of herbs without code, played from their words: what Cycle 14 shows to
# them.
#
# Decisions: an emoji stands for the component that the page's list names by it. The victim of a
# curse is the player whom it strikes. What the Obelisk or the storehouse would lose it loses as
# far as it has it, like a player. What comes of a season, cuts, or kilometres is as with any
# other change of them.

PLACES = "Places"
_NAMES: Mapping[str, Owner] = {"Obelisk": goods.OBELISK, "Storehouse": goods.STOREHOUSE}


def _boost(act: Context, _name: str, _old: object, new: object) -> None:
    act.state = replace(act.state, boosted=bool(new))


class Cells(World):
    """The world of what a column of a table says: components, seasons, two places that own."""

    values = (
        WorldCell("Season", FieldKind.TEXT, get=lambda state, _: state.season, tells=True,
                  put=lambda act, _, old, new: obelisk.set_season(act, str(new or ""))),
        WorldCell("Boosted", FieldKind.YES_NO, get=lambda state, _: state.boosted, put=_boost),
    )  # fmt: skip
    things = (
        WorldCell(BAG, FieldKind.ITEMS, get=lambda state, name: items_of(state, _NAMES[name])),
        WorldCell("Cuts", FieldKind.NUMBER,
                  get=lambda state, name: name == "Obelisk" and state.obelisk.cuts,
                  put=lambda act, _, old, new: obelisk.cut(act, new - old), tells=True),
        WorldCell("Distance", FieldKind.NUMBER,
                  get=lambda state, name: name == "Obelisk" and state.obelisk.distance,
                  put=lambda act, _, old, new: obelisk.move(act, old - new), tells=True),
    )  # fmt: skip

    def __init__(self, column: str) -> None:
        self.column = column

    def words(self, book: Rulebook) -> v.PlainVocabulary:
        return v.PlainVocabulary(
            tables=(v.KnownTable(PLACES, "Place", spoken(self.things), tuple(_NAMES)),),
            values=spoken(self.values), items=components(book).names, texts=obelisk.seasons(book),
        )  # fmt: skip

    def parsed(self, text: str, unit: Unit, book: Rulebook) -> Sequence[Parsed]:
        """The words with the names of components in place of their emoji, and of who is struck."""
        for start, end, name in reversed(components(book).find(text)):
            text = f"{text[:start]} {name} {text[end:]}"
        text = re.sub(r" +([.,;])", r"\1", text)
        text = re.sub(r"\bthe victim\b", "the player", text, flags=re.IGNORECASE)
        return super().parsed(text, unit, book)

    def gain(self, act: Context, owner: str, item: str, more: int) -> None:
        if more > 0:
            goods.require_settled(act, item)
        act.state = put(act.state, _NAMES.get(owner, owner), item, more)


class CurseCells(Cells):
    """What curses do, for what they cost."""

    cost = "Cost"

    def price(self, unit: Unit, book: Rulebook) -> str:
        curse_cost(unit.name)(book)
        return cell(unit, self.cost)


cells_of = cache(Cells)  # by the column
EFFECT = CurseCells("Effect")


# == Ruleset section Curses: what strikes a random contributor of each completed gathering =========

CURSE_SECTION = "Curses"
CATALOGUE = Catalogue(CURSE_SECTION, columns=("Cost", "Effect"))
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
        return CATALOGUE.name(self.name)

    @property
    def implementation(self) -> Implementation:
        reads = (curse_cost(self.unit), *((number_in(self.unit),) if self.numbered else ()))
        return Implementation(
            self.unit, reads=reads, says=self.says, waits="gatherings by which it is drawn"
        )


def strike(act: Context, victim: str, skill: int) -> None:
    """Choose a random curse and apply it to a player. ``skill``: the XP of its cost."""
    act.book.require(CURSE_SECTION)
    names = [unit.title for unit in act.book.members(CURSE_SECTION)]
    if not names:
        return
    name = act.pick(names, "the curse")
    if act.book.without_effect(CATALOGUE.name(name)):
        act.say("the {} does nothing", name)
        return
    unit = act.book.require(CATALOGUE.name(name))
    act.say("{} is struck by the {}", victim, name)
    cost = _cost(unit, act.book, skill)
    if owned(act.state, goods.OBELISK, goods.BLOOD) < cost:
        act.say("the Obelisk cannot afford {}🩸", cost)
        return
    revoke(act, goods.OBELISK, goods.BLOOD, cost)
    if act.state.players[victim].count(goods.GREBES) > 0:
        act.say("{}'s 🐦 protects them", victim)
        revoke(act, victim, goods.GREBES)
        return
    if act.book.is_in_words(unit.name):
        EFFECT.play(act, unit, victim)
    else:
        BY_UNIT[act.book.known_as(unit.name)].effect(act, victim, number_in(unit.name)(act.book))


def _cost(unit: Unit, book: Rulebook, skill: int) -> int:
    cost = book.derived(curse_cost(unit.name))
    try:
        return max(total(cost[0], {"XP": skill}).get(goods.BLOOD, 0), 0) if cost else 0
    except FormulaError as error:
        raise Held(unit.name, str(error)) from None


@of_unit
def curse_cost(book: Rulebook, unit: str) -> Amounts:
    """What a curse costs, as a formula."""
    return amounts(book, unit, cell(book.unit(unit), "Cost"))


@of_unit
def number_in(book: Rulebook, unit: str) -> int:
    """The first number of a curse's effect; 1 where it names none."""
    found = numbers(re.sub(r"[^\x00-\x7f]", " ", cell(book.unit(unit), "Effect")))
    return read_number(found[0]) if found else 1


# -- effects ---------------------------------------------------------------------------------------


def _hand_over(act: Context, giver: str, item: str) -> None:
    transfer(act, giver, goods.OBELISK, item, owned(act.state, giver, item))


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
    if most is None or owned(act.state, goods.OBELISK, goods.GREBES) < most:
        grant(act, goods.OBELISK, goods.GREBES, number)


def _murmuration(act: Context, _victim: str, _number: int) -> None:
    for name in act.state.players:
        _hand_over(act, name, goods.GREBES)


def _ruin(act: Context, _victim: str, _number: int) -> None:
    item = act.pick(components(act.book).names, "the ruined component")
    act.say("all {} are destroyed", item)
    owners: tuple[Owner, ...] = (goods.OBELISK, goods.STOREHOUSE, *act.state.players)
    for who in owners:
        act.state = put(act.state, who, item, -owned(act.state, who, item))


CURSES = (
    Curse("Curse of Blood", "the Obelisk gains 🩸",
          lambda act, _, number: grant(act, goods.OBELISK, goods.BLOOD, number), numbered=True),
    Curse("Curse of Return", "all 🩸 of the victim go to the Obelisk",
          lambda act, victim, _: _hand_over(act, victim, goods.BLOOD)),
    Curse("Curse of Moss", "all 💎 of the victim become 🌿",
          lambda act, victim, _: grant(act, victim, goods.HERBS, revoke(
              act, victim, goods.CRYSTALS, owned(act.state, victim, goods.CRYSTALS)))),
    Curse("Curse of Banishment", "the victim is banished for some days",
          lambda act, victim, number: banish(act, victim, number * DAY_HOURS), numbered=True),
    Curse("Curse of Abandonment", "all 🐦 of the victim go to the Obelisk",
          lambda act, victim, _: _hand_over(act, victim, goods.GREBES)),
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
ON_CURSES = Section(
    __name__,
    (
        Implementation(CURSE_SECTION, waits="gatherings that are completed"),
        *(curse.implementation for curse in CURSES),
    ),
)
