"""Everything of the ruleset that is implemented, by the name of its unit."""

from __future__ import annotations

from collections.abc import Mapping

from rules.common import phases
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
from wikibot.game.implementations import How, Implementation, index

MODULES = (
    time, phases, seasons, players, banishment, obelisk, possessions, trading, components, storehouse, task, mining,
    herbalism, encyclopaedia, alchemy, infernal_heart, blood_acquisition, befriend_grebe, instructing_grebe, foraging,
    pot_synthesis, hiking, gatherings, types, winning, proposals, judges, curses,
)  # fmt: skip
# What there is to say about actions in general: nothing to play, and nothing that play depends on.
PRINCIPLES = (Implementation("Actions", reads_numbers=True), Implementation("Random Choices", How.FLAVOUR))
# What the kernel does for every game.
KERNEL = (Implementation("Dice Rolls"),)
IMPLEMENTATIONS: Mapping[str, Implementation] = index(
    (*PRINCIPLES, *KERNEL, *(each for module in MODULES for each in module.IMPLEMENTS))
)
