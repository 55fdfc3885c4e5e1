"""The session with a wiki: logins, cookies, the user agent, and what nobody gets to see of them."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

import pytest
import requests
import responses

from tests.wiki.answering import API, EDIT, LOST, PASSWORD, REV, Time, query
from wikibot.wiki.base import MEANWHILE
from wikibot.wiki.errors import NotAllowed, TryLater, WikiError
from wikibot.wiki.files import PRIVATE, TextFile
from wikibot.wiki.mediawiki import MediaWiki


def reachable(error: BaseException) -> str:
    """All that an exception, its causes and their values could put into a log."""
    parts: list[str] = []
    chain: BaseException | None = error
    while chain is not None:
        parts += [repr(chain), str(chain), repr(chain.args), repr(vars(chain))]
        chain = chain.__cause__ or chain.__context__
    return "".join(parts) + "".join(traceback.format_exception(error))


@pytest.mark.parametrize(
    "lost", [*LOST.values(), {"body": "<html>login"}, {"status": 403}], ids=[*LOST, "page", "403"]
)
def test_secrets_stay_secret(
    server: responses.RequestsMock,
    bot: MediaWiki,
    lost: dict[str, Any],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Neither password nor token nor cookie is in any error, representation or log."""
    caplog.set_level("DEBUG")
    server.replace(responses.POST, API, **lost)
    with pytest.raises(WikiError) as caught:
        bot.save(EDIT)

    shown = reachable(caught.value) + caplog.text + repr(bot) + repr(bot._api.session)
    assert [] == [secret for secret in (PASSWORD, "feedc0ffee", "c00k1e") if secret in shown]


@pytest.mark.parametrize(
    ("code", "error", "told"),
    [("wrongpassword", NotAllowed, "Wikibot@sync"), ("login-throttled", TryLater, "")],
)
def test_a_login_that_is_refused(
    server: responses.RequestsMock, time: Time, code: str, error: type[WikiError], told: str
) -> None:
    """It is told with the account's name, never with the password, and not tried twice; a wiki that
    counts logins is to be left alone for a while, as the password may be right.
    """
    wiki = MediaWiki(
        API, user="Wikibot@sync", password=lambda: PASSWORD, clock=time, sleep=time.sleep
    )
    server.get(API, json=query())
    server.post(
        API, json={"login": {"result": "Failed", "reason": {"code": code, "text": PASSWORD}}}
    )

    with pytest.raises(error, match=told or None) as caught:
        wiki.poll(["Log"])

    assert (2, False) == (wiki.requests, PASSWORD in reachable(caught.value))


def test_cookies_are_kept_for_their_owner_alone(
    server: responses.RequestsMock, tmp_path: Path
) -> None:
    """The session is kept with mode 0600 and taken up by the next run."""
    server.get(API, json=query(), headers={"Set-Cookie": "wiki_session=c00k1e; path=/"})
    file = tmp_path / "state" / "cookies"
    MediaWiki(API, cookies=TextFile(file, PRIVATE)).poll(["Log"])
    MediaWiki(API, cookies=TextFile(file, PRIVATE)).poll(["Log"])

    assert ("wiki_session=c00k1e", 0o600) == (
        server.calls[1].request.headers.get("Cookie"),
        stat.S_IMODE(file.stat().st_mode),
    )


def test_a_broken_cookie_file(server: responses.RequestsMock, tmp_path: Path) -> None:
    """A cookie file that cannot be read only means one more login."""
    server.get(API, json=query())
    (tmp_path / "cookies").write_bytes(b"\xff\x00garbage")

    assert (
        MediaWiki(API, cookies=TextFile(tmp_path / "cookies")).poll(["Log"]).heads["Log"].page_id
        == 1
    )


def test_the_user_agent(server: responses.RequestsMock, reader: MediaWiki) -> None:
    """A wiki's operator sees which program asks, and whom to write to."""
    server.get(API, json=query())
    reader.poll(["Log"])

    agent = str(server.calls[0].request.headers["User-Agent"])
    assert (True, True) == (agent.startswith("wikibot/"), agent.endswith("(ops@example.org)"))


def test_a_light_start() -> None:
    """Nothing heavy is loaded before the first request, and tenacity only when a request failed."""
    heavy = "'requests', 'mwclient', 'tenacity', 'filelock', 'pydantic', 'rich'"
    code = (
        f"import sys, wikibot.wiki.mediawiki, wikibot.wiki.folder; print([m for m in ({heavy}) if "
        f"m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_what_is_to_be_done_meanwhile_is_done_before_an_answer_that_takes_long(
    server: responses.RequestsMock, reader: MediaWiki
) -> None:
    """Once; what fails then is passed over."""
    done = threading.Event()

    def answer(_: requests.PreparedRequest) -> tuple[int, dict[str, str], str]:
        return 200 if done.wait(60) else 500, {}, json.dumps(query(REV))

    def fails() -> None:
        raise LookupError

    server.add_callback(responses.GET, API, callback=answer)
    MEANWHILE[:] = [done.set, fails]

    assert reader.read(["Log"])["Log"] is not None
    assert MEANWHILE == []
