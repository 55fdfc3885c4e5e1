"""How a wiki tells that something was edited: by UDP, as EventStreams, by its recent changes.

A change is a reason to look at a game's pages, and no more: datagrams get lost and can be forged,
and extensions may save without a recent change. So nothing but what was edited, by whom and as
which revision is read of one, and all pages are looked at now and then whatever a feed says.
"""

from __future__ import annotations

import logging
import select
import socket
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from ipaddress import ip_address
from threading import Thread
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from wikibot.exits import ProgramError
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.dialect import current, key, namespaces

LOGGER = logging.getLogger(__package__)
RECENT_CHANGES, NONE, UDP = "recentchanges", "none", "udp://"  # what the setting is, or begins with
STREAMS = ("https://", "http://")  # the same of EventStreams


class RecentChange(Struct, frozen=True):
    """An edit, or an entry of a log, of a page.

    ``user`` "": hidden. ``revision``: that the edit saved; 0 for an entry of a log.
    """

    title: str
    user: str = ""
    revision: int = 0


class Feed:
    """Where changes come from. This one is that of a wiki that tells nothing."""

    def wait(self, seconds: float) -> Sequence[RecentChange]:
        """Changes as soon as there are some; none after that time."""
        time.sleep(seconds)
        return ()

    def close(self) -> None:
        """Listen no more; where nothing was open, nothing is done."""


# == MediaWiki's JSONRCFeedFormatter: a datagram for each change, sent before the editor's answer ==

_MOST_BYTES = 16_384  # of a datagram; an edit has some 700, and longer ones are left alone
_AT_ONCE = 1000  # datagrams that are read in one go


class Listening(Feed, ABC):
    """A feed that is heard on a socket."""

    refused = 0  # datagrams of others than the wiki
    _socket: socket.socket

    def fileno(self) -> int:
        """For those who wait for several things."""
        return self._socket.fileno()

    def wait(self, seconds: float) -> Sequence[RecentChange]:
        readable, _, _ = select.select([self._socket], [], [], seconds)
        return self.take() if readable else ()

    @abstractmethod
    def take(self) -> Sequence[RecentChange]:
        """The changes that are there already."""


class UdpFeed(Listening):
    """A port of this machine that takes datagrams of one address alone."""

    def __init__(self, address: str) -> None:
        """``address``: ``udp://ADDRESS:PORT``. Raises ``OSError`` where the port cannot be had.

        Of the same machine, nothing else is listened to.
        """
        host, port = udp_parts(address)
        self._sender = ip_address(host)
        family = socket.AF_INET6 if self._sender.version == 6 else socket.AF_INET
        self._socket = socket.socket(family, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        try:
            self._socket.bind((host if self._sender.is_loopback else "", port))
        except OSError:
            self._socket.close()
            raise

    def close(self) -> None:
        self._socket.close()

    def take(self) -> Sequence[RecentChange]:
        found = []
        for _ in range(_AT_ONCE):
            try:
                datagram, sender = self._socket.recvfrom(_MOST_BYTES + 1)
            except OSError:  # there are no more
                break
            if ip_address(sender[0].partition("%")[0]) == self._sender:
                found.append(change_of(datagram))
            else:
                self.refused += 1
        return [each for each in found if each is not None]


def udp_parts(address: str) -> tuple[str, int]:
    """Address and port of ``udp://127.0.0.1:9390`` or ``udp://[::1]:9390``; else ``ValueError``."""
    host, _, port = address.removeprefix(UDP).rpartition(":")
    if address.startswith(UDP) and port.isascii() and port.isdecimal() and 0 < int(port) < 65536:
        return str(ip_address(host.removeprefix("[").removesuffix("]"))), int(port)
    raise ValueError


def change_of(datagram: bytes) -> RecentChange | None:
    """What a datagram tells; None where it is malformed or too long."""
    if len(datagram) > _MOST_BYTES:
        return None
    try:
        return msgspec.json.decode(datagram, type=_Event).change
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


class _Saved(Struct, frozen=True):
    new: Annotated[int, Meta(ge=0, le=(1 << 63) - 1)] = 0


class _Event(Struct, frozen=True):
    """What MediaWiki says of a change, here and in EventStreams."""

    title: str
    user: str = ""
    server_name: str = ""
    revision: _Saved = _Saved()

    @property
    def change(self) -> RecentChange:
        return RecentChange(self.title, self.user, self.revision.new)


# == EventStreams: the changes of all wikis of a family, as server-sent events =====================
#
# https://wikitech.wikimedia.org/wiki/Event_Platform/EventStreams_HTTP_Service

_STREAM_SECONDS = (10.0, 60.0)  # until there is a connection, and without a byte of a busy stream


class StreamFeed(Listening):
    """What one wiki's stream tells, read in a thread and begun anew where it ends.

    What is told meanwhile is found by the look at all pages.
    """

    def __init__(self, address: str, api: str, user_agent: str = "") -> None:
        """``api`` names the wiki by its host: others of the stream are passed over."""
        self._address, self._headers = address, {"User-Agent": user_agent or "wikibot"}
        self._host = urlsplit(api).hostname or ""
        self._news: deque[RecentChange] = deque(maxlen=_AT_ONCE)
        self._socket, self._bell = socket.socketpair()
        self._socket.setblocking(False)
        self._bell.setblocking(False)
        self.trouble = ""  # why the last connection could not be made
        Thread(target=self._stay, daemon=True).start()

    def take(self) -> Sequence[RecentChange]:
        with suppress(OSError):  # none
            self._socket.recv(_AT_ONCE)
        return [self._news.popleft() for _ in range(len(self._news))]

    def close(self) -> None:
        """Listen no more; the thread ends with the next bytes of the stream."""
        self._host = ""
        self._socket.close()
        self._bell.close()

    def _stay(self) -> None:
        import requests
        from urllib3.exceptions import HTTPError

        pause = TICK
        while self._host:
            try:
                with requests.get(
                    self._address, headers=self._headers, stream=True, timeout=_STREAM_SECONDS
                ) as answer:
                    answer.raise_for_status()
                    pause, self.trouble = TICK, ""
                    self._read(iter(lambda: answer.raw.read1(_MOST_BYTES, True), b""))
            except (requests.RequestException, HTTPError, OSError, ValueError) as error:
                if not self.trouble:
                    LOGGER.warning("%s cannot be read: %s", self._address, type(error).__name__)
                pause, self.trouble = min(_TICK_MOST, 2 * pause), type(error).__name__
            time.sleep(pause)

    def _read(self, parts: Iterator[bytes]) -> None:
        """Hear the events of a stream; a line that is too long is left alone."""
        line = b""
        for part in parts:
            *whole, line = (line + part).split(b"\n")
            for each in whole:
                if each.startswith(b"data:") and self._host.encode() in each:
                    self._hear(each[5:])
            line = line[: _MOST_BYTES + 1]
            if not self._host:
                return

    def _hear(self, data: bytes) -> None:
        if len(data) > _MOST_BYTES:
            return
        with suppress(msgspec.MsgspecError, ValueError, RecursionError):
            event = msgspec.json.decode(data, type=_Event)
            if event.server_name == self._host:
                self._news.append(event.change)
                with suppress(OSError):  # it rings already, or nobody listens any more
                    self._bell.send(b"!")


# == list=recentchanges: one request tells of all pages ============================================

TICK = 2.0  # seconds between two requests
_TICK_MOST = 60.0  # the same, where requests fail
OVERLAP = 10.0  # seconds by which a change may become visible later than its time


class FeedMark(Struct, frozen=True):
    """Up to where recent changes were read: the server's time, and those that it had shown."""

    time: datetime
    ids: frozenset[int] = frozenset()


Rows = Sequence[tuple[int, RecentChange]]
Recent = Callable[[datetime | None, Collection[int]], tuple[datetime, Rows]]
""":meth:`wikibot.wiki.mediawiki.MediaWiki.recent_changes`."""


def since(
    mark: FeedMark | None, ask: Recent, spaces: Collection[int]
) -> tuple[FeedMark, list[RecentChange]]:
    """What was changed since a mark, and the next one; nothing without a mark. One request."""
    now, rows = ask(mark.time if mark else None, spaces)
    seen = mark.ids if mark else {number for number, _ in rows}
    changes = [change for number, change in rows if number not in seen]
    return FeedMark(now, frozenset(number for number, _ in rows)), changes


class RecentChangesFeed(Feed):
    """The recent changes of a wiki, asked for at each tick; after a failure later and later."""

    def __init__(self, ask: Recent, titles: Callable[[], Collection[str]]) -> None:
        """``titles``: the pages whose namespaces are asked for."""
        self._ask, self._titles = ask, titles
        self._mark: FeedMark | None = None
        self._next, self._pause = 0.0, TICK
        self.trouble = ""  # why the last request failed

    def wait(self, seconds: float) -> Sequence[RecentChange]:
        """Changes, where a tick has come; else none after that time."""
        left = self._next - time.monotonic()
        if left > 0:
            time.sleep(min(left, seconds))
            return ()
        found: Sequence[RecentChange] = ()
        try:
            self._mark, found = since(self._mark, self._ask, spaces_of(self._titles()))
            self._pause, self.trouble = TICK, ""
        except (WikiError, ProgramError) as error:
            if not self.trouble:
                LOGGER.warning("recent changes cannot be asked for: %s", error)
            self._pause, self.trouble = min(_TICK_MOST, 2 * self._pause), str(error)
        self._next = time.monotonic() + self._pause
        return found


def spaces_of(titles: Collection[str]) -> set[int]:
    """The numbers of the namespaces of some titles in the wiki's own form."""
    known = namespaces(current())
    names = (title.partition(":") for title in titles)
    return {known.get(key(name), (0, ""))[0] if colon else 0 for name, colon, _ in names}
