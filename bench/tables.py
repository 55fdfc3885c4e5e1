"""Reading and changing wikitables: wikibot beside mwparserfromhell and wikitextparser, in the same run.

    python bench/tables.py [--json]

Reading: find the table by its headers and give the text of every cell. Setting: give one cell in
the middle of the table a new value and give the new page; wikibot also reads the result again and
compares every cell, the others do not.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import mwparserfromhell
import wikitextparser

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wikibot.wikitext.table_changes import SetCell
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_writer import rewrite

ROWS = (10, 100, 1000, 5000)
TOO_LONG = (("set", "wikitextparser", 5000),)  # its cells() is quadratic and takes a minute there
HEADERS = ("Name", "Location", "Items", "Notes")
COLUMN = 1

Times = dict[str, float | None]
Cells = list[list[str]]
Layout = Callable[[int], str]


def in_a_row(rows: int) -> str:
    """A page whose rows have all cells on one line."""
    body = "".join(
        f"|-\n| Player {n} || {3 * n - 7} || Fish, 2 Rats || [[Note {n}|n]]\n" for n in range(rows)
    )
    return f'Intro.\n{{| class="wikitable"\n! {" !! ".join(HEADERS)}\n{body}|}}\n'


def one_a_line(rows: int) -> str:
    """A page whose cells stand on lines of their own."""
    body = "".join(
        f"|-\n|Player {n}\n| {3 * n - 7}\n|Fish, 2 Rats\n|{{{{Card|A|{n}}}}}\n" for n in range(rows)
    )
    return (
        'Intro.\n{| class="wikitable"\n' + "".join(f"!{name}\n" for name in HEADERS) + body + "|}\n"
    )


def wikibot_read(text: str) -> Cells:
    """Every value, by wikibot."""
    return [[cell.value for cell in row.cells] for row in read_tables(text)[0].body]


def wikibot_set(text: str, row: int) -> str:
    """One cell, by wikibot, which checks all others."""
    return rewrite(text, read_tables(text)[0], [SetCell(row, COLUMN, "-15")])


def mwparserfromhell_read(text: str) -> Cells:
    """Every value, by mwparserfromhell."""
    return [
        [
            str(cell.contents).strip()
            for cell in row.contents.ifilter_tags(matches=_is_cell, recursive=False)
        ]
        for row in _mwparserfromhell_rows(mwparserfromhell.parse(text))[1:]
    ]


def mwparserfromhell_set(text: str, row: int) -> str:
    """One cell, by mwparserfromhell; the padding is up to the caller."""
    code = mwparserfromhell.parse(text)
    cells = _mwparserfromhell_rows(code)[row + 1].contents.filter_tags(
        matches=_is_cell, recursive=False
    )
    old = str(cells[COLUMN].contents)
    cells[COLUMN].contents = old.replace(old.strip(), "-15")
    return str(code)


def wikitextparser_read(text: str) -> Cells:
    """Every value, by wikitextparser."""
    return [list(row) for row in wikitextparser.parse(text).tables[0].data(span=False)[1:]]


def wikitextparser_set(text: str, row: int) -> str:
    """One cell, by wikitextparser."""
    code = wikitextparser.parse(text)
    cell = code.tables[0].cells(row=row + 1, column=COLUMN, span=False)
    cell.value = cell.value.replace(cell.value.strip(), "-15")
    return str(code)


def _is_cell(tag: mwparserfromhell.nodes.Tag) -> bool:
    return tag.tag in ("td", "th")


def _mwparserfromhell_rows(
    code: mwparserfromhell.wikicode.Wikicode,
) -> list[mwparserfromhell.nodes.Tag]:
    """The rows of the first table with the wanted headers; the first row has no mark of its own and no tag."""
    table = next(code.ifilter_tags(matches=lambda tag: tag.tag == "table"))
    rows = table.contents.filter_tags(matches=lambda tag: tag.tag == "tr", recursive=False)
    return [table, *rows]


READ = {
    "wikibot": wikibot_read,
    "mwparserfromhell": mwparserfromhell_read,
    "wikitextparser": wikitextparser_read,
}
SET = {
    "wikibot": wikibot_set,
    "mwparserfromhell": mwparserfromhell_set,
    "wikitextparser": wikitextparser_set,
}


def milliseconds(work: Callable[[str], object], text: str) -> float:
    """The best of some runs, each on a text of its own, so that nothing can be remembered."""
    best = float("inf")
    started = time.perf_counter()
    for run in range(12):
        fresh = f"{text}Run {run}.\n"
        gc.collect()
        begun = time.perf_counter()
        work(fresh)
        best = min(best, time.perf_counter() - begun)
        if run >= 2 and time.perf_counter() - started > 3:
            break
    return best * 1000


@dataclass(frozen=True)
class Record:
    """One layout, number of rows and task: milliseconds by library, None where it takes too long."""

    layout: str
    rows: int
    task: str
    milliseconds: Times


def measure() -> list[Record]:
    """All records."""
    records: list[Record] = []
    for layout in (in_a_row, one_a_line):
        for rows in ROWS:
            text = layout(rows)
            for task in ("read", "set"):
                times = {name: _time(task, name, text, rows) for name in READ}
                records.append(Record(layout.__name__, rows, task, times))
    return records


def _time(task: str, name: str, text: str, rows: int) -> float | None:
    if (task, name, rows) in TOO_LONG:
        return None
    if task == "read":
        return milliseconds(READ[name], text)
    change = SET[name]
    return milliseconds(lambda fresh: change(fresh, rows // 2), text)


def check() -> None:
    """All three must read the same and write the same, or the times mean nothing."""
    for layout in (in_a_row, one_a_line):
        text = layout(20)
        if len({json.dumps(read(text)) for read in READ.values()} | {""}) != 2:
            raise SystemExit(f"{layout.__name__}: the libraries read different tables")
        if len({change(text, 10) for change in SET.values()} | {""}) != 2:
            raise SystemExit(f"{layout.__name__}: the libraries write different pages")


def show(records: list[Record]) -> None:
    """The records as a table, with the ratios to wikibot."""
    print(
        f"{'layout':10} {'rows':>5} {'task':4} {'wikibot':>10} {'mwparserfromhell':>24} {'wikitextparser':>24}"
    )
    for record in records:
        ours = record.milliseconds["wikibot"] or 0.0
        others = [
            _beside(other, ours) for name, other in record.milliseconds.items() if name != "wikibot"
        ]
        print(
            f"{record.layout:10} {record.rows:>5} {record.task:4} {ours:>7.2f} ms "
            + " ".join(f"{o:>24}" for o in others)
        )


def _beside(other: float | None, ours: float) -> str:
    return "not measured" if other is None else f"{other:.1f} ms ({other / ours:.0f} x)"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of a table"
    )
    wants_json = parser.parse_args().json
    check()
    records = measure()
    if wants_json:
        print(
            json.dumps(
                {
                    "python": platform.python_version(),
                    "records": [asdict(record) for record in records],
                }
            )
        )
    else:
        show(records)


if __name__ == "__main__":
    main()
