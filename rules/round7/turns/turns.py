"""Ruleset section Turns: whose turn it is, when it ends, and the hour to ping the next player.

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
from collections.abc import Mapping
from datetime import datetime, timedelta

from rules.common.notation import NumberAt
from rules.common.players import set_player
from rules.common.proceedings import is_over
from rules.common.sections import Section, in_play, settled, unsettled
from rules.round7 import people
from rules.round7.items import poent
from rules.round7.items.poent import poents
from rules.round7.state import GULAG, Context, Ping, Player, State, Turn
from rules.round7.turns import frontier
from wikibot.game.problems import NotNow, Unclear
from wikibot.game.ruleset.implementations import Bears, Implementation
from wikibot.game.verbs import Shape, Verb, under, unlisted
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook, deed, format_time, replace, with_player
from wikibot.wikitext.messages import say

SECTION = "Turns"
_HOURS = NumberAt(SECTION, r"(\w+) hours after it started")
_MINUTES = NumberAt(SECTION, r"(\w+) minutes have passed since")
_PING_HOURS = NumberAt(SECTION, r"(\w+) hours? to ping")
_PING_PRICE = NumberAt(SECTION, r"lose (\w+) poent")
_PING = re.compile(rf"(?:{people.MARK}).*|\bping(?:s|ing)?\b(?P<name>.*)", re.IGNORECASE)
_AND_THEN = re.compile(r"(?:[\s,.;:!&–—-]|and\b|then\b)*", re.IGNORECASE)


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
        raise NotNow("you can {} on your own turn only; {}", what, whose, rule=rule)
    return turn


def with_turn(act: Context, **values: object) -> None:
    """Note something about the present turn."""
    if act.state.turn:
        act.state = replace(act.state, turn=replace(act.state.turn, **values))


# -- time ------------------------------------------------------------------------------------------


def end_time(state: State, book: Rulebook) -> datetime | None:
    """When the present turn passes by itself; None where it does not."""
    turn = state.turn
    if turn is None or frontier.keeps_turn(state) or not settled(book, SECTION, _HOURS, _MINUTES):
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


def owe_ping(act: Context, who: str, whom: str | None) -> None:
    """Give a player time to ping the next one."""
    if whom in (None, who):
        return
    until = act.now + timedelta(hours=act.book.derived(_PING_HOURS))
    player: Player = act.state.players[who]
    act.state = with_player(act.state, replace(player, pings=(*player.pings, Ping(whom, until))))
    act.say("{} has until {} to ping {}", who, format_time(until), whom)


def next_price(state: State, book: Rulebook) -> tuple[datetime, str] | None:
    """When a player pays for not having pinged, and who; while held, when that is put off."""
    if not unsettled(book, SECTION) and not settled(book, SECTION, _PING_PRICE):
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
    poent.change(act, who, -act.book.derived(_PING_PRICE))


def forget(state: State, whom: str) -> State:
    """The state in which no player owes a ping to one who is gone."""
    for player in state.players.values():
        state = with_player(state, _without_pings(player, whom))
    return state


def _without_pings(player: Player, whom: str) -> Player:
    """A player who owes another no ping."""
    left = tuple(ping for ping in player.pings if ping.whom != whom)
    return player if left == player.pings else replace(player, pings=left)


def ping(act: Context, text: str) -> None:
    """Ping the player whom a text names, or whom the acting player has to."""
    owed = tuple(dict.fromkeys(each.whom for each in act.me.pings))
    if not people.bare(text) and not owed:
        raise Unclear(
            "no player is named, and there is none you have to ping", nearest="`ping NAME`"
        )
    whom = (
        people.player_named(act, text)
        if people.bare(text)
        else act.choose("whom to ping", owed, rule=SECTION)
    )
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
    if frontier.keeps_turn(act.state):
        frontier.refuse_while_waiting(act)
    following = next_after(act.state, act.player)
    if turn.acted:
        owe_ping(act, act.player, following)
    finish(act)
    find = _PING.search if act.action.is_logged else _PING.match
    said = find(_AND_THEN.sub("", act.subject, count=1))
    if said:
        ping(act, said[0] if said["name"] is None else said["name"])
    elif act.subject.strip(" .!"):
        raise Unclear(
            "{!r} is not understood", act.subject, nearest="`end turn`, or `end turn, ping NAME`"
        )


def _mine(act: Context) -> bool:
    return is_turn(act.state, act.player)


ROLLING = deed("roll", may="die dice")  # to move, or out of Jail
_ENDED = "that's thats that is it for me with here i'm end of now i think"


def _slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    others = NamesSlot(tuple(name for name in state.players if name != player), ("player",))
    ended_for = deed(
        "turn done finished",
        "end ending ended over done finished next up you're pass passing hand handing",
        may=f"{_ENDED} ping pinging your you it's its player is now",
        about=others,
    )
    return {"ended for": ended_for}


_ABOUT = "ends your turn; you may ping the next player in the same line"
_END, _PINGS = "end|finish|conclude", "=> end turn, ping {other}"
_ENDING = (
    "{ended for} => end turn, ping {ended for}",
    "done|finished",
    "that's|thats|that (is) (it|all) (for) (me) turn",
    "that's|thats|that (is) it|all for|from me",
    "that's|thats|that (is) it|all for|from me next (player|please|up)",
    "that's|thats (me|all|it) done|finished",
    "pass (the|my) turn|dice (on|along)",
    "pass|hand (over) (the|my) turn|dice (over|on) to {other} => end turn, ping {other}",
    f"{_END} turn (and) (ping|pinging) {{other}} {_PINGS}",
    f"{_END} turn {{other}} go|next {_PINGS}",
    f"{_END} turn {{other}} (it's|its|it) (is) (now) turn {_PINGS}",
    f"{_END} turn {{other}} you're|youre|you (are) up|next|on {_PINGS}",
)
_PINGING = (
    "ping|notify|poke|alert {other}",
    "{other} (it's|its|it) (is) (now) turn",
    "{other} you're|youre|you (are) up|next|on",
)
VERBS = under(
    SECTION,
    Verb("end turn", "end turn[, ping NAME]", "end turn, ping Ann", _ABOUT, _end, Shape.TEXT,
         available=_mine, hints=("pass", "next", "done", "finish", "skip"), phrases=_ENDING,
         deeds=(deed("turn", "end over done finish complete conclude pass", may=_ENDED),)),
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
