"""The HTTP session under mwclient: time-outs, counters, kept cookies, and faults without secrets in them.

mwclient sees only answers with status 200; everything else is turned into a :class:`Fault` or an error here, because
mwclient would repeat lost posts and ignore Retry-After.
"""

from __future__ import annotations

import http.cookiejar
import os
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import requests
import urllib3.exceptions

from wikibot.wiki.errors import NotAllowed, WikiError, WrongSettings
from wikibot.wiki.faults import Fault

_CONNECT_SECONDS = 10.0
_READ_SECONDS = 45.0


class Session(requests.Session):
    """``left`` tells how many seconds the run still has; ``cookies`` (0600) is where the session is kept."""

    def __init__(self, user_agent: str, cookies: Path | None, left: Callable[[], float]) -> None:
        super().__init__()
        self.headers["User-Agent"] = user_agent
        self.count = 0
        self.bytes_received = 0
        self.wait: float | None = None  # Retry-After of the last answer, in seconds
        self._left = left
        self._file = cookies
        self._jar = http.cookiejar.LWPCookieJar()
        self._kept = ""
        self.cookies = self._jar  # type: ignore[assignment]  # requests takes any CookieJar
        self._load_cookies()

    def __repr__(self) -> str:
        return "<Session>"

    def request(self, method: str | bytes, url: str | bytes, *args: Any, **kwargs: Any) -> requests.Response:
        """Send one request and return an answer with status 200, or raise :class:`Fault` or :class:`WikiError`."""
        left = self._left()
        if left <= 0:
            raise Fault("the time for this run is used up", sent=False, again=False)
        kwargs["timeout"] = (min(_CONNECT_SECONDS, left), min(_READ_SECONDS, left))
        kwargs["allow_redirects"] = False  # a redirected POST would arrive as a GET
        self.count += 1
        answer = self._send(method, url, *args, **kwargs)
        self.bytes_received += _size(answer)
        self.wait = retry_after(answer.headers.get("Retry-After"))
        # mwclient sleeps on this header, or fails on it; the answer's own error code says the same.
        answer.headers.pop("X-Database-Lag", None)
        if answer.status_code != 200:
            self._judge(answer)
        self._keep_cookies()
        return answer

    def has_cookies(self) -> bool:
        """Whether a session was kept."""
        return len(self._jar) > 0

    def forget(self) -> None:
        """Drop all cookies, before a login."""
        self._jar.clear()

    def _send(self, method: str | bytes, url: str | bytes, *args: Any, **kwargs: Any) -> requests.Response:
        """The bare request; its exceptions hold addresses and bodies, so they are not even kept as a context."""
        fault: Fault
        try:
            return super().request(method, url, *args, **kwargs)
        except requests.exceptions.SSLError:
            fault = Fault("no safe connection (TLS): the certificate or the clock may be wrong", again=False)
        except requests.exceptions.Timeout as error:
            fault = Fault("no answer in time", sent=not isinstance(error, requests.exceptions.ConnectTimeout))
        except requests.exceptions.ConnectionError as error:
            fault = _connection_fault(error)
        except (requests.exceptions.ChunkedEncodingError, requests.exceptions.ContentDecodingError):
            fault = Fault("the answer broke off")
        except requests.exceptions.RequestException as error:
            fault = Fault(f"the request failed ({type(error).__name__})", again=False)
        raise fault

    def _judge(self, answer: requests.Response) -> None:
        """Raise what a status other than 200 means; an error that the API told as JSON passes."""
        status, path = answer.status_code, urlsplit(answer.url).path
        if _is_api_error(answer):
            answer.status_code = 200
        elif status == 429:
            raise Fault("the wiki asks for fewer requests (HTTP 429)", sent=False, wait=self.wait)
        elif status >= 500:
            raise Fault(f"the server failed (HTTP {status})", wait=self.wait)
        elif 300 <= status < 400:
            target = urlsplit(answer.headers.get("Location", ""))
            place = f"{target.scheme}://{target.hostname or ''}{target.path}" if target.scheme else target.path
            raise WrongSettings(f"{path} redirects to {place}", remedy="Set api to the address of api.php itself.")
        elif status in (401, 403):
            remedy = "Ask its operator whether bots are kept out or an HTTP login is needed; check contact."
            raise NotAllowed(f"the web server refuses {path} (HTTP {status})", remedy=remedy)
        elif status in (404, 405, 410):
            remedy = "Check api in the settings; the page Special:Version of the wiki shows the address."
            raise WrongSettings(f"there is no API at {path} (HTTP {status})", remedy=remedy)
        else:
            raise WikiError(f"{path} answered HTTP {status}", remedy="Check api in the settings.")

    def _load_cookies(self) -> None:
        """Take up the kept session; a missing or broken file only means one more login."""
        if self._file is not None:
            try:
                self._jar.load(str(self._file), ignore_discard=True)
            except (OSError, http.cookiejar.LoadError, ValueError):
                self._jar.clear()
            self._kept = self._jar.as_lwp_str(ignore_discard=True)

    def _keep_cookies(self) -> None:
        """Write changed cookies to their file, atomically and for the owner alone."""
        text = self._jar.as_lwp_str(ignore_discard=True)
        if self._file is None or text == self._kept:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=".cookies-")  # made with mode 0600
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write("#LWP-Cookies-2.0\n" + text)
            Path(name).replace(self._file)
        except OSError as error:
            remedy = "Make the state folder writable."
            raise WikiError(f"the session cannot be kept in {self._file}: {error.strerror}", remedy=remedy) from None
        self._kept = text


def retry_after(value: str | None) -> float | None:
    """A Retry-After header in seconds: a number, or an HTTP date (RFC 9110, 10.2.3). ``None`` when unreadable."""
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())


def _connection_fault(error: requests.exceptions.ConnectionError) -> Fault:
    reason = getattr(error.args[0] if error.args else None, "reason", None)
    if isinstance(reason, urllib3.exceptions.NameResolutionError):
        return Fault("the wiki's host name cannot be found (DNS)", sent=False)
    if isinstance(reason, urllib3.exceptions.NewConnectionError):
        return Fault("no connection to the wiki", sent=False)
    return Fault("the connection was cut")


def _is_api_error(answer: requests.Response) -> bool:
    if "json" not in answer.headers.get("Content-Type", ""):
        return False
    try:
        return not {"error", "errors"}.isdisjoint(answer.json())
    except (ValueError, TypeError):
        return False


def _size(answer: requests.Response) -> int:
    """Bytes of an answer on the wire: its headers, and its body as compressed."""
    head = sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
    return head + (answer.raw.tell() if answer.raw is not None else len(answer.content))
