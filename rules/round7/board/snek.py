"""Ruleset section Snek: pairs of snakes take a player down, pairs of ladders up.

Pairs of each type are numbered in the order of creation; an end is the lower or the upper one by
the number of its space. Decisions: where moving an end puts it beyond the other one, the two swap
names. Ends on one space lead nowhere. An upper snake that would be on the Frontier is put on the
space below it, also where swapping names made it the upper.
"""

from __future__ import annotations

from rules.common.sections import in_play
from rules.round7 import naming
from rules.round7.board import bank
from rules.round7.board.features import BoardSection, FeatureType, Landing
from rules.round7.naming import LADDER, SNAKE, Paired
from rules.round7.state import FIRST, Context
from wikibot.sdk import Implementation
from wikibot.wikitext.messages import say

SECTION = "Snek"
LEADS = {(LADDER, "L"): "U", (SNAKE, "U"): "L"}


def land(landing: Landing, space: int, feature: str) -> None:
    """Climb a ladder, or slide down a snake."""
    act, end = landing.act, naming.paired(feature)
    other = LEADS.get((end.type, end.end)) if end else None
    if end is None or other is None or feature in landing.used or not in_play(act.book, SECTION):
        return
    target = naming.where(act.state, str(Paired(end.type, end.pair, other)))
    if target is None or target == space:
        return
    landing.used.append(feature)
    act.say(
        "{} takes {} {} to {}",
        feature,
        landing.who,
        say("up" if target > space else "down"),
        target,
    )
    bank.pass_by(act, landing.who, range(min(space, target) + 1, max(space, target)))
    landing.go(target)


def add_pair(act: Context, kind: str, one: int, other: int) -> None:
    """Add a pair of snakes or ladders on two spaces."""
    ends = filter(None, (naming.paired(each) for _, each in naming.placed(act.state)))
    number = 1 + max((end.pair for end in ends if end.type == kind), default=0)
    put_pair(act, kind, number, one, other)
    low, up = (naming.where(act.state, str(Paired(kind, number, end))) for end in "LU")
    act.say("{} {} is added on {} and {}", kind, number, low, up)


def put_pair(act: Context, kind: str, number: int, one: int, other: int) -> None:
    """Put a pair on two spaces in place of where it was."""
    for space, each in tuple(naming.placed(act.state)):
        end = naming.paired(each)
        if end and (end.type, end.pair) == (kind, number):
            act.state = naming.without_feature(act.state, space, each)
    most = max(act.state.highest - 1, FIRST) if kind == SNAKE else act.state.highest
    low, up = sorted((min(one, most), min(other, most)))
    act.state = naming.with_feature(act.state, low, str(Paired(kind, number, "L")))
    act.state = naming.with_feature(act.state, up, str(Paired(kind, number, "U")))


def keep_off_frontier(act: Context) -> None:
    """Put an upper snake that is on the Frontier on the space below it."""
    for feature in act.state.features.get(act.state.highest, ()):
        end = naming.paired(feature)
        if end and (end.type, end.end) == (SNAKE, "U") and in_play(act.book, SECTION):
            move_end(act, feature, act.state.highest)


def move_end(act: Context, feature: str, target: int) -> None:
    """Move one end of a pair to another space."""
    end = naming.paired(feature)
    if end is None:
        raise ValueError(say("{} is no end of a pair", feature))
    stays = naming.where(act.state, str(Paired(end.type, end.pair, "L" if end.end == "U" else "U")))
    put_pair(act, end.type, end.pair, target, target if stays is None else stays)
    act.say(
        say("{} moves to {}", feature, target)
        if target != act.state.highest
        else say("{} stays off the Frontier", feature)
    )


RULES = BoardSection(
    __name__, (Implementation(SECTION, waits="landing on snakes and ladders"),),
    prepare=keep_off_frontier, after_action=keep_off_frontier,
    features=(FeatureType(SNAKE, "~", "pink", 2, land), FeatureType(LADDER, "#", "teal", 3, land)),
)  # fmt: skip
