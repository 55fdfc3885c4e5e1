"""Everything of the ruleset that is implemented, by the name of its unit."""

from __future__ import annotations

from collections.abc import Mapping

from rules.common import judge_office, proposal_classes, timed
from rules.common import players as common_players
from rules.common import trading as common_trading
from rules.common.principles import CHANNELS, KERNEL
from rules.common.readings import declared, joined
from rules.common.told import SAYS, waits
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
from rules.cycle14.rituals.ritual import CostOf as RitualCostOf
from rules.cycle14.tasks import encyclopaedia, herbalism, hiking, simple_tasks, task
from wikibot.game.ruleset.implementations import Bears, Implementation, described, index

MODULES = (
    time, seasons, players, banishment, obelisk, possessions, trading, components, storehouse, task, simple_tasks,
    herbalism, encyclopaedia, hiking, gatherings, types, winning, proposals, judges, curses,
)  # fmt: skip
ACTIONS = Implementation(  # who is reputable is read from it
    "Actions", says=SAYS["Actions"], people=CHANNELS, bears=Bears(verbs=timed.BY_REPUTATION)
)
READINGS = joined(
    (
        ("Actions", common_players.spans), (common_players.SECTION, common_players.spans),
        (judge_office.SECTION, judge_office.terms),
        (common_trading.SECTION, common_trading.days),
        (encyclopaedia.SECTION, encyclopaedia.all_changes), (hiking.SECTION, hiking.attributes),
        (types.RENDS, types.more_resolve),
        *((each.section, RitualCostOf(each.section)) for each in types.RITUALS),
        *((each.unit, encyclopaedia.Row(each.unit)) for each in encyclopaedia.IMPLEMENTS[1:]),
    ),
    declared((*MODULES, proposal_classes)),
)  # fmt: skip

IMPLEMENTATIONS: Mapping[str, Implementation] = index(
    (ACTIONS, *KERNEL, *described(MODULES, SAYS, waits)), READINGS
)
