"""The real rulesets against the pins of their games. Extra: needs the folder that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.cycle14 import GAME as CYCLE14
from rules.cycle15.garbage import CATALOGUE as GARBAGE
from rules.round7 import GAME as ROUND7
from wikibot.game.ruleset.recognition import WordingStatus, bundled_pins
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.ruleset.units import Catalogue

FOLDER = Path(__file__).parents[3] / "shared" / "wiki"
CYCLE15 = (GARBAGE,)
GAMES = {
    "Cycle 15": ("rules.cycle15", CYCLE15, 150, 98),
    "Cycle 15 early": ("rules.cycle15", CYCLE15, 59, 23),
    "Cycle 14": ("rules.cycle14", CYCLE14.catalogues, 77, 31),
    "Round 7": ("rules.round7", ROUND7.catalogues, 29, 5),
}


def _read(name: str, package: str, catalogues: Sequence[Catalogue]) -> Rulebook:
    file = FOLDER / name / "Ruleset.wiki"
    if not file.is_file():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    return read_rulebook(file.read_text(encoding="utf-8"), catalogues, bundled_pins(package))


@pytest.mark.parametrize(
    ("name", "package", "catalogues", "count", "rows"), [(k, *v) for k, v in GAMES.items()]
)
def test_every_unit_is_pinned(
    name: str, package: str, catalogues: Sequence[Catalogue], count: int, rows: int
) -> None:
    """Each unit of each ruleset has a name of its own and stands exactly as it was pinned."""
    read = _read(name, package, catalogues)

    assert (len(read.units), sum(unit.catalogue != "" for unit in read.units.values())) == (
        count,
        rows,
    )
    assert [unit for unit in read.units if read.standing(unit) is not WordingStatus.SAME] == []


def test_which_of_two_wordings() -> None:
    """Where the early and the late ruleset of Cycle 15 differ, the variant tells them apart."""
    books = [_read(name, "rules.cycle15", CYCLE15) for name in ("Cycle 15 early", "Cycle 15")]

    assert [
        [book.variant(unit) for book in books] for unit in ("Movement", "Spaces", "Garbage: Fish")
    ] == [["early", "late"], ["", ""], ["", ""]]


def test_what_the_early_ruleset_did_not_have() -> None:
    """Rules of the late ruleset are not in force under the early one, and the other way round."""
    early, late = (_read(name, "rules.cycle15", CYCLE15) for name in ("Cycle 15 early", "Cycle 15"))

    assert [
        early.has("Casino"), late.has("Casino"), early.has("Wheel Rotation"),
        late.has("Wheel Rotation"),
    ] == [False, True, True, False]  # fmt: skip
