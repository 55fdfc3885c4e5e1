"""Whatever items are used, by whomever, with whatever details:
the game stays sound, its page and its log tell it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.belongings.effect import read_effect
from rules.cycle15.belongings.garbage import names_on_page
from rules.cycle15.page.page import PAGE
from rules.cycle15.state import Player, Space, State
from tests.examples import few, some
from tests.rules.any_game import MONDAY, Sometimes, any_game, replayed, told, without_identities
from tests.rules.cycle15.test_any_lines import BOOKS, NAMES, any_line, any_state, lost
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.counting import plural_of
from wikibot.game.engine.dice import DrawnRoll, RollRequest
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import with_player

EFFECTS = (
    "train", "crab", "traincrab", "drunk", "hitched: Bob", "fractal image at 1",
    "fractal image at 99", "next roll +2",
    "next move of 18 spaces", "next roll -1 in phase 1",
    "next move with a jetpack that slows to 2 spaces",
    "Team Fortress 2 with Cleo in phase 3", "Language Barrier: crystals",
    "next roll is 12 minus itself in phase 2",
)  # fmt: skip
DETAILS = ("Ann", "Bob", "Cleo", "0", "1", "2", "3", "-5", "50", "+1", "-1", "Fish", "Crystal",
           "Casino", "Geyser",
           "Ann 1", "its own die", "Moon", "It is far away.", "666000", "+10")  # fmt: skip


class Always(Sometimes):
    """Dice that show ones and twos, and never leave anybody waiting."""

    def __init__(self) -> None:
        super().__init__(Random(0))

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """One, two, one, two."""
        return DrawnRoll(tuple(1 + number % min(draw.sides, 2) for number in range(draw.count)))


def equipped(random: Random, book: Rulebook) -> State:
    """A state in which everybody owns some of the items, and something lasts on some."""
    state = any_state(random)
    items = names_on_page(book)
    for name in NAMES:
        player = state.players[name]
        here = player.location if player.location in state.spaces else 0
        more = {item: random.choice((1, 2, 4)) for item in random.sample(items, 15)}
        effects = tuple(map(read_effect, random.sample(EFFECTS, random.randint(0, 2))))
        state = with_player(
            state, replace(player, location=here, items={**player.items, **more}, effects=effects)
        )
    return state


def item_line(random: Random, state: State, name: str) -> str:
    """Mostly the use of an item that somebody owns, else any line."""
    owned = tuple(state.players[name].items) if name in state.players else ()
    if not owned or random.random() < 0.4:
        return any_line(random, state, name)
    details = random.sample(DETAILS, random.randint(0, 3))
    return f"use {random.choice(owned)}" + (f": {', '.join(details)}" if details else "")


def item_game(random: Random, book: Rulebook, state: State) -> Iterator[Played[State]]:
    """Forty lines, most of them about items."""
    return any_game(random, Engine(GAME, book, Sometimes(random)), state, NAMES, item_line)


@pytest.mark.parametrize("rules", ["late", "early"])
@some
@given(seed=st.integers(0, 10**9))
def test_no_item_breaks_the_game(rules: str, seed: int) -> None:
    """An answer to each line and no mistake of the bot;
    nothing lost without a word; all stand on spaces.
    """
    random, book = Random(seed), BOOKS[rules]
    state = equipped(random, book)
    for played in item_game(random, book, state):
        said, after = told(played), played.state

        assert "the bot failed" not in said
        assert [] == [
            f"{who} lost {item}: {said}"
            for who, item in lost(state, after)
            if item not in said and plural_of(item) not in said
        ]
        assert [] == [
            each.name for each in after.players.values() if each.location not in after.spaces
        ]
        state = after

    assert GAME.picture(state, book)


@pytest.mark.parametrize("rules", ["late", "early"])
@few
@given(seed=st.integers(0, 10**9))
def test_page_statements_and_log_hold_what_items_did(rules: str, seed: int) -> None:
    """The page reads back as the state;
    the differences that a game made, and its log, lead to its end.
    """
    random, book = Random(seed), BOOKS[rules]
    start = equipped(random, book)
    games = [*item_game(random, book, start)]
    last = games[-1].state
    end = PAGE.canonical(last)
    page = GAME.write(GAME.new_page(book, end.now, "a test"), book, end)
    corrected = PAGE.canonical(start)
    for statement in GAME.differences(corrected, end):
        corrected = GAME.correct(corrected, statement)
    outcomes = (outcome for played in games for outcome in played.outcomes)
    again = replayed(GAME, book, start, outcomes, end.now)

    assert GAME.read(page, book, end.now).state == end
    assert replace(corrected, now=end.now, phase=end.phase) == end
    assert without_identities(again) == without_identities(last)


@pytest.mark.parametrize(
    "lines",
    [
        (("Ann", "move"), ("Bob", "use Draught of Fudging"), ("Bob", "choose +1")),
        (("Bob", "use Shady Sands Shuffle"), ("Bob", "choose Ann")),
    ],
)
def test_a_log_holds_no_choices_that_others_had_not_to_make(
    lines: tuple[tuple[str, str], ...],
) -> None:
    """Where another's way leads without a choice,
    the line that was completed is played again from the log as it is.
    """
    book = BOOKS["late"]
    ring = {
        number: Space(number, "Shard Pile", successors=((number + 1) % 6,)) for number in range(6)
    }
    bob = Player("Bob", items={"Draught of Fudging": 1, "Shady Sands Shuffle": 1})
    start = State(
        MONDAY,
        spaces=ring,
        players={"Ann": Player("Ann", items={"Time Bean Chili": 1}), "Bob": bob},
    )
    engine, end, outcomes = Engine(GAME, book, Always()), start, list[Outcome]()
    for number, (name, line) in enumerate(lines):
        action = Action(
            ActionId(1, number, 0), MONDAY + timedelta(minutes=number), name, line, by_name=True
        )
        played = engine.play(end, [action])
        end, outcomes = played.state, [*outcomes, *played.outcomes]

    assert outcomes[-1].verdict is Verdict.DONE
    assert without_identities(replayed(GAME, book, start, outcomes, end.now)) == without_identities(
        end
    )
