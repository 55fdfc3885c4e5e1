"""Verbs that come from the ruleset page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, Outcome, Verb, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import Verbs
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Player, State

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)


def _verb(name: str) -> Verb:
    def play(act: ActionContext[State]) -> None:
        act.say(f"{act.player} did {name}")

    return Verb(name, name, name, f"the page lets you {name}", play)


def _read(book: Rulebook) -> Verbs:
    return Verbs(_verb(name) for name in re.findall(r"may (\w+)", book.text))


class FromPage(Tiny):
    """A game whose players may do what its ruleset page says that they may."""

    def verbs_in(self, state: State, book: Rulebook) -> Sequence[Verb]:
        del state
        return book.derived(_read)


def _answer(ruleset: str, line: str) -> Outcome:
    game = FromPage()
    state = State(NOON, players={"Ann": Player("Ann")})
    action = Action(ActionId(1, 1, 0), NOON, "Ann", line)
    return Engine(game, game.rulebook(ruleset)).play(state, [action]).outcomes[0]


def test_a_verb_of_the_page_is_played() -> None:
    """What the page lets players do is done."""
    outcome = _answer("A player may sing.", "sing")

    assert (Verdict.DONE, "Ann did sing") == (outcome.verdict, outcome.text)


def test_a_verb_is_gone_with_its_sentence() -> None:
    """Under another revision of the page its other verbs are in force."""
    outcome = _answer("A player may dance.", "sing")

    assert Verdict.HUH is outcome.verdict
    assert Verdict.DONE is _answer("A player may dance.", "dance").verdict


def test_help_lists_the_verbs_of_the_page() -> None:
    """Players see what the page of today lets them do."""
    listed = _answer("A player may dance.", "help").text

    assert "`dance` the page lets you dance" in listed
    assert "dig" not in listed
