"""Both storages of a game, behind one fixture: what is promised of one is promised of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.postgres.farms import Farm
from wikibot.storage.local import LocalStorage, Storage

Reopen = Callable[[], Storage]


@pytest.fixture(params=["files", pytest.param("postgres", marks=pytest.mark.server)])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reopen]:
    """Give what opens the storage of one game, as each new process does."""
    if request.param == "files":
        settings = Farm.settings_of(tmp_path, "one")
        yield lambda: LocalStorage(settings)
        return
    farm = Farm(request.getfixturevalue("database"), tmp_path)
    farm.add("one")
    yield lambda: farm.store().storage("one")
    farm.close()
