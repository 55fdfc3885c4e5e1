"""A type of space, an item and a section are added at one place each:
they are played, drawn and documented.
"""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
from msgspec.structs import replace
from datetime import UTC, datetime

from rules.cycle15 import space_types
from rules.cycle15.spaces import SpaceType

SAID = "the last space of the move in which it is selected"
space_types.TYPES += (SpaceType("Mire", "M", "sand", ends=True, says=SAID),)

from rules.cycle15.items import grants
from rules.cycle15.items.item import go_to
from rules.cycle15.items.item import Item

grants.ITEMS += (Item("Boots", "the user is on the initial space", (go_to,)),)

from rules.common.sections import Section
from rules.cycle15.cycle import Cycle15
from rules.cycle15.state import Player, Space, State
from tests.items_table import rows
from tests.rules.rulesets import RULES, pins_of
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.actions import Verb

HUM = Section(
    implements=(Implementation("Humming", says="players hum"),),
    verbs=(Verb("hum", "hum", "hum", "hums", lambda act: act.say("a tune")),),
    after_action=lambda act: act.say("in tune"),
)


class Humming(Cycle15):
    sections = (*Cycle15.sections, HUM)


GAME = Humming()
TEXT = RULES["late"].text
TEXT = TEXT.replace("==== Stop Sign ====", "==== Mire ====\\n\\nDeep.\\n\\n==== Stop Sign ====")
TEXT = TEXT.replace("| Duck ||", "| Boots || Back to the start. ||\\n|-\\n| Duck ||")
TEXT += "\\n== Humming ==\\n\\nAnybody hums.\\n"
BOOK = GAME.rulebook(TEXT, pins_of(GAME, TEXT, "late"))
NOW = datetime(2024, 1, 1, tzinfo=UTC)
SPACES = {n: Space(n, "Mire" if n == 1 else "Blank", successors=(n + 1,)) for n in range(4)}
STATE = State(NOW, spaces=SPACES, players={"Ann": Player("Ann", items={"Boots": 1})})
LINES = ("move -- 2d4 (1, 2) = 3", "use Boots", "hum")
IDS = [ActionId(0, 0, n) for n in range(len(LINES))]
ACTIONS = [Action(id_, NOW, "Ann", LINES[id_.index], id_.index, True, True) for id_ in IDS]
PLAYED = Engine(GAME, BOOK).play(STATE, ACTIONS)
for outcome in PLAYED.outcomes:
    print(outcome.verdict, outcome.text)
cells = [cell for group in GAME.picture(STATE, BOOK).groups for cell in group.cells]
print(*((cell.sign, cell.colour) for cell in cells if cell.id == "1"))
print(*(row for row in rows(BOOK) if "Boots" in row), end="")
print(GAME.implementations["Mire"].says)
"""


def test_what_is_added_at_one_place_is_there_everywhere() -> None:
    """A value among the types, one among the items and one among the sections are all."""
    command = [sys.executable, "-c", SCRIPT]

    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    assert run.stderr == ""
    assert run.stdout.splitlines() == [
        "done 0 → 1; in tune",
        "done Ann is now at 0; Boots is used up (0 left); in tune",
        "done a tune; in tune",
        "('M', 'sand')",
        "| 99 | Boots | automatic | The user is on the initial space. |",
        "the last space of the move in which it is selected",
    ]
