"""Tasks that pay what their section combines, roll its dice and gain what it gives, as values.

Decisions: costs are paid before dice are rolled, and are gone whatever the dice show; a part of a
cost that would be below nothing is nothing. The ⚡ that the Infernal Heart combines comes on top of
the one that every task costs. With no 🐦 at the Obelisk there is none to befriend, so that task
cannot be performed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from rules.common.notation import NumberAt
from rules.common.sections import Section
from rules.cycle14.amounts import AmountsAt
from rules.cycle14.components import BLOOD, GREBES
from rules.cycle14.formulas import total
from rules.cycle14.possessions import OBELISK, grant, owned, pay, revoke, transfer
from rules.cycle14.state import Context, Pot
from rules.cycle14.tasks.pools import one_size_of, pool_of, roll_pool, successes, yields_of
from rules.cycle14.tasks.task import available, is_recreational, perform
from wikibot.game.understanding.deeds import Deed
from wikibot.sdk import Implementation, Refused, Rulebook, Verb, counted, deed, replace

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
    then: Callable[[Context, tuple[int, ...]], None] | None = None
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
        """Its entry among what the game implements."""
        reads: dict[Any, bool] = {
            self.cost: self.pays,
            pool_of(self.section): bool(self.rolls),
            yields_of(self.section): self.yields,
            self.creation: self.creates,
        }
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
            pay(act, due, self.section)
        faces = roll_pool(act, self.section, experience) if self.rolls else ()
        for each in act.book.derived(yields_of(self.section)) if self.yields else ():
            grant(act, act.player, each.item, each.count * successes(faces, each.target))
        if self.creates:
            for item, count in total(act.book.derived(self.creation)[0], {}).items():
                grant(act, act.player, item, count)
        if self.then:
            self.then(act, faces)


def _acquire(act: Context, faces: tuple[int, ...]) -> None:
    transfer(act, OBELISK, act.player, BLOOD, successes(faces, act.book.derived(BLOOD_TARGET)))


def _refuse_befriending(act: Context) -> None:
    why = ""
    if act.me.banished is None:
        why = f"{act.player} is not banished, and only a banished player can befriend a 🐦"
    elif act.me.count(GREBES):
        why = f"{act.player} has a 🐦 already"
    elif not owned(act.state, OBELISK, GREBES):
        why = "the Obelisk has no 🐦"
    if why:
        raise Refused(why, rule=BEFRIEND)


def _befriend(act: Context, faces: tuple[int, ...]) -> None:
    if successes(faces, act.book.derived(BEFRIEND_TARGET)) >= act.book.derived(BEFRIENDING):
        transfer(act, OBELISK, act.player, GREBES, 1)


def _refuse_without_bird(act: Context) -> None:
    if not act.me.count(GREBES):
        raise Refused(f"{act.player} has no 🐦", rule=INSTRUCT)


def _may_flee(act: Context, faces: tuple[int, ...]) -> None:
    if faces.count(act.book.derived(WORST)) >= act.book.derived(BAD):
        revoke(act, act.player, GREBES, act.book.derived(FLEEING))


def _add_pot(act: Context, _faces: tuple[int, ...]) -> None:
    taken = [pot.id for pot in act.state.pots]
    number = next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)
    act.state = replace(act.state, pots=(*act.state.pots, Pot(number)))
    act.say(f"the greenhouse has {counted(len(act.state.pots), 'pot')}")


_PAID = "1 one 1⚡ ⚡ resolve spend on work"  # what a task costs
_TELL = "instruct|command|order|tell|send"
_INSTRUCTING = (
    f"{_TELL} grebe|bird|🐦 (out) to collect|gather|fetch|find|get {{text}} => instruct grebe",
)
TASKS = (
    SimpleTask("Mining", "mine", "digs for 💎 and 🪨",
               "💎 for middling dice and better, 🪨 for the best ones", rolls="3d6 (4, 6, 2) = 12",
               yields=True, phrases=("off|down|to to|into (the) mine|mines",),
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
                           may="infernal one"),)),
    SimpleTask(
        BLOOD_ACQUISITION, "acquire blood", "takes 🩸 from the Obelisk",
        "🩸 from the Obelisk, no more than it has", rolls="3d2 (1, 2, 2) = 5", then=_acquire,
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
                      deed("pot", "another extra more new", may="one want"))),
)  # fmt: skip
RULES = Section(
    __name__,
    implements=tuple(task.implementation for task in TASKS),
    verbs=tuple(verb for task in TASKS for verb in task.verbs),
)
