"""One MediaWiki API by mwclient: single calls, retried reads, errors as our values."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import urlencode, urlsplit
from urllib.request import Request

from wikibot.wiki import answers
from wikibot.wiki.errors import Fault, Refusal, WrongSettings, from_error

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


class Gate(Protocol):
    """One wiki's. Errors are those of where it is kept."""

    def wait(self) -> float:
        """The seconds for which the wiki asked all of us to send nothing; 0.0: go on."""

    def told(self, seconds: float) -> None:
        """The wiki asked for so many seconds, from now on (Retry-After, maxlag, a rate limit)."""

    def writing(self) -> AbstractContextManager[None]:
        """Be the only one who changes anything on the wiki, once the others are done."""


class OpenGate:
    """The gate of a program that is alone."""

    def wait(self) -> float:
        return 0.0

    def told(self, seconds: float) -> None:
        """There is no other program to tell."""

    def writing(self) -> AbstractContextManager[None]:
        return nullcontext()


# == One MediaWiki API by mwclient: single calls, retried reads, errors as our values ==============

Params = Mapping[str, str | int]
Answer = Mapping[str, Any]
Files = Mapping[str, tuple[str, bytes]]

KNOWN: dict[str, Any] = {}
"""What the shortest sync has asked already (:mod:`wikibot.storage.settled`), by address; taken once."""


_TOLD = ("action", "list", "meta", "prop", "titles", "title", "revids", "rvstartid", "rvuser")
_SLOW_SECONDS = 4.0  # without an answer, until the host is named
_LONGEST_QUERY = 6000  # bytes; web servers refuse addresses from 8 KB on


class Api:
    """The API at ``address``; mwclient is loaded when something is asked."""

    def __init__(
        self, address: str, user_agent: str, cookies: KeptText | None, maxlag: int,
        patience: Patience, gate: Gate | None = None,
    ) -> None:  # fmt: skip
        self._parts = _checked(address)
        self._user_agent = user_agent
        self._kept = cookies
        self._maxlag = maxlag
        self._patience = patience
        self._gate = gate or OpenGate()
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

    @property
    def _address(self) -> str:
        scheme, host, path, ext = self._parts
        return f"{scheme}://{host}{path}api{ext}"

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
            LOGGER.debug("%s %s: %d bytes, %.3f s", method, _told(params), size, seconds)
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
        try:
            if files:
                full = {**params, "format": "json"}
                answer = self._connected().raw_call("api", full, files, retry_on_error=False)
                return json.loads(answer)
            return self._connected().raw_api(http_method=method, retry_on_error=False, **params)
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


def _told(params: Params) -> str:
    """A request's purpose, from parameters that hold neither texts nor secrets."""
    return " ".join(f"{name}={params[name]}" for name in _TOLD if name in params)


def _checked(address: str) -> tuple[str, str, str, str]:
    """Scheme, host with port, folder and ending of ``https://host/path/api.php``."""
    parts = urlsplit(address)
    folder, _, script = parts.path.rpartition("/")
    stem, dot, ending = script.partition(".")
    place = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    if not (place and stem == "api" and dot) or parts.query or parts.fragment:
        form = "https://host/path/api.php (see Special:Version of the wiki)"
        remedy = f"It reads {form}, or folder:PATH."
        raise WrongSettings("api in the settings is not the address of an API", remedy=remedy)
    return parts.scheme, parts.netloc, f"{folder}/", f".{ending}"
