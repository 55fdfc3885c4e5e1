"""What holds of every game: its demo, its verbs, and the rulesets that it was written for."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from tests.rules.rulesets import RULES, USUAL, real_page
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.game import Game
from wikibot.game.scenarios.runner import MONDAY, rulebook_of
from wikibot.game.verbs import unlisted

TWICE = ("withdraw",)  # from the storehouse, or by a steward what waits
GAMES = pytest.mark.parametrize("game", [RULES[rules].game for rules in USUAL.values()], ids=USUAL)


@pytest.mark.parametrize("game", [RULES[name].game for name in ("late", "cycle14", "round7")])
def test_the_demo_shows_every_verdict(game: Game[Any]) -> None:
    """Its lines on its own page are done, ask, are refused, not understood and held."""
    demo = game.demo()
    book = rulebook_of(game, demo.pages["Ruleset"])
    reading = game.read(demo.pages["Gamestate"], book, MONDAY - timedelta(hours=1))
    lines = [
        Action(ActionId(1, number, 0), MONDAY - timedelta(minutes=ago), who, text)
        for number, (who, ago, text) in enumerate(demo.lines, 1)
    ]
    played = Engine(game, book).play(reading.state, lines, MONDAY)

    assert reading.unreadable == ()
    assert {outcome.verdict for outcome in played.outcomes} == set(Verdict)


@GAMES
def test_help_has_an_example_of_every_verb(game: Game[Any]) -> None:
    """A line that begins with the verb, which no other verb is called, nor one of every game."""
    names = Counter(verb.name for verb in (*game.verbs, *KERNEL_VERBS))
    listed = [verb for verb in game.verbs if verb.available is not unlisted]
    others = [verb for verb in listed if not verb.example.casefold().startswith(verb.name)]

    assert [name for name, count in names.items() if count > 1 and name not in TWICE] == []
    assert [verb.name for verb in others] == []


@pytest.mark.parametrize("name", ["late", "early", "cycle14", "round7"])
def test_every_unit_of_the_real_ruleset_is_played(name: str) -> None:
    """Nothing of it waits for a steward or is unclassified."""
    book = rulebook_of(RULES[name].game, real_page(name))
    said = [unit for unit, each in book.units.items() if not each.empty]

    assert [unit for unit in book.units if book.obstacle(unit)] == []
    assert [unit for unit in said if not book.implementation(unit)] == []
