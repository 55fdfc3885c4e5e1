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

What a line does to the time of a turn: it runs from the player's last message (section Turns).

A turn has begun with the first line of its player that plays an action of a turn, or lacks
something for one. From then on every line of theirs is a message, whatever became of it, but for
those that wait for a steward: of them a log knows nothing. What a steward enters with ``as NAME``
is that player's message; ``choose for NAME`` is no player's, and so is a correction: in a log it
stands for an edit of the page. An unfinished action may be finished as long as the turn lasts.

What becomes of a turn that cannot be played because a rule that it needs is held.

Decisions: a turn whose move waits for a steward is not missed. Such a turn does not pass: when it
would, it begins anew for the same player, and so on until a person settles the wording; they may
still end it by word where the wording of Turns is settled. While that is held turns and pings begin
anew once a day. Of a rule that only some turns come to, such as the one about a space, one line
alone is held: a player who has written such a line on their turn has not missed it.

Ruleset section Houses: a player's house on a space takes poents from players who land there.

Decisions: houses stand on primary spaces. Nothing changes hands where the owner lands, has left the
game or is in the Gulag. A player with fewer poents than the power of the house pays all they have;
with none (or less) they pay nothing.

Ruleset sections Fives, Looping and Master of Your Fate: what spaces do by their number alone.

Landing on a space whose number is divisible by five brings poents. Coming to or past the lowest
space on one's turn brings poents and lets Numbers grow. Decisions: that counts for a player on
their own turn that they began on a primary space, once for each advance, whether by a roll or a
Number. It happens on the way, before the landing.

Landing on a multiple of seven lets one buy a Number of one's movement roll. Decisions: the chance
is there once for each landing on one's own turn, until that turn ends; a player who lands there
before their movement roll has to make that first. A roll of two dice may give a Number above six;
it stays so until it increases.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from rules.common.players import set_player
from rules.common.sections import (
    DiceOf,
    DicePool,
    NumberAt,
    Section,
    by_rule,
    dice_of,
    in_play,
    settled,
)
from rules.common.votes import DOWN, UP
from rules.round7 import board, naming, police, possessions, turns
from rules.round7.board import BoardSection, FeatureType, Landing, land, on_board, way
from rules.round7.possessions import NumberItem
from rules.round7.state import FIRST, GULAG, JAIL, Context, Ping, Player, State, Turn
from rules.round7.turns import ROLLING, finish_overdue, is_turn, require_turn, unfinished, with_turn
from wikibot.game import names
from wikibot.game.actions import Shape, Verb, one_order, under, unlisted
from wikibot.game.engine.kernel_verbs import CHOOSE, waiting_order
from wikibot.game.engine.orders import Order, parse_order
from wikibot.game.engine.steward_verbs import AS, CORRECT
from wikibot.game.problems import MissingRoll, NotNow, Refused, Unclear
from wikibot.game.ruleset.implementations import Bears, How, Implementation
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.game.state import Kind, Offer, Pending, gain, settle, wait_for
from wikibot.game.understanding.slots import SpaceAhead
from wikibot.sdk import DAY, NamesSlot, Outcome, PhraseSlot, Rulebook, Verdict, deed, replace
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.regex import regex

# == moving ========================================================================================

SECTION = "Moving"
DICE = DiceOf(SECTION)
MOVE = "move"
LABEL = later("movement")
EXPLORE = "explore"


def advance(act: Context, who: str, steps: int) -> None:
    """Let a player move up the board, from passing to landing. No step at all is not a move."""
    start = act.state.players[who].space
    if not isinstance(start, int) or steps <= 0:
        return
    in_play(act.book, SECTION)
    path = way(act.state, start, steps)
    act.say("{} advances {}, from {} to {}", who, steps, start, path[-1])
    board.pass_bank(act, who, path[:-1])
    turn = act.state.turn
    on_turn = turn is not None and is_turn(act.state, who) and isinstance(turn.start, int)
    if FIRST in path and on_turn and in_play(act.book, LOOPING):
        possessions.change(act, who, act.book.derived(_FOR_LOOPING))
        possessions.increase(act, who, act.book.derived(_INCREASE))
        possessions.grant(act, who, act.book.derived(_GRANT))
    land(act, who, path[-1], moved=True)


def regress(act: Context, who: str, steps: int) -> None:
    """Let a player move down the board."""
    start = act.state.players[who].space
    if isinstance(start, int) and steps > 0:
        in_play(act.book, SECTION)
        path = way(act.state, start, -steps)
        act.say("{} moves down {}, from {} to {}", who, steps, start, path[-1])
        board.pass_bank(act, who, path[:-1])
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
    turns.refuse_others(act, by, turn)
    is_there = in_play(act.book, turns.FRONTIER) and act.me.space == act.state.highest
    at_frontier = turn.frontier is not None or is_there
    given = possessions.instead_of_rolls(
        act, act.subject, 2 if at_frontier else 1, sides=pool(act, turn).sides
    )
    if given:
        possessions.refuse_for_roll(act, LABEL)
    roll, *between = given or (movement_roll(act, turn, "", act.player),)
    with_turn(act, roll=roll, frontier=None)
    if at_frontier:
        turns.explore(act, act.player, roll, *between)
    go(act, act.player, roll)
    if turn.frontier:
        finish_overdue(act, act.player, by)


def go(act: Context, who: str, roll: int) -> None:
    """Carry out a movement roll."""
    advance(act, who, roll)
    police.follow(act, who, roll)


def movement_roll(act: Context, turn: Turn, said: str, who: str) -> int:
    """A player's movement roll; ``said`` may name a Number of theirs that is used in its place."""
    dice = pool(act, turn)
    given = possessions.instead_of_rolls(act, said, 1, who, sides=dice.sides)
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
    act.book.require(turns.FRONTIER)
    turn, waiting = act.state.turn, turns.waiting(act.state)
    if turn is None or turn.frontier is None or waiting is None:
        raise Refused("no movement roll waits for new territory", rule=turns.FRONTIER)
    turns.refuse_others(act, act.player, turn)
    order = waiting_order(waiting, act.game.verbs)
    act.supply.serve(turn.player, MOVE)
    act.state = settle(act.state, waiting)
    try:
        # Carry out a turn's movement roll; `instead`: the Number that its player uses for it.
        roll = movement_roll(act, turn, order.subject, turn.player)
        with_turn(act, roll=roll, frontier=None)
        given = possessions.instead_of_rolls(act, act.subject, 1)
        if given:
            possessions.refuse_for_roll(act, turns.KIND)
        turns.explore(act, turn.player, roll, given[0] if given else None)
        go(act, turn.player, roll)
        finish_overdue(act, turn.player, act.player)
    except MissingRoll as missing:
        form = missing.form.replace("choose ", "explore -- ", 1)
        raise MissingRoll(missing.asks, how=missing.how, form=form) from None


def use_number(act: Context, number: NumberItem) -> None:
    """Destroy a Number and advance by its value, at any time."""
    refuse_off_board(act)
    turns.refuse_while_waiting(act)
    value = possessions.destroy(act, number)
    if value <= 0:
        raise Refused("a player cannot advance by {}", value, rule=possessions.SECTION)
    advance(act, act.player, value)


def _slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """What was rolled for the present turn, and the spaces of the board."""
    me = state.players.get(player) or Player(player)
    roll = state.turn.roll if state.turn else None
    kinds = ("space", "tile", "square", "field")
    return {
        "roll": NamesSlot((str(roll),) if roll else (), ("number", "n")),
        "space": NamesSlot(tuple(map(str, range(1, state.highest + 1))), kinds),
        "ahead": SpaceAhead(me.space) if isinstance(me.space, int) else NamesSlot(()),
        "own space": NamesSlot((str(me.space),), kinds),
    }


_GO = "move|advance|go|walk|step"
_MOVING = (
    f"!{_GO} (up) {{rolled}} spaces|space|steps|step (up|forward) to {{ahead}} => move",
    "!move up|along the|board (board)",
    "move|advance|go|walk|step up|forward|ahead|upwards",
    f"{_GO} (up) (by|with) {{rolled}} (spaces|space|steps|step)",
    f"{_GO} (up|forward) (from) to {{ahead}} => move",
    f"{_GO} from {{own space}} to {{ahead}} => move",
    "move|advance with|using|by {own number} => move with {own number}",
)  # fmt: skip
_DEEDS = (
    deed("move movement", may="up forward ahead board spaces die roll"),
    ROLLING,
    deed("turn", "take taking start begin", may="i by rolling"),
    *possessions.for_a_roll("move movement roll rolling die dice", "up a", "move with"),
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
         available=lambda act: turns.waiting(act.state) is not None,
         deeds=(deed("explore exploration", may="new territory frontier land area"),
                deed("territory", "roll", may="new")),
         inputs=("explore", "explore with {own number}")),
)  # fmt: skip
RULES = Section(
    __name__, (Implementation(SECTION, How.ASKS, waits="the end of turns"),), VERBS, slots=_slots
)


# == turn timer ====================================================================================

# What is not an action of a turn: rules tie it to no turn, and it changes nothing on the board.
ELSEWHERE = ("propose", "retract", "vote", UP, DOWN, "ping", "join", "rejoin", "leave", "help")
_REST = "the rolls for new territory"
FOR_ANOTHER = regex(r"for\s+[^:]+:?", re.IGNORECASE)


def on_line(
    before: State, after: State, outcome: Outcome, book: Rulebook, verbs: Sequence[Verb]
) -> State:
    """The state with the message noted, where its writer is on turn."""
    if outcome.verdict is Verdict.HELD or not outcome.action.order.strip():
        return after
    after = _joined(after, verbs) if outcome.verdict is Verdict.NEEDS else after
    turn, (who, text) = after.turn, message(outcome, before)
    if turn is None or before.turn is None or who != turn.player or who not in after.players:
        return after
    goes_on = (turn.player, turn.started) == (before.turn.player, before.turn.started)
    if not goes_on or not (turn.acted or _begins(outcome.verdict, text, verbs)):
        return after
    turn = replace(turn, acted=outcome.action.time)
    state = _rolled(replace(after, turn=turn), outcome, text, verbs)
    end = turns.end_time(state, book)  # unfinished actions of the player on turn last as long
    pending = tuple(
        replace(each, until=end) if (each.player, each.kind) == (who, Kind.ACTION) else each
        for each in state.pending
    )
    return state if pending == state.pending else replace(state, pending=pending)


def message(outcome: Outcome, state: State) -> tuple[str, str]:
    """Whose message a line is ("": no player's), and what it says."""
    action = outcome.action
    order = _order(action.order, (AS, CORRECT, CHOOSE))
    if order and order.verb is AS and action.trusted:
        name = order.subject.partition(":")[0]
        return names.find(name.strip(), tuple(state.players)) or "", action.order.partition(":")[2]
    anothers = order and order.verb is CHOOSE and FOR_ANOTHER.fullmatch(order.subject)
    corrects = order and order.verb is CORRECT and action.trusted
    return "" if anothers or corrects else outcome.player, action.order


def _order(text: str, verbs: Sequence[Verb]) -> Order | None:
    try:
        return parse_order(text, verbs)
    except Unclear:
        return None


def _begins(verdict: Verdict, text: str, verbs: Sequence[Verb]) -> bool:
    order = _order(text, (*verbs, CHOOSE))
    known = order is not None and order.verb.name not in ELSEWHERE
    return known and verdict in (Verdict.NEEDS, Verdict.DONE)


def _rolled(state: State, outcome: Outcome, text: str, verbs: Sequence[Verb]) -> State:
    """Note when a movement roll was made on the Frontier, though its line may not be played yet."""
    turn, now = state.turn, outcome.action.time
    if turn is None or turn.frontier or turn.roll is not None:
        return state
    if state.players[turn.player].space != state.highest:
        return state
    waiting = turns.unfinished_move(state)
    order = _order(waiting.text if waiting else text, verbs)
    if order is None or order.verb.name.split()[0] != MOVE:
        return state
    roll = (turn.player, MOVE, LABEL)
    stands = any((each.player, each.purpose, each.label) == roll for each in state.rolls)
    if not stands and not (waiting and order.subject):  # a Number, which stands for the roll
        return state
    marked = replace(state, turn=replace(turn, frontier=now))
    move = Pending(outcome.action.id, turn.player, Kind.ACTION, MOVE, _REST, now)
    return marked if waiting else wait_for(marked, move)


def _joined(state: State, verbs: Sequence[Verb]) -> State:
    """Let the unfinished move alone wait for rolls for new territory of which some were made."""
    move = turns.waiting(state)
    explore = next(unfinished(state, EXPLORE), None)
    more = explore and _order(explore.text, verbs)
    if move is None or explore is None or not more or more.subject:  # or a Number is used, too
        return state
    whole = replace(move, asks=explore.asks)
    pending = (whole if each == move else each for each in state.pending if each != explore)
    return replace(state, pending=tuple(pending))


def until(act: Context) -> datetime | None:
    """Until when an unfinished action can be completed; None where no end of a turn cuts it off."""
    turn, book = act.before.turn, act.book
    if turn is None or turn.player != act.player or not settled(book, turns.SECTION):
        return None
    if turns.began_there(act.before, turn) and (turn.frontier or _rolls_on_frontier(act)):
        return None
    return turns.end_time(replace(act.before, turn=replace(turn, acted=act.now)), book)


def _rolls_on_frontier(act: Context) -> bool:
    """Whether the order is a movement roll on the Frontier, by dice or by a Number."""
    order = act.order
    if order is None or order.verb.name.split()[0] != MOVE or not (act.rolled or order.subject):
        return False
    return bool(act.before.players[act.player].space == act.before.highest)


# == standstill ====================================================================================

# Of the section Information it is played that a player who is placed on a space lands there; where
# the game is kept and announced is for people.
INFORMATION = "Information"
_NEEDED = (turns.SECTION, SECTION, board.GAME_BOARD, INFORMATION)


def hindrance(state: State, book: Rulebook) -> str:
    """The held unit for which the present turn cannot be played; "" where it can."""
    player = state.players.get(state.turn.player) if state.turn else None
    if player is None:
        return ""
    needed = (*_NEEDED, police.JAIL_SECTION) if player.space == JAIL else _NEEDED
    return next((unit for unit in needed if book.is_held(unit)), "")


def excused(state: State) -> bool:
    """Whether the player on turn has written a line on it that waits for a steward."""
    turn = state.turn
    waiting = (each for each in state.pending if each.kind is Kind.HELD)
    return turn is not None and any(
        each.player == turn.player and each.since >= turn.started for each in waiting
    )


def end_time(state: State, book: Rulebook) -> datetime | None:
    """When the present turn passes by itself, or begins anew."""
    if state.turn and book.is_held(turns.SECTION) and not turns.keeps_turn(state):
        return state.turn.started + DAY
    return turns.end_time(state, book)


def begin_anew(act: Context, unit: str, time: datetime) -> None:
    """Give the player on turn their time once more. What they did on the turn is done."""
    turn = act.state.turn
    if turn:
        act.state = replace(act.state, turn=replace(turn, started=time, acted=None))
        act.say("the turn of {} does not pass: the wording of {} is not settled", turn.player, unit)


def put_off_ping(act: Context, who: str) -> None:
    """Give a player more time for the ping that is due first."""
    player: Player = act.state.players[who]
    due = min((ping for ping in player.pings if ping.by), key=lambda ping: (ping.by, ping.whom))
    later = tuple(Ping(each.whom, act.now + DAY) if each == due else each for each in player.pings)
    set_player(act, player.name, pings=later)
    act.say(
        "{} does not pay for a missing ping: the wording of {} is not settled", who, turns.SECTION
    )


ON_STANDSTILL = Section(
    implements=(
        Implementation(INFORMATION,
                       says="a player who is placed on a space lands on it; all else is for people",
                       bears=Bears(changes=("places",)), waits="the end of turns"),
    ),
)  # fmt: skip


# == houses ========================================================================================

HOUSES = "Houses"
ITEM = "House"
_POWER = NumberAt(HOUSES, r"power is (\w+)")


def land_on_house(landing: Landing, _space: int, feature: str) -> None:
    """Pay the owner of a house."""
    act, who, house = landing.act, landing.who, naming.house(feature)
    if house is None or not in_play(act.book, HOUSES) or house.owner == who:
        return
    if house.owner not in act.state.players:
        act.say("{} belongs to no present player", feature)
        return
    rent = min(house.power, max(act.state.players[who].poents, 0))
    if rent:
        act.say("{} takes its rent", feature)
        possessions.transfer(act, who, house.owner, rent)


def build(act: Context) -> None:
    """Put a house of the acting player's possession on their space."""
    act.book.require(HOUSES)
    require_turn(act, "add a House", HOUSES)
    space = act.me.space
    if not on_board(act.state, space):
        raise Refused("no House can stand at {}", space, rule=HOUSES)
    hold_renamed(act.book, f"Shop: {ITEM}")
    if act.me.count(ITEM) < 1:
        raise Refused("you have no House", rule=HOUSES, remedy="A Shop sells them.")
    there = next((each for each in act.state.features.get(space, ()) if naming.house(each)), None)
    if there:
        raise Refused("{} stands on {} already", there, space, rule=HOUSES)
    house = naming.House(act.player, act.book.derived(_POWER))
    act.state = naming.with_feature(gain(act.state, act.player, ITEM, -1), space, str(house))
    act.say("{} stands on {}", house, space)


HOUSE_VERBS = under(
    HOUSES,
    Verb("build house", "build house", "build house", "puts one of your Houses on your space",
         build, available=lambda act: act.me.count(ITEM) > 0, phrases=(
             "build|place|put|add|construct|erect|set one of houses (on|at|in) (space|here)",
             "build|place|put|add|construct|erect (one) house on|at|in {own space} => build house",
             "use house", "build|place|put|add|construct|erect it (down) (right) here",
         ), deeds=(
             deed("house", "build place put construct erect add set",
                  may="down up right here one on at field space square spot"),
             deed("house", "here"),
         )),
    Verb("place house", "place house", "place house", "the same", build, available=unlisted),
)  # fmt: skip


ON_HOUSES = BoardSection(
    __name__, (Implementation(HOUSES, How.ASKS),), HOUSE_VERBS,
    features=(FeatureType(naming.HOUSE, "h", "orange", 5, land_on_house),),
)  # fmt: skip


# == tiles =========================================================================================

FIVES, LOOPING = "Fives", "Looping"
MASTER_OF_YOUR_FATE, MASTER = "Master of Your Fate", "master of your fate"
_DIVISOR = NumberAt(FIVES, r"divisible by (\w+)")
_FOR_FIVES = NumberAt(FIVES, r"gain (\w+) poents")
_FOR_LOOPING = NumberAt(LOOPING, r"gain (\w+) poents")
_INCREASE = NumberAt(LOOPING, r"increase by (\w+)")
_GRANT = NumberAt(LOOPING, r"Number of (\w+)")
_MULTIPLE = NumberAt(MASTER_OF_YOUR_FATE, r"multiple of (\w+)")


def reward_fives(act: Context, who: str, space: int) -> None:
    """Reward a player who lands on a space with such a number."""
    if in_play(act.book, FIVES) and space % act.book.derived(_DIVISOR) == 0:
        possessions.change(act, who, act.book.derived(_FOR_FIVES))


def offer_number(act: Context, who: str, space: int) -> None:
    """Offer a Number to a player who lands on a space with such a number on their turn."""
    if not in_play(act.book, MASTER_OF_YOUR_FATE) or not is_turn(act.state, who):
        return
    if space % act.book.derived(_MULTIPLE):
        return
    asks = f"`{MASTER}`: a Number of your movement roll, for as many poents, on this turn"
    act.offer(who, Offer(MASTER), asks, None)
    roll = act.state.turn.roll if act.state.turn else None
    what = say(" of their movement roll")
    if roll is not None:
        what = say(" {} for {}", roll, possessions.poents(roll))
    act.say("{} may get a Number{} with `{}`", who, what, MASTER)


def _master(act: Context) -> None:
    rule = MASTER_OF_YOUR_FATE
    turn = require_turn(act, "become master of your fate", rule)
    act.take_up(MASTER, "you have not landed on such a space on this turn", rule)
    if turn.roll is None:
        why = say("you have made no movement roll on this turn")
        raise Refused(why, rule=rule, remedy="`move` first.")
    possessions.pay(act, turn.roll, say("a Number {}", turn.roll))
    possessions.grant(act, act.player, turn.roll)


TILE_VERBS = by_rule(
    MASTER_OF_YOUR_FATE,
    Verb(MASTER, MASTER, MASTER, "gets you a Number of your movement roll, for as many poents",
         _master, available=lambda act: bool(act.offered(MASTER)), phrases=(
             "become|be|use|master (master) (of) (your|my) fate",
             f"buy|gain|get|take {{roll}} => {MASTER}",
             f"pay|spend {{roll:2}} (poents|poent) to|and gain|get|buy {{roll}} => {MASTER}",
             f"spend|pay|use {{roll:2}} (poents|poent) for {{roll}} => {MASTER}",
         )),
    Verb("master", "master", "master", "short for the same", _master, available=unlisted),
)  # fmt: skip
ON_TILES = BoardSection(
    __name__,
    implements=(
        Implementation(FIVES,
                       says="landing on a space whose number is divisible by five brings poents",
                       waits="landing on such a space"),
        Implementation(LOOPING,
                       says="coming to or past the lowest space on one's turn brings poents and "
                            "lets Numbers grow",
                       waits="coming past the lowest space"),
        Implementation(MASTER_OF_YOUR_FATE, How.ASKS,
                       says="some spaces let one buy a Number of one's movement roll",
                       waits="`master`, and landing on such a space"),
    ),
    verbs=TILE_VERBS, tiles=(reward_fives, offer_number),
)  # fmt: skip
