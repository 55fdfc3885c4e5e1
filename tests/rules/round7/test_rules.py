"""Sections whose wording says nothing any more."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from rules.round7 import GAME
from tests.for_each import for_each
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.ruleset.recognition import Pin

NOW = datetime(2024, 1, 2, 12, tzinfo=UTC)
RULESET = GAME.demo().pages["Ruleset"]
BOOK = GAME.rulebook(RULESET)


@for_each("section", [name for name in BOOK.units if "/" not in name and ": " not in name and name])
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
            ("Ann", "join"), ("Bob", "join"), ("Ann", "propose: Fish"),
            ("Bob", "propose Winning: Fish"),
        ]  # fmt: skip
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
