"""What of the common rules depends on what time it is, for the sections that say how time is told."""

from __future__ import annotations

from rules.common.proceedings import PROCEEDINGS

VOTING = ("vote", "👍", "👎", "🤔")
TRADING = ("trade", "accept", "decline")
BY_REPUTATION = (
    "propose",
    "run for judge",
    "trade",
    "accept",
)  # who has been a player for long enough
BY_THE_CLOCK = (
    "join", *TRADING, "propose", *VOTING, "judge answer", "overturn", "confidence", "run for judge", "support",
    "oppose",
)  # fmt: skip
EVENTS = (PROCEEDINGS,)
