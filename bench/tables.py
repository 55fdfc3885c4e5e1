"""Reading and changing wikitables: wikibot beside mwparserfromhell and wikitextparser.

Reading: find the table by its headers and give the text of every cell. Setting: give one cell in
the middle of the table a new value and give the new page; wikibot also checks that every other cell
is as it was, the others do not.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from bench.figures import Figure, Unfit
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_writer import SetCell, rewrite

ROWS = 1000
HEADERS = ("Name", "Location", "Items", "Notes")
COLUMN = 1
GOAL = 0.05  # a twentieth of mwparserfromhell's time

Cells = list[list[str]]
Read = Callable[[str], Cells]
Set = Callable[[str, int], str]


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
    heads = "".join(f"!{name}\n" for name in HEADERS)
    return f'Intro.\n{{| class="wikitable"\n{heads}{body}|}}\n'


LAYOUTS = {"cells in a row": in_a_row, "a cell a line": one_a_line}


def wikibot_read(text: str) -> Cells:
    """Every value, by wikibot."""
    return [[cell.value for cell in row.cells] for row in read_tables(text)[0].body]


def wikibot_set(text: str, row: int) -> str:
    """One cell, by wikibot, which checks all others."""
    return rewrite(text, read_tables(text)[0], [SetCell(row, COLUMN, "-15")])


def mwparserfromhell() -> tuple[Read, Set]:
    """The same by mwparserfromhell; the padding of a cell is up to the caller."""
    import mwparserfromhell as theirs

    def rows(code: Any) -> list[Any]:  # the first row has no mark of its own and no tag
        table = next(code.ifilter_tags(matches=lambda tag: tag.tag == "table"))
        marked = table.contents.filter_tags(matches=lambda tag: tag.tag == "tr", recursive=False)
        return [table, *marked]

    def cells(row: Any) -> list[Any]:
        found: list[Any] = row.contents.filter_tags(
            matches=lambda tag: tag.tag in ("td", "th"), recursive=False
        )
        return found

    def read(text: str) -> Cells:
        return [
            [str(cell.contents).strip() for cell in cells(row)]
            for row in rows(theirs.parse(text))[1:]
        ]

    def set_(text: str, row: int) -> str:
        code = theirs.parse(text)
        cell = cells(rows(code)[row + 1])[COLUMN]
        old = str(cell.contents)
        cell.contents = old.replace(old.strip(), "-15")
        return str(code)

    return read, set_


def wikitextparser() -> tuple[Read, Set]:
    """The same by wikitextparser."""
    import wikitextparser as theirs

    def read(text: str) -> Cells:
        return [list(row) for row in theirs.parse(text).tables[0].data(span=False)[1:]]

    def set_(text: str, row: int) -> str:
        code = theirs.parse(text)
        cell = code.tables[0].cells(row=row + 1, column=COLUMN, span=False)
        cell.value = cell.value.replace(cell.value.strip(), "-15")
        return str(code)

    return read, set_


def peers() -> Mapping[str, tuple[Read, Set]]:
    """The libraries that are installed (``make bench`` installs them)."""
    found = {}
    for library in (mwparserfromhell, wikitextparser):
        with suppress(ImportError):
            found[library.__name__] = library()
    return found


def measure(short: bool) -> list[Figure]:
    """Both layouts and both tasks, beside each library."""
    others = peers()
    check(others)
    count, runs = (50, 1) if short else (ROWS, 5)
    figures = []
    for name, layout in LAYOUTS.items():
        text = layout(count)
        for task, at in (("read", 0), ("set", 1)):
            works = {"wikibot": (wikibot_read, wikibot_set), **others}
            times = {
                each: milliseconds(_work(task, work[at], count), text, runs)
                for each, work in works.items()
            }
            ours = times.pop("wikibot")
            what = f"{task} {'a cell of ' if at else ''}{count:,} rows, {name}"
            for peer in (*times,) or ("mwparserfromhell",):
                goal = GOAL if peer == "mwparserfromhell" else None
                figures.append(Figure(what, ours, "ms", peer, times.get(peer), most_ratio=goal))
    return figures


def _work(task: str, work: Any, count: int) -> Callable[[str], object]:
    return work if task == "read" else lambda text: work(text, count // 2)


def milliseconds(work: Callable[[str], object], text: str, runs: int) -> float:
    """CPU time: the best of some runs, each on another text, so that nothing can be remembered."""
    best, started = float("inf"), time.perf_counter()
    for run in range(runs):
        fresh = f"{text}Run {run}.\n"
        gc.collect()
        begun = time.process_time()
        work(fresh)
        best = min(best, time.process_time() - begun)
        if run >= 2 and time.perf_counter() - started > 3:
            break
    return best * 1000


def check(others: Mapping[str, tuple[Read, Set]]) -> None:
    """All must read the same and write the same, or the times mean nothing."""
    for layout in LAYOUTS.values():
        text = layout(20)
        for name, (read, set_) in others.items():
            if read(text) != wikibot_read(text) or set_(text, 10) != wikibot_set(text, 10):
                raise Unfit(f"{layout.__name__}: {name} reads or writes another table")
