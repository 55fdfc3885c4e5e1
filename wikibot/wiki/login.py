"""Logging in with a bot password (https://www.mediawiki.org/wiki/API:Login): two requests."""

from __future__ import annotations

from collections.abc import Callable

from wikibot.wiki.api import Api
from wikibot.wiki.errors import NotAllowed, TryLater

_REMEDY = "Check user (Account@botname) and the bot password; Special:BotPasswords of the wiki makes a new one."


def login(api: Api, user: str, password: Callable[[], str] | None) -> None:
    """Log in anew. Raises :class:`NotAllowed`, or :class:`TryLater` after too many attempts."""
    if password is None:
        raise NotAllowed(
            "a login is needed, but there is no password", remedy="Set WIKIBOT_PASSWORD."
        )
    api.cookies.clear()
    tokens = next(api.query({"meta": "tokens", "type": "login"}))["query"]["tokens"]
    answer = api.post(
        {
            "action": "login",
            "lgname": user,
            "lgpassword": password(),
            "lgtoken": tokens["logintoken"],
            "errorformat": "plaintext",  # gives the reason's code beside its text
        }
    )
    result = answer.get("login", {})
    if result.get("result") == "Success":
        return
    api.cookies.clear()
    reason = result.get("reason")
    code = (
        str(reason.get("code", "")) if isinstance(reason, dict) else str(result.get("result", ""))
    )
    if "throttle" in code:
        raise TryLater(f"too many logins as {user}", code=code, remedy="Wait some minutes.")
    raise NotAllowed(f"the wiki does not let {user} log in", code=code, remedy=_REMEDY)
