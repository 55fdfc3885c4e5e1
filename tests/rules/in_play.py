"""Whether play depends on a number of a rule: a scenario that comes out otherwise where another
number stands.

What shows it for each number is kept in ``numbers_in_play.txt``, found by

    python -m tests.rules.in_play

which tries all scenarios that touch the rule for the numbers that have no line yet, and prints
those without any. These get a reason by hand, in place of number and scenario: ``-`` and why play
does not depend on it. Where any other number alone would not fit the rest of the rule, which is
held then, the line ends in ``(held)``.

Scenarios are played without pages, as a number shows in play, and on a page only what has been
played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tests.rules.reworded import Play, plays, touches
from tests.rules.rulesets import runner_of, without_claims
from wikibot.game.engine.engine import Engine
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit, free_numbers, reworded
from wikibot.game.scenarios import MONDAY, Scenario

FILE = Path(__file__).with_name("numbers_in_play.txt")
NEW_PAGE = "(a new gamestate)"
HELD = "(held)"
_PLAIN: dict[
    tuple[str, str], tuple[object, ...]
] = {}  # what comes of scenarios by the pages as they are
Number = tuple[str, str, int]  # ruleset, unit, which of its free numbers


@cache
def noted() -> Mapping[Number, tuple[str, str]]:
    """Another number, and the title of the scenario that it changes, for each number that is read;
    or "-", a reason.
    """
    lines = (
        line.split(" | ", 3)
        for line in FILE.read_text(encoding="utf-8").splitlines()
        if line[:1] not in ("", "#")
    )
    return {
        (name, unit, int(at)): (other, shown)
        for name, unit, numbers, shown in lines
        for at, other in (number.split(" ") for number in numbers.split(", "))
    }


def read_numbers(play: Play) -> Iterator[tuple[Number, Unit, tuple[int, int]]]:
    """Every number of a ruleset that is read from the page,
    with its unit and where in that it stands.
    """
    book = play.book
    for unit in play.units.values():
        what = book.implementation(unit.name)
        for at, place in enumerate(free_numbers(book, unit, what.reads) if what else ()):
            yield (play.name, unit.name, at), unit, place


def changed(play: Play, unit: Unit, place: tuple[int, int], other: str) -> Rulebook | None:
    """The rulebook with another number there; None where the rule is held for it."""
    before = play.book
    made = reworded(before, unit, unit.text[: place[0]] + other + unit.text[place[1] :])
    book = before.with_unit(made, probing=False) if made else None
    return None if book is None or book.obstacle(unit.name) else book


def differs(play: Play, title: str, book: Rulebook) -> bool:
    """Whether a scenario comes out otherwise by a changed rulebook than by the page."""
    if title == NEW_PAGE:
        return bool(_new(play, book) != _new(play, play.book))
    return any(_differs(play, each, book) for each in _scenarios(play) if each.title == title)


def holds_or_changes(
    play: Play, unit: Unit, place: tuple[int, int], other: str, shown: str
) -> bool:
    """Whether another number makes the difference that is noted for it."""
    book = changed(play, unit, place, other)
    return book is None if shown == HELD else book is not None and differs(play, shown, book)


def _scenarios(play: Play) -> tuple[Scenario, ...]:
    return (*play.scenarios, *(plays()[play.like].scenarios if play.like else ()))


def _new(play: Play, book: Rulebook) -> Any:
    return play.game.read(play.game.new_page(book, MONDAY, "State"), book, MONDAY).state


def _differs(play: Play, scenario: Scenario, book: Rulebook) -> bool:
    key = play.name, str(scenario)
    if key not in _PLAIN:
        _PLAIN[key] = tuple(_steps(play, scenario, play.book))
    return any(
        one != other for one, other in zip_longest(_PLAIN[key], _steps(play, scenario, book))
    )


def _steps(play: Play, scenario: Scenario, book: Rulebook) -> Iterator[object]:
    """What comes of each line of play, as far as the scenario can be played."""
    runner = runner_of(scenario, play.page)
    runner.book, runner.engine = book, Engine(play.game, book)
    for _ in without_claims(runner):
        yield (runner.outcome and (runner.outcome.verdict, runner.outcome.text)), runner.state


def _others(number: str) -> tuple[str, ...]:
    """Other numbers to be tried."""
    if number.isdecimal():
        value = int(number)
        tried = (value + 1, value + 6, max(value - 1, 0), value * 10, 0)
        return tuple(dict.fromkeys(str(each) for each in tried if each != value))
    return {"one": ("two", "three"), "once": ("twice",), "two": ("three", "one")}.get(
        number, ("19", "1", "nineteen")
    )


def _shows(play: Play, unit: Unit, place: tuple[int, int]) -> tuple[str, str] | None:
    """Another number and a scenario that comes out otherwise by it."""
    for other in _others(unit.text[slice(*place)]):
        book = changed(play, unit, place, other)
        for title in _titles(play, unit) if book else ():
            if book and differs(play, title, book):
                return other, title
    others = _others(unit.text[slice(*place)])
    return None if any(changed(play, unit, place, other) for other in others) else (others[0], HELD)


def _titles(play: Play, unit: Unit) -> Iterable[str]:
    """Scenarios that touch a unit, first those that touch few others."""
    known, found = play.book.known_as(unit.name), list[tuple[int, str]]()
    for name in filter(None, (play.name, play.like)):
        touched = Counter(id(each) for scenarios in touches(name).values() for each in scenarios)
        found += [(touched[id(each)], each.title) for each in touches(name).get(known, ())]
    return (NEW_PAGE, *dict.fromkeys(title for _, title in sorted(found)))


def _find() -> None:
    """Add what shows it for each number without a line."""
    for play in plays().values():
        for number, unit, place in read_numbers(play):
            if number not in noted():
                found = _shows(play, unit, place) or (
                    "?",
                    unit.text[max(place[0] - 40, 0) : place[1] + 30],
                )
                with FILE.open("a", encoding="utf-8") as file:
                    (name, unit_name, at), (other, shown) = number, found
                    line = f"{name} | {unit_name} | {at} {other} | {shown}"
                    file.write(line.replace("\n", " ") + "\n")


if __name__ == "__main__":
    _find()
