"""A move of this phase, made again with another roll: from its start, by the same selections.

What it brought is taken back, and its way is walked anew, as far as the new roll goes; what passing
and landing bring then happens. Further selections are its own player's: where another player
changed the roll, that player's move waits for them (``walk again``) until the phase ends, and is
not made before they are there. Decisions: what cannot be taken back, as it changed again since, is
for a steward to rule on. A player who was moved by another makes these selections, and the choices
that arise anew, themselves.
"""

from __future__ import annotations

from msgspec import Struct

from rules.common.sections import Section
from rules.cycle15.belongings.status_effects import end_effects, give_effect
from rules.cycle15.moves import taking_back
from rules.cycle15.moves.delegated_choices import choices, leave_to
from rules.cycle15.moves.movement import Terms, carry_out
from rules.cycle15.moves.path import RULE
from rules.cycle15.state import WALKS, WALKS_REGULAR, Context, Effect, Move, State
from wikibot.game.engine.orders import Order
from wikibot.game.problems import Missing, MissingRoll
from wikibot.sdk import Held, Refused, Shape, Verb, replace
from wikibot.wikitext.messages import say

WALK = "walk again"
_AGAIN = (WALKS, WALKS_REGULAR)


class Again(Struct, frozen=True):
    """One move whose roll ``unit``, an item of the ruleset, changes: an effect says so."""

    act: Context
    move: Move
    unit: str

    def run(self, after: State) -> None:
        """Make it again. ``after``: the state with the roll changed and the move taken back."""
        act, move, before = self.act, self.move, self.act.state
        if act.answers_left and move.player != act.player:
            why = say("the choices of that move are {}'s", move.player)
            raise Refused(why, rule=RULE, remedy="Leave them out.")
        made, selected = len(act.supply.made), bool(act.answers_left)
        act.state = after
        try:
            with choices(act, of_another=move.player != act.player):
                carry_out(act, move.player, _terms(move))
            taking_back.refuse_debts(act, before, move)
        except Missing as missing:
            if move.player == act.player or isinstance(missing, MissingRoll):
                raise
            act.state = after
            self._wait(before, missing.asks, made)
        except Refused as refused:
            if selected:
                raise
            raise self._held(refused.text) from None
        except taking_back.Changed as why:
            raise self._held(str(why)) from None
        else:
            self._put_in_place(before)

    def taken_back(self) -> State:
        """The state without what the move brought."""
        act, before = self.act, self.act.state
        try:
            taking_back.take_back(act, self.move)
        except taking_back.Changed as why:
            raise self._held(str(why)) from None
        after, act.state = act.state, before
        return after

    def _held(self, why: str) -> Held:
        return Held(self.unit, "the move of {} cannot be made again: {}", self.move.player, why)

    def _wait(self, before: State, asks: str, made: int) -> None:
        """Leave the move to its player, who has selections to make."""
        act, name = self.act, self.move.player
        try:
            taking_back.refuse_debts(act, before, self.move)
        except taking_back.Changed as why:
            raise self._held(str(why)) from None
        act.state = give_effect(act.state, name, _mark(self.move, act.state.phase))
        act.say("the move is taken back")
        act.leave_rolls(made, name, WALK)
        leave_to(act, name, str(Order(RULES.verbs[0])), asks)

    def _put_in_place(self, before: State) -> None:
        """Let the move stand among the others where it stood."""
        moves = list(self.act.state.moves)
        moves.insert(before.moves.index(self.move), moves.pop())
        self.act.state = replace(self.act.state, moves=tuple(moves))


def _terms(move: Move) -> Terms:
    return Terms(regular=bool(move.regular), again=move)


# -- a move that waits for its player --------------------------------------------------------------


def _mark(move: Move, phase: int) -> Effect:
    kind = WALKS_REGULAR if move.regular else WALKS
    return Effect(kind, (move.faces, move.added, move.path), phase)


def _walk(act: Context) -> None:
    mark = next((each for each in act.me.effects if each.kind in _AGAIN), None)
    if mark is None:
        raise Refused("no move of yours was taken back", rule=RULE)
    faces, plus, path = mark.value
    act.state = end_effects(act.state, act.player, mark)
    regular = mark.kind == WALKS_REGULAR
    move = Move(act.player, act.now, faces, act.me.location, path, regular, plus)
    carry_out(act, act.player, _terms(move))


RULES = Section(
    verbs=(
    Verb(WALK, "walk again SPACE ...", "walk again 5",
         "goes on with a move of yours whose roll another player changed",
         _walk, Shape.WORDS,
         available=lambda act: any(each.kind in _AGAIN for each in act.me.effects),
         inputs=("walk again[ <{space}> ...]",)),
    ),
    after_action=taking_back.note_taken_up,
)  # fmt: skip
