"""Ruleset section Items: items gained and lost, each time with a word about it."""

from __future__ import annotations

from rules.cycle15.state import CRUSTAL, CRYSTAL, SHARD, State
from wikibot.game.act import Act
from wikibot.game.problems import Refused
from wikibot.game.state import gain

COUNTED = (CRYSTAL, CRUSTAL, SHARD)  # whose plural is written out


def amount(count: int, item: str) -> str:
    """``1 Crystal``, ``3 Crystals``, ``2 Fish``."""
    return f"{count} {item}{'s' if item in COUNTED and count != 1 else ''}"


def grant(act: Act[State], who: str, item: str, count: int = 1, why: str = "") -> None:
    """Give a player some of an item. ``why`` follows in the answer: ``at 5``."""
    if count:
        act.state = gain(act.state, who, item, count)
        total = act.state.players[who].count(item)
        act.say(f"{who} gains {amount(count, item)}{why and ' ' + why} (now {total})")


def lose(act: Act[State], who: str, item: str, count: int = 1, why: str = "") -> None:
    """Take some of an item from a player, which destroys it."""
    if count:
        act.state = gain(act.state, who, item, -count)
        total = act.state.players[who].count(item)
        act.say(f"{who} loses {amount(count, item)}{why and ' ' + why} (now {total})")


def pay(act: Act[State], item: str, count: int, rule: str) -> None:
    """Let the acting player part with some of an item; refuses where they have too few."""
    have = act.me.count(item)
    if have < count:
        raise Refused(f"{amount(count, item)} would be needed, {act.player} has {max(have, 0)}", rule=rule)
    lose(act, act.player, item, count)
