"""What items read from their descriptions: which of the numbers there, counted from 0 without dice, and which dice."""

from __future__ import annotations

from rules.common.notation import DiceOf
from rules.common.readings import Readings, joined
from rules.cycle15.items.item import Number, unit_of
from rules.cycle15.items.trains import COAL, LEGS, Appended

NUMBERS: dict[str, tuple[int, ...]] = {
    "+6 Sword of Edging": (0, 1, 2),
    "Actual Garage": (0,),
    "Actual Garbage": (0,),
    "Anti-type": (0,),
    "Archgarbage": (0,),
    "Blood Pact": (0, 1),
    "Bullet Bill": (0,),
    "Cookout": (0,),
    "Crystal Engine": (0, 1, 2),
    "Demonic Tutor": (0,),
    "Disembodied Arm of Teleportation": (0, 1),
    "Draught of Fudging": (0,),
    "Garbage Rain": (0,),
    "Gorilla": (0,),
    "Machine Gun Jetpack": (0,),
    "Magic Mirror": (0,),
    "Party Pizza": (0,),
    "Potion of Return": (1,),
    "Recall Potion": (0,),
    "Refractive Topaz": (0,),
    "Resonant Quartz": (0,),
    "Saxophone": (0,),
    "Scammer Scammer": (0,),
    "Shurdle": (0,),
    "Sleeping Giants": (0,),
    "Synergistic Scent-sation": (0,),
    "Telescope of Viewing": (0,),
    "The Emperor's Old Clothes": (0,),
    "Tickle-me-elmo": (0,),
    "Wake Up This Is A Dream": (0,),
}
DICE = (
    "+6 Sword of Edging", "Big wheel", "Brakes", "Dimensional Bacon", "Feelin' 4sty", "Steering Wheel",
)  # fmt: skip
READINGS: Readings = joined(
    (
        *(
            (unit_of(item), Number(item, index))
            for item, indexes in NUMBERS.items()
            for index in indexes
        ),
        *((unit_of(item), DiceOf(unit_of(item))) for item in DICE),
        *((unit_of(item), Appended(item)) for item in (COAL, LEGS)),
    )
)
