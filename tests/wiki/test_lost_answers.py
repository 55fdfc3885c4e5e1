"""Edits whose answer is lost or has to wait: each is saved once, and a conflict stays one."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest
import requests
import responses

from tests.wiki.answering import API, EDIT, LOST, OURS, REV, SAVED, Time, posts, query
from wikibot.wiki.base import Saved
from wikibot.wiki.errors import EditConflict, NotAllowed, TryLater
from wikibot.wiki.mediawiki import MediaWiki


@pytest.mark.parametrize("lost", LOST.values(), ids=LOST)
def test_a_lost_answer_of_an_edit_that_was_saved(
    server: responses.RequestsMock, bot: MediaWiki, lost: dict[str, Any]
) -> None:
    """The run id in the page's newest revision tells that the edit was saved.

    It is not posted again.
    """
    server.replace(responses.GET, API, json=query(OURS, REV))
    server.replace(responses.POST, API, **lost)

    assert (Saved(8, 7), 1) == (bot.save(EDIT), posts(server))


@pytest.mark.parametrize("lost", LOST.values(), ids=LOST)
def test_a_lost_answer_of_an_edit_that_was_not_saved(
    server: responses.RequestsMock, bot: MediaWiki, lost: dict[str, Any]
) -> None:
    """Where the page shows no such revision, the edit is posted again, with the same base."""
    server.replace(responses.POST, API, **lost)
    server.post(API, json=SAVED)

    assert (Saved(8, 7), 2) == (bot.save(EDIT), posts(server))
    assert [["7"], ["7"]] == [
        parse_qs(str(call.request.body))["baserevid"] for call in list(server.calls)[-3::2]
    ]


def test_an_edit_that_was_saved_late(server: responses.RequestsMock, bot: MediaWiki) -> None:
    """A second post that conflicts with our own first one is a success, not a conflict."""
    server.replace(responses.POST, API, body=requests.ReadTimeout())
    server.post(API, json={"error": {"code": "editconflict", "info": "x"}})
    server.replace(responses.GET, API, json=query(REV))
    server.get(API, json=query(OURS, REV))

    assert (Saved(8, 7), 2) == (bot.save(EDIT), posts(server))


def test_a_real_conflict_after_a_lost_answer(
    server: responses.RequestsMock, bot: MediaWiki
) -> None:
    """A conflict with somebody else stays a conflict."""
    server.replace(responses.POST, API, body=requests.ReadTimeout())
    server.post(API, json={"error": {"code": "editconflict", "info": "x"}})

    with pytest.raises(EditConflict):
        bot.save(EDIT)


def test_answers_that_stay_lost(server: responses.RequestsMock, bot: MediaWiki) -> None:
    """After three posts without an answer the next run takes over."""
    server.replace(responses.POST, API, body=requests.ReadTimeout())

    with pytest.raises(TryLater, match="saving Log"):
        bot.save(EDIT)

    assert posts(server) == 3


@pytest.mark.parametrize(
    "refused",
    [{"status": 429, "headers": {"Retry-After": "3"}},
     {"json": {"error": {"code": "maxlag", "info": "x", "lag": 1}}},
     {"json": {"error": {"code": "ratelimited", "info": "x"}}}],
    ids=["429", "maxlag", "rate limit"],
)  # fmt: skip
def test_an_edit_that_must_wait(
    server: responses.RequestsMock, bot: MediaWiki, time: Time, refused: dict[str, Any]
) -> None:
    """What the server surely did not do is posted again after a pause,
    without looking at the page first.
    """
    before = bot.requests
    server.replace(responses.POST, API, **refused)
    server.post(API, json=SAVED)

    assert (Saved(8, 7), 2, True) == (bot.save(EDIT), bot.requests - before, time.slept[0] >= 3)


@pytest.mark.parametrize("status", [429, 503])
def test_an_edit_that_would_have_to_wait_too_long(
    server: responses.RequestsMock, bot: MediaWiki, time: Time, status: int
) -> None:
    """A wiki that asks for more time than the run has is not asked again in this run."""
    server.replace(responses.POST, API, status=status, headers={"Retry-After": "900"})

    with pytest.raises(TryLater, match="asked for 900 seconds"):
        bot.save(EDIT)

    assert (1, []) == (posts(server), time.slept)


def test_a_token_that_expired(server: responses.RequestsMock, bot: MediaWiki) -> None:
    """A bad token is fetched anew, once."""
    server.replace(responses.POST, API, json={"error": {"code": "badtoken", "info": "x"}})

    with pytest.raises(NotAllowed):
        bot.save(EDIT)

    assert posts(server) == 2


def test_nothing_is_saved_without_an_account(reader: MediaWiki) -> None:
    """A reader cannot edit, and no request is made."""
    with pytest.raises(NotAllowed):
        reader.save(EDIT)

    assert reader.requests == 0
