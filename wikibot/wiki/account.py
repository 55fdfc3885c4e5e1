"""The API as the bot's account uses it: one login when it is needed, a token, its rights."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TypeVar

from wikibot.wiki.api import Answer, Api, Files, Params
from wikibot.wiki.errors import NotAllowed, TryLater
from wikibot.wiki.faults import Fault, Refusal
from wikibot.wiki.refusals import BAD_TOKEN, SESSION_LOST, of_fault, of_refusal
from wikibot.wiki.titles import user_name

T = TypeVar("T")


class Account:
    """``user`` is ``Account@botname``, "" reads without one; ``password`` is asked for a login."""

    def __init__(self, api: Api, user: str, password: Callable[[], str] | None) -> None:
        self.api, self.user = api, user
        self.name = user_name(user.partition("@")[0])
        self.rights: tuple[str, ...] = ()
        self.token = ""
        self.may_login = True
        self._password = password

    def need(self, what: str) -> None:
        """Raise :class:`NotAllowed` where there is no account."""
        if not self.user:
            remedy = "Set user and password."
            raise NotAllowed(f"nothing is {what} without an account", remedy=remedy)

    def asserted(self, params: Params) -> Params:
        """The same request with an assertion, so that the wiki refuses it without our login."""
        return {**params, "assertuser": self.name} if self.user else params

    def query_each(
        self, params: Params, read: Callable[[Answer], T], parts: int | None = None
    ) -> list[T]:
        """What ``read`` makes of the first ``parts`` of a query, one kept in memory at a time.

        After a login where the session is lost. Faults and refusals become our errors.
        """
        asked = self.asserted(params)
        try:
            if self.user and not self.api.cookies:
                self._login()
            try:
                found = list(map(read, islice(self.api.query(asked), parts)))
            except Refusal as refusal:
                if not self.user or refusal.code not in SESSION_LOST:
                    raise
                self._login()
                found = list(map(read, islice(self.api.query(asked), parts)))
        except Fault as fault:
            raise of_fault(fault, "reading from the wiki") from None
        except Refusal as refusal:
            raise of_refusal(refusal) from None
        self.may_login = True  # the session holds; should it get lost later, login again
        return found

    def post(
        self,
        params: Callable[[str], Params],
        read: Callable[[Answer], T],
        page: str,
        files: Files | None = None,
    ) -> T:
        """Post what ``params`` makes of a token; once more, with a new one, when that was lost.

        A refusal becomes our error; raises :class:`Fault`.
        """
        for renewed in (False, True):
            token = self.token or self._new_token()
            try:
                return read(self.api.post(params(token), files))
            except Refusal as refusal:
                if renewed or refusal.code not in SESSION_LOST | {BAD_TOKEN}:
                    raise of_refusal(refusal, page, editing=True) from None
                self.token = ""
        raise AssertionError("both tries return or raise")

    def _new_token(self) -> str:
        asked = {"meta": "tokens|userinfo", "uiprop": "rights"}
        query = self.query_each(asked, lambda part: part)[0]["query"]
        self.rights = tuple(query["userinfo"].get("rights", ()))
        self.token = query["tokens"]["csrftoken"]
        return self.token

    def _login(self) -> None:
        """Log in anew with the bot password: two requests (mediawiki.org/wiki/API:Login).

        Raises :class:`NotAllowed`, or :class:`TryLater` after too many attempts.
        """
        if not self.may_login:
            remedy = "Check https and cookies."
            raise NotAllowed("the wiki forgot us right after a login", remedy=remedy)
        self.may_login, self.token = False, ""
        if self._password is None:
            remedy = "Set WIKIBOT_PASSWORD."
            raise NotAllowed("a login is needed, but there is no password", remedy=remedy)
        self.api.cookies.clear()
        tokens = next(self.api.query({"meta": "tokens", "type": "login"}))["query"]["tokens"]
        login = {
            "action": "login",
            "lgname": self.user,
            "lgpassword": self._password(),
            "lgtoken": tokens["logintoken"],
            "errorformat": "plaintext",  # gives the reason's code beside its text
        }
        result = self.api.post(login).get("login", {})
        if result.get("result") == "Success":
            return
        self.api.cookies.clear()
        reason = result.get("reason")
        code = str(reason.get("code", "") if isinstance(reason, dict) else result.get("result", ""))
        if "throttle" in code:
            why, remedy = f"too many logins as {self.user}", "Wait some minutes."
            raise TryLater(why, code=code, remedy=remedy)
        remedy = (
            "Check user (Account@botname) and the bot password; "
            "Special:BotPasswords of the wiki makes a new one."
        )
        raise NotAllowed(f"the wiki does not let {self.user} log in", code=code, remedy=remedy)
