"""Ruleset section Tasks: what performing any task costs, and what a player learns by it.

A task costs ⚡; a recreational one brings 💤. Afterwards the experience in it grows, by more for a
player who has 💤, of which that uses one. Decisions: what a recreational task brings is there
already when it ends, so counts for that. The number of dice, costs and yields are those of the
experience before. A task that comes to nothing by its dice was performed all the same.

Tasks that pay what their section combines, roll its dice and gain what it gives, as values.

Decisions: costs are paid before dice are rolled, and are gone whatever the dice show; a part of a
cost that would be below nothing is nothing. The ⚡ that the Infernal Heart combines comes on top of
the one that every task costs. With no 🐦 at the Obelisk there is none to befriend, so that task
cannot be performed.

Ruleset section Hiking: a walk around the Town finds a landmark, which the player names.

The dice say how far from the Town it lies, in tenths of a kilometre, and in which direction.
Decisions: names are compared without regard to case, and no landmark is called by what means
something else (``reserved``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from rules.common.players import set_player
from rules.common.sections import NumberAt, Section, of_unit
from rules.cycle14 import components as goods
from rules.cycle14.components import Components, components, grant, owned, revoke, transfer
from rules.cycle14.formulas import AmountsAt, Formula, FormulaError, read_formula, total
from rules.cycle14.obelisk import Condition, read_condition
from rules.cycle14.state import Context, Landmark, Player, Pot, State
from wikibot.game.actions import Questions, Shape, Verb, one_order
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.understanding.phrases import Deed
from wikibot.game.understanding.slots import IS_SENTENCE, NamedText
from wikibot.sdk import Rulebook, counted, deed, fold, integer, plain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import Table, read_tables

# == task ==========================================================================================

TASKS_SECTION = "Tasks"
NEEDED = NumberAt(TASKS_SECTION, r"at least (\w+)\s*⚡")
COST = NumberAt(TASKS_SECTION, r"loses? (\w+)\s*⚡")
REST = NumberAt(TASKS_SECTION, r"gains (\w+)\s*💤")
LEARNT = NumberAt(TASKS_SECTION, r"incremented by (\w+)")
LEARNT_RESTED = NumberAt(TASKS_SECTION, r"incremented by \w+, or (\w+)")
TIRING = NumberAt(TASKS_SECTION, r"lose (\w+)\s*💤")
_RECREATIONAL = regex(r"\bRecreational Task\b", re.IGNORECASE)


def experience(state: State, name: str, task: str) -> int:
    """A player's experience in a task; 0 for a name that is not a player's."""
    player = state.players.get(name)
    return player.experience.get(task, 0) if player else 0


@of_unit
def is_recreational(book: Rulebook, task: str) -> bool:
    """Whether a task's section says that it is."""
    return _RECREATIONAL.search(plain(book.unit(task).text)) is not None


def perform(act: Context, task: str, deed: Callable[[Context, int], None]) -> None:
    """Perform a task: pay, do ``deed`` with the experience so far, learn."""
    act.book.require(task)
    act.book.require(TASKS_SECTION)
    goods.require(act, {goods.RESOLVE: act.book.derived(NEEDED)}, TASKS_SECTION)
    goods.pay(act, {goods.RESOLVE: act.book.derived(COST)}, TASKS_SECTION)
    deed(act, experience(act.state, act.player, task))
    if act.player in act.state.players:
        if act.book.derived(is_recreational(task)):
            grant(act, act.player, goods.RESTFULNESS, act.book.derived(REST))
        rested = act.me.count(goods.RESTFULNESS) > 0
        more = act.book.derived(LEARNT_RESTED if rested else LEARNT)
        if rested:
            revoke(act, act.player, goods.RESTFULNESS, act.book.derived(TIRING))
        with_experience(act, act.player, task, act.me.experience.get(task, 0) + more)
        act.say("experience in {} is {}", task, act.me.experience[task])


def with_experience(act: Context, name: str, task: str, value: int) -> None:
    """Set a player's experience in a task."""
    player: Player = act.state.players[name]
    known = {**player.experience, task: value}
    kept = {each: number for each, number in known.items() if each != task or number}
    set_player(act, player.name, experience=kept)


def available(act: Context) -> bool:
    """Whether the acting player has the ⚡ for a task: help lists it only then."""
    return bool(act.me.count(goods.RESOLVE) > 0)


ON_TASKS = Section(__name__, (Implementation(TASKS_SECTION, waits="all tasks"),))


# -- Dice pools of tasks: the dice of the text, those of the table of conditions, and successes ----
# Dice of one size are rolled together, sizes in the order in which the text and then the table
# name them. Decisions: a pool that would have less than no dice of a size has none. Where the text
# names dice and leaves their number to the table, the table has to give some of that size; it is
# for a person to say what is rolled otherwise.

_BASE = regex(r"(?:(?:on|rolls?|forage) (?P<count>\d+)|(?P<none>number of ))d(?P<sides>\d+)")
_ROW = regex(r"(?P<sign>[+-−–])\s*(?P<count>\w+?)d(?P<sides>\d+)")
_EXPERIENCE = regex(r"N is the (?:number of |amount of )?experience", re.IGNORECASE)
_OWNED = regex(r"N is the (?:number|amount) of (?P<what>.+?) the Obelisk has", re.IGNORECASE)


class Modifier(Struct, frozen=True):
    """One row of a table of conditions.

    ``owned``: N is how many of that the Obelisk has; "": N is the experience.
    """

    count: Formula
    sides: int
    sign: int
    condition: Condition | None = None
    owned: str = ""

    def dice(self, state: State, experience: int) -> int:
        """How many dice it adds now."""
        if self.condition and not self.condition.holds(state):
            return 0
        return self.sign * self.count.whole(
            {"N": owned(state, goods.OBELISK, self.owned) if self.owned else experience}
        )


class Pool(Struct, frozen=True):
    """What is rolled for a task."""

    base: int
    sides: int
    modifiers: tuple[Modifier, ...]

    def dice(self, state: State, experience: int) -> dict[int, int]:
        """How many dice of each size: sides -> count."""
        found = {self.sides: self.base}
        for each in self.modifiers:
            found[each.sides] = found.get(each.sides, 0) + each.dice(state, experience)
        return {sides: max(count, 0) for sides, count in found.items()}


@of_unit
def pool_of(book: Rulebook, section: str) -> Pool:
    """The pool of a task."""
    text = book.unit(section).text
    found = _BASE.search(plain(text))
    if not found:
        raise Held(section, "no dice are found in it")
    rows = [row for table in read_tables(text) for row in _rows(table)]
    known = components(book)
    modifiers = tuple(_modifier(section, dice, condition, known) for dice, condition in rows)
    base = 0 if found["none"] else integer(found["count"])
    return Pool(base, integer(found["sides"]), modifiers)


def _modifier(section: str, dice: str, condition: str, known: Components) -> Modifier:
    found = _ROW.fullmatch(dice.replace(" ", ""))
    try:
        count = read_formula(found["count"]) if found else None
    except FormulaError:
        count = None
    if not found or not count:
        raise Held(section, "{!r} is not a change of the dice that is read", dice)
    by_experience = Modifier(count, integer(found["sides"]), 1 if found["sign"] == "+" else -1)
    owned = _OWNED.search(condition)
    if owned and (items := known.find(owned["what"])):
        return replace(by_experience, owned=items[0][2])
    if _EXPERIENCE.search(condition):
        return by_experience
    return replace(by_experience, condition=read_condition(condition, section))


@of_unit
def one_size_of(book: Rulebook, section: str) -> None:
    """Raises ``Held`` where the dice that a text leaves to its table to count are not in that."""
    pool = pool_of(section)(book)
    if not pool.base and pool.sides not in [each.sides for each in pool.modifiers]:
        raise Held(section, "its text speaks of d{}, and its table adds none", pool.sides)


def _rows(table: Table) -> list[tuple[str, str]]:
    dice, why = table.column("Dice"), table.column("Condition")
    if dice is None or why is None:
        return []
    return [
        (plain(table.value(row, dice)), plain(table.value(row, why)))
        for row in range(len(table.body))
    ]


def roll_pool(act: Context, task: str, experience: int) -> tuple[int, ...]:
    """Roll all dice of a task; the faces in order."""
    pool = act.book.derived(pool_of(task))
    dice = {sides: count for sides, count in pool.dice(act.state, experience).items() if count}
    whole = ""
    if len(dice) > 1:
        whole = f" ({' + '.join(f'{count}d{sides}' for sides, count in dice.items())})"
    faces: tuple[int, ...] = ()
    for sides, count in dice.items():
        faces += act.roll(
            count, sides, task if sides == pool.sides else f"{task}, the d{sides}", whole
        )
    return faces


def successes(faces: Sequence[int], target: int) -> int:
    """How many dice meet or exceed a target number."""
    return sum(face >= target for face in faces)


class Yield(Struct, frozen=True):
    """So many of an item for each die that meets a target number."""

    item: str
    count: int
    target: int


@of_unit
def yields_of(book: Rulebook, section: str) -> tuple[Yield, ...]:
    """What a task brings for successes: ``1💎 for each 4+``."""
    text, found = plain(book.unit(section).text), []
    for start, end, item in components(book).find(text):
        count = re.search(r"(\d+)\s*$", text[:start])
        target = re.match(r"\s*for each (\d+)\+", text[end:])
        if count and target:
            found.append(Yield(item, integer(count[1]), integer(target[1])))
    if not found:
        raise Held(section, "it says in no form that is read what successes bring")
    return tuple(found)


# -- Tasks that pay what their section combines, roll its dice and gain what it gives, as values ---

BEFRIEND, INSTRUCT = "Befriend a Grebe", "Instructing a Grebe"
BLOOD_ACQUISITION = "Blood Acquisition"
BLOOD_TARGET = NumberAt(BLOOD_ACQUISITION, r"for each resulting (\w+)")
BEFRIENDING = NumberAt(BEFRIEND, r"at least (\d+) \d+\+")
BEFRIEND_TARGET = NumberAt(BEFRIEND, r"at least \d+ (\d+)\+")
BAD, WORST = NumberAt(INSTRUCT, r"(\d+) or more \d+s"), NumberAt(INSTRUCT, r"\d+ or more (\d+)s")
FLEEING = NumberAt(INSTRUCT, r"lose (\d+)\s*🐦")


class SimpleTask(Struct, frozen=True):
    """One task. ``says``: what it does, told to a steward who accepts a wording.

    ``verb`` performs it, as do ``other_spellings``; ``about``: what help says of that. ``needs``
    refuses where the task cannot be performed. ``pays`` what the section combines. ``rolls``: an
    example of its dice, "" where it has none. ``yields`` what the section gives for successes,
    ``creates`` what it creates. ``then``: what else comes of it, by the faces of the dice.
    ``whole``: see :class:`Implementation`. ``phrases`` and ``deeds``: other words for it.
    """

    section: str
    verb: str
    about: str
    says: str
    rolls: str = ""
    other_spellings: tuple[str, ...] = ()
    needs: Callable[[Context], None] | None = None
    pays: bool = False
    yields: bool = False
    creates: bool = False
    then: Callable[[Context, tuple[int, ...]], object] | None = None
    whole: tuple[Callable[[Rulebook], None], ...] = ()
    phrases: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()

    @property
    def cost(self) -> AmountsAt:
        """Reads what it combines."""
        pattern = r"combine (.+?) in (?:their|his|her|your) possession"
        return AmountsAt(self.section, pattern, "what is combined")

    @property
    def creation(self) -> AmountsAt:
        """Reads what it creates."""
        return AmountsAt(self.section, r"to create ([^.]+)", "what is created")

    @property
    def implementation(self) -> Implementation:
        reads: dict[Any, bool] = {
            self.cost: self.pays, pool_of(self.section): bool(self.rolls),
            yields_of(self.section): self.yields, self.creation: self.creates,
        }  # fmt: skip
        read = tuple(each for each, is_read in reads.items() if is_read)
        words = (is_recreational(self.section),)
        return Implementation(
            self.section, reads=read, says=self.says, whole=self.whole, words=words
        )

    @property
    def verbs(self) -> Iterator[Verb]:
        """The verb that performs it, under each of its spellings."""
        play = partial(perform, task=self.section, deed=self.carry_out)
        for name in (self.verb, *self.other_spellings):
            example = f"{name} -- {self.rolls}" if self.rolls else name
            first = name == self.verb
            yield Verb(
                name, name, example, self.about, play, available=available, section=self.section,
                phrases=self.phrases if first else (), deeds=self.deeds if first else (),
            )  # fmt: skip

    def carry_out(self, act: Context, experience: int) -> None:
        """Pay, roll and gain, for a player with so much experience in it."""
        if self.needs:
            self.needs(act)
        if self.pays:
            cost = total(act.book.derived(self.cost)[0], {"M": len(act.state.pots)})
            due = {item: count for item, count in cost.items() if count > 0}
            goods.pay(act, due, self.section)
        faces = roll_pool(act, self.section, experience) if self.rolls else ()
        for each in act.book.derived(yields_of(self.section)) if self.yields else ():
            grant(act, act.player, each.item, each.count * successes(faces, each.target))
        if self.creates:
            for item, count in total(act.book.derived(self.creation)[0], {}).items():
                grant(act, act.player, item, count)
        if self.then:
            self.then(act, faces)


def _refuse_befriending(act: Context) -> None:
    why = ""
    if act.me.banished is None:
        why = say("{} is not banished, and only a banished player can befriend a 🐦", act.player)
    elif act.me.count(goods.GREBES):
        why = say("{} has a 🐦 already", act.player)
    elif not owned(act.state, goods.OBELISK, goods.GREBES):
        why = say("the Obelisk has no 🐦")
    if why:
        raise Refused(why, rule=BEFRIEND)


def _befriend(act: Context, faces: tuple[int, ...]) -> None:
    if successes(faces, act.book.derived(BEFRIEND_TARGET)) >= act.book.derived(BEFRIENDING):
        transfer(act, goods.OBELISK, act.player, goods.GREBES, 1)


def _refuse_without_bird(act: Context) -> None:
    if not act.me.count(goods.GREBES):
        raise Refused("{} has no 🐦", act.player, rule=INSTRUCT)


def _may_flee(act: Context, faces: tuple[int, ...]) -> None:
    if faces.count(act.book.derived(WORST)) >= act.book.derived(BAD):
        revoke(act, act.player, goods.GREBES, act.book.derived(FLEEING))


def _add_pot(act: Context, _faces: tuple[int, ...]) -> None:
    taken = [pot.id for pot in act.state.pots]
    number = next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)
    act.state = replace(act.state, pots=(*act.state.pots, Pot(number)))
    act.say("the greenhouse has {}", counted(len(act.state.pots), "pot"))


_PAID = "1 one 1⚡ ⚡ resolve spend on work"  # what a task costs
_TELL = "instruct|command|order|tell|send"
_INSTRUCTING = (f"{_TELL} grebe|bird|🐦 (out) to collect|gather|fetch|find|get things|something",)
TASKS = (
    SimpleTask("Mining", "mine", "digs for 💎 and 🪨",
               "💎 for middling dice and better, 🪨 for the best ones", rolls="3d6 (4, 6, 2) = 12",
               yields=True, phrases=(
                   "go|head|descend|climb|=off (down) to|into|in mine|mines|quarry|quarries",),
               deeds=(deed("mine dig quarry",
                           may=f"crystal crystals stone stones brimstone gems {_PAID}"),)),
    SimpleTask("Foraging", "forage", "looks for 🌿",
               "🌿 from the wastes, more or less of it by the season",
               rolls="5d6 (4, 6, 2, 1, 5) = 18", yields=True,
               deeds=(deed("forage", may=f"herb herbs plants wastes wilderness woods {_PAID}"),
                      deed("gather collect search look pick find", "herb herbs plants 🌿",
                           may="wastes wilderness woods"))),
    SimpleTask("Alchemy", "alchemy", "brews ⚗️ from 💎 and 🌿",
               "💎 and 🌿 become ⚗️, if the dice are good", rolls="1d24 (17) = 17", pays=True,
               yields=True, deeds=(
                   deed("alchemy", may=f"practise practice reagent reagents {_PAID}"),
                   deed("brew cook make create turn convert craft mix concoct produce",
                        "reagent reagents potion potions ⚗️",
                        may="into crystal crystals herb herbs"),
               )),
    SimpleTask("Beating of the Infernal Heart", "beat heart", "makes ❤️🔥 of 🩸, ⚗️ and ⚡",
               "🩸, ⚗️ and ⚡ become ❤️🔥", pays=True, creates=True,
               deeds=(deed("beat make create craft forge produce build", "heart hearts ❤️🔥",
                           may="infernal one from blood glass will reagent resolve"),)),
    SimpleTask(
        BLOOD_ACQUISITION, "acquire blood", "takes 🩸 from the Obelisk",
        "🩸 from the Obelisk, no more than it has", rolls="3d2 (1, 2, 2) = 5",
        then=lambda act, faces: transfer(
            act, goods.OBELISK, act.player, goods.BLOOD,
            successes(faces, act.book.derived(BLOOD_TARGET)),
        ),
        whole=(one_size_of(BLOOD_ACQUISITION),),
        deeds=(deed("acquire acquisition take get collect draw extract drain", "blood 🩸",
                    may="stone obelisk from"),),
    ),
    SimpleTask(BEFRIEND, "befriend grebe", "wins over a 🐦 of the Obelisk",
               "a banished player without a 🐦 may win one over from the Obelisk",
               rolls="1d10 (7) = 7", needs=_refuse_befriending, then=_befriend,
               deeds=(deed("befriend tame friend friends", "grebe bird 🐦", may="become try"),)),
    SimpleTask(INSTRUCT, "instruct grebe", "has your 🐦 collect 💎 and 🌿",
               "one's 🐦 collects 💎 and 🌿 in the wastes, and may flee on bad dice",
               rolls="6d6 (5, 3, 1, 2, 6, 4) = 21", needs=_refuse_without_bird, yields=True,
               then=_may_flee, phrases=_INSTRUCTING,
               deeds=(deed("instruct order command tell send collect collects works",
                           "grebe bird 🐦",
                           may="out gather fetch find get materials stuff things components "
                               "crystals herbs"),)),
    SimpleTask("Pot Synthesis", "synthesise pot", "adds a pot to the greenhouse",
               "🪨 and 💎 become one more pot in the greenhouse, at a cost that grows with it",
               other_spellings=("synthesize pot",), pays=True, then=_add_pot,
               deeds=(deed("synthesis synthesise synthesize make create build craft add produce",
                           "pot", may="new another extra further one"),
                      deed("pot", "another extra more new",
                           may="one want greenhouse out stone crystals"))),
)  # fmt: skip
RULES = Section(
    __name__,
    implements=tuple(task.implementation for task in TASKS),
    verbs=tuple(verb for task in TASKS for verb in task.verbs),
)


# == hiking ========================================================================================

HIKING = "Hiking"
LONGEST = 80
_DICE = regex(r"a d(?P<sides>\d+)(?:\s*/\s*(?P<by>\d+))?")


class Attributes(Struct, frozen=True):
    """The dice for distance and bearing; the distance is divided by ``by``."""

    distance: int
    by: int
    bearing: int


def attributes(book: Rulebook) -> Attributes:
    """The dice of the page."""
    found = list(_DICE.finditer(plain(book.unit(HIKING).text)))
    if len(found) < 2:  # one for the distance, one for the bearing
        raise Held(HIKING, "the dice for distance and bearing are not found in it")
    return Attributes(
        integer(found[0]["sides"]), integer(found[0]["by"] or "1"), integer(found[1]["sides"])
    )


def _hike(act: Context) -> None:
    subject = act.subject.lstrip(" .,;!-–—")
    subject = next(iter(LANDMARK.labelled(subject)), subject)
    name, colon, description = subject.removeprefix("to ").partition(":")
    name, description = plain(name), plain(description)
    form, another = "`hike NAME: description`", say("Give it another name.")
    if not name or not colon or not description:
        raise Unclear("a landmark has a name and a description", nearest=form)
    if IS_SENTENCE.search(name):
        raise Unclear("the name of a landmark is not a sentence", nearest=form)
    if len(name) > LONGEST:
        raise Unclear("the name of a landmark has at most {} characters", LONGEST, nearest=form)
    if act.is_reserved(name):
        raise Refused("{!r} means something else in this game", name, rule=HIKING, remedy=another)
    if fold(name) in (fold(each.id) for each in act.state.landmarks):
        raise Refused("there is a landmark {!r} already", name, rule=HIKING, remedy=another)
    perform(act, HIKING, lambda act, _: _found(act, name, description))


def _found(act: Context, name: str, description: str) -> None:
    dice = act.book.derived(attributes)
    distance = sum(act.roll(1, dice.distance, "the distance from Town")) / dice.by
    bearing = sum(act.roll(1, dice.bearing, "the bearing from Town"))
    landmark = Landmark(name, description, distance, bearing, act.player)
    act.state = replace(act.state, landmarks=(*act.state.landmarks, landmark))
    act.say("{} finds {}, {:g} km from Town at {}°", act.player, name, distance, bearing)


_FOUND = (
    "(i) find|found|discover|discovered (landmark|one|place) (i) (name|call|named|called) (it) "
    "{landmark}"
)
LANDMARK = NamedText(": ")  # ``Mount Doom, a fiery mountain``
HIKE = Verb("hike", "hike NAME: description",
            "hike Lone Oak: it hums -- 1d100 (57) = 57, 1d360 (90) = 90",
            "finds a landmark and gives you rest", _hike, Shape.TEXT,
            questions=Questions.BEHIND_COLON, means=one_order, phrases=(
                "hike|walk|wander (to|towards|up) {landmark}",
                "!hike (and) i find|found|discover|discovered {landmark}",
                "go|perform|do|start|=off (for) hiking|hike|walk (to|towards) {landmark}",
                f"hike|walk|wander (and) {_FOUND}",
                f"go|=off (for) hike|walk|hiking (and) {_FOUND}",
            ), inputs=("hike {Name=name:40}: {Description=text:500}",))  # fmt: skip


ON_HIKING = Section(
    __name__, (Implementation(HIKING, reads=(attributes,), waits="`hike`"),), (HIKE,),
    slots=lambda state, book, player: {"landmark": LANDMARK},
)  # fmt: skip
