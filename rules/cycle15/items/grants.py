"""Items that bring items, to one player, to many, to some at random.

Decisions: "random items" are items of the rule Garbage. Negative items are counted below zero. A
number that is no number (Navy Blue of something) is noted among the effects and changes no count.
What a Demonic Tutor can be asked for is any item that the rules define, crystals among them. Who
has left the game is granted nothing.
"""

from __future__ import annotations

from rules.cycle15.belongings.effect import TEAM, Effect, read_effect
from rules.cycle15.belongings.garbage import garbage_names, grant_random, items_in_play, random_item
from rules.cycle15.belongings.possessions import grant, pay_crystal
from rules.cycle15.belongings.status_effects import add_effect
from rules.cycle15.items.actions import Grant, GrantDice, GrantRandom, Mark, StartParty
from rules.cycle15.items.item import Item, Number
from rules.cycle15.items.targets import (
    ANOTHER,
    EVERYBODY,
    SOMEBODY,
    THE_IDLE,
    USER,
    AtRandom,
    Named,
)
from rules.cycle15.moves.moved import moved_last_phase, moved_this_phase
from rules.cycle15.state import CRUSTAL, CRYSTAL, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import How
from wikibot.game.state import gain
from wikibot.wikitext.folding import fold

SCENT, ANTI, SYNESTHESIA, FOURSTY, SHURDLE = (
    "Synergistic Scent-sation", "Anti-type", "Synesthesia", "Feelin' 4sty", "Shurdle",
)  # fmt: skip
BLOOD, FRIEND, TEAMWORK = "Blood Pact", "Xenon dichloride", "Team Fortress 2"
CHILI, PORPOISE, BEACON = "Time Bean Chili", "Phlegmatic Porpoise", "Beacon of Philanthropy"


def _transform(act: ActionContext[State]) -> None:
    if pay_crystal(act):
        GrantRandom(USER, Number(SCENT))(act)


def _owe(act: ActionContext[State]) -> None:
    item = random_item(act, ANTI)
    act.state = gain(act.state, act.player, item, -act.book.derived(Number(ANTI)))
    act.say(f"{act.player} now has {act.me.count(item)} {item}")


def _colour(act: ActionContext[State]) -> None:
    Mark(USER, read_effect(f"Navy Blue of {random_item(act, SYNESTHESIA)}"))(act)


def _tutor(act: ActionContext[State]) -> None:
    known = items_in_play(act.state, act.book)
    item = act.choose("which item", tuple(known), rule="Garbage", spelled=known.canonical)
    grant(act, act.player, item, act.book.derived(Number("Demonic Tutor")))


def _feel(act: ActionContext[State]) -> None:
    for name in SOMEBODY(act):
        GrantDice(Named((name,)), "4st", FOURSTY)(act)
        known = garbage_names(act.state, act.book)
        kinds = tuple(item for item in known if act.state.players[name].count(item) > 0)
        if kinds:
            grant(act, act.player, act.pick(kinds, f"{FOURSTY}: an item of {name}'s"))


def _pretend(act: ActionContext[State]) -> None:
    """Pairs of Shurdles become Crustals, as many as the player says, if their number is even."""
    count, pair = act.me.count(SHURDLE), act.book.derived(Number(SHURDLE))
    if count % 2:
        act.say(f"{count} is not an even number of {SHURDLE}s, so nothing happens")
        return
    pairs = act.choose("how many Crustals to make", tuple(range(count // pair + 1)), rule="Garbage")
    act.state = gain(act.state, act.player, SHURDLE, -pair * pairs)
    grant(act, act.player, CRUSTAL, pairs, f"for {pair * pairs} {SHURDLE}s")


def _befriend(act: ActionContext[State]) -> None:
    friend = next((name for name in act.state.players if fold(name) == fold(FRIEND)), None)
    if friend:
        grant(act, friend, CRYSTAL, act.book.derived(Number(BLOOD, 1)))
    else:
        act.say(f"{FRIEND} is not a player, so gains nothing")


def _team_up(act: ActionContext[State]) -> None:
    for other in ANOTHER(act):
        both = Named((act.player, other))
        if moved_this_phase(act.state, other):
            GrantRandom(both)(act)
        else:
            promise = Effect(TEAM, act.player, act.state.phase)
            act.state = add_effect(act.state, other, promise)
            act.say(f"both gain a random item when {other} moves in this phase")
        if not moved_last_phase(act.state, other):
            GrantRandom(both)(act)


def _present(act: ActionContext[State]) -> None:
    for name in SOMEBODY(act):
        grant_random(act, name)


ITEMS = (
    Item(SCENT, (_transform,), how=How.ASKS),
    Item(
        PORPOISE,
        (Grant(AtRandom(PORPOISE), PORPOISE),),
        "ping them, wherever you talk",
        how=How.ASKS,
    ),
    Item("Actual Garage", (GrantRandom(USER, Number("Actual Garage")),), how=How.ASKS),
    Item(ANTI, (_owe,), how=How.ASKS),
    Item(SYNESTHESIA, (_colour,), how=How.ASKS),
    Item("Demonic Tutor", (_tutor,), how=How.ASKS),
    Item(BEACON, (Grant(ANOTHER, BEACON),), how=How.ASKS),
    Item(FOURSTY, (_feel,), how=How.ASKS),
    Item(SHURDLE, (_pretend,), how=How.ASKS),
    Item(BLOOD, (Grant(USER, CRYSTAL, Number(BLOOD)), _befriend)),
    Item(TEAMWORK, (_team_up,), how=How.ASKS),
    Item("Garbage Rain", (GrantRandom(EVERYBODY, Number("Garbage Rain")),), how=How.ASKS),
    Item("Sleeping Giants", (GrantRandom(THE_IDLE, Number("Sleeping Giants")),), how=How.ASKS),
    Item("Cookout", (Grant(EVERYBODY, CHILI, Number("Cookout")),)),
    Item("Wake Up This Is A Dream", (Grant(THE_IDLE, CHILI, Number("Wake Up This Is A Dream")),)),
    Item("Present", (_present, StartParty()), how=How.ASKS),
)
