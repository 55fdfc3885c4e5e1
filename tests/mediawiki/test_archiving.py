"""Old lines move to an archive on a real server, and come back without being played.

Lines are moved by ordinary edits, which test_wiki_saving makes on both versions; this is the newer.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.mediawiki.server import Server
from tests.mediawiki.table import Table, logged
from wikibot.wiki.base import of_month

LINES = ("* dig -- 2d4 (1, 3) = 4", "* dig -- 2d4 (1, 1) = 2")
TITLE = "Play/Archive %Y-%m"


@pytest.fixture
def table(mediawiki_143: Server, tmp_path: Path) -> Table:
    """A game with an answered line of Ann's, 40 days later."""
    table = Table(mediawiki_143, tmp_path, archive=TITLE)
    table.add("Ann", f"{LINES[0]} ~~~~")
    table.add("Bea", "*: Well dug, [[#Actions|here]]! ~~~~")
    table.sync()
    mediawiki_143.travel(mediawiki_143.now() + timedelta(days=40))
    return table


def test_old_lines_move_and_come_back(table: Table) -> None:
    """Each stands on one page, links lead where they led; whoever reverts that plays nothing."""
    archive = of_month(TITLE, table.server.now() - timedelta(days=30))
    before = table.text("Play")
    table.add("Bea", f"{LINES[1]} ~~~~")
    table.sync()
    play, moved = table.text("Play"), table.text(archive)

    assert [text.count(line) for text in (play, moved) for line in LINES] == [0, 1, 1, 0]
    assert ("[[Play#Actions|here]]" in moved, f"[[:{archive}|" in play) == (True, True)
    assert table.replies() == ["done: found 2"]
    assert f'title="{archive}"' in table.steward.html(play)

    table.person("Ann").edit("Play", before)
    assert table.sync().outcomes == ()
    assert table.stones() == {"Ann": 4, "Bea": 7}
    assert logged(table, "Ann: dig") == 1


def test_archiving_costs_three_requests_a_day(table: Table) -> None:
    """Two looks and, where something moves, one edit; the next line costs five requests again."""
    costs = []
    for number in range(2):
        table.add(("Ann", "Bea")[number], f"{LINES[1]} ~~~~")
        table.server.proxy.mark()
        table.sync()
        costs.append(table.server.proxy.requests)

    assert (costs[0] <= 8, costs[1] <= 5) == (True, True)
