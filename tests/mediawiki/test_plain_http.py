"""Requests of a kept session: answered by the standard library alone, or left to the full way.

The wiki's own answers are tested on both versions. Faults are the proxy's, the same before any
server: the newer one stands behind it.
"""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mediawiki.bots import bot_of
from tests.mediawiki.proxy import Drop, Proxy, Request, Response, edit_of
from tests.mediawiki.server import Server
from tests.nursery import BOT, nursery
from wikibot.wiki.cookies import Cookies
from wikibot.wiki.faults import Fault
from wikibot.wiki.files import PRIVATE, TextFile
from wikibot.wiki.plain_http import Plain, PlainHttp

WORKER = "tests.mediawiki.plain_worker"


def in_a_process(job: str, mediawiki: Server, cookies: Path) -> str:
    """What a program of its own tells that does a job with a kept session."""
    words, secret = [job, mediawiki.proxy.api, str(cookies)], mediawiki.bot_password
    ended = nursery(*BOT).run(
        words, cookies.parent, module=WORKER, environment={"WIKIBOT_PASSWORD": secret}
    )
    assert (ended.code, secret in ended.out) == (0, False), ended.err
    return ended.out.strip()


def kept_session(mediawiki: Server, folder: Path) -> Path:
    """The file of a session that was kept."""
    bot_of(mediawiki, folder).poll(["Log"])
    mediawiki.proxy.mark()
    return folder / "cookies"


@pytest.fixture
def cookies(mediawiki_143: Server, tmp_path: Path) -> Path:
    """The file of a session of the newer wiki."""
    return kept_session(mediawiki_143, tmp_path)


def ask(mediawiki: Server, kept: TextFile | None = None) -> Plain | None:
    """One question to the wiki."""
    http = PlainHttp(mediawiki.proxy.api, "tests", Cookies(kept))
    try:
        return http.get({"action": "query", "meta": "userinfo"}, 20)
    finally:
        http.close()


def test_a_poll_with_a_kept_session_loads_no_library(mediawiki: Server, tmp_path: Path) -> None:
    """One request, counted with its bytes, as the account of the session;
    neither requests nor mwclient is loaded.
    """
    cookies = kept_session(mediawiki, tmp_path)
    assert (in_a_process("poll", mediawiki, cookies), mediawiki.proxy.requests) == (
        "Wikibot 1 True False False",
        1,
    )


def test_what_is_odd_is_asked_again_in_the_full_way(mediawiki_143: Server, cookies: Path) -> None:
    """A first answer that is not an answer costs one request more and is forgotten."""
    mediawiki_143.proxy.answer(Response(200, (), b"<html>"))

    assert (in_a_process("poll", mediawiki_143, cookies), mediawiki_143.proxy.requests) == (
        "Wikibot 2 True True True",
        2,
    )


@pytest.mark.parametrize(
    "answer",
    [
        Response(302, (("Location", "/elsewhere"),)),
        Response(404),
        Response(500),
        Response(200, (), b""),
        Response(200, (), b'{"query": '),
        Response(200, (("Content-Encoding", "gzip"),), b"no gzip"),
        Response(200, (("Content-Encoding", "gzip"),), gzip.compress(b"{}")[:-9]),
    ],
    ids=["redirect", "no page", "failure", "empty", "cut", "not compressed", "compressed and cut"],
)
def test_odd_answers(mediawiki_143: Server, answer: Response) -> None:
    """Each is left to the full way."""
    mediawiki_143.proxy.answer(answer)

    assert ask(mediawiki_143) is None


def test_a_cut_connection(mediawiki_143: Server) -> None:
    """It is left to the full way as well."""

    def drop(_: Request) -> None:
        raise Drop

    mediawiki_143.proxy.before(drop)

    assert ask(mediawiki_143) is None


def test_a_wish_to_wait_is_heeded(mediawiki_143: Server) -> None:
    """An overloaded server is not asked again at once."""
    mediawiki_143.proxy.answer(Response(503, (("Retry-After", "7"),)))

    with pytest.raises(Fault) as caught:
        ask(mediawiki_143)

    assert (caught.value.wait, caught.value.again) == (7.0, True)


def test_compressed_answers_and_new_cookies(mediawiki_143: Server, tmp_path: Path) -> None:
    """A compressed answer is read, its size is that on the wire,
    and a cookie that it sets is kept for its owner.
    """
    body = gzip.compress(json.dumps({"query": "x" * 5000}).encode())
    mediawiki_143.proxy.answer(
        Response(200, (("Content-Encoding", "gzip"), ("Set-Cookie", "session=new; path=/")), body)
    )

    kept = TextFile(tmp_path / "cookies", PRIVATE)

    first = ask(mediawiki_143, kept)

    assert first is not None
    assert (len(first.answer["query"]), first.size < 400) == (5000, True)
    assert (
        "session=new" in (tmp_path / "cookies").read_text(),
        (tmp_path / "cookies").stat().st_mode & 0o077,
    ) == (True, 0)


def test_an_edit_with_a_kept_session_loads_no_library(mediawiki: Server, tmp_path: Path) -> None:
    """Poll and edit, two requests, in letters beyond ASCII as well."""
    cookies = kept_session(mediawiki, tmp_path)
    assert (in_a_process("save", mediawiki, cookies), mediawiki.proxy.requests) == (
        "True 2 False",
        2,
    )
    assert mediawiki.client("Alice").text("Log") == "Text 1 ä"


@pytest.mark.parametrize("fault", ["answer lost", "request lost", "busy", "web page"])
def test_an_edit_without_a_plain_answer_is_saved_once(
    mediawiki_143: Server, cookies: Path, fault: str
) -> None:
    """The page's history tells whether it was; where it was not, it is posted in the full way."""
    proxy = mediawiki_143.proxy
    if fault == "answer lost":
        proxy.lose_answer(posts)
    elif fault == "request lost":
        proxy.before(_drop, posts)
    else:
        busy, page = Response(503, (("Retry-After", "1"),)), Response(200, (), b"<html>")
        proxy.answer(busy if fault == "busy" else page, posts)

    assert in_a_process("save", mediawiki_143, cookies).startswith("True")
    assert len(mediawiki_143.client("Alice").history("Log")) == 1


def test_two_edits_are_under_way_together(mediawiki_143: Server, cookies: Path) -> None:
    """Over two connections, told of in the order in which they are waited for, without a token."""
    both = threading.Barrier(2, timeout=20)
    for title in ("Play", "Log"):
        mediawiki_143.proxy.before(lambda _: both.wait(), edit_of(title))
    lines = in_a_process("both", mediawiki_143, cookies).splitlines()
    mediawiki_143.proxy.check()
    token = mediawiki_143.proxy.log[-1].request.params["token"]

    assert (lines[1], lines[-1]) == ("begun True", "True True False")
    assert [line.split(":")[0] for line in lines if "edit" in line] == [
        "POST action=edit title=Play",
        "POST action=edit title=Log",
    ]
    assert not any(token in line for line in lines)


LAG = Response(
    200,
    (("Retry-After", "1"), ("Content-Type", "application/json")),
    json.dumps({"error": {"code": "maxlag", "info": "Waiting", "lag": 9}}).encode(),
)
FAULTS: dict[str, Callable[[Proxy, str], None]] = {
    "answer lost": lambda proxy, title: proxy.lose_answer(edit_of(title)),
    "request lost": lambda proxy, title: proxy.before(_drop, edit_of(title)),
    "busy": lambda proxy, title: proxy.answer(
        Response(503, (("Retry-After", "1"),)), edit_of(title)
    ),
    "lag": lambda proxy, title: proxy.answer(LAG, edit_of(title)),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("titles", ["Play", "Log", "Play Log"])
def test_of_two_edits_each_is_tried_again_alone(
    mediawiki_143: Server, cookies: Path, fault: str, titles: str
) -> None:
    """After a fault of one or of both each page is saved once."""
    for title in titles.split():
        FAULTS[fault](mediawiki_143.proxy, title)
    lines = in_a_process("both", mediawiki_143, cookies).splitlines()
    ann = mediawiki_143.client("Alice")
    posted = [one.request.params["title"] for one in mediawiki_143.proxy.log if posts(one.request)]
    again = [] if fault == "answer lost" else titles.split()

    assert lines[-1].startswith("True True")
    assert [(ann.text(t), len(ann.history(t))) for t in ("Play", "Log")] == [
        ("Play ä", 1),
        ("Log ä", 1),
    ]
    assert sorted(posted) == sorted(["Play", "Log", *again])


@pytest.mark.parametrize("title", ["Play", "Log"])
def test_a_session_that_ends_between_two_edits_is_opened_once(
    mediawiki_143: Server, cookies: Path, title: str
) -> None:
    """What the wiki says to an edit that was sent before does not end the new session."""
    mediawiki_143.proxy.before(lambda _: mediawiki_143.end_sessions(), edit_of(title))
    lines = in_a_process("both", mediawiki_143, cookies).splitlines()
    logins = [one for one in mediawiki_143.proxy.log if one.request.action == "login"]

    assert (lines[-1], len(logins)) == ("True True True", 1)


def posts(request: Request) -> bool:
    """Whether it is an edit."""
    return request.method == "POST"


def _drop(_: Request) -> None:
    raise Drop
