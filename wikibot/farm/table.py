"""What the farm knows of each game beside its storage: when to look at it, and how it went."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import psycopg
from msgspec import Struct
from psycopg.rows import dict_row

from wikibot.game.calendar import format_time
from wikibot.storage.postgres.connection import explained
from wikibot.wiki.base import FOLDER

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
