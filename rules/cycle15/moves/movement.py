"""Ruleset sections Movement and Doubles: roll, select a way, pass every space but the last, land.

Once a phase each player may move. All selections are collected before anything happens; then the
spaces take their effect in order. Decisions: a move that an item grants is not the once-a-phase
move and does not use it up. To move directly to a space is a one-space move: the player leaves and
lands, and has moved in the phase. A player whose space is gone starts from the initial space. For
doubles there is one item, however many dice agree. When a rule that bears on a move was reworded,
the moves that it bears on are held.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.common.notation import DiceOf
from rules.common.phases import phase_end
from rules.common.sections import CLOCK, PHASE, Section, in_play
from rules.cycle15 import party, upgrades, winning
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.belongings.status_effects import Bearing, take_next
from rules.cycle15.board.spaces import place, where
from rules.cycle15.board.types import quiet_types
from rules.cycle15.moves import companions, delegated_choices, landing, taking_back
from rules.cycle15.moves.path import RULE, kind_at, refuse_leftovers, refuse_strangers, select
from rules.cycle15.state import Context, Move, State
from wikibot.game.calendar import format_time
from wikibot.game.problems import NotNow
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.state import with_player
from wikibot.game.verbs import Shape, Verb, under
from wikibot.wikitext.messages import say

MOVE, LABEL = "move", "movement"
DOUBLES, FOR_DOUBLES = "Doubles", "Time Bean Chili"
FILLERS = ("to", "space", "spaces", "then", "and", "via", "through")


class Terms(Struct, frozen=True):
    """The terms of one move.

    ``count`` None: what the dice show. ``alone``: no hitched player may be brought along.
    ``regular``: it is the one of the phase. ``by``: who makes the choices that arise from it, where
    that is another player. ``again``: a move that was taken back and is made again, with its dice
    and as far as it went.
    """

    count: int | None = None
    alone: bool = False
    regular: bool = False
    by: str = ""
    again: Move | None = None


USUAL, REGULAR = Terms(), Terms(regular=True)
_GOING = "move|go|walk|travel|advance|head|run|step|proceed|journey|hop|wander|race|dash|drive|"
_GOING += "mv|stroll|march|stride|trot|skip|leap|jog|sail|climb|cross|wend|venture|saunter"
_MAKING = "commence|begin|start|make|take|do|perform|complete|declare"
_STEPS = "steps"  # which no order has: so many were not rolled
_MOVING = (
    (
        f"!{_GOING} (forward|ahead|on) (by) {{rolled}} spaces|steps|squares|fields|places "
        "(forward|ahead|on) => move"
    ),
    f"!{_GOING} {{misrolled}} spaces|steps|squares|fields|places => move {{misrolled}} {_STEPS}",
    f"{_GOING} (forward|ahead|on|along|over|through|from|to|onto|way) {{path}}",
    f"{_GOING} (by) {{rolled}} (spaces|steps) (and) (land) to|on|onto {{path}} => move {{path}}",
    f"!move|moving|go|going again (to|along) {{path}} => use {FOR_DOUBLES}: {{path}}",
    f"{_GOING} (to) {{space}} via|through|over|past {{path}} => move {{path}} {{space}}",
    (
        f"{_GOING} {{path}} and|to hit|visit|land|reach|end|enter (up) (on|at|in) (the) {{type}} "
        "=> move {path}"
    ),
    f"{_MAKING} (my|the|a|this) (phase's) move|movement (to|along|through|via|over) {{path}}",
    f"{_MAKING} (my|the|a|this) (phase's) move|movement",
    "roll (the) (dice) (for|and|to) (my|the) (move|movement|go)",
    "roll (the) (dice) (for|and|to) (my|the) (move|movement|go) {path}",
    "roll (and) (move)",
    "my move|movement|path|route|way (is|goes) {path}",
    "movement|path|route (is) {path}",
    "movement",
    "{shown way}",
    "off|onward|onwards|forward|along|up to {path}",
    "take|bring|lead|carry me to|along|over|through|onto {path}",
    "stop|land|end|arrive|finish (up) on|at|in {path}",
    "take|begin|start|do (my|the) turn",
    "take|begin|start|do (my|the) turn {path}",
    "my turn {path}",
)
DICE = DiceOf(RULE)
UNBURDENED = Bearing(0)


def _move(act: Context) -> None:
    phase, moved = act.state.phase, act.me.moved
    if phase in moved:
        remedy = say("The next phase begins {}.", format_time(phase_end(act)))
        raise NotNow("you have moved in this phase", rule=RULE, remedy=remedy)
    refuse_strangers(act)
    moved = (*[each for each in moved if each >= phase - 1], phase)
    act.state = with_player(act.state, replace(act.me, moved=moved))
    carry_out(act, act.player, REGULAR)


def carry_out(act: Context, who: str, terms: Terms = USUAL) -> None:
    """Let a player move, from the roll to the landing; the acting player makes all choices."""
    act.book.require(RULE)
    before, again = act.state, terms.again
    faces = again.faces if again else DICE.roll(act, LABEL) if terms.count is None else ()
    plus = again.added if again else upgrades.additions(act, who)
    bearing = take_next(act, who, (sum(faces) if terms.count is None else terms.count) + plus)
    start = where(act.state, who)
    way = select(act, start, bearing.count, bearing.ignoring, again.path if again else ())
    time = again.time if again else act.now
    move = Move(who, time, faces, start, tuple(way.path), terms.regular, plus)
    _set_out(act, move)
    follow(act, who, way.path, bearing)
    _reward_doubles(act, who, faces)
    if not terms.alone:
        companions.after_move(act, who, len(way.path))
    if terms.by and terms.by != who:
        delegated_choices.hand_over(act, before, who, terms.by)
    party.offer_combos(act, who, faces)
    _note(act, move, before)
    refuse_leftovers(act, way)


def direct(act: Context, who: str, space: int) -> None:
    """Let a player move directly to a space, the only one of the move: no roll, nothing passed."""
    act.book.require(RULE)
    before, move = act.state, Move(who, act.now, (), where(act.state, who), (space,), regular=False)
    _set_out(act, move)
    follow(act, who, (space,))
    _note(act, move, before)


def _set_out(act: Context, move: Move) -> None:
    act.state = replace(act.state, moves=(*act.state.moves, move))
    way = " → ".join(map(str, (move.leaves, *move.path)))
    act.say(way if move.player == act.player else f"{move.player}: {way}")
    companions.team_up(act, move.player)


def _note(act: Context, move: Move, before: State) -> None:
    """Note with a move what it brought."""
    noted = taking_back.noted(act, move, before)
    act.state = replace(
        act.state, moves=tuple([noted if each is move else each for each in act.state.moves])
    )


def follow(act: Context, who: str, path: Sequence[int], bearing: Bearing = UNBURDENED) -> None:
    """Pass all spaces of a way but the last, in order, and land on the last, if there is any."""
    beside = companions.when_passing(act, who, bearing)
    quiet = act.book.derived(quiet_types) if not bearing.ignoring else ()
    for space in path[:-1]:
        if act.state.spaces[space].type not in quiet:
            _pass(act, who, space, bearing.ignoring)
        for effect in beside:
            effect(act, who, space)
    if path:
        place(act, who, path[-1])
        landing.land(act, who, path[-1], bearing.ignoring)
        companions.after_landing(act, who, path[-1])


def _pass(act: Context, who: str, space: int, ignoring: Sequence[str]) -> None:
    """Let a space do to a player what it does to all who pass it."""
    kind = kind_at(act, space, ignoring)
    if kind.passing:
        place(act, who, space)  # nothing else looks at where the player is meanwhile
        kind.passing(act, who, space)
        winning.check(act)


def _reward_doubles(act: Context, who: str, faces: Sequence[int]) -> None:
    if len(dict.fromkeys(faces)) < len(faces) and in_play(act.book, DOUBLES):
        grant(act, who, FOR_DOUBLES, 1, "for doubles")


RULES = Section(
    __name__,
    (
        Implementation(RULE, How.ASKS, people="whether a move was in error or incomplete"),
        Implementation(DOUBLES, waits="moves with doubles",
                       says="a player who rolls a number several times when moving gains an item"),
    ),
    under(
        RULE,
        Verb(MOVE, "move SPACE SPACE ...", "move 1 2 3 4 -- 2d4 (1, 3) = 4",
             "rolls, and takes you along the spaces you name (those without a choice may be left "
             "out)", _move, Shape.WORDS,
             available=lambda act: act.state.phase not in act.me.moved, fillers=FILLERS,
             hints=("roll", "go", "walk"), phrases=_MOVING, inputs=("move[ <{space}> ...]",),
             needs=(CLOCK, PHASE)),
    ),
)  # fmt: skip
