"""The faults: what goes wrong with one request, each as a function that a proxy calls.

``hit`` gets the round, so that it may act as a person or change the server; it arms the proxy for
request ``number``.
"""

from __future__ import annotations

import itertools
import json
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.campaign.arena import Arena
from tests.mediawiki.proxy import Drop, Match, Request, Response, anything, edit_of
from wikibot.wikitext.numerals import format_time

JSON = (("Content-Type", "application/json; charset=utf-8"),)
HTML = (("Content-Type", "text/html; charset=utf-8"),)
PAGE = b"<!DOCTYPE html><html><title>Error</title><body>Upstream trouble</body></html>"
_CLOCK = re.compile(rb'"curtimestamp":"[^"]*"')
_LATE = 1.5  # seconds that a late request is under way


@dataclass(frozen=True)
class Fault:
    """One kind. ``edits``: it only befalls the saving of a page."""

    name: str
    arm: Callable[[Arena, int, Match, Callable[[Request], None]], None]
    edits: bool = False


Told = Callable[[Request], None]


def _answer(make: Callable[[Request], Response]) -> Callable[[Arena, int, Match, Told], None]:
    """An answer instead of the wiki's, without asking it."""

    def arm(arena: Arena, number: int, match: Match, told: Told) -> None:
        def act(request: Request) -> Response:
            told(request)
            return make(request)

        arena.before(number, act, match)

    return arm


def _changed(make: Callable[[Response], Response]) -> Callable[[Arena, int, Match, Told], None]:
    """The wiki does its work, and its answer arrives otherwise."""

    def arm(arena: Arena, number: int, match: Match, told: Told) -> None:
        def act(request: Request, response: Response) -> Response:
            told(request)
            return make(response)

        arena.after(number, act, match)

    return arm


def _raised(drop: Drop) -> Callable[[Any], Response]:
    def act(_: Any) -> Response:
        raise drop

    return act


def _status(status: int, **headers: str) -> Callable[[Any], Response]:
    given = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return lambda _: Response(status, HTML + given, PAGE)


def _error(
    code: str, data: Mapping[str, Any] | None = None, **headers: str
) -> Callable[[Any], Response]:
    """The API's own error."""
    error = {"code": code, "info": f"The wiki says {code}.", **(data or {})}
    body = json.dumps({"error": error, "servedby": "campaign"}).encode()
    given = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return lambda _: Response(200, JSON + given + (("MediaWiki-API-Error", code),), body)


def _body(body: bytes, headers: tuple[tuple[str, str], ...] = JSON) -> Callable[[Any], Response]:
    return lambda _: Response(200, headers, body)


def _truncated(response: Response) -> Response:
    half = response.body[: len(response.body) // 2]
    return Response(response.status, response.headers, half, len(response.body) - len(half))


def _halved(response: Response) -> Response:
    return Response(response.status, response.headers, response.body[: len(response.body) // 2])


def _mistyped(response: Response) -> Response:
    kept = tuple(
        (name, value) for name, value in response.headers if name.lower() != "content-type"
    )
    return Response(response.status, (*kept, ("Content-Type", "text/plain")), response.body)


def _slow(arena: Arena, number: int, match: Match, told: Told) -> None:
    """The wiki did its work, and the answer comes when nobody waits any more."""

    def act(request: Request, _: Response) -> None:
        told(request)
        time.sleep(_LATE + 1)

    arena.after(number, act, match)


def _late(arena: Arena, number: int, match: Match, told: Told) -> None:
    """The connection is cut, and the wiki gets the request all the same, some seconds later."""

    def act(request: Request) -> None:
        told(request)
        threading.Thread(target=_later, args=(arena, request), daemon=True).start()
        raise Drop

    arena.before(number, act, match)


def _later(arena: Arena, request: Request) -> None:
    time.sleep(_LATE)
    arena.server.proxy.ask(request)


def _twice(arena: Arena, number: int, match: Match, told: Told) -> None:
    """A proxy on the way sends the request a second time; the bot hears what became of that one."""

    def act(request: Request, _: Response) -> Response:
        told(request)
        return arena.server.proxy.ask(request)

    arena.after(number, act, match)


def _stale(times: int) -> Callable[[Arena, int, Match, Told], None]:
    """A replica that lags:
    queries are answered as they were one sync ago, but for the time of day.
    """

    def arm(arena: Arena, number: int, match: Match, told: Told) -> None:
        def act(request: Request) -> Response | None:
            old = arena.remembered.get(question(request))
            if old is None:
                return None
            told(request)
            return Response(old.status, old.headers, _CLOCK.sub(_now(arena), old.body))

        seen = itertools.count()
        arena.server.proxy.before(
            act, lambda each: each.action == "query" and next(seen) >= number, times
        )

    return arm


def _now(arena: Arena) -> bytes:
    return f'"curtimestamp":"{format_time(arena.server.now())}"'.encode()


def question(request: Request) -> str:
    """What a query asks, whenever it is asked."""
    return json.dumps(sorted(request.params.items()))


def _logged_out(arena: Arena, number: int, match: Match, told: Told) -> None:
    """The wiki has forgotten the session when this request comes."""

    def act(request: Request) -> Response:
        told(request)
        bare = tuple((name, value) for name, value in request.headers if name.lower() != "cookie")
        return arena.server.proxy.ask(
            Request(request.method, request.path, bare, request.body, request.params)
        )

    arena.before(number, act, match)


def _conflict(arena: Arena, number: int, match: Match, told: Told) -> None:
    """Somebody saves the same page right before the bot does."""

    def act(request: Request) -> None:
        told(request)
        arena.people.scribble(request.params["title"])

    arena.before(number, act, edit_of())


_BLOCK = {
    "blockinfo": {
        "blockid": 1, "blockedby": "Steward", "blockreason": "x", "blockexpiry": "infinity",
    }
}  # fmt: skip
KINDS = (
    Fault("reset before", _answer(_raised(Drop(reset=True)))),
    Fault("reset after", _changed(_raised(Drop(reset=True)))),
    Fault("dropped before", _answer(_raised(Drop()))),
    Fault("answer lost", _changed(_raised(Drop()))),
    Fault("answer lost of an edit", _changed(_raised(Drop())), True),
    Fault("truncated", _changed(_truncated)),
    Fault("half an answer", _changed(_halved)),
    Fault("empty body", _changed(lambda _: Response(200, JSON))),
    Fault("garbage", _changed(_body(b"\x00\xff\x1f\x8b garbage"))),
    Fault("web page", _changed(_body(PAGE, HTML))),
    Fault("JSON of another kind", _changed(_body(b'["what", 1]'))),
    Fault("JSON without what was asked", _changed(_body(b'{"batchcomplete": true}'))),
    Fault("wrong content type", _changed(_mistyped)),
    Fault("false gzip", _changed(_body(b"no gzip", (*JSON, ("Content-Encoding", "gzip"))))),
    Fault("429, wait 1 s", _answer(_status(429, Retry_After="1"))),
    Fault("429, wait 1 h", _answer(_status(429, Retry_After="3600"))),
    Fault("500", _answer(_status(500))),
    Fault("500 after", _changed(_status(500))),
    Fault("502 after", _changed(_status(502))),
    Fault("503", _answer(_status(503, Retry_After="1"))),
    Fault("504 after", _changed(_status(504))),
    Fault("302", _answer(_status(302, Location="http://127.0.0.1:9/elsewhere"))),
    Fault("403", _answer(_status(403))),
    Fault("maxlag", _answer(_error("maxlag", {"lag": 9.0}, Retry_After="1"))),
    Fault("readonly", _answer(_error("readonly", {"readonlyreason": "x"})), True),
    Fault("ratelimited", _answer(_error("ratelimited", None, Retry_After="1")), True),
    Fault("badtoken", _answer(_error("badtoken")), True),
    Fault("assertuserfailed", _answer(_error("assertnameduserfailed"))),
    Fault("login lost", _logged_out),
    Fault("edit conflict told", _answer(_error("editconflict")), True),
    Fault("edit conflict", _conflict, True),
    Fault("protectedpage", _answer(_error("protectedpage")), True),
    Fault("blocked", _answer(_error("blocked", _BLOCK)), True),
    Fault("filter", _answer(_error("abusefilter-disallowed", {"abusefilter": {"id": 1}})), True),
    Fault("server exception", _answer(_error("internal_api_error_DBQueryError"))),
    Fault("server exception after", _changed(_error("internal_api_error_DBQueryError")), True),
    Fault("too slow", _slow),
    Fault("late", _late),
    Fault("late edit", _late, True),
    Fault("sent twice", _twice),
    Fault("edit sent twice", _twice, True),
    Fault("stale read", _stale(1)),
    Fault("stale replica", _stale(1000)),
)


def match_of(fault: Fault) -> Match:
    """Which requests it may befall.

    No filter refuses the gamestate: where one does, the bot looks for the line whose text is the
    reason, and holds it. That is as it should be, but no replay of all lines tells it
    (``tests/sync/test_refused_texts.py`` does).
    """
    if fault.name == "filter":
        return lambda request: edit_of()(request) and not edit_of("State")(request)
    return edit_of() if fault.edits else anything
