"""The HTTP session under mwclient: time-outs, counters, kept cookies, and faults without secrets in them.

mwclient sees only answers with status 200; everything else is turned into a :class:`Fault` or an
error here, because mwclient would repeat lost posts and ignore Retry-After.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import requests
import urllib3.exceptions

from wikibot.wiki.cookies import Cookies
from wikibot.wiki.errors import NotAllowed, WikiError, WrongSettings
from wikibot.wiki.faults import Fault, retry_after

_CONNECT_SECONDS = 10.0
_READ_SECONDS = 45.0


class Session(requests.Session):
    """``left`` tells how many seconds the run still has; ``cookies`` is where the wiki's session is kept."""

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
        _read_as_utf8(answer)
        self._kept.keep()
        return answer

    def _send(
        self, method: str | bytes, url: str | bytes, *args: Any, **kwargs: Any
    ) -> requests.Response:
        """The bare request; its exceptions hold addresses and bodies, so they are not even kept as a context."""
        fault: Fault
        try:
            return super().request(method, url, *args, **kwargs)
        except requests.exceptions.SSLError:
            fault = Fault(
                "no safe connection (TLS): the certificate or the clock may be wrong", again=False
            )
        except requests.exceptions.Timeout as error:
            fault = Fault(
                "no answer in time", sent=not isinstance(error, requests.exceptions.ConnectTimeout)
            )
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
            place = (
                f"{target.scheme}://{target.hostname or ''}{target.path}"
                if target.scheme
                else target.path
            )
            raise WrongSettings(
                f"{path} redirects to {place}", remedy="Set api to the address of api.php itself."
            )
        elif status in (401, 403):
            remedy = "Ask its operator whether bots are kept out or an HTTP login is needed; check contact."
            raise NotAllowed(f"the web server refuses {path} (HTTP {status})", remedy=remedy)
        elif status in (404, 405, 410):
            remedy = (
                "Check api in the settings; the page Special:Version of the wiki shows the address."
            )
            raise WrongSettings(f"there is no API at {path} (HTTP {status})", remedy=remedy)
        else:
            raise WikiError(f"{path} answered HTTP {status}", remedy="Check api in the settings.")


def _read_as_utf8(answer: requests.Response) -> None:
    """JSON is UTF-8 (RFC 8259), whatever a server or a proxy says: requests takes a text without charset for Latin-1.

    Pages read so would be saved with every letter beyond ASCII spoiled.
    """
    try:
        answer.content.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("the answer broke off") from None
    answer.encoding = "utf-8"


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
