"""The items of the real rulesets that plain words can say: played from them as by their code.

Each is used in many made-up states, by the hand-written code and from its own words: verdict and
state are the same. Found by this, and settled: a crystal that is lost may be a Crustal; there may
be no wheel; what bears on each player bears on fractal images; becoming drunk ends being tipsy.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.items.using_items import items_in_force
from rules.cycle15.state import (
    BLANK,
    CRABS,
    CRABTRAIN,
    TRAINCRAB,
    TRAINS,
    Effect,
    Player,
    Space,
    State,
)
from rules.cycle15.types import is_of_type
from tests.for_each import TIMES
from tests.rules.any_game import Sometimes
from tests.rules.cycle15.test_any_lines import DETAILS, any_state
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.line_reader import LineReader
from wikibot.game.engine.standing_rolls import DrawnRoll, RollRequest
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import gain, with_player
from wikibot.stewards.accept import Origin, accept

TYPES = {
    "Cycle 15": ("Crystal", "Crystal Orb", "Shard Pile"),
    "Cycle 15 early": ("Crystal", "Crystal Orb", "Spin-up Spinner", "Spin-down Spinner"),
}
AT_LEAST = {"Cycle 15": 47, "Cycle 15 early": 10}  # items that are understood
STATES = 60 * TIMES  # at most, that are tried
ENOUGH = 2 * TIMES  # lines that are played
ALONE = (  # what stands behind the item in most lines
    "", "", "Bob", "Cleo", "Crystal", "Duck", "0", "2", "77", "77", "1 2",
)  # fmt: skip


class Fixed(Sometimes):
    """Dice that show the same for the same dice, whatever they are for."""

    def __init__(self, seed: int) -> None:
        super().__init__(Random(seed))
        self.seed = seed

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """Any faces, by number and sides alone."""
        random = Random(f"{self.seed} {draw.count} {draw.sides}")
        return DrawnRoll(tuple(random.randint(1, draw.sides) for _ in range(draw.count)))


@pytest.fixture(autouse=True)
def _as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """All lines are in exact form: what else one may be meant for says nothing of its item."""
    monkeypatch.setattr(LineReader, "otherwise", lambda *given: given[-1])


@cache
def book_of(folder: Path) -> Rulebook:
    """A real ruleset as it is played."""
    return GAME.rulebook((folder / "Ruleset.wiki").read_text(encoding="utf-8"))


def understood(book: Rulebook) -> list[str]:
    """The items of which the words are understood."""
    names = book.derived(items_in_force)
    return [name for name in names if book.in_words(f"Garbage: {name}").says]


def uses(book: Rulebook, item: str) -> Iterator[tuple[State, str]]:
    """States in which Ann has an item, each with a line that uses it."""
    for seed in range(STATES):
        random = Random(f"{item} {seed}")
        state = gain(any_state(random, book), "Ann", item, 1)
        several = ", ".join(random.sample(DETAILS, 2))
        details = random.choice((*ALONE, several))
        yield state, f"use {item}" + (f": {details}" if details else "")


def moves(book: Rulebook, kind: str) -> Iterator[tuple[State, str]]:
    """Moves along a ring of which every third space is of a type."""
    for seed in range(STATES):
        random = Random(f"{kind} {seed}")
        state = any_state(random, book)
        ring = {n: Space(n, BLANK if n % 3 else kind, None, ((n + 1) % 9,)) for n in range(9)}
        player = replace(state.players["Ann"], location=random.randrange(9), moved=())
        yield with_player(replace(state, spaces=ring), player), "move"


def differences(
    book: Rulebook, unit: str, lines: Iterator[tuple[State, str]]
) -> tuple[list[str], int]:
    """Lines that are played otherwise from the own words of a unit, and how many are played."""
    pins = accept(book, [unit], (), Origin("2024-01-05", variant="words"))
    from_words, found, done = book.reread(more=pins), list[str](), 0
    for state, line in lines:
        if done >= ENOUGH:
            break
        coded, by_code = played(book, state, line)
        worded, by_words = played(from_words, state, line)
        done += by_code.verdict is Verdict.DONE
        same = by_code.verdict is not Verdict.DONE or told_apart(coded) == told_apart(worded)
        if by_code.verdict is not by_words.verdict or not same:
            found.append(f"{line}: {by_code.text} | {by_words.text}")
    return found, done


def played(book: Rulebook, state: State, line: str) -> tuple[State, Outcome]:
    """What comes of one line of Ann's."""
    action = Action(ActionId(1, 1, 0), state.now, "Ann", line)
    found = Engine(GAME, book, Fixed(len(line))).play(state, [action])
    return found.state, found.outcomes[0]


def told_apart(state: State) -> Any:
    """A state without how something was asked for, ways to spaces that are gone, ages of trains."""
    spaces = {
        number: replace(each, successors=tuple(e for e in each.successors if e in state.spaces))
        for number, each in state.spaces.items()
    }
    pending = tuple(replace(each, asks="") for each in state.pending)
    players = {
        name: replace(each, effects=_without_ages(each)) for name, each in state.players.items()
    }
    return replace(state, rolls=(), pending=pending, spaces=spaces, players=players)


def _without_ages(player: Player) -> tuple[Effect, ...]:
    """What lasts on a player; when they became a train says nothing, a traincrab is a train."""
    kinds = {each.kind for each in player.effects} & {*TRAINS, *CRABS}
    both = kinds & {TRAINCRAB, CRABTRAIN}
    others = tuple(each for each in player.effects if each.kind not in kinds)
    return (*others, *map(Effect, sorted(map(str, both or kinds))))


@pytest.mark.parametrize("folder", AT_LEAST)
def test_an_item_does_by_its_words_what_its_code_does(shared_wiki: Path, folder: str) -> None:
    """Whoever accepted an item's own words would have got the game that was programmed."""
    book = book_of(shared_wiki / folder)
    items = understood(book)
    compared = {item: differences(book, f"Garbage: {item}", uses(book, item)) for item in items}

    assert [each for found, _ in compared.values() for each in found] == []
    assert [item for item, (_, done) in compared.items() if not done] == []
    assert len(items) >= AT_LEAST[folder]


@pytest.mark.parametrize("folder", TYPES)
def test_a_type_of_space_does_by_its_words_what_its_code_does(
    shared_wiki: Path, folder: str
) -> None:
    """The same of types of spaces, for players who land there and who pass."""
    book = book_of(shared_wiki / folder)
    kinds = [unit.title for unit in book.units.values() if is_of_type(unit)]
    said = [kind for kind in kinds if book.in_words(kind).says]
    compared = {kind: differences(book, kind, moves(book, kind)) for kind in said}

    assert [each for found, _ in compared.values() for each in found] == []
    assert [kind for kind, (_, done) in compared.items() if not done] == []
    assert set(said) >= set(TYPES[folder])
