"""Ruleset section Judges, for Cycle 15: as all cycles have it, and the verbs for voting on everything there is."""

from __future__ import annotations

from rules.common import votes
from rules.common.judges import IMPLEMENTS, Judges
from rules.cycle15.proposals import PROPOSALS

__all__ = ["IMPLEMENTS", "JUDGES", "VERBS"]
JUDGES = Judges()
VERBS = (*votes.verbs(PROPOSALS.ballot(), *JUDGES.ballots), *JUDGES.verbs)
