"""Wares of the Shop that nobody programmed, bought for their price and used by their own words."""

from __future__ import annotations

from msgspec.structs import replace

from rules.round7 import GAME
from rules.round7.state import Player, State
from tests.rules.any_game import MONDAY
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.ruleset.recognition import Binding
from wikibot.stewards.accept import Origin, accept

PAGES = GAME.demo().pages
HOUSE = "| House || 5 poents || See Houses"
MORE = """
|-
| Drum || 2 poents || Each player gains 1 poent. Another player loses 2 poents.
|-
| Ladder || 1 poent || Move 3 spaces forward.
|-
| Rope || 4 poents || You move to space 4.
|-
| Bell || some fish || Gain 1 poent."""
RULESET = PAGES["Ruleset"].replace(HOUSE, HOUSE + MORE)
UNITS = ("Shop: Drum", "Shop: Ladder", "Shop: Rope")


def accepted() -> tuple[Binding, ...]:
    """What a steward accepted."""
    return accept(GAME.rulebook(RULESET), UNITS, (), Origin("2024-01-05", "test"))


def played(line: str, pins: tuple[Binding, ...], **items: int) -> tuple[State, Outcome]:
    """What comes of a line of Ann's, who is on space 2 with nine poents."""
    book = GAME.rulebook(RULESET, pins)
    ann = Player("Ann", space=2, poents=9, items=items)
    players = {"Ann": ann, "Bob": Player("Bob", space=1, poents=5)}
    state = replace(State(now=MONDAY), players=players)
    action = Action(ActionId(1, 1, 0), MONDAY, "Ann", line)
    found = Engine(GAME, book).play(state, [action])
    return found.state, found.outcomes[0]


def test_what_a_steward_is_shown_of_a_new_ware() -> None:
    """What it does and what it costs; nothing where the price is not read."""
    book = GAME.rulebook(RULESET)

    assert book.in_words("Shop: Drum").says == (
        "Each player gains 1 Poent; another player loses 2 Poents. Price: 2 poents."
    )
    assert book.in_words("Shop: Bell").says == ""
    assert GAME.rulebook(RULESET.replace("Effect", "Use")).in_words("Shop: Drum").says == ""


def test_it_is_bought_and_used_once_accepted() -> None:
    """Until then, both wait for a steward."""
    waits = played("buy Drum", ())[1].verdict
    bought = played("buy Drum", accepted())[0].players["Ann"]
    state, outcome = played("use Drum: Bob", accepted(), Drum=1)

    assert waits is Verdict.HELD
    assert (bought.poents, bought.items) == (7, {"Drum": 1})
    assert outcome.verdict is Verdict.DONE
    assert [(each.poents, dict(each.items)) for each in state.players.values()] == [
        (10, {}),
        (4, {}),
    ]


def test_moves_are_those_of_the_board() -> None:
    """Steps pass what lies between; a move to a space lands there."""
    up = played("use Ladder", accepted(), Ladder=1)[0].players["Ann"]
    there = played("use Rope", accepted(), Rope=1)[0].players["Ann"]

    assert (up.space, there.space) == (5, 4)
