"""A whole sync leads to the same pages, whatever keeps what it needs outside the wiki."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dice.days import Casino
from tests.storage.conftest import Reopen
from wikibot.storage.local import Storage
from wikibot.sync.report import Report


class Table(Casino):
    """A folder wiki with sealed dice, synced by a storage that each sync opens anew."""

    def __init__(self, folder: Path, reopen: Reopen) -> None:
        super().__init__(folder, "sealed")
        self.reopen = reopen

    def sync_anew(self) -> Report:
        """One sync, as a process by itself."""
        storage: Storage = self.reopen()
        with storage.locked(), storage.journal() as journal:
            self.journal = journal
            return self.sync(storage=storage)


@pytest.fixture
def table(tmp_path: Path, reopen: Reopen) -> Table:
    """A game with no line yet."""
    return Table(tmp_path / "wiki", reopen)


def test_lines_are_played_and_dice_can_be_checked(table: Table) -> None:
    """Each line once;
    the secret of a day is published when the day is over, and proves the roll.
    """
    table.sync_anew()
    table.add("Ann", "* climb high")
    outcomes = table.sync_anew().outcomes
    table.next_day()
    table.sync_anew()
    idle = table.sync_anew().idle

    assert ([outcome.verdict for outcome in outcomes], idle) == (["done"], True)
    assert table.verdicts() == ["ok"]


def test_a_sync_with_nothing_new_asks_once(table: Table) -> None:
    """What is settled is known to the next process."""
    table.sync_anew()

    assert [table.sync_anew().idle for _ in range(2)] == [True, True]
