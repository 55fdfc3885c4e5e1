"""Everything of the ruleset that is implemented, by the name of its unit."""

from __future__ import annotations

from collections.abc import Mapping

from rules.common import judge_office, principles, proposal_classes
from rules.common import players as common_players
from rules.common import trading as common_trading
from rules.common.notation import DiceOf
from rules.common.principles import CHANNELS
from rules.common.readings import declared, joined
from rules.common.told import SAYS, waits
from rules.cycle15 import judges, party, players, proposals, time, trading, upgrades, winning
from rules.cycle15.belongings import garbage, shards
from rules.cycle15.board import (
    categories,
    crystal_beam,
    shard_pile,
    spaces,
    spinners,
    types,
    unique_types,
    wheel_rotation,
)
from rules.cycle15.items import macgyvering, registry, using_items
from rules.cycle15.items import readings as item_readings
from rules.cycle15.moves import combos, dancing, doubles, movement
from wikibot.game.ruleset.implementations import Bears, How, Implementation, described, index

MODULES = (
    time, players, proposals, judges, trading, garbage, using_items, macgyvering, shards, spaces, types,
    unique_types, categories, wheel_rotation, movement, combos, dancing, doubles, winning, party, registry, upgrades,
)  # fmt: skip
# What there is to say about rules in general: nothing to play, and nothing that play depends on.
PRINCIPLES = (
    Implementation(
        "Rules",
        How.FLAVOUR,
        says=SAYS["Rules"],
        people="who joins agrees to abide by the rules; how they are ordered",
    ),
    Implementation("Actions", How.FLAVOUR, says=SAYS["Rules"], people=CHANNELS),
)
KERNEL = (
    *principles.KERNEL,
    Implementation(
        "Progressive Actions",
        How.ASKS,
        says=SAYS["Progressive Actions"],
        bears=Bears(verbs=("move",)),
    ),
    Implementation("Items", says=SAYS["Items"], bears=Bears(changes=("items",))),
)
READINGS = joined(
    (
        (common_players.SECTION, common_players.spans), (common_players.SECTION, players.reputable_grants),
        (proposal_classes.SECTION, players.reputable_grants), (crystal_beam.SECTION, crystal_beam.swept),
        (judge_office.SECTION, judge_office.terms), (common_trading.SECTION, common_trading.days),
        (wheel_rotation.SECTION, wheel_rotation.connections),
        *((section, DiceOf(section)) for section in (shard_pile.SECTION, spinners.UP, spinners.DOWN)),
        (upgrades.TRAINS, upgrades.AddsOf(upgrades.TRAINS)), (upgrades.CRABS, upgrades.AddsOf(upgrades.CRABS)),
    ),
    declared((*MODULES, *types.MODULES, proposal_classes)), item_readings.READINGS,
)  # fmt: skip

IMPLEMENTATIONS: Mapping[str, Implementation] = index(
    (*PRINCIPLES, *KERNEL, *described(MODULES, SAYS, waits)), READINGS
)
