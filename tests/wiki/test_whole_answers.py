"""Servers that drip, that send too much, that never end: real sockets on this machine."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from itertools import repeat

import pytest
import requests

from tests.wiki.answering import query
from wikibot.wiki import whole_answers
from wikibot.wiki.errors import TryLater, WikiError
from wikibot.wiki.mediawiki import MediaWiki
from wikibot.wiki.session import BoundedSession, TooMuchError
from wikibot.wiki.whole_answers import WholeAnswer, has_many_values

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
GOOD = json.dumps(query()).encode()


def lengthy(body: bytes) -> bytes:
    """A plain answer."""
    return HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body


def bomb(size: int) -> bytes:
    """Zeros of MB, packed."""
    packing = zlib.compressobj(9, wbits=31)
    parts = [packing.compress(bytes(1_000_000)) for _ in range(size)]
    return b"".join(parts) + packing.flush()


@contextmanager
def serving(parts: Callable[[], Iterator[bytes]], pause: float = 0.0) -> Iterator[str]:
    """The address of a server that sends these bytes to whoever asks, with a pause after each."""
    over = threading.Event()

    def answer(connection: socket.socket) -> None:
        with suppress(OSError), connection:
            connection.recv(65_536)
            for part in parts():
                connection.sendall(part)
                if over.wait(pause) if pause else over.is_set():
                    return

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=answer, args=(listening.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=accept, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/w/api.php"
        finally:
            over.set()
            listening.shutdown(socket.SHUT_RDWR)


def bytewise(data: bytes) -> Callable[[], Iterator[bytes]]:
    """A byte at a time."""
    return lambda: (data[at : at + 1] for at in range(len(data)))


SLOW = {
    "silence": lambda: repeat(b""),
    "head": bytewise(HEAD * 50),
    "endless head": lambda: iter((HEAD, *repeat(b"X-More: 1\r\n", 99))),
    "body": bytewise(lengthy(GOOD)),
    "chunks": lambda: iter((HEAD + b"Transfer-Encoding: chunked\r\n\r\n",
                            *repeat(b"1\r\nx\r\n", 99))),
    "one long chunk": lambda: iter((HEAD + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n",
                                    *repeat(b"x", 999))),
    "without length": lambda: iter((HEAD + b"\r\n", *repeat(b" ", 999))),
    "packed": lambda: iter((HEAD + b"Content-Encoding: gzip\r\n\r\n",
                            *bytewise(gzip.compress(GOOD, mtime=0))())),
}  # fmt: skip


@pytest.mark.parametrize("slow", SLOW)
def test_a_drip_ends_with_the_deadline(slow: str) -> None:
    """The deadline of a run counts for a whole answer, wherever in it the bytes come slowly."""
    with serving(SLOW[slow], pause=0.02) as address:
        began = time.monotonic()
        with pytest.raises(TryLater, match=r"no answer in time|time for this run|broke off"):
            MediaWiki(address, seconds=0.2).poll(["Log"])

    assert time.monotonic() - began < 8


BIG = {
    "packed": lambda: iter((HEAD + b"Content-Encoding: gzip\r\n\r\n", bomb(10))),
    "packed twice": lambda: iter((HEAD + b"Content-Encoding: gzip, gzip\r\n\r\n",
                                  gzip.compress(bomb(10)))),
    "as it is": lambda: iter((HEAD + b"\r\n", *repeat(bytes(1_000_000), 10))),
    "a length that is told": lambda: iter((HEAD + b"Content-Length: 10000000\r\n\r\n",
                                           *repeat(bytes(1_000_000), 10))),
}  # fmt: skip


@pytest.mark.parametrize("big", BIG)
def test_a_bomb_is_not_unpacked(big: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is counted while it is unpacked; what is more than the bound is not waited for."""
    monkeypatch.setattr("wikibot.wiki.session.MOST", 6_000_000)
    with serving(BIG[big]) as address:
        tracemalloc.start()
        with pytest.raises(TryLater, match="the wiki answered with more than 6 MB"):
            MediaWiki(address, seconds=60).poll(["Log"])
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()

    assert most < 18_000_000


MANY = {
    "lists": b"[" + b"[]," * 1_100_000 + b"[]]",
    "objects": b'{"query":[' + b"{}," * 1_100_000 + b"{}]}",
    "numbers": b"[" + b"0," * 1_100_000 + b"0]",
    "texts": b"[" + b'"ab",' * 1_100_000 + b'""]',
    "an open text": b"[" + b"[]," * 1_100_000 + b'"' + b'\\"' * 1_100_000,
}


@pytest.mark.parametrize("many", MANY)
def test_many_values_are_not_read(many: str) -> None:
    """Millions of small values would take a hundred bytes each and more, once they are read."""
    sent = serving(lambda: iter((lengthy(MANY[many]),)))
    with sent as address, pytest.raises(TryLater, match="with more than a million values"):
        MediaWiki(address, seconds=60).poll(["Log"])


def test_texts_may_have_any_signs() -> None:
    """Brackets, commas and quotes of a page's text are no values."""
    body = json.dumps({**query(), "text": '[[a]], "{b}", \\ ' * 300_000}).encode()

    assert not has_many_values(body)


def test_answers_of_any_server_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Relays, webhooks, the page of a wiki that is looked for: redirects are bounded as well."""
    monkeypatch.setattr("wikibot.wiki.session.MOST", 1_000_000)
    moved = b"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\n\r\n"
    big = serving(lambda: iter((moved, *repeat(bytes(100_000), 99))))
    with big as address, pytest.raises(TooMuchError):
        BoundedSession().get(address, timeout=20)
    slow = serving(bytewise(lengthy(GOOD)), pause=0.05)
    with slow as address, pytest.raises(requests.RequestException):
        BoundedSession().get(address, timeout=0.5)


def test_a_good_answer_in_pieces() -> None:
    """What comes in time is read, however it is cut and packed; the connection is used again."""
    packed = gzip.compress(GOOD, mtime=0)
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (packed[:9], packed[9:]))
    whole = HEAD + b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
    for body in (lengthy(GOOD), whole + b"0\r\n\r\n", HEAD + b"\r\n" + GOOD):
        with serving(bytewise(body)) as address:
            assert MediaWiki(address, seconds=20).poll(["Log"]).heads["Log"].page_id == 1


def test_silence_is_shorter_than_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has stopped sending is not waited for until the end of the run."""
    monkeypatch.setattr(whole_answers, "SILENCE", 0.2)
    with serving(lambda: iter((HEAD,)), pause=60) as address:
        connection = HTTPConnection(address.split("/")[2], timeout=60)
        connection.response_class = WholeAnswer
        connection.request("GET", "/")
        with pytest.raises(TimeoutError):
            connection.getresponse()
        connection.close()


@pytest.mark.parametrize(
    "answer",
    [b"", b"\r\n\r\n", b"no HTTP\r\n\r\n", HEAD + b"X: " + b"x" * 99_999 + b"\r\n\r\n",
     HEAD + b"X: 1\r\n" * 500 + b"\r\n", HEAD + b"Content-Length: -1\r\n\r\n{}",
     HEAD + b"Content-Length: x\r\n\r\n{}", HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
     HEAD + b"Content-Encoding: gzip\r\n\r\nx", HEAD + b"Content-Encoding: br\r\n\r\nx",
     HEAD + b"Set-Cookie: a=b; expires=x\r\nRetry-After: " + b"9" * 400 + b"\r\n\r\n{}",
     b"HTTP/1.1 503 x\r\nRetry-After: " + b"9" * 400 + b"\r\n\r\n",
     b"HTTP/1.1 429 x\r\nRetry-After: -1\r\n\r\n", b"HTTP/1.1 302 x\r\nLocation: http://[\r\n\r\n",
     b"HTTP/1.1 302 x\r\nLocation: \xff\x1b[31m\r\n\r\n", b"HTTP/1.1 999 \x1b[31m\r\n\r\n"],
)  # fmt: skip
def test_any_head(answer: bytes) -> None:
    """Whatever stands in the place of an answer's head, it is an error of the wiki."""
    with serving(lambda: iter((answer,))) as address, pytest.raises(WikiError) as caught:
        MediaWiki(address, seconds=0.5).poll(["Log"])

    assert caught.value.exit_code in (75, 78)
