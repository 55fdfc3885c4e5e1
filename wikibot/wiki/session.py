"""HTTP sessions: answers of bounded time and size, and the session under mwclient.

mwclient sees only answers with status 200; everything else is turned into a :class:`Fault` or an
error here, because mwclient would repeat lost posts and ignore Retry-After.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import requests
import urllib3.exceptions
from requests import exceptions
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from wikibot.wiki.errors import Fault, NotAllowed, WikiError, WrongSettings, retry_after
from wikibot.wiki.files import Cookies
from wikibot.wiki.whole_answers import MOST, WholeAnswer, has_many_values

_CONNECT_SECONDS = 10.0
_PART = 65_536  # bytes that are unpacked at once


class _Connection(HTTPConnection):
    response_class = WholeAnswer


class _SafeConnection(HTTPSConnection):
    response_class = WholeAnswer


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SafePool(HTTPSConnectionPool):
    ConnectionCls = _SafeConnection


class TooMuchError(exceptions.RequestException):
    """The body of an answer is more than anything that was asked for. ``str``: how much."""


class _Adapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SafePool}

    def proxy_manager_for(self, *args: Any, **kwargs: Any) -> Any:
        manager = super().proxy_manager_for(*args, **kwargs)
        manager.pool_classes_by_scheme = {"http": _Pool, "https": _SafePool}
        return manager

    def send(self, *args: Any, **kwargs: Any) -> requests.Response:
        """One answer, of a redirect too, with its body read and counted."""
        answer = super().send(*args, **{**kwargs, "stream": True})
        body = bytearray()
        for part in answer.iter_content(_PART):
            body += part
            if len(body) > MOST:
                answer.close()
                raise TooMuchError(f"more than {MOST // 1_000_000} MB")
        if has_many_values(body):
            raise TooMuchError("more than a million values")
        answer._content = bytes(body)  # noqa: SLF001  # as `content` itself would have it
        return answer


class BoundedSession(requests.Session):
    """Reads each answer whole, within the time limit of its request, up to 64 MB unpacked."""

    def __init__(self) -> None:
        super().__init__()
        self.headers["Accept-Encoding"] = "gzip"
        for scheme in ("http://", "https://"):
            self.mount(scheme, _Adapter())


class Session(BoundedSession):
    """``left``: the seconds that the run still has; ``cookies``: where the session is kept."""

    def __init__(self, user_agent: str, cookies: Cookies, left: Callable[[], float]) -> None:
        super().__init__()
        self.headers["User-Agent"] = user_agent
        self.count = 0
        self.bytes_received = 0
        self.wait: float | None = None  # Retry-After of the last answer, in seconds
        self._left = left
        self._kept = cookies
        self.cookies = cookies.jar  # type: ignore[assignment]  # requests takes any CookieJar

    def __repr__(self) -> str:
        return "<Session>"

    def request(
        self, method: str | bytes, url: str | bytes, *args: Any, **kwargs: Any
    ) -> requests.Response:
        """Send one request and return an answer with status 200.

        Raises :class:`Fault` or :class:`WikiError`.
        """
        left = self._left()
        if left <= 0:
            raise Fault("the time for this run is used up", sent=False, again=False)
        kwargs["timeout"] = (min(_CONNECT_SECONDS, left), left)
        kwargs["allow_redirects"] = False  # a redirected POST would arrive as a GET
        self.count += 1
        answer = self._send(method, url, *args, **kwargs)
        head = sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
        self.bytes_received += head + (
            answer.raw.tell() if answer.raw is not None else len(answer.content)
        )
        self.wait = retry_after(answer.headers.get("Retry-After"))
        # mwclient sleeps on this header, or fails on it; the answer's own error code says the same.
        answer.headers.pop("X-Database-Lag", None)
        if answer.status_code != 200:
            if not _is_api_error(answer):
                raise self._problem(answer)
            answer.status_code = 200
        try:
            answer.content.decode("utf-8")
        except UnicodeDecodeError:
            raise Fault("the answer broke off") from None
        answer.encoding = "utf-8"  # RFC 8259; requests takes a text without charset for Latin-1
        self._kept.keep()
        return answer

    def _send(
        self, method: str | bytes, url: str | bytes, *args: Any, **kwargs: Any
    ) -> requests.Response:
        """The bare request.

        Its exceptions hold addresses and bodies, so they are not even kept as a context.
        """
        try:
            return super().request(method, url, *args, **kwargs)
        except (
            exceptions.RequestException,
            ValueError,
        ) as error:  # an odd Location is no exception of theirs
            fault = _fault(error, urlsplit(str(url)).netloc.rpartition("@")[2])
        raise fault

    def _problem(self, answer: requests.Response) -> Exception:
        """What a status other than 200 means."""
        status, path = answer.status_code, urlsplit(answer.url).path
        if status == 429:
            return Fault("the wiki asks for fewer requests (HTTP 429)", sent=False, wait=self.wait)
        if status >= 500:
            return Fault(f"the server failed (HTTP {status})", wait=self.wait)
        if 300 <= status < 400:
            target = urlsplit(answer.headers.get("Location", ""))
            host = f"{target.scheme}://{target.hostname or ''}" if target.scheme else ""
            remedy = "Set api to the address of api.php itself."
            return WrongSettings(f"{path} redirects to {host}{target.path}", remedy=remedy)
        if status in (401, 403):
            remedy = (
                "Ask its operator whether bots are kept out or an HTTP login is needed; "
                "check contact."
            )
            return NotAllowed(f"the web server refuses {path} (HTTP {status})", remedy=remedy)
        remedy = "Check api in the settings"
        if status in (404, 405, 410):
            remedy += "; the page Special:Version of the wiki shows the address."
            return WrongSettings(f"there is no API at {path} (HTTP {status})", remedy=remedy)
        return WikiError(f"{path} answered HTTP {status}", remedy=f"{remedy}.")


def _fault(error: Exception, host: str) -> Fault:
    """Why a request to a host got no answer, and whether the server may have received it."""
    if isinstance(error, exceptions.SSLError):
        why = f"no safe connection to {host} (TLS): the certificate or the clock may be wrong"
        return Fault(why, again=False)
    slow = isinstance((error.args or [None])[0], urllib3.exceptions.ReadTimeoutError)
    if isinstance(error, exceptions.Timeout) or slow:
        why = f"{host} does not answer (no answer in time)"
        return Fault(why, sent=not isinstance(error, exceptions.ConnectTimeout))
    if isinstance(error, TooMuchError):
        return Fault(f"the wiki answered with {error}", again=False)
    if isinstance(error, exceptions.ChunkedEncodingError | exceptions.ContentDecodingError):
        return Fault("the answer broke off")
    if not isinstance(error, exceptions.ConnectionError):
        return Fault(f"the request failed ({type(error).__name__})", again=False)
    reason = getattr(error.args[0] if error.args else None, "reason", None)
    if isinstance(reason, urllib3.exceptions.NameResolutionError):
        return Fault(f"the host name {host} cannot be found (DNS)", sent=False)
    if isinstance(reason, urllib3.exceptions.NewConnectionError):
        return Fault(f"{host} does not answer (no connection)", sent=False)
    return Fault(f"the connection to {host} was cut")


def _is_api_error(answer: requests.Response) -> bool:
    if "json" not in answer.headers.get("Content-Type", ""):
        return False
    try:
        return not {"error", "errors"}.isdisjoint(answer.json())
    except (ValueError, TypeError, RecursionError):
        return False
