"""Any state of any game: what all have in common."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from wikibot.game.actions import ActionId
from wikibot.game.page.cells import seen
from wikibot.game.rolls import Roll, StandingRoll
from wikibot.game.state import Candidacy, Former, Kind, Proposal, Request, Trade, read_pending

START = datetime(2024, 1, 1, tzinfo=UTC)
ODD_NAMES = (
    "[idle account]", "google", "Raven1207.2", "4st", "Lovely Lovely Aerie", "a|b", "a=b", "-209",
    "{{x}}", "{-1}",
    "O'Neil", "''it''", "⚡️", "⚡", "❤️‍🔥", "[[x]]", "<b>", "&amp;", "~~~~", "none", "—",
    "and so on", "2 Fish",
    "Fish x2", "Total", "a, b", "x; y", "leaves", "Bob leaves", "5 leads to 6", 'say "hi"', "!!",
    "* star", "# hash",
    ": colon", "=", "<!-- c -->", "__TOC__", "https://x.y/", "Name", "+6 Sword", "}}", "|}", "|-",
    "Fish.",
)  # fmt: skip

_letters = st.characters(exclude_categories=("C", "Z"), exclude_characters="\ue000\ue001")
texts = (
    st.one_of(
        st.sampled_from(ODD_NAMES),
        st.text(
            st.one_of(st.sampled_from("abcXYZ019 ,;.|[]{}'\"<>&=-+*#:~!_x()"), _letters),
            min_size=1,
            max_size=12,
        ),
    )
    .map(seen)
    .filter(bool)
)
times = st.integers(0, 10**7).map(lambda seconds: START + timedelta(seconds=seconds))
counts = st.integers(-5, 30).filter(bool)
phases = st.integers(1, 400)
lines = st.builds(ActionId, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
votes = st.dictionaries(texts, texts, max_size=3)
pendings = st.builds(
    lambda **values: read_pending(values, ()), id=lines, player=texts, kind=st.sampled_from(Kind),
    text=texts, asks=texts, since=times, until=st.none() | times,
)  # fmt: skip
dice = st.lists(st.integers(1, 9), min_size=1, max_size=3).map(
    lambda faces: Roll(len(faces), 9, tuple(faces))
)
rolls = st.builds(
    lambda player, purpose, label, index, roll,
    more: StandingRoll(player, purpose, label, index, roll, roll.count + more),
    texts, texts, st.just("") | texts, st.integers(1, 9), dice, st.integers(0, 2),
)  # fmt: skip
proposals = st.builds(
    Proposal, id=texts, title=texts, cls=texts, proposer=texts, status=texts,
    submitted=st.none() | times, text=st.just("") | texts, votes=votes, changed=st.none() | times,
    line=st.none() | lines, message=st.just("") | texts,
)  # fmt: skip
requests = st.builds(
    Request, id=texts, asker=texts, text=texts, status=texts, submitted=st.none() | times,
    judge=st.just("") | texts, ruling=st.just("") | texts, ruled=st.none() | times,
    poll=st.none() | times, votes=votes,
)  # fmt: skip
candidacies = st.builds(Candidacy, texts, times, votes, st.none() | lines, st.just("") | texts)
stacks = st.dictionaries(texts, st.integers(1, 30), max_size=3)
trades = st.builds(
    Trade, texts, texts, texts, stacks, stacks, texts, st.none() | times, st.none() | times
)
formers = st.builds(Former, texts, texts, times)


def common(players: st.SearchStrategy[Any]) -> dict[str, st.SearchStrategy[Any]]:
    """The fields that every state has but for the phase, all at the same time."""
    return {
        "now": st.just(START),
        "started": st.none() | times,
        "players": by(players, "name"),
        "former": st.lists(formers, max_size=2, unique_by=lambda each: (each.name, each.left)).map(
            tuple
        ),
        "pending": st.lists(pendings, max_size=3).map(tuple),
        "rolls": st.lists(rolls, max_size=2, unique_by=lambda each: each.key).map(tuple),
        "proposals": listed(proposals),
        "judge": st.none() | texts,
        "requests": listed(requests),
        "candidacies": listed(candidacies),
        "removal": st.lists(texts, max_size=2).map(tuple),
        "trades": listed(trades),
        "winners": st.lists(texts, max_size=2).map(tuple),
    }


def listed(strategy: st.SearchStrategy[Any], most: int = 2) -> st.SearchStrategy[tuple[Any, ...]]:
    """A few, each of another ``id``."""
    return st.lists(strategy, max_size=most, unique_by=lambda each: each.id).map(tuple)


def by(strategy: st.SearchStrategy[Any], field: str) -> st.SearchStrategy[dict[Any, Any]]:
    """A few under the value of a field, which no two share."""
    return st.lists(strategy, max_size=3, unique_by=lambda each: getattr(each, field)).map(
        lambda found: {getattr(each, field): each for each in found}
    )
