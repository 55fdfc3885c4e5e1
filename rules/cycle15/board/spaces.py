"""Ruleset sections Board, Spaces and Connections Between Spaces: what holds at any time, whatever happened.

Space 0 exists; sets of successors hold spaces only; a player whose space is gone is on the initial
space. Decisions: what a page says otherwise is put right when somebody's action or time next
changes something, not upon reading, so that people can write a board row by row, by hand or with
``correct``; until then nothing follows from it. A space that is created comes without predecessors,
whatever sets named its identifier before.
"""

from __future__ import annotations

from rules.cycle15.board.connections import clean
from rules.cycle15.board.places import place
from rules.cycle15.state import START, State, with_start
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import Bears, Implementation
from wikibot.game.state import replace

ON_SPACES = Bears(changes=("locations", "spaces"))
IMPLEMENTS = (
    Implementation("Board", bears=Bears(changes=("locations",))),
    Implementation("Spaces", bears=ON_SPACES),
    Implementation("Connections Between Spaces", bears=ON_SPACES),
)


def keep_whole(act: ActionContext[State]) -> None:
    """Put the board in order: after it or a player changed, and whenever something happens by itself."""
    by_itself = act.order is None
    if act.state.spaces is not act.before.spaces or by_itself:
        act.state = replace(act.state, spaces=with_start(act.state.spaces))
        act.state = clean(act.state, act.book)
    spaces = act.state.spaces
    if spaces is act.before.spaces and act.state.players is act.before.players and not by_itself:
        return  # a log leads to the same state, also where a line counts in it that was not played
    for name, player in act.state.players.items():
        if player.location not in spaces:
            place(act, name, START)
            act.say(f"{name} was on {player.location}, which is not a space, and is now at {START}")
