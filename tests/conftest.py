"""What all tests share: the rulesets beside the project, and no silent skips.

Tests of real rulesets are skipped where these are not beside the project, and nowhere else; those
of servers never in continuous integration.

Files are made in memory where there is room, and nothing waits for the disk. Set ``TMPDIR`` to have
them elsewhere.

Tests with Hypothesis look at the same examples every time, so that a change alone can break them. A
long search is ``WIKIBOT_EXAMPLES=50 make test-fast``: others each time, 50 times as many, and all
of the cases of which :func:`tests.for_each.portion` tries some.
"""

from __future__ import annotations

import gc
import os
import re
import sqlite3
import sys
from collections.abc import Collection, Generator, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from tests.for_each import TIMES
from tests.memory import use_memory
from wikibot.game import problems
from wikibot.sync import run

if TYPE_CHECKING:
    from tests.postgres.server import Postgres

HERE = Path(__file__).parent
SHARED_WIKI = HERE.parent.parent / "shared" / "wiki"
"""Real rulesets, as their wiki has them; no part of the project."""
_SHARED = re.compile(r"\.\./shared/(?P<name>[\w.]*\w)")  # what a test lacks that is skipped
ON_A_WIKI = HERE / "mediawiki"
SERVERS = frozenset(("postgres", "own_postgres"))  # fixtures that start one
LONG = (
    "test_bench.py", "test_farm.py", "test_aside.py", "test_guard.py", "test_kills.py",
    "test_feed.py", "test_weeks.py", "test_corpus.py", "test_week_of_clicks.py",
    "test_scenarios.py", "test_gadget.py",
)  # fmt: skip
"""Files whose tests wait for other programs, or take long."""
ON_ONE_GAME = ("test_gadget.py", "test_gadget_lines.py", "test_gadget_looks.py",
               "test_gadget_refused.py")  # fmt: skip
"""Files that share a game with the form, which takes long to set up: one process runs them all."""

settings.register_profile("tests", deadline=None, max_examples=30 * TIMES, derandomize=TIMES == 1)
settings.load_profile("tests")


def pytest_configure() -> None:
    """Put temporary files into memory, those of the programs that tests start as well.

    Compiled modules are kept, whatever the environment says: hundreds of tests start the program.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    setattr(run, "BUDGET", 1000.0)  # noqa: B010  # how fast the machine is decides no test
    gc.disable()  # while tests are collected: all that is made then stays
    use_memory()


@pytest.fixture(autouse=True, scope="session")
def _no_waiting_for_the_disk() -> Iterator[None]:
    """Leave what is written in the system's memory: a test that is killed loses nothing of it."""
    connect = sqlite3.connect

    def unsynced(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = connect(*args, **kwargs)
        with suppress(sqlite3.DatabaseError):  # a test of a file that is none
            database.execute("PRAGMA synchronous = OFF")
        return database

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        patch.setattr(sqlite3, "connect", unsynced)
        yield


@pytest.fixture(autouse=True, scope="session")
def _own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the notes of settled games out of the state folder of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


def pytest_collection_finish() -> None:
    """Look for garbage among what tests make alone, and seldom: with Python's own thresholds a
    tenth of the time went into looking, mostly through what modules keep for all tests, and then
    another one through what a test is making.
    """
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)
    gc.enable()


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name bytes by their parameter:
    their content may hold a time, and all processes agree on names.
    """
    return argname if isinstance(val, bytes) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start a server, before ``-m "not server"`` leaves them out.

    What takes longest begins first, so that no process is left with it alone at the end.
    """
    for item in items:
        if _is_on_a_wiki(item.path) or not SERVERS.isdisjoint(_fixtures(item)):
            item.add_marker("server")
    items.sort(key=lambda item: (item.path.name not in LONG, not _is_on_a_wiki(item.path)))


@cache
def _is_on_a_wiki(file: Path) -> bool:
    return ON_A_WIKI in file.parents


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``--dist loadfile`` each file is given to one process, those of one game to the same."""

    def together(nodeid: str) -> str:
        folder, _, name = nodeid.partition("::")[0].rpartition("/")
        return f"{folder}/{ON_ONE_GAME[0] if name in ON_ONE_GAME else name}"

    scheduler = LoadFileScheduling(config, log)
    scheduler._split_scope = together
    return scheduler if config.getvalue("dist") == "loadfile" else None


def _fixtures(item: pytest.Item) -> Collection[str]:
    return item.fixturenames if isinstance(item, pytest.Function) else ()


@pytest.fixture(scope="session")
def shared_wiki() -> Path:
    """Give the folder of real rulesets; the test is skipped where there is none."""
    if not SHARED_WIKI.is_dir():
        pytest.skip("The real rulesets are not beside the project (../shared/wiki).")
    return SHARED_WIKI


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Give a PostgreSQL that no test stops; the test is skipped where there is none."""
    server = _postgres()
    yield server
    server.close()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """Give one that the test may stop, kill and fill."""
    server = _postgres()
    yield server
    server.close()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """Give the connection string of a fresh, empty database."""
    return postgres.database()


def _postgres() -> Postgres:
    from tests.postgres.server import NotHere, Postgres

    try:
        return Postgres()
    except NotHere as reason:
        pytest.skip(str(reason))


@pytest.fixture(autouse=True)
def _no_mistake_hides() -> Iterator[None]:
    """A mistake of the program that it would contain fails the test,
    unless this asks for :func:`contained`.
    """
    problems.listen(_raise)
    yield
    problems.listen()


@pytest.fixture
def contained(_no_mistake_hides: None) -> list[str]:
    """Let the program contain its mistakes, as it does for an operator; gives what it failed at."""
    told: list[str] = []
    problems.listen(lambda doing, error: told.append(f"{doing}: {type(error).__name__}"))
    return told


def _raise(doing: str, error: Exception) -> None:
    raise AssertionError(f"a mistake of the program, contained: {doing!r}") from error


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that must run and is skipped has failed."""
    report = yield
    if _must_not_skip(item.path, report):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped where it must run: {_reason(report)}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, Any]:
    """Likewise for a whole file that is skipped."""
    report = yield
    if _must_not_skip(collector.path, report):
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was skipped where it must run: {_reason(report)}"
    return report


def _must_not_skip(path: Path, report: pytest.TestReport | pytest.CollectReport) -> bool:
    """Whether a test had to run: with real pages wherever these are, on servers in integration."""
    if not report.skipped or hasattr(report, "wasxfail"):
        return False
    if beside := _SHARED.search(_reason(report)):
        return (SHARED_WIKI.parent / beside["name"]).exists()
    on_a_server = "PostgreSQL" in _reason(report) or path.is_relative_to(ON_A_WIKI)
    return on_a_server and os.environ.get("CI") == "true"


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    return str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else str(report.longrepr)
