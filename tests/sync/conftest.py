"""The world of most tests, and worlds that are made once and copied for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.game.board.pictures import picture
from tests.game.tiny import GAMESTATE, Tiny
from tests.sync.world import World

AsMade = Callable[[Callable[[Path], Any], Path], Any]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """The tiny game on a folder wiki, of which nothing has been played yet."""
    world = World(tmp_path)
    yield world
    world.close()


@pytest.fixture
def drawn(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which all who have stones stand on the board, for which its page has a heading."""
    monkeypatch.setattr(
        Tiny,
        "picture",
        lambda _game, state, _book: picture(*(n for n, p in state.players.items() if p.items)),
    )
    page = GAMESTATE.replace("That is all.", "== Board ==\n\n== Notes ==\nThat is all.")
    world.edit("Sam", "State", page)
    return world


def made_once(make: Callable[[Path], Any]) -> Any:
    """A fixture that gives the world of ``make``, which is made once, in a folder of the test's."""

    @pytest.fixture
    def world(as_made: AsMade, tmp_path: Path) -> Iterator[Any]:
        world = as_made(make, tmp_path)
        yield world
        world.close()

    return world


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
