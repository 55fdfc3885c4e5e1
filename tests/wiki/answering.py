"""What a wiki answers in tests that put a server of their own in its place."""

from __future__ import annotations

from typing import Any

import requests
import responses

from wikibot.wiki.base import Edit

API = "https://wiki.example/w/api.php"
PASSWORD = "0123456789abcdefghijklmnopqrstuv"
TOKEN = "feedc0ffee+\\"
EDIT = Edit("Log", "new", 7, "playing (run r1)", "r1")
REV = {
    "revid": 7, "parentid": 6, "user": "Alice", "userid": 2, "timestamp": "2024-01-05T02:22:00Z",
    "comment": "",
}  # fmt: skip
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


def posts(server: responses.RequestsMock) -> int:
    """How many edits were posted."""
    return sum("action=edit" in str(call.request.body) for call in server.calls)


LOST: dict[str, dict[str, Any]] = {
    "time-out": {"body": requests.ReadTimeout()},
    "cut": {
        "body": requests.ConnectionError(
            "reset while sending token=feedc0ffee, wiki_session=c00k1e"
        )
    },
    "bad gateway": {"status": 502, "body": "<html>Bad gateway"},
    "unavailable": {"status": 503, "body": "<html>Busy"},
    "half an answer": {"body": '{"edit": {"resu'},
    "exception": {"json": {"error": {"code": "internal_api_error_DBQueryError", "info": "x"}}},
}
