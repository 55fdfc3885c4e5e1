"""Logging in at a real wiki, and staying logged in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mediawiki.bots import bot_of, edit, newest
from tests.mediawiki.proxy import Request, Response, call_of, edit_of
from tests.mediawiki.server import Server
from wikibot.wiki.errors import NotAllowed


def actions(server: Server) -> list[str]:
    """The actions of the API since the mark."""
    return [exchange.request.action for exchange in server.proxy.log]


def test_the_first_run_logs_in(mediawiki: Server) -> None:
    """Without a session a login comes first; it costs two requests."""
    bot_of(mediawiki, cookies=None).poll(["Log"])

    assert ["query", "login", "query"] == actions(mediawiki)


def test_the_next_run_does_not(mediawiki: Server, tmp_path: Path) -> None:
    """The kept session serves the next run: no login, and an edit in one request."""
    bot_of(mediawiki, tmp_path).poll(["Log"])
    mediawiki.proxy.mark()
    later = bot_of(mediawiki, tmp_path, password=None)

    later.poll(["Log"])
    later.save(edit("Log", "one", None))

    assert ["query", "edit"] == actions(mediawiki)


def test_a_session_that_was_lost(mediawiki: Server, tmp_path: Path) -> None:
    """When the server forgot the session, one login follows, and the poll is done again."""
    bot_of(mediawiki, tmp_path).poll(["Log"])
    mediawiki.end_sessions()
    mediawiki.proxy.mark()

    assert bot_of(mediawiki, tmp_path).poll(["Log"]).user == "Wikibot"
    assert ["query", "query", "login", "query"] == actions(mediawiki)


def test_a_session_that_was_lost_before_the_save(mediawiki: Server, tmp_path: Path) -> None:
    """When the session ends between read and save, the edit is made all the same,
    once, by the bot's account.
    """
    bot = bot_of(mediawiki, tmp_path)
    bot.poll(["Log"])
    mediawiki.end_sessions()

    bot.save(edit("Log", "one", None))

    assert ["Wikibot"] == [
        revision["user"] for revision in mediawiki.client("Alice").history("Log")
    ]


def test_a_session_that_cannot_be_kept(mediawiki: Server) -> None:
    """A wiki that forgets us after every answer gets one login and not a loop of them."""

    def forget(_request: Request, _response: Response) -> None:
        mediawiki.end_sessions()

    mediawiki.proxy.after(forget, call_of("login"), times=9)

    with pytest.raises(NotAllowed):
        bot_of(mediawiki, cookies=None).poll(["Log"])

    assert actions(mediawiki).count("login") == 1


def test_another_account_of_a_kept_session(mediawiki: Server, tmp_path: Path) -> None:
    """When the settings name another account, its login replaces the kept session."""
    bot_of(mediawiki, tmp_path).poll(["Log"])
    other = mediawiki.account("Robot", bot_password=True)

    poll = bot_of(mediawiki, tmp_path, user=other.login, password=lambda: other.secret).poll(
        ["Log"]
    )

    assert poll.user == "Robot"


@pytest.mark.parametrize("user", ["Wikibot@sync", "Wikibot@nosuch", "Nobody@sync"])
def test_a_wrong_password(mediawiki: Server, user: str) -> None:
    """A refused login is told with the account, and is tried once."""
    bot = bot_of(mediawiki, user=user, password=lambda: "v" * 32)

    with pytest.raises(NotAllowed, match=user):
        bot.poll(["Log"])

    assert actions(mediawiki).count("login") == 1


def test_no_password(mediawiki: Server) -> None:
    """A login without a password is told as such, without asking the wiki."""
    with pytest.raises(NotAllowed, match="no password"):
        bot_of(mediawiki, password=None).poll(["Log"])

    assert actions(mediawiki) == []


def test_a_token_that_is_no_longer_good(mediawiki: Server) -> None:
    """A refused edit token is fetched anew, and the edit is made once."""
    bot = bot_of(mediawiki)
    bot.poll(["Log"])
    bad = b'{"error": {"code": "badtoken", "info": "Invalid CSRF token."}}'
    mediawiki.proxy.answer(
        Response(200, (("Content-Type", "application/json"),), bad), edit_of("Log")
    )
    mediawiki.proxy.mark()

    bot.save(edit("Log", "one", None))

    assert (["edit", "query", "edit"], "one") == (actions(mediawiki), newest(bot, "Log").text)
