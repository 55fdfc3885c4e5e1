"""The journal of one game among those of many: in its rows of the shared tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, LiteralString

import psycopg

from wikibot.storage.postgres.connection import Database
from wikibot.storage.rows import KEPT_TEXTS, Added, OutcomeRow, PageRow, RunRow

_PAGE = "SELECT revision, title, sha1, text, comment FROM wikibot.pages WHERE game = %s"
_NOTES = """
SELECT name, CASE WHEN length(value) < 10000 THEN value END FROM wikibot.notes WHERE game = %s
"""
_NOTE = "SELECT value FROM wikibot.notes WHERE game = %s AND name = %s"
_RUNS = "SELECT run, time, what FROM wikibot.runs WHERE game = %s ORDER BY time, run"
_OUTCOMES = """
SELECT action, run, time, account, text, verdict, answer FROM wikibot.outcomes WHERE game = %s
ORDER BY time, run, action
"""
_ADD_PAGE = """
INSERT INTO wikibot.pages (game, revision, title, sha1, text, comment)
VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (game, revision) DO UPDATE SET
title = excluded.title, sha1 = excluded.sha1, text = excluded.text, comment = excluded.comment
"""
_ADD_NOTE = """
INSERT INTO wikibot.notes (game, name, value) VALUES (%s, %s, %s)
ON CONFLICT (game, name) DO UPDATE SET value = excluded.value
"""
_ADD_RUN = """
INSERT INTO wikibot.runs (game, run, time, what) VALUES (%s, %s, %s, %s)
ON CONFLICT (game, run) DO UPDATE SET time = excluded.time, what = excluded.what
"""
_ADD_OUTCOME = """
INSERT INTO wikibot.outcomes (game, action, run, time, account, text, verdict, answer)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (game, action, run) DO UPDATE SET
time = excluded.time, account = excluded.account, text = excluded.text,
verdict = excluded.verdict, answer = excluded.answer
"""
_DROP_OLD = """
DELETE FROM wikibot.pages WHERE game = %s AND title = %s AND revision NOT IN (SELECT revision
FROM wikibot.pages WHERE game = %s AND title = %s ORDER BY revision DESC LIMIT %s)
"""
_LOST = "\N{REPLACEMENT CHARACTER}"  # for the one character that PostgreSQL cannot keep


class PostgresRows:
    """Implements :class:`wikibot.storage.rows.Rows`. The connection outlives it."""

    def __init__(self, database: Database, game: str) -> None:
        self._database, self._game = database, game
        self._notes: dict[str, str | None] | None = None  # None: a long one
        self._of = 0  # the connection that the notes were read by

    @property
    def place(self) -> str:
        """The game's name."""
        return f"the farm's database, game {self._game}"

    def page(self, revision: int) -> PageRow | None:
        """One row."""
        rows = self._database.rows(f"{_PAGE} AND revision = %s", (self._game, revision))
        return _page(rows[0]) if rows else None

    def note(self, name: str) -> str | None:
        """One value; the short ones are read together."""
        if self._notes is None or self._of != self._database.generation:
            self._notes = dict(self._database.rows(_NOTES, (self._game,)))
            self._of = self._database.generation
        value = self._notes.get(name)
        if value is None and name in self._notes:
            rows = self._database.rows(_NOTE, (self._game, name))
            return str(rows[0][0]) if rows else None
        return value

    def write(self, added: Added) -> None:
        """In one transaction, in one round trip."""
        self._database.work(lambda connection: self.write_by(connection, self._game, added))
        self._notes = None

    @staticmethod
    def write_by(connection: psycopg.Connection[tuple[Any, ...]], game: str, added: Added) -> None:
        """The same by a connection that may be in a transaction."""
        titles = sorted({page.title for page in added.pages})
        with connection.transaction(), connection.pipeline(), connection.cursor() as cursor:
            for order, rows in (
                (_ADD_PAGE, [_stored(game, page) for page in added.pages]),
                (_DROP_OLD, [(game, title, game, title, KEPT_TEXTS) for title in titles]),
                (_ADD_NOTE, [_clean(game, *note) for note in added.notes.items()]),
                (_ADD_RUN, [_clean(game, *run) for run in added.runs]),
                (_ADD_OUTCOME, [_clean(game, *outcome) for outcome in added.outcomes]),
            ):
                if rows:
                    cursor.executemany(order, rows)

    def dump(self) -> Added:
        """All rows, the audit trail in the order of time."""

        def rows(question: LiteralString) -> list[tuple[Any, ...]]:
            return self._database.rows(question, (self._game,))

        return Added(
            [_page(row) for row in rows(f"{_PAGE} ORDER BY revision")],
            dict(rows("SELECT name, value FROM wikibot.notes WHERE game = %s ORDER BY name")),
            [RunRow(*row) for row in rows(_RUNS)],
            [OutcomeRow(*row) for row in rows(_OUTCOMES)],
        )

    def close(self) -> None:
        """Nothing to close: the connection is shared."""


def _page(row: Sequence[Any]) -> PageRow:
    revision, title, sha1, text, comment = row
    return PageRow(revision, title, sha1, text.decode(), comment)


def _stored(game: str, page: PageRow) -> tuple[Any, ...]:
    comment = page.comment and page.comment.replace("\0", _LOST)
    return (game, page.revision, page.title, page.sha1, page.text.encode(), comment)


def _clean(*values: str) -> tuple[str, ...]:
    return tuple(str(value).replace("\0", _LOST) for value in values)
