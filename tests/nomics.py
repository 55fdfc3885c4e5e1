"""Nomics in the words of their groups, and how many of their mechanics are played as written.

``python -m tests.nomics DIR [--all]`` counts them, and ``--all`` lists them. Each nomic is a folder
with `rules.txt` (`H`, `P`, `S`, `D` or `M|id|` and a line of the ruleset page), `gamestate.wiki`,
`plays.txt`, and perhaps readings by the id of the sentence (`id|E|PLAIN SENTENCES`).
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from rules.generic.game import GAME
from wikibot.apply import apply_log
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.game.ruleset.readings import read_readings, wording
from wikibot.wikitext.escape import encode_value
from wikibot.wikitext.numerals import parse_time

ROOT = Path(__file__).parents[2] / "shared" / "nomics"
_BEFORE = parse_time("2026-11-01T00:00:00Z")  # all plays
_WAITS = ("held", "needs")
_YES_OR_NO = {True: "yes", False: "no"}
_LEFT = (*_WAITS, "huh")  # verdicts of lines that nothing is played by
_NOBODY = ("nobody", "vacant", "none", "-")  # as a cell has it in which the bot reads no name
_FOR_PEOPLE = "It is for people"  # in what refuses a line


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

    @property
    def ids(self) -> Sequence[str]:
        """The mechanics that it is about."""
        return [each for each in self.name.split()[1:] if each != "refuse"]


class Ending(NamedTuple):
    """How a play came out: why it is not as the rules demand, "" where it is; and what was done."""

    wrong: str
    is_left: bool = False

    @property
    def judged(self) -> str:
        return "left" if self.wrong and self.is_left else "wrong" if self.wrong else "right"


class Nomic:
    """One group's pages."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.rules = [each.split("|", 2) for each in _lines(folder / "rules.txt")]
        self.gamestate = (folder / "gamestate.wiki").read_text(encoding="utf-8")
        self.given = readings_in(folder) | _newer(folder.name)
        self.register = dict(_words(folder / "register.txt"))
        self.plays = tuple(_plays(_lines(folder / "plays.txt"), self._names))
        self.words = dict(_words(folder / "verbs.txt"))

    @property
    def mechanics(self) -> Mapping[str, str]:
        """The sentences that say what is played, by their ids."""
        return {each[1]: each[2] for each in self.rules if each[0] == "M"}

    @property
    def ruleset(self) -> str:
        """The ruleset page."""
        return "".join(f"{each[-1] if len(each) > 1 else ''}\n" for each in self.rules)

    def readings(self, given: Mapping[str, str]) -> str:
        """The readings page with readings by the ids of their sentences."""
        texts = (each for each in self.rules if len(each) == 3 and each[0] != "H")
        return readings_page(
            {text: given[id_] for _, id_, text in texts if id_ in given}, self.register
        )

    def said(self, values: str = "") -> Sequence[str]:
        """The ids of the mechanics that are played whole, as written or by their readings.

        ``values``: more of the page, which their readings need.
        """
        book = GAME.rulebook(self.ruleset).with_readings(read_readings(self.readings(self.given)))
        every = GAME.sentences(f"{self.gamestate}\n{values}", book, _BEFORE, offering=False)
        texts = {id_: wording(text) for id_, text in self.mechanics.items()}
        found = {
            id_: [each.played for each in every if wording(each.text) in text]
            for id_, text in texts.items()
        }
        return [id_ for id_, played in found.items() if played and all(played)]

    @cached_property
    def _names(self) -> Sequence[str]:
        """The names of players and things: the first cells of the rows of the page."""
        return re.findall(r"^\|(?!-|\}) ?(.+?) *\|\|", self.gamestate, re.MULTILINE)

    @cached_property
    def _before(self) -> Mapping[str, Any]:
        return apply_log(GAME, self.ruleset, self.gamestate, "").state

    def comes_out(
        self, play: Play, given: Mapping[str, str] | None = None, *, reworded: bool = False
    ) -> Ending:
        """How a play comes out with its readings, or with those that are given."""
        said = self.words if reworded else {}
        lines = []
        for line in play.lines:
            head, _, text = line.partition(": ")
            lines.append(f"{head}: {said.get(text, text)}")
        page = self.readings(self.given if given is None else given)
        applied = apply_log(
            GAME, self.ruleset, self.gamestate, "\n".join(lines), play.now, readings=page
        )
        if applied.problems:
            return Ending(f"problems: {applied.problems}", is_left=True)
        before, last = applied.outcomes[:-1], applied.outcomes[-1:]
        found = [each for each in before if each.verdict != "done"]
        waits = play.refuses and last[0].verdict in _WAITS
        found += [each for each in last if (each.verdict == "done") == play.refuses or waits]
        wrong = [f"{each.verdict}: {each.text}" for each in found]
        is_left = any(each.verdict in _LEFT or _FOR_PEOPLE in each.text for each in found)
        changed = any(each.verdict == "done" for each in found)
        for cell, wanted in play.cells.items():
            now = value(applied.state, cell)
            shown = ", ".join(now) if isinstance(now, list) else str(now)
            shown = _YES_OR_NO[now] if isinstance(now, bool) else shown
            if shown != wanted and (now or wanted not in _NOBODY):
                wrong.append(f"{cell} is {now!r}")
                changed |= now != value(self._before, cell)
        return Ending("; ".join(wrong), is_left or not changed)


# -- the measure -----------------------------------------------------------------------------------


def findings(nomic: Nomic) -> Mapping[str, Sequence[SentenceFinding]]:
    """What the check says of each mechanic as written, sentence by sentence."""
    book = GAME.rulebook(nomic.ruleset).with_readings(read_readings(nomic.readings({})))
    found: dict[str, list[SentenceFinding]] = {id_: [] for id_ in nomic.mechanics}
    texts = {id_: wording(text) for id_, text in nomic.mechanics.items()}
    for each in GAME.sentences(nomic.gamestate, book, _BEFORE, offering=True):
        said = wording(each.text)
        for id_, text in texts.items():
            if said in text:
                found[id_].append(each)
                break
    return found


class Measured(NamedTuple):
    """A mechanic: how it is understood as written, and what is offered for it."""

    id: str
    how: str  # right, misread, unplayed; for people: offered right or wrong, offered, nothing
    says: Sequence[str]


def measured(nomic: Nomic) -> tuple[Sequence[Measured], Mapping[str, Ending]]:
    """All mechanics of a nomic, and how its plays come out as written."""
    said_of = findings(nomic)
    understood = {id_ for id_, said in said_of.items() if said and all(e.played for e in said)}
    plays = {}
    for each in nomic.plays:
        ending = nomic.comes_out(each, {})
        whole = understood.issuperset(id_ for id_ in each.ids if id_ in said_of)
        if not whole and not ending.wrong and each.refuses:
            ending = Ending("refused, but not by what is demanded", is_left=True)
        plays[each.name] = ending
    found = []
    for id_, said in said_of.items():
        about = [each for each in nomic.plays if id_ in each.ids]
        if id_ in understood:
            judged = {plays[each.name].judged for each in about}
            how = next((e for e in ("wrong", "left") if e in judged), "right")
            found.append(Measured(id_, f"understood, {how}", [each.says for each in said]))
            continue
        offers = [offer.text for each in said for offer in each.offers]
        judged = {_judged_with(nomic, about, {id_: offer}) for offer in offers}
        how = next((e for e in ("right", "unjudged", "wrong") if e in judged), "")
        skeleton = [" · ".join(each.skeleton) for each in said if not each.played]
        how = f"offered, {how}" if offers else "for people"
        found.append(Measured(id_, how, offers or skeleton))
    return found, plays


def _judged_with(nomic: Nomic, plays: Sequence[Play], offer: Mapping[str, str]) -> str:
    """How the plays about a mechanic come out, as written or reworded, if an offer is taken."""
    given, found = {**nomic.given, **offer}, set()
    for play in plays:
        ways = {nomic.comes_out(play, given, reworded=way).judged for way in (False, True)}
        found.add(next(each for each in ("right", "left", "wrong") if each in ways))
    return "wrong" if "wrong" in found else "right" if "right" in found else "unjudged"


def _main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path, nargs="?", default=ROOT)
    arguments.add_argument("--all", action="store_true", help="list each mechanic and play")
    given = arguments.parse_args()
    total: Counter[str] = Counter()
    for folder in sorted(each.parent for each in given.folder.rglob("rules.txt")):
        nomic = Nomic(folder)
        mechanics, plays = measured(nomic)
        counts = Counter({"mechanics": len(mechanics), "plays": len(plays)})
        counts += Counter(each.how for each in mechanics)
        counts += Counter(f"plays {each.judged}" for each in plays.values())
        total += counts
        print(f"{nomic.name}: {_told(counts)}")  # noqa: T201
        texts = nomic.mechanics
        for each in mechanics if given.all else ():
            print(f"  {each.id} {each.how}: {texts[each.id]}", *each.says, sep="\n      ")  # noqa: T201
        for name, ending in plays.items() if given.all else ():
            print(f"  play {name}: {ending.judged} {ending.wrong}")  # noqa: T201
    print(f"all: {_told(total)}")  # noqa: T201


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))


# -- the files -------------------------------------------------------------------------------------


def readings_in(folder: Path) -> dict[str, str]:
    """The readings that hold, by the id of their sentence."""
    rows = (each.split("|", 2) for each in _lines(folder / "rewrites.txt"))
    return {id_: text for id_, kind, text in rows if kind == "E"}


def _newer(group: str) -> dict[str, str]:
    """Readings in forms that the language has by now."""
    rows = (each.split("|", 2) for each in _lines(Path(__file__).with_suffix(".txt")))
    return {id_: text for name, id_, text in rows if name == group}


def value(state: Mapping[str, Any], cell: str) -> Any:
    """What stands in ``Ida.Wheat``, or under the label of ``*Season``, by a state in JSON."""
    if cell in ("*Winner", "*Winners"):  # a line of the page that the bot keeps
        return ", ".join(state["winners"])
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
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def _words(file: Path) -> Iterator[tuple[str, str]]:
    for line in _lines(file):
        said, _, meant = line.partition(" => ")
        yield said, meant


def _plays(lines: Sequence[str], names: Sequence[str]) -> Iterator[Play]:
    blocks: list[list[str]] = []
    for line in lines:
        if line.startswith("play "):
            blocks.append([])
        if line.strip():
            blocks[-1].append(line)
    for number, (name, *rest) in enumerate(blocks, start=1):
        nows = [each[4:] for each in rest if each.startswith("now ")]
        shown = " ".join(each[2:] for each in rest if each.startswith("> "))
        yield Play(
            f"{number}: {name[5:]}",
            [each for each in rest if not each.startswith(("now ", "> ", "!"))],
            "!" in rest,
            parse_time(nows[0]) if nows else None,
            dict(cells(shown, names)),
        )


def cells(text: str, names: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """``Ida.Empty plots=0 Ida.Sown plots=4`` as pairs. ``names``: of those who have cells."""
    owner = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    owner = owner or r"[^\s=.]+"
    begins = list(re.finditer(rf"(?:^| )((?:\*|(?:{owner})\.)[^=]+)=", text))
    ends = [*(each.start() for each in begins[1:]), len(text)]
    yield from ((each[1], text[each.end() : end]) for each, end in zip(begins, ends, strict=True))


if __name__ == "__main__":
    _main()
