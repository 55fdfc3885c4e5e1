"""What a move brought can be taken back: the state is then as if it had not been made."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cycle15 import GAME, taking_back
from rules.cycle15.state import Move, State
from tests.examples import some
from tests.rules.any_game import MONDAY, Sometimes
from tests.rules.cycle15.test_any_lines import BOOKS, any_state
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.standing_rolls import Stated
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, with_player


def moved(random: Random, engine: Engine[State], state: State, *, taken_up: bool) -> State | None:
    """The state after Ann's move and, if wanted, what it offers her;
    None where she cannot move there.
    """
    line, verdict = "move", None
    for number in range(30):
        action = Action(
            ActionId(1, number, 0), MONDAY + timedelta(seconds=number), "Ann", line, by_name=True
        )
        played = engine.play(state, [action])
        state, verdict = played.state, played.outcomes[0].verdict
        if verdict is Verdict.NEEDS:
            asks = next(
                p.asks for p in state.pending if p.player == "Ann" and p.kind is Kind.ACTION
            )
            options = asks.partition(": ")[2].split(", ")
            line = f"choose {random.choice(options)}" if options != [""] else line
        elif verdict is not Verdict.DONE:
            return None
        elif taken_up:
            offers = [p.text for p in state.pending if p.player == "Ann" and p.kind is Kind.OFFER]
            line, taken_up = (offers[0] if offers else "help"), False
        else:
            return state
    return None


def told_apart(state: State) -> dict[str, Any]:
    """What a move can change, in a form that knows no order but that of spaces."""
    people = {
        name: (each.location, {**each.items}, Counter(each.effects))
        for name, each in state.players.items()
    }
    waits = Counter((each.player, each.kind, each.text) for each in state.pending)
    return {"people": people, "spaces": state.spaces, "wheel": state.wheel_rotation or 0,
            "party": state.party,
            "waits": waits, "moves": state.moves}  # fmt: skip


def board(random: Random, book: Rulebook) -> State:
    """Any board, with players on whom something lasts;
    nobody owns what destroys other items at once.
    """
    state = any_state(random, book)
    for player in state.players.values():
        items = {item: count for item, count in player.items.items() if item != "Archgarbage"}
        state = with_player(state, replace(player, items=items))
    spaces = {
        each.id: replace(each, successors=tuple(to for to in each.successors if to in state.spaces))
        for each in state.spaces.values()
    }
    return replace(state, wheel_rotation=random.randint(0, 39), spaces=spaces)


@pytest.mark.parametrize("taken_up", [False, True])
@pytest.mark.parametrize("rules", ["late", "early"])
@some
@given(seed=st.integers(0, 10**9))
def test_a_move_that_is_taken_back_leaves_nothing(rules: str, seed: int, *, taken_up: bool) -> None:
    """Whatever the board, what lasts on the players and what was taken up:
    everything is where it was before.
    """
    random, book = Random(seed), BOOKS[rules]
    for _ in range(10):
        start = board(random, book)
        after = moved(random, Engine(GAME, book, Sometimes(random)), start, taken_up=taken_up)
        move = next((each for each in after.moves if each.player == "Ann"), None) if after else None
        if after and move and not after.winners and "Archgarbage" not in str(move.brought):
            act = ActionContext(
                GAME, book, after, Action(ActionId(0, 0, 0), after.now, "", ""), None, "", Stated()
            )
            taking_back.take_back(act, move)

            assert told_apart(act.state) == told_apart(start)


def test_what_is_not_on_record_is_not_taken_back() -> None:
    """A move that people wrote down without what it brought is left to them."""
    state = State(MONDAY, moves=(Move("Ann", MONDAY, (1, 2), 0, (1, 2, 3)),))
    act = ActionContext(
        GAME, BOOKS["late"], state, Action(ActionId(0, 0, 0), MONDAY, "", ""), None, "", Stated()
    )

    with pytest.raises(taking_back.Changed, match="not on record"):
        taking_back.take_back(act, state.moves[0])
