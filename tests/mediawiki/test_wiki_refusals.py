"""A real wiki that says no: which error, what it says, and nothing written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

import pytest

from tests.mediawiki.bots import bot_of, edit, newest
from tests.mediawiki.server import Server
from wikibot.wiki.errors import EditRefused, NotAllowed, TryLater, WikiError

NOBODY_SKIPS = {each: {"skipcaptcha": False} for each in ("bot", "user", "*")}
MODERATES = ("abusefilter-modify", "abusefilter-view", "abusefilter-log-detail")


def lacks(right: str) -> Callable[[Server], None]:
    """A wiki on which accounts do not have a right."""
    groups = {each: {right: False} for each in ("*", "user")}
    return lambda wiki: wiki.configure(wgGroupPermissions=groups)


def protects_by_another(wiki: Server) -> None:
    """Protect a page that includes the bot's, and what it includes."""
    wiki.client("Steward").edit("Frame", "{{:Log}}")
    wiki.run_jobs()
    wiki.client("Steward").protect("Frame", cascade=True)


def filters(wiki: Server) -> None:
    """Switch a filter on that its maker can see, and that lets other texts pass."""
    wiki.configure(wgGroupPermissions={"sysop": dict.fromkeys(MODERATES, True)})
    wiki.add_filter('added_lines irlike "dragon"', "No dragons")
    assert wiki.client("Steward").edit("Sandbox", "no such beast")


def forbids_titles(wiki: Server) -> None:
    """Have a list of titles that may not be made."""
    wiki.load("TitleBlacklist")
    wiki.client("Steward").edit("MediaWiki:Titleblacklist", ".*Forbidden.*")


def counts_edits(wiki: Server) -> None:
    """Let the bot save one page in an hour."""
    wiki.configure(
        wgRateLimits={"edit": {"user": [1, 3600], "newbie": [1, 3600]}}, wgMainCacheType=1,
        wgGroupPermissions={"bot": {"noratelimit": False}},
    )  # fmt: skip
    with suppress(TryLater):
        bot_of(wiki).save(edit("First", "x", None))  # 1.43 counts an edit twice


class Refusal(NamedTuple):
    """What a wiki does, the error that comes of it with its code, and what an operator reads."""

    does: Callable[[Server], object]
    error: type[WikiError]
    code: str
    says: str = ""
    title: str = "Log"
    text: str = "two"


REFUSALS: Mapping[str, Refusal] = MappingProxyType({
    "a page is protected": Refusal(
        lambda wiki: wiki.client("Steward").protect("Log"), NotAllowed, "protectedpage",
        "Log: the page is protected",
    ),
    "a page that includes it is": Refusal(protects_by_another, NotAllowed, "cascadeprotected"),
    "the bot is blocked": Refusal(
        lambda wiki: wiki.client("Steward").block("Wikibot", reason="it loops"), NotAllowed,
        "blocked", "the account is blocked by Steward until infinite: it loops",
    ),
    "the bot is blocked on the page": Refusal(
        lambda wiki: wiki.client("Steward").block("Wikibot", pages=("Log",)), NotAllowed,
        "partialblock",
    ),
    "the wiki is read-only": Refusal(
        lambda wiki: wiki.configure(wgReadOnly="Backup until noon"), TryLater, "readonly",
        "Backup until noon",
    ),
    "an edit filter": Refusal(
        filters, EditRefused, "abusefilter-disallowed", "No dragons", text="a dragon"
    ),
    "a captcha": Refusal(
        lambda wiki: wiki.configure(
            wgCaptchaTriggers={"edit": True}, wgGroupPermissions=NOBODY_SKIPS
        ), EditRefused, "captcha", "skipcaptcha",
    ),
    "the text is too long": Refusal(
        lambda wiki: wiki.configure(wgMaxArticleSize=4), EditRefused, "contenttoobig",
        text="x" * 5000,
    ),
    "the title is forbidden": Refusal(
        forbids_titles, EditRefused, "titleblacklist.*", title="Forbidden log"
    ),
    "edits are too many": Refusal(counts_edits, TryLater, "ratelimited", title="Second"),
    "no right to edit": Refusal(lacks("edit"), NotAllowed, ".*"),
    "no right to make pages": Refusal(lacks("createpage"), NotAllowed, ".*", title="New"),
    "no right to make talk pages": Refusal(lacks("createtalk"), NotAllowed, ".*", title="Talk:New"),
})  # fmt: skip


@pytest.mark.parametrize("why", REFUSALS)
def test_a_wiki_that_says_no(mediawiki: Server, why: str) -> None:
    """The error is of its kind, with the wiki's code and what an operator can do; the page that
    it concerns is as it was, can still be read, and others can still be saved.
    """
    does, error, code, says, title, text = REFUSALS[why]
    alice = mediawiki.client("Alice")
    base = alice.edit("Log", "one")
    bot = bot_of(mediawiki)
    bot.poll(["Log"])
    does(mediawiki)
    before = alice.text(title)
    with pytest.raises(error) as caught:
        bot.save(edit(title, text, base if title == "Log" else None))

    assert type(caught.value) is error
    assert re.fullmatch(code, caught.value.code), caught.value.code
    assert alice.text(title) == before
    assert says in f"{caught.value} {caught.value.remedy}"
    assert newest(bot, "Log").text == "one"
    if code == "partialblock":
        assert bot.save(edit("Elsewhere", "x", None)).changed


def test_a_login_at_a_read_only_wiki(mediawiki: Server) -> None:
    """A read-only wiki lets nobody log in; that is not a fault of the password."""
    mediawiki.configure(wgReadOnly="Backup")

    with pytest.raises(TryLater, match="Backup"):
        bot_of(mediawiki, cookies=None).poll(["Log"])


def test_lagging_databases(mediawiki: Server) -> None:
    """A wiki whose databases lag is asked some times and then left to the next run,
    and nothing is sent blindly.
    """
    slept: list[float] = []
    bot = bot_of(mediawiki, maxlag=-2, sleep=slept.append)  # any lag is too much

    with pytest.raises(TryLater, match="lag"):
        bot.poll(["Log"])

    assert (True, True) == (len(slept) > 1, min(slept) >= 1)
