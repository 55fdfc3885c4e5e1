"""What the farm knows of each game beside its storage, and its queue of jobs.

The queue is Procrastinate's, here for those who put jobs into it: syncs, once a game.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import psycopg
from msgspec import Struct
from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job
from procrastinate.schema import SchemaManager
from psycopg.rows import dict_row

from wikibot.config.settings import Settings
from wikibot.storage.postgres.database import LOCKS, DatabaseFault, explained, explaining, in_schema
from wikibot.wiki.api import Gate
from wikibot.wiki.base import FOLDER
from wikibot.wiki.feed import STREAMS, RecentChange
from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.numerals import format_time

_KEEP_VERSION = """
INSERT INTO wikibot.queue (version) VALUES (%s)
ON CONFLICT (one) DO UPDATE SET version = excluded.version"""
SYNCS, CHORES = "syncs", "chores"  # queues; a poll never waits for a sync
LONG = "long"  # the queue of syncs that take long, or whose wiki is in trouble
BY_HAND = 10  # the priority of a sync that an operator asked for


class Moved(Struct, frozen=True):
    """A game with something to do, and the stamp of its pages that showed it, "" where none did.

    ``priority``: 0, below it where the last sync took long. ``told``: by a feed, which may be
    earlier than the wiki shows the edit.
    """

    game: str
    stamp: str = ""
    priority: int = 0
    told: bool = False


@contextmanager
def opened(database: str) -> Iterator[App]:
    """An app to defer from. Raises :class:`~wikibot.exits.ProgramError`."""
    app = App(connector=SyncPsycopgConnector(conninfo=in_schema(database), min_size=1, max_size=1))
    try:
        with app.open():
            yield app
    except (ConnectorException, psycopg.Error) as error:
        raise fault_of(error) from None


def fault_of(error: Exception) -> DatabaseFault:
    """Why the database cannot be used; Procrastinate's own errors only say that there is one."""
    cause = error.__cause__ if isinstance(error.__cause__, psycopg.Error) else error
    known = cause if isinstance(cause, psycopg.Error) else psycopg.OperationalError(str(cause))
    return explained(known)


def make_queue(database: str) -> bool:
    """Make Procrastinate's tables or bring them up to date; False where they were.

    Its migrations are files, each named after the version that it leads to.
    """
    with explaining(), psycopg.connect(in_schema(database)) as connection:  # one transaction
        connection.execute("SELECT pg_advisory_xact_lock(%s, 0)", (LOCKS,))
        row = connection.execute("SELECT version FROM wikibot.queue").fetchone()
        if row is None:
            orders = [SchemaManager.get_schema()]
        else:
            files = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
            orders = [file.read_text("utf-8") for file in files if _version(file) > row[0]]
        for order in orders:
            connection.execute(order.encode())
        connection.execute(_KEEP_VERSION, (queue_version(),))
    return bool(orders)


def queue_version() -> str:
    """The version of Procrastinate's tables that this program works with."""
    return max(map(_version, Path(SchemaManager.get_migrations_path()).glob("*.sql")))


def _version(file: Path) -> str:
    """Of the name of a migration; its parts have two digits each."""
    return file.name.partition("_")[0]


def lock_of(game: str) -> str:
    """The name of a game's lock, in the form that the farm's table also uses."""
    return f"game {game}"


def sync_job(
    app: App, game: str, stamp: str = "", *, told: bool = False, queue: str = SYNCS, **more: Any
) -> Job:
    """The job of one sync."""
    lock = lock_of(game)
    arguments = {"game": game, "stamp": stamp, "told": told, "long": queue == LONG}
    options = {"queue": queue, "lock": lock, "queueing_lock": lock, "task_kwargs": arguments}
    return app.configure_task("sync", allow_unknown=True, **{**options, **more}).job


async def defer(app: App, jobs: Sequence[Job]) -> None:
    """Put jobs into the queue but those that wait there already."""
    for job in jobs:
        with suppress(AlreadyEnqueued):
            await app.job_manager.defer_job_async(job)


def wake(app: App, moved: Sequence[Moved]) -> None:
    """Put games into the queue that are not there; one that is put off is put off no longer."""
    jobs = [
        sync_job(app, each.game, each.stamp, told=each.told, priority=each.priority)
        for each in moved
    ]
    if not jobs:
        return
    with suppress(AlreadyEnqueued):  # the usual case, in one go
        app.job_manager.batch_defer_jobs(jobs)
        return
    for job in jobs:
        try:
            app.job_manager.defer_job(job)
        except AlreadyEnqueued:
            drop_waiting(app, str(job.task_kwargs["game"]), put_off=True)
            with suppress(AlreadyEnqueued):  # it waits its turn
                app.job_manager.defer_job(job)


def drop_waiting(app: App, game: str, *, put_off: bool = False) -> None:
    """Take a game's waiting job from the queue; ``put_off``: only one that is for later."""
    now = datetime.now(UTC)
    for job in jobs_of(app, game, "todo"):
        if not put_off or (job.scheduled_at and job.scheduled_at > now):
            app.job_manager.cancel_job_by_id(job.id, delete_job=True)


def jobs_of(app: App, game: str, status: str) -> list[Any]:
    """The jobs of a game in a status."""
    return list(app.job_manager.list_jobs(lock=lock_of(game), status=status))


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


class HostGate(Gate):
    """On a separate connection."""

    def __init__(self, database: str, api: str) -> None:
        # The host with its port: all its wikis share its patience.
        self._host = urlsplit(api).netloc.rpartition("@")[2].casefold()
        with explaining():
            self._connection = psycopg.connect(database, autocommit=True, connect_timeout=10)

    def __enter__(self) -> HostGate:
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.close()

    def wait(self) -> float:
        """Seconds left of the wait that the host asked any worker for."""
        with explaining():
            row = self._connection.execute(_WAIT, (self._host,)).fetchone()
        return float(row[0]) if row else 0.0

    def told(self, seconds: float) -> None:
        """Make all other workers wait, too."""
        told = {"host": self._host, "seconds": min(seconds, _MOST_SECONDS)}
        with explaining():
            self._connection.execute(_TOLD, told)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One writing request at a time, among all workers."""
        with explaining():
            self._connection.execute(_LOCK, (self._host,))
        try:
            yield
        finally:
            try:
                self._connection.execute(_UNLOCK, (self._host,))
            except psycopg.Error:  # a lost connection has released it already
                self._connection.close()


# == What the farm knows of each game beside its storage: when to look at it, and how it went ======

BUCKETS = 16  # wikis that are polled together
FOLDERS = BUCKETS  # the bucket of all folders
# What a game can be at, in the order in which it is looked at; docs/farm.md tells of each.
STATES = (
    "paused", "syncing", "aside", "failing", "unreachable", "queued", "new", "attention", "waiting",
    "settled",
)  # fmt: skip
_LONGEST = 500  # characters of an error that is kept
LEAST = 60  # priorities end at -60
ASK = 20  # seconds between two questions for recent changes to a wiki whose feed is another
SWEEP = 300  # seconds between two looks at all pages of a wiki that has a feed
_GAME = """
SELECT w.game, w.api, w.account, w.titles, w.stamp, w.due, w.tried, w.not_before, w.seconds,
    w.failures, w.aside OR EXISTS (
        SELECT FROM wikibot.procrastinate_jobs j
        WHERE j.lock = 'game ' || w.game AND j.status = 'todo' AND j.scheduled_at > now()
    ) AS put_off
FROM wikibot.watched w JOIN wikibot.games g ON g.name = w.game
LEFT JOIN wikibot.wikis k ON k.api = w.api AND k.account = w.account
WHERE NOT g.paused AND NOT EXISTS (
    SELECT FROM wikibot.procrastinate_jobs j WHERE j.lock = 'game ' || w.game AND (
        j.status = 'doing' OR j.status = 'todo' AND coalesce(j.scheduled_at <= now(), true)))"""
_WELL = """NOT EXISTS (
    SELECT FROM wikibot.troubles t WHERE t.api = w.api AND t.account = w.account)"""
# By our clock; a wiki's own may be behind it, and then the next sweep shows that it is time.
_IS_DUE = f"""(w.titles = '{{}}' OR w.bucket = {FOLDERS}
    OR w.due <= now() AND coalesce(w.synced < w.due, true)
    OR w.stamp = '' AND w.not_before <= now())"""
# What was edited before recent changes were first asked for is found by a sweep after that.
_IS_STALE = f"""(w.bucket <> {FOLDERS} AND w.titles <> '{{}}' AND (
    w.feed = 'none'
    OR k.mark <> '' AND coalesce(k.swept < now() - interval '{SWEEP} seconds', true)))"""
# Wikis that tell by themselves are asked now and then: that finds what was lost, or is away.
_IS_ASKED = f"""(w.feed = 'recentchanges' OR w.feed <> 'none' AND w.bucket <> {FOLDERS}
    AND coalesce(k.asked < now() - interval '{ASK} seconds', true))"""
_TO_DO = f"""
SELECT w.bucket, bool_or({_IS_ASKED} OR {_IS_DUE}) AS look,
    bool_or({_IS_STALE}) AS sweep
FROM wikibot.watched w JOIN wikibot.games g ON g.name = w.game
LEFT JOIN wikibot.wikis k ON k.api = w.api AND k.account = w.account
WHERE NOT g.paused AND {_WELL} GROUP BY w.bucket ORDER BY w.bucket"""  # noqa: S608  # constants
_DUE = f"{_GAME} AND w.bucket = %s AND {_IS_DUE} AND {_WELL} ORDER BY w.game"
_TO_SWEEP = f"""{_GAME} AND w.titles <> '{{}}' AND CASE WHEN %(api)s = ''
    THEN w.bucket = %(bucket)s AND {_WELL} AND {_IS_STALE}
    ELSE w.api = %(api)s AND w.account = %(account)s END ORDER BY w.game"""
_RECENT = f"""
SELECT w.api, w.account, coalesce(max(k.mark), '') AS mark,
    coalesce(min(w.game) FILTER (WHERE w.failures = 0), min(w.game)) AS game,
    coalesce(array_agg(DISTINCT s.space) FILTER (WHERE s.space IS NOT NULL), '{{}}') AS spaces
FROM wikibot.watched w JOIN wikibot.games g ON g.name = w.game
LEFT JOIN wikibot.wikis k ON k.api = w.api AND k.account = w.account
LEFT JOIN LATERAL unnest(w.spaces) AS s (space) ON true
WHERE NOT g.paused AND w.bucket = %s AND w.bucket <> {FOLDERS} AND {_IS_ASKED}
    AND w.titles <> '{{}}' AND {_WELL}
GROUP BY w.api, w.account"""  # noqa: S608
_KNOWN = """coalesce(
    (CASE WHEN {0} LIKE '{{%%' THEN {0}::jsonb ->> e.title END)::bigint >= e.revision, false)"""
# A sync has seen the edits that its stamp has, whether it went well or not.
_CONCERNED = f"""
SELECT DISTINCT w.game, w.account, w.idle, e.name
FROM unnest(%(titles)s::text[], %(users)s::text[], %(revisions)s::bigint[])
    AS e (title, name, revision) JOIN wikibot.watched w ON w.titles @> ARRAY[e.title]
JOIN wikibot.games g ON g.name = w.game
WHERE NOT g.paused AND (w.feed = %(feed)s OR w.api = %(api)s AND w.account = %(account)s)
    AND (e.revision = 0 OR NOT {_KNOWN.format("w.stamp")} AND NOT {_KNOWN.format("w.tried")})"""  # noqa: S608
_MARK = """
INSERT INTO wikibot.wikis AS known (api, account, mark, asked) VALUES (%s, %s, %s, now())
ON CONFLICT (api, account) DO UPDATE SET mark = excluded.mark, asked = now(),
    swept = CASE WHEN known.mark <> '' THEN known.swept END"""
_SWEPT = """
INSERT INTO wikibot.wikis (api, account, swept) VALUES (%s, %s, now())
ON CONFLICT (api, account) DO UPDATE SET swept = excluded.swept"""
_TROUBLED = """
INSERT INTO wikibot.troubles AS known (api, account, bucket, error, failures, not_before)
VALUES (%(api)s, %(account)s, %(bucket)s, %(error)s, 1, now() + interval '5 seconds')
ON CONFLICT (api, account) DO UPDATE SET error = excluded.error, failures = known.failures + 1,
    not_before = now()
        + least(600, 5 * power(2, least(known.failures, 10))) * interval '1 second'"""
_REFUSED = """
INSERT INTO wikibot.feeds AS known (feed, refused) VALUES (%s, %s)
ON CONFLICT (feed) DO UPDATE SET refused = known.refused + excluded.refused, at = now()"""
_FORGED = """
SELECT feed, refused, at FROM wikibot.feeds WHERE at > now() - interval '1 hour' ORDER BY feed"""
_SYNCED = """
UPDATE wikibot.watched SET
    titles = %(titles)s, spaces = %(spaces)s, stamp = %(stamp)s, due = %(due)s, tried = %(tried)s,
    unsettled = CASE WHEN %(stamp)s = '' THEN unsettled + 1 ELSE 0 END,
    not_before = CASE WHEN %(stamp)s = ''
        THEN now() + least(300, 5 * power(2, least(unsettled, 10))) * interval '1 second' END,
    failures = 0, error = '', aside = false, idle = CASE WHEN %(idle)s THEN idle + 1 ELSE 0 END,
    attention = CASE WHEN %(idle)s THEN attention ELSE %(attention)s END, synced = now(),
    seconds = %(seconds)s, syncs = syncs + 1, lines = lines + %(lines)s,
    minute = CASE WHEN minute > now() - interval '1 minute' THEN minute ELSE now() END,
    minute_lines = %(lines)s
        + CASE WHEN minute > now() - interval '1 minute' THEN minute_lines ELSE 0 END
WHERE game = %(game)s"""
_REST = """
SELECT CASE WHEN w.minute_lines >= %s
    THEN greatest(0, extract(epoch FROM w.minute + interval '1 minute' - now())) ELSE 0 END AS rest,
    w.api, t.api IS NOT NULL AS troubled, t.api IS NOT NULL OR w.seconds >= %s AS long
FROM wikibot.watched w JOIN wikibot.games g ON g.name = w.game
LEFT JOIN wikibot.troubles t ON t.api = w.api AND t.account = w.account
WHERE w.game = %s AND NOT g.paused AND (NOT w.aside OR w.tried = '' OR w.tried <> %s)"""
_ASIDE = """
UPDATE wikibot.watched SET aside = true, tried = CASE WHEN %s = '' THEN tried ELSE %s END
WHERE game = %s"""
_FAILED = """
UPDATE wikibot.watched
SET failures = failures + 1, error = %(error)s, failed = now(), seconds = %(seconds)s,
    tried = CASE WHEN %(stamp)s = '' THEN tried ELSE %(stamp)s END
WHERE game = %(game)s RETURNING failures"""
_ROWS = """
SELECT g.name AS game, w.api, w.account, g.paused, w.aside, w.titles = '{}' AS new,
    w.stamp = '' AS unsettled, w.due, w.failures, w.error, w.attention, w.failed,
    w.synced, w.seconds, w.syncs, w.lines,
    coalesce(w.began > greatest(w.synced, w.failed), w.began IS NOT NULL) AS runs,
    j.status::text AS job, j.scheduled_at AS again, t.error AS unpolled
FROM wikibot.games g JOIN wikibot.watched w ON w.game = g.name
LEFT JOIN wikibot.troubles t ON t.api = w.api AND t.account = w.account
LEFT JOIN LATERAL (
    SELECT status, scheduled_at FROM wikibot.procrastinate_jobs
    WHERE lock = 'game ' || g.name AND status IN ('todo', 'doing')
    ORDER BY status = 'doing' DESC, id LIMIT 1) j ON true
WHERE %(game)s = '' OR g.name = %(game)s
ORDER BY g.name"""


class WatchedGame(Struct, frozen=True):
    """A game to look at: its pages as they were left, and when there is something to do anyway.

    ``put_off``: a sync of it is to come later.
    """

    game: str
    api: str
    account: str
    titles: tuple[str, ...]
    stamp: str
    due: datetime | None
    tried: str
    not_before: datetime | None
    seconds: float
    failures: int
    put_off: bool


class ToldWiki(Struct, frozen=True):
    """One account's games on a wiki whose recent changes are asked for.

    ``game`` is one of them, with a password that was right. ``spaces``: their pages' namespaces.
    """

    api: str
    account: str
    mark: str
    game: str
    spaces: tuple[int, ...]


class SyncTurn(Struct, frozen=True):
    """When a game may be synced: in ``rest`` seconds.

    ``troubled``: its wiki cannot be polled; ``long``: for that, or as its last sync took long, it
    is to be synced beside the others.
    """

    rest: float
    api: str
    troubled: bool
    long: bool


class ToDo(Struct, frozen=True):
    """What there is to do for a bucket at a tick."""

    bucket: int
    look: bool
    sweep: bool


class GameRow(Struct, frozen=True):
    """A game as ``status`` shows it.

    ``job``: todo, doing or None, ``runs`` whether its sync has begun; ``again`` when it may begin.
    ``unpolled``: why its wiki cannot be asked for anything new.
    """

    game: str
    api: str
    account: str
    paused: bool
    aside: bool
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
    runs: bool
    job: str | None
    again: datetime | None
    unpolled: str | None

    @property
    def state(self) -> str:
        """What the game is at. ``waiting``: something is left to do, and is tried again soon."""
        there = {
            "paused": self.paused,
            "syncing": self.job == "doing" and self.runs,
            "aside": self.aside,
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
        told = {name: getattr(self, name) for name in (
            "game", "state", "api", "account", "syncs", "lines", "failures", "error", "attention"
        )}  # fmt: skip
        for name in ("synced", "failed", "due", "again"):
            time = getattr(self, name)
            told[name] = format_time(time) if time else None
        return {**told, "seconds": round(self.seconds, 3), "unreachable": self.unpolled or ""}


def counts(rows: Iterable[GameRow]) -> list[tuple[str, int]]:
    """How many games are in each state, 0 too."""
    found = Counter(row.state for row in rows)
    return [(state, found[state]) for state in STATES]


def bucket_of(api: str) -> int:
    """The bucket of a wiki: wikis of one bucket are polled together."""
    return FOLDERS if api.startswith(FOLDER) else zlib.crc32(api.encode()) % BUCKETS


class ForgedFeed(Struct, frozen=True):
    """A feed at whose port others send, how many datagrams so far, and when the last one came."""

    feed: str
    refused: int
    at: datetime


class WatchedTable:
    """The table ``wikibot.watched``, on a connection that commits at once."""

    def __init__(self, connection: psycopg.Connection[dict[str, Any]]) -> None:
        self._connection = connection

    @classmethod
    @contextmanager
    def opened(cls, database: str) -> Iterator[WatchedTable]:
        """Connect. Raises :class:`~wikibot.storage.postgres.database.DatabaseFault`."""
        with (
            explaining(),
            psycopg.connect(
                database, autocommit=True, row_factory=dict_row, connect_timeout=10
            ) as connection,
        ):
            yield cls(connection)

    def watch(self, game: str, settings: Settings) -> None:
        """Begin to watch a game, or begin anew where its settings have changed."""
        wiki, feed = settings.wiki, settings.bot.feed
        feed = f"{feed} {wiki.api}" if feed.startswith(STREAMS) else feed  # one tells of many wikis
        self._run(
            "INSERT INTO wikibot.watched (game, api, account, bucket, feed)"
            " VALUES (%s, %s, %s, %s, %s)"
            " ON CONFLICT (game) DO UPDATE SET"
            " (api, account, bucket, feed, titles, stamp, not_before)"
            " = (excluded.api, excluded.account, excluded.bucket, excluded.feed, '{}', '', NULL)",
            (game, wiki.api, wiki.user, bucket_of(wiki.api), feed),
        )

    # -- what to look at ---------------------------------------------------------------------------

    def to_do(self) -> list[ToDo]:
        """What there is to do for each bucket now."""
        return [ToDo(**row) for row in self._run(_TO_DO)]

    def due(self, bucket: int) -> list[WatchedGame]:
        """Games of a bucket that are to be looked at whatever a feed tells; all folders."""
        return self._games(_DUE, (bucket,))

    def to_sweep(self, bucket: int, api: str = "", account: str = "") -> list[WatchedGame]:
        """Games whose pages are to be compared: of a bucket, or of one wiki and account.

        Not those that are queued or being synced.
        """
        return self._games(_TO_SWEEP, {"bucket": bucket, "api": api, "account": account})

    def _games(self, query: str, values: Any) -> list[WatchedGame]:
        return msgspec.convert(self._run(query, values), list[WatchedGame])

    def told(self, bucket: int) -> list[ToldWiki]:
        """The wikis of a bucket whose recent changes are asked for."""
        return msgspec.convert(self._run(_RECENT, (bucket,)), list[ToldWiki])

    def concerned(
        self, changes: Sequence[RecentChange], *, feed: str = "", api: str = "", account: str = ""
    ) -> list[Moved]:
        """The games with this feed, or of this wiki and account, whose pages others edited.

        Not those whose last sync has seen the edits.
        """
        if not changes:
            return []
        each = {*changes}
        values = {
            "titles": [one.title for one in each], "users": [one.user for one in each],
            "revisions": [one.revision for one in each],
            "feed": feed, "api": api, "account": account,
        }  # fmt: skip
        found = {
            row["game"]: -min(LEAST, row["idle"])  # whose feed tells of nothing comes last
            for row in self._run(_CONCERNED, values)
            if row["name"] != account_name(row["account"].partition("@")[0])
        }
        return [Moved(game, "", found[game], told=True) for game in sorted(found)]

    def feeds(self) -> set[str]:
        """The addresses at which feeds are listened to."""
        query = "SELECT DISTINCT feed FROM wikibot.watched WHERE feed LIKE '%%://%%'"
        return {row["feed"] for row in self._run(query, ())}

    def note_refused(self, feed: str, count: int) -> None:
        """Note so many more datagrams that came from elsewhere than a feed's wiki."""
        self._run(_REFUSED, (feed, count))

    def forged(self) -> list[ForgedFeed]:
        """The feeds that others sent to within the hour."""
        return [ForgedFeed(**row) for row in self._run(_FORGED)]

    def mark(self, api: str, account: str, mark: str) -> None:
        """Note up to where recent changes were read."""
        self._run(_MARK, (api, account, mark))

    def swept(self, api: str, account: str) -> None:
        """Note that all pages of a wiki were looked at, and that it is well."""
        self._run(_SWEPT, (api, account))
        self.answered(api, account)

    def answered(self, api: str, account: str) -> None:
        """Note that a wiki is well: its games are synced again."""
        self._run("DELETE FROM wikibot.troubles WHERE api = %s AND account = %s", (api, account))

    def troubled(self, bucket: int, api: str, account: str, error: str) -> None:
        """Note that a wiki could not be polled, and why; it is asked later and later."""
        values = {"api": api, "account": account, "bucket": bucket, "error": error[:_LONGEST]}
        self._run(_TROUBLED, values)

    def to_retry(self) -> list[tuple[int, str, str]]:
        """The wikis that failed and are to be asked again: bucket, API, account."""
        query = "SELECT bucket, api, account FROM wikibot.troubles WHERE not_before <= now()"
        return [(row["bucket"], row["api"], row["account"]) for row in self._run(query)]

    # -- how syncs went ----------------------------------------------------------------------------

    def turn(self, game: str, stamp: str, lines: int, long: float) -> SyncTurn | None:
        """When a game may be synced, where so many lines a minute are; None: it rests.

        So does one that was set aside with its pages at this stamp. ``long``: so many seconds of a
        sync are.
        """
        rows = self._run(_REST, (lines, long, game, stamp))
        return msgspec.convert(rows[0], SyncTurn, strict=False) if rows else None

    def set_aside(self, game: str, stamp: str = "") -> None:
        """Try a game no more until its pages have another stamp than this, "" than the last."""
        self._run(_ASIDE, (stamp, stamp, game))

    def synced(self, game: str, tried: str, result: Mapping[str, Any]) -> None:
        """Note how a sync went: ``result`` has the fields of ``Synced``."""
        lists = {"titles": list(result["titles"]), "spaces": list(result["spaces"])}
        values = {**result, **lists, "due": result["due"] or None}
        self._run(_SYNCED, {**values, "game": game, "tried": tried})

    def failed(self, game: str, error: str, seconds: float, stamp: str = "") -> int:
        """Note a failure of a game whose pages had this stamp; how many there were in a row."""
        values = {"game": game, "error": error[:_LONGEST], "seconds": seconds, "stamp": stamp}
        rows = self._run(_FAILED, values)
        return int(rows[0]["failures"]) if rows else 0

    def rows(self, game: str = "") -> list[GameRow]:
        """All games, or one, as they are now."""
        return [GameRow(**row) for row in self._run(_ROWS, {"game": game})]

    def _run(
        self, query: Any, values: Sequence[Any] | Mapping[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        cursor = self._connection.execute(query, values)
        return cursor.fetchall() if cursor.description else []
