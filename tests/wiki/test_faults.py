"""Faults that a server cannot be made to show: how long we wait, what we repeat, what we say."""

from __future__ import annotations

import stat
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
import requests
import responses
import urllib3.exceptions

from wikibot.wiki import Edit, EditConflict, NotAllowed, Saved, TryLater, WikiError, WrongSettings
from wikibot.wiki.faults import retry_after
from wikibot.wiki.mediawiki import MediaWiki

API = "https://wiki.example/w/api.php"
PASSWORD = "0123456789abcdefghijklmnopqrstuv"
TOKEN = "feedc0ffee+\\"
EDIT = Edit("Log", "new", 7, "playing (run r1)", "r1")

REV = {"revid": 7, "parentid": 6, "user": "Alice", "userid": 2, "timestamp": "2024-01-05T02:22:00Z", "comment": ""}
OURS = REV | {"revid": 8, "parentid": 7, "user": "Wikibot", "comment": "playing (run r1)"}
SAVED = {"edit": {"result": "Success", "oldrevid": 7, "newrevid": 8}}


def query(*revisions: dict[str, Any]) -> dict[str, Any]:
    """The answer to any query of the page."""
    return {
        "batchcomplete": True,
        "curtimestamp": "2024-01-05T02:22:00Z",
        "query": {
            "pages": [{"pageid": 1, "title": "Log", "revisions": list(revisions or (REV,))}],
            "userinfo": {"id": 1, "name": "Wikibot", "rights": ["edit", "bot"], "groups": []},
            "tokens": {"csrftoken": TOKEN, "logintoken": "l0g1n+\\"},
        },
    }


class Time:
    """A clock that only sleeping moves on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def time() -> Time:
    """Time that passes only by sleeping."""
    return Time()


@pytest.fixture
def server() -> Iterator[responses.RequestsMock]:
    """A server that answers as it is told."""
    with responses.RequestsMock(assert_all_requests_are_fired=True) as mock:
        yield mock


@pytest.fixture
def reader(time: Time) -> MediaWiki:
    """A wiki that is read without an account."""
    return MediaWiki(API, contact="ops@example.org", clock=time, sleep=time.sleep, seconds=240)


@pytest.fixture
def bot(time: Time, server: responses.RequestsMock) -> MediaWiki:
    """A wiki with a session and an edit token."""
    wiki = MediaWiki(API, user="Wikibot@sync", password=lambda: PASSWORD, clock=time, sleep=time.sleep, seconds=240)
    server.get(API, json=query(), headers={"Set-Cookie": "wiki_session=c00k1e; path=/"})
    server.post(API, json={"login": {"result": "Success", "lgusername": "Wikibot"}})
    server.get(API, json=query())
    wiki.poll(["Log"])
    return wiki


def posts(server: responses.RequestsMock) -> int:
    """How many edits were posted."""
    return sum("action=edit" in str(call.request.body) for call in server.calls)


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_kept(server: responses.RequestsMock, reader: MediaWiki, time: Time, status: int) -> None:
    """A server that asks for a pause gets it, and the read is done afterwards."""
    server.get(API, status=status, headers={"Retry-After": "17"})
    server.get(API, json=query())

    assert (1, [17.0]) == (reader.poll(["Log"]).heads["Log"].page_id, time.slept)


def test_waiting_is_told(server: responses.RequestsMock, reader: MediaWiki, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever watches sees what is waited for, and how long."""
    server.get(API, status=503, headers={"Retry-After": "17"})
    server.get(API, json=query())

    with caplog.at_level("INFO", "wikibot"):
        reader.poll(["Log"])

    assert ["trying again in 17 s"] == [message.partition("; ")[2] for message in caplog.messages]


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("120", 120.0), (" 5 ", 5.0), (None, None), ("soon", None), ("-1", None), ("Fri, 05 Jan 2024 02:22:00 GMT", 0.0)],
)
def test_retry_after_values(value: str | None, seconds: float | None) -> None:
    """Seconds or an HTTP date; a date that is over asks for nothing."""
    assert seconds == retry_after(value)


def test_retry_after_as_a_date_to_come() -> None:
    """A date counts from now."""
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)

    assert 80 <= (retry_after(date) or 0) <= 90


def test_a_pause_beyond_the_deadline(server: responses.RequestsMock, reader: MediaWiki, time: Time) -> None:
    """Nobody waits longer than the run may take; the message tells what the wiki asked for."""
    server.get(API, status=429, headers={"Retry-After": "900"})

    with pytest.raises(TryLater, match="asked for 900 seconds"):
        reader.poll(["Log"])

    assert time.slept == []


def test_backoff_grows_and_ends(server: responses.RequestsMock, reader: MediaWiki, time: Time) -> None:
    """A server that stays down is asked a few times, each pause longer than the last, and then left alone."""
    server.get(API, status=502)

    with pytest.raises(TryLater):
        reader.poll(["Log"])

    assert (6, 5, True) == (reader.requests, len(time.slept), sum(time.slept) < 60)
    assert all(later > earlier for earlier, later in zip(time.slept, time.slept[1:], strict=False))


def test_a_deadline_that_has_passed(server: responses.RequestsMock, reader: MediaWiki, time: Time) -> None:
    """After the deadline nothing is sent any more; the next poll starts a new one."""
    server.get(API, json=query())
    time.now += 241
    with pytest.raises(TryLater):
        reader.read(["Log"])

    assert (0, 1) == (reader.requests, reader.poll(["Log"]).heads["Log"].page_id)


def test_lag_is_waited_out(server: responses.RequestsMock, reader: MediaWiki, time: Time) -> None:
    """``maxlag`` goes with every request, and its answer means to wait, with or without Retry-After."""
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


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (connection_error(urllib3.exceptions.NameResolutionError("wiki.example", None, OSError())), "DNS"),  # type: ignore[arg-type]
        (connection_error(urllib3.exceptions.NewConnectionError(None, "refused")), "no connection"),  # type: ignore[arg-type]
        (requests.exceptions.SSLError("bad certificate"), "TLS"),
        (requests.ReadTimeout(), "no answer in time"),
        (requests.ConnectTimeout(), "no answer in time"),
        (requests.ConnectionError("reset by peer"), "cut"),
        (requests.exceptions.ChunkedEncodingError(), "broke off"),
        (requests.exceptions.InvalidHeader("odd"), "InvalidHeader"),
    ],
)
def test_a_wiki_out_of_reach(server: responses.RequestsMock, reader: MediaWiki, error: Exception, told: str) -> None:
    """Whatever is wrong with the way to the wiki, the answer is to try later, and the message says what it is."""
    server.get(API, body=error)

    with pytest.raises(TryLater, match=told):
        reader.poll(["Log"])


@pytest.mark.parametrize(
    ("answer", "kind", "told"),
    [
        ({"body": "<!DOCTYPE html>", "status": 200}, WrongSettings, "/w/api.php .* a web page"),
        ({"body": "<html>Not found", "status": 404}, WrongSettings, "no API at /w/api.php .HTTP 404."),
        ({"body": "<html>Forbidden", "status": 403}, NotAllowed, "refuses /w/api.php .HTTP 403."),
        ({"body": "teapot", "status": 418}, WikiError, "HTTP 418"),
        ({"status": 301, "headers": {"Location": "https://a.example/api.php?x"}}, WrongSettings, "a.example/api.php"),
        ({"json": ["x"]}, WrongSettings, "JSON that is no answer"),
        ({"json": {"hello": 1}}, WrongSettings, "without a query"),
        ({"body": "MediaWiki API is not enabled for this site."}, WrongSettings, "APIDisabledError"),
        ({"body": ""}, TryLater, "broke off"),
        ({"body": '{"query": {"pa'}, TryLater, "broke off"),
    ],
    ids=["login page", "not found", "forbidden", "other status", "redirect", "list", "no query", "disabled", "empty",
         "cut"],
)  # fmt: skip
def test_answers_that_are_no_answers(
    server: responses.RequestsMock, reader: MediaWiki, answer: dict[str, Any], kind: type[WikiError], told: str
) -> None:
    """A web page in the place of an answer names the address and says which setting to check."""
    server.get(API, **answer)

    with pytest.raises(kind, match=told) as caught:
        reader.poll(["Log"])

    assert (kind, True) == (type(caught.value), bool(caught.value.remedy))


def test_an_error_told_with_another_status(server: responses.RequestsMock, reader: MediaWiki) -> None:
    """MediaWiki's own errors are read as such, whatever the status that comes with them."""
    server.get(API, status=500, json={"error": {"code": "readonly", "info": "x", "readonlyreason": "Backup"}})

    with pytest.raises(TryLater, match="Backup"):
        reader.poll(["Log"])


@pytest.mark.parametrize(
    "address",
    ["wiki.example", "https://wiki.example/index.php", "ftp://wiki.example/api.php", "https://u:pw@wiki.example/api.php",
     "https://wiki.example/api.php?x=1", "https:///api.php"],
)  # fmt: skip
def test_addresses_that_lead_nowhere(address: str) -> None:
    """A wrong address is noticed before any request, and a password in it is not repeated."""
    with pytest.raises(WrongSettings, match=r"api\.php") as caught:
        MediaWiki(address)

    assert "pw" not in str(caught.value)


Lost = Callable[[], dict[str, Any]]
LOST: dict[str, dict[str, Any]] = {
    "time-out": {"body": requests.ReadTimeout()},
    "cut": {"body": requests.ConnectionError("reset while sending token=feedc0ffee, wiki_session=c00k1e")},
    "bad gateway": {"status": 502, "body": "<html>Bad gateway"},
    "unavailable": {"status": 503, "body": "<html>Busy"},
    "half an answer": {"body": '{"edit": {"resu'},
    "exception": {"json": {"error": {"code": "internal_api_error_DBQueryError", "info": "x"}}},
}


@pytest.mark.parametrize("lost", LOST.values(), ids=LOST)
def test_a_lost_answer_of_an_edit_that_was_saved(
    server: responses.RequestsMock, bot: MediaWiki, lost: dict[str, Any]
) -> None:
    """The run id in the page's newest revision tells that the edit was saved: it is not posted again."""
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
    assert [["7"], ["7"]] == [parse_qs(str(call.request.body))["baserevid"] for call in list(server.calls)[-3::2]]


def test_an_edit_that_was_saved_late(server: responses.RequestsMock, bot: MediaWiki) -> None:
    """A second post that conflicts with our own first one is a success, not a conflict."""
    server.replace(responses.POST, API, body=requests.ReadTimeout())
    server.post(API, json={"error": {"code": "editconflict", "info": "x"}})
    server.replace(responses.GET, API, json=query(REV))
    server.get(API, json=query(OURS, REV))

    assert (Saved(8, 7), 2) == (bot.save(EDIT), posts(server))


def test_a_real_conflict_after_a_lost_answer(server: responses.RequestsMock, bot: MediaWiki) -> None:
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
    [{"status": 429, "headers": {"Retry-After": "3"}}, {"json": {"error": {"code": "maxlag", "info": "x", "lag": 1}}},
     {"json": {"error": {"code": "ratelimited", "info": "x"}}}],
    ids=["429", "maxlag", "rate limit"],
)  # fmt: skip
def test_an_edit_that_must_wait(
    server: responses.RequestsMock, bot: MediaWiki, time: Time, refused: dict[str, Any]
) -> None:
    """What the server surely did not do is posted again after a pause, without looking at the page first."""
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


def reachable(error: BaseException) -> str:
    """All that an exception, its causes and their values could put into a log."""
    parts: list[str] = []
    chain: BaseException | None = error
    while chain is not None:
        parts += [repr(chain), str(chain), repr(chain.args), repr(vars(chain))]
        chain = chain.__cause__ or chain.__context__
    return "".join(parts) + "".join(traceback.format_exception(error))


@pytest.mark.parametrize("lost", [*LOST.values(), {"body": "<html>login"}, {"status": 403}], ids=[*LOST, "page", "403"])
def test_secrets_stay_secret(
    server: responses.RequestsMock, bot: MediaWiki, lost: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Neither password nor token nor cookie is in any error, representation or log."""
    caplog.set_level("DEBUG")
    server.replace(responses.POST, API, **lost)
    with pytest.raises(WikiError) as caught:
        bot.save(EDIT)

    shown = reachable(caught.value) + caplog.text + repr(bot) + repr(bot._api.session)
    assert [] == [secret for secret in (PASSWORD, "feedc0ffee", "c00k1e") if secret in shown]


def test_a_password_that_is_wrong(server: responses.RequestsMock, time: Time) -> None:
    """A refused login is told with the account's name, never with the password, and not tried twice."""
    wiki = MediaWiki(API, user="Wikibot@sync", password=lambda: PASSWORD, clock=time, sleep=time.sleep)
    server.get(API, json=query())
    server.post(API, json={"login": {"result": "Failed", "reason": {"code": "wrongpassword", "text": PASSWORD}}})

    with pytest.raises(NotAllowed, match="Wikibot@sync") as caught:
        wiki.poll(["Log"])

    assert (2, False) == (wiki.requests, PASSWORD in reachable(caught.value))


def test_too_many_logins(server: responses.RequestsMock, time: Time) -> None:
    """A wiki that counts logins is to be left alone for a while; the password may be right."""
    wiki = MediaWiki(API, user="Wikibot@sync", password=lambda: PASSWORD, clock=time, sleep=time.sleep)
    server.get(API, json=query())
    server.post(API, json={"login": {"result": "Failed", "reason": {"code": "login-throttled", "text": "x"}}})

    with pytest.raises(TryLater):
        wiki.poll(["Log"])


def test_cookies_are_kept_for_their_owner_alone(server: responses.RequestsMock, tmp_path: Path) -> None:
    """The session is kept with mode 0600 and taken up by the next run."""
    server.get(API, json=query(), headers={"Set-Cookie": "wiki_session=c00k1e; path=/"})
    file = tmp_path / "state" / "cookies"
    MediaWiki(API, cookies=file).poll(["Log"])
    MediaWiki(API, cookies=file).poll(["Log"])

    assert ("wiki_session=c00k1e", 0o600) == (
        server.calls[1].request.headers.get("Cookie"),
        stat.S_IMODE(file.stat().st_mode),
    )


def test_a_broken_cookie_file(server: responses.RequestsMock, tmp_path: Path) -> None:
    """A cookie file that cannot be read only means one more login."""
    server.get(API, json=query())
    (tmp_path / "cookies").write_bytes(b"\xff\x00garbage")

    assert MediaWiki(API, cookies=tmp_path / "cookies").poll(["Log"]).heads["Log"].page_id == 1


def test_the_user_agent(server: responses.RequestsMock, reader: MediaWiki) -> None:
    """A wiki's operator sees which program asks, and whom to write to."""
    server.get(API, json=query())
    reader.poll(["Log"])

    agent = str(server.calls[0].request.headers["User-Agent"])
    assert (True, True) == (agent.startswith("wikibot/"), agent.endswith("(ops@example.org)"))


def test_a_light_start() -> None:
    """Nothing heavy is loaded before the first request, and tenacity only when a request failed."""
    heavy = "'requests', 'mwclient', 'tenacity', 'filelock', 'pydantic', 'rich'"
    code = f"import sys, wikibot.wiki.mediawiki, wikibot.wiki.folder; print([m for m in ({heavy}) if m in sys.modules])"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
