"""A real wiki that says no: which error, what it says, and nothing written."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.mediawiki.bots import bot_of, edit
from tests.mediawiki.server import Server
from wikibot.wiki.errors import EditRefused, NotAllowed, TryLater, WikiError
from wikibot.wiki.mediawiki import MediaWiki


@pytest.fixture
def base(mediawiki: Server) -> int:
    """A page that Alice made."""
    return mediawiki.client("Alice").edit("Log", "one")


@pytest.fixture
def bot(mediawiki: Server, base: int) -> MediaWiki:
    """The bot, polled once, as a run begins."""
    wiki = bot_of(mediawiki)
    wiki.poll(["Log"])
    return wiki


def refused(
    server: Server, bot: MediaWiki, base: int | None, title: str = "Log", text: str = "two"
) -> tuple[WikiError, bool]:
    """The error of an edit that must fail, and whether the page is as before."""
    before = server.client("Alice").text(title)
    with pytest.raises(WikiError) as caught:
        bot.save(edit(title, text, base))
    return caught.value, server.client("Alice").text(title) == before


def test_a_protected_page(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """Protection is told with the page and with what an administrator can do."""
    mediawiki.client("Steward").protect("Log")

    error, untouched = refused(mediawiki, bot, base)

    assert (NotAllowed, "protectedpage", "Log", True) == (
        type(error), error.code, error.page, untouched,
    )  # fmt: skip


def test_a_page_protected_by_another(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """A page that a protected page includes is protected too; that is told apart."""
    steward = mediawiki.client("Steward")
    steward.edit("Frame", "{{:Log}}")
    mediawiki.run_jobs()
    steward.protect("Frame", cascade=True)

    error, untouched = refused(mediawiki, bot, base)

    assert (NotAllowed, "cascadeprotected", True) == (type(error), error.code, untouched)


def test_a_full_block(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """A block is told with who made it and why."""
    mediawiki.client("Steward").block("Wikibot", reason="it loops")

    error, untouched = refused(mediawiki, bot, base)

    assert (NotAllowed, "blocked", True) == (type(error), error.code, untouched)
    assert "the account is blocked by Steward until infinite: it loops" in str(error)


def test_a_partial_block(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """A partial block stops the page that it names, and no other."""
    mediawiki.client("Steward").block("Wikibot", pages=("Log",))

    error, untouched = refused(mediawiki, bot, base)

    assert (NotAllowed, "partialblock", True) == (type(error), error.code, untouched)
    assert bot.save(edit("Elsewhere", "x", None)).changed


def test_a_read_only_wiki(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """A wiki that is read-only can still be read; an edit is to be tried later, with the reason."""
    mediawiki.configure(wgReadOnly="Backup until noon")

    error, untouched = refused(mediawiki, bot, base)

    assert (TryLater, "readonly", True) == (type(error), error.code, untouched)
    assert ("Backup until noon" in str(error), "one") == (
        True,
        getattr(bot.read(["Log"])["Log"], "text", None),
    )


def test_a_login_at_a_read_only_wiki(mediawiki: Server, base: int) -> None:
    """A read-only wiki lets nobody log in; that is not a fault of the password."""
    mediawiki.configure(wgReadOnly="Backup")

    with pytest.raises(TryLater, match="Backup"):
        bot_of(mediawiki).poll(["Log"])


def test_an_edit_filter(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """A filter's refusal names the filter, so that its maker can be asked."""
    steward = mediawiki.client("Steward")
    mediawiki.configure(
        wgGroupPermissions={
            "sysop": {
                "abusefilter-modify": True,
                "abusefilter-view": True,
                "abusefilter-log-detail": True,
            }
        }
    )
    mediawiki.add_filter('added_lines irlike "dragon"', "No dragons")
    assert steward.edit("Sandbox", "no such beast")

    error, untouched = refused(mediawiki, bot, base, text="a dragon")

    assert (EditRefused, "abusefilter-disallowed", True) == (type(error), error.code, untouched)
    assert "No dragons" in str(error)


def test_a_captcha(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """A captcha is told with the right that spares the bot from it."""
    mediawiki.configure(
        wgCaptchaTriggers={"edit": True},
        wgGroupPermissions={
            "bot": {"skipcaptcha": False},
            "user": {"skipcaptcha": False},
            "*": {"skipcaptcha": False},
        },
    )

    error, untouched = refused(mediawiki, bot, base)

    assert (EditRefused, "captcha", True) == (type(error), error.code, untouched)
    assert "skipcaptcha" in error.remedy


def test_a_page_that_is_too_big(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """The wiki's own limit is told as such."""
    mediawiki.configure(wgMaxArticleSize=4)

    error, untouched = refused(mediawiki, bot, base, text="x" * 5000)

    assert (EditRefused, "contenttoobig", True) == (type(error), error.code, untouched)


def test_a_forbidden_title(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """A title on the blacklist is told as such."""
    mediawiki.load("TitleBlacklist")
    mediawiki.client("Steward").edit("MediaWiki:Titleblacklist", ".*Forbidden.*")

    error, untouched = refused(mediawiki, bot, None, title="Forbidden log")

    assert (EditRefused, True, True) == (
        type(error),
        error.code.startswith("titleblacklist"),
        untouched,
    )


def test_too_many_edits(mediawiki: Server, bot: MediaWiki, base: int) -> None:
    """A rate limit is waited for, and then left to the next run."""
    mediawiki.configure(
        wgRateLimits={"edit": {"user": [1, 3600], "newbie": [1, 3600]}},
        wgMainCacheType=1,  # which counts
        wgGroupPermissions={"bot": {"noratelimit": False}},
    )

    with suppress(TryLater):
        bot.save(edit("First", "x", None))  # 1.43 counts an edit twice

    error, untouched = refused(mediawiki, bot, None, title="Second")

    assert (TryLater, "ratelimited", True) == (type(error), error.code, untouched)


@pytest.mark.parametrize(
    ("right", "title"), [("edit", "Log"), ("createpage", "New"), ("createtalk", "Talk:New")]
)
def test_a_right_that_is_missing(
    mediawiki: Server, bot: MediaWiki, base: int, right: str, title: str
) -> None:
    """An account without the right is told so."""
    mediawiki.configure(wgGroupPermissions={"*": {right: False}, "user": {right: False}})

    error, untouched = refused(mediawiki, bot, base if title == "Log" else None, title=title)

    assert (NotAllowed, True) == (type(error), untouched)


def test_lagging_databases(mediawiki: Server, base: int) -> None:
    """A wiki whose databases lag is asked some times and then left to the next run,
    and nothing is sent blindly.
    """
    slept: list[float] = []
    bot = bot_of(mediawiki, maxlag=-2, sleep=slept.append)  # any lag is too much

    with pytest.raises(TryLater, match="lag"):
        bot.poll(["Log"])

    assert (True, True) == (len(slept) > 1, min(slept) >= 1)
