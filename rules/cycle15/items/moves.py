"""Items that move a player, or set them elsewhere.

Decisions: a move that an item grants is no use of the once-a-phase move; it can be made before it,
after it and without it, and everything that goes with a move goes with it, doubles included. A
player who "moves to" a space makes a one-space move: they leave and land there, and have moved in
the phase; where the text says that it is not movement, or only sets a location, nothing is landed
on. A space that does not exist is not gone to. The sign of a space is not a digit. What bears on
the next move bears on the next one of any kind.
"""

from __future__ import annotations

import re

from rules.cycle15.belongings import possessions
from rules.cycle15.belongings.possessions import grant, lose
from rules.cycle15.belongings.status_effects import change_next
from rules.cycle15.board.space_types.ways import swap
from rules.cycle15.board.spaces import by_id, connect, place, put_space
from rules.cycle15.items.item import (
    A_PLAYER,
    ANOTHER,
    NUMBER,
    SECOND,
    THIRD,
    USER,
    AtRandom,
    GiveEffect,
    GoTo,
    Grant,
    Item,
    MoveAgain,
    MoveDirectly,
    NamedByUser,
    in_use,
    standing,
    unit_of,
)
from rules.cycle15.moves.companions import BRING
from rules.cycle15.moves.movement import Terms, carry_out, direct
from rules.cycle15.state import (
    HITCHED,
    JETPACK,
    NEXT_COUNT,
    NEXT_PLUS,
    SHARD,
    START,
    Context,
    Effect,
    Space,
)
from wikibot.game.engine.orders import split_words
from wikibot.sdk import Shape, Unclear, Verb, integer
from wikibot.wikitext.messages import say

FLEXAGON, HITCH = "Flexagon", "Get Hitched (like a train kthx)"


def _teleport(act: Context) -> None:
    """One of the existing spaces between two numbers at random, by identifier."""
    first, last = NUMBER(act), SECOND(act)
    spaces = by_id(space for space in act.state.spaces if first <= space <= last)
    if not spaces:
        act.say("there is no space between {} and {}, so nothing happens", first, last)
        return
    place(act, act.player, act.pick(spaces, in_use(act)))
    act.say("{} is now at {}", act.player, act.me.location)


def _swap(act: Context) -> None:
    for other in ANOTHER(act):
        swap(act, act.player, other)


def _through_the_wormhole(act: Context) -> None:
    if -standing(act) in act.state.spaces:
        direct(act, act.player, -standing(act))
    else:
        act.say("there is no space {}, so nothing happens", str(-standing(act)))


def _fold(act: Context) -> None:
    """The sum of the squares of the digits; the sign of a space is not a digit."""
    there = sum(integer(digit) ** 2 for digit in str(abs(standing(act))))
    if there not in act.state.spaces:
        act.state = put_space(act.state, Space(there, successors=(there,)))
        act.say("space {} is created and leads to itself", str(there))
    direct(act, act.player, there)


def _follow_start(act: Context) -> None:
    here = standing(act)
    act.state = connect(act.state, ((START, here),))
    act.say("{} now follows {}", here, START)


def _make_move(act: Context) -> None:
    for name in NamedByUser("whom to move, of those who did not move last phase", idle=True)(act):
        act.split_answers(split_words)
        carry_out(act, name, Terms(by=act.player))


def _fuel(act: Context) -> None:
    price = NUMBER(act)
    if act.me.count(SHARD) >= price:
        lose(act, act.player, SHARD, price)
        more = Effect(NEXT_PLUS, SECOND(act))
        act.state = change_next(act.state, act.player, more)
        act.say(f"{act.player}: {more}")
    else:
        act.say("{} has fewer than {} shards, so adds nothing", act.player, price)
    grant(act, act.player, in_use(act), THIRD(act))


def _hitch(act: Context) -> None:
    for other in ANOTHER(act):
        GiveEffect(USER, HITCHED, other)(act)


def _bring(act: Context) -> None:
    subject = re.sub(r"\s+\d+$", "", act.subject)  # as the offer itself is written
    name = act.resolve(subject, tuple(act.state.players), "player")
    why_not, remedy = say("{} is not yours to bring along", name), "Move first, with them hitched."
    taken = act.take_up(BRING, why_not, unit_of(HITCH), remedy, about=name)
    if act.subject not in (subject, f"{subject} {taken.count}"):
        raise Unclear("{} moves {} spaces", name, taken.count, nearest=f"{BRING} {name}: SPACES")
    act.split_answers(split_words)
    carry_out(act, name, Terms(count=taken.count, alone=True, by=act.player))


_BRING = Verb(BRING, "bring PLAYER: SPACES", "bring Bob: 4 5 6",
              "lets a player whom you hitched move as far as you did", _bring, Shape.SUBJECT,
              available=lambda act: bool(act.offered(BRING)), phrases=(
                  ("bring|take|pull|drag|carry|tow {other} (along|with) (me) (to|via|over) {path} "
                  "=> bring {other}: {path}"),
                  "bring|take|pull|drag|carry {other} (along|with) (me)",
              ), inputs=("bring {other}[: <{space}> ...]",))  # fmt: skip


def _reflect(act: Context) -> None:
    possessions.stand(act, act.player, standing(act))
    act.say("a fractal image of {} stands at {}", act.player, standing(act))


ITEMS = (
    Item("Time Bean Chili", "the user makes a further move, beside the one a phase",
         (MoveAgain(),), asks=True),
    Item("Party Pizza", "the user makes a further move with a fixed number of spaces and no dice",
         (MoveAgain(NUMBER),), asks=True),
    Item("Marionette", "a player who was idle in the last phase moves, by a roll as usual, and the "
         "user makes all choices, those of its offers too", (_make_move,), asks=True),
    Item("Recall Potion", "the user is on the initial space, without landing there",
         (GoTo(NUMBER),)),
    Item("Potion of Return", "the user's space follows the initial one, and the user is there, "
         "without landing", (_follow_start, GoTo(SECOND))),
    Item("Disembodied Arm of Teleportation", "the user is on a random space of a range, if there "
         "is one, without landing there", (_teleport,), asks=True, reads=(NUMBER, SECOND)),
    Item("Mysterious Ontological Hole", "the user and another player swap places, without landing",
         (_swap,), asks=True),
    Item("Significant Pause", "the user makes a move with the space alone that they are on, and "
         "has moved in the phase", (MoveDirectly(USER),)),
    Item("Tickle-me-elmo", "a player makes a move with the initial space alone, and lands there",
         (MoveDirectly(A_PLAYER, NUMBER),), asks=True),
    Item("Pop-and-Lock Tutorial CD", "a player makes a move with the user's space alone",
         (MoveDirectly(A_PLAYER),), asks=True),
    Item("Antimatter Wormhole",
         "the user makes a move with the space of the opposite number alone, "
         "if there is one", (_through_the_wormhole,)),
    Item(FLEXAGON, "the user makes a move with one space alone, by squares of digits; a random "
         f"player gains a {FLEXAGON}", (_fold, Grant(AtRandom(FLEXAGON), FLEXAGON)), asks=True),
    Item("Crystal Engine", "for some shards, where they are there, the user's next roll is higher; "
         "several add up; and they are granted a Crystal Engine", (_fuel,),
         reads=(NUMBER, SECOND, THIRD)),
    Item("Machine Gun Jetpack", "in the user's next move spaces of the category Hazard are Blank, "
         "and players who are passed select fewer spaces in theirs",
         (GiveEffect(USER, JETPACK, NUMBER),)),
    Item("Bullet Bill", "the user selects a fixed number of spaces in their next move; dice are "
         "rolled all the same, for doubles and combos", (GiveEffect(USER, NEXT_COUNT, NUMBER),)),
    Item(HITCH, "for good, another player may be brought along after "
         "each move of the user, by the user's choices", (_hitch,), asks=True, verbs=(_BRING,)),
    Item("Menger Sponge", "the user has a fractal image, which moves when they pass or land on the "
         "initial space", (_reflect,), asks=True),
)  # fmt: skip
