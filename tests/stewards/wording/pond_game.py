"""The pond as a game that is installed: everything is implemented, except tales and what is new."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.game.pond import CATALOGUES, PAGE, pins
from wikibot.game.game import Game
from wikibot.game.ruleset.implementations import How, Implementation, index
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.state import State

HOWS = {"(top)": How.FLAVOUR, "Trophies": How.RULED, "Fishing": How.ASKS}
VARIANTS = {"Frost": ("mild", "hard")}


def dice(book: Rulebook) -> list[str]:
    """The dice of a cast, as the page has them."""
    return re.findall(r"\b(\d+d\d+)", book.unit("Fishing").text)


IMPLEMENTATIONS = index(
    Implementation(
        name,
        HOWS.get(name, How.AUTOMATIC),
        (dice,) if name == "Fishing" else (),
        VARIANTS.get(name, ()),
    )
    for name in read_rulebook(PAGE, CATALOGUES).units
    if not name.startswith("Tales: ")
)


class Pond(Game[State]):
    """Rules alone; nothing can be played."""

    name = "pond"
    title = "The pond"

    def rulebook(self, ruleset: str, overlay: Sequence[Pin] = ()) -> Rulebook:
        return read_rulebook(
            ruleset, CATALOGUES, (*pins(done=IMPLEMENTATIONS), *overlay), IMPLEMENTATIONS
        )


GAME = Pond()
