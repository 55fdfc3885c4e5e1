"""What the farm knows of each game beside its storage: when to look at it, and how it went."""

from __future__ import annotations

import os
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from msgspec import Struct
from psycopg.rows import dict_row

from wikibot.exits import ProgramError
from wikibot.game.calendar import format_time
from wikibot.storage.postgres.connection import explained
from wikibot.storage.postgres.farm import FarmStore
from wikibot.storage.settled_note import stamp_of
from wikibot.sync.run import wiki_of
from wikibot.wiki.base import FOLDER
from wikibot.wiki.errors import WikiError
from wikibot.wiki.mediawiki import MediaWiki
from wikibot.wiki.titles import to_file_name

# == Politeness to the host of a wiki, kept by all workers together in the database ================
#
# One writes at a time: an advisory lock, which a killed process loses with its connection. A
# request of a server to wait (Retry-After, maxlag, a rate limit) is a row that all look at before
# they send.

_LOCK = "SELECT pg_advisory_lock(hashtextextended('wikibot writes to ' || %s, 0))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtextextended('wikibot writes to ' || %s, 0))"
_WAIT = (
    "SELECT extract(epoch FROM not_before - clock_timestamp())::float8 FROM wikibot.hosts"
    " WHERE host = %s AND not_before > clock_timestamp()"
)
_TOLD = (
    "INSERT INTO wikibot.hosts AS known (host, not_before)"
    " VALUES (%(host)s, clock_timestamp() + %(seconds)s * interval '1 second')"
    " ON CONFLICT (host) DO UPDATE"
    " SET not_before = greatest(known.not_before, excluded.not_before)"
)
_MOST_SECONDS = 3600.0  # that a server may ask for at once


def host_of(api: str) -> str:
    """The host of an API, with its port: all its wikis share its patience."""
    return urlsplit(api).netloc.rpartition("@")[2].casefold()


class HostGate:
    """Implements :class:`wikibot.wiki.api.Gate` on a separate connection."""

    def __init__(self, database: str, api: str) -> None:
        self._host = host_of(api)
        try:
            self._connection = psycopg.connect(database, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise explained(error) from None

    def __enter__(self) -> HostGate:
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.close()

    def wait(self) -> float:
        """Seconds left of the wait that the host asked any worker for."""
        try:
            row = self._connection.execute(_WAIT, (self._host,)).fetchone()
        except psycopg.Error as error:
            raise explained(error) from None
        return float(row[0]) if row else 0.0

    def told(self, seconds: float) -> None:
        """Make all other workers wait, too."""
        told = {"host": self._host, "seconds": min(seconds, _MOST_SECONDS)}
        try:
            self._connection.execute(_TOLD, told)
        except psycopg.Error as error:
            raise explained(error) from None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One writing request at a time, among all workers."""
        try:
            self._connection.execute(_LOCK, (self._host,))
        except psycopg.Error as error:
            raise explained(error) from None
        try:
            yield
        finally:
            self._unlock()

    def _unlock(self) -> None:
        """Release the lock; a lost connection has released it already."""
        try:
            self._connection.execute(_UNLOCK, (self._host,))
        except psycopg.Error:
            self._connection.close()


# == A short text that changes when one of a game's pages does: what a poll compares ===============
#
# Of a MediaWiki it is made of the newest revisions, of a folder of what the file system tells of
# the page files. Equal stamps: nothing moved, and no one has to look closer.

_SETTLED_NS = 20_000_000  # file systems tell times in steps of up to 10 ms


def of_heads(heads: Mapping[str, int]) -> str:
    """The stamp of newest revisions by title; 0: no such page."""
    return _digest(f"{title}\0{heads[title]}" for title in sorted(heads))


def of_files(folder: Path, titles: Sequence[str]) -> str:
    """The stamp of the page files of a folder wiki."""
    return _digest(f"{name}\0{stamp_of(folder / name)}" for name in _names(titles))


def rest(folder: Path, titles: Sequence[str]) -> None:
    """Wait until another change of a file would be seen in its time."""
    newest = max((_time(f"{folder}/{name}") for name in _names(titles)), default=0)
    left = newest + _SETTLED_NS - time.time_ns()
    if 0 < left <= _SETTLED_NS:
        time.sleep(left / 1e9)


def _names(titles: Sequence[str]) -> list[str]:
    return sorted(map(to_file_name, titles))


def _time(path: str) -> int:
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return 0


def _digest(parts: Iterable[str]) -> str:
    return blake2b("\n".join(parts).encode(), digest_size=12).hexdigest()


# == What the farm knows of each game beside its storage: when to look at it, and how it went ======

BUCKETS = 16  # wikis that are polled together; one that does not answer delays its bucket alone
FOLDERS = BUCKETS  # the bucket of all folders
# What a game can be at, in the order in which it is looked at; docs/farm.md tells of each.
STATES = (
    "paused", "syncing", "failing", "unreachable", "queued", "new", "attention", "waiting",
    "settled",
)  # fmt: skip
_LONGEST = 500  # characters of an error that is kept
_TO_POLL = """
SELECT w.game, w.api, w.account, w.titles, w.stamp, w.due, w.tried, w.not_before, w.seconds
FROM wikibot.watched w JOIN wikibot.games g ON g.name = w.game
WHERE w.bucket = %s AND NOT g.paused AND NOT EXISTS (
    SELECT FROM procrastinate_jobs j
    WHERE j.lock = 'game ' || w.game AND j.status IN ('todo', 'doing'))
AND NOT EXISTS (
    SELECT FROM wikibot.troubles t
    WHERE t.api = w.api AND t.account = w.account AND t.not_before > now())
ORDER BY w.game"""
_TROUBLED = """
INSERT INTO wikibot.troubles AS known (api, account, bucket, error, failures, not_before)
VALUES (%(api)s, %(account)s, %(bucket)s, %(error)s, 1, now() + interval '5 seconds')
ON CONFLICT (api, account) DO UPDATE SET error = excluded.error, failures = known.failures + 1,
    not_before = now()
        + least(600, 5 * power(2, least(known.failures, 10))) * interval '1 second'"""
_WELL = """
DELETE FROM wikibot.troubles
WHERE bucket = %s AND not_before <= now() AND NOT api || ' ' || account = ANY(%s)"""
_SYNCED = """
UPDATE wikibot.watched SET
    titles = %(titles)s, stamp = %(stamp)s, due = %(due)s, tried = %(tried)s,
    unsettled = CASE WHEN %(stamp)s = '' THEN unsettled + 1 ELSE 0 END,
    not_before = CASE WHEN %(stamp)s = ''
        THEN now() + least(300, 5 * power(2, least(unsettled, 10))) * interval '1 second' END,
    failures = 0, error = '',
    attention = CASE WHEN %(idle)s THEN attention ELSE %(attention)s END, synced = now(),
    seconds = %(seconds)s, syncs = syncs + 1, lines = lines + %(lines)s
WHERE game = %(game)s"""
_FAILED = """
UPDATE wikibot.watched
SET failures = failures + 1, error = %(error)s, failed = now(), seconds = %(seconds)s
WHERE game = %(game)s RETURNING failures"""
_ROWS = """
SELECT g.name AS game, w.api, w.account, g.paused, w.titles = '{}' AS new,
    w.stamp = '' AS unsettled, w.due, w.failures, w.error, w.attention, w.failed,
    w.synced, w.seconds, w.syncs, w.lines,
    j.status::text AS job, j.scheduled_at AS again, t.error AS unpolled
FROM wikibot.games g JOIN wikibot.watched w ON w.game = g.name
LEFT JOIN wikibot.troubles t ON t.api = w.api AND t.account = w.account
LEFT JOIN LATERAL (
    SELECT status, scheduled_at FROM procrastinate_jobs
    WHERE lock = 'game ' || g.name AND status IN ('todo', 'doing')
    ORDER BY status = 'doing' DESC, id LIMIT 1) j ON true
WHERE %(game)s = '' OR g.name = %(game)s
ORDER BY g.name"""


class WatchedGame(Struct, frozen=True):
    """A game to poll: its pages as they were left, and when there is something to do anyway."""

    game: str
    api: str
    account: str
    titles: tuple[str, ...]
    stamp: str
    due: datetime | None
    tried: str
    not_before: datetime | None
    seconds: float


class GameRow(Struct, frozen=True):
    """A game as ``status`` shows it.

    ``job``: todo, doing or None, ``again`` when it may begin. ``unpolled``: why its wiki cannot be
    asked for anything new.
    """

    game: str
    api: str
    account: str
    paused: bool
    new: bool
    unsettled: bool
    due: datetime | None
    failures: int
    error: str
    attention: str
    failed: datetime | None
    synced: datetime | None
    seconds: float
    syncs: int
    lines: int
    job: str | None
    again: datetime | None
    unpolled: str | None

    @property
    def state(self) -> str:
        """What the game is at. ``waiting``: something is left to do, and is tried again soon."""
        there = {
            "paused": self.paused,
            "syncing": self.job == "doing",
            "failing": self.failures,
            "unreachable": self.unpolled,
            "queued": self.job,
            "new": self.new,
            "attention": self.attention,
            "waiting": self.unsettled,
            "settled": True,
        }
        return next(state for state in STATES if there[state])

    @property
    def reason(self) -> str:
        """Why the game is in its state: an error, or what a person has to do."""
        if self.failures:
            times = "once" if self.failures == 1 else f"{self.failures} times"
            return f"failed {times}: {self.error}"
        return self.unpolled or self.attention

    def as_json(self) -> dict[str, Any]:
        """The game as ``status --json`` gives it; times are ISO texts or null."""
        times = {
            name: format_time(time) if time else None
            for name, time in (
                ("synced", self.synced), ("failed", self.failed), ("due", self.due),
                ("again", self.again),
            )
        }  # fmt: skip
        return {
            "game": self.game, "state": self.state, "api": self.api, "account": self.account,
            "syncs": self.syncs, "lines": self.lines, "seconds": round(self.seconds, 3), **times,
            "failures": self.failures, "error": self.error, "attention": self.attention,
            "unreachable": self.unpolled or "",
        }  # fmt: skip


def counts(rows: Iterable[GameRow]) -> list[tuple[str, int]]:
    """How many games are in each state, 0 too."""
    found = Counter(row.state for row in rows)
    return [(state, found[state]) for state in STATES]


def bucket_of(api: str) -> int:
    """The bucket of a wiki: wikis of one bucket are polled together."""
    return FOLDERS if api.startswith(FOLDER) else zlib.crc32(api.encode()) % BUCKETS


class WatchedTable:
    """The table ``wikibot.watched``, on a connection that commits at once."""

    def __init__(self, connection: psycopg.Connection[dict[str, Any]]) -> None:
        self._connection = connection

    @classmethod
    @contextmanager
    def opened(cls, database: str) -> Iterator[WatchedTable]:
        """Connect. Raises :class:`~wikibot.storage.postgres.connection.DatabaseFault`."""
        try:
            connection = psycopg.connect(
                database, autocommit=True, row_factory=dict_row, connect_timeout=10
            )
            with connection:
                yield cls(connection)
        except psycopg.Error as error:
            raise explained(error) from None

    def watch(self, game: str, api: str, account: str) -> None:
        """Begin to watch a game, or begin anew where its settings have changed."""
        self._run(
            "INSERT INTO wikibot.watched (game, api, account, bucket) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (game) DO UPDATE SET (api, account, bucket, titles, stamp, not_before)"
            " = (excluded.api, excluded.account, excluded.bucket, '{}', '', NULL)",
            (game, api, account, bucket_of(api)),
        )

    def buckets(self) -> list[int]:
        """The buckets that have a game to poll."""
        query = (
            "SELECT DISTINCT w.bucket FROM wikibot.watched w"
            " JOIN wikibot.games g ON g.name = w.game WHERE NOT g.paused ORDER BY 1"
        )
        return [row["bucket"] for row in self._run(query)]

    def to_poll(self, bucket: int) -> list[WatchedGame]:
        """All games of a bucket but those that are paused, queued or being synced."""
        found = self._run(_TO_POLL, (bucket,))
        return [WatchedGame(**{**row, "titles": tuple(row["titles"])}) for row in found]

    def plays(self, game: str) -> bool:
        """Whether a game is in the farm and not paused."""
        query = "SELECT 1 FROM wikibot.games WHERE name = %s AND NOT paused"
        return bool(self._run(query, (game,)))

    def troubled(self, bucket: int, troubles: Sequence[tuple[str, str, str]]) -> None:
        """Note the wikis of a bucket that could not be polled (API, account, why).

        They are asked later and later; the others of the bucket are well.
        """
        for api, account, error in troubles:
            values = {"api": api, "account": account, "bucket": bucket, "error": error[:_LONGEST]}
            self._run(_TROUBLED, values)
        self._run(_WELL, (bucket, [f"{api} {account}" for api, account, _ in troubles]))

    def synced(self, game: str, tried: str, result: Mapping[str, Any]) -> None:
        """Note how a sync went: ``result`` has the fields of ``Synced``."""
        values = {**result, "titles": list(result["titles"]), "due": result["due"] or None}
        self._run(_SYNCED, {**values, "game": game, "tried": tried})

    def failed(self, game: str, error: str, seconds: float) -> int:
        """Note a failure; how many there were in a row."""
        values = {"game": game, "error": error[:_LONGEST], "seconds": seconds}
        rows = self._run(_FAILED, values)
        return int(rows[0]["failures"]) if rows else 0

    def rows(self, game: str = "") -> list[GameRow]:
        """All games, or one, as they are now."""
        return [GameRow(**row) for row in self._run(_ROWS, {"game": game})]

    def answers(self) -> str:
        """``answers``, where the database does."""
        self._run("SELECT 1")
        return "answers"

    def _run(
        self, query: Any, values: Sequence[Any] | Mapping[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        cursor = self._connection.execute(query, values)
        return cursor.fetchall() if cursor.description else []


# == Which games have something to do: the heads of many in one request, files by their times ======
#
# The pages of all games of one wiki and account are asked for together, each once, as many in a
# request as the wiki allows the account: 500 titles with the right ``apihighlimits`` (bots), else
# 50. A game has five to nine pages, so that a request shows 50 to 100 games, or some 7.

_LEAST = 60  # priorities end at -60, for games whose last sync took a minute or more
_WIKIS_AT_ONCE = 8  # that one poll asks, each one request after the other


class Moved(Struct, frozen=True):
    """A game with something to do, and the stamp of its pages that showed it.

    ``priority``: 0, below it where the last sync took long.
    """

    game: str
    stamp: str
    priority: int = 0


class Trouble(Struct, frozen=True):
    """A wiki that could not be polled, and why."""

    api: str
    account: str
    error: str
    code: int


class Polled(Struct, frozen=True):
    """What a poll found. ``games`` is how many it looked at, ``requests`` what that took."""

    moved: tuple[Moved, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    games: int = 0
    requests: int = 0
    seconds: float = 0.0


def poll(database: str, bucket: int) -> Polled:
    """Poll all games of a bucket that have no queued job."""
    began = time.monotonic()
    with WatchedTable.opened(database) as table:
        watched = table.to_poll(bucket)
    folders = [each for each in watched if each.api.startswith(FOLDER)]
    moved = [found for each in folders if (found := _file_moved(each))]
    wikis = _by_wiki(each for each in watched if not each.api.startswith(FOLDER))
    troubles, requests = list[Trouble](), 0
    with ThreadPoolExecutor(_WIKIS_AT_ONCE) as pool:
        for part in pool.map(lambda games: _poll_wiki(database, games), wikis):
            moved += part.moved
            troubles += part.troubles
            requests += part.requests
    seconds = time.monotonic() - began
    return Polled(tuple(moved), tuple(troubles), len(watched), requests, seconds)


def _by_wiki(games: Iterable[WatchedGame]) -> list[list[WatchedGame]]:
    found: dict[tuple[str, str], list[WatchedGame]] = {}
    for each in games:
        found.setdefault((each.api, each.account), []).append(each)
    return list(found.values())


def _file_moved(game: WatchedGame) -> Moved | None:
    """Files are not read here: a page that cannot be read costs the sync of its game alone."""
    if not game.titles:
        return Moved(game.game, "")
    folder = Path(game.api.removeprefix(FOLDER))
    return _moved(game, of_files(folder, game.titles), datetime.now(UTC))


def _poll_wiki(database: str, games: Sequence[WatchedGame]) -> Polled:
    """One account's games on one wiki."""
    first, new = games[0], tuple(Moved(each.game, "") for each in games if not each.titles)
    known = [each for each in games if each.titles]
    titles = tuple(dict.fromkeys(title for each in known for title in each.titles))
    if not titles:
        return Polled(new)
    try:
        with FarmStore.open(database) as store, HostGate(database, first.api) as gate:
            storage = store.storage(first.game)
            wiki = wiki_of(storage.settings, storage, gate=gate)
            assert isinstance(wiki, MediaWiki)  # noqa: S101  # as no folder is asked here
            now, heads = wiki.heads(titles)
    except (ProgramError, WikiError) as error:
        why = Trouble(first.api, first.account, str(error), error.exit_code)
        return Polled(new, (why,))
    found = (
        _moved(each, of_heads({title: heads[title] for title in each.titles}), now)
        for each in known
    )
    return Polled((*new, *filter(None, found)), requests=wiki.requests)


def _moved(game: WatchedGame, stamp: str, now: datetime) -> Moved | None:
    """The game, where a page moved or something is due.

    Not where that is as the last sync, which could not settle it, found it: then its time has to
    come first.
    """
    if game.stamp == stamp and not (game.due and game.due <= now):
        return None
    waits = game.not_before is not None and game.not_before > now
    if waits and stamp == game.tried:
        return None
    return Moved(game.game, stamp, -min(_LEAST, int(game.seconds)))
