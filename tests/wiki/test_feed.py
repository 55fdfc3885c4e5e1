"""What tells that a page was edited is a reason to look, whoever sent it, and never more."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from wikibot.wiki.errors import TryLater
from wikibot.wiki.feed import (
    FeedMark,
    RecentChange,
    RecentChangesFeed,
    StreamFeed,
    UdpFeed,
    change_of,
    since,
    spaces_of,
    udp_parts,
)

NOW = datetime(2026, 1, 1, tzinfo=UTC)
EDIT = {
    "id": 7, "type": "edit", "namespace": 4, "title": "Project:Play", "user": "Ann",
    "comment": "x", "revision": {"old": 1, "new": 2}, "wiki": "w",
}  # fmt: skip
TOLD = RecentChange("Project:Play", "Ann", 2)  # what is read of it


def free_port(host: str = "127.0.0.1") -> int:
    """A port that no program has."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def feed() -> Iterator[UdpFeed]:
    """Give a feed that listens on the loopback."""
    feed = UdpFeed(f"udp://127.0.0.1:{free_port()}")
    yield feed
    feed.close()


def send(feed: UdpFeed, *datagrams: bytes, source: str = "127.0.0.1") -> None:
    """Send as MediaWiki does, from a socket of its own each."""
    port = feed._socket.getsockname()[1]
    for datagram in datagrams:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            out.bind((source, 0))
            out.sendto(datagram, ("127.0.0.1", port))


def test_title_account_and_revision_are_all_that_is_read() -> None:
    """The rest of a datagram is skipped, whatever it is."""
    assert change_of(json.dumps(EDIT).encode()) == TOLD


@pytest.mark.parametrize(
    "datagram",
    [
        b"", b"\0" * 100, b"{}", b"[]", b'{"title": 7}', b'{"title": "\xff"}', b'{"title": "P',
        b"[" * 16_000, b'{"x": ' + b"[" * 15_000, b'{"title": "P", "user": null}',
        b'{"title": "P", "revision": {"new": -1}}', b'{"title": "P", "revision": {"new": 1e99}}',
        json.dumps({**EDIT, "comment": "x" * 20_000}).encode(),
    ],
)  # fmt: skip
def test_what_is_malformed_or_long_is_ignored(datagram: bytes) -> None:
    """It costs nothing but itself."""
    assert change_of(datagram) is None


def test_what_is_good_among_what_is_not_is_told_at_once(feed: UdpFeed) -> None:
    """A flood of rubbish hides nothing that came with it."""
    send(feed, b"rubbish", json.dumps(EDIT).encode(), b"{")

    assert list(feed.wait(10)) == [TOLD]


def test_another_address_is_not_listened_to(feed: UdpFeed) -> None:
    """Only the one that the settings name."""
    send(feed, json.dumps(EDIT).encode(), source="127.0.0.2")

    assert (list(feed.wait(0.2)), feed.refused) == ([], 1)


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("udp://127.0.0.1:9390", ("127.0.0.1", 9390)), ("udp://[::1]:1", ("::1", 1)),
        ("udp://192.0.2.7:65535", ("192.0.2.7", 65535)), ("udp://wiki.example.org:9390", None),
        ("udp://127.0.0.1", None), ("udp://127.0.0.1:0", None), ("udp://127.0.0.1:70000", None),
        ("udp://127.0.0.1:٣", None), ("tcp://127.0.0.1:9", None), ("udp://:9", None), ("", None),
    ],
)  # fmt: skip
def test_an_address_is_a_number_with_a_port(address: str, parts: tuple[str, int] | None) -> None:
    """A name could come to stand for another machine."""
    if parts:
        assert udp_parts(address) == parts
    else:
        with pytest.raises(ValueError, match=r"^$|IPv4 or IPv6"):
            udp_parts(address)


class Stream:
    """A server of events: each connection is sent some bytes, and ended."""

    def __init__(self, *answers: bytes) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._server.getsockname()[1]}/v2/stream/recentchange"
        threading.Thread(target=self._serve, args=(answers,), daemon=True).start()

    def _serve(self, answers: tuple[bytes, ...]) -> None:
        for answer in answers:
            connection, _ = self._server.accept()
            connection.recv(10_000)
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
            connection.sendall(head + answer)
            connection.close()
        self._server.close()


def event(title: str, server: str = "wiki.example") -> bytes:
    """A server-sent event of an edit."""
    data = json.dumps({**EDIT, "title": title, "server_name": server})
    return f"event: message\nid: [1]\ndata: {data}\n\n".encode()


def test_a_stream_tells_of_one_wiki(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is malformed, long or of another wiki costs nothing; one that ends is read again."""
    monkeypatch.setattr("wikibot.wiki.feed.TICK", 0.1)
    junk = b":ok\n\ndata: wiki.example {\n\ndata: wiki.example " + b"x" * 100_000 + b"\n\n"
    stream = Stream(
        junk + event("Other", "other.example") + event("Play") + event("Cut")[:-9], event("Again")
    )
    feed = StreamFeed(stream.address, "https://wiki.example/w/api.php")
    found: list[RecentChange] = []
    end = time.monotonic() + 20
    while len(found) < 2 and time.monotonic() < end:
        found += feed.wait(1)
    feed.close()

    assert found == [RecentChange("Play", "Ann", 2), RecentChange("Again", "Ann", 2)]


def test_the_namespaces_of_titles() -> None:
    """By the wiki's own names; a colon alone makes none."""
    assert spaces_of({"Play", "Talk:Play", "User:Ann/Stop", "Odd: Title"}) == {0, 1, 2}


class Wiki:
    """Rows of recent changes, each visible from some time on."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, RecentChange]] = []
        self.asked: list[datetime | None] = []
        self.error: Exception | None = None

    def recent(self, start: datetime | None, _: Any) -> Any:
        """As MediaWiki answers."""
        self.asked.append(start)
        if self.error:
            raise self.error
        return NOW + timedelta(seconds=len(self.asked)), list(self.rows)


def test_each_recent_change_is_told_once() -> None:
    """Though requests overlap; and what was there before the first one is not."""
    wiki = Wiki()
    wiki.rows = [(1, RecentChange("A", "Ann"))]
    mark, first = since(None, wiki.recent, {0})
    wiki.rows.append((3, RecentChange("C", "Ann")))
    mark, second = since(mark, wiki.recent, {0})
    wiki.rows.append((2, RecentChange("B", "Ann")))  # dated before, and shown late
    mark, third = since(mark, wiki.recent, {0})

    assert [[each.title for each in part] for part in (first, second, third)] == [[], ["C"], ["B"]]
    assert isinstance(mark, FeedMark)
    assert wiki.asked == [None, NOW + timedelta(seconds=1), NOW + timedelta(seconds=2)]


def test_a_wiki_that_does_not_answer_is_asked_later_and_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told once, and nothing ends; when it is back, the tick is as before."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    wiki = Wiki()
    feed = RecentChangesFeed(wiki.recent, lambda: {"Play"})
    wiki.error = TryLater("no answer")
    while now[0] < 300:
        feed.wait(0.5)
    asked, wiki.error = len(wiki.asked), None
    while feed.trouble:
        feed.wait(0.5)
    before = len(wiki.asked)
    began = now[0]
    while now[0] < began + 20:
        feed.wait(0.5)

    assert (asked, len(wiki.asked) - before) == (8, 9)
    assert caplog.text.count("recent changes cannot be asked for") == 1
