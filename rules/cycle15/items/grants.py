"""Items that bring items, that only leave a note, and that ask something of people.

Decisions: "random items" are items of the rule Garbage. Negative items are counted below zero, and
cannot be used. A number that is no number (Navy Blue of something) is noted among the effects and
changes no count. What a Demonic Tutor can be asked for is any item that the rules define, crystals
among them. A former player is granted nothing. All players are in a draw, the user too. The line of
the user holds all rolls, in the order of the players table.

The answer says what people are asked. What lasts for a time is kept among the effects, where all
players see it. The phase that such an item speaks of is the one after that in which it is used. One
beer makes tipsy, the next one drunk.
"""

from __future__ import annotations

from msgspec import Struct

from rules.cycle15.board.space_types.offers import DRUNK
from rules.cycle15.garbage import garbage_names, items_in_play, random_item
from rules.cycle15.items.item import (
    A_PLAYER,
    ANOTHER,
    DICE,
    EVERYBODY,
    NUMBER,
    PEOPLE,
    SECOND,
    THE_IDLE,
    USER,
    AtRandom,
    Become,
    GiveEffect,
    Grant,
    GrantRandom,
    Item,
    KnownPlayers,
    Nth,
    PayCrystal,
    StartParty,
    in_use,
)
from rules.cycle15.moves.path import moved_last_phase, moved_this_phase
from rules.cycle15.possessions import add_effect, end_effects, give_effect, grant
from rules.cycle15.state import (
    BARRIER,
    CRUSTAL,
    CRYSTAL,
    INSIGHT,
    TEAM,
    USES,
    Context,
    Effect,
    EffectForm,
    read_effect,
)
from wikibot.sdk import counted, fold, gain, replace

# -- grants ----------------------------------------------------------------------------------------

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


# -- people ----------------------------------------------------------------------------------------

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
