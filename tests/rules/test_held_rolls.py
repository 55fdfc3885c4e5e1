"""While nobody has settled what a roll is, nothing is rolled:
neither dice with one outcome nor no dice at all.
"""

from __future__ import annotations

import pytest

from tests.for_each import for_each
from tests.rules.reworded import play_of
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.standing_rolls import Stated
from wikibot.game.problems import Held
from wikibot.game.scenarios import MONDAY

UNITS = [
    (name, unit) for name in ("Cycle 14", "Cycle 15") for unit in ("Dice Rolls", "Random Choices")
]


@for_each("name, unit", UNITS)
@for_each("count, sides", [(1, 1), (3, 1), (0, 6), (2, 6)])
def test_no_roll_is_made_while_its_rule_is_held(
    name: str, unit: str, count: int, sides: int
) -> None:
    """What a roll comes to is what the rule says; another one may give 1d1 another result."""
    play = play_of(name)
    book = play.game.rulebook(play.reworded(play.units[unit]))
    state = play.game.read(play.game.new_page(book, MONDAY, "a test"), book, MONDAY).state
    line = Action(ActionId(0, 0, 1), MONDAY, "Ann", "roll", 1)
    act = ActionContext(play.game, book, state, line, None, "", Stated())

    with pytest.raises(Held) as held:
        act.roll(count, sides, "a test")

    assert held.value.unit == unit
