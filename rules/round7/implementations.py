"""Everything of the ruleset that is implemented, by the name of its unit."""

from __future__ import annotations

from collections.abc import Mapping

from rules.common.readings import declared, joined
from rules.common.told import SAYS, waits
from rules.round7 import (
    bank,
    chief_of_police,
    commerce,
    features,
    fives,
    frontier,
    game_board,
    gulag,
    houses,
    jail,
    leaving,
    looping,
    master_of_your_fate,
    moving,
    numbers,
    poent,
    proposals,
    shop,
    snek,
    towns,
    turns,
    winning,
)
from wikibot.game.ruleset.implementations import Bears, Implementation, described, index

MODULES = (
    winning, turns, proposals, game_board, moving, poent, fives, jail, gulag, master_of_your_fate, frontier, features,
    chief_of_police, shop, bank, houses, snek, towns, looping, commerce, numbers, leaving,
)  # fmt: skip
# Where the game is kept and announced: on the wiki, by the lines that the bot reads. That being
# placed on a space is landing on it is played with each placing.
INFORMATION = Implementation(
    "Information",
    says=SAYS["Information"],
    bears=Bears(changes=("places",)),
    waits=waits("Information"),
)
READINGS = joined(((jail.SECTION, jail.lucky),), declared(MODULES), shop.READINGS)
IMPLEMENTATIONS: Mapping[str, Implementation] = index(
    (INFORMATION, *described(MODULES, SAYS, waits)), READINGS
)
