"""The whole game: every rule is classified, no verb hides another, the demo shows all verdicts."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules.round7 import GAME
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.wordings import WordingStatus
from wikibot.game.verbs import Verb

REAL = Path(__file__).parents[3] / "../shared/wiki/Round 7/Ruleset.wiki"
NOW = datetime(2024, 1, 2, 12, tzinfo=UTC)
RULESET = GAME.demo().pages["Ruleset"]
BOOK = GAME.rulebook(RULESET)


def test_every_unit_of_the_real_ruleset_is_played() -> None:
    """Nothing of it is new, reworded or unclassified."""
    if not REAL.exists():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    book = GAME.rulebook(REAL.read_text(encoding="utf-8"))

    assert {str(book.standing(name)) for name in book.units} == {WordingStatus.SAME}
    assert [name for name in book.units if book.obstacle(name)] == []
    assert [
        name for name in book.units if not book.implementation(name) and not book.unit(name).empty
    ] == []


def test_no_verb_has_the_name_of_another() -> None:
    """Nor of one that every game has."""
    names = [verb.name for verb in (*GAME.verbs, *KERNEL_VERBS)]

    assert sorted(names) == sorted(dict.fromkeys(names))


def test_the_demo_shows_every_verdict() -> None:
    """From its own page by its own rules."""
    demo = GAME.demo()
    book = GAME.rulebook(demo.pages["Ruleset"])
    start = NOW - timedelta(minutes=10)
    actions = [
        Action(ActionId(1, number, 0), NOW - timedelta(minutes=minutes), account, text)
        for number, (account, minutes, text) in enumerate(demo.lines, 1)
    ]
    state = GAME.read(demo.pages["Gamestate"], book, start).state
    played = Engine(GAME, book).play(state, actions, NOW)

    assert {outcome.verdict for outcome in played.outcomes} == {*Verdict}


@pytest.mark.parametrize("verb", GAME.verbs, ids=lambda verb: verb.name)
def test_help_has_an_example_of_every_verb(verb: Verb) -> None:
    """A line that begins with the verb."""
    assert verb.example.casefold().startswith(verb.name)


@pytest.mark.parametrize(
    "section", [name for name in BOOK.units if "/" not in name and ": " not in name and name]
)
def test_a_wording_that_says_nothing_stops_nothing_else(section: str) -> None:
    """Accepted or not: timed events, the board, the JSON and a new page do without it."""
    title = re.escape(section)
    text = re.sub(
        rf"(?ms)(^(=+) ?{title} ?\2 *\n).*?(?=^=|\Z)",
        r"\1\nThings are as they are now.\n\n",
        RULESET,
    )
    pins = [
        Pin(u.name, "", u.prints.exact, u.prints.normal, u.prints.masked, "test", "2024-01-01")
        for u in GAME.rulebook(text).units.values()
    ]
    for book in (GAME.rulebook(text), GAME.rulebook(text, pins)):
        page = GAME.new_page(book, NOW, "a game")
        state = GAME.read(page, book, NOW).state
        lines = [
            ("Ann", "join"),
            ("Bob", "join"),
            ("Ann", "propose: Fish"),
            ("Bob", "propose Winning: Fish"),
        ]
        lines += [
            ("Ann", "move -- 1d6 (4) = 4"),
            ("Ann", "end turn"),
            ("Bob", "move -- 1d6 (6) = 6"),
        ]
        actions = [
            Action(ActionId(0, 0, n), NOW, who, line, n, by_name=True)
            for n, (who, line) in enumerate(lines, 1)
        ]
        played = Engine(GAME, book).play(state, actions, NOW + timedelta(days=8))

        assert not [o.text for o in played.outcomes if "the bot failed" in o.text]
        assert not [h.text for h in played.fired_events if "the bot failed" in h.text]
        assert GAME.picture(played.state, book)
        assert GAME.to_json(played.state, book)
