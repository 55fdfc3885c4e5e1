"""Any state of Cycle 14, for properties that hold for all of them."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.cycle14.components import KNOWN
from rules.cycle14.page import PAGE, TASKS
from rules.cycle14.state import Dying, Gathering, Landmark, Obelisk, Player, Pot, State
from tests.rules.any_state import common, listed, phases, texts, times

components = st.sampled_from(KNOWN.names)
counts = st.integers(1, 30)
experience = st.dictionaries(st.sampled_from((*TASKS, "Fishing at night")), counts, max_size=3)


def items(names: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, int]]:
    """What somebody owns."""
    return st.dictionaries(names, counts, max_size=4)


def players(names: st.SearchStrategy[str]) -> st.SearchStrategy[Player]:
    """Players who own items of these names."""
    return st.builds(
        Player, name=texts, account=st.just("") | texts, joined=st.none() | times,
        items=items(names), experience=experience, banished=st.none() | times,
        banishment=st.integers(0, 900),
    )  # fmt: skip


obelisks = st.builds(
    Obelisk, st.integers(0, 40), st.integers(0, 12), items(components), st.just("") | texts
)
pots = st.builds(Pot, st.integers(1, 9).map(str), st.just("") | texts, st.integers(0, 20))
gatherings = st.builds(
    Gathering, id=texts, ritual=texts, starter=texts, started=st.none() | times,
    contributions=st.dictionaries(
        texts, st.lists(components, min_size=1, max_size=3, unique=True).map(tuple), max_size=3
    ),
    status=texts, ended=st.none() | times, victim=st.just("") | texts, objected=st.booleans(),
)  # fmt: skip
landmarks = st.builds(
    Landmark,
    texts,
    st.just("") | texts,
    st.integers(1, 100).map(lambda tenths: tenths / 10),
    st.integers(1, 360),
    texts,
)
deaths = st.builds(Dying, texts, st.integers(0, 9))


def states(names: st.SearchStrategy[str] = components) -> st.SearchStrategy[State]:
    """States in their PAGE.canonical form, all at the same time."""
    return st.builds(
        State,
        **common(players(names)),
        phase=phases,
        obelisk=obelisks,
        storehouse=items(names),
        season=st.sampled_from(("Calm Spring", "Winter", "Long night")),
        boosted=st.booleans(),
        observed=st.none() | times,
        lost=st.booleans(),
        pots=listed(pots, 3),
        gatherings=listed(gatherings, 3),
        landmarks=listed(landmarks, 3),
        dying=listed(deaths, 3),
    ).map(PAGE.canonical)
