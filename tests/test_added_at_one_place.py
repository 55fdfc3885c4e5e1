"""A task, a curse, an order of stewards and a setting are added by one line in one file each.

The line is put into the file as it is read, so that a second place would be missing.
"""

from __future__ import annotations

import subprocess
import sys

INSERT = """
import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path


def insert(name, after, line):
    spec = find_spec(name)
    source = Path(spec.origin).read_text(encoding="utf-8")
    assert source.count(after) == 1
    sys.modules[name] = module_from_spec(spec)
    exec(compile(source.replace(after, after + line), spec.origin, "exec"), vars(sys.modules[name]))

"""
ADDED = """
insert("wikibot.game.engine.steward_verbs", "ORDERS = (\\n", '''
    Verb("bless", "bless NAME", "bless Bob", "blesses a player",
         lambda act: act.say(f"{act.subject} is blessed"), Shape.TEXT,
         players_only=False, stewards_only=True),
''')
insert("wikibot.config.sections", '    \\"\\"\\"How the program behaves.\\"\\"\\"\\n', '''
    hat: kinds.Line = key("what the bot wears", "bowler")
''')
insert("rules.cycle14.tasks", "TASKS = (\\n", '''
    SimpleTask("Whittling", "whittle", "carves wood", "nothing but chips",
               deeds=(deed("whittle carve", may="wood"),)),
''')
insert("rules.cycle14.gatherings", "CURSES = (\\n", '''
    Curse("Curse of Hiccups", "the victim hiccups",
          lambda act, victim, _: act.say(f"{victim} hiccups")),
''')

from datetime import UTC, datetime
from rules.cycle14 import GAME
from rules.cycle14.state import Player, State
from tests.rules.rulesets import pins_of
from wikibot.config.sections import sample
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.steward_verbs import every_order

NOW = datetime(2024, 1, 2, tzinfo=UTC)
STATE = State(NOW, players={"Ann": Player("Ann", items={"Resolve": 3})})
text = GAME.demo().pages["Ruleset"]
text = text.replace("=== Mining ===", "=== Whittling ===\\n\\nChips fall.\\n\\n=== Mining ===")
row = "| Curse of Hiccups || Nothing || Hiccups.\\n|-\\n"
text = text.replace("| Curse of Blood ||", row + "| Curse of Blood ||")
book = GAME.rulebook(text, pins_of(GAME, text, None))
actions = [
    Action(ActionId(0, 0, n), NOW, "Ann", line, n, True, True)
    for n, line in enumerate(("whittle", "I carve some wood", "bless Ann"))
]
for outcome in Engine(GAME, book).play(STATE, actions).outcomes:
    print(outcome.verdict, outcome.text)
print(GAME.implementations["Whittling"].says)
print(book.obstacle("Curses: Curse of Hiccups"))
print(GAME.implementations["Curses: Curse of Hiccups"].says)
print(*(form for form in every_order() if "bless" in form))
print(*(line for line in sample().splitlines() if "bowler" in line))
"""
SHOWN = """\
done Ann loses 1⚡ (now 2); experience in Whittling is 1
done Ann loses 1⚡ (now 1); experience in Whittling is 2
done Ann is blessed
nothing but chips
None
the victim hiccups
`bless NAME` blesses a player
# hat = bowler
"""


def test_a_line_is_all_that_it_takes() -> None:
    """It is played or read, told to stewards or operators, and in the sample where there is one."""
    command = [sys.executable, "-c", INSERT + ADDED]

    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    assert ("", SHOWN) == (run.stderr, run.stdout)
