"""Any state of Cycle 15, for properties that hold for all of them."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.cycle15.page import PAGE
from rules.cycle15.state import Move, Player, Space, State, read_effect
from tests.rules.any_state import by, common, counts, phases, texts, times

numbers = st.integers(-300, 300)
number_sets = st.sets(numbers, max_size=4).map(lambda found: tuple(sorted(found)))
number_lists = st.lists(numbers, max_size=4).map(tuple)


def players(items: st.SearchStrategy[str]) -> st.SearchStrategy[Player]:
    """Players who own ``items``."""
    return st.builds(
        Player,
        name=texts,
        account=st.one_of(st.just(""), texts),
        joined=st.none() | times,
        items=st.dictionaries(items, counts, max_size=4),
        location=numbers,
        moved=st.sets(phases, max_size=2).map(lambda found: tuple(sorted(found))),
        effects=st.lists(texts.map(read_effect), max_size=2).map(tuple),
    )


spaces = st.builds(
    Space, id=numbers, type=texts, pseudo_type=st.none() | texts, successors=number_sets,
    boulder_path=number_lists, safe_haven=st.none() | numbers, beamed=st.integers(0, 9),
)  # fmt: skip
several = st.lists(texts, max_size=2).map(tuple)
moves = st.builds(
    Move,
    texts,
    times,
    st.lists(st.integers(1, 6), max_size=3).map(tuple),
    numbers,
    number_lists,
    st.none() | st.booleans(),
    st.integers(0, 9),
    several,
    several,
    several,
)


def states(items: st.SearchStrategy[str] = texts) -> st.SearchStrategy[State]:
    """States in their canonical form, all at the same time."""
    return st.builds(
        State, **common(players(items)), phase=phases, spaces=by(spaces, "id"),
        wheel_rotation=st.none() | st.integers(0, 39), party=st.booleans(),
        moves=st.lists(moves, max_size=2).map(tuple),
    ).map(PAGE.canonical)  # fmt: skip
