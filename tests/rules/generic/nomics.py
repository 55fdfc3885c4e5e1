"""Nomics in the words of their groups, with readings for their sentences: ruleset, pages, plays.

Each is a folder with `rules.txt` (`H`, `P`, `S`, `D` or `M|id|` and a line of the ruleset page),
`gamestate.wiki`, `plays.txt` and readings by the id of the sentence: `id|E|PLAIN SENTENCES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from rules.generic.game import GAME
from wikibot.apply import apply_log
from wikibot.game.calendar import parse_time
from wikibot.wikitext.escape import encode_value

ROOT = Path(__file__).parents[4] / "shared" / "nomics"


def readings_page(rows: Mapping[str, str], register: Mapping[str, str] | None = None) -> str:
    """A readings page."""
    given = "".join(
        f"|-\n| {encode_value(said)} || {encode_value(means)} || Ann\n"
        for said, means in rows.items()
    )
    words = "".join(f"|-\n| {words} || {mean}\n" for words, mean in (register or {}).items())
    page = "{|\n! Sentence !! Is played as !! Given by\n" + given + "|}\n"
    return page + ("{|\n! Words !! Mean\n" + words + "|}\n" if words else "")


class Play(NamedTuple):
    """Lines, whether the last must be refused, when it ends, and cells that are so afterwards."""

    name: str
    lines: Sequence[str]
    refuses: bool
    now: datetime | None
    cells: Mapping[str, str]


class Nomic:
    """One group's pages."""

    def __init__(self, folder: Path) -> None:
        self.rules = [each.split("|", 2) for each in _lines(folder / "rules.txt")]
        self.gamestate = (folder / "gamestate.wiki").read_text(encoding="utf-8")
        self.given = readings_in(folder) | _newer(folder.name)
        self.register = dict(_words(folder / "register.txt"))
        self.plays = tuple(_plays(_lines(folder / "plays.txt")))
        self.words = dict(_words(folder / "verbs.txt"))

    @property
    def ruleset(self) -> str:
        """The ruleset page."""
        return "".join(f"{each[-1] if len(each) > 1 else ''}\n" for each in self.rules)

    @property
    def readings(self) -> str:
        """The readings page."""
        texts = (each for each in self.rules if len(each) == 3 and each[0] != "H")
        return readings_page(
            {text: self.given[id_] for _, id_, text in texts if id_ in self.given}, self.register
        )

    def comes_out(self, play: Play, *, reworded: bool = False) -> str:
        """Why a play does not come out as the rules demand; "" where it does."""
        said = self.words if reworded else {}
        lines = []
        for line in play.lines:
            head, _, text = line.partition(": ")
            lines.append(f"{head}: {said.get(text, text)}")
        applied = apply_log(
            GAME, self.ruleset, self.gamestate, "\n".join(lines), play.now, readings=self.readings
        )
        *before, last = applied.outcomes
        wrong = [f"{each.verdict}: {each.text}" for each in before if each.verdict != "done"]
        if applied.problems:
            return f"problems: {applied.problems}"
        if (last.verdict == "done") == play.refuses:
            wrong.append(f"{last.verdict}: {last.text}")
        if play.refuses and last.verdict not in ("cant", "huh"):
            wrong.append(f"{last.verdict}: {last.text}")
        for cell, value in play.cells.items():
            found = _value(applied.state, cell)
            if str(found) != value:
                wrong.append(f"{cell} is {found!r}")
        return "; ".join(wrong)


def readings_in(folder: Path) -> dict[str, str]:
    """The readings that hold, by the id of their sentence."""
    rows = (each.split("|", 2) for each in _lines(folder / "rewrites.txt"))
    return {id_: text for id_, kind, text in rows if kind == "E"}


def _newer(group: str) -> dict[str, str]:
    """Readings in forms that the language has by now."""
    rows = (each.split("|", 2) for each in _lines(Path(__file__).with_suffix(".txt")))
    return {id_: text for name, id_, text in rows if name == group}


def _value(state: Mapping[str, Any], cell: str) -> Any:
    if cell.startswith("*"):
        return state["values"].get(cell[1:])
    owner, _, field = cell.partition(".")
    players = [each for each in state["players"] if each["name"] == owner]
    rows = players or [e for rows in state["tables"].values() for e in rows if e["name"] == owner]
    if not rows:
        return None
    row = rows[0]
    return row["fields"].get(field, row.get("items", {}).get(field, 0))


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def _words(file: Path) -> Iterator[tuple[str, str]]:
    for line in _lines(file) if file.exists() else ():
        said, _, meant = line.partition(" => ")
        yield said, meant


def _plays(lines: Sequence[str]) -> Iterator[Play]:
    blocks: list[list[str]] = []
    for line in lines:
        if line.startswith("play "):
            blocks.append([])
        if line.strip():
            blocks[-1].append(line)
    for number, (name, *rest) in enumerate(blocks, start=1):
        nows = [each[4:] for each in rest if each.startswith("now ")]
        cells = " ".join(each[2:] for each in rest if each.startswith("> "))
        yield Play(
            f"{number}: {name[5:]}",
            [each for each in rest if not each.startswith(("now ", "> ", "!"))],
            "!" in rest,
            parse_time(nows[0]) if nows else None,
            dict(_cells(cells)),
        )


def _cells(text: str) -> Iterator[tuple[str, str]]:
    """``Ida.Empty plots=0 Ida.Sown plots=4`` as pairs."""
    *names, last = text.split("=")
    values = [each.partition(" ")[0] for each in (*names[1:], last)]
    cells = [names[0], *(each.partition(" ")[2] for each in names[1:])]
    yield from zip(cells, values, strict=True)
