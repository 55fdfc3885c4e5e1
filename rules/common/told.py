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
    "Train Upgrades": "what items have added to it about trains",
    "Crab Upgrades": "what items have added to it about crabs",
    "Board": "each player is on a space; who is nowhere comes to the initial one",
    "Spaces": "there is always a space 0; a space without a type is Blank; no number is given twice",
    "Connections Between Spaces": "successors that are not spaces are taken off; new spaces have none",
    "Crystal": "a crystal for landing there or passing",
    "Crystal Orb": "a crystal for landing there",
    "Spin-up Spinner": "whoever lands there rolls, and the wheel turns up by as much",
    "Spin-down Spinner": "whoever lands there rolls, and the wheel turns down by as much",
    "Treasure": "a space of this category works as the type of its list that it stands for, and draws the next one",
    "Hazard": "a space of this category works as the type of its list that it stands for, and draws the next one",
    "Utility": "a space of this category works as the type of its list that it stands for, and draws the next one",
}

# What waits while a section is held that no verb or event of it names.
WAITS: Mapping[str, str] = {
    "Players": "`join`, `leave` and what they bring",
    "Categories": "spaces whose type is a category",
    "Combos": "rolls at party time that others share",
    "Dancing": "landing among others at party time",
    "Doubles": "moves with doubles",
    "Party": "whatever starts a party",
    "Wheel Rotation": "whatever turns the wheel",
    "Train Upgrades": "items about trains",
    "Crab Upgrades": "items about crabs",
}
_KINDS = {
    "Garbage: ": "`use {}`",
}


def waits(unit: str) -> str:
    """What waits while a unit is held, in words; "" where its verbs and events say it."""
    kind = next((words for beginning, words in _KINDS.items() if unit.startswith(beginning)), "")
    if unit.endswith(" Class Proposal"):
        kind = "proposals of that class"
    return WAITS.get(unit) or kind.format(unit.partition(": ")[2])


def waits_on_spaces(unit: str) -> str:
    """The same of a type of spaces."""
    return f"what happens on spaces of type {unit}"
