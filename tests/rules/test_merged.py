"""A rule whose text somebody put into a fresh section,
with others or with more words, is held like one reworded.
"""

from __future__ import annotations

import re

import pytest

from tests.rules.reworded import NEW_WORDS, held_lines, play_of

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
