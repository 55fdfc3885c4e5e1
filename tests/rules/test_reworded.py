"""No word of a rule changes without the bot holding what depends on it:
each unit of each ruleset, reworded in turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from rules.common.game_on_pages import GameOnPages
from rules.cycle14 import GAME as CYCLE14
from rules.cycle14 import GAME as CYCLE_14
from rules.cycle15 import GAME as CYCLE15
from rules.cycle15 import GAME as CYCLE_15
from rules.round7 import GAME as ROUND7
from rules.round7 import GAME as ROUND_7
from tests.for_each import TIMES, portion
from tests.repin import WIKI, sources
from tests.rules.in_play import holds_or_changes, noted, read_numbers
from tests.rules.reworded import NEW_WORDS, first_held, held_lines, play_of, plays
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import MOST, NUMBER, Unit, reworded
from wikibot.game.scenarios import rulebook_of
from wikibot.stewards.notices import held_by
from wikibot.wikitext.dialect import fold

# Units by which nothing is played, with the reason. What they say people keep to themselves.
PEOPLE = {
    ("Cycle 15", "Rules"): "what a rule is, and that whoever joins agrees to abide by the rules",
    (
        "Cycle 15",
        "Actions",
    ): "which channel is for what, and that players keep the tables; the bot hears one page",
}


@pytest.mark.parametrize("name", plays() or [""])
def test_what_depends_on_a_reworded_unit_is_held(name: str) -> None:
    """Some line or event of some scenario waits for a steward because of it, and of it alone."""
    play, wrong = play_of(name), list[tuple[object, ...]]()
    for unit in portion(play.units, 3, name):
        book = rulebook_of(play.game, play.reworded(play.units[unit]))
        changed = [each for each in play.units if book.standing(each) is not WordingStatus.SAME]
        is_peoples = (name, unit) in PEOPLE
        held = first_held(play, play.units[unit], 30 if is_peoples else 1000)
        if changed != [unit] or NEW_WORDS not in book.unit(unit).text or bool(held) is is_peoples:
            wrong.append((unit, changed, held))

    assert wrong == []


@pytest.mark.parametrize("game", [CYCLE14, CYCLE15, ROUND7], ids=lambda game: game.name)
def test_a_steward_can_read_what_is_done_by_each_unit(game: GameOnPages[Any]) -> None:
    """Whoever accepts a new wording is told what the bot does by it."""
    assert [unit for unit, what in game.implementations.items() if not what.says] == []


@pytest.mark.parametrize("game", [CYCLE14, CYCLE15, ROUND7], ids=lambda game: game.name)
def test_a_steward_can_read_what_waits_for_each_unit(game: GameOnPages[Any]) -> None:
    """Each unit that is played by says what depends on it: lines, events, limits."""
    held = {unit: held_by(unit, game, game.rulebook("")) for unit in game.implementations}

    assert [unit for unit, words in held.items() if words == "held: lines that need it"] == []


# A rule whose text somebody put into a fresh section,
# with others or with more words, is held like one reworded.


# What does nothing but for what comes about in play asks for no line of its own; each is shown by a
# scenario.
SHOWN = [
    ("Cycle 15", ("Doubles",), "Doubles bring a Time Bean Chili"),
    ("Cycle 15", ("Dancing",), "At a party everybody on the space dances"),
    ("Cycle 15", ("Combos",), "At a party players who rolled the same number may each combo"),
    ("Cycle 15", ("Combos", "Dancing", "Doubles"), "Doubles bring a Time Bean Chili"),
    (
        "Cycle 15",
        ("Doubles", "Combos"),
        "At a party players who rolled the same number may each combo",
    ),
    ("Cycle 14", ("Grebes",), "An odd roll summons a grebe, after the blood was counted"),
    ("Round 7", ("Fives",), "Landing on a five brings ten poents"),
    ("Round 7", ("Looping", "Fives"), "Coming to the first space is going round, too"),
]


def merged(page: str, sections: tuple[str, ...]) -> str:
    """A page on which the texts of some sections stand in a fresh one at the end,
    with more words.
    """
    texts = []
    for title in sections:
        found = re.search(rf"(?ms)^(=+) ?{title} ?\1 *\n(?P<text>.*?)(?=^=|\Z)", page)
        assert found, title
        page = page[: found.start()] + page[found.end() :]
        texts.append(found["text"].strip())
    return f"{page.rstrip()}\n\n== Other Matters ==\n\n{' '.join((NEW_WORDS, *texts))}\n"


@pytest.mark.parametrize(("name", "sections", "title"), SHOWN)
def test_a_rule_that_went_into_a_fresh_section_is_held(
    name: str, sections: tuple[str, ...], title: str
) -> None:
    """What would come about by it waits for a steward, who is told where its text stands now."""
    play = play_of(name)
    scenario = next(each for each in play.scenarios if each.title == title)
    page = merged(play.page, sections)
    book = play.game.rulebook(page)

    assert [unit for _, unit in held_lines(scenario, play.page)] == []
    assert {unit for _, unit in held_lines(scenario, page)} & {*sections}
    assert {book.moved_into.get(unit) for unit in sections} == {"Other Matters"}
    assert [unit for unit in sections if not book.obstacle(unit)] == []


# Every number that a rule reads from its page:
# another one holds the rule, or play comes out otherwise by it.


RULESETS = tuple(plays()) or ("",)


@pytest.mark.parametrize("name", RULESETS)
def test_play_depends_on_each_number_that_is_read(name: str) -> None:
    """A scenario shows it, or the number is one of the few by which nobody plays,
    with the reason.
    """
    play, unseen = play_of(name), list[tuple[object, ...]]()
    for number, unit, place in portion(read_numbers(play), 3, name):
        other, shown = noted().get(number, ("", "no line in numbers_in_play.txt"))
        if other != "-" and not (other and holds_or_changes(play, unit, place, other, shown)):
            unseen.append((*number, unit.text[slice(*place)], other, shown))

    assert unseen == []


@pytest.mark.parametrize("name", RULESETS)
def test_no_line_tells_of_a_number_that_is_not_read(name: str) -> None:
    """Numbers that are pinned by now, or gone, need none."""
    there = [number for number, _, _ in read_numbers(play_of(name))]

    assert [number for number in noted() if number[0] == name and number not in there] == []


# Every number of every rule: another one in its place is read, or holds the rule; none is passed
# over, none is cut.
#
# By the rulesets of the demos, and by the real ones where they are at hand.


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
