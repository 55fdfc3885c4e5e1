"""Ruleset section Frontier: a movement roll on the highest space adds spaces, snakes and ladders.

All steps are collected first and happen at one instant, or not at all; that is how nothing can come
between them. While rolls are missing the movement roll stands, and where its player began the turn
on the Frontier that turn does not end; after ten minutes any other player may make the rolls, with
``explore`` or ``choose for NAME``. Decisions: the turn is kept open from the movement roll on, as
it would otherwise end before the ten minutes are over; what else would move the player has to wait.
A player who came to the Frontier only on this turn explores alone, and with the turn the unfinished
move is over. The space among the new ones is rolled for first, then the one among the old ones,
both in ascending order; where no old space is without a snake or ladder, none is added. A board
that grows meanwhile does not take the Frontier from under a roll that was made on it.

Ruleset section Turns: whose turn it is, when it ends, and the hour to ping the next player.

The order is that of the players table, without those in the Gulag. Decisions: a player has begun
their turn with the first line of theirs that plays (or begins) an action of a turn; votes,
proposals and pings are none. From then on every line of theirs counts as a message, played or not.
A turn whose movement roll waits for new territory does not end. The hour to ping is for those who
end their turn by word after doing something; a turn that passes by itself, or is ended by a bribe,
asks for nothing. A lone player has no other to ping. Each turn that is ended so is another ping to
give, with another price; one ping to a player settles all that are owed to them, as it says the
same again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from rules.common.players import set_player
from rules.common.sections import NumberAt, Section, in_play, is_over, settled
from rules.round7 import board, naming, possessions
from rules.round7.naming import LADDER, SNAKE
from rules.round7.possessions import poents
from rules.round7.state import FIRST, GULAG, Context, Ping, Player, State, Turn
from wikibot.game.actions import Shape, Verb, under, unlisted
from wikibot.game.problems import NotNow, Refused, Unclear
from wikibot.game.ruleset.implementations import Bears, How, Implementation
from wikibot.game.state import Pending, with_player
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook, deed, format_time, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# == frontier ======================================================================================

FRONTIER = "Frontier"
KIND = "snake or ladder"  # what the roll between the two is for
_LESS = NumberAt(FRONTIER, r"roll minus (\w+)")
_ENOUGH = NumberAt(FRONTIER, r"is (\w+) or greater")
_SIDES = NumberAt(FRONTIER, r"(\w+)-sided dic?e")
_SNAKE = NumberAt(FRONTIER, r"Snake \(result = (\w+)\)")
_FRONTIER_MINUTES = NumberAt(FRONTIER, r"(\w+) minutes have passed")


def unfinished(state: State, verb: str) -> Iterator[Pending]:
    """The orders of a verb (of one word) that wait."""
    return (each for each in state.pending if each.orders(verb))


def unfinished_move(state: State) -> Pending | None:
    """The movement roll of the player on turn that waits for something."""
    who = state.turn.player if state.turn else None
    return next((each for each in unfinished(state, "move") if each.player == who), None)


def waiting(state: State) -> Pending | None:
    """The movement roll of the present turn that waits for new territory."""
    return unfinished_move(state) if state.turn and state.turn.frontier else None


def began_there(state: State, turn: Turn) -> bool:
    """Whether the player on turn began it on the Frontier, or was moved down from it."""
    player = state.players.get(turn.player)
    space = player.space if player else None
    return isinstance(turn.start, int) and isinstance(space, int) and turn.start >= space


def keeps_turn(state: State) -> bool:
    """Whether the present turn goes on until new territory is explored."""
    return state.turn is not None and waiting(state) is not None and began_there(state, state.turn)


def refuse_while_waiting(act: Context, who: str = "") -> None:
    """Refuse to move a player between their movement roll on the Frontier and the exploration.

    ``who``: by default the acting player.
    """
    move = waiting(act.state)
    if move and move.player == (who or act.player):
        remedy = say("State the rolls that are missing with `explore -- ...`.")
        raise Refused("new territory has to be explored first", rule=FRONTIER, remedy=remedy)


def explore(act: Context, who: str, roll: int, result: int | None = None) -> None:
    """Add what a movement roll on the Frontier adds; the advance comes after it.

    ``result``: of a Number that is used in place of the roll between snake and ladder.
    """
    old = act.state.highest
    count = max(roll - act.book.derived(_LESS), 0)
    act.state = replace(act.state, highest=old + count)
    if count:
        added = say("{} to {}", old + 1, old + count) if count > 1 else f"{old + 1}"
        act.say("{} explores new territory: {}", who, added)
    if count >= act.book.derived(_ENOUGH) and in_play(act.book, board.SNEK):
        _add_feature(act, old, result)
    elif result is not None:
        raise Refused("so little new territory needs no roll for a snake or ladder", rule=FRONTIER)


def _add_feature(act: Context, old: int, result: int | None) -> None:
    sides = act.book.derived(_SIDES)
    if result is None:
        result = act.roll(1, sides, KIND)[0]
    elif not 1 <= result <= sides:
        raise Refused("a Number {} cannot stand for a roll of 1d{}", result, sides, rule=FRONTIER)
    kind = SNAKE if result == act.book.derived(_SNAKE) else LADDER
    new = act.pick(range(old + 1, act.state.highest + 1), f"the new space of the {kind}")
    there = {space: act.state.features.get(space, ()) for space in range(FIRST, old + 1)}
    free = [space for space, found in there.items() if not any(map(naming.paired, found))]
    if not free:
        act.say("no old space is without a snake or ladder, so no {} is added", kind)
        return
    board.add_pair(act, kind, act.pick(free, f"the old space of the {kind}"), new)


def refuse_others(act: Context, by: str | None, turn: Turn) -> None:
    """Refuse to let ``by`` explore in place of the player on turn before others may, or at all."""
    if by == turn.player or turn.frontier is None:
        return
    if not began_there(act.state, turn):
        why = say("{} did not begin the turn on the Frontier, so explores alone", turn.player)
        raise Refused(why, rule=FRONTIER)
    start = turn.frontier + timedelta(minutes=act.book.derived(_FRONTIER_MINUTES))
    if not is_over(start, act.now):
        raise Refused(
            "others may explore for {} from {} on", turn.player, format_time(start), rule=FRONTIER
        )


ON_FRONTIER = Section(
    __name__, (Implementation(FRONTIER, How.ASKS, waits="movement rolls on the Frontier"),)
)


# == turns =========================================================================================

SECTION = "Turns"
_HOURS = NumberAt(SECTION, r"(\w+) hours after it started")
_MINUTES = NumberAt(SECTION, r"(\w+) minutes have passed since")
_PING_HOURS = NumberAt(SECTION, r"(\w+) hours? to ping")
_PING_PRICE = NumberAt(SECTION, r"lose (\w+) poent")
_PING = regex(rf"(?:{naming.MARK}).*|\bping(?:s|ing)?\b(?P<name>.*)", re.IGNORECASE)
_AND_THEN = regex(r"(?:[\s,.;:!&–—-]|and\b|then\b)*", re.IGNORECASE)


# -- the order -------------------------------------------------------------------------------------


def order(state: State) -> tuple[str, ...]:
    """Who takes turns, in order."""
    return tuple(name for name, player in state.players.items() if player.space != GULAG)


def next_after(state: State, who: str) -> str | None:
    """Whose turn comes after a player's, maybe their own; None where no player takes turns."""
    every = list(state.players)
    at = every.index(who) + 1
    return next((name for name in every[at:] + every[:at] if name in order(state)), None)


def is_turn(state: State, who: str) -> bool:
    """Whether it is a player's turn."""
    return state.turn is not None and state.turn.player == who


def require_turn(act: Context, what: str, rule: str) -> Turn:
    """The acting player's own turn; refuse where it is another's."""
    in_play(act.book, SECTION)
    turn = act.state.turn
    if turn is None or turn.player != act.player:
        whose = say("it is {}'s turn", turn.player) if turn else say("no player takes turns now")
        raise NotNow("you can {} on your own turn only; {}", say(what), whose, rule=rule)
    return turn


def with_turn(act: Context, **values: object) -> None:
    """Note something about the present turn."""
    if act.state.turn:
        act.state = replace(act.state, turn=replace(act.state.turn, **values))


# -- time ------------------------------------------------------------------------------------------


def end_time(state: State, book: Rulebook) -> datetime | None:
    """When the present turn passes by itself; None where it does not."""
    turn = state.turn
    if turn is None or keeps_turn(state) or not settled(book, SECTION, _HOURS, _MINUTES):
        return None
    latest = turn.started + timedelta(hours=book.derived(_HOURS))
    after_message = timedelta(minutes=book.derived(_MINUTES))
    return latest if turn.acted is None else min(latest, turn.acted + after_message)


def finish_overdue(act: Context, who: str, by: str | None) -> None:
    """End a turn that would have passed but for new territory. ``by``: who writes."""
    turn = act.state.turn
    if turn is None or turn.player != who:
        return
    heard = replace(turn, acted=act.now) if by == who else turn
    end = end_time(replace(act.state, turn=heard), act.book)
    if end is not None and is_over(end, act.now):
        finish(act)


def begin(act: Context, who: str | None, time: datetime) -> None:
    """Make a player's turn begin; None: no player takes turns."""
    if who is None:
        act.state = replace(act.state, turn=None)
        return
    act.state = replace(act.state, turn=Turn(who, time, act.state.players[who].space))
    act.say("it is {}'s turn", who)


def finish(act: Context) -> None:
    """Have the present turn end as soon as the order at hand is done."""
    with_turn(act, over=True)


# -- pinging ---------------------------------------------------------------------------------------


def next_price(state: State, book: Rulebook) -> tuple[datetime, str] | None:
    """When a player pays for not having pinged, and who; while held, when that is put off."""
    if not book.is_held(SECTION) and not settled(book, SECTION, _PING_PRICE):
        return None
    return min(
        ((ping.by, p.name) for p in state.players.values() for ping in p.pings if ping.by),
        default=None,
    )


def price(act: Context, who: str) -> None:
    """Make a player pay for the ping that was due first and was not given."""
    player: Player = act.state.players[who]
    due = min((ping for ping in player.pings if ping.by), key=lambda ping: (ping.by, ping.whom))
    act.say("{} did not ping {} in time", who, due.whom)
    left = list(player.pings)
    left.remove(due)
    set_player(act, player.name, pings=tuple(left))
    possessions.change(act, who, -act.book.derived(_PING_PRICE))


def forget(state: State, whom: str) -> State:
    """The state in which no player owes a ping to one who is gone."""
    for player in state.players.values():
        state = with_player(state, _without_pings(player, whom))
    return state


def _without_pings(player: Player, whom: str) -> Player:
    left = tuple(ping for ping in player.pings if ping.whom != whom)
    return player if left == player.pings else replace(player, pings=left)


def ping(act: Context, text: str) -> None:
    """Ping the player whom a text names, or whom the acting player has to."""
    owed = tuple(dict.fromkeys(each.whom for each in act.me.pings))
    if not naming.bare(text) and not owed:
        raise Unclear(
            "no player is named, and there is none you have to ping", nearest="`ping NAME`"
        )
    if naming.bare(text):
        whom = naming.player_named(act, text)
    else:
        whom = act.choose("whom to ping", owed, rule=SECTION)
    act.say("{} pings {}", act.player, whom)
    settled = sum(each.whom == whom for each in act.me.pings)
    if settled:
        act.state = with_player(act.state, _without_pings(act.me, whom))
        act.say("in time, which saves {}", poents(settled * act.book.derived(_PING_PRICE)))


def _ping(act: Context) -> None:
    in_play(act.book, SECTION)
    ping(act, act.subject)


# -- ending ----------------------------------------------------------------------------------------


def _end(act: Context) -> None:
    act.book.require(SECTION)
    turn = require_turn(act, "end a turn", SECTION)
    if keeps_turn(act.state):
        refuse_while_waiting(act)
    following = next_after(act.state, act.player)
    if turn.acted and following and following != act.player:
        until = act.now + timedelta(hours=act.book.derived(_PING_HOURS))
        set_player(act, act.player, pings=(*act.me.pings, Ping(following, until)))
        act.say("{} has until {} to ping {}", act.player, format_time(until), following)
    finish(act)
    find = _PING.search if act.action.is_logged else _PING.match
    said = find(_AND_THEN.sub("", act.subject, count=1))
    if said:
        ping(act, said[0] if said["name"] is None else said["name"])
    elif act.subject.strip(" .!"):
        raise Unclear(
            "{!r} is not understood", act.subject, nearest="`end turn`, or `end turn, ping NAME`"
        )


ROLLING = deed("roll", may="die dice")  # to move, or out of Jail
_ENDED = "that's thats that is it for me with here i'm end of now i think"


def _slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    others = NamesSlot(tuple(name for name in state.players if name != player), ("player",))
    ended_for = deed(
        "turn done finished",
        "end ended finish finished conclude over done next up you're youre pass hand",
        may=f"{_ENDED} ping pinging your you it's its player is now on are",
        about=others,
    )
    return {"ended for": ended_for}


_ABOUT = "ends your turn; you may ping the next player in the same line"
_ENDING = (
    "{ended for} => end turn, ping {ended for}", "done|finished",
    "that's|thats|that (is) (it|all) (for) (me) turn",
    "that's|thats|that (is) it|all for|from me (next) (player|please|up)",
    "end|finish|conclude turn {other} go|next => end turn, ping {other}",
    "that's|thats (me|all|it) done|finished", "pass (the|my) turn|dice (on|along)",
    "pass|hand (the|my) dice (over|on) to {other} => end turn, ping {other}",
)  # fmt: skip
_PINGING = (
    "(gentle) ping|notify|poke|alert (goes) (out) (to|for) {other}",
    "{other} (it's|its|it) (is) (now) turn",
    "{other} you're|youre|you (are) up|next|on", "{other} (is|it's) (your) go|turn",
    "{other} it's|its|it (is) you",
)  # fmt: skip
VERBS = under(
    SECTION,
    Verb("end turn", "end turn[, ping NAME]", "end turn, ping Ann", _ABOUT, _end, Shape.TEXT,
         available=lambda act: is_turn(act.state, act.player),
         hints=("pass", "next", "done", "finish", "skip"), phrases=_ENDING,
         deeds=(deed("turn", "end ends over done finish complete conclude concludes pass does",
                     may=f"{_ENDED} this which next player"),)),
    Verb("end my turn", "end my turn", "end my turn", _ABOUT, _end, Shape.TEXT, available=unlisted),
    Verb("end", "end", "end", _ABOUT, _end, Shape.TEXT, available=unlisted),
    Verb("ping", "ping NAME", "ping Ann", "tells a player that their turn has come", _ping,
         Shape.TEXT, available=lambda act: bool(act.me.pings), phrases=_PINGING),
)  # fmt: skip


RULES = Section(
    __name__,
    (
        Implementation(SECTION, bears=Bears(verbs=("join", "leave", "rejoin")),
                       waits="the end of turns, pings that are due"),
    ),
    VERBS, slots=_slots,
)  # fmt: skip
