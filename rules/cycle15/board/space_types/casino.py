"""Ruleset section Casino: a player who lands there may gamble with all of their shards.

Decisions: once for each landing, until the phase ends. On 1 all is lost, on any other face the
shards are doubled. A player with none, or fewer than none, neither wins nor loses.
"""

from __future__ import annotations

from rules.common.notation import DiceOf
from rules.cycle15.belongings.possessions import grant, lose
from rules.cycle15.board.space_type import OfferVerb, SpaceType, taking_up
from rules.cycle15.state import SHARD, Context, Effect
from wikibot.sdk import Refused, deed

SECTION, GAMBLE, DRUNK = "Casino", "gamble", "drunk"


def _gamble(act: Context) -> None:
    if act.state.party and Effect(DRUNK) not in act.me.effects:
        raise Refused(
            "at party time only the drunk gamble",
            rule=SECTION,
            remedy="Drink something, or end the party.",
        )
    shards = max(act.me.count(SHARD), 0)
    if sum(DiceOf(SECTION).roll(act)) == 1:
        lose(act, act.player, SHARD, shards)
    else:
        grant(act, act.player, SHARD, shards)
    if not shards:
        act.say("{} had no shards to gamble with", act.player)


_VERB = taking_up(
    GAMBLE, SECTION, _gamble, "doubles your shards or loses them, after landing on a Casino",
    example="gamble -- 1d2 (2) = 2", why_not="no gamble is waiting for you",
    phrases=(
        "gamble|bet|wager|stake|risk (all) (of) (my) (shards|everything)",
        "gamble|bet|wager|risk it all", "gamble|bet|play in|at (the) casino",
        "double or nothing", "double (my) shards", "go all in",
        "all in", "try my luck",
    ),
    deeds=(
        deed("gamble bet wager", may="shards all everything have casino i it at risk on"),
        deed("double", "nothing", may="or"),
    ),
)  # fmt: skip
TYPES = (
    SpaceType(
        SECTION,
        "$",
        "gold",
        OfferVerb(GAMBLE, "all shards lost or doubled"),
        asks=True,
        verbs=(_VERB,),
    ),
)
