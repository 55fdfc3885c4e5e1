"""Trades while a rule about what is traded is held."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rules.cycle15 import GAME
from tests.rules.rulesets import RULES
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine

NOW = datetime(2024, 1, 5, tzinfo=UTC)
ITEMS = "Players own items."


def played(state: Any, rules: str, *lines: tuple[str, str]) -> tuple[Any, str]:
    """The state after some lines by a ruleset, and the last answer."""
    actions = [
        Action(ActionId(1, number, 0), NOW, name, line, trusted=True)
        for number, (name, line) in enumerate(lines, 1)
    ]
    result = Engine(GAME, GAME.rulebook(rules)).play(state, actions, NOW)
    return result.state, f"{result.outcomes[-1].verdict}: {result.outcomes[-1].text}"


def test_a_trade_that_was_offered_before_is_held() -> None:
    """Also where what is given and taken is the same, so that nobody has more or less in the end."""
    rules = RULES["late"].text
    book = GAME.rulebook(rules)
    state = GAME.read(GAME.new_page(book, NOW, "State"), book, NOW).state
    offered, _ = played(
        state, rules, ("Ann", "join"), ("Bob", "join"),
        ("Ann", "correct Ann gains 2 Duck; Bob gains 2 Duck"),
        ("Ann", "trade 1 Duck to Bob for 1 Duck"),
    )  # fmt: skip
    reworded = rules.replace(ITEMS, f"{ITEMS} Nobody can trade.")
    after, answer = played(offered, reworded, ("Bob", "accept T1"))

    assert (len(offered.trades), answer[:12]) == (1, "held: Items:")
    assert played(offered, rules, ("Bob", "accept T1"))[1].startswith("done: T1 takes place")
