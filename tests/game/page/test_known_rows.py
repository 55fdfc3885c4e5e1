"""What a change of one cell costs does not grow with what else stands on the page."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from rules.cycle15 import GAME
from tests.rules.rulesets import RULES
from wikibot.game.page import sheet
from wikibot.game.page.cells import Integer, Text
from wikibot.game.state import Proposal

NOW = datetime(2024, 1, 1, tzinfo=UTC)
COLUMNS = (sheet.Column("a", ("A",), Text(), True), sheet.Column("b", ("B",), Text(), True))


def rows_read(count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many rows are read of a page with so many proposals that is read, changed and checked."""
    read, book = [], RULES["late"].book
    proposals = tuple(
        Proposal(f"P{n}", f"Fish {n}", "Standard", "Ann", "failed", NOW, votes={"Bob": "for"})
        for n in range(1, count + 1)
    )
    state = replace(GAME.read(GAME.new_page(book, NOW, "a"), book, NOW).state, proposals=proposals)
    page = GAME.write(GAME.new_page(book, NOW, "a"), book, state)
    sheet._known_rows.cache_clear()
    own = sheet._read_row

    def counted(*given: object) -> object:
        read.append(given)
        return own(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(sheet, "_read_row", counted)
    before = GAME.read(page, book, NOW).state
    changed = (*before.proposals[:-1], replace(before.proposals[-1], status="passed"))
    after = GAME.write(page, book, replace(before, proposals=changed))
    monkeypatch.undo()

    assert GAME.read(after, book, NOW).state.proposals == changed
    assert len(after) == len(page)
    return len(read)


def test_each_row_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is read several times for one change; a row that stayed the same is read once."""
    few, many = rows_read(20, monkeypatch), rows_read(120, monkeypatch)

    assert many == few + 100


def test_a_row_reads_the_same_under_the_same_headers_alone() -> None:
    """What a row says depends on the headers above it and on the kind of table."""
    one = sheet.Spec("One", COLUMNS)
    two = sheet.Spec("Two", COLUMNS[::-1])
    texts = [
        f'{{| class="wikitable"\n! {heads}\n|-\n| 1 || 2\n|}}\n' for heads in ("A !! B", "B !! A")
    ]

    read = [
        [dict(line.values) for line in sheet.read_sheet(text, spec).lines]
        for text in texts
        for spec in (one, two)
    ]

    assert read == [[{"a": "1", "b": "2"}]] * 2 + [[{"a": "2", "b": "1"}]] * 2


def test_what_cannot_be_read_is_told_each_time() -> None:
    """A problem names its section, which another page may call otherwise."""
    spec = sheet.Spec("Numbers", (sheet.Column("a", ("A",), Integer(), required=True),))
    pages = [f'== {title} ==\n{{| class="wikitable"\n! A\n|-\n| fish\n|}}\n' for title in "XYX"]

    assert [sheet.read_sheet(page, spec).unreadable[0].section for page in pages] == ["X", "Y", "X"]
