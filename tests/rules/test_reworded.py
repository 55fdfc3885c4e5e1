"""No word of a rule changes without the bot holding what depends on it:
each unit of each ruleset, reworded in turn.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.common.game_on_pages import GameOnPages
from rules.cycle14 import GAME as CYCLE14
from rules.cycle15 import GAME as CYCLE15
from rules.round7 import GAME as ROUND7
from tests.for_each import portion
from tests.rules.reworded import NEW_WORDS, first_held, play_of, plays
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.scenarios import rulebook_of
from wikibot.stewards.notices import held_by

# Units by which nothing is played, with the reason. What they say people keep to themselves.
PEOPLE = {
    ("Cycle 15", "Rules"): "what a rule is, and that whoever joins agrees to abide by the rules",
    (
        "Cycle 15",
        "Actions",
    ): "which channel is for what, and that players keep the tables; the bot hears one page",
}


@pytest.mark.parametrize("name", plays() or [""])
def test_what_depends_on_a_reworded_unit_is_held(name: str) -> None:
    """Some line or event of some scenario waits for a steward because of it, and of it alone."""
    play, wrong = play_of(name), list[tuple[object, ...]]()
    for unit in portion(play.units, 3, name):
        book = rulebook_of(play.game, play.reworded(play.units[unit]))
        changed = [each for each in play.units if book.standing(each) is not WordingStatus.SAME]
        is_peoples = (name, unit) in PEOPLE
        held = first_held(play, play.units[unit], 30 if is_peoples else 1000)
        if changed != [unit] or NEW_WORDS not in book.unit(unit).text or bool(held) is is_peoples:
            wrong.append((unit, changed, held))

    assert wrong == []


@pytest.mark.parametrize("game", [CYCLE14, CYCLE15, ROUND7], ids=lambda game: game.name)
def test_a_steward_can_read_what_is_done_by_each_unit(game: GameOnPages[Any]) -> None:
    """Whoever accepts a new wording is told what the bot does by it."""
    assert [unit for unit, what in game.implementations.items() if not what.says] == []


@pytest.mark.parametrize("game", [CYCLE14, CYCLE15, ROUND7], ids=lambda game: game.name)
def test_a_steward_can_read_what_waits_for_each_unit(game: GameOnPages[Any]) -> None:
    """Each unit that is played by says what depends on it: lines, events, limits."""
    held = {unit: held_by(unit, game, game.rulebook("")) for unit in game.implementations}

    assert [unit for unit, words in held.items() if words == "held: lines that need it"] == []
