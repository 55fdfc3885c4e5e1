"""Ruleset section Movement: roll, select a way, leave, pass every space but the last, land.

Once a phase each player may move. All selections are collected before anything happens; then the spaces take their
effect in order. Decisions: a move that an item grants is not the once-a-phase move and does not use it up. A player
whose space is gone starts from the initial space. When a rule that bears on a move was reworded, the moves that it
bears on are held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.common.notation import DiceOf
from rules.common.phases import phase_end
from rules.cycle15 import combos, doubles, landing
from rules.cycle15.board.places import place
from rules.cycle15.path import RULE, kind_at, refuse_leftovers, select
from rules.cycle15.state import START, Move, State
from wikibot.game.act import Act
from wikibot.game.calendar import format_time
from wikibot.game.implementations import How, Implementation
from wikibot.game.problems import Refused
from wikibot.game.state import with_player
from wikibot.game.values import changed
from wikibot.game.verbs import Shape, Verb

MOVE = "move"
LABEL = "movement"
FILLERS = ("to", "space", "spaces", "then", "and", "via", "through")
IMPLEMENTS = (Implementation(RULE, How.ASKS, reads_numbers=True),)


@dataclass(frozen=True)
class Terms:
    """The terms of one move. ``count`` None: what the dice show. ``ignoring``: types treated as Blank."""

    count: int | None = None
    ignoring: tuple[str, ...] = ()


USUAL = Terms()


def _move(act: Act[State]) -> None:
    act.book.require(RULE, reads_numbers=True)
    if act.state.phase in act.me.moved:
        remedy = f"The next phase begins {format_time(phase_end(act))}."
        raise Refused("you have moved in this phase", rule=RULE, remedy=remedy)
    moved = tuple(phase for phase in act.me.moved if phase >= act.state.phase - 1)
    act.state = with_player(act.state, changed(act.me, moved=(*moved, act.state.phase)))
    carry_out(act, act.player)


def carry_out(act: Act[State], who: str, terms: Terms = USUAL) -> None:
    """Let a player move, from the roll to the landing; the acting player makes all choices."""
    faces = roll(act) if terms.count is None else ()
    count = sum(faces) if terms.count is None else terms.count
    start = act.state.players[who].location
    if start not in act.state.spaces:
        start = START
    way = select(act, start, count, terms.ignoring)
    act.state = changed(act.state, moves=(*act.state.moves, Move(who, act.now, faces, start, tuple(way.path))))
    act.say(" → ".join(map(str, (start, *way.path))))
    follow(act, who, way.path, terms.ignoring)
    doubles.reward(act, who, faces)
    combos.offer(act, who, faces)
    refuse_leftovers(act, way)


def roll(act: Act[State]) -> tuple[int, ...]:
    """The dice of a move."""
    dice = act.book.derived(DiceOf(RULE))
    return act.roll(dice.count, dice.sides, LABEL)


def follow(act: Act[State], who: str, path: Sequence[int], ignoring: Sequence[str] = ()) -> None:
    """Pass all spaces of a way but the last, in order, and land on the last. An empty way leads nowhere."""
    for space in path[:-1]:
        kind = kind_at(act, space, ignoring)
        if kind and kind.passing:
            place(act, who, space)  # nothing else looks at where the player is meanwhile
            kind.passing(act, who, space)
    if path:
        place(act, who, path[-1])
        landing.land(act, who, path[-1], ignoring)


VERBS = (
    Verb(MOVE, "move SPACE SPACE ...", "move 1 2 3 4 -- 2d4 (1, 3) = 4",
         "rolls, and takes you along the spaces you name (those without a choice may be left out)", _move, Shape.WORDS,
         available=lambda act: act.state.phase not in act.me.moved, fillers=FILLERS),
)  # fmt: skip
