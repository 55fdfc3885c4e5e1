"""A folder wiki with a clock that a test turns by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from wikibot.wiki.folder import FolderWiki


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
