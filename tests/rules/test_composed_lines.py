"""Whatever a form composes from the page that the bot keeps for it is read by the game as just
that.
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.for_each import portion
from tests.rules.any_game import MONDAY, Sometimes
from tests.rules.composing import Composer
from tests.rules.rulesets import ROUNDS, RULES
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.composing import Offered
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.line_player import LinePlayer
from wikibot.game.engine.orders import parse_order
from wikibot.game.engine.standing_rolls import Stated
from wikibot.game.game import Game
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State

WEEKS = Path(__file__).parents[1] / "mediawiki/weeks"
NAMES = ("Alice", "Bob", "Carol", "Dave")


@cache
def _begun(name: str, where: str) -> tuple[Game[Any], Rulebook, State]:
    """A game as it begins:
    of the demo, of the weeks on a server, or a new one with four players.
    """
    rules = RULES[name]
    game, book = rules.game, rules.book
    if where == "new":
        page = game.new_page(book, MONDAY, "a test")
    elif where == "demo":
        page = game.demo().pages["Gamestate"]
    else:
        page = (WEEKS / f"{game.name}.wiki").read_text(encoding="utf-8")
    return game, book, game.read(page, book, MONDAY).state


def _page(game: Game[Any], state: State, book: Rulebook, *, stated: bool) -> Any:
    return Offered(game, state, book, stated=stated, most=500).json(300)


BEGINNINGS = [
    (name, where)
    for name, rules in RULES.items()
    for where in ("new", "demo", "weeks")
    if where == "new" or name in ("demo", "late", "cycle14", "round7")
]
PLAYED = [
    (*beginning, stated)
    for number, beginning in enumerate(BEGINNINGS)
    for stated in (False, True)
    if beginning[0] not in ROUNDS or stated is bool(number % 2)
]
"""Each with dice of the bot and of players; rounds, which are of one game, by turns."""


@pytest.mark.parametrize(("name", "where", "stated"), portion(PLAYED, 2))
def test_a_game_of_composed_lines_is_understood(name: str, where: str, stated: bool) -> None:
    """No line is answered `huh`:
    neither actions that the page says one can take, nor answers to what waits.
    """
    random = Random(f"{name} {where} {stated}")
    game, book, state = _begun(name, where)
    engine = Engine(game, book, Stated() if stated else Sometimes(random))

    names = list(dict.fromkeys((*(each.owner for each in state.players.values()), *NAMES)))
    time = MONDAY
    if where == "new":
        joins = [Action(ActionId(1, n, 1), MONDAY, who, "join") for n, who in enumerate(names)]
        state = engine.play(state, joins).state
    for number in range(20 if where == "demo" else 5):
        time += timedelta(hours=random.randint(0, 8))
        start = engine.play(state, [], until=time).state
        page = _page(game, start, book, stated=stated)
        for who in random.sample(names, 3):  # each by the same page, and the last one counts
            line = _line(random, page, start, who)
            action = Action(ActionId(1, number, 0), time, who, line, by_name=True)
            played = engine.play(start, [action])
            state = played.state
            for outcome in played.outcomes:
                assert outcome.verdict is not Verdict.HUH, f"{line!r}: {outcome.text}"
                assert "report this as a bug" not in outcome.text


def _line(random: Random, page: Any, state: State, who: str) -> str:
    """A line that the form composes for an account: an answer, or else one of any of its verbs."""
    player = next((n for n, each in state.players.items() if each.owner == who), "")
    composer = Composer(random, page, player)
    answers = composer.answers()
    if answers and random.random() < 0.6:
        return random.choice(answers)
    lines = composer.lines()
    verb = random.choice(sorted({each[0] for each in lines if each[0] != "leave"}) or ["help"])
    return random.choice([each[1] for each in lines if each[0] == verb] or ["help"])


@pytest.mark.parametrize(("name", "where"), BEGINNINGS)
def test_every_form_says_its_verb_with_its_values(name: str, where: str) -> None:
    """What is composed is an order in exact form: of that verb, with what was chosen behind it."""
    game, book, state = _begun(name, where)
    verbs = LinePlayer(game, book, Stated()).verbs(state)
    for stated in (False, True):
        page = _page(game, state, book, stated=stated)
        for player in ("", *state.players):
            composer = Composer(Random(f"{name} {player}"), page, player)
            for verb, line, values in composer.lines(all_verbs=True):
                order = parse_order(line, verbs)
                assert verb == order.verb.name, line
                said = " ".join((order.subject, *order.answers, *map(str, order.rolls)))
                assert all(part in said for value in values for part in value.split(", ")), line


def test_the_dice_that_are_needed_are_named() -> None:
    """Where players roll, the form asks for the dice of the next roll:
    for an action, and for what waits.
    """
    game, book, state = _begun("demo", "demo")
    engine = Engine(game, book, Stated())
    ann = _page(game, state, book, stated=True)["players"][0]
    action = Action(ActionId(1, 2, 0), MONDAY, ann["name"], "move", by_name=True)
    after = engine.play(state, [action]).state
    (waits,) = _page(game, after, book, stated=True)["players"][0]["waits"]

    assert ann["dice"]["move"] == "2d4"
    assert waits["form"]["parts"] == ["choose ", {"label": "Rolls", "dice": "2d4"}]
