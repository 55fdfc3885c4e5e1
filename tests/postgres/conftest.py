"""Tables of one game, in files and in a farm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.game.tiny import install
from tests.postgres.farms import Farm
from tests.postgres.games import Table
from tests.postgres.server import Postgres


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of packages in which the game ``stones`` is installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder)
    return folder


@pytest.fixture
def farm(database: str, tmp_path: Path) -> Iterator[Farm]:
    """A farm without games."""
    farm = Farm(database, tmp_path)
    yield farm
    farm.close()


@pytest.fixture
def table(tmp_path: Path, site: Path, farm: Farm) -> Table:
    """A game of a farm whose dice are sealed, with a line of each player."""
    return begun(Table(tmp_path, site, farm))


@pytest.fixture
def own_table(tmp_path: Path, site: Path, own_postgres: Postgres) -> Iterator[Table]:
    """The same on a server that the test may kill."""
    farm = Farm(own_postgres.database(), tmp_path)
    yield begun(Table(tmp_path, site, farm))
    farm.close()


def begun(table: Table) -> Table:
    """Seal the dice, and write lines that wait for them."""
    assert table.sync()[0] == 0
    table.write()
    return table
