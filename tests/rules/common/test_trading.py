"""Trades while a rule about what is traded is held."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from rules.cycle15 import GAME
from tests.rules.rulesets import RULES
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine

NOW = datetime(2024, 1, 5, tzinfo=UTC)
ITEMS = "Players own items."


def played(state: Any, rules: str, *lines: tuple[str, str], later: int = 0) -> tuple[Any, str]:
    """The state after some lines by a ruleset, so many days later, and the last answer."""
    time = NOW + timedelta(days=later)
    actions = [
        Action(ActionId(1, number, 0), time, name, line, trusted=True)
        for number, (name, line) in enumerate(lines, 1)
    ]
    result = Engine(GAME, RULES["late"].book.reread(rules)).play(state, actions, time)
    return result.state, f"{result.outcomes[-1].verdict}: {result.outcomes[-1].text}"


def test_a_trade_that_was_offered_before_is_held() -> None:
    """Also where as much is given as taken, so that nobody has more or less in the end."""
    rules, book = RULES["late"].text, RULES["late"].book
    state = GAME.read(GAME.new_page(book, NOW, "State"), book, NOW).state
    joined, _ = played(state, rules, ("Ann", "join"), ("Bob", "join"))
    ducks = ("Ann", "correct Ann gains 2 Duck; Bob gains 2 Duck")
    offer = ("Ann", "trade 1 Duck to Bob for 1 Duck")
    offered, _ = played(joined, rules, ducks, offer, later=30)
    reworded = rules.replace(ITEMS, f"{ITEMS} Nobody can trade.")
    _, answer = played(offered, reworded, ("Bob", "accept T1"), later=30)

    assert (len(offered.trades), answer[:12]) == (1, "held: Items:")
    assert played(offered, rules, ("Bob", "accept T1"), later=30)[1].startswith("done: T1 takes")
