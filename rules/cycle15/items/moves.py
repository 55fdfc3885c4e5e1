"""Items that move a player or set them elsewhere, change a roll of movement, make trains and crabs.

Decisions: a move that an item grants is no use of the once-a-phase move; it can be made before it,
after it and without it, and everything that goes with a move goes with it, doubles included. A
player who "moves to" a space makes a one-space move: they leave and land there, and have moved in
the phase; where the text says that it is not movement, or only sets a location, nothing is landed
on. A space that does not exist is not gone to. The sign of a space is not a digit. What bears on
the next move bears on the next one of any kind.

Items that change a roll of movement that was made in this phase.

Which roll: that of a move that still waits for its choices, or that of a move that was made. The
former simply goes on with the new number; the latter is made again. Decisions: the roll is the
number that the dice, and what was added to them, came to; a number of spaces that an item set
stays. Changes count one after the other. The faces stay, so doubles and combos do. The roll of a
sword's own die may be specified, too; any other roll than one of movement is for a steward to
change.

Items that make trains and crabs of players, hunt them, and change the rules for them.

Decisions: a train that becomes a crab keeps the abilities of both. A player who stops being one
stops being the other as well. All items of the one who is selected are taken but crystals, as they
are non-transferable; where no player is of the kind nothing more happens.
"""

from __future__ import annotations

import re

from rules.common.sections import of_unit
from rules.cycle15 import possessions
from rules.cycle15 import state as game
from rules.cycle15.garbage import append_rule, unit_of
from rules.cycle15.items.item import (
    DICE,
    NUMBER,
    SECOND,
    THIRD,
    DescribedDice,
    Item,
    a_player,
    another,
    at_random,
    choose_player,
    does,
    go_to,
    grant_to,
    idle,
    in_use,
    move_again,
    move_directly,
    note_effect,
    standing,
    user,
)
from rules.cycle15.movement import BRING, LABEL, MOVE, WALK, Again, Terms, carry_out, direct
from rules.cycle15.party import adds
from rules.cycle15.possessions import change_next, end_effects, rolled
from rules.cycle15.space_types import swap
from rules.cycle15.spaces import by_id, connect, place, put_space
from rules.cycle15.state import Context, Effect, Move, Space
from wikibot.game.engine.orders import split_words
from wikibot.sdk import Held, Rulebook, Shape, Unclear, Verb, integer, plain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# -- moves -----------------------------------------------------------------------------------------

FLEXAGON, HITCH = "Flexagon", "Get Hitched (like a train kthx)"


def _teleport(act: Context, first: int, last: int) -> None:
    """One of the existing spaces between two numbers at random, by identifier."""
    spaces = by_id(space for space in act.state.spaces if first <= space <= last)
    if not spaces:
        act.say("there is no space between {} and {}, so nothing happens", first, last)
        return
    place(act, act.player, act.pick(spaces, in_use(act)))
    act.say("{} is now at {}", act.player, act.me.location)


def _swap(act: Context) -> None:
    for other in another(act):
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
    act.state = connect(act.state, ((game.START, here),))
    act.say("{} now follows {}", here, game.START)


def _make_move(act: Context) -> None:
    asks = "whom to move, of those who did not move last phase"
    for name in choose_player(act, asks, idle(act)):
        act.split_answers(split_words)
        carry_out(act, name, Terms(by=act.player))


def _fuel(act: Context, price: int, more: int, engines: int) -> None:
    if act.me.count(game.SHARD) >= price:
        possessions.lose(act, act.player, game.SHARD, price)
        possessions.note(act, act.player, Effect(game.NEXT_PLUS, more), change_next)
    else:
        act.say("{} has fewer than {} shards, so adds nothing", act.player, price)
    possessions.grant(act, act.player, in_use(act), engines)


def _hitch(act: Context) -> None:
    for other in another(act):
        possessions.note(act, act.player, Effect(game.HITCHED, other))


def _bring(act: Context) -> None:
    subject = re.sub(r"\s+\d+$", "", act.subject)  # as the offer itself is written
    name = act.resolve(subject, tuple(act.state.players), "player")
    why_not = say("{} is not yours to bring along", name)
    remedy = say("Move first, with them hitched.")
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
                  "{other} comes|tags|rides along|with (on|with|here) (me|one)",
                  ("{other} comes|moves|goes|rides|walks along (to|via|over) {path} "
                   "=> bring {other}: {path}"),
              ), inputs=("bring {other}[: <{space}> ...]",))  # fmt: skip


def _reflect(act: Context) -> None:
    possessions.stand(act, act.player, standing(act))
    act.say("a fractal image of {} stands at {}", act.player, standing(act))


# -- rolls -----------------------------------------------------------------------------------------

OWN_DIE = "its own die"
WAITS = "unfinished"
OTHER = "another roll"
OWN_MOVES = (MOVE, "use Time Bean Chili")  # what a roll is for that is one of its player's move


def _change_roll(act: Context, change: Effect, *, own: bool = False) -> bool:
    """Let the player specify a roll and change it; whether it is the item's own."""
    # The rolls of this phase by what they are called: `Ann 1`; of a waiting move the mover.
    found: dict[str, Move | str] = {}
    counts: dict[str, int] = {}
    for move in act.state.moves:
        if move.faces and move.player in act.state.players:
            counts[move.player] = counts.get(move.player, 0) + 1
            found[f"{move.player} {counts[move.player]}"] = move
    for pending in act.state.pending:
        ours = list(filter(pending.orders, OWN_MOVES))
        rolls = (each for each in act.state.rolls if each.player == pending.player)
        rolled = any(each.purpose in ours and each.label == LABEL for each in rolls)
        if pending.orders(WALK) or rolled:
            found[f"{pending.player} {WAITS}"] = pending.player
    names = (*found, *((OWN_DIE,) if own else ()))
    if act.answers_left[:1] == (OTHER,):
        raise Held(unit_of(in_use(act)), "a roll that is none of movement is specified")
    if not names:
        act.say("no player rolled for a move in this phase, so no roll changes")
        return False
    chosen = act.choose("which roll (the player, and which of theirs)", names, rule="Garbage")
    if chosen == OWN_DIE:
        return True
    roll, change = found[chosen], replace(change, phase=act.state.phase)
    if isinstance(roll, str):
        possessions.note(act, roll, change, change_next)
    else:
        _make_again(act, roll, change)
    return False


def _make_again(act: Context, move: Move, change: Effect) -> None:
    """Make a move again with a change of its roll among the effects on its player."""
    again = Again(act, move, unit_of(in_use(act)))
    without = again.taken_back()
    after = change_next(without, move.player, change)
    roll = sum(move.faces) + move.added
    old, new = (max(rolled(state.players[move.player], roll), 0) for state in (without, after))
    act.say("the roll of {} is {} in place of {}", move.player, new, old)
    if new != old:
        again.run(after)


# -- the items -------------------------------------------------------------------------------------


def _fudge(act: Context, by: int) -> None:
    ways, question = (f"+{by}", f"-{by}"), "what is done to the roll"
    plus = act.choose("what to do to the roll", ways, rule="Garbage", question=question)
    _change_roll(act, Effect(game.NEXT_PLUS, integer(plus)))


def _edge(act: Context, by: int, enough: int, gates: int, dice: DescribedDice) -> None:
    own = _change_roll(act, Effect(game.NEXT_PLUS, by), own=True)
    roll = sum(dice(act)) + (by if own else 0)
    if roll >= enough and gates in act.state.spaces:
        direct(act, act.player, gates)
    elif roll >= enough:
        act.say("there is no space {} to go to", str(gates))
    else:
        act.say("{} is less than {}", roll, enough)


# -- trains ----------------------------------------------------------------------------------------

_RULE = regex(r"title (?P<title>[^{}]+?) and the text \{(?P<text>[^{}]+)\}")


def _become(act: Context, kind: str, other: str, both: str) -> None:
    """The user becomes ``kind`` for good; who is ``other`` already becomes ``both``."""
    now = [each.kind for each in act.me.effects]
    is_both = next((each for each in (game.TRAINCRAB, game.CRABTRAIN) if each in now), "")
    new = is_both or (both if other in now else kind)
    possessions.become(act, act.player, new)
    act.say("{} is a {}", act.player, new)


def _hunt(act: Context, *kinds: str) -> None:
    """The user stops being one of ``kinds``, and takes everything from another one."""
    known = frozenset(map(Effect, kinds))
    act.state = end_effects(act.state, act.player, *known)
    prey = tuple(name for name, each in act.state.players.items() if known & {*each.effects})
    for name in choose_player(act, f"whose items to take ({', '.join(kinds)})", prey):
        possessions.take_everything(act, name)


@of_unit
def _appended(book: Rulebook, unit: str) -> int:
    """The number in the text that an item appends to a rule."""
    found = _RULE.search(plain(book.unit(unit).meaning))
    return adds(found["text"]) if found else 0


def _append_rule(act: Context) -> None:
    """The rule that the item's description quotes is appended to the ruleset."""
    unit = unit_of(in_use(act))
    found = _RULE.search(plain(act.book.unit(unit).meaning))
    if not found:
        raise Held(unit, "its description names no title and text of a rule")
    append_rule(act, found["title"], found["text"], in_use(act))


ITEMS = (
    Item("Time Bean Chili", "the user makes a further move, beside the one a phase",
         (move_again,), asks=True),
    Item("Party Pizza", "the user makes a further move with a fixed number of spaces and no dice",
         (does(move_again, NUMBER),), asks=True),
    Item("Marionette", "a player who was idle in the last phase moves, by a roll as usual, and the "
         "user makes all choices, those of its offers too", (_make_move,), asks=True),
    Item("Recall Potion", "the user is on the initial space, without landing there",
         (does(go_to, NUMBER),)),
    Item("Potion of Return", "the user's space follows the initial one, and the user is there, "
         "without landing", (_follow_start, does(go_to, SECOND))),
    Item("Disembodied Arm of Teleportation", "the user is on a random space of a range, if there "
         "is one, without landing there", (does(_teleport, NUMBER, SECOND),), asks=True),
    Item("Mysterious Ontological Hole", "the user and another player swap places, without landing",
         (_swap,), asks=True),
    Item("Significant Pause", "the user makes a move with the space alone that they are on, and "
         "has moved in the phase", (does(move_directly, user),)),
    Item("Tickle-me-elmo", "a player makes a move with the initial space alone, and lands there",
         (does(move_directly, a_player, NUMBER),), asks=True),
    Item("Pop-and-Lock Tutorial CD", "a player makes a move with the user's space alone",
         (does(move_directly, a_player),), asks=True),
    Item("Antimatter Wormhole",
         "the user makes a move with the space of the opposite number alone, "
         "if there is one", (_through_the_wormhole,)),
    Item(FLEXAGON, "the user makes a move with one space alone, by squares of digits; a random "
         f"player gains a {FLEXAGON}", (_fold, does(grant_to, at_random(FLEXAGON), FLEXAGON)),
         asks=True),
    Item("Crystal Engine", "for some shards, where they are there, the user's next roll is higher; "
         "several add up; and they are granted a Crystal Engine",
         (does(_fuel, NUMBER, SECOND, THIRD),)),
    Item("Machine Gun Jetpack", "in the user's next move spaces of the category Hazard are Blank, "
         "and players who are passed select fewer spaces in theirs",
         (does(note_effect, game.JETPACK, NUMBER),)),
    Item("Bullet Bill", "the user selects a fixed number of spaces in their next move; dice are "
         "rolled all the same, for doubles and combos",
         (does(note_effect, game.NEXT_COUNT, NUMBER),)),
    Item(HITCH, "for good, another player may be brought along after "
         "each move of the user, by the user's choices", (_hitch,), asks=True, verbs=(_BRING,)),
    Item("Menger Sponge", "the user has a fractal image, which moves when they pass or land on the "
         "initial space", (_reflect,), asks=True),
    Item("Draught of Fudging", "a movement roll of this phase is one higher or lower, and its move "
         "is made again", (does(_fudge, NUMBER),), asks=True),
    Item("+6 Sword of Edging",
         "a movement roll of this phase, or its own die, is higher, and a roll "
         "may bring the user to a far space, if there is one",
         (does(_edge, NUMBER, SECOND, THIRD, DICE),), asks=True),
    Item("Magic Mirror",
         "a movement roll of this phase is turned round, and its move is made again",
         (does(lambda act, whole: _change_roll(act, Effect(game.NEXT_MIRROR, whole)), NUMBER),),
         asks=True),
    Item("Become Train", "the user is a train, or a traincrab",
         (lambda act: _become(act, game.TRAIN, game.CRAB, game.TRAINCRAB),)),
    Item("ALSO CRABS", "the user is a crab, or a crabtrain",
         (lambda act: _become(act, game.CRAB, game.TRAIN, game.CRABTRAIN),)),
    Item("Crabfeast",
         "the user is neither crab nor train any more, and takes all items but crystals "
         "of a player who is a crab", (lambda act: _hunt(act, *game.CRABS),), asks=True),
    Item("Train Heist", "the user is neither train nor crab any more, and takes all items but "
         "crystals of a player who is a train", (lambda act: _hunt(act, *game.TRAINS),), asks=True),
    Item("Coal Suffusion",
         "trains may add to their movement rolls, as an amendment: `move +10 1 2`",
         (_append_rule,), reads=(_appended,)),
    Item("Steamroll", "trains may take an item, no crystals, from whom they pass, as an amendment",
         (_append_rule,)),
    Item("Brood Mentality", "all crabs win with one that wins, as an amendment", (_append_rule,)),
    Item("So Many Legs", "crabs may add to their movement rolls, as an amendment",
         (_append_rule,), reads=(_appended,)),
)  # fmt: skip
