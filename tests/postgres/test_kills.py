"""A worker is killed, or its database:
every line is played once, and no secret of a roll is lost.
"""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.postgres.farms import Farm
from tests.postgres.games import Table
from tests.postgres.server import Postgres
from tests.postgres.worker import FLUSH, SAVE, WRITE

KILLED = -9
AGAIN = "the farm's database does not answer; trying again"


@pytest.fixture(params=["files", pytest.param("postgres", marks=pytest.mark.server)])
def fresh(request: pytest.FixtureRequest, tmp_path: Path, site: Path) -> Table:
    """A game that was never synced, so that the next sync makes its secrets."""
    farm = request.getfixturevalue("farm") if request.param == "postgres" else None
    return Table(tmp_path, site, farm)


@pytest.mark.parametrize(
    ("at", "when", "count"),
    [
        ("write", "before", 1), ("write", "after", 1), (SAVE, "before", 1), (SAVE, "after", 1),
    ],
    ids=lambda value: str(value).rpartition(".")[2],
)  # fmt: skip
def test_a_secret_is_kept_before_its_seal_is_published(
    fresh: Table, at: str, when: str, count: int
) -> None:
    """Killed at any point around it, a seal that anybody can read is one whose secret is there."""
    at = WRITE["postgres" if fresh.farm else "files"] if at == "write" else at
    code, _ = fresh.sync(at=at, when=when, count=count, how="KILL")
    lost = fresh.lost
    fresh.sync()
    fresh.write()
    ended = fresh.sync()[0]

    assert (code, ended, lost, fresh.lost) == (KILLED, 0, [], [])
    assert (len(fresh.seals), fresh.played_once) == (2, True)


def test_a_committed_secret_outlasts_a_loss_of_power(
    tmp_path: Path, site: Path, own_postgres: Postgres
) -> None:
    """Durability is on, so what was committed before the seal was published is there afterwards."""
    farm = Farm(own_postgres.database(), tmp_path)
    game = Table(tmp_path, site, farm)
    worker = game.worker(at=SAVE, when="after", count=1, how="STOP")
    worker.stopped()
    own_postgres.restart(signal.SIGQUIT)
    worker.kill()

    assert (len(game.seals), game.lost) == (2, [])
    farm.close()


@pytest.mark.parametrize(
    ("at", "when", "count"),
    [(SAVE, "before", 1), (SAVE, "after", 1), (SAVE, "after", 2), (FLUSH, "before", 1)],
    ids=lambda value: str(value).rpartition(".")[2],
)  # fmt: skip
def test_a_worker_that_is_killed_loses_nothing_and_plays_nothing_twice(
    table: Table, at: str, when: str, count: int
) -> None:
    """The lock is gone with it; the next worker, on whatever machine, ends what it began."""
    code, _ = table.sync(at=at, when=when, count=count, how="KILL")
    ended = table.sync()
    idle = table.sync()

    assert (code, ended[0], idle) == (KILLED, 0, (0, "idle\n"))
    assert (table.played_once, table.lost) == (True, [])


@pytest.mark.parametrize(
    ("how", "at", "when"),
    [
        (signal.SIGQUIT, SAVE, "before"),
        (signal.SIGINT, SAVE, "after"),
        (signal.SIGQUIT, FLUSH, "before"),
    ],
    ids=["unsaved", "saved", "answered"],
)
def test_the_database_is_started_again_in_the_middle(
    own_table: Table, own_postgres: Postgres, how: signal.Signals, at: str, when: str
) -> None:
    """The worker connects again, takes its lock again, and ends as if nothing had been."""
    worker = own_table.worker(at=at, when=when, count=1, how="STOP")
    worker.stopped()
    own_postgres.restart(how)
    worker.go_on()

    code, said = worker.ended()

    assert (code, said.splitlines(), own_table.played_once) == (0, [AGAIN, "2 lines"], True)
    assert (0, "idle\n") == own_table.sync()


def test_a_database_that_is_lost_before_the_first_write_changes_nothing(
    own_table: Table, own_postgres: Postgres
) -> None:
    """No page is touched where it is gone from the start; once it is back, all is played."""
    before = [own_table.text(title) for title in ("State", "Play", "Log")]
    own_postgres.stop()
    code, said = own_table.sync(patience=0.5)
    after = [own_table.text(title) for title in ("State", "Play", "Log")]
    own_postgres.start()
    ended = own_table.sync()[0]

    assert (code, before == after, ended, own_table.played_once) == (75, True, 0, True)
    assert "the farm's database cannot be used: it cannot be reached" in said


@pytest.mark.parametrize(("when", "count"), [("before", 1), ("after", 1)], ids=["unsaved", "saved"])
def test_a_database_that_does_not_come_back_ends_the_sync_for_later(
    own_table: Table, own_postgres: Postgres, when: str, count: int
) -> None:
    """What is on the page is the truth:
    the next sync goes on from there, and plays nothing twice.
    """
    worker = own_table.worker(at=SAVE, when=when, count=count, how="STOP", patience=0.5)
    worker.stopped()
    own_postgres.stop()
    worker.go_on()
    code, said = worker.ended()
    own_postgres.start()
    ended = own_table.sync()[0]

    assert (code, ended, own_table.played_once, own_table.lost) == (75, 0, True, [])
    assert said.count("the farm's database cannot be used") == 1


def test_a_lock_is_gone_with_its_worker(table: Table) -> None:
    """Two workers never sync one game at once; the second is told who does;
    a killed one holds nothing.
    """
    first = table.worker(at=SAVE, when="before", count=1, how="STOP")
    first.stopped()
    code, said = table.sync()
    first.kill()
    ended = table.sync()

    assert (code, f"wikibot process {first.process.pid} on " in said) == (75, True)
    assert (ended, table.played_once) == ((0, "2 lines\n"), True)


def test_a_lock_that_another_took_meanwhile_is_not_taken_back(
    own_table: Table, own_postgres: Postgres
) -> None:
    """A worker that lost its connection, and finds another at its game, leaves it to that one."""
    first = own_table.worker(at=FLUSH, when="before", count=1, how="STOP")
    first.stopped()
    own_postgres.restart()
    other = own_table.storage()
    with other.locked():
        first.go_on()
        code, said = first.ended()

    assert (code, "another sync of this game is running" in said) == (75, True)
    assert (own_table.sync()[0], own_table.played_once) == (0, True)
