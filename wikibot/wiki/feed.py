"""How a wiki tells that something was edited: its own feed over UDP, or its recent changes.

A change is a reason to look at a game's pages, and no more: datagrams get lost and can be forged,
and extensions may save without a recent change. So nothing but a title and an account is read of
one, and all pages are looked at now and then whatever a feed says.
"""

from __future__ import annotations

import logging
import select
import socket
import time
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from ipaddress import ip_address
from typing import Protocol

import msgspec
from msgspec import Struct

from wikibot.exits import ProgramError
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.dialect import current, key, namespaces

LOGGER = logging.getLogger(__package__)
RECENT_CHANGES, NONE, UDP = (
    "recentchanges",
    "none",
    "udp://",
)  # what the setting may be or begin with


class RecentChange(Struct, frozen=True):
    """An edit, or an entry of a log, of a page. ``user`` "": hidden."""

    title: str
    user: str = ""


class Feed(Protocol):
    """Where changes come from."""

    def wait(self, seconds: float) -> Sequence[RecentChange]:
        """Changes as soon as there are some; none after that time."""

    def close(self) -> None:
        """Listen no more."""


class Silence:
    """The feed of a wiki that tells nothing."""

    def wait(self, seconds: float) -> tuple[()]:
        """Nothing, after that time."""
        time.sleep(seconds)
        return ()

    def close(self) -> None:
        """Nothing was open."""


# == MediaWiki's JSONRCFeedFormatter: a datagram for each change, sent before the editor's answer ==

_MOST_BYTES = 16_384  # of a datagram; an edit has some 700, and longer ones are left alone
_AT_ONCE = 1000  # datagrams that are read in one go


class UdpFeed:
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

    def fileno(self) -> int:
        """For those who wait for several things."""
        return self._socket.fileno()

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()

    def wait(self, seconds: float) -> Sequence[RecentChange]:
        """Changes as soon as there are some; none after that time."""
        readable, _, _ = select.select([self._socket], [], [], seconds)
        return self.take() if readable else ()

    def take(self) -> Sequence[RecentChange]:
        """The changes that are there already."""
        found = []
        for _ in range(_AT_ONCE):
            try:
                datagram, sender = self._socket.recvfrom(_MOST_BYTES + 1)
            except OSError:  # there are no more
                break
            if ip_address(sender[0].partition("%")[0]) == self._sender:
                found.append(change_of(datagram))
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
        return msgspec.json.decode(datagram, type=RecentChange)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


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


class RecentChangesFeed:
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

    def close(self) -> None:
        """Nothing was open: the wiki's connection is that of the syncs."""


def spaces_of(titles: Collection[str]) -> set[int]:
    """The numbers of the namespaces of some titles in the wiki's own form."""
    known = namespaces(current())
    names = (title.partition(":") for title in titles)
    return {known.get(key(name), (0, ""))[0] if colon else 0 for name, colon, _ in names}
