"""Ruleset section Judges, for Cycle 15: as all cycles have it, with verbs for all votes."""

from rules.common import judges
from rules.cycle15.proposals import PROPOSALS

RULES = judges.section(PROPOSALS)
