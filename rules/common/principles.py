"""What the cycles say about actions and dice in general: what of it the kernel plays, and what is left to people."""

from __future__ import annotations

from rules.common.told import SAYS
from wikibot.game.ruleset.implementations import Bears, Implementation

CHANNELS = "which channel is for what; the bot hears one page, keeps the tables"
ROLLS = Bears(rolls=True)
# What the kernel does for every game.
KERNEL = (
    Implementation(
        "Random Choices",
        people="whether a roll was discarded for a better one; the bot keeps its own",
        says=SAYS["Random Choices"],
        bears=ROLLS,
    ),
    Implementation("Dice Rolls", says=SAYS["Dice Rolls"], bears=ROLLS),
)
