"""One MediaWiki API by mwclient: single calls, retried reads, errors as our values, a login."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode, urlsplit
from urllib.request import Request

from wikibot.wiki import answers, errors
from wikibot.wiki.base import MEANWHILE
from wikibot.wiki.errors import Fault, NotAllowed, Refusal, TryLater, WrongSettings, from_error
from wikibot.wikitext.dialect import account_name

if TYPE_CHECKING:
    import mwclient
    from tenacity import RetryCallState

    from wikibot.wiki.files import Cookies, KeptText
    from wikibot.wiki.session import Session


# == Patience: how long a run may take in all, and when a failed request is tried again ============

LOGGER = logging.getLogger(__package__)
T = TypeVar("T")

_TRIES = 6
_FIRST_SECONDS = 1.0
_MAX_SECONDS = 60.0


class Patience:
    """An overall deadline, and capped exponential backoff with jitter inside it."""

    def __init__(
        self, seconds: float, clock: Callable[[], float], sleep: Callable[[float], None]
    ) -> None:
        self._seconds, self._clock, self._sleep = seconds, clock, sleep
        self.restart()

    def restart(self) -> None:
        self._end = self._clock() + self._seconds

    def left(self) -> float:
        return self._end - self._clock()

    def pause(self, tries: int, asked: float | None = None) -> bool:
        """Wait after try number ``tries``, at least as long as asked.

        False, at once, when the deadline comes first.
        """
        seconds = max(asked or 0.0, min(_MAX_SECONDS, _FIRST_SECONDS * 2.0 ** (tries - 1)))
        if seconds > self.left():
            return False
        self._sleep(seconds)
        return True

    def _tell(self, what: object, seconds: float, tries: int) -> None:
        """Log what is tried again and when; the first attempt at a level shown by default."""
        if tries == 1:
            again = "%s; trying again in %.0f s, at most %d times, for up to %.0f s"
            LOGGER.warning(again, what, seconds, _TRIES - 1, max(seconds, self.left()))
        else:
            LOGGER.info("%s; trying again in %.0f s", what, seconds)

    def retry(self, call: Callable[[], T], *, unsent_only: bool = False) -> T:
        """Call until it succeeds, waiting out what says ``again``; raises the last problem.

        With ``unsent_only`` nothing is repeated that the server may have done already.
        """

        def again(error: BaseException) -> bool:
            if not isinstance(error, Fault | Refusal) or not error.again:
                return False
            return not (unsent_only and error.sent)

        try:
            return call()
        except (Fault, Refusal) as error:
            if not again(error):
                raise
            failed: list[Exception] = [error]

        import tenacity  # here: 40 ms that a run without trouble need not pay

        def attempt() -> T:
            if failed:
                raise failed.pop()
            return call()

        backoff = tenacity.wait_exponential_jitter(initial=_FIRST_SECONDS, max=_MAX_SECONDS)

        def wait(state: RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            seconds = max(float(getattr(error, "wait", None) or 0.0), backoff(state))
            if seconds <= self.left():
                self._tell(getattr(error, "code", error), seconds, state.attempt_number)
            return seconds

        return tenacity.Retrying(
            sleep=self._sleep,
            retry=tenacity.retry_if_exception(again),
            wait=wait,
            stop=lambda state: state.attempt_number >= _TRIES or state.upcoming_sleep > self.left(),
            reraise=True,
        )(attempt)


# -- several programs ------------------------------------------------------------------------------


class Gate:
    """What several programs on one wiki keep to; this one is that of a program which is alone.

    Errors are those of where it is kept.
    """

    def wait(self) -> float:
        """The seconds for which the wiki asked all of us to send nothing; 0.0: go on."""
        return 0.0

    def told(self, seconds: float) -> None:
        """The wiki asked for so many seconds, from now on (Retry-After, maxlag, a rate limit)."""

    def writing(self) -> AbstractContextManager[None]:
        """Be the only one who changes anything on the wiki, once the others are done."""
        return nullcontext()


# == One MediaWiki API by mwclient: single calls, retried reads, errors as our values ==============

Params = Mapping[str, str | int]
Answer = Mapping[str, Any]
Files = Mapping[str, tuple[str, bytes]]

KNOWN: dict[str, Any] = {}
"""What the shortest sync has asked already (:mod:`wikibot.storage.settled`), by address."""


_TOLD = ("action", "list", "meta", "prop", "titles", "title", "revids", "rvstartid", "rvuser")
_SLOW_SECONDS = 4.0  # without an answer, until the host is named
_LONGEST_QUERY = 6000  # bytes; web servers refuse addresses from 8 KB on


class Api:
    """The API at ``address``; mwclient is loaded when something is asked."""

    def __init__(
        self, address: str, user_agent: str, cookies: KeptText | None, maxlag: int,
        patience: Patience, gate: Gate | None = None,
    ) -> None:  # fmt: skip
        # Scheme, host with port, folder and ending of ``https://host/path/api.php``.
        parts = urlsplit(address)
        folder, _, script = parts.path.rpartition("/")
        stem, dot, ending = script.partition(".")
        place = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
        if not (place and stem == "api" and dot) or parts.query or parts.fragment:
            form = "https://host/path/api.php (see Special:Version of the wiki)"
            remedy = f"It reads {form}, or folder:PATH."
            raise WrongSettings("api in the settings is not the address of an API", remedy=remedy)
        self._address = parts.geturl()
        self._parts = parts.scheme, parts.netloc, f"{folder}/", f".{ending}"
        self._user_agent = user_agent
        self._kept = cookies
        self._maxlag = maxlag
        self._patience = patience
        self._gate = gate or Gate()
        self._session: Session | None = None
        self._taken = 0  # answers that the shortest sync had got already
        self._answered = False  # whether the host was seen to answer
        self._site: mwclient.Site | None = None

    @cached_property
    def cookies(self) -> Cookies:
        """The session that is kept from run to run."""
        from wikibot.wiki.files import Cookies

        return Cookies(self._kept)

    @property
    def session(self) -> Session:
        if self._session is None:
            from wikibot.wiki.session import Session

            self._session = Session(self._user_agent, self.cookies, self._patience.left)
        return self._session

    @property
    def requests(self) -> int:
        return self._taken + (self._session.count if self._session else 0)

    @property
    def bytes_received(self) -> int:
        return self._session.bytes_received if self._session else 0

    def get(self, params: Params, *, once: bool = False) -> Answer:
        """A read, repeated while that may help, unless ``once``.

        Raises :class:`Fault`, :class:`Refusal` or :class:`WikiError`.
        """
        if once:
            return self._passed("GET", params)
        method = "GET" if len(urlencode(params)) < _LONGEST_QUERY else "POST"
        return self._patience.retry(lambda: self._passed(method, params))

    def query(self, params: Params) -> Iterator[Answer]:
        """All parts of an ``action=query`` answer, each a whole answer, following ``continue``."""
        asked: dict[str, str | int] = {"action": "query", **params}
        seen: list[Any] = []
        while True:
            answer = self.get(asked)
            if not isinstance(answer.get("query"), dict):
                raise self._no_api("an answer without a query")
            yield answer
            if not answer.get("continue"):
                return
            if answer["continue"] in seen:
                raise Fault("the wiki answered with the same part twice", again=False)
            seen.append(answer["continue"])
            asked = {"action": "query", **params, **answer["continue"]}

    def post(self, params: Params, files: Files | None = None) -> Answer:
        """A change, sent again only when the server surely did nothing the first time."""

        def change() -> Answer:
            with self._gate.writing():
                return self._passed("POST", params, files)

        return self._patience.retry(change, unsent_only=True)

    def plain_get(self, params: Params) -> tuple[str, Mapping[str, str]]:
        """Address and headers of a GET, cookies among them, for a program without this one."""
        url = f"{self._address}?{urlencode({**self._full(params), 'format': 'json'})}"
        headers = {"User-Agent": self._user_agent, "Accept-Encoding": "gzip"}
        request = Request(url, headers=headers)  # noqa: S310  # http and https: _checked looked
        self.cookies.jar.add_cookie_header(request)
        return request.full_url, dict(request.header_items())

    def _full(self, params: Params) -> Params:
        return {"formatversion": 2, "maxlag": self._maxlag, **params}

    def _passed(self, method: str, params: Params, files: Files | None = None) -> Answer:
        """Call through the gate: respect waits of other programs, and report new ones to them."""
        if (left := self._gate.wait()) > 0:
            raise Fault("the wiki asked for fewer requests", sent=False, wait=left)
        try:
            return self._call(method, params, files)
        except (Fault, Refusal) as error:
            if error.wait:
                self._gate.told(error.wait)
            raise

    def _call(self, method: str, params: Params, files: Files | None = None) -> Answer:
        full = self._full(params)
        began, before = time.monotonic(), self.bytes_received
        slow = None if self._answered else self._told_when_slow()
        known = KNOWN.pop(self.plain_get(params)[0], None) if KNOWN and method == "GET" else None
        try:
            answer = self._raw(method, full, files) if known is None else known
            self._taken += known is not None
            self._answered = True
        finally:
            if slow:
                slow.cancel()
            size, seconds = self.bytes_received - before, time.monotonic() - began
            told = " ".join(f"{name}={params[name]}" for name in _TOLD if name in params)
            LOGGER.debug("%s %s: %d bytes, %.3f s", method, told, size, seconds)
        if not isinstance(answer, dict):
            raise Fault("the wiki answered with JSON that is no object", again=False)
        answers.check(answer, params)
        if "error" in answer or "errors" in answer:
            raise from_error(answer, self._session.wait if self._session else None)
        return answer

    def _told_when_slow(self) -> threading.Timer:
        """Log which host is slow, where the first answer takes long."""
        host = self._parts[1]
        timer = threading.Timer(
            _SLOW_SECONDS, LOGGER.warning, ("%s has not answered yet; waiting for it", host)
        )
        timer.daemon = True
        timer.start()
        return timer

    def _raw(self, method: str, params: Params, files: Files | None = None) -> Any:
        """Exceptions of mwclient hold the request's data: none is kept, not even as a context."""
        import mwclient

        problem: Exception
        site = self._connected()
        while MEANWHILE:
            threading.Thread(target=_passed_over, args=(MEANWHILE.pop(),), daemon=True).start()
        try:
            if files:
                full = {**params, "format": "json"}
                answer = site.raw_call("api", full, files, retry_on_error=False)
                return json.loads(answer)
            return site.raw_api(http_method=method, retry_on_error=False, **params)
        except mwclient.errors.InvalidResponse as error:
            body = (error.response_text or "").strip()
            # A cut or empty body is the server's trouble; a page of HTML stands where no API is.
            cut = body[:1] in ("", "{")
            problem = Fault("the answer broke off") if cut else self._no_api("a web page")
        except json.JSONDecodeError:
            problem = Fault("the answer broke off")
        except RecursionError:
            problem = Fault("the wiki answered with lists nested too deeply", again=False)
        except mwclient.errors.MwClientError as error:
            problem = self._no_api(f"no answer of MediaWiki ({type(error).__name__})")
        raise problem

    def _connected(self) -> mwclient.Site:
        if self._site is None:
            import mwclient

            scheme, host, path, ext = self._parts
            place = {"path": path, "ext": ext, "scheme": scheme, "pool": self.session}
            self._site = mwclient.Site(host, **place, do_init=False, max_retries=0)
        return self._site

    def _no_api(self, what: str) -> WrongSettings:
        path = f"{self._parts[2]}api{self._parts[3]}"
        remedy = (
            "Check api in the settings; "
            "if it is right, the wiki may be down or behind a login page."
        )
        return WrongSettings(f"{path} answered with {what}", code="noapi", remedy=remedy)


def _passed_over(work: Callable[[], object]) -> None:
    """Do what may fail: it is done again, and fails again, where it is needed."""
    with suppress(Exception):
        work()


# == The API as the bot's account uses it: one login when it is needed, a token, its rights ========


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
        self, params: Callable[[], Params], read: Callable[[Answer], T], page: str,
        files: Files | None = None,
    ) -> T:  # fmt: skip
        """Post ``params`` with a token; once more, with a new one, when that was lost.

        They are asked for once the account's rights are known. A refusal becomes our error; raises
        :class:`Fault`.
        """
        for renewed in (False, True):
            if not self.token:
                needed = {"meta": "tokens|userinfo", "uiprop": "rights"}
                query = self.query_each(needed, lambda part: part)[0]["query"]
                self.rights = tuple(query["userinfo"].get("rights", ()))
                self.token = query["tokens"]["csrftoken"]
            try:
                asked = {**self.asserted(params()), "token": self.token}
                return read(self.api.post(asked, files))
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
