"""Items that bring items, that only leave a note, and that ask something of people.

Decisions: "random items" are items of the rule Garbage. Negative items are counted below zero, and
cannot be used. A number that is no number (Navy Blue of something) is noted among the effects and
changes no count. What a Demonic Tutor can be asked for is any item that the rules define, crystals
among them. A former player is granted nothing. All players are in a draw, the user too. The line of
the user holds all rolls, in the order of the players table.

The answer says what people are asked. What lasts for a time is kept among the effects, where all
players see it. The phase that such an item speaks of is the one after that in which it is used. One
beer makes tipsy, the next one drunk.

Items about the use of items, and about what a line may mean.

Shady Sands Shuffle: the other player makes the choices of their item. What needs none happens at
once with the rolls of the line, the rest waits for them as if they had written it, until the phase
ends. What they cannot use stays with them. A Shuffle that is being used cannot be used again
meanwhile, but another one of the same player's can.

Actual Garbage and Archgarbage: what makes a use happen that cannot happen is for people to say: a
steward's ``force use of ITEM by PLAYER`` has it used anyway, which grants what its description
says. Both kinds of one owner destroy each other in pairs, at once, until one kind is gone.

Language Barrier: a player who would seem to mean a certain thing by a line means nothing by it.
Whether they would is for people to see in the end, so a line of theirs that names the thing is
held, whatever it is about. Decisions: the thing is named where its words stand in the line, in any
case and also with an ``s`` behind them, or where something in the line is short for it; dice name
nothing. The barrier bears on the one who writes, not on others who choose for them; it ends when
they receive a crystal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.common.sections import NumberOf, Section
from rules.cycle15 import party, possessions
from rules.cycle15 import state as game
from rules.cycle15.garbage import garbage_names, grant_random, items_in_play, random_item, unit_of
from rules.cycle15.items.item import (
    DICE,
    NUMBER,
    PEOPLE,
    SECOND,
    DescribedDice,
    Item,
    TakeEffect,
    a_player,
    another,
    at_random,
    become,
    does,
    everybody,
    grant_random_to,
    grant_to,
    idle,
    in_use,
    note_effect,
    user,
)
from rules.cycle15.path import choices, leave_to, moved_last_phase, moved_this_phase
from rules.cycle15.possessions import (
    add_effect,
    end_effects,
    grant,
    lose,
    note,
    pay_crystal,
    values,
)
from rules.cycle15.spaces import known_types
from rules.cycle15.state import Context, Effect, EffectForm
from wikibot.game import names
from wikibot.game.problems import Missing, MissingRoll
from wikibot.game.rolls import split_rolls
from wikibot.sdk import Held, Refused, Shape, Verb, counted, fold, gain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# -- grants ----------------------------------------------------------------------------------------

SHURDLE, FRIEND, CHILI = "Shurdle", "Xenon dichloride", "Time Bean Chili"
PORPOISE, BEACON = "Phlegmatic Porpoise", "Beacon of Philanthropy"


def _sell_crystal(act: Context, count: int) -> None:
    if pay_crystal(act):
        grant_random_to(act, user, count)


def _owe(act: Context, count: int) -> None:
    item = random_item(act, in_use(act))
    act.state = gain(act.state, act.player, item, -count)
    act.say("{} now has {}", act.player, counted(act.me.count(item), item))


def _colour(act: Context) -> None:
    noted = game.read_effect(f"Navy Blue of {random_item(act, in_use(act))}")
    note(act, act.player, noted)


def _tutor(act: Context, count: int) -> None:
    known = items_in_play(act.state, act.book)
    item = act.choose("which item", tuple(known), rule="Garbage", spelled=known.canonical)
    grant(act, act.player, item, count)


def _feel(act: Context, dice: DescribedDice) -> None:
    for name in a_player(act):
        grant(act, name, "4st", sum(dice(act)))
        known = garbage_names(act.state, act.book)
        kinds = tuple(item for item in known if act.state.players[name].count(item) > 0)
        if kinds:
            grant(act, act.player, act.pick(kinds, f"{in_use(act)}: an item of {name}'s"))


def _pretend(act: Context, pair: int) -> None:
    """Pairs of Shurdles become Crustals, as many as the player says, if their number is even."""
    count = act.me.count(SHURDLE)
    if count % 2:
        act.say("{} is not an even number of {}s, so nothing happens", count, SHURDLE)
        return
    pairs = act.choose("how many Crustals to make", tuple(range(count // pair + 1)), rule="Garbage")
    act.state = gain(act.state, act.player, SHURDLE, -pair * pairs)
    grant(act, act.player, game.CRUSTAL, pairs, f"for {pair * pairs} {SHURDLE}s")


def _befriend(act: Context, count: int) -> None:
    friend = next((name for name in act.state.players if fold(name) == fold(FRIEND)), None)
    if friend:
        grant(act, friend, game.CRYSTAL, count)
    else:
        act.say("{} is not a player, so gains nothing", FRIEND)


def _team_up(act: Context) -> None:
    for other in another(act):
        due = (moved_this_phase(act.state, other), not moved_last_phase(act.state, other))
        if not due[0]:
            promise = Effect(game.TEAM, act.player, act.state.phase)
            act.state = add_effect(act.state, other, promise)
            act.say("both gain a random item when {} moves in this phase", other)
        for name in (act.player, other) * sum(due):
            grant_random(act, name)


# -- people ----------------------------------------------------------------------------------------

NAKED = "naked (on their honour)"
HONOUR = "the honour system sees to it"


def _count_up(act: Context, kind: EffectForm, by: int, phases: int | None = None) -> None:
    """A number among the user's effects grows with each use, perhaps for so many phases more."""
    phase = None if phases is None else act.state.phase + phases
    same = (each for each in act.me.effects if (each.kind, each.phase) == (kind, phase))
    before = next(same, Effect(kind, 0, phase))
    act.state = end_effects(act.state, act.player, before)
    note(act, act.player, replace(before, value=before.value + by))


def _dress(act: Context, garments: int) -> None:
    note_effect(act, f"wearing at least {garments} garments (on their honour)", phases=1)


def _drink(act: Context) -> None:
    was_either = any(each.kind in game.STATUSES for each in act.me.effects)
    become(act, game.DRUNK if was_either else game.TIPSY)


def _sober_up(act: Context) -> None:
    for status in game.STATUSES:
        possessions.become(act, act.player, status, has=False)
    act.say("{} is {}", act.player, say("not {}", " or ".join(game.STATUSES)))


def _bar(act: Context) -> None:
    for name in a_player(act):
        act.join_answers()
        question = "which game object do they mean nothing by"
        thing = act.ask("which game object they mean nothing by", _named, question)
        note(act, name, Effect(game.BARRIER, thing))


def _named(text: str) -> str:
    if not text.strip():
        raise ValueError("a game object")
    return " ".join(text.split())


ITEMS = (
    Item("Synergistic Scent-sation",
         "a crystal or Crustal of the user's is destroyed for random items",
         (does(_sell_crystal, NUMBER),), asks=True),
    Item(PORPOISE, f"a random player is granted a {PORPOISE}",
         (does(grant_to, at_random(PORPOISE), PORPOISE),), asks=True,
         asks_people="ping them, wherever you talk"),
    Item("Actual Garage", "the user is granted random items",
         (does(grant_random_to, user, NUMBER),), asks=True),
    Item("Anti-type", "the user's number of a random item goes down, below zero too",
         (does(_owe, NUMBER),), asks=True),
    Item("Synesthesia", "Navy Blue of a random item is noted among the user's effects",
         (_colour,), asks=True),
    Item("Demonic Tutor", "the user is granted one of an item that they name",
         (does(_tutor, NUMBER),), asks=True),
    Item(BEACON, f"another player whom the user names is granted a {BEACON}",
         (does(grant_to, another, BEACON),), asks=True),
    Item("Feelin' 4sty",
         "a player gains some 4st, the user one of an item that this player then has",
         (does(_feel, DICE),), asks=True),
    Item(SHURDLE,
         f"an even number of {SHURDLE}s, this one too, is given up for half as many Crustals",
         (does(_pretend, NUMBER),), asks=True),
    Item("Blood Pact", f"the user and, as a player, {FRIEND} are granted crystals",
         (does(grant_to, user, game.CRYSTAL, NUMBER), does(_befriend, SECOND))),
    Item("Team Fortress 2", "the user and another player gain random items: one if that one moves "
         "in this phase, and one if they were idle in the last", (_team_up,), asks=True),
    Item("Garbage Rain", "all players are granted random items",
         (does(grant_random_to, everybody, NUMBER),), asks=True),
    Item("Sleeping Giants", "all players who did not move in the last phase gain random items",
         (does(grant_random_to, idle, NUMBER),), asks=True),
    Item("Cookout", f"all players are granted a {CHILI}",
         (does(grant_to, everybody, CHILI, NUMBER),)),
    Item("Wake Up This Is A Dream",
         f"all players who did not move in the last phase gain a {CHILI}",
         (does(grant_to, idle, CHILI, NUMBER),)),
    Item("Present", "a player is granted a random item, and a party starts in any case",
         (does(grant_random_to, a_player), party.start), asks=True),
    *map(Item, (
        "Duck", "Mauve", "Get Out of Jail Free Card", "Fish", "Banana", "Nickelback", "❤️🔥",
        "This is a Totally Normal Item", "4st", "duhTfibjdFugifFUGIFFUfig",
    )),
    Item("Crustal", "it counts as a crystal for all but winning; to use it does nothing"),
    Item("The Emperor's New Clothes", PEOPLE, (does(note_effect, NAKED, None, 1),),
         asks_people=HONOUR),
    Item("The Emperor's Old Clothes", PEOPLE, (does(_dress, NUMBER),), asks_people=HONOUR),
    Item("Top Hat", "that the user wears a top hat is noted among their effects",
         (lambda act: become(act, "wearing a top hat"),)),
    Item("Scammer Scammer", "noted until the phase ends; there is no limit on uses of items",
         (does(_count_up, game.USES, NUMBER, 0),),
         asks_people="the rules limit no uses of items so far"),
    Item("Telescope of Viewing",
         "the user's insightfulness is noted among their effects, adding up",
         (does(_count_up, game.INSIGHT, NUMBER),)),
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
    Item("Vodka", "the user is drunk", (lambda act: become(act, game.DRUNK),)),
    Item("Magic Water", "the user is neither tipsy nor drunk any more",
         (_sober_up,), asks_people="please water the plant"),
)  # fmt: skip


# -- Items about the use of items, and about what a line may mean ----------------------------------

SHUFFLE, USE = "Shady Sands Shuffle", "use"
GARBAGE, ARCHGARBAGE, FORCE = "Actual Garbage", "Archgarbage", "force use of"
_BETWEEN = regex(r"[,;:]|\s(?:and|with|to|for|from|on|of)\s", re.IGNORECASE)


def _can_be_used(act: Context, name: str, item: str) -> bool:
    """Whether a player has one that is not being used; a Shuffle of a Shuffle would never end."""
    used = act.under_way.count((name, item)) if item.removeprefix(game.JUMBO) == SHUFFLE else 0
    return act.state.players[name].count(item) > used


def _shuffle(act: Context, take_effect: TakeEffect) -> None:
    for name in a_player(act):
        owned = tuple(
            each for each in act.state.players[name].items if _can_be_used(act, name, each)
        )
        if not owned:
            act.say("{} has no item", name)
            continue
        item = act.choose(f"which item of {name}'s", owned, rule="Garbage")
        if act.answers_left and name != act.player:
            why = say("the choices of that item are {}'s", name)
            raise Refused(why, rule="Garbage", remedy="Leave them out.")
        _let_use(act, name, item, take_effect)


def _let_use(act: Context, name: str, item: str, take_effect: TakeEffect) -> None:
    """Let a player use an item of theirs with the rolls of the line, as far as that goes."""
    user, before, made, use = act.player, act.state, len(act.supply.made), f"{USE} {item}"
    act.player = name
    try:
        with choices(act, of_another=name != user), act.supply.serving(name, use):
            take_effect(act, item)
    except Missing as missing:
        if name == user or isinstance(missing, MissingRoll):
            raise
        act.state = before
        act.leave_rolls(made, name, use)
        leave_to(act, name, use, missing.asks)
    except Refused as refused:
        act.state = before
        act.leave_rolls(made, name, use)
        act.say("{} cannot use it: {}", name, refused.text.rstrip("."))
    finally:
        act.player = user


# -- Actual Garbage and Archgarbage ----------------------------------------------------------------


def _refuse(act: Context) -> None:
    raise Refused("{} cannot be used", in_use(act), rule="Garbage")


def annihilate(act: Context) -> None:
    """Destroy what cannot be owned together."""
    if not act.book.has(unit_of(ARCHGARBAGE)):
        return
    for name, player in act.state.players.items():
        if ARCHGARBAGE in player.items and GARBAGE in player.items:
            pairs = max(min(player.count(ARCHGARBAGE), player.count(GARBAGE)), 0)
            lose(act, name, GARBAGE, pairs, say("beside {}", ARCHGARBAGE))
            lose(act, name, ARCHGARBAGE, pairs, say("beside {}", GARBAGE))


def _force(act: Context) -> None:
    what, _, who = act.subject.rpartition(" by ")
    item = act.resolve(what, (GARBAGE, ARCHGARBAGE), "item that cannot be used")
    name = act.resolve(who, tuple(act.state.players), "player")
    act.book.require(unit_of(item))
    if act.state.players[name].count(item) < 1:
        raise Refused("{} has no {}", name, item, rule="Garbage")
    grant(act, name, item, act.book.derived(NumberOf(unit_of(item))), "as it was used anyway")
    lose(act, name, item)


def _any_owned(act: Context) -> bool:
    owners = act.state.players.values()
    items = (item for item in (GARBAGE, ARCHGARBAGE) if act.book.has(unit_of(item)))
    return any(owner.count(item) > 0 for item in items for owner in owners)


# -- Language Barrier ------------------------------------------------------------------------------


def hold_barred(act: Context) -> None:
    """Hold a line that names what its player cannot mean."""
    player = act.state.players.get(act.player)
    if act.order is None or player is None or not player.effects:
        return
    for thing in values(player, game.BARRIER):
        if _names(act, thing):
            why = "{} seems to mean {!r}, and until they receive a crystal they mean nothing by it"
            raise Held(unit_of("Language Barrier"), why, act.player, thing)


def _names(act: Context, thing: str) -> bool:
    words = r"\s+".join(map(re.escape, fold(names.bare(thing)).split()))
    if re.search(rf"(?<!\w){words}(?:s|es)?(?!\w)", fold(split_rolls(act.action.order)[0])):
        return True
    items = items_in_play(act.state, act.book).names
    known = (*items, *act.state.players, *known_types(act.book).names)
    meant = act.find(thing, known)
    return meant is not None and any(act.find(part, known) == meant for part in _parts(act))


def _parts(act: Context) -> Iterator[str]:
    """What a line may name, piece by piece."""
    order = act.order
    for text in (order.subject, *order.answers) if order else ():
        yield text.strip()
        yield from (part.strip() for part in _BETWEEN.split(text) if part.strip())


_FORCE = Verb(FORCE, "force use of ITEM by PLAYER", "force use of Archgarbage by Bob",
              "has an item used that cannot be used (stewards)", _force, Shape.SUBJECT,
              players_only=False, available=_any_owned, stewards_only=True,
              inputs=("force use of {any item} by {other}",))  # fmt: skip
USING_ITEMS = (
    Item(SHUFFLE, "another player uses an item of theirs, if they can, and makes its choices",
         asks=True, uses_another=_shuffle),
    Item(GARBAGE,
         "it cannot be used; if a steward has it used all the same, it grants more of itself",
         (_refuse,), reads=(NUMBER.of,), verbs=(_FORCE,)),
    Item(ARCHGARBAGE,
         f"as {GARBAGE}; of both kinds of one owner as many as there are pairs go at once",
         (_refuse,), reads=(NUMBER.of,)),
)  # fmt: skip
RULES = Section(prepare=hold_barred, after_action=annihilate)
