"""What is done by sections that share a module with others, in the bot's own words, for who accepts new wordings."""

from __future__ import annotations

from collections.abc import Mapping

SAYS: Mapping[str, str] = {
    "Rules": "nothing is played by it",
    "Actions": "the bot hears one page; who has been a player for long enough counts as reputable",
    "Random Choices": "what was rolled stands; no line gets another roll for the same",
    "Dice Rolls": "the dice of a roll are added up, or those counted that reach a target",
    "Progressive Actions": "an action is carried out when its last selection is made, in the phase in which it began",
    "Items": "players own items; they are created when gained and destroyed when lost",
    "General": "times are UTC, days begin at midnight, weeks on Monday",
    "Phases": "phases begin on the weekdays that its lines name",
    "Judges": "one judge answers requests; votes of confidence, and an election at each week's end",
    "Proposals": "proposals are voted on, and decided when their period ends",
    "Urgent Class Proposal": "voted on for the hours it names; passes unless too many are against it",
    "Standard Class Proposal": "voted on in the phase after; passes with more votes for than against",
    "Tune Up Class Proposal": "its proposer approves, holds or loses it before the phases it names end",
    "Second Reading Class Proposal": "as a Standard one, without votes for a rewrite",
    "Banishment Proposal": "as a Standard one; if it passes its target is banished for the time it names",
    "Sacrificial Proposal": "as an Urgent one; if it passes its author ceases to be a player",
    "Train Upgrades": "what items have added to it about trains",
    "Crab Upgrades": "what items have added to it about crabs",
    "Ritual that Displaces the Obelisk": "the Obelisk moves away by a kilometre",
    "Ritual that Rends the Obelisk": "the Obelisk has one cut more, and the storehouse 🪨 for each contributor",
    "Ritual that Destroys a Grebe": "the Obelisk loses a 🐦",
    "Ritual that risks our survival": "the Obelisk moves nearer by a kilometre, and contributors gain 🌿",
    "Ritual that Boosts Yields": "the gains of the next week are boosted",
    "Ritual that Frees Us": "the Obelisk is destroyed, and the contributors win",
    "Ritual of Murder": "its victim ceases to be a player, and the storehouse gains ❤️🔥",
    "Ritual to Appease the Obelisk": "all players win, and the cycle ends",
    "Information": "who is placed on a space lands on it; all else is for people",
}
