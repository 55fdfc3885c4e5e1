"""What somebody who carries on only the core can leave out, as docs/architecture.md lists it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.test_structure import imports, modules, within

ROOT = Path(__file__).parents[1]
PLAYS = """
import sys
from importlib.abc import MetaPathFinder

class Gone(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if any(name == each or name.startswith(f"{each}.") for each in sys.argv[3:]):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Gone())
from wikibot.cli import main

main(["demo", sys.argv[1], "--rules", sys.argv[2]])
"""


class LeftOut(NamedTuple):
    """A row of the table: a part, where it is, its lines, and which modules lead to it."""

    part: str
    packages: tuple[str, ...]
    lines: int
    doors: frozenset[str]


def _modules(cell: str) -> tuple[str, ...]:
    paths = (each.rstrip("/").removesuffix(".py") for each in re.findall(r"`([\w/.]+)`", cell))
    return tuple(path.replace("/", ".") for path in paths if path.startswith(("wikibot", "rules")))


def _rows() -> list[LeftOut]:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = (
        text.partition("## What can be left out")[2].partition("| --- |")[2].partition("\n\n")[0]
    )
    cells = ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[1:])
    return [
        LeftOut(part, _modules(where), int(lines.replace(",", "")), frozenset(_modules(doors)))
        for part, where, lines, doors in cells
    ]


ROWS = _rows()
each_part = pytest.mark.parametrize("row", ROWS, ids=[row.part for row in ROWS])


@each_part
def test_a_part_has_no_other_door(row: LeftOut) -> None:
    """What is to be changed where it is left out stands in the table, and nothing else is."""
    others = [name for name in modules() if not within(name, *row.packages)]

    assert row.doors == {
        name for name in others if any(within(each, *row.packages) for each in imports(name))
    }


@each_part
def test_a_part_is_as_large_as_it_says(row: LeftOut) -> None:
    """To a tenth, so that the table tells what is saved."""
    files = [path for top in ("wikibot", "rules") for path in (ROOT / top).rglob("*.py")]
    names = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files}
    mine = [path for path, name in names.items() if within(name, *row.packages)]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in mine)

    assert lines == pytest.approx(row.lines, rel=0.1)


@each_part
def test_a_game_is_played_without_it(row: LeftOut, tmp_path: Path) -> None:
    """The demo of another game is made and synced where the part cannot be imported."""
    rules = "cycle14" if row.packages == ("rules.cycle15",) else "cycle15"
    command = [sys.executable, "-c", PLAYS, str(tmp_path / "demo"), rules, *row.packages]

    run = subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, cwd=ROOT, timeout=120
    )

    assert "Traceback" not in run.stderr
    assert (run.returncode in (0, 1), "mistake in wikibot" in run.stderr) == (True, False)
    assert "done" in run.stdout
