"""Tables of any game through the lens:
found by headers, rows told apart, only what differs is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from rules.cycle15 import GAME
from tests.rules.rulesets import RULES
from wikibot.game.page import sheet
from wikibot.game.page.cells import Identifiers, Integer, ItemList, Text
from wikibot.game.page.schema import PROPOSALS, TRADES
from wikibot.game.page.sheet import Column, Spec, new_table, read_sheet, write_sheet
from wikibot.game.state import Proposal
from wikibot.wikitext.table_writer import UnsafeEdit

POTS = Spec(
    "Greenhouse",
    (
        Column("pot", ("Pot",), Integer(), required=True),
        Column("herb", ("Herb", "Plant"), Text(), required=True),
        Column("stage", ("Stage",), Integer(blank=0)),
    ),
    key=("pot",),
)
TOWNS = Spec(
    "Towns",
    (Column("name", ("Town",), Text(), True), Column("items", ("Features",), ItemList(), True)),
)
PAGE = """\
== Plants ==
{| class="wikitable"
! Pot !! Gardener !! Plant !! Stage
|-
| 1 || Alice <!-- since May --> || Sage || 2
|-
| 2 ||
| || 0
|-
! Total || || || 2
|-
| Pot || Gardener || Plant || Stage
|-
|colspan=4| New pots cost a crystal.
|-
| || || ||
|}
== More ==
{|
! Pot !! Herb
|-
| 3 || Mint
|}
"""


def rows(text: str, spec: Spec = POTS) -> list[Mapping[str, Any]]:
    """What the lens reads."""
    return [line.values for line in read_sheet(text, spec).lines]


def test_rows_of_all_tables_with_the_headers_count() -> None:
    """Alternative headers, unknown columns, totals, dividers,
    repeated headers and empty rows are all understood.
    """
    assert rows(PAGE) == [
        {"pot": 1, "herb": "Sage", "stage": 2},
        {"pot": 2, "herb": "", "stage": 0},
        {"pot": 3, "herb": "Mint"},
    ]


def test_a_cell_keeps_its_row_as_it_is() -> None:
    """Only the cell whose value differs changes."""
    wanted = [{"pot": 1, "herb": "Sage", "stage": 3}, *rows(PAGE)[1:]]

    assert write_sheet(PAGE, POTS, wanted) == PAGE.replace("Sage || 2", "Sage || 3")


def test_new_rows_go_to_the_end_of_the_last_table() -> None:
    """A row is written in the style of the table that it joins, as far as its columns go."""
    wanted = [*rows(PAGE), {"pot": 4, "herb": "Rue", "stage": 0}]

    assert write_sheet(PAGE, POTS, wanted) == PAGE.replace(
        "| 3 || Mint\n", "| 3 || Mint\n|-\n| 4 || Rue\n"
    )


def test_a_row_that_is_gone_is_removed() -> None:
    """Rows that are about nothing stay where they are."""
    text = write_sheet(PAGE, POTS, [rows(PAGE)[0], rows(PAGE)[2]])

    assert text == PAGE.replace("|-\n| 2 ||\n| || 0\n", "")


def test_rows_stand_in_the_order_that_is_wanted() -> None:
    """Somebody who left and came back stands last: the order of a table decides random choices."""
    wanted = [rows(PAGE)[index] for index in (0, 2, 1)]

    assert [row["pot"] for row in rows(write_sheet(PAGE, POTS, wanted))] == [1, 3, 2]


def test_equal_rows_may_occur_where_nothing_tells_them_apart() -> None:
    """A list of towns without a key keeps its doubles."""
    twice = [{"name": "Ys", "items": {"Fish": 2}}] * 2

    assert rows(write_sheet(new_table(TOWNS), TOWNS, twice), TOWNS) == twice


def test_reports_name_the_heading_above_the_table() -> None:
    """A person finds the cell by section, row and column as the page calls them."""
    (problem,) = read_sheet(PAGE.replace("Sage || 2", "Sage || lots"), POTS).unreadable

    assert str(problem) == "section 'Plants', row '1', column 'Stage': 'lots' is not a whole number"


def test_a_page_with_an_unreadable_cell_is_not_written() -> None:
    """People mend the cell first."""
    with pytest.raises(UnsafeEdit, match="lots"):
        write_sheet(PAGE.replace("Sage || 2", "Sage || lots"), POTS, [])


def test_rows_need_a_table() -> None:
    """The message says which headers it would have."""
    with pytest.raises(UnsafeEdit, match="Pot, Herb"):
        write_sheet("no table", POTS, [{"pot": 1}])


def test_a_missing_cell_is_an_empty_one() -> None:
    """A row that ends early says nothing in its last columns."""
    assert rows("{|\n! Pot !! Herb !! Stage\n|-\n| 1\n|}") == [{"pot": 1, "herb": "", "stage": 0}]


def test_an_entity_in_another_part_of_a_cell_stays() -> None:
    """A bar that somebody wrote as an entity is not written any deeper when the cell changes."""
    spec = Spec(
        "x", (Column("a", ("A",), Integer(), True), Column("b", ("B",), Identifiers())), key=("a",)
    )
    text = "{|\n! A !! B\n|-\n| 1 || {2} (this &#124; that)\n|}"

    after = write_sheet(text, spec, [{"a": 1, "b": (2, 3)}])

    assert after == text.replace("{2}", "{2, 3}")


def test_a_new_table_of_many_columns_fits_the_page() -> None:
    """Its headers are read as those of any table, and rows are added to it."""
    row = {"id": "P1", "title": "More fish", "proposer": "Ann", "status": "open"}
    page = new_table(PROPOSALS, [row])
    added = write_sheet(page, PROPOSALS, [row, {**row, "id": "P2"}])

    assert page.startswith('{| class="wikitable" style="font-size:85%; overflow-wrap:anywhere"')
    assert [line.key for line in read_sheet(added, PROPOSALS).lines] == ["P1", "P2"]
    assert "style" not in new_table(TRADES)


# What a change of one cell costs does not grow with what else stands on the page.


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
