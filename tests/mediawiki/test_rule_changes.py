"""The bot is killed behind changes of what is played; `make campaign` does so more often."""

from __future__ import annotations

from random import Random

import pytest

from tests.campaign.report import Figures
from tests.campaign.rule_changes import CHANGES, RuleKills
from tests.for_each import TIMES
from tests.mediawiki.server import Server


@pytest.mark.parametrize("kind", CHANGES)
def test_no_rule_is_played_that_nobody_agreed_to(mediawiki_143: Server, kind: str) -> None:
    """Nor is any line lost, or answered twice."""
    play = RuleKills(mediawiki_143, Random(kind), 1.0, kind)
    play.run(TIMES, Figures("rule changes"))

    assert [] == play.arena.end(), "\n".join(play.arena.trace)
