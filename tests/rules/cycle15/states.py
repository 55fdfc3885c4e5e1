"""Any state of Cycle 15, for properties that hold for all of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from rules.cycle15.page_rows import canonical
from rules.cycle15.state import Move, Player, Space, State
from wikibot.game.actions import ActionId
from wikibot.game.markup import seen
from wikibot.game.state import Candidacy, Former, Kind, Pending, Proposal, Request, Trade

START = datetime(2024, 1, 1, tzinfo=UTC)
ODD_NAMES = (
    "[idle account]", "google", "Raven1207.2", "4st", "Lovely Lovely Aerie", "a|b", "a=b", "-209", "{{x}}", "{-1}",
    "O'Neil", "''it''", "⚡️", "⚡", "❤️‍🔥", "[[x]]", "<b>", "&amp;", "~~~~", "none", "—", "and so on", "2 Fish",
    "Fish x2", "Total", "a, b", "x; y", "leaves", "Bob leaves", "5 leads to 6", 'say "hi"', "!!", "* star", "# hash",
    ": colon", "=", "<!-- c -->", "__TOC__", "https://x.y/", "Name", "+6 Sword", "}}", "|}", "|-", "Fish.",
)  # fmt: skip

_letters = st.characters(exclude_categories=("C", "Z"), exclude_characters="\ue000\ue001")
texts = (
    st.one_of(
        st.sampled_from(ODD_NAMES),
        st.text(st.one_of(st.sampled_from("abcXYZ019 ,;.|[]{}'\"<>&=-+*#:~!_x()"), _letters), min_size=1, max_size=12),
    )
    .map(seen)
    .filter(bool)
)
times = st.integers(0, 10**7).map(lambda seconds: START + timedelta(seconds=seconds))
numbers = st.integers(-300, 300)
counts = st.integers(-5, 30).filter(bool)
phases = st.integers(1, 400)
number_sets = st.sets(numbers, max_size=4).map(lambda found: tuple(sorted(found)))
number_lists = st.lists(numbers, max_size=4).map(tuple)
lines = st.builds(ActionId, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))


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
        effects=st.lists(texts, max_size=2).map(tuple),
    )


spaces = st.builds(
    Space,
    id=numbers,
    type=texts,
    pseudo_type=st.none() | texts,
    successors=number_sets,
    boulder_path=number_lists,
    safe_haven=st.none() | numbers,
    beamed=st.integers(0, 9),
)
votes = st.dictionaries(texts, texts, max_size=3)
pendings = st.builds(Pending, lines, texts, st.sampled_from(Kind), texts, texts, since=times, until=st.none() | times)
proposals = st.builds(
    Proposal,
    id=texts,
    title=texts,
    cls=texts,
    proposer=texts,
    status=texts,
    submitted=st.none() | times,
    text=st.just("") | texts,
    votes=votes,
    changed=st.none() | times,
    line=st.none() | lines,
    message=st.just("") | texts,
)
requests = st.builds(
    Request,
    id=texts,
    asker=texts,
    text=texts,
    status=texts,
    submitted=st.none() | times,
    judge=st.just("") | texts,
    ruling=st.just("") | texts,
    ruled=st.none() | times,
    poll=st.none() | times,
    votes=votes,
)
candidacies = st.builds(Candidacy, texts, times, votes, st.none() | lines, st.just("") | texts)
stacks = st.dictionaries(texts, st.integers(1, 30), max_size=3)
trades = st.builds(Trade, texts, texts, texts, stacks, stacks, texts, st.none() | times, st.none() | times)
formers = st.builds(Former, texts, texts, times)
brought = st.lists(texts, max_size=2).map(tuple)
moves = st.builds(
    Move, texts, times, st.lists(st.integers(1, 6), max_size=3).map(tuple), numbers, number_lists, brought
)


def states(items: st.SearchStrategy[str] = texts) -> st.SearchStrategy[State]:
    """States in their canonical form, all at the same time."""
    return st.builds(
        State,
        now=st.just(START),
        phase=phases,
        started=st.none() | times,
        players=_by(players(items), "name"),
        former=st.lists(st.builds(Former, texts, texts, times), max_size=2, unique_by=lambda f: (f.name, f.left)).map(
            tuple
        ),
        pending=st.lists(pendings, max_size=3).map(tuple),
        proposals=_unique(proposals),
        judge=st.none() | texts,
        requests=_unique(requests),
        candidacies=_unique(candidacies),
        removal=st.lists(texts, max_size=2).map(tuple),
        trades=_unique(trades),
        winners=st.lists(texts, max_size=2).map(tuple),
        spaces=_by(spaces, "id"),
        wheel_rotation=st.none() | st.integers(0, 39),
        party=st.booleans(),
        moves=st.lists(moves, max_size=2).map(tuple),
    ).map(canonical)


def _unique(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=2, unique_by=lambda each: each.id).map(tuple)


def _by(strategy: st.SearchStrategy[Any], field: str) -> st.SearchStrategy[dict[Any, Any]]:
    return st.lists(strategy, max_size=3, unique_by=lambda each: getattr(each, field)).map(
        lambda found: {getattr(each, field): each for each in found}
    )
