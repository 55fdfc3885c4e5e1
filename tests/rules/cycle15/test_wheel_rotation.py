"""The wheel's formulas, as the page lists them."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cycle15 import GAME, taking_back
from rules.cycle15.spaces import Connection, missing, wheel
from rules.cycle15.state import Move, Space, State
from tests.examples import some
from tests.rules.any_game import MONDAY, Sometimes
from tests.rules.cycle15.test_any_lines import BOOKS, any_state
from tests.rules.reworded import play_of
from tests.rules.rulesets import pins_of
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.standing_rolls import Stated
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.state import Kind, with_player
from wikibot.stewards.accept import Origin, accept

NOW = datetime(2024, 1, 1, tzinfo=UTC)


def connection(line: str) -> Connection:
    """The connection that one line of the list spells."""
    page = (
        f"=== Wheel Rotation ===\n\nIt turns from 0 to 19: below, 20 is added; above, 20 is taken "
        f"off.\n\n* {line}\n"
    )
    return wheel(read_rulebook(page)).connections[0]


@pytest.mark.parametrize(
    ("line", "rotation", "pair"),
    [
        ("Space 71 precedes space WR", 8, (71, 8)),
        ("Space 72 follows space (WR+6) mod 20", 8, (14, 72)),
        ("Space 72 succeeds space (WR+6) mod 20.", 17, (3, 72)),
        ("Space -71 follows space -WR", 8, (-8, -71)),
        ("Space -72 precedes space (-WR+6) mod 20", 4, (-72, 2)),
        ("Space -72 precedes space (-WR+6) mod 20.", 17, (-72, 9)),
        ("Space 7 follows space (WR - 3) mod 20", 1, (18, 7)),
    ],
)
def test_a_formula_gives_a_space_and_its_successor(
    line: str, rotation: int, pair: tuple[int, int]
) -> None:
    """``mod`` gives a number from 0 on, also where what stands before it is negative."""
    assert connection(line).at(rotation) == pair


def test_the_steps_of_a_turn_stand_in_the_section() -> None:
    """Another size of wheel needs no change but on the page."""
    page = (
        "=== Wheel Rotation ===\n\nIt turns from 0 to 11: below, 12 is added; above, 12 is taken "
        "off.\n\n"
    )
    page += "* Space 71 precedes space WR\n"

    assert wheel(read_rulebook(page)).steps == 12


def test_connections_that_people_forgot_are_remarked_upon() -> None:
    """Who changed the number of the wheel by hand alone is told which connections it wants,
    as far as spaces exist.
    """
    page = (
        "=== Wheel Rotation ===\n\nIt turns from 0 to 11: below, 12 is added; above, 12 is taken "
        "off.\n\n"
    )
    page += (
        "* Space 71 precedes space WR\n* Space 72 follows space (WR+2) mod 12\n* Space 73 "
        "precedes space WR\n"
    )
    spaces = (Space(3), Space(5, successors=(72,)), Space(71, successors=(2,)), Space(72))
    state = State(NOW, spaces={each.id: each for each in spaces}, wheel_rotation=3)

    assert missing(state, read_rulebook(page)) == ()  # nobody has implemented this wording
    book = read_rulebook(page, (), pins_of(GAME, page, ""))
    assert missing(state, book) == ("by wheel rotation 3 71 should lead to 3",)


def test_numbers_that_do_not_fit_each_other_hold_the_rule_and_not_the_game() -> None:
    """One of the numbers of a turn was changed alone:
    the page is read, and the rule waits, accepted or not.
    """
    play = play_of("Cycle 15 early")
    book = GAME.rulebook(play.page.replace("greater than 39", "greater than 44"))
    accepted = book.reread(more=accept(book, ["Wheel Rotation"], (), Origin("2024-01-05")))

    for each in (book, accepted):
        assert "how many steps" in str(each.obstacle("Wheel Rotation"))
        assert GAME.read(GAME.new_page(each, NOW, "State"), each, NOW).state.wheel_rotation == 0


# What a move brought can be taken back: the state is then as if it had not been made.


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
