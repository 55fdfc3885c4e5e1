"""What the cycles say about actions and dice in general: played by the kernel or left to people."""

from __future__ import annotations

from rules.common.sections import Section
from wikibot.game.ruleset.implementations import Bears, How, Implementation

CHANNELS = "which channel is for what; the bot hears one page, keeps the tables"
ROLLS = Bears(rolls=True)
# What the kernel does for every game.
KERNEL = (
    Implementation(
        "Random Choices",
        people="whether a roll was discarded for a better one; the bot keeps its own",
        says="what was rolled stands; no line gets another roll for the same",
        bears=ROLLS,
    ),
    Implementation(
        "Dice Rolls",
        says="the dice of a roll are added up, or those counted that reach a target",
        bears=ROLLS,
    ),
)
# What there is to say about rules in general: nothing to play, and nothing that play depends on.
RULES = Section(
    implements=(
        Implementation(
            "Rules",
            How.FLAVOUR,
            says="nothing is played by it",
            people="who joins agrees to abide by the rules; how they are ordered",
        ),
        Implementation("Actions", How.FLAVOUR, says="nothing is played by it", people=CHANNELS),
        *KERNEL,
        Implementation(
            "Progressive Actions",
            How.ASKS,
            says="an action is carried out when its last selection is made, in the phase in which "
            "it began",
            bears=Bears(verbs=("move",)),
        ),
        Implementation(
            "Items",
            says="players own items; they are created when gained and destroyed when lost",
            bears=Bears(changes=("items",)),
        ),
    )
)
