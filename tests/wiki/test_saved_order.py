"""Revisions come in the order in which they were saved, whatever their times say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from wikibot.wiki.base import Revision
from wikibot.wiki.saved_order import SKEW, in_saved_order, newest_first

BEGIN = datetime(2024, 1, 5, tzinfo=UTC)


def revision(id_: int, parent: int, seconds: int) -> Revision:
    """One of a page."""
    return Revision(1, id_, parent, BEGIN + timedelta(seconds=seconds), "Ann")


@st.composite
def histories(draw: st.DrawFn) -> list[Revision]:
    """A page as it was saved; each time is wrong by less than half the skew."""
    ids = sorted(draw(st.sets(st.integers(1, 99), max_size=12)))
    wrong = st.integers(0, int(SKEW.total_seconds()) // 2)
    seconds = [10 * at + draw(wrong) for at in range(len(ids))]
    return [revision(id_, parent, at) for id_, parent, at in zip(ids, [0, *ids], seconds, strict=False)]


@given(histories())
def test_the_order_of_saving_comes_back(saved: list[Revision]) -> None:
    """From the order in which MediaWiki lists them, that of their times."""
    listed = sorted(saved, key=lambda each: (each.time, each.id))

    assert in_saved_order(listed) == saved


@given(histories())
def test_also_the_newest_first(saved: list[Revision]) -> None:
    """Of which some may be missing, so that no chain tells."""
    listed = sorted(saved, key=lambda each: (each.time, each.id), reverse=True)

    assert newest_first(listed)[:1] == saved[::-1][:1]


def test_imported_revisions_stay_where_their_times_put_them() -> None:
    """They have the greatest numbers, and what they were laid over is elsewhere."""
    listed = [revision(90, 70, 0), revision(1, 0, 500), revision(91, 71, 700), revision(2, 1, 900)]

    assert in_saved_order(listed) == listed
    assert newest_first(listed[::-1]) == listed[::-1]
