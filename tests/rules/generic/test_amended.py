"""A ruleset page that changes: its verbs are in force at once, and the status line says so."""

from __future__ import annotations

from datetime import UTC, datetime

from rules.generic.game import GAME
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)
RULES = "== Work ==\nOnce per day, a player may dig: they gain 2 Gold.\n\nBe kind.\n"
PAGE = '== Players ==\n{| class="wikitable"\n! Name !! Gold\n|-\n| Ann || 1\n|}\n'


def _answer(rules: str, line: str, body: str = "") -> Outcome:
    book = GAME.rulebook(rules)
    action = Action(ActionId(1, 1, 0), NOON, "Ann", line, body=body)
    return Engine(GAME, book).play(GAME.read(PAGE, book, NOON).state, [action]).outcomes[0]


def _told(before: str, after: str) -> str:
    book = GAME.rulebook(after)
    return GAME.ruleset_changes(
        lambda: GAME.rulebook(before), book, GAME.read(PAGE, book, NOON).state
    )


def test_an_amended_verb_is_played_as_amended() -> None:
    """Nothing has to be accepted or installed."""
    assert "gains 2 Gold" in _answer(RULES, "dig").text
    assert "gains 5 Gold" in _answer(RULES.replace("2 Gold", "5 Gold"), "dig").text
    assert Verdict.HUH is _answer("Be kind.", "dig").verdict


def test_what_changed_is_counted() -> None:
    """Sentences that are new, changed, gone or for people."""
    new = "\nA player may hop: they lose 1 Gold. The moon is made of cheese.\n"
    told = _told(RULES, RULES.replace("2 Gold", "5 Gold") + new)

    assert "1 sentence is played anew" in told
    assert "1 sentence is played as changed" in told
    assert "1 sentence is for people (The moon is made of cheese.)" in told
    assert "" == _told(RULES, RULES)


def test_the_first_sync_counts_all() -> None:
    """So that a group sees at once how much of its ruleset is played."""
    book = GAME.rulebook(RULES)
    told = GAME.ruleset_changes(None, book, GAME.read(PAGE, book, NOON).state)

    assert "Of 2 sentences, 1 is played and 1 is for people" == told
