"""What Cycle 15's own rules have happen where the words of an item say so: moves, the beam, rules.

Decisions: who "moves again" makes a move like that of a Time Bean Chili, beside the one a phase.
What is added to the next roll bears on the next roll of movement. The effect of landing on a type
happens where the player is. A text that is appended to a rule waits as an amendment.
"""

from __future__ import annotations

from typing import Any

from rules.cycle15.belongings.amendments import append_rule
from rules.cycle15.belongings.effect import NEXT_COUNT, NEXT_PLUS, Effect
from rules.cycle15.belongings.status_effects import change_next, give_effect
from rules.cycle15.board.space_types import crystal_beam
from rules.cycle15.board.types import types_in_force
from rules.cycle15.items.item import in_use, unit_of
from rules.cycle15.moves.movement import Terms, carry_out
from rules.cycle15.state import Context
from rules.plain import tree
from wikibot.game.engine.orders import split_words
from wikibot.game.ruleset.renamed import hold_renamed
from wikibot.sdk import Held, Rulebook, integer

BEAM = "Beam"
_USUAL = (
    "discard this", "until the phase ends", "move again", "next move", "next roll", "land on",
    "amend",
)  # fmt: skip


def deeds(book: Rulebook) -> tuple[str, ...]:
    """What the rules of the page know."""
    has_beam = book.has(crystal_beam.SECTION) and book.variant(crystal_beam.SECTION) == "late"
    return (*_USUAL, f"target with {BEAM}") if has_beam else _USUAL


def carry_out_deed(act: Context, effect: Any, name: str, number: int | None) -> None:
    """Carry out an effect of ``rules.plain.meaning.coded`` for a player or a space."""
    if isinstance(effect, tree.MoveAgain):
        _move_again(act, name, number, led=effect.led)
    elif isinstance(effect, tree.NextMove):
        _mark(act, name, Effect(NEXT_COUNT, number))
    elif isinstance(effect, tree.NextRoll):
        more = Effect(NEXT_PLUS, -(number or 0) if effect.minus else number)
        act.state = change_next(act.state, name, more)
        act.say(f"{name}: {more}")
    elif isinstance(effect, tree.BecomeFor):
        _mark(act, name, Effect(effect.name.casefold(), phase=act.state.phase))
    elif isinstance(effect, tree.LandOn):
        _land(act, name, effect.kind)
    elif isinstance(effect, tree.Target):
        act.book.require(crystal_beam.SECTION)
        crystal_beam.target(act, integer(name))
    elif isinstance(effect, tree.Amend):
        append_rule(act, effect.title, effect.text, in_use(act))


def _move_again(act: Context, name: str, count: int | None, *, led: bool) -> None:
    if name != act.player and not led:
        why = f"{name} would choose the way, and only the writer of a line is asked"
        raise Held(unit_of(in_use(act)), why)
    act.split_answers(split_words)
    carry_out(act, name, Terms(count=count, by=act.player if led else ""))


def _mark(act: Context, name: str, effect: Effect) -> None:
    act.state = give_effect(act.state, name, effect)
    act.say(f"{name}: {effect}")


def _land(act: Context, name: str, kind: str) -> None:
    found = act.book.derived(types_in_force).get(kind)
    if found and found.landing:
        found.landing(act, name, act.state.players[name].location)
    elif not found:
        hold_renamed(act.book, kind)
        act.book.require(kind)
