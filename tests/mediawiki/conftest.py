"""Fixtures: real wikis that are as new at the start of every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from zlib import crc32

import pytest

from tests.for_each import TIMES
from tests.mediawiki.browser import Browser
from tests.mediawiki.gadget_game import GadgetGame
from tests.mediawiki.packages import NotHere
from tests.mediawiki.server import Server
from tests.mediawiki.versions import VERSIONS, of_each_version
from wikibot.wikitext import messages
from wikibot.wikitext.dialect import ENGLISH, use

Start = Callable[[str], Server]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Leave nothing of a wiki's own words to the next test: a program reads one wiki's pages."""
    yield
    use(ENGLISH)
    messages.use(messages.ENGLISH)


@pytest.fixture(scope="session")
def start_mediawiki() -> Iterator[Start]:
    """Give a function that hands out the server of a version, as new."""
    with of_each_version(Server) as started:
        yield _as_new(started)


@pytest.fixture(scope="session")
def start_in_any_language() -> Iterator[Start]:
    """Give one for others: messages of other languages replace those of all tests."""
    with of_each_version(Server) as started:
        yield _as_new(started)


def _as_new(started: Start) -> Start:
    def start(version: str) -> Server:
        started(version).reset()
        return started(version)

    return start


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test has both versions, in a module where nothing hangs on them (``IN_TURN``) one."""
    marks = metafunc.definition.iter_markers("parametrize")
    is_said = hasattr(metafunc.module, "mediawiki") or any(
        "mediawiki" in str(mark.args[0]) for mark in marks
    )
    turn = crc32(metafunc.definition.name.encode()) % len(VERSIONS)
    in_turn = TIMES == 1 and getattr(metafunc.module, "IN_TURN", False)
    if "mediawiki" in metafunc.fixturenames and not is_said:
        versions = VERSIONS[turn : turn + 1] if in_turn else VERSIONS
        metafunc.parametrize("mediawiki", versions, indirect=True)


@pytest.fixture
def mediawiki(request: pytest.FixtureRequest, start_mediawiki: Start) -> Iterator[Server]:
    """Give a fresh wiki, of each version in turn."""
    server = start_mediawiki(request.param)
    yield server
    server.proxy.check()


@pytest.fixture
def mediawiki_143(start_mediawiki: Start) -> Iterator[Server]:
    """Give a fresh wiki of the newer version, for what only that one brings."""
    server = start_mediawiki("1.43")
    yield server
    server.proxy.check()


@pytest.fixture
def mediawiki_139(start_mediawiki: Start) -> Iterator[Server]:
    """Give a fresh wiki of the older version, for what only that one does."""
    server = start_mediawiki("1.39")
    yield server
    server.proxy.check()


@pytest.fixture
def discussion_tools(start_mediawiki: Start) -> Iterator[None]:
    """Have the newer wiki load DiscussionTools during the test."""
    server = start_mediawiki("1.43")
    server.with_discussion_tools(loaded=True)
    yield
    server.with_discussion_tools(loaded=False)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give the one browser of this run."""
    try:
        browser = Browser()
    except NotHere as reason:
        pytest.skip(str(reason))
    yield browser
    browser.quit()


@pytest.fixture(scope="session")
def gadget_games(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], GadgetGame]]:
    """Give a function that sets a game with the form up once for each version."""

    def make(version: str) -> GadgetGame:
        return GadgetGame(version, browser, tmp_path_factory.mktemp("game"))

    with of_each_version(make) as games:

        def game(version: str) -> GadgetGame:
            games(version).restore()
            return games(version)

        yield game


@pytest.fixture(params=VERSIONS)
def table(request: pytest.FixtureRequest, gadget_games: Callable[[str], GadgetGame]) -> GadgetGame:
    """Give a game whose players have the form; the test is run on both versions."""
    return gadget_games(request.param)


@pytest.fixture
def table_143(gadget_games: Callable[[str], GadgetGame]) -> GadgetGame:
    """Give such a game on the newer version, for what the form does by itself."""
    return gadget_games("1.43")
