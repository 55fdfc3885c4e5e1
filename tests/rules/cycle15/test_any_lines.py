"""Whatever lines are sent:
an answer to each, no traceback, nothing lost without a word, no space that is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cycle15 import GAME
from rules.cycle15.belongings.garbage import names_on_page
from rules.cycle15.state import Player, Space, State
from tests.examples import some
from tests.rules.any_game import (
    MONDAY,
    Sometimes,
    any_game,
    lost_rolls,
    replayed,
    told,
    without_identities,
)
from tests.rules.rulesets import RULES
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind

NAMES = ("Ann", "Bob", "Cleo")
STOCK = ("Crystal", "Crustal", "Shard", "Fish", "Mauve")
TYPES = (
    "Blank", "Crystal", "Crystal Orb", "Garbage Pile", "Stop Sign", "Oil Spill", "Thin Ice",
    "Shard Pile", "Casino",
    "Crystal Forge", "Teleporter", "Geyser", "Dance Pad", "Disco Ball", "Geode", "Crystal Beam",
    "Spin-up Spinner",
    "Treasure", "Hazard", "Utility", "Boulder Trap", "Swamp",
)  # fmt: skip
LINES = (
    "move", "move 1 2 3", "move 3 4 5 6", "choose 1", "choose 2d4 (1, 3) = 4", "choose stop",
    "take garbage", "gamble",
    "forge", "beam 3", "beam", "start party", "disco", "combo", "ping Ann", "ping Cleo",
    "shatter crystal",
    "use Fish", "use Mauve", "macgyver Fish, Mauve",
    "leave", "leave: yes", "join", "join as Dan", "take grant", "choose for Ann",
    "move 1 -- 2d4 (4, 4) = 8", "move to somewhere", "", "help", "choose",
    "move 1 1 1 1 1 1 1 1 1 1 1",
)  # fmt: skip


BOOKS = {rules: RULES[rules].book for rules in ("late", "early")}


def any_state(random: Random) -> State:
    """A board of up to ten spaces with any types and ways, three players with some items."""
    ids = range(random.randint(3, 10))
    spaces = {number: any_space(random, number, [*ids, 99]) for number in ids}
    players = {
        name: Player(
            name,
            location=random.choice([*ids, 99]),
            items={item: random.randint(1, 3) for item in STOCK},
        )
        for name in NAMES
    }
    return State(
        MONDAY,
        phase=random.randint(1, 9),
        spaces=spaces,
        players=players,
        party=random.random() < 0.5,
    )


def any_space(random: Random, number: int, ids: Sequence[int]) -> Space:
    """A space of any type, with one to three ways out of it."""
    return Space(
        number,
        random.choice(TYPES),
        random.choice((None, "Crystal", "Geyser", "Thin Ice", "Stop Sign", "Casino", "Blank")),
        tuple(sorted(random.sample(ids[:-1], random.randint(1, 3))))
        + ((99,) if random.random() < 0.1 else ()),
        (0, 1) if random.random() < 0.5 else (),
        random.choice((None, 0, 99)),
    )


def any_line(random: Random, state: State, name: str) -> str:
    """A line of somebody's: mostly a move or an answer to what waits, else anything."""
    waiting = next((p for p in state.pending if p.player == name and p.kind is Kind.ACTION), None)
    if waiting and random.random() < 0.8:
        options = waiting.asks.partition(": ")[2].split(", ")
        return f"choose {random.choice(options)}" if options != [""] else "choose 2d4 (1, 3) = 4"
    offers = [p.text for p in state.pending if p.player == name and p.kind is Kind.OFFER]
    if offers and random.random() < 0.5:
        return random.choice(offers)
    return "move" if random.random() < 0.5 else random.choice(LINES)


def game_of(random: Random, book: Rulebook, state: State) -> Iterator[Played[State]]:
    """Forty of any lines."""
    return any_game(random, Engine(GAME, book, Sometimes(random)), state, NAMES, any_line)


@pytest.mark.parametrize("rules", ["late", "early"])
@some
@given(seed=st.integers(0, 10**9))
def test_no_lines_break_the_game(rules: str, seed: int) -> None:
    """Each line gets one answer, never one that tells of a mistake of the bot; the log replays."""
    random, book = Random(seed), BOOKS[rules]
    start = state = any_state(random)
    games = list(game_of(random, book, start))
    for played in games:
        said = told(played)

        assert played.outcomes[0].text
        assert lost_rolls(state, played) == []
        assert "the bot failed" not in said
        assert [] == [
            f"{who} lost {item}: {said}"
            for who, item in lost(state, played.state)
            if item not in said
        ]
        state = played.state

    outcomes = (outcome for played in games for outcome in played.outcomes)
    again = replayed(GAME, book, start, outcomes, state.now)

    assert without_identities(again) == without_identities(state)
    assert 0 in state.spaces
    assert all(count for player in state.players.values() for count in player.items.values())
    assert GAME.picture(state, book)


def lost(before: State, after: State) -> list[tuple[str, str]]:
    """Who lost which item."""
    return [
        (name, item)
        for name, player in before.players.items()
        for item, count in player.items.items()
        if name not in after.players or after.players[name].count(item) < count
    ]


@pytest.mark.parametrize("rules", ["late", "early"])
def test_any_item_of_the_rule_can_be_tried(rules: str) -> None:
    """Using an item of the rule Garbage is played, asks,
    is refused or held, and never a mistake of the bot.
    """
    book = BOOKS[rules]
    items = dict.fromkeys(names_on_page(book), 1)
    state = State(
        MONDAY, spaces={0: Space(0, successors=(0,))}, players={"Ann": Player("Ann", items=items)}
    )
    lines = [
        Action(ActionId(1, n, 0), MONDAY, "Ann", f"use {item}") for n, item in enumerate(items)
    ]
    outcomes = [Engine(GAME, book).play(state, [line]).outcomes[0] for line in lines]

    assert [o.text for o in outcomes if "the bot failed" in o.text] == []
