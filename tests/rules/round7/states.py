"""Any state of Round 7, for properties that hold for all of them."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.round7.page import PAGE
from rules.round7.state import GULAG, JAIL, Ping, Player, State, Town, Turn
from tests.rules.any_state import by, common, counts, texts, times

values = st.lists(st.integers(-3, 12), max_size=3).map(lambda found: tuple(sorted(found)))
places = st.integers(1, 60) | st.sampled_from((JAIL, GULAG))
names = st.lists(texts, max_size=3, unique=True).map(tuple)
feature_names = (
    st.sampled_from(("Cop Car", "Ann's House 1", "Snake 1U", "Ladder 12L", "Field", "Rome town"))
    | texts
)


def players(items: st.SearchStrategy[str]) -> st.SearchStrategy[Player]:
    """Players who own ``items``."""
    return st.builds(
        Player,
        name=texts,
        account=st.just("") | texts,
        joined=st.none() | times,
        items=st.dictionaries(items, counts, max_size=3),
        space=places,
        poents=st.integers(-20, 300),
        vp=st.integers(0, 120),
        numbers=values,
        immutable=values,
        bank=st.integers(0, 99),
        missed=st.integers(0, 2),
        failures=st.integers(0, 3),
        pings=st.lists(st.builds(Ping, texts, st.none() | times), max_size=3, unique=True).map(
            tuple
        ),
    )


turns = st.builds(
    Turn, player=texts, started=times, start=places, acted=st.none() | times,
    roll=st.none() | st.integers(1, 12), dice=st.sampled_from(("", "2d6")), tried=st.booleans(),
    frontier=st.none() | times,
)  # fmt: skip
towns = st.builds(Town, texts, st.just("") | texts, names, names, st.integers(0, 300))
features = st.dictionaries(
    st.integers(1, 60),
    st.lists(feature_names, min_size=1, max_size=3).map(lambda found: tuple(sorted(found))),
    max_size=4,
)


def states(items: st.SearchStrategy[str] = texts) -> st.SearchStrategy[State]:
    """States in their canonical form, all at the same time."""
    return st.builds(
        State, **common(players(items)), turn=st.none() | turns, highest=st.integers(10, 90),
        features=features, cop_health=st.none() | st.integers(-10, 300), towns=by(towns, "name"),
    ).map(PAGE.canonical)  # fmt: skip
