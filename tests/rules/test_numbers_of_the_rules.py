"""Every number of every rule: another one in its place is read, or holds the rule; none is passed
over, none is cut.

By the rulesets of the demos, and by the real ones where they are at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from rules.cycle14 import GAME as CYCLE_14
from rules.cycle15 import GAME as CYCLE_15
from rules.round7 import GAME as ROUND_7
from tests.for_each import TIMES
from tests.repin import WIKI, sources
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import MOST, NUMBER, Unit, reworded
from wikibot.wikitext.dialect import fold

GAMES = {
    "Cycle 15": CYCLE_15, "Cycle 15 early": CYCLE_15, "Cycle 14": CYCLE_14, "Round 7": ROUND_7,
}  # fmt: skip
TEXTS = [(game, "demo") for game in (CYCLE_15, CYCLE_14, ROUND_7)] + [
    (game, name) for name, game in GAMES.items()
]
each_text = pytest.mark.parametrize(
    ("game", "source"), TEXTS, ids=[f"{game.name}-{name}" for game, name in TEXTS]
)


def text_of(game: Any, source: str) -> str:
    """A ruleset page; skips where it is not at hand."""
    found = sources(game).get(source)
    if found is None:
        pytest.skip(f"the real ruleset is not at hand ({WIKI})")
    return found


def rules(book: Rulebook) -> list[Unit]:
    """The units that are played by code, with something to say."""
    implemented = [(unit, book.implementation(unit.name)) for unit in book.units.values()]
    return [
        unit
        for unit, what in implemented
        if what and what.how not in (How.FLAVOUR, How.RULED) and unit.meaning
    ]


def changes(
    book: Rulebook, unit: Unit, others: Sequence[str] = ()
) -> Iterator[tuple[tuple[int, int], Rulebook]]:
    """For each number of a unit:
    where it is, and the rulebook with another one, of these in turn, in its place.
    """
    for at, found in enumerate(NUMBER.finditer(unit.text)):
        start, end = found.span()
        other = others[at % len(others)] if others else bigger(found[0])
        text = unit.text[:start] + other + unit.text[end:]
        made = reworded(book, unit, text)
        if made and fold(made.title) == fold(unit.title):
            changed = book.with_unit(made, probing=False)
            vars(changed).update(
                group=book.group, _counting=book._counting
            )  # found by most units, one does not matter
            yield (start, end), changed


def bigger(number: str) -> str:
    """Another number in the same form."""
    return (
        str(int(number) + 1)
        if number.isdecimal()
        else {"one": "two", "once": "twice", "a": "two"}.get(number, "19")
    )


def says_the_same(changed: Rulebook, unit: Unit) -> bool:
    """Whether the change touched nothing that counts, such as an ID."""
    return changed.standing(unit.name) in (WordingStatus.SAME, WordingStatus.COSMETIC)


def readings(book: Rulebook, unit: Unit) -> list[object]:
    """What the game reads out of a unit."""
    found: list[object] = []
    for reader in readers(book, unit):
        try:
            found.append(reader(book))
        except Held as held:  # of another wording of the unit
            found.append(held.text)
    return found


def readers(book: Rulebook, unit: Unit) -> tuple[Callable[..., Any], ...]:
    """What reads numbers of a unit."""
    what = book.implementation(unit.name)
    return what.reads if what else ()


@each_text
def test_another_number_is_read_or_holds_the_rule(game: Any, source: str) -> None:
    """No number of a rule that is played can change without play changing,
    or the rule being held.
    """
    book = game.rulebook(text_of(game, source))
    passed_over = [
        (unit.name, unit.text[start:end])
        for unit in rules(book)
        for (start, end), changed in changes(book, unit)
        if not says_the_same(changed, unit)
        and not changed.obstacle(unit.name)
        and readings(changed, unit) == readings(book, unit)
    ]

    assert passed_over == []


ODD = ("1,000", "2.5", "twenty-one", "-7", "1/2", "2 000", "10²", "9" * 4400)


@each_text
def test_an_odd_number_holds_the_rule(game: Any, source: str) -> None:
    """A part of it is never taken for the number:
    each number of each rule with one that is odd, and in a long search with all.
    """
    book = game.rulebook(text_of(game, source))
    cut = [
        (unit.name, unit.text[start:end])
        for count, unit in enumerate(rules(book))
        for turn in range(count, count + (len(ODD) if TIMES > 1 else 1))
        for (start, end), changed in changes(book, unit, ODD[turn % 8 :] + ODD[: turn % 8])
        if not says_the_same(changed, unit) and not changed.obstacle(unit.name)
    ]

    assert cut == []


@each_text
def test_no_rule_has_more_numbers_than_are_looked_at(game: Any, source: str) -> None:
    """Beyond that all of them would be pinned."""
    book = game.rulebook(text_of(game, source))

    assert [unit.name for unit in rules(book) if len(NUMBER.findall(unit.text)) > MOST] == []
