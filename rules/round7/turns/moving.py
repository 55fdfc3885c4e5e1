"""Ruleset section Moving: once on their turn a player rolls and moves up that many spaces.

On the way a player passes banks and may come round past the lowest space; then they land.
Decisions: a Number that is used in place of the roll counts as the roll in every way. When a rule
that bears on a move was reworded, the moves that it bears on are held.

Exploring new territory (section Frontier) takes up an unfinished move with the rolls that it holds,
and needs the missing ones; by its player, or later by any other. Rolls that come in pieces, from
several people too, add up. Decisions: where the turn would have passed meanwhile it ends at once
then; what another player writes is not a message of its player. A Number of the exploring player
may stand in for the roll between snake and ladder, not for the choice of spaces, which is not a
roll.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.common.notation import DiceOf, DicePool, dice_of
from rules.common.sections import Section, in_play
from rules.round7 import numbers
from rules.round7.board import bank, tiles
from rules.round7.board.features import land
from rules.round7.board.game_board import on_board, way
from rules.round7.numbers import NumberItem
from rules.round7.police import chief_of_police
from rules.round7.state import GULAG, JAIL, Context, Player, State, Turn
from rules.round7.turns import frontier
from rules.round7.turns.turns import ROLLING, finish_overdue, require_turn, with_turn
from wikibot.game.engine.kernel_verbs import waiting_order
from wikibot.game.problems import MissingRoll, NotNow
from wikibot.game.state import settle
from wikibot.game.verbs import Shape, Verb, one_order, unlisted
from wikibot.sdk import How, Implementation, NamesSlot, PhraseSlot, Refused, Rulebook, deed
from wikibot.wikitext.messages import say

SECTION = "Moving"
DICE = DiceOf(SECTION)
MOVE = "move"
LABEL = "movement"
EXPLORE = "explore"


def advance(act: Context, who: str, steps: int) -> None:
    """Let a player move up the board, from passing to landing. No step at all is not a move."""
    start = act.state.players[who].space
    if not isinstance(start, int) or steps <= 0:
        return
    in_play(act.book, SECTION)
    path = way(act.state, start, steps)
    act.say("{} advances {}, from {} to {}", who, steps, start, path[-1])
    bank.pass_by(act, who, path[:-1])
    tiles.pass_by(act, who, path)
    land(act, who, path[-1], moved=True)


def regress(act: Context, who: str, steps: int) -> None:
    """Let a player move down the board."""
    start = act.state.players[who].space
    if isinstance(start, int) and steps > 0:
        in_play(act.book, SECTION)
        path = way(act.state, start, -steps)
        act.say("{} moves down {}, from {} to {}", who, steps, start, path[-1])
        bank.pass_by(act, who, path[:-1])
        land(act, who, path[-1], moved=True)


def refuse_off_board(act: Context) -> None:
    """Refuse to move a player who is beside the board."""
    space = act.me.space
    if on_board(act.state, space):
        return
    remedies = {JAIL: say("`escape` first."), GULAG: say("Send `rejoin` first.")}
    remedy = remedies.get(str(space), say("Correct the gamestate page."))
    why = say("you are at {}, from where players do not move", space)
    raise Refused(why, rule=str(space), remedy=remedy)


def _move(act: Context) -> None:
    act.book.require(SECTION)
    turn = require_turn(act, "move", SECTION)
    if turn.roll is not None:
        remedy = say("`end turn` when you are done.")
        raise NotNow("you have moved on this turn", rule=SECTION, remedy=remedy)
    refuse_off_board(act)
    by = act.game.player_of(act.state, act.action)
    frontier.refuse_others(act, by, turn)
    at_frontier = turn.frontier is not None or frontier.is_frontier(act, act.me.space)
    roll, result = _rolls(act, turn, at_frontier=at_frontier)
    with_turn(act, roll=roll, frontier=None)
    if at_frontier:
        frontier.explore(act, act.player, roll, result)
    go(act, act.player, roll)
    if turn.frontier:
        finish_overdue(act, act.player, by)


def _rolls(act: Context, turn: Turn, *, at_frontier: bool) -> tuple[int, int | None]:
    """The movement roll, and the Number for snake or ladder where a second one is named."""
    given = numbers.instead_of_rolls(
        act, act.subject, 2 if at_frontier else 1, sides=pool(act, turn).sides
    )
    if given:
        numbers.refuse_for_roll(act, LABEL)
        return given[0], given[1] if len(given) > 1 else None
    return movement_roll(act, turn, "", act.player), None


def go(act: Context, who: str, roll: int) -> None:
    """Carry out a movement roll."""
    advance(act, who, roll)
    chief_of_police.follow(act, who, roll)


def movement_roll(act: Context, turn: Turn, said: str, who: str) -> int:
    """A player's movement roll; ``said`` may name a Number of theirs that is used in its place."""
    dice = pool(act, turn)
    given = numbers.instead_of_rolls(act, said, 1, who, sides=dice.sides)
    if given:
        return given[0]
    return sum(act.roll(dice.count, dice.sides, LABEL))


def pool(act: Context, turn: Turn) -> DicePool:
    """The dice of a movement roll: those of the section, or those of the item that was used."""
    own = dice_of(turn.dice)
    return own[0] if own else act.book.derived(DICE)


def _available(act: Context) -> bool:
    turn = act.state.turn
    mine = turn is not None and turn.player == act.player and turn.roll is None
    return mine and isinstance(act.me.space, int)


# -- exploring new territory for a movement roll that was made before -----------------------------


def _explore(act: Context) -> None:
    act.book.require(frontier.SECTION)
    turn, waiting = act.state.turn, frontier.waiting(act.state)
    if turn is None or turn.frontier is None or waiting is None:
        raise Refused("no movement roll waits for new territory", rule=frontier.SECTION)
    frontier.refuse_others(act, act.player, turn)
    order = waiting_order(waiting, act.game.verbs)
    act.supply.serve(turn.player, MOVE)
    act.state = settle(act.state, waiting)
    try:
        _finish_exploring(act, turn, order.subject)
    except MissingRoll as missing:
        form = missing.form.replace("choose ", "explore -- ", 1)
        raise MissingRoll(missing.asks, how=missing.how, form=form) from None


def _finish_exploring(act: Context, turn: Turn, instead: str) -> None:
    """Carry out a turn's movement roll; ``instead``: the Number that its player uses for it."""
    roll = movement_roll(act, turn, instead, turn.player)
    with_turn(act, roll=roll, frontier=None)
    given = numbers.instead_of_rolls(act, act.subject, 1)
    if given:
        numbers.refuse_for_roll(act, frontier.KIND)
    frontier.explore(act, turn.player, roll, given[0] if given else None)
    go(act, turn.player, roll)
    finish_overdue(act, turn.player, act.player)


def use_number(act: Context, number: NumberItem) -> None:
    """Destroy a Number and advance by its value, at any time."""
    refuse_off_board(act)
    frontier.refuse_while_waiting(act)
    value = numbers.destroy(act, number)
    if value <= 0:
        raise Refused("a player cannot advance by {}", value, rule=numbers.SECTION)
    advance(act, act.player, value)


def _slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """What was rolled for the present turn, and the spaces of the board."""
    me = state.players.get(player) or Player(player)
    roll = state.turn.roll if state.turn else None
    kinds = ("space", "tile")
    return {
        "rolled": NamesSlot((str(roll),) if roll else (), ("number", "n")),
        "space": NamesSlot(tuple(map(str, range(1, state.highest + 1))), kinds),
        "own space": NamesSlot((str(me.space),), kinds),
    }


_GO = "move|advance|go|walk|step"
_MOVING = (
    f"!{_GO} (up) {{number}} spaces|space|steps|step (up|forward) to {{space}} => move",
    "!move up|along the|board (board)",
    "move|advance|go|walk|step up|forward|ahead|along board",
    "move|advance|go|walk|step up|forward|ahead|upwards",
    f"{_GO} (up) {{number}} (spaces|space|steps|step)",
    f"{_GO} (up) {{number}} spaces|space|steps|step (up|forward) to {{space}} => move",
    f"{_GO} (up|forward) (from) to {{space}} => move",
    f"{_GO} from {{space}} to {{space:2}} => move",
    (
        "use|spend|play|burn|destroy|expend {own number} as|for (my|the) (movement) "
        "roll|die|move|movement => move with {own number}"
    ),
    "move|advance with|using|by {own number} => move with {own number}",
    "use {own number} instead of rolling|roll|die|dice => move with {own number}",
    "use {own number} to|for|as (movement) move|movement|roll => move with {own number}",
)
_DEEDS = (
    deed("move movement", may="up forward ahead board spaces die roll"),
    ROLLING,
    deed("turn", "take taking start begin", may="i by rolling"),
    deed("use move instead", "instead", may="rolling number i up a", about="own number",
         order="move with"),
)  # fmt: skip
VERBS = (
    Verb(MOVE, "move [with Number N]", "move -- 1d6 (4) = 4",
         "makes your movement roll and moves you up the board", _move, Shape.TEXT,
         available=_available, hints=("roll", "advance", "go"), means=one_order, section=SECTION,
         phrases=_MOVING, deeds=_DEEDS, inputs=("move", "move with {own number}")),
    Verb(f"{MOVE} up", "move up [with Number N]", "move up -- 1d6 (4) = 4", "the same", _move,
         Shape.TEXT, available=unlisted, means=one_order, section=SECTION),
    Verb(EXPLORE, "explore [with Number N]", "explore -- 1d2 (2) = 2, 1d3 (1) = 1, 1d10 (4) = 4",
         "makes the rolls for new territory that a movement roll on the Frontier waits for",
         _explore, Shape.TEXT, means=one_order,
         available=lambda act: frontier.waiting(act.state) is not None,
         phrases=("?territory|edge|frontier|explore|exploring",),
         deeds=(deed("explore exploration", may="new territory frontier land area"),
                deed("territory", "roll", may="new")),
         inputs=("explore", "explore with {own number}")),
)  # fmt: skip
RULES = Section(
    __name__, (Implementation(SECTION, How.ASKS, waits="the end of turns"),), VERBS,
    slots=_slots,
)  # fmt: skip
