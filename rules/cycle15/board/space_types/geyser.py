"""Ruleset section Geyser: throws back who lands there; moves over it may be one longer or shorter.

Decisions: where no space precedes, the way back ends. A player glides by naming one space more, or
one fewer, than was rolled; each Geyser gone over counts. The last space of a move as rolled is its
final one, so no player glides from there.
"""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.cycle15.board.space_type import SpaceType
from rules.cycle15.board.spaces import MOST, place, predecessors
from rules.cycle15.state import Context
from wikibot.sdk import Held

SECTION, BACK = "Geyser", "way back"
STEPS = NumberAt(SECTION, r"backwards (\w+) space")
MORE, FEWER = NumberAt(SECTION, r"(\w+) additional"), NumberAt(SECTION, r"(\w+) fewer")


def _throw_back(act: Context, who: str, space: int) -> None:
    way, steps = [space], act.book.derived(STEPS)
    if steps > MOST:
        raise Held(SECTION, "{} spaces back are more than the bot goes along", steps)
    for _ in range(steps):
        before = predecessors(act.state, way[-1])
        if not before:
            break
        way.append(act.pick(before, f"{BACK} from {way[-1]}"))
    place(act, who, way[-1])
    act.say("the Geyser throws {} back: {}", who, " ← ".join(map(str, way)))


TYPES = (
    SpaceType(
        SECTION,
        "Y",
        "teal",
        landing=_throw_back,
        glides=True,
        asks=True,
        rolls=BACK,
    ),
)
