"""Every scenario holds, by our own wording of the rules and,
where it is at hand, by the real one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from tests.for_each import for_each, portion, try_each
from tests.rules.reading_well import badly_told, exact
from tests.rules.rulesets import HERE, RULES, USUAL, all_scenarios, real_page, runner_of
from tests.rules.shouted import shouted, unsaid
from wikibot.game.actions import Verb, unlisted
from wikibot.game.engine.orders import find_verb
from wikibot.game.scenarios import (
    TIME,
    ExpectedAnswer,
    PlayLine,
    Scenario,
    ScenarioRunner,
    Wrong,
    read_line,
    read_scenarios,
)
from wikibot.wikitext.messages import speaking

SCENARIOS = all_scenarios()
WEEKS = HERE.parent / "mediawiki" / "weeks"
REAL = [each for each in SCENARIOS if RULES[each.rules].folder and not each.changes]
WRONG = [
    ("late", "0 > 1 > 0", "Ann is on 0", "Mon 10:00 Ann: move -- 2d4 (1, 2) = 3", "Ann is on 0",
     r"done: 0 → 1 → 0 → 1"),
    ("cycle14", "the Obelisk has 3 cuts", "Ann owns 3⚡", "Mon 10:00 Ann: observe -- 1d3 (2) = 2",
     "Ann owns 3⚡", r"done"),
    ("round7", "the highest space is 9", "Ann is on 1", "Tue 10:00 Ann: move -- 1d6 (2) = 2",
     "Ann is on 4", r"done: Ann advances 2"),
]  # fmt: skip


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of each file; with ``-k``, which may have words of a title, of each scenario."""
    by_title = metafunc.config.option.keyword
    for name, scenarios in (("scenarios", SCENARIOS), ("of_real_rules", portion(REAL, 3))):
        if name in metafunc.fixturenames:
            together: dict[str, list[Scenario]] = {}
            for each in scenarios:
                title = str(each) if by_title else each.file
                together.setdefault(f"{each.rules} {title}", []).append(each)
            metafunc.parametrize(name, together.values(), ids=together)


def test_scenario(scenarios: Sequence[Scenario]) -> None:
    """What the scenario's title says, by our own wording of the rules;
    and all answers read well.
    """

    def holds(scenario: Scenario) -> None:
        runner = runner_of(scenario)
        runner.run()

        assert badly_told(played for _, played in runner.played) == []

    try_each(holds, [{"scenario": each} for each in scenarios])


@for_each("scenario", portion(SCENARIOS, 16))
def test_scenario_in_other_words(scenario: Scenario) -> None:
    """The state is the same at every line, and so are pages; only the words of answers differ,
    and all of them do that are the bot's own. A game in plain sentences tells those as they stand.
    """
    with speaking(shouted()):
        runner = runner_of(scenario)
        for number, line in scenario.lines:
            if not isinstance(read_line(line), ExpectedAnswer):
                runner.step(line, number)
        written = " ".join((runner.book.text, *(line for _, line in scenario.lines)))
        written = " ".join(written.split()).casefold()
        steps = () if runner.game.name == "generic" else [played for _, played in runner.played]
        answers = [each.text for played in steps for each in played.fired_events]
        answers += [each.text for played in steps
                    for each in played.outcomes if not exact(each.action.text)]  # fmt: skip

        assert [run for text in answers for run in unsaid(text, written)] == []


def test_scenario_by_the_real_ruleset(of_real_rules: Sequence[Scenario]) -> None:
    """The same by the ruleset as the players wrote it; how pages hold it does not depend on that.

    A scenario without a line of a player's is about what a page says.
    """

    def holds(scenario: Scenario) -> None:
        read = (read_line(line) for _, line in scenario.lines)
        is_played = any(isinstance(each, PlayLine) and each.who for each in read)

        runner_of(scenario, real_page(scenario.rules), pages=not is_played).run()

    try_each(holds, [{"scenario": each} for each in of_real_rules])


@pytest.mark.parametrize("name", ["cycle15", "cycle14", "round7", "round7_in_own_words"])
def test_weeks_have_the_answers_that_a_server_is_held_to(name: str) -> None:
    """Weeks of play for a real MediaWiki are scenarios, too: without it all is answered alike."""
    (week,) = read_scenarios((WEEKS / f"{name}.txt").read_text(encoding="utf-8"), name)
    rules = RULES[USUAL[name.partition("_")[0]]]
    week.pages["gamestate"] = [(WEEKS / f"{rules.game.name}.wiki").read_text(encoding="utf-8")]
    first = re.search(TIME, week.lines[0][1])
    pins = rules.pins(rules.text, accepted=True)

    assert first
    ScenarioRunner(week, rules.game, rules.text, pins, start=first[0]).run()


@pytest.mark.parametrize("game", USUAL)
def test_scenarios_play_every_verb(game: str) -> None:
    """Each verb that help lists has a line in one of them that must be done,
    so that what holds for them holds for the game.
    """
    verbs = RULES[USUAL[game]].game.verbs
    missing = {each.name for each in verbs if each.available is not unlisted} - BEFORE_PLAY
    for scenario in SCENARIOS:
        if RULES[scenario.rules].game.name == game:
            missing -= set(_done(scenario, verbs))

    assert missing == set()


BEFORE_PLAY = {"reading", "register"}  # tests/sync/test_readings.py gives readings by these lines


def _done(scenario: Scenario, verbs: Sequence[Verb]) -> Iterator[str]:
    """The verbs of lines that the scenario says are done."""
    read = [read_line(line) for _, line in scenario.lines]
    for pair in pairwise(read):
        match pair:
            case PlayLine(text=text), ExpectedAnswer("done") if found := find_verb(text, verbs):
                yield found[0].name


@pytest.mark.parametrize(("rules", "first", "second", "play", "claim", "answer"), WRONG)
def test_a_scenario_fails_when_its_claim_does_not_hold(
    rules: str, first: str, second: str, play: str, claim: str, answer: str
) -> None:
    """The runner itself: a wrong claim is an error that names file, line and the last answer."""
    lines = list(enumerate((first, second, play, claim), 1))

    with pytest.raises(Wrong, match=rf"here.txt:4: {claim}(.|\n)*last answer: {answer}"):
        runner_of(Scenario("wrong", "here", 1, rules, lines=lines)).run()
