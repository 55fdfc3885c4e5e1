"""Ruleset section Leaving, and becoming a player (which Turns and Poent speak of).

A newcomer comes last in the order of turns; the first one's turn begins at once, and with it the
game. Decisions: newcomers are placed on the lowest space without a move. A player who leaves on
their turn hands it to the next player; what they own is destroyed, their bank account too, but
their houses stay and take nothing any more. A player who left may come back at any time, without
poents.
"""

from __future__ import annotations

import re

from rules.common import players as common
from rules.common.players import LEAVING
from rules.common.sections import Section
from rules.common.trading import depart
from rules.round7 import police, possessions, towns, turns
from rules.round7.possessions import OwnedNumbers
from rules.round7.state import FIRST, GULAG, Context, Player
from wikibot.sdk import Implementation, Shape, Unclear, Verb, replace

SECTION = "Leaving"
_WHAT = re.compile(r"(?:the )?(?:game)?|(?:the )?(?P<gulag>gulag)", re.IGNORECASE)


def _join(act: Context) -> None:
    if act.player and act.me.space == GULAG:
        police.rejoin(act)
        return
    name, account = common.newcomer(act, rule=turns.SECTION, at_once=True)
    owner = account or name
    first_time = all(owner != each.owner for each in act.state.former)
    start = possessions.first_poents(act) if first_time else 0
    newcomer = Player(name, account, act.now, space=FIRST, poents=start)
    former, began = act.state.former, None if act.state.players else act.now
    act.state = replace(
        common.enter(act.state, newcomer), former=former, started=act.state.started or began
    )
    act.say("{} joins on {} with {}", name, FIRST, possessions.poents(start))
    if act.state.turn is None:
        turns.begin(act, name, act.now)


def _leave(act: Context) -> None:
    what = _WHAT.fullmatch(act.subject.strip(" .!"))
    if not what:
        raise Unclear(
            "{!r} is not understood", act.subject, nearest="`leave`, `leave town TOWN`, `rejoin`"
        )
    if what["gulag"]:
        police.rejoin(act)
        return
    act.book.require(SECTION)
    if not common.really_leaves(act, _owned(act)):
        return
    who = act.player
    following = turns.next_after(act.state, who)
    on_turn = turns.is_turn(act.state, who)
    act.state = towns.without_person(turns.forget(act.state, who), who)
    act.say("{} leaves", who)
    depart(act, who)
    if on_turn:
        turns.begin(act, None if following == who else following, act.now)


def _owned(act: Context) -> tuple[str, ...]:
    """What the player would lose, in words."""
    me: Player = act.me
    worth = [possessions.poents(me.poents)] if me.poents > 0 else []
    worth += [f"{possessions.poents(me.bank)} in the Bank"] if me.bank > 0 else []
    worth += [f"{me.vp} VP"] if me.vp > 0 else []
    numbers = OwnedNumbers(me.numbers, me.immutable).items
    towns_led = (f"the lead of {name}" for name in towns.led_by(act.state, act.player))
    return (*worth, *common.owned(me.items), *common.owned(numbers), *towns_led)


VERBS = (
    common.join_verb(_join, at_once=True),
    Verb("leave", "leave", "leave", "you stop being a player", _leave, Shape.SUBJECT,
         phrases=LEAVING),
)  # fmt: skip


RULES = Section(
    __name__, (Implementation(SECTION, says="a player may leave the game", waits="`leave`"),),
    VERBS,
)  # fmt: skip
