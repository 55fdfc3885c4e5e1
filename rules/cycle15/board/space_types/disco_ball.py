"""Ruleset section Disco Ball: at party time, landing there may turn a Blank space into a Dance Pad.

Decision: whether it is party time is asked upon landing; the choice then stays open until the phase
ends.
"""

from __future__ import annotations

from rules.cycle15.board.space_type import OfferVerb, SpaceType, taking_up
from rules.cycle15.board.space_types.dance_pad import SECTION as DANCE_PAD
from rules.cycle15.board.spaces import by_id, put_space
from rules.cycle15.state import BLANK, Context
from wikibot.sdk import Refused, deed, replace

SECTION, DISCO = "Disco Ball", "disco"
OFFER = OfferVerb(DISCO, f"a random {BLANK} space becomes a {DANCE_PAD}")


def _land(act: Context, who: str, space: int) -> None:
    if act.state.party:
        OFFER(act, who, space)


def _disco(act: Context) -> None:
    blank = by_id(space.id for space in act.state.spaces.values() if space.type == BLANK)
    if not blank:
        raise Refused("no space is {}", BLANK, rule=SECTION)
    chosen = act.pick(blank, SECTION)
    act.state = put_space(act.state, replace(act.state.spaces[chosen], type=DANCE_PAD))
    act.say("space {} becomes a {}", str(chosen), DANCE_PAD)


_VERB = taking_up(
    DISCO, SECTION, _disco,
    f"turns a random {BLANK} space into a {DANCE_PAD}, after landing on a Disco Ball",
    why_not="no disco ball is waiting for you", remedy="Land on a Disco Ball at party time first.",
    phrases=("disco (ball|time|dance|party)", "use|spin|turn (the) disco (ball)",
             "turn a (random) blank (space) into a dance pad"),
    deeds=(deed("disco", may="ball spin"),),
)  # fmt: skip
TYPES = (SpaceType(SECTION, "Q", "yellow", landing=_land, asks=True, verbs=(_VERB,)),)
