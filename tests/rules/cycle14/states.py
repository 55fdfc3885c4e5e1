"""Any state of Cycle 14, for properties that hold for all of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rules.cycle14.components import KNOWN
from rules.cycle14.page import canonical
from rules.cycle14.state import Dying, Gathering, Landmark, Obelisk, Player, Pot, State
from rules.cycle14.tasks import SECTIONS
from tests.rules.cycle15.states import START, pendings, phases, proposals, texts, times
from wikibot.game.state import Former

components = st.sampled_from(KNOWN.names)
counts = st.integers(1, 30)
experience = st.dictionaries(st.sampled_from((*SECTIONS, "Fishing at night")), counts, max_size=3)


def items(names: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, int]]:
    """What somebody owns."""
    return st.dictionaries(names, counts, max_size=4)


def players(names: st.SearchStrategy[str]) -> st.SearchStrategy[Player]:
    """Players who own items of these names."""
    return st.builds(
        Player, name=texts, account=st.just("") | texts, joined=st.none() | times, items=items(names),
        experience=experience, banished=st.none() | times, banishment=st.integers(0, 900),
    )  # fmt: skip


obelisks = st.builds(Obelisk, st.integers(0, 40), st.integers(0, 12), items(components), st.just("") | texts)
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
    """States in their canonical form, all at the same time."""
    return st.builds(
        State,
        now=st.just(START),
        phase=phases,
        started=st.none() | times,
        players=_listed(players(names), "name").map(lambda found: {each.name: each for each in found}),
        former=st.lists(st.builds(Former, texts, texts, times), max_size=2, unique_by=lambda f: (f.name, f.left)).map(
            tuple
        ),
        pending=st.lists(pendings, max_size=2).map(tuple),
        proposals=_listed(proposals, "id"),
        judge=st.none() | texts,
        winners=st.lists(texts, max_size=2).map(tuple),
        obelisk=obelisks,
        storehouse=items(names),
        season=st.sampled_from(("Calm Spring", "Winter", "Long night")),
        boosted=st.booleans(),
        observed=st.none() | times,
        lost=st.booleans(),
        pots=_listed(pots, "id"),
        gatherings=_listed(gatherings, "id"),
        landmarks=_listed(landmarks, "id"),
        dying=_listed(deaths, "id"),
    ).map(canonical)


def _listed(strategy: Any, field: str) -> Any:
    return st.lists(strategy, max_size=3, unique_by=lambda each: getattr(each, field)).map(tuple)
