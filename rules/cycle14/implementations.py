"""Everything of the ruleset that is implemented, by the name of its unit."""

from __future__ import annotations

from collections.abc import Mapping

from rules.common import timed
from rules.common.principles import CHANNELS, KERNEL
from rules.common.told import SAYS
from rules.cycle14 import (
    banishment,
    components,
    curses,
    judges,
    obelisk,
    players,
    possessions,
    proposals,
    seasons,
    storehouse,
    time,
    trading,
    winning,
)
from rules.cycle14.rituals import gatherings, types
from rules.cycle14.tasks import (
    alchemy,
    befriend_grebe,
    blood_acquisition,
    encyclopaedia,
    foraging,
    herbalism,
    hiking,
    infernal_heart,
    instructing_grebe,
    mining,
    pot_synthesis,
    task,
)
from wikibot.game.implementations import Bears, Implementation, described, index

MODULES = (
    time, seasons, players, banishment, obelisk, possessions, trading, components, storehouse, task, mining,
    herbalism, encyclopaedia, alchemy, infernal_heart, blood_acquisition, befriend_grebe, instructing_grebe, foraging,
    pot_synthesis, hiking, gatherings, types, winning, proposals, judges, curses,
)  # fmt: skip
ACTIONS = Implementation(  # who is reputable is read from it
    "Actions", reads_numbers=True, says=SAYS["Actions"], people=CHANNELS, bears=Bears(verbs=timed.BY_REPUTATION)
)
IMPLEMENTATIONS: Mapping[str, Implementation] = index((ACTIONS, *KERNEL, *described(MODULES, SAYS)))
