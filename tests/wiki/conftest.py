"""A folder wiki with a clock that a test turns by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import responses

from tests.wiki.answering import API, PASSWORD, Time, query
from wikibot.wiki.folder import FolderWiki
from wikibot.wiki.mediawiki import MediaWiki


class Clock:
    """Stands still until told otherwise."""

    def __init__(self) -> None:
        self.now = datetime(2024, 1, 5, 2, 22, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        """Turn the clock."""
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    """2024-01-05 02:22 UTC until a test turns it."""
    return Clock()


@pytest.fixture
def folder(tmp_path: Path, clock: Clock) -> FolderWiki:
    """An empty folder wiki; Ann sits at the keyboard."""
    return FolderWiki(tmp_path, keyboard="ann", clock=clock)


@pytest.fixture
def time() -> Time:
    """Time that passes only by sleeping."""
    return Time()


@pytest.fixture
def server() -> Iterator[responses.RequestsMock]:
    """A server that answers as it is told."""
    with responses.RequestsMock(assert_all_requests_are_fired=True) as mock:
        yield mock


@pytest.fixture
def reader(time: Time) -> MediaWiki:
    """A wiki that is read without an account."""
    return MediaWiki(API, contact="ops@example.org", clock=time, sleep=time.sleep, seconds=240)


@pytest.fixture
def bot(time: Time, server: responses.RequestsMock) -> MediaWiki:
    """A wiki with a session and an edit token."""
    wiki = MediaWiki(
        API,
        user="Wikibot@sync",
        password=lambda: PASSWORD,
        clock=time,
        sleep=time.sleep,
        seconds=240,
    )
    server.get(API, json=query(), headers={"Set-Cookie": "wiki_session=c00k1e; path=/"})
    server.post(API, json={"login": {"result": "Success", "lgusername": "Wikibot"}})
    server.get(API, json=query())
    wiki.poll(["Log"])
    return wiki
