"""Ruleset section Beating of the Infernal Heart: 🩸, ⚗️ and ⚡ become ❤️🔥.

The ⚡ that it combines comes on top of the one that every task costs.
"""

from __future__ import annotations

import re

from rules.cycle14.components import components
from rules.cycle14.formulas import Alternative, FormulaError, read_amounts, total
from rules.cycle14.possessions import grant, pay
from rules.cycle14.state import State
from rules.cycle14.tasks.combining import cost
from rules.cycle14.tasks.task import task_verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.plain import plain

SECTION = "Beating of the Infernal Heart"
IMPLEMENTS = (Implementation(SECTION),)
_MAKES = re.compile(r"to create (?P<made>[^.]+)")


def made(book: Rulebook) -> Alternative:
    """What comes of it."""
    found = _MAKES.search(plain(book.unit(SECTION).text))
    try:
        return read_amounts(found["made"], components(book).find)[0] if found else ()
    except FormulaError as error:
        raise Held(SECTION, str(error)) from None


def _beat(act: ActionContext[State], experience: int) -> None:
    del experience
    pay(act, cost(act.book, SECTION), SECTION)
    for item, count in total(act.book.derived(made), {}).items():
        grant(act, act.player, item, count)


VERBS = (task_verb("beat heart", SECTION, "makes ❤️🔥 of 🩸, ⚗️ and ⚡", _beat),)
