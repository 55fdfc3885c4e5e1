"""The demo changes something to see, and leaves something to do."""

from __future__ import annotations

from datetime import timedelta

from rules.cycle15 import GAME
from rules.cycle15.state import State
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine, Played
from wikibot.wikitext.numerals import parse_time

NOW = parse_time("2024-01-03T12:00:00Z")


def play() -> tuple[State, Played[State]]:
    """The demo's lines on its page: the state before, and what became of it."""
    demo = GAME.demo()
    book = GAME.rulebook(demo.pages["Ruleset"])
    reading = GAME.read(demo.pages["Gamestate"], book, NOW - timedelta(hours=1))
    actions = [
        Action(ActionId(1, number, 0), NOW - timedelta(minutes=minutes), account, text)
        for number, (account, minutes, text) in enumerate(demo.lines, 1)
    ]
    assert reading.unreadable == ()
    return reading.state, Engine(GAME, book).play(reading.state, actions, NOW)


def test_something_visible_happens() -> None:
    """Somebody moves, somebody gains a crystal, somebody is new."""
    before, played = play()
    ann = played.state.players["Ann"]

    assert (before.players["Ann"].location, ann.location) == (0, 21)
    assert ann.count("Crystal") > before.players["Ann"].count("Crystal")
    assert [name for name in played.state.players if name not in before.players] == ["Eve the Bold"]


def test_something_is_left_to_do() -> None:
    """A choice waits, so that the one who tries the demo can make it."""
    _, played = play()

    assert ("Bob", "space 4 of 5, after 3: 4, 20") in [
        (p.player, p.asks) for p in played.state.pending
    ]
