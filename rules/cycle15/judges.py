"""Ruleset section Judges, for Cycle 15: as all cycles have it, and the verbs for voting on everything there is."""

from rules.common import judges
from rules.cycle15.proposals import PROPOSALS

RULES = judges.section(PROPOSALS)
