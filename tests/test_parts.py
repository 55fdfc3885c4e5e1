"""What somebody who carries on only the core can leave out, as docs/architecture.md lists it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.game.tiny import install

ROOT = Path(__file__).parents[1]
SOURCES = {".py", ".lark", ".js", ".css"}
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
    paths: tuple[str, ...]
    lines: int
    doors: tuple[str, ...]

    @property
    def packages(self) -> tuple[str, ...]:
        """Its packages and modules."""
        return _modules(self.paths)


def _paths(cell: str) -> tuple[str, ...]:
    return tuple(each.rstrip("/") for each in re.findall(r"`([\w/.]+)`", cell) if "/" in each)


def _modules(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each.removesuffix(".py").replace("/", ".") for each in paths)


def _rows() -> list[LeftOut]:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = (
        text.partition("## What can be left out")[2].partition("| --- |")[2].partition("\n\n")[0]
    )
    cells = ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[1:])
    return [
        LeftOut(part, _paths(where), int(lines.replace(",", "")), _modules(_paths(doors)))
        for part, where, lines, doors in cells
    ]


ROWS = _rows()
each_part = pytest.mark.parametrize("row", ROWS, ids=[row.part for row in ROWS])


@each_part
def test_a_part_is_as_large_as_it_says(row: LeftOut) -> None:
    """To a tenth, so that the table tells what is saved."""
    files = [each for path in row.paths for each in ((ROOT / path).rglob("*"), [ROOT / path])]
    mine = [each for each in chain.from_iterable(files) if each.suffix in SOURCES]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in mine)

    assert row.lines == pytest.approx(lines, rel=0.1)


@each_part
def test_a_game_is_played_without_it(row: LeftOut, tmp_path: Path) -> None:
    """The demo of another game is made and synced where the part, and what it is a door to, cannot
    be imported: Cycle 15, Cycle 14, or one of another package.
    """
    gone = (*row.packages, *(door for door in row.doors if door.startswith("rules")))
    install(tmp_path / "site")
    rules = next(each for each in ("cycle15", "cycle14", "stones") if f"rules.{each}" not in gone)
    command = [sys.executable, "-c", PLAYS, str(tmp_path / "demo"), rules, *gone]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}

    run = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", check=False, cwd=ROOT,
        timeout=120,
    )  # fmt: skip

    assert "Traceback" not in run.stderr
    assert (run.returncode in (0, 1), "mistake in wikibot" in run.stderr) == (True, False)
    assert "done" in run.stdout
