"""The world of most tests, and worlds that are made once and copied for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sync.world import World

AsMade = Callable[[Callable[[Path], Any], Path], Any]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """The tiny game on a folder wiki, of which nothing has been played yet."""
    world = World(tmp_path)
    yield world
    world.close()


@pytest.fixture(scope="session")
def as_made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AsMade]:
    """Give a function: a world in a folder as ``make`` makes it, which it does once."""
    made: dict[Callable[[Path], Any], World] = {}

    def copied(make: Callable[[Path], Any], folder: Path) -> World:
        if make not in made:
            made[make] = make(tmp_path_factory.mktemp("made"))
        return made[make].copied(folder)

    yield copied
    for world in made.values():
        world.close()
