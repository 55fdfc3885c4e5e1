"""Items that do nothing, that only leave a note, and that ask something of people.

The answer says what they ask. What lasts for a time is kept among the effects, where all players
see it. Decision: the phase that such an item speaks of is the one after that in which it is used.
One beer makes tipsy, the next one drunk.
"""

from __future__ import annotations

from msgspec import Struct

from rules.cycle15.belongings.status_effects import end_effects, give_effect
from rules.cycle15.board.space_types.offers import DRUNK
from rules.cycle15.items.item import (
    A_PLAYER,
    NUMBER,
    PEOPLE,
    USER,
    Become,
    GiveEffect,
    Item,
    KnownPlayers,
    Nth,
)
from rules.cycle15.state import BARRIER, INSIGHT, USES, Context, Effect, EffectForm
from wikibot.sdk import replace

TIPSY = "tipsy"
NAKED = "naked (on their honour)"
HONOUR = "the honour system sees to it"


class CountUp(Struct, frozen=True):
    """A number among the user's effects grows with each use, perhaps until the phase ends."""

    kind: EffectForm
    this_phase: bool = False
    by: Nth = NUMBER

    def __call__(self, act: Context) -> None:
        phase = act.state.phase if self.this_phase else None
        same = (each for each in act.me.effects if (each.kind, each.phase) == (self.kind, phase))
        before = next(same, Effect(self.kind, 0, phase))
        total = replace(before, value=before.value + self.by(act))
        act.state = give_effect(end_effects(act.state, act.player, before), act.player, total)
        act.say(f"{act.player}: {total}")


def _dress(act: Context) -> None:
    worn = f"wearing at least {NUMBER(act)} garments (on their honour)"
    GiveEffect(USER, worn, next_phase=True)(act)


def _drink(act: Context) -> None:
    drunk = any(each.kind in (TIPSY, DRUNK) for each in act.me.effects)
    (Become(DRUNK, (TIPSY,)) if drunk else Become(TIPSY))(act)


def _bar(act: Context) -> None:
    for name in A_PLAYER(act):
        act.join_answers()
        question = "which game object do they mean nothing by"
        thing = act.ask("which game object they mean nothing by", _named, question)
        GiveEffect(KnownPlayers((name,)), BARRIER, thing)(act)


def _named(text: str) -> str:
    if not text.strip():
        raise ValueError("a game object")
    return " ".join(text.split())


ITEMS = (
    Item("Duck"),
    Item("Mauve"),
    Item("Get Out of Jail Free Card"),
    Item("Fish"),
    Item("Banana"),
    Item("Nickelback"),
    Item("❤️🔥"),
    Item("This is a Totally Normal Item"),
    Item("4st"),
    Item("Crustal", "it counts as a crystal for all but winning; to use it does nothing"),
    Item("duhTfibjdFugifFUGIFFUfig"),
    Item("The Emperor's New Clothes", PEOPLE, (GiveEffect(USER, NAKED, next_phase=True),),
         asks_people=HONOUR),
    Item("The Emperor's Old Clothes", PEOPLE, (_dress,), reads=(NUMBER,),
         asks_people=HONOUR),
    Item("Top Hat", "that the user wears a top hat is noted among their effects",
         (Become("wearing a top hat"),)),
    Item("Scammer Scammer", "noted until the phase ends; there is no limit on uses of items",
         (CountUp(USES, this_phase=True),),
         asks_people="the rules limit no uses of items so far"),
    Item("Telescope of Viewing",
         "the user's insightfulness is noted among their effects, adding up",
         (CountUp(INSIGHT),)),
    Item("Language Barrier", "what a player may not mean is noted among their effects; lines of "
         "theirs that name it are held, until they gain a Crystal or Crustal", (_bar,), asks=True,
         asks_people="until they receive a crystal, lines of theirs that name it are held"),
    Item("Citation", PEOPLE, asks_people="people read the linked source; a steward grants what it "
         "describes with `correct`"),
    Item("Praqueue", PEOPLE, asks_people="pronounce it; if Praqueue says it is right, a steward "
         "grants you one with `correct`"),
    Item("Six Inch Eyebrow of Mansplaining", PEOPLE,
         asks_people="make all your answers long and incorrect"),
    Item("Gay'nbow Gun", PEOPLE, asks_people="that is for people to feel"),
    Item("Complex Mathematical Debate Inciter",
         "the sum is taken as -1/12, so the user's space stays",
         asks_people="the sum is -1/12 by those who sum it so, and your space stays"),
    Item("Beer", "the user is tipsy, or drunk if they were tipsy or drunk", (_drink,)),
    Item("Vodka", "the user is drunk", (Become(DRUNK, (TIPSY,)),)),
    Item("Magic Water", "the user is neither tipsy nor drunk any more",
         (Become("", (TIPSY, DRUNK)),), asks_people="please water the plant"),
)  # fmt: skip
