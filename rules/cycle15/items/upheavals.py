"""Items about the game as a whole: the wheel, parties, winning, losing so hard, removal.

Decisions: three bananas are three Bananas among one's items; eaten ones do not count. A Death Ray
may be used when the cycle is over, and with no winner left play goes on. A user cannot remove
themselves; of the removed player's items those that cannot change hands are destroyed, and the
player may join again as one who left.
"""

from __future__ import annotations

from rules.cycle15 import winning
from rules.cycle15.belongings.possessions import grant, take_everything
from rules.cycle15.belongings.status_effects import give_effect
from rules.cycle15.items.item import (
    A_PLAYER,
    ANOTHER,
    NUMBER,
    Item,
    PayCrystal,
    StartParty,
    TurnWheel,
)
from rules.cycle15.moves.landing import moved_last_phase
from rules.cycle15.players import cease
from rules.cycle15.state import CRYSTAL, LOST, Context, Effect
from wikibot.sdk import counted, replace
from wikibot.wikitext.messages import say

BANANA, RAY = "Banana", "Death Ray"


def _count_bananas(act: Context) -> None:
    if act.me.count(BANANA) >= NUMBER(act):
        winning.declare(act, act.player, say("with {}", counted(act.me.count(BANANA), "banana")))
    else:
        act.say(
            "{} has {}, which is not enough", act.player, counted(act.me.count(BANANA), "banana")
        )


def _strike(act: Context) -> None:
    for name in A_PLAYER(act):
        if name not in act.state.winners:
            act.say("{} has not won, but loses so hard", name)
            continue
        winners = tuple(each for each in act.state.winners if each != name)
        mark = Effect(LOST, act.state.players[name].count(CRYSTAL))
        act.state = give_effect(replace(act.state, winners=winners), name, mark)
        act.say("{} has no longer won the cycle", name)


def _delete(act: Context) -> None:
    for name in ANOTHER(act):
        if moved_last_phase(act.state, name):
            act.say("{} moved last phase, so nothing happens", name)
            continue
        take_everything(act, name)
        cease(act, name, "is removed from the game")


def _play_cool(act: Context) -> None:
    if act.state.party:
        grant(act, act.player, CRYSTAL, NUMBER(act))
    else:
        act.say("it is not party time, so nothing happens")


ITEMS = (
    Item("Steering Wheel", "a roll is added to the wheel rotation, if there is a wheel",
         (TurnWheel(1),), asks=True),
    Item("Brakes", "a roll is taken from the wheel rotation, if there is a wheel",
         (TurnWheel(-1),), asks=True),
    Item("Big wheel", "a roll is added to the wheel rotation, if there is a wheel",
         (TurnWheel(1),), asks=True),
    Item("Birthday Cake", "a party starts, or the one that is going on ends", (StartParty(),)),
    Item("Saxophone", "at party time the user is granted crystals", (_play_cool,), reads=(NUMBER,)),
    Item("Gorilla", "the user wins if they have enough Bananas", (_count_bananas,),
         reads=(NUMBER,)),
    Item(RAY, "a player who has won has not won any more; crystals make them win again only once "
         "the number of these has changed", (_strike,), asks=True),
    Item("Ultradelete",
         "another player who was idle in the last phase loses all items to the user, "
         "and is no longer a player", (_delete,), asks=True),
    Item("Don't Use This", "the user loses a Crystal or a Crustal, as they say", (PayCrystal(),),
         asks=True),
)  # fmt: skip
