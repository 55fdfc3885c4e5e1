"""The API as the bot's account uses it: one login when it is needed, a token, its rights."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, TypeVar

from wikibot.wiki import answers, errors
from wikibot.wiki.api import Answer, Api, Files, Params
from wikibot.wiki.errors import Fault, NotAllowed, Refusal, TryLater
from wikibot.wikitext.dialect import account_name

T = TypeVar("T")


class Account:
    """``user`` is ``Account@botname``, "" reads without one; ``password`` is asked for a login."""

    def __init__(self, api: Api, user: str, password: Callable[[], str] | None) -> None:
        self.api, self.user = api, user
        self.name = account_name(user.partition("@")[0])
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
        self, params: Callable[[str], Params], read: Callable[[Answer], T], page: str,
        files: Files | None = None,
    ) -> T:  # fmt: skip
        """Post what ``params`` makes of a token; once more, with a new one, when that was lost.

        A refusal becomes our error; raises :class:`Fault`.
        """
        for renewed in (False, True):
            if not self.token:
                asked = {"meta": "tokens|userinfo", "uiprop": "rights"}
                query = self.query_each(asked, lambda part: part)[0]["query"]
                self.rights = tuple(query["userinfo"].get("rights", ()))
                self.token = query["tokens"]["csrftoken"]
            try:
                return read(self.api.post(params(self.token), files))
            except Refusal as refusal:
                if renewed or refusal.code not in SESSION_LOST | {BAD_TOKEN}:
                    raise of_refusal(refusal, page, editing=True) from None
                self.token = ""
        raise AssertionError("both tries return or raise")

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


# --------------------------------------------------------------------------------------------------
# The API's error codes as our errors, each with a remedy. Codes are matched, never English text
# Codes: https://www.mediawiki.org/wiki/API:Errors_and_warnings and API:Edit, the extensions' own
# pages for theirs.

SESSION_LOST = frozenset(
    {"assertuserfailed", "assertnameduserfailed", "assertbotfailed", "readapidenied"}
)
BAD_TOKEN = "badtoken"  # noqa: S105  # a code, not a token

_RIGHTS = "Ask an administrator for the right, or check the grants of the bot password."
_UNPROTECT = "Lower the protection, or give the bot's account the right to edit it."
_LIFT = "Ask an administrator to lift the block."
_LATER = "The next run tries again."
_READ_AGAIN = "Read it again."
_TITLE = "Correct the page title in the settings."

# code: (error, what happened, what to do); a code that ends in "*" stands for all that begin so.
# fmt: off
_TABLE: dict[str, tuple[type[errors.WikiError], str, str]] = {
    "editconflict": (errors.EditConflict, "another account saved first", _READ_AGAIN),
    "articleexists": (errors.PageAppeared, "the page was made meanwhile", _READ_AGAIN),
    "edit-already-exists": (errors.PageAppeared, "the page was made meanwhile", _READ_AGAIN),
    "missingtitle": (errors.PageVanished, "the page is not there any more", _READ_AGAIN),
    "pagedeleted": (errors.PageVanished, "the page was deleted meanwhile", _READ_AGAIN),
    "nosuchrevid": (errors.PageVanished, "the revision that was read is gone", _READ_AGAIN),
    "badid_*": (errors.PageVanished, "the revision that was read is gone", _READ_AGAIN),
    "protectedpage": (errors.NotAllowed, "the page is protected", _UNPROTECT),
    "cascadeprotected": (errors.NotAllowed, "a protected page includes and so protects it",
                         _UNPROTECT),
    "protectedtitle": (errors.NotAllowed, "this title is protected from being made", _UNPROTECT),
    "protectednamespace*": (errors.NotAllowed, "the namespace is protected", _RIGHTS),
    "permissiondenied": (errors.NotAllowed, "the account lacks a right", _RIGHTS),
    "writeapidenied": (errors.NotAllowed, "the account may not write through the API", _RIGHTS),
    "readapidenied": (errors.NotAllowed, "the wiki lets only some accounts read",
                      "Set user and password."),
    "noedit*": (errors.NotAllowed, "the account may not edit", _RIGHTS),
    "cantcreate*": (errors.NotAllowed, "the account may not make pages",
                    "Make the page by hand, or grant createpage."),
    "confirmemail": (errors.NotAllowed, "the account must confirm its e-mail address",
                     "Confirm it on the wiki."),
    "autoblocked": (errors.NotAllowed, "the account's address is blocked", _LIFT),
    "globalblocking-*": (errors.NotAllowed, "the account is blocked on all wikis",
                         "Ask a steward to lift the block."),
    "badtoken": (errors.NotAllowed, "the wiki does not accept its own edit token",
                 "Check that cookies can be kept."),
    "assert*": (errors.NotAllowed, "the wiki does not know us after a login",
                "Check user, https and cookies."),
    "readonly": (errors.TryLater, "the wiki is read-only", _LATER),
    "ratelimited": (errors.TryLater, "the account edits too fast for the wiki",
                    f"{_LATER} The right noratelimit helps."),
    "maxlag": (errors.TryLater, "the wiki's databases lag", _LATER),
    "internal_api_error*": (errors.TryLater, "the server stumbled", _LATER),
    "abusefilter-*": (errors.EditRefused, "an edit filter said no",
                      "Look at Special:AbuseLog, then change text or filter."),
    "spamblacklist": (errors.EditRefused, "the text links to a listed site",
                      "Take the link out, or ask to allow it."),
    "titleblacklist-*": (errors.EditRefused, "the title is on the title blacklist",
                         "Choose another, or ask to allow it."),
    "contenttoobig": (errors.EditRefused, "the page would be too big",
                      "Move parts of it to other pages."),
    "captcha": (errors.EditRefused, "the wiki wants a captcha solved",
                "Give the bot's account the right skipcaptcha."),
    "badmd5": (errors.EditRefused, "the text arrived changed",
               "Look for control characters in it."),
    "emptypage": (errors.EditRefused, "an empty page may not be made", "Give it some text."),
    "hookaborted": (errors.EditRefused, "an extension of the wiki said no",
                    "Ask its operator which one, and why."),
    "invalidtitle": (errors.WrongSettings, "no page can have this title", _TITLE),
    "unknown_action": (errors.WrongSettings, "the API lacks an action that the bot needs",
                       "Check the wiki's settings."),
    "no-direct-editing": (errors.PageUnreadable, "the page is not wikitext",
                          "Name another page in the settings."),
}
# fmt: on


def of_fault(fault: Fault, doing: str) -> errors.TryLater:
    """A fault that outlasted all tries."""
    asked = f"The wiki asked for {fault.wait:.0f} seconds. " if fault.wait else ""
    address = "" if fault.sent else " Is `api` under [wiki] the address of the wiki?"
    remedy = f"{asked}{_LATER}{address}"
    return errors.TryLater(f"{doing}: {fault}", code="unreachable", remedy=remedy)


def of_refusal(refusal: Refusal, page: str = "", *, editing: bool = False) -> errors.WikiError:
    """The error for a code; an unknown code is an :class:`EditRefused` while editing."""
    code = refusal.code
    if code == "blocked":
        told = refusal.data.get("blockinfo")
        block = answers.block(told if isinstance(told, dict) else {})
        extent = "the account is blocked" + (" on this page" if block.partial else "")
        by, until = block.by or "an administrator", block.expiry or "further notice"
        why = f"{extent} by {by} until {until}: {_one_line(block.reason)}".rstrip(": ")
        code = "partialblock" if block.partial else "blocked"
        return errors.NotAllowed(why, code=code, page=page, remedy=_LIFT)
    prefixes = (key for key in _TABLE if key.endswith("*") and code.startswith(key[:-1]))
    entry = _TABLE.get(code) or _TABLE.get(next(prefixes, ""))
    if entry is None:
        kind: type[errors.WikiError] = errors.EditRefused if editing else errors.WikiError
        what, remedy = "the wiki said no", "Ask the wiki's operator what this code means."
        detail = refusal.info
    else:
        kind, what, remedy = entry
        try:
            detail = _detail(code, refusal.data)
        except (AttributeError, LookupError, TypeError, ValueError):  # the code says enough
            detail = ""
    why = f"{what}: {_one_line(detail)}" if detail else what
    return kind(why, code=code, page=page, remedy=remedy)


def _detail(code: str, data: Any) -> str:
    """What else the server says: which filter, which site, why read-only, how great a lag."""
    if code.startswith("abusefilter-") and "id" in (found := data.get("abusefilter") or {}):
        return f"filter {found['id']}, {found.get('description', '')}"
    if code == "spamblacklist":
        return ", ".join((data.get("spamblacklist") or {}).get("matches", ()))
    if code == "readonly":
        return str(data.get("readonlyreason", ""))
    return f"{data['lag']:.0f} seconds" if code == "maxlag" and "lag" in data else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]
