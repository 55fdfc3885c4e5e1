"""The API's JSON as our values."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from wikibot.wiki import answers
from wikibot.wiki.base import Block
from wikibot.wiki.errors import WikiError, WrongSettings

PAGE = {"pageid": 3, "title": "Log"}
REV: dict[str, Any] = {
    "revid": 9, "parentid": 8, "user": "Alice", "userid": 4, "timestamp": "2024-01-05T02:22:00Z",
    "comment": "hello", "sha1": "ab",
}  # fmt: skip


def text(content: str = "x", **more: Any) -> dict[str, Any]:
    """The text of a revision, as its main slot."""
    return {"slots": {"main": {"contentmodel": "wikitext", "content": content, **more}}}


def test_a_revision() -> None:
    """A revision with its text, its time aware and in UTC."""
    revision = answers.revision(PAGE, REV | text("* pass"))

    assert (3, 9, 8, "Alice", 4, "hello", "* pass", datetime(2024, 1, 5, 2, 22, tzinfo=UTC)) == (
        revision.page_id, revision.id, revision.parent_id, revision.user, revision.user_id,
        revision.comment, revision.text, revision.time,
    )  # fmt: skip


def test_hidden_parts_stay_hidden() -> None:
    """Even where our rights show hidden things, they are neither read nor played."""
    hidden = {"userhidden": True, "commenthidden": True} | text("secret", texthidden=True)

    revision = answers.revision(PAGE, REV | hidden)

    assert (None, 0, None, None) == (
        revision.user, revision.user_id, revision.comment, revision.text,
    )  # fmt: skip
    assert (True, None, True) == (revision.user_hidden, revision.comment, revision.text_hidden)


def test_hidden_parts_that_are_left_out() -> None:
    """Without the right to see it, the hidden part is not in the answer at all."""
    rev = {
        "revid": 9, "parentid": 8, "timestamp": "2024-01-05T02:22:00Z", "userhidden": True,
        "texthidden": True,
    }  # fmt: skip

    revision = answers.revision(PAGE, rev | {"slots": {"main": {"texthidden": True}}})

    assert (None, None, True, True) == (
        revision.user, revision.text, revision.user_hidden, revision.text_hidden,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("told", "anon", "temp"),
    [
        ({"user": "192.0.2.1", "userid": 0, "anon": True}, True, False),
        ({"user": "~2024-17", "temp": True}, False, True),
        ({"user": "old>Alice", "userid": 0, "anon": True}, False, False),
        ({}, False, False),
    ],
)
def test_who_has_no_account(told: dict[str, Any], anon: bool, temp: bool) -> None:
    """IP addresses and temporary accounts are marked.

    An imported name is told by its prefix, not as an address.
    """
    revision = answers.revision(PAGE, REV | told)

    assert (anon, temp) == (revision.anon, revision.temp)


def test_a_revision_that_is_no_wikitext() -> None:
    """It is read as what it is, for a page's model may be changed and changed back."""
    assert answers.revision(PAGE, REV | text("{}", contentmodel="json")).text == "{}"


def test_a_text_that_the_server_lost() -> None:
    """A text that is missing without being hidden is an error, never an empty page."""
    with pytest.raises(WikiError, match="revision 9"):
        answers.revision(PAGE, REV | {"slots": {"main": {"contentmodel": "wikitext"}}})


@pytest.mark.parametrize(
    "entry",
    [
        {"from": "talk:log_page", "to": "Talk:Log page"},
        {"fromencoded": True, "from": "talk%3Alog_page", "to": "Talk:Log page"},
    ],
)
def test_titles_as_asked(entry: dict[str, Any]) -> None:
    """The server's normal form is undone, also where it had to compose characters first."""
    query: dict[str, Any] = {
        "normalized": [entry],
        "pages": [{"title": "Talk:Log page", "pageid": 5}],
    }

    page = query["pages"][0]
    assert answers.pages(query, ["talk:log_page", "Talk:Log page"]) == {
        "talk:log_page": page,
        "Talk:Log page": page,
    }


@pytest.mark.parametrize(
    "query",
    [
        {"pages": [{"title": "[x]", "invalid": True, "invalidreason": "It has brackets."}]},
        {"pages": [{"title": "Special:Version", "special": True}]},
        {"interwiki": [{"title": "wikipedia:Log", "iw": "wikipedia"}]},
    ],
    ids=["invalid", "special", "interwiki"],
)
def test_what_cannot_be_a_page(query: dict[str, Any]) -> None:
    """A title that leads to no page is a matter of the settings."""
    with pytest.raises(WrongSettings):
        answers.pages(query, ["x"])


def test_the_protection_that_counts() -> None:
    """What an edit needs is told, once,
    whether it comes from the page or from a page that includes it.
    """
    entries = [("edit", "sysop"), ("move", "sysop"), ("edit", "sysop"), ("edit", "autoconfirmed")]
    page = {**PAGE, "protection": [{"type": kind, "level": level} for kind, level in entries]}

    assert ("sysop", "autoconfirmed") == answers.head(page).protection


def test_the_protection_of_a_missing_page() -> None:
    """For a page that is not there yet, it is the making that needs a right."""
    page = {"title": "Log", "missing": True, "protection": [{"type": "create", "level": "sysop"}]}

    assert (True, ("sysop",)) == (answers.head(page).missing, answers.head(page).protection)


def poll_answer(userinfo: dict[str, Any]) -> dict[str, Any]:
    """An answer to a poll of one page."""
    return {
        "curtimestamp": "2024-01-05T02:22:00Z",
        "query": {"userinfo": userinfo, "pages": [PAGE | {"revisions": [REV]}]},
    }


def test_a_poll() -> None:
    """One answer tells the server's time, the account and the heads."""
    poll = answers.poll(
        [poll_answer({"id": 4, "name": "Wikibot", "rights": ["edit"], "groups": ["bot"]})], ["Log"]
    )

    assert ("Wikibot", 4, ("edit",), ("bot",), None) == (
        poll.user, poll.user_id, poll.rights, poll.groups, poll.block,
    )  # fmt: skip
    assert poll.heads["Log"].revision == answers.revision(PAGE, REV)


def test_a_poll_by_nobody() -> None:
    """Without an account there is no name, though the server tells an address."""
    poll = answers.poll([poll_answer({"id": 0, "name": "192.0.2.1", "anon": True})], ["Log"])

    assert ("", 0) == (poll.user, poll.user_id)


def test_a_poll_while_blocked() -> None:
    """Who blocked us, why, and whether only from some pages."""
    told = {"id": 4, "name": "Wikibot", "blockid": 1, "blockedby": "Steward", "blockreason": "test",
            "blockexpiry": "infinite", "blockpartial": True}  # fmt: skip

    assert answers.poll([poll_answer(told)], ["Log"]).block == Block(
        "Steward", "test", partial=True, expiry="infinite"
    )
