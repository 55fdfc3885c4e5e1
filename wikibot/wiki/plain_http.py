"""Requests of a kept session by the standard library alone, over one connection that is kept.

Loading requests and mwclient takes longer than all the requests of a run that plays one line.
Whatever is not a plain answer is left to them, with all their care for what may be wrong: a read is
then made once more, and of a change it is not known whether it was done, as after any lost answer.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, getproxies

from msgspec import Struct

from wikibot.wiki.cookies import Cookies
from wikibot.wiki.faults import Fault, retry_after

_GZIP = zlib.MAX_WBITS | 16
_IDLE_SECONDS = 2.0  # after which a kept connection is not trusted: servers close such ones
KNOWN: dict[str, Any] = {}
# What this process has asked already, by address, each taken once: the answer and the connection.


class Plain(Struct, frozen=True):
    """An answer: ``size`` in bytes on the wire, head included; ``wait``: Retry-After, seconds."""

    answer: Any
    size: int
    wait: float | None


class _NotPlainError(Exception):
    """An answer that is left to the full way."""


_ODD = (OSError, HTTPException, ValueError, RecursionError, zlib.error, _NotPlainError)


def plain_request(
    address: str, params: Mapping[str, str | int], user_agent: str, cookies: Cookies
) -> Request:
    """The GET of a JSON answer, with the cookies that belong to it."""
    url = f"{address}?{urlencode({**params, 'format': 'json'})}"
    headers = {"User-Agent": user_agent, "Accept-Encoding": "gzip"}
    request = Request(url, headers=headers)  # noqa: S310  # http and https: api.py looked
    cookies.jar.add_cookie_header(request)
    return request


class PlainHttp:
    """The API at ``address``. ``over``: something was not plain, so that the full way goes on."""

    def __init__(self, address: str, user_agent: str, cookies: Cookies) -> None:
        self.over = bool(getproxies())
        self._address, self._user_agent, self._cookies = address, user_agent, cookies
        self._connection: HTTPConnection | None = None
        self._used = 0.0

    def get(self, params: Mapping[str, str | int], seconds: float) -> Plain | None:
        """Get a JSON answer, or take the one that is known. None: ask in the full way.

        Raises :class:`Fault` where the server asks us to wait.
        """
        request = plain_request(self._address, params, self._user_agent, self._cookies)
        if request.full_url in KNOWN:
            answer, self._connection = KNOWN.pop(request.full_url)
            self._used = time.monotonic()
            return Plain(answer, 0, None)
        try:
            return self._asked(request, seconds)
        except _ODD:
            self._give_up()
            return None

    def post(self, params: Mapping[str, str | int], seconds: float) -> Plain | None:
        """Post a change. None: nothing was sent, so post it in the full way.

        Raises :class:`Fault` where no plain answer came.
        """
        request = plain_request(self._address, {}, self._user_agent, self._cookies)
        request.full_url = self._address
        request.data = urlencode({**params, "format": "json"}).encode()
        request.add_header("Content-Type", "application/x-www-form-urlencoded")
        try:
            self._connected(request, seconds)
        except _ODD:
            self._give_up()
            return None
        try:
            return self._asked(request, seconds)
        except _ODD:
            self._give_up()
        raise Fault("the answer to a change was lost")

    def _asked(self, request: Request, seconds: float) -> Plain:
        connection = self._connected(request, seconds)
        connection.request(
            request.get_method(), request.selector, request.data, dict(request.header_items())
        )
        with connection.getresponse() as response:
            body = response.read()
        size = len(body) + sum(len(name) + len(text) + 4 for name, text in response.getheaders())
        self._used = time.monotonic()
        wait = retry_after(response.getheader("Retry-After"))
        if response.status != 200:
            self._refused(response.status, wait)
        if response.getheader("Content-Encoding") == "gzip":
            body = zlib.decompress(body, _GZIP)
        answer = json.loads(body)
        self._cookies.jar.extract_cookies(response, request)
        self._cookies.keep()
        return Plain(answer, size, wait)

    def _connected(self, request: Request, seconds: float) -> HTTPConnection:
        if time.monotonic() - self._used > _IDLE_SECONDS:
            self.close()
        if self._connection is None:
            kind = HTTPSConnection if request.type == "https" else HTTPConnection
            self._connection = kind(request.host, timeout=seconds)
        self._connection.timeout = seconds
        if self._connection.sock is None:
            self._connection.connect()
        self._connection.sock.settimeout(seconds)
        return self._connection

    def _refused(self, status: int, wait: float | None) -> None:
        """Raises what a status means that is not plain."""
        if wait is None:
            raise _NotPlainError
        self._give_up()
        why = f"the wiki asks for patience (HTTP {status})"
        raise Fault(why, sent=status >= 500, wait=wait)

    def _give_up(self) -> None:
        self.over = True
        self.close()

    def close(self) -> None:
        """Close the connection; the next request opens it again."""
        if self._connection:
            self._connection.close()
