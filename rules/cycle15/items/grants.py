"""Items that bring items, to one player, to many, to some at random.

Decisions: "random items" are items of the rule Garbage. Negative items are counted below zero, and
cannot be used. A number that is no number (Navy Blue of something) is noted among the effects and
changes no count. What a Demonic Tutor can be asked for is any item that the rules define, crystals
among them. A former player is granted nothing. All players are in a draw, the user too. The line of
the user holds all rolls, in the order of the players table.
"""

from __future__ import annotations

from rules.cycle15.belongings.garbage import garbage_names, items_in_play, random_item
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.belongings.status_effects import add_effect, give_effect
from rules.cycle15.items.item import (
    A_PLAYER,
    ANOTHER,
    DICE,
    EVERYBODY,
    NUMBER,
    SECOND,
    THE_IDLE,
    USER,
    AtRandom,
    Grant,
    GrantRandom,
    Item,
    KnownPlayers,
    PayCrystal,
    StartParty,
    in_use,
)
from rules.cycle15.moves.landing import moved_last_phase, moved_this_phase
from rules.cycle15.state import CRUSTAL, CRYSTAL, TEAM, Context, Effect, read_effect
from wikibot.sdk import counted, fold, gain

SHURDLE, FRIEND, CHILI = "Shurdle", "Xenon dichloride", "Time Bean Chili"
PORPOISE, BEACON = "Phlegmatic Porpoise", "Beacon of Philanthropy"


def _owe(act: Context) -> None:
    item = random_item(act, in_use(act))
    act.state = gain(act.state, act.player, item, -NUMBER(act))
    act.say("{} now has {}", act.player, counted(act.me.count(item), item))


def _colour(act: Context) -> None:
    noted = read_effect(f"Navy Blue of {random_item(act, in_use(act))}")
    act.state = give_effect(act.state, act.player, noted)
    act.say(f"{act.player}: {noted}")


def _tutor(act: Context) -> None:
    known = items_in_play(act.state, act.book)
    item = act.choose("which item", tuple(known), rule="Garbage", spelled=known.canonical)
    grant(act, act.player, item, NUMBER(act))


def _feel(act: Context) -> None:
    for name in A_PLAYER(act):
        grant(act, name, "4st", sum(DICE(act)))
        known = garbage_names(act.state, act.book)
        kinds = tuple(item for item in known if act.state.players[name].count(item) > 0)
        if kinds:
            grant(act, act.player, act.pick(kinds, f"{in_use(act)}: an item of {name}'s"))


def _pretend(act: Context) -> None:
    """Pairs of Shurdles become Crustals, as many as the player says, if their number is even."""
    count, pair = act.me.count(SHURDLE), NUMBER(act)
    if count % 2:
        act.say("{} is not an even number of {}s, so nothing happens", count, SHURDLE)
        return
    pairs = act.choose("how many Crustals to make", tuple(range(count // pair + 1)), rule="Garbage")
    act.state = gain(act.state, act.player, SHURDLE, -pair * pairs)
    grant(act, act.player, CRUSTAL, pairs, f"for {pair * pairs} {SHURDLE}s")


def _befriend(act: Context) -> None:
    friend = next((name for name in act.state.players if fold(name) == fold(FRIEND)), None)
    if friend:
        grant(act, friend, CRYSTAL, SECOND(act))
    else:
        act.say("{} is not a player, so gains nothing", FRIEND)


def _team_up(act: Context) -> None:
    for other in ANOTHER(act):
        both = KnownPlayers((act.player, other))
        if moved_this_phase(act.state, other):
            GrantRandom(both)(act)
        else:
            promise = Effect(TEAM, act.player, act.state.phase)
            act.state = add_effect(act.state, other, promise)
            act.say("both gain a random item when {} moves in this phase", other)
        if not moved_last_phase(act.state, other):
            GrantRandom(both)(act)


ITEMS = (
    Item("Synergistic Scent-sation",
         "a crystal or Crustal of the user's is destroyed for random items",
         (PayCrystal(GrantRandom(USER, NUMBER)),), asks=True),
    Item(PORPOISE, f"a random player is granted a {PORPOISE}",
         (Grant(AtRandom(PORPOISE), PORPOISE),), asks=True,
         asks_people="ping them, wherever you talk"),
    Item("Actual Garage", "the user is granted random items", (GrantRandom(USER, NUMBER),),
         asks=True),
    Item("Anti-type", "the user's number of a random item goes down, below zero too",
         (_owe,), asks=True, reads=(NUMBER,)),
    Item("Synesthesia", "Navy Blue of a random item is noted among the user's effects",
         (_colour,), asks=True),
    Item("Demonic Tutor", "the user is granted one of an item that they name",
         (_tutor,), asks=True, reads=(NUMBER,)),
    Item(BEACON, f"another player whom the user names is granted a {BEACON}",
         (Grant(ANOTHER, BEACON),), asks=True),
    Item("Feelin' 4sty",
         "a player gains some 4st, the user one of an item that this player then has",
         (_feel,), asks=True, reads=(DICE,)),
    Item(SHURDLE,
         f"an even number of {SHURDLE}s, this one too, is given up for half as many Crustals",
         (_pretend,), asks=True, reads=(NUMBER,)),
    Item("Blood Pact", f"the user and, as a player, {FRIEND} are granted crystals",
         (Grant(USER, CRYSTAL, NUMBER), _befriend), reads=(SECOND,)),
    Item("Team Fortress 2", "the user and another player gain random items: one if that one moves "
         "in this phase, and one if they were idle in the last", (_team_up,), asks=True),
    Item("Garbage Rain", "all players are granted random items",
         (GrantRandom(EVERYBODY, NUMBER),), asks=True),
    Item("Sleeping Giants", "all players who did not move in the last phase gain random items",
         (GrantRandom(THE_IDLE, NUMBER),), asks=True),
    Item("Cookout", f"all players are granted a {CHILI}", (Grant(EVERYBODY, CHILI, NUMBER),)),
    Item("Wake Up This Is A Dream",
         f"all players who did not move in the last phase gain a {CHILI}",
         (Grant(THE_IDLE, CHILI, NUMBER),)),
    Item("Present", "a player is granted a random item, and a party starts in any case",
         (GrantRandom(A_PLAYER), StartParty()), asks=True),
)  # fmt: skip
