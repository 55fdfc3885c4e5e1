"""What becomes of a turn that cannot be played because a rule that it needs is held.

Decisions: a turn whose move waits for a steward is not missed. Such a turn does not pass: when it
would, it begins anew for the same player, and so on until a person settles the wording; they may
still end it by word where the wording of Turns is settled. While that is held turns and pings begin
anew once a day. Of a rule that only some turns come to, such as the one about a space, one line
alone is held: a player who has written such a line on their turn has not missed it.
"""

from __future__ import annotations

from datetime import datetime

from rules.common.players import set_player
from rules.common.sections import Section, unsettled
from rules.round7.board import game_board
from rules.round7.police import jail
from rules.round7.state import JAIL, Context, Ping, Player, State
from rules.round7.turns import frontier, moving, turns
from wikibot.game.state import Kind
from wikibot.sdk import DAY, Bears, Implementation, Rulebook, replace

# Of the section Information it is played that a player who is placed on a space lands there; where
# the game is kept and announced is for people.
INFORMATION = "Information"
_NEEDED = (turns.SECTION, moving.SECTION, game_board.SECTION, INFORMATION)


def hindrance(state: State, book: Rulebook) -> str:
    """The held unit for which the present turn cannot be played; "" where it can."""
    player = state.players.get(state.turn.player) if state.turn else None
    if player is None:
        return ""
    needed = (*_NEEDED, jail.SECTION) if player.space == JAIL else _NEEDED
    return next((unit for unit in needed if unsettled(book, unit)), "")


def excused(state: State) -> bool:
    """Whether the player on turn has written a line on it that waits for a steward."""
    turn = state.turn
    waiting = (each for each in state.pending if each.kind is Kind.HELD)
    return turn is not None and any(
        each.player == turn.player and each.since >= turn.started for each in waiting
    )


def end_time(state: State, book: Rulebook) -> datetime | None:
    """When the present turn passes by itself, or begins anew."""
    if state.turn and unsettled(book, turns.SECTION) and not frontier.keeps_turn(state):
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


RULES = Section(
    implements=(
        Implementation(INFORMATION,
                       says="a player who is placed on a space lands on it; all else is for people",
                       bears=Bears(changes=("places",)), waits="the end of turns"),
    ),
)  # fmt: skip
