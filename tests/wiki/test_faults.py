"""Faults that a server cannot be made to show: how long we wait, what we repeat, what we say."""

from __future__ import annotations

import json
import re
import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any
from urllib.parse import parse_qs

import pytest
import requests
import responses
import urllib3.exceptions

from tests.for_each import for_each
from tests.wiki.answering import API, EDIT, LOST, OURS, REV, SAVED, Time, posts, query
from wikibot.wiki.api import of_fault, of_refusal
from wikibot.wiki.base import Saved
from wikibot.wiki.errors import (
    EditConflict,
    EditRefused,
    Fault,
    NotAllowed,
    PageAppeared,
    PageUnreadable,
    PageVanished,
    Refusal,
    TryLater,
    WikiError,
    WrongSettings,
    from_error,
    retry_after,
)
from wikibot.wiki.mediawiki import MediaWiki


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_kept(
    server: responses.RequestsMock, reader: MediaWiki, time: Time, status: int
) -> None:
    """A server that asks for a pause gets it, and the read is done afterwards."""
    server.get(API, status=status, headers={"Retry-After": "17"})
    server.get(API, json=query())

    assert (1, [17.0]) == (reader.poll(["Log"]).heads["Log"].page_id, time.slept)


def test_waiting_is_told(
    server: responses.RequestsMock, reader: MediaWiki, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever watches sees what is waited for, and how long."""
    server.get(API, status=503, headers={"Retry-After": "17"})
    server.get(API, json=query())

    with caplog.at_level("INFO", "wikibot.wiki"):
        reader.poll(["Log"])

    (message,) = caplog.messages
    assert message.startswith(
        "the server failed (HTTP 503); trying again in 17 s, at most 5 times, for up to "
    )


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0), (" 5 ", 5.0), (None, None), ("soon", None), ("-1", None),
        ("Fri, 05 Jan 2024 02:22:00 GMT", 0.0),
    ],
)  # fmt: skip
def test_retry_after_values(value: str | None, seconds: float | None) -> None:
    """Seconds or an HTTP date; a date that is over asks for nothing."""
    assert seconds == retry_after(value)


def test_retry_after_as_a_date_to_come() -> None:
    """A date counts from now."""
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)

    assert 80 <= (retry_after(date) or 0) <= 90


def test_a_pause_beyond_the_deadline(
    server: responses.RequestsMock, reader: MediaWiki, time: Time
) -> None:
    """Nobody waits longer than the run may take; the message tells what the wiki asked for."""
    server.get(API, status=429, headers={"Retry-After": "900"})

    with pytest.raises(TryLater, match="asked for 900 seconds"):
        reader.poll(["Log"])

    assert time.slept == []


def test_backoff_grows_and_ends(
    server: responses.RequestsMock, reader: MediaWiki, time: Time
) -> None:
    """A server that stays down is asked a few times, each pause longer than the last.

    Then left alone.
    """
    server.get(API, status=502)

    with pytest.raises(TryLater):
        reader.poll(["Log"])

    assert (6, 5, True) == (reader.requests, len(time.slept), sum(time.slept) < 60)
    assert all(later > earlier for earlier, later in zip(time.slept, time.slept[1:], strict=False))


def test_a_deadline_that_has_passed(
    server: responses.RequestsMock, reader: MediaWiki, time: Time
) -> None:
    """After the deadline nothing is sent any more; the next poll starts a new one."""
    server.get(API, json=query())
    time.now += 241
    with pytest.raises(TryLater):
        reader.read(["Log"])

    assert (0, 1) == (reader.requests, reader.poll(["Log"]).heads["Log"].page_id)


def test_lag_is_waited_out(server: responses.RequestsMock, reader: MediaWiki, time: Time) -> None:
    """``maxlag`` goes with every request.

    Its answer means to wait, with or without Retry-After.
    """
    lagging = {"error": {"code": "maxlag", "info": "Waiting", "lag": 7.5}}
    server.get(API, json=lagging, headers={"Retry-After": "9", "X-Database-Lag": "7"})
    server.get(API, json=lagging)
    server.get(API, json=query())
    reader.poll(["Log"])

    assert (9.0, True) == (time.slept[0], time.slept[1] >= 5)
    assert all("maxlag=5" in str(call.request.url) for call in server.calls)


def connection_error(reason: Exception) -> requests.ConnectionError:
    """What requests raises when urllib3 gave up."""
    return requests.ConnectionError(urllib3.exceptions.MaxRetryError(None, API, reason))  # type: ignore[arg-type]


NO_NAME = urllib3.exceptions.NameResolutionError("wiki.example", None, OSError())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (connection_error(NO_NAME), "DNS"),
        (connection_error(urllib3.exceptions.NewConnectionError(None, "refused")), "no connection"),  # type: ignore[arg-type]
        (requests.exceptions.SSLError("bad certificate"), "TLS"),
        (requests.ReadTimeout(), "no answer in time"),
        (requests.ConnectTimeout(), "no answer in time"),
        (requests.ConnectionError("reset by peer"), "cut"),
        (requests.exceptions.ChunkedEncodingError(), "broke off"),
        (requests.exceptions.InvalidHeader("odd"), "InvalidHeader"),
    ],
)
def test_a_wiki_out_of_reach(
    server: responses.RequestsMock, reader: MediaWiki, error: Exception, told: str
) -> None:
    """Whatever is wrong with the way to the wiki, the answer is to try later.

    The message says what it is.
    """
    server.get(API, body=error)

    with pytest.raises(TryLater, match=told):
        reader.poll(["Log"])


@pytest.mark.parametrize(
    ("answer", "kind", "told"),
    [
        ({"body": "<!DOCTYPE html>", "status": 200}, WrongSettings, "/w/api.php .* a web page"),
        ({"body": "<html>Not found", "status": 404}, WrongSettings,
         "no API at /w/api.php .HTTP 404."),
        ({"body": "<html>Forbidden", "status": 403}, NotAllowed, "refuses /w/api.php .HTTP 403."),
        ({"body": "teapot", "status": 418}, WikiError, "HTTP 418"),
        ({"status": 301, "headers": {"Location": "https://a.example/api.php?x"}}, WrongSettings,
         "a.example/api.php"),
        ({"json": ["x"]}, TryLater, "the wiki answered with JSON that is no object"),
        ({"json": {"hello": 1}}, WrongSettings, "without a query"),
        ({"body": "MediaWiki API is not enabled for this site."}, WrongSettings,
         "APIDisabledError"),
        ({"body": ""}, TryLater, "broke off"),
        ({"body": '{"query": {"pa'}, TryLater, "broke off"),
    ],
    ids=["login page", "not found", "forbidden", "other status", "redirect", "list", "no query",
         "disabled", "empty",
         "cut"],
)  # fmt: skip
def test_answers_that_are_no_answers(
    server: responses.RequestsMock,
    reader: MediaWiki,
    answer: dict[str, Any],
    kind: type[WikiError],
    told: str,
) -> None:
    """A web page in the place of an answer names the address and says which setting to check."""
    server.get(API, **answer)

    with pytest.raises(kind, match=told) as caught:
        reader.poll(["Log"])

    assert (kind, True) == (type(caught.value), bool(caught.value.remedy))


def test_an_error_told_with_another_status(
    server: responses.RequestsMock, reader: MediaWiki
) -> None:
    """MediaWiki's own errors are read as such, whatever the status that comes with them."""
    server.get(
        API,
        status=500,
        json={"error": {"code": "readonly", "info": "x", "readonlyreason": "Backup"}},
    )

    with pytest.raises(TryLater, match="Backup"):
        reader.poll(["Log"])


@pytest.mark.parametrize(
    "address",
    ["wiki.example", "https://wiki.example/index.php", "ftp://wiki.example/api.php",
     "https://u:pw@wiki.example/api.php",
     "https://wiki.example/api.php?x=1", "https:///api.php"],
)  # fmt: skip
def test_addresses_that_lead_nowhere(address: str) -> None:
    """A wrong address is noticed before any request, and a password in it is not repeated."""
    with pytest.raises(WrongSettings, match=r"api\.php") as caught:
        MediaWiki(address)

    assert "pw" not in str(caught.value)


def test_a_host_out_of_reach_is_named_at_once(
    server: responses.RequestsMock, reader: MediaWiki, caplog: pytest.LogCaptureFixture
) -> None:
    """Before anything is tried again, with what is tried, and for how long, whoever watches."""
    reason = urllib3.exceptions.NewConnectionError(None, "refused")  # type: ignore[arg-type]
    server.get(API, body=connection_error(reason))

    with (
        caplog.at_level("WARNING", "wikibot.wiki"),
        pytest.raises(TryLater, match=r"wiki\.example"),
    ):
        reader.poll(["Log"])

    (message,) = caplog.messages
    assert re.match(
        (
            r"wiki\.example does not answer \(no connection\); trying again in \d s, at most 5 "
            r"times, for up to \d+ s"
        ),
        message,
    )


def test_a_slow_host_is_named_before_it_has_answered(
    server: responses.RequestsMock, reader: MediaWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for the first answer sees for whom;
    a host that has answered may take its time.
    """
    monkeypatch.setattr("wikibot.wiki.api._SLOW_SECONDS", 0.01)
    said = threading.Event()
    monkeypatch.setattr("wikibot.wiki.api.LOGGER.warning", lambda *_: said.set())

    def slow(_request: object) -> tuple[int, dict[str, str], str]:
        return (200, {}, json.dumps(query())) if said.wait(5) else (500, {}, "")

    server.add_callback("GET", API, slow)

    assert reader.poll(["Log"]).heads["Log"].page_id == 1


def test_the_form_of_times_is_asked_for_once(
    server: responses.RequestsMock, reader: MediaWiki, time: Time
) -> None:
    """A wiki that does not tell it is no reason to wait: times are then written as in English."""
    told = query()
    told["query"] |= {"general": {"lang": "de"}, "namespaces": {}, "allmessages": []}
    server.get(API, json=told)
    server.get(API, status=503)
    poll = reader.poll(["Log"], introduce=True)

    assert (poll.dialect and poll.dialect.language, time.slept) == ("de", [])
    assert poll.dialect is not None
    assert poll.dialect.date == ""


# The server's codes as our errors.


CODES = {
    EditConflict: ["editconflict"],
    PageAppeared: ["articleexists", "edit-already-exists"],
    PageVanished: ["missingtitle", "pagedeleted", "nosuchrevid", "badid_rvstartid"],
    NotAllowed: [
        "protectedpage", "cascadeprotected", "protectedtitle", "protectednamespace",
        "protectednamespace-interface",
        "permissiondenied", "writeapidenied", "readapidenied", "noedit", "noedit-anon",
        "cantcreate", "cantcreate-anon",
        "confirmemail", "blocked", "autoblocked", "badtoken", "assertuserfailed",
        "assertnameduserfailed",
        "globalblocking-blockedtext-user",
    ],
    TryLater: ["readonly", "ratelimited", "maxlag"],
    EditRefused: [
        "abusefilter-disallowed", "abusefilter-warning", "spamblacklist",
        "titleblacklist-forbidden",
        "titleblacklist-forbidden-edit", "contenttoobig", "captcha", "badmd5", "hookaborted",
        "some-new-extension",
    ],
    WrongSettings: ["invalidtitle", "unknown_action"],
    PageUnreadable: ["no-direct-editing"],
}  # fmt: skip


@for_each("code, kind", [(code, kind) for kind, codes in CODES.items() for code in codes])
def test_codes_told_apart(code: str, kind: type[WikiError]) -> None:
    """Each code leads to its own error, which keeps page and code and says what to do."""
    error = of_refusal(Refusal(code), "Log", editing=True)

    assert (kind, "Log", code, True) == (type(error), error.page, error.code, bool(error.remedy))


def test_an_unknown_code_while_reading() -> None:
    """What we do not know is told in the server's words, on one line."""
    error = of_refusal(Refusal("strange", "First line.\nSecond line."))

    assert (WikiError, True) == (type(error), "First line. Second line." in str(error))


@pytest.mark.parametrize(
    ("code", "data", "told"),
    [
        ("abusefilter-disallowed", {"abusefilter": {"id": 3, "description": "No bots"}},
         "filter 3, No bots"),
        ("spamblacklist", {"spamblacklist": {"matches": ["bad.example"]}}, "bad.example"),
        ("readonly", {"readonlyreason": "Backup until noon"}, "Backup until noon"),
        ("maxlag", {"lag": 7.2}, "7 seconds"),
        ("blocked",
         {"blockinfo": {
             "blockedby": "Steward", "blockreason": "loop", "blockexpiry": "infinite",
         }},
         "the account is blocked by Steward until infinite: loop"),
        ("blocked", {"blockinfo": {"blockedby": "Steward", "blockpartial": True}},
         "blocked on this page"),
    ],
)  # fmt: skip
def test_details(code: str, data: dict[str, Any], told: str) -> None:
    """An operator learns which filter, which site, why read-only, and who blocked."""
    assert told in str(of_refusal(Refusal(code, data=data), "Log", editing=True))


def test_a_server_that_stumbled_is_no_refusal() -> None:
    """After an exception inside the server nobody knows how far it came."""
    assert isinstance(
        from_error({"error": {"code": "internal_api_error_DBQueryError"}}, None), Fault
    )


@pytest.mark.parametrize(
    "answer",
    [
        {"error": {"code": "readonly", "info": "In read-only mode.", "readonlyreason": "Backup"}},
        {
            "errors": [
                {
                    "code": "readonly",
                    "text": "In read-only mode.",
                    "data": {"readonlyreason": "Backup"},
                }
            ]
        },
    ],
    ids=["old form", "errorformat"],
)
def test_both_forms_of_errors(answer: dict[str, Any]) -> None:
    """The API has two forms for its errors; both are understood."""
    refusal = from_error(answer, None)

    assert isinstance(refusal, Refusal)
    assert ("readonly", "In read-only mode.", "Backup") == (
        refusal.code,
        refusal.info,
        refusal.data["readonlyreason"],
    )


def test_a_fault_that_outlasted_all_tries() -> None:
    """The message says what was tried, why it failed, and how long the wiki asked to wait."""
    error = of_fault(Fault("the server failed (HTTP 503)", wait=900), "saving Log")

    assert str(error) == (
        "saving Log: the server failed (HTTP 503) [unreachable]. "
        "The wiki asked for 900 seconds. The next run tries again."
    )


# Edits whose answer is lost or has to wait: each is saved once, and a conflict stays one.


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


def test_the_account_is_asserted(server: responses.RequestsMock, bot: MediaWiki) -> None:
    """A session that was lost must not make an edit under an IP address."""
    server.replace(responses.POST, API, json=SAVED)
    bot.save(EDIT)

    posted = parse_qs(str(server.calls[-1].request.body))
    assert (["Wikibot"], "token") == (posted["assertuser"], list(posted)[-1])


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
