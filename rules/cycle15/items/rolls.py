"""Items that change a roll of movement that was made in this phase.

Which roll: that of a move that still waits for its choices, or that of a move that was made. The
former simply goes on with the new number; the latter is made again (see ``replaying``). Decisions:
the roll is the number that the dice, and what was added to them, came to; a number of spaces that
an item set stays. Changes count one after the other. The faces stay, so doubles and combos do. The
roll of a sword's own die may be specified, too; any other roll than one of movement is for a
steward to change.
"""

from __future__ import annotations

from rules.cycle15.belongings.status_effects import change_next, rolled
from rules.cycle15.items.item import DICE, NUMBER, SECOND, THIRD, Item, in_use, unit_of
from rules.cycle15.moves.movement import LABEL, MOVE, direct
from rules.cycle15.moves.replaying import WALK, Again
from rules.cycle15.state import NEXT_MIRROR, NEXT_PLUS, Context, Effect, Move, State
from wikibot.sdk import Held, Pending, integer, replace

OWN_DIE = "its own die"
WAITS = "unfinished"
OTHER = "another roll"
OWN_MOVES = (MOVE, "use Time Bean Chili")  # what a roll is for that is one of its player's move


def _rolls(state: State) -> dict[str, Move | str]:
    """The rolls of this phase by what they are called: ``Ann 1``; of a waiting move the mover."""
    found: dict[str, Move | str] = {}
    counts: dict[str, int] = {}
    for move in state.moves:
        if move.faces and move.player in state.players:
            counts[move.player] = counts.get(move.player, 0) + 1
            found[f"{move.player} {counts[move.player]}"] = move
    for pending in state.pending:
        if _was_rolled(state, pending):
            found[f"{pending.player} {WAITS}"] = pending.player
    return found


def _was_rolled(state: State, pending: Pending) -> bool:
    ours = list(filter(pending.orders, OWN_MOVES))
    rolled = [
        s
        for s in state.rolls
        if s.player == pending.player and s.purpose in ours and s.label == LABEL
    ]
    return pending.orders(WALK) or bool(rolled)


def _change_roll(act: Context, change: Effect, *, own: bool = False) -> bool:
    """Let the player specify a roll and change it; whether it is the item's own."""
    rolls = _rolls(act.state)
    names = (*rolls, *((OWN_DIE,) if own else ()))
    if act.answers_left[:1] == (OTHER,):
        raise Held(unit_of(in_use(act)), "a roll that is none of movement is specified")
    if not names:
        act.say("no player rolled for a move in this phase, so no roll changes")
        return False
    chosen = act.choose("which roll (the player, and which of theirs)", names, rule="Garbage")
    if chosen == OWN_DIE:
        return True
    roll, change = rolls[chosen], replace(change, phase=act.state.phase)
    if isinstance(roll, str):
        act.state = change_next(act.state, roll, change)
        act.say(f"{roll}: {change}")
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


def _fudge(act: Context) -> None:
    by = NUMBER(act)
    ways, question = (f"+{by}", f"-{by}"), "what is done to the roll"
    plus = act.choose("what to do to the roll", ways, rule="Garbage", question=question)
    _change_roll(act, Effect(NEXT_PLUS, integer(plus)))


def _edge(act: Context) -> None:
    by, enough, gates = NUMBER(act), SECOND(act), THIRD(act)
    own = _change_roll(act, Effect(NEXT_PLUS, by), own=True)
    roll = sum(DICE(act)) + (by if own else 0)
    if roll >= enough and gates in act.state.spaces:
        direct(act, act.player, gates)
    elif roll >= enough:
        act.say("there is no space {} to go to", str(gates))
    else:
        act.say("{} is less than {}", roll, enough)


def _mirror(act: Context) -> None:
    _change_roll(act, Effect(NEXT_MIRROR, NUMBER(act)))


ITEMS = (
    Item("Draught of Fudging", "a movement roll of this phase is one higher or lower, and its move "
         "is made again", (_fudge,), asks=True, reads=(NUMBER,)),
    Item("+6 Sword of Edging",
         "a movement roll of this phase, or its own die, is higher, and a roll "
         "may bring the user to a far space, if there is one", (_edge,), asks=True,
         reads=(NUMBER, SECOND, THIRD, DICE)),
    Item("Magic Mirror",
         "a movement roll of this phase is turned round, and its move is made again",
         (_mirror,), asks=True, reads=(NUMBER,)),
)  # fmt: skip
