"""The proxy before the wiki: acting between two requests, faults, counting."""

from __future__ import annotations

import subprocess
import sys

import pytest
import requests

from tests.mediawiki.client import ApiError, Client
from tests.mediawiki.proxy import Drop, Request, Response, call_of, edit_of
from tests.mediawiki.server import Server


def bot_of(server: Server) -> Client:
    """Give a client that talks through the proxy."""
    return server.client("Wikibot", through_proxy=True)


def test_a_person_can_edit_between_read_and_write(mediawiki: Server) -> None:
    """A hook before the edit makes an edit conflict, once."""
    bot = bot_of(mediawiki)
    base = bot.edit("Sandbox", "One\n")
    mediawiki.proxy.before(
        lambda _: mediawiki.client("Alice").edit("Sandbox", "Hers\n"), edit_of("Sandbox")
    )

    with pytest.raises(ApiError, match="editconflict"):
        bot.edit("Sandbox", "Mine\n", baserevid=base)

    assert "Hers" == mediawiki.client("Bob").text("Sandbox")


def test_hooks_meet_what_they_match(mediawiki: Server) -> None:
    """A hook for one page leaves other pages and other actions alone."""
    met: list[str] = []
    mediawiki.proxy.before(
        lambda request: met.append(request.params["title"]), edit_of("Sandbox"), times=9
    )
    bot = bot_of(mediawiki)

    bot.edit("Elsewhere", "Hello")
    bot.edit("Sandbox", "Hello")
    bot.text("Sandbox")

    assert ["Sandbox"] == met


def test_a_lost_answer_is_lost_after_the_edit(mediawiki: Server) -> None:
    """The connection ends without an answer, and the page is saved."""
    mediawiki.proxy.lose_answer(edit_of())

    with pytest.raises(requests.ConnectionError):
        bot_of(mediawiki).edit("Sandbox", "Hello")

    assert mediawiki.client("Alice").text("Sandbox") == "Hello"


def test_a_fault_never_reaches_the_wiki(mediawiki: Server) -> None:
    """A made-up 503 is answered in the wiki's place, as often as asked;
    then the wiki answers again.
    """
    mediawiki.proxy.answer(
        Response(503, (("Retry-After", "7"),), b"busy"), call_of("query"), times=2
    )
    query = f"{mediawiki.proxy.api}?action=query&format=json"

    answers = [requests.get(query, timeout=30) for _ in range(3)]

    assert [(503, "7"), (503, "7"), (200, None)] == [
        (one.status_code, one.headers.get("Retry-After")) for one in answers
    ]


def test_requests_and_bytes_are_counted(mediawiki: Server) -> None:
    """After a mark the log holds every request, and the bytes of both directions."""
    bot = bot_of(mediawiki)
    bot.text("Sandbox")
    mediawiki.proxy.mark()

    bot.edit("Sandbox", "x" * 10_000)

    assert (1, ["edit"]) == (
        mediawiki.proxy.requests,
        [one.request.action for one in mediawiki.proxy.log],
    )
    assert 10_000 < mediawiki.proxy.bytes < 12_000


def test_a_process_can_be_killed_while_it_waits(mediawiki: Server) -> None:
    """A hook may kill the client; the wiki goes on."""
    code = (
        f"import urllib.request; urllib.request.urlopen({mediawiki.proxy.api!r} + '?action=query')"
    )

    def kill(_: Request) -> None:
        process.kill()
        raise Drop

    mediawiki.proxy.before(kill)
    process = subprocess.Popen([sys.executable, "-c", code])

    assert (-9, 1) == (process.wait(timeout=30), mediawiki.proxy.requests)
    assert mediawiki.client("Alice").edit("Sandbox", "Hello") > 0


def test_a_hook_that_fails_fails_the_test(mediawiki: Server) -> None:
    """What goes wrong in a hook is raised at the end of the test, not swallowed by a thread."""
    mediawiki.proxy.before(lambda _: 1 / 0)
    requests.get(mediawiki.proxy.api, timeout=30)

    with pytest.raises(ZeroDivisionError):
        mediawiki.proxy.check()
    mediawiki.proxy.reset()
