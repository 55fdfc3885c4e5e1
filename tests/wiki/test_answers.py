"""The API's JSON as our values."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.for_each import portion
from tests.wiki.answering import API, EDIT, PASSWORD, SAVED, Time, query
from wikibot.wiki import answers
from wikibot.wiki.base import Block, Revision
from wikibot.wiki.errors import WikiError, WrongSettings
from wikibot.wiki.mediawiki import MediaWiki

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


# Whatever a server answers, in any shape: what it says is taken, or it is said not to be it.


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
