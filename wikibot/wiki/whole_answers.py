"""Answers of servers that nobody here knows: whole within their time limit, and of bounded size.

A time limit of ``socket`` and of requests counts for each read, so that a server that sends a byte
now and then would hold a program for ever. Here it counts for the whole answer. A body is counted
while it is unpacked.
"""

from __future__ import annotations

import io
import re
import socket
import time
from http.client import HTTPResponse
from typing import Any, cast

MOST = 64_000_000  # bytes of an unpacked body; 50 pages of MediaWiki's greatest size fit in
MOST_VALUES = 1_000_000  # of JSON: each takes some hundred bytes once it is read
SILENCE = 45.0  # seconds without a byte, after which nothing more is waited for

_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)


def has_many_values(body: bytes | bytearray) -> bool:
    """Whether a body would be more values than an answer has; texts of pages may have any signs."""
    if _values(body) <= MOST_VALUES:
        return False
    found = at = 0
    for text in _STRING.finditer(body):
        found += _values(body[at : text.start()])
        at = text.end()
        if found > MOST_VALUES:
            return True
    return found + _values(body[at:]) > MOST_VALUES


def _values(body: bytes | bytearray) -> int:
    return sum(map(body.count, (b",", b"[", b"{")))


class _Until(io.RawIOBase):
    """What comes from a socket until its time limit, counted from now, is over."""

    def __init__(self, raw: io.RawIOBase, sock: socket.socket, seconds: float) -> None:
        self._raw, self._sock, self._end = raw, sock, time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("the answer takes too long")
        self._sock.settimeout(min(left, SILENCE))
        return cast("int | None", self._raw.readinto(buffer))

    def close(self) -> None:
        self._raw.close()
        super().close()


class WholeAnswer(HTTPResponse):
    """The ``response_class`` of a connection whose time limits count for the whole answer."""

    def __init__(self, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        if (seconds := sock.gettimeout()) is not None:
            self.fp = io.BufferedReader(_Until(self.fp.detach(), sock, seconds))
