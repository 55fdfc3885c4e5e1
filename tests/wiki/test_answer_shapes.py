"""Whatever a server answers, in any shape: what it says is taken, or it is said not to be it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.for_each import portion
from tests.wiki.answering import API, EDIT, PASSWORD, SAVED, Time, query
from wikibot.wiki.base import Revision
from wikibot.wiki.errors import WikiError
from wikibot.wiki.mediawiki import MediaWiki

NOW = datetime(2024, 1, 5, 3, tzinfo=UTC)
HEAD = Revision(1, 7, 6, NOW, "Alice")
ODD: tuple[Any, ...] = (
    None, True, -1, 2**70, 1.5, 1e300, "x", "", "\ud800", "9" * 5000, [], [[]], [None], [5], ["x"],
    {}, {"x": []}, {"x": {"y": 5}}, [{}], "0000-00-00T00:00:00Z", "9999-12-31T23:59:59+00:00",
)  # fmt: skip
ERROR: dict[str, Any] = {
    "code": "blocked", "info": "no", "blockinfo": {"blockedby": "Stew", "blockexpiry": "never"},
    "abusefilter": {"id": 5, "description": "d"}, "spamblacklist": {"matches": ["a.example"]},
    "lag": 5.5, "readonlyreason": "backup", "data": {"blockinfo": {"blockedby": "Stew"}},
}  # fmt: skip
WHOLE = query() | {"continue": {"rvcontinue": "7|8", "continue": "||"}}
WHOLE["query"] |= {
    "normalized": [{"fromencoded": False, "from": "log", "to": "Log"}],
    "users": [{"userid": 1, "name": "Alice", "groups": ["sysop"]}],
    "general": {
        "generator": "MediaWiki 1.43.0", "sitename": "Wiki", "lang": "de", "timezone": "UTC",
        "timeoffset": 0, "case": "first-letter",
    },
    "namespaces": {"2": {"id": 2, "case": "first-letter", "name": "Benutzer", "canonical": "User"}},
    "namespacealiases": [{"id": 2, "alias": "B"}],
    "specialpagealiases": [{"realname": "Contributions", "aliases": ["B"]}],
    "magicwords": [{"name": "redirect", "aliases": ["#WEITERLEITUNG"], "case-sensitive": False}],
    "allmessages": [{"name": "parentheses", "content": "(1.234.567)"}],
}  # fmt: skip
WHOLE["query"]["pages"][0] |= {
    "protection": [{"type": "edit", "level": "sysop", "expiry": "infinity"}], "length": 5,
    "lastrevid": 7, "contentmodel": "wikitext",
    "imageinfo": [{"sha1": "ab", "user": "Wikibot"}], "imagerepository": "local",
}  # fmt: skip
WHOLE["query"]["pages"][0]["revisions"] = [
    {**query()["query"]["pages"][0]["revisions"][0], "sha1": "ab",
     "slots": {"main": {"content": "* pass", "contentmodel": "wikitext"}}},
]  # fmt: skip
REQUESTS: dict[str, Callable[[MediaWiki], object]] = {
    "poll": lambda wiki: wiki.poll(["Log"]),
    "first poll": lambda wiki: wiki.poll(["Log"], introduce=True),
    "heads": lambda wiki: wiki.heads(["Log"]),
    "read": lambda wiki: wiki.read(["Log"]),
    "revisions": lambda wiki: wiki.revisions([7]),
    "history": lambda wiki: [each.text for each in wiki.history("Log", 7)],
    "as of": lambda wiki: wiki.as_of("Log", NOW),
    "changes": lambda wiki: wiki.changes("Log", until=HEAD, since=HEAD),
    "groups": lambda wiki: wiki.groups(["Alice"]),
    "server": lambda wiki: wiki.server(),
    "file": lambda wiki: wiki.put_file("A.svg", b"<svg/>", "drawn"),
    "save": lambda wiki: wiki.save(EDIT),
}


def changed(value: Any) -> Iterator[Any]:
    """Each value that differs from this one in one place: another value there, or none."""
    yield from ODD
    keys = value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0)
    for key in keys:
        for inner in changed(value[key]):
            other = copy.copy(value)
            other[key] = inner
            yield other
        if isinstance(value, dict):
            yield {name: each for name, each in value.items() if name != key}


def asking(request: str) -> Callable[[str, str], str]:
    """Makes a request of a wiki whose GETs and POSTs are answered so.

    Gives "" or the message of an error of ours; any other is raised.
    """
    time = Time()
    wiki = MediaWiki(API, user="Wikibot@sync", password=lambda: PASSWORD, clock=time,
                     sleep=time.sleep, seconds=5)  # fmt: skip
    bodies: dict[str, str] = {}

    def raw_call(_: str, data: Any, *__: object, http_method: str = "POST", **___: object) -> str:
        login = dict(data).get("action") == "login"
        return '{"login": {"result": "Success"}}' if login else bodies[http_method]

    wiki._api._connected().raw_call = raw_call

    def ask(get: str, post: str) -> str:
        bodies.update(GET=get, POST=post)
        wiki._account.token, wiki._account.may_login = "t", True
        wiki._patience.restart()
        try:
            REQUESTS[request](wiki)
        except WikiError as error:
            return str(error)
        return ""

    return ask


@pytest.mark.parametrize("request_", REQUESTS)
def test_any_shape_of_an_answer(request_: str) -> None:
    """No value in any place of an answer, nor its absence, is more than an error of the wiki."""
    good = {key: value for key, value in WHOLE.items() if key != "continue"}
    uploaded, post = {"upload": {"result": "Success"}}, json.dumps(SAVED)
    post = json.dumps(uploaded) if request_ == "file" else post
    ask = asking(request_)
    assert ask(json.dumps(good), post) == ""

    for each in portion(changed(good), 4, request_):
        ask(json.dumps(each), post)
    for each in portion(changed(WHOLE["continue"]), 4, request_):
        ask(json.dumps(good | {"continue": each}), post)
    for each in portion(changed(uploaded if request_ == "file" else SAVED), 4, request_):
        ask(json.dumps(good), json.dumps(each))


@pytest.mark.parametrize("request_", ["poll", "save"])
def test_any_shape_of_an_error(request_: str) -> None:
    """Errors that the wiki reports are read with the same care, in both of their forms."""
    ask = asking(request_)
    for code in ("blocked", "readonly", "maxlag", "spamblacklist", "abusefilter-x", "new", 5, None):
        for error in portion(changed(ERROR | {"code": code}), 4, request_):
            for told in ({"error": error}, {"errors": [error]}):
                body = json.dumps(told)
                assert ask(body, body)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"query":' * 100_000, "nested too deeply"),
        ('{"query": ' + "[" * 900 + "]" * 900 + "}", "something else"),
        ('{"query": {}}', "without what was asked for (tokens, logintoken)"),
        ('{"query": []}', "something else (Expected `object`, got `array` - at `$.query`)"),
        (json.dumps(query() | {"x": "\ud800"}), "something else"),
    ],
)
def test_what_is_told_of_it(body: str, told: str) -> None:
    """The message says that it was the wiki's answer, and what was wrong with it; not again."""
    said = asking("poll")(body, "{}")

    assert "the wiki answered with" in said
    assert told in said


def test_an_answer_without_end() -> None:
    """A continuation that comes twice is followed once."""
    again = json.dumps(WHOLE)

    assert "the same part twice" in asking("history")(again, "{}")
