"""Revisions come in the order in which they were saved, whatever their times say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from wikibot.wiki.api import Account, Answer, Api, Params, T
from wikibot.wiki.base import Revision
from wikibot.wiki.history import SKEW, in_saved_order, newest_first
from wikibot.wiki.mediawiki import MediaWiki
from wikibot.wikitext.numerals import format_time, parse_time

BEGIN = datetime(2024, 1, 5, tzinfo=UTC)
END = BEGIN + timedelta(days=1)


def revision(id_: int, parent: int, seconds: int) -> Revision:
    """One of a page."""
    return Revision(1, id_, parent, BEGIN + timedelta(seconds=seconds), "Ann")


@st.composite
def histories(draw: st.DrawFn) -> list[Revision]:
    """A page as it was saved; each time is wrong by less than half the skew."""
    ids = sorted(draw(st.sets(st.integers(1, 99), max_size=12)))
    wrong = st.integers(0, int(SKEW.total_seconds()) // 2)
    seconds = [10 * at + draw(wrong) for at in range(len(ids))]
    return [
        revision(id_, parent, at) for id_, parent, at in zip(ids, [0, *ids], seconds, strict=False)
    ]


@given(histories())
def test_the_order_of_saving_comes_back(saved: list[Revision]) -> None:
    """From the order in which MediaWiki lists them, that of their times."""
    listed = sorted(saved, key=lambda each: (each.time, each.id))

    assert in_saved_order(listed) == saved


@given(histories(), st.integers(0, 99))
def test_whatever_was_saved_while_it_was_read(saved: list[Revision], at: int) -> None:
    """The answer that names the page's head came before the one that holds what was saved on it."""
    listed = sorted(saved, key=lambda each: (each.time, each.id))

    assert in_saved_order(listed, head=saved[at % len(saved)].id if saved else 0) == saved


@given(histories())
def test_also_the_newest_first(saved: list[Revision]) -> None:
    """Of which some may be missing, so that no chain tells."""
    listed = sorted(saved, key=lambda each: (each.time, each.id), reverse=True)

    assert newest_first(listed)[:1] == saved[::-1][:1]


def test_imported_revisions_stay_where_their_times_put_them() -> None:
    """They have the greatest numbers, and what they were laid over is elsewhere."""
    listed = [revision(90, 70, 0), revision(1, 0, 500), revision(91, 71, 700), revision(2, 1, 900)]

    assert in_saved_order(listed) == listed
    assert (
        in_saved_order([revision(1, 0, 0), revision(2, 1, 10), revision(90, 70, 20)], head=2)[-1].id
        == 2
    )
    assert newest_first(listed[::-1]) == listed[::-1]


class Listed(Account):
    """Lists the revisions of one page as MediaWiki does.

    By their times, of equal ones by number.
    """

    def __init__(self, api: Api, saved: list[Revision]) -> None:
        super().__init__(api, "", None)
        self.saved = saved
        self.asked = 0

    def query_each(
        self, params: Params, read: Callable[[Answer], T], parts: int | None = None
    ) -> list[T]:
        del parts
        self.asked += 1
        listed = sorted(self.saved, key=lambda each: (each.time, each.id))
        if "rvstartid" in params:
            first = next(each for each in listed if each.id == params["rvstartid"])
            listed = [each for each in listed if each.time >= first.time]
        times = {
            name: parse_time(str(params[name])) for name in ("rvstart", "rvend") if name in params
        }
        if params.get("rvdir") != "newer":
            listed.reverse()
            times = {"rvend": times.get("rvstart", END), "rvstart": times.get("rvend", BEGIN)}
        listed = [
            each
            for each in listed
            if times.get("rvstart", BEGIN) <= each.time <= times.get("rvend", END)
        ]
        if "revids" in params:
            listed = [each for each in listed if str(each.id) in str(params["revids"]).split("|")]
        listed = [each for each in listed if params.get("rvuser", each.user) == each.user]
        most = params.get("rvlimit", 500)
        page = {"title": "Play", "pageid": 1, "lastrevid": self.saved[-1].id}
        revisions = [as_json(each) for each in listed[: 500 if most == "max" else int(most)]]
        return [read({"query": {"pages": [{**page, "revisions": revisions}]}})]


def as_json(revision: Revision) -> dict[str, object]:
    """A revision as the API gives it."""
    slots = {"main": {"content": f"text {revision.id}"}}
    given = {
        "revid": revision.id,
        "parentid": revision.parent_id,
        "timestamp": format_time(revision.time),
    }
    return {**given, "user": revision.user, "userid": 1, "comment": "", "slots": slots}


class Listing(MediaWiki):
    """A wiki with one page."""

    def __init__(self, saved: list[Revision]) -> None:
        super().__init__("https://wiki.example/api.php")
        self._account = self.listed = Listed(self._api, saved)


@given(histories().filter(bool), st.integers(0, 99))
def test_a_history_from_any_revision_on_is_whole(saved: list[Revision], at: int) -> None:
    """Whichever revision it is read from.

    However many were saved later with an earlier time.
    """
    at %= len(saved)
    wiki = Listing(saved)

    assert [each.id for each in wiki.history("Play", saved[at].id)] == [
        each.id for each in saved[at:]
    ]
    assert wiki.listed.asked <= 3


@given(histories().filter(bool), st.integers(0, 99), st.sets(st.integers(0, 99)))
def test_the_last_of_an_account_is_the_last_that_was_saved(
    saved: list[Revision], at: int, mine: set[int]
) -> None:
    """Up to any revision, however many of its edits bear later times."""
    saved = [replace(each, user="Wikibot" if each.id in mine else "Ann") for each in saved]
    head = saved[at % len(saved)]
    own = [each.id for each in saved if each.user == "Wikibot" and each.id <= head.id]

    assert [
        each.id for each in Listing(saved).changes("Play", until=head, user="Wikibot", limit=1)
    ] == own[-1:]


def test_a_revision_that_is_gone_is_asked_for_once() -> None:
    """Deleted, or moved to another page.

    The next one names it for ever, and no reading may pay for that each time.
    """
    saved = [revision(1, 0, 0), revision(2, 1, 10), revision(4, 3, 20), revision(5, 4, 30)]
    wiki = Listing(saved)

    assert [each.id for each in wiki.history("Play", 2)] == [2, 4, 5]
    assert wiki.listed.asked == 3
