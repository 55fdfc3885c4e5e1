"""Requests of a kept session by the standard library alone, over one connection that is kept.

Loading requests and mwclient takes longer than all the requests of a run that plays one line.
Whatever is not a plain answer is left to them, with all their care for what may be wrong: a read is
then made once more, and of a change it is not known whether it was done, as after any lost answer.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import quote_plus, urlencode
from urllib.request import Request, getproxies

from msgspec import Struct

from wikibot.wiki.cookies import Cookies
from wikibot.wiki.faults import Fault, retry_after
from wikibot.wiki.whole_answers import MOST, WholeAnswer

_GZIP = zlib.MAX_WBITS | 16
_PART = 65_536  # characters of a text that are encoded at once
_IDLE_SECONDS = 2.0  # after which a kept connection is not trusted: servers close such ones
KNOWN: dict[str, Any] = {}
# What this process has asked already, by address, each taken once: the answer and the connection.
# None for an answer that is still to come over the connection; for a connection that is taken.


class Plain(Struct, frozen=True):
    """An answer: ``size`` in bytes on the wire, head included; ``wait``: Retry-After, seconds."""

    answer: Any
    size: int
    wait: float | None


class _NotPlainError(Exception):
    """An answer that is left to the full way."""


_ODD = (OSError, HTTPException, ValueError, RecursionError, zlib.error, _NotPlainError)


def plain_url(address: str, params: Mapping[str, str | int]) -> str:
    """The address of the GET of a JSON answer."""
    return f"{address}?{urlencode({**params, 'format': 'json'})}"


def _form(params: Mapping[str, str | int]) -> bytes:
    """What ``urlencode`` gives. Texts go in parts, as it takes ten times their length."""
    return b"&".join(
        b"=".join((quote_plus(name).encode(), b"".join(_quoted(str(value)))))
        for name, value in params.items()
    )


def _quoted(text: str) -> Iterator[bytes]:
    for at in range(0, len(text), _PART):
        yield quote_plus(text[at : at + _PART]).encode()


def plain_request(
    address: str, params: Mapping[str, str | int], user_agent: str, cookies: Cookies
) -> Request:
    """The GET of a JSON answer, with the cookies that belong to it."""
    url = plain_url(address, params)
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
        self._begun: tuple[Mapping[str, str | int], HTTPConnection] | None = None

    def get(self, params: Mapping[str, str | int], seconds: float) -> Plain | None:
        """Get a JSON answer, or take the one that is known. None: ask in the full way.

        Raises :class:`Fault` where the server asks us to wait.
        """
        request = plain_request(self._address, params, self._user_agent, self._cookies)
        try:
            if request.full_url not in KNOWN:
                return self._asked(request, seconds)
            answer, self._connection = KNOWN.pop(request.full_url)
            self._used = time.monotonic()
            if answer is None:
                return self._answer(self._connected(request, seconds), request)
            return Plain(answer, 0, None)
        except _ODD:
            self._give_up()
            return None

    def post(self, params: Mapping[str, str | int], seconds: float) -> Plain | None:
        """Post a change. None: nothing was sent, so post it in the full way.

        Of a change that was begun only the answer is taken. Raises :class:`Fault` where no plain
        answer came.
        """
        request = self._change(params)
        try:
            if self._begun is not None and self.has_begun(params):
                (_, connection), self._begun = self._begun, None
                return self._waited_for(connection, request, seconds)
            try:
                self._connected(request, seconds)
            except _ODD:
                self._give_up()
                return None
            return self._asked(request, seconds)
        except _ODD:
            self._give_up()
        raise Fault("the answer to a change was lost")

    def begin(self, params: Mapping[str, str | int], seconds: float) -> bool:
        """Send a change; :meth:`post` of the same waits for the answer. False: it was not sent.

        What is asked meanwhile goes over another connection.
        """
        request = self._change(params)
        try:
            connection = self._connected(request, seconds)
        except _ODD:
            return False
        self._begun, self._connection = (_untokened(params), connection), None
        with suppress(*_ODD):  # whether it arrived shows when the answer is waited for
            _send(connection, request)
        return True

    def has_begun(self, params: Mapping[str, str | int]) -> bool:
        """Whether this change was sent, with whatever token, and its answer not taken yet."""
        return self._begun is not None and self._begun[0] == _untokened(params)

    def _waited_for(self, connection: HTTPConnection, request: Request, seconds: float) -> Plain:
        try:
            if connection.sock is not None:
                connection.sock.settimeout(seconds)
            return self._answer(connection, request, keep_cookies=False)
        finally:
            connection.close()

    def _change(self, params: Mapping[str, str | int]) -> Request:
        request = plain_request(self._address, {}, self._user_agent, self._cookies)
        request.full_url = self._address
        request.data = _form({**params, "format": "json"})
        request.add_header("Content-Type", "application/x-www-form-urlencoded")
        return request

    def _asked(self, request: Request, seconds: float) -> Plain:
        connection = self._connected(request, seconds)
        _send(connection, request)
        return self._answer(connection, request)

    def _answer(
        self, connection: HTTPConnection, request: Request, *, keep_cookies: bool = True
    ) -> Plain:
        """The answer. Cookies of one that was waited for may be older than a login meanwhile."""
        with connection.getresponse() as response:
            body = response.read(MOST)
        size = len(body) + sum(len(name) + len(text) + 4 for name, text in response.getheaders())
        self._used = time.monotonic()
        wait = retry_after(response.getheader("Retry-After"))
        if response.status != 200:
            self._refused(response.status, wait)
        if response.getheader("Content-Encoding") == "gzip":
            body = _unpacked(body)
        answer = json.loads(body)
        if keep_cookies:
            self._cookies.jar.extract_cookies(response, request)
            self._cookies.keep()
        return Plain(answer, size, wait)

    def _connected(self, request: Request, seconds: float) -> HTTPConnection:
        if time.monotonic() - self._used > _IDLE_SECONDS:
            self.close()
        if self._connection is None:
            kind = HTTPSConnection if request.type == "https" else HTTPConnection
            self._connection = kind(request.host, timeout=seconds)
            self._connection.response_class = WholeAnswer
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


def _unpacked(body: bytes) -> bytes:
    unpacking = zlib.decompressobj(_GZIP)
    unpacked = unpacking.decompress(body, MOST)
    if not unpacking.eof:  # it is cut, or longer
        raise _NotPlainError
    return unpacked


def _send(connection: HTTPConnection, request: Request) -> None:
    headers = dict(request.header_items())
    connection.request(request.get_method(), request.selector, request.data, headers)


def _untokened(params: Mapping[str, str | int]) -> Mapping[str, str | int]:
    """A change as it is known again when the token was renewed meanwhile."""
    return {name: value for name, value in params.items() if name != "token"}
