"""Ruleset section Movement, its end: rolls by other players, and moves that were incomplete.

Decisions: the bot plays no move before everything for it is there, so a move can be incomplete only
where people wrote it. A steward says so; the move of this phase is negated: what it brought is
taken back, its player stands where it began and may move anew. Where something of it cannot be
taken back, as it changed again since, the steward sees to that with ``correct``, and negates place
and right to move alone (``anyway``). Where several moves of theirs are on record and none says that
it was the one of the phase, which of them it was is for the steward to say. After the phase that
follows it an error counts no more, and neither does this verb.
"""

from __future__ import annotations

import re

from rules.common.notation import Says
from rules.common.sections import CLOCK, PHASE, Section
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.belongings.status_effects import without_changes_of_roll
from rules.cycle15.board.categories import LABEL
from rules.cycle15.board.spaces import place
from rules.cycle15.board.types import TYPES
from rules.cycle15.moves import taking_back
from rules.cycle15.moves.path import RULE
from rules.cycle15.state import Context, Move, State
from wikibot.sdk import Pending, Refused, Rulebook, Shape, Verb, replace, with_player
from wikibot.wikitext.messages import say

NEGATE = "negate move of"
AMENDS = "Time Bean Chili"
ANYWAY = " anyway"
_LABELS = (*(kind.rolls for kind in TYPES if kind.rolls), LABEL, f"next {LABEL}")
_OF_SPACES = re.compile(rf"a roll of \S+ for (?:{'|'.join(map(re.escape, _LABELS))})\b")


# An earlier ruleset says neither:
_ANY_PLAYER, _INCOMPLETE = Says(RULE, "any player may perform"), Says(RULE, "incomplete move")


def others_may_roll(pending: Pending, book: Rulebook) -> bool:
    """Whether any player may make the roll that an order waits for: what a move's spaces roll."""
    return book.derived(_ANY_PLAYER) and _OF_SPACES.match(pending.asks) is not None


def _negate(act: Context) -> None:
    act.book.require(RULE)
    if not act.book.derived(_INCOMPLETE):
        why = say("the ruleset page knows no incomplete moves")
        raise Refused(why, rule=RULE, remedy="Correct the state instead.")
    anyway = act.subject.casefold().endswith(ANYWAY) and act.subject not in act.state.players
    who = act.subject[: -len(ANYWAY)] if anyway else act.subject
    name = act.resolve(who, tuple(act.state.players), "player")
    moved, phase = act.state.players[name].moved, act.state.phase
    move = _of_this_phase(act.state, name)
    if phase not in moved or phase - 1 not in moved or not move:
        raise Refused("{} did not move both in this phase and in the last", name, rule=RULE)
    if anyway:
        place(act, name, move.leaves)
        others = tuple(each for each in act.state.moves if each is not move)
        act.state = replace(act.state, moves=others)
    else:
        _take_back(act, move)
    before = tuple(each for each in moved if each != phase)
    act.state = with_player(act.state, replace(act.state.players[name], moved=before))
    act.say("the move of {} from {} is negated", name, move.leaves)
    grant(act, name, AMENDS)


def _of_this_phase(state: State, name: str) -> Move | None:
    """The one move a phase that a player made, as far as the record can tell."""
    mine = [move for move in state.moves if move.player == name]
    regular = [move for move in mine if move.regular] or mine
    if len(regular) > 1:
        remedy = say("Take back the right one with `undo` or `correct`, and add ")
        remedy += f"`correct {name} gains 1 {AMENDS}`."
        raise Refused(
            "{} has moved {} times in this phase", name, len(mine), rule=RULE, remedy=remedy
        )
    return regular[0] if regular else None


def _take_back(act: Context, move: Move) -> None:
    before = act.state
    try:
        taking_back.take_back(act, move)
        taking_back.refuse_debts(act, before, move)
    except taking_back.Changed as why:
        remedy = say(
            "Take back with `correct` what it brought, then `{} {}{}`.", NEGATE, move.player, ANYWAY
        )
        what = say("what the move of {} brought cannot be taken back: {}", move.player, why)
        raise Refused(what, remedy=remedy) from None
    act.state = without_changes_of_roll(act.state, move.player)
    act.say("taken back: {}", "; ".join(move.brought))


def _any_incomplete(act: Context) -> bool:
    """Whether any player moved in this phase and in the last, so the first may be incomplete."""
    moved = (player.moved for player in act.state.players.values())
    return act.book.derived(_INCOMPLETE) and any(
        {act.state.phase, act.state.phase - 1} <= {*phases} for phases in moved
    )


RULES = Section(
    verbs=(
    Verb(NEGATE, "negate move of PLAYER [anyway]", "negate move of Bob",
         "takes back a move after an incomplete one (stewards)", _negate, Shape.SUBJECT,
         players_only=False,
         available=_any_incomplete, stewards_only=True, inputs=("negate move of {other}",),
         needs=(CLOCK, PHASE)),
    ),
)  # fmt: skip
