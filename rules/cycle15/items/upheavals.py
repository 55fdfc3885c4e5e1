"""Items that decide the game or a player's part in it: winning, losing so hard, removal.

Decisions: three bananas are three Bananas among one's items. A Death Ray may be used when the cycle
is over, and with no winner left play goes on. Who is removed is somebody other than the user; what
cannot change hands is destroyed, and they may join again as those who left may.
"""

from __future__ import annotations

from dataclasses import replace

from rules.cycle15 import winning
from rules.cycle15.belongings.effect import LOST, Effect
from rules.cycle15.belongings.possessions import grant, pay_crystal, take_everything
from rules.cycle15.belongings.status_effects import give_effect
from rules.cycle15.items.item import Item, Number
from rules.cycle15.items.targets import ANOTHER, SOMEBODY
from rules.cycle15.moves.moved import moved_last_phase
from rules.cycle15.players import cease
from rules.cycle15.state import CRYSTAL, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import How

GORILLA, BANANA, RAY, SAXOPHONE = "Gorilla", "Banana", "Death Ray", "Saxophone"


def _count_bananas(act: ActionContext[State]) -> None:
    if act.me.count(BANANA) >= act.book.derived(Number(GORILLA)):
        winning.declare(act, act.player, f"with {act.me.count(BANANA)} bananas")
    else:
        act.say(f"{act.player} has {act.me.count(BANANA)} bananas, which is not enough")


def _strike(act: ActionContext[State]) -> None:
    for name in SOMEBODY(act):
        if name not in act.state.winners:
            act.say(f"{name} has not won, but loses so hard")
            continue
        act.state = replace(
            act.state, winners=tuple(each for each in act.state.winners if each != name)
        )
        mark = Effect(LOST, act.state.players[name].count(CRYSTAL))
        act.state = give_effect(act.state, name, mark)
        act.say(f"{name} has no longer won the cycle")


def _delete(act: ActionContext[State]) -> None:
    for name in ANOTHER(act):
        if moved_last_phase(act.state, name):
            act.say(f"{name} moved last phase, so nothing happens")
            continue
        take_everything(act, name)
        cease(act, name, "is removed from the game")


def _play_cool(act: ActionContext[State]) -> None:
    if not act.state.party:
        act.say("it is not party time, so nothing happens")
        return
    grant(act, act.player, CRYSTAL, act.book.derived(Number(SAXOPHONE)))


def _lose_crystal(act: ActionContext[State]) -> None:
    pay_crystal(act)


ITEMS = (
    Item(GORILLA, (_count_bananas,)),
    Item(RAY, (_strike,), how=How.ASKS),
    Item("Ultradelete", (_delete,), how=How.ASKS),
    Item("Don't Use This", (_lose_crystal,), how=How.ASKS),
    Item(SAXOPHONE, (_play_cool,)),
)
