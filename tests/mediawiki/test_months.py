"""A log by month on a real server, whose clock passes the end of a month.

Pages and their times are read alike from any server (test_wiki_reading has both versions): which
month is whose is computed from them, on the newer one.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.mediawiki.server import Server
from tests.mediawiki.test_dice_verify import DiceTable
from wikibot.config.settings import Settings
from wikibot.wiki.base import of_month


class MonthlyTable(DiceTable):
    """A table with sealed dice whose log goes by month, ten minutes before the month ends."""

    def __init__(self, server: Server, folder: Path) -> None:
        super().__init__(server, folder, "sealed")
        self.turn = (server.now().replace(day=1) + timedelta(days=32)).replace(
            day=1, hour=0, minute=0, second=0
        )
        server.travel(self.turn - timedelta(minutes=10))

    def settings(self, folder: Path) -> Settings:
        """Settings of a bot with its files in ``folder``."""
        made = super().settings(folder)
        return replace(made, game=replace(made.game, log="Log/%Y-%m"))

    def page(self, month: int) -> str:
        """The title of the page before (0) or after the turn of the month (1)."""
        return of_month("Log/%Y-%m", self.turn + timedelta(days=month - 1))


@pytest.fixture
def table(mediawiki_143: Server, tmp_path: Path) -> MonthlyTable:
    """A table whose first sync has been."""
    home = tmp_path / "home"
    home.mkdir()
    table = MonthlyTable(mediawiki_143, home)
    table.sync()
    return table


def test_each_month_has_its_page_and_all_are_verified(
    table: MonthlyTable, mediawiki_143: Server, tmp_path: Path
) -> None:
    """By the wiki's clock, also of lines that were owed; anyone finds all pages."""
    table.add("Ann", "* dig ~~~~")
    table.sync()
    table.add("Bea", "* climb high ~~~~")
    table.sync()
    mediawiki_143.travel(table.turn + timedelta(minutes=10))
    table.add("Ann", "* climb low ~~~~")
    table.sync()
    table.add("Ann", "* sleep ~~~~")
    table.sync()
    old, new = (table.text(table.page(month)) for month in (0, 1))
    texts = [(text.count("Z Ann: "), text.count("Z Bea: ")) for text in (old, new)]

    assert [(1, 1), (2, 0)] == texts
    assert (False, True) == (
        "They follow" in old,
        f"They follow those of [[{table.page(0)}]]" in new,
    )
    assert table.verify(tmp_path / "fresh") == (0, ["ok"] * 3)


def test_the_wikis_clock_counts(table: MonthlyTable, mediawiki_143: Server) -> None:
    """Where the local one is in another month, a sync with nothing to do takes a second poll."""
    polls, apart = [], []
    for days in (1, 2):
        while not (report := table.sync()).idle:
            pass
        polls.append(report.requests)
        apart.append(mediawiki_143.now().month != datetime.now(UTC).month)
        mediawiki_143.travel(table.turn + timedelta(days=days))

    assert [1 + each for each in apart] == polls
    assert apart[1]  # as is the first one where the test runs on the last day of a month
