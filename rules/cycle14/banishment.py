"""Ruleset section Banishment: a player is kept out of gatherings and trades for some time.

A banished player may neither start, contribute to nor complete a gathering, nor trade with players
who are not banished. When the time is over they may end it themselves. Decision: where a
banished player is banished again, the banishment that ends later counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from rules.common.players import set_player
from rules.common.proceedings import is_over
from rules.common.sections import CLOCK, Section, by_rule, in_play
from rules.cycle14.state import Context, Player, State
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.state import with_player
from wikibot.game.understanding.plain_line import trimmed
from wikibot.game.understanding.slots.base import PhraseSlot, count_of
from wikibot.sdk import NamesSlot, Refused, Rulebook, Verb, deed, format_time, plain, replace
from wikibot.wikitext.messages import say

SECTION = "Banishment"
HOUR = timedelta(hours=1)
_TERM = re.compile(
    r"[\s,;:(–—-]*(?:for|lasting|duration|of|time)*\s*"
    r"(?P<count>\w+)[\s-](?P<unit>days?|weeks?|hours?)[\s.!)]*",
    re.IGNORECASE,
)


def banish(act: Context, name: str, hours: int) -> None:
    """Banish a player from now on."""
    in_play(act.book, SECTION)
    player: Player = act.state.players[name]
    banished = replace(player, banished=act.now, banishment=hours)
    if player.banished is None or until(player) < until(banished):
        act.state = with_player(act.state, banished)
    act.say("{} is banished until {} at least", name, format_time(until(act.state.players[name])))


def refuse_banished(act: Context, what: str) -> None:
    """Refuse what a banished player cannot do."""
    if act.me.banished is not None and in_play(act.book, SECTION):
        raise Refused("{} is banished and cannot {}", act.player, what, rule=SECTION,
                      remedy=say("`end banishment` from {} on.",
                                 format_time(until(act.me))))  # fmt: skip


def may_trade(one: Player, other: Player, book: Rulebook) -> bool:
    """Whether banishment lets two players trade with each other."""
    return (one.banished is None) == (other.banished is None) or not in_play(book, SECTION)


def until(player: Player) -> datetime:
    """From when on a banished player may end it."""
    since = player.banished or datetime.min.replace(tzinfo=UTC)
    try:
        return since + player.banishment * HOUR
    except OverflowError:  # a very large number stands on the page
        return datetime.max.replace(tzinfo=UTC)


def _end(act: Context) -> None:
    if act.me.banished is None:
        raise Refused("{} is not banished", act.player, rule=SECTION)
    if not is_over(until(act.me), act.now):
        raise Refused(
            "the banishment lasts until {} at least", format_time(until(act.me)), rule=SECTION
        )
    set_player(act, act.player, banished=None, banishment=0)
    act.say("{} is no longer banished", act.player)


END = Verb("end banishment", "end banishment", "end banishment",
           "ends your banishment when its time is over", _end,
           available=lambda act: act.me.banished is not None, needs=(CLOCK,), phrases=(
               ("!propose|proposal|motion|suggest (to|that) (we) "
                "banish|banishing|banishment|exile|exiling (of|for|from) {banishing} "
                "=> propose Banishment: {banishing}"),
               "!banish|exile {banishing} => propose Banishment: {banishing}",
               "!banishment (of|for|proposal) {banishing} => propose Banishment: {banishing}",
               "come|return (back) from banishment|exile",
               "unbanish (me|myself)",
           ), deeds=(
               deed("end finish over done stop finished", "banishment exile", may="is has"),
           ))  # fmt: skip


class Banishing(Struct, frozen=True):
    """Whom to banish, and for how long: ``Ben for three days``, ``Ben (3 days)``."""

    players: NamesSlot

    def read(self, text: str) -> tuple[str, ...]:
        """The two as ``Ben for 3 days``."""
        words = plain(text).split()[:12]
        for at in range(1, len(words)):
            found = _TERM.fullmatch(" ".join(words[at:]))
            count = count_of(found["count"]) if found else None
            names = self.players.read(trimmed(" ".join(words[:at]))) if count else ()
            if found and len(names) == 1:
                return (f"{names[0]} for {count} {found['unit'].casefold()}",)
        return ()


def _slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    return {"banishing": Banishing(NamesSlot(tuple(state.players), ("player",)))}


RULES = Section(__name__, (Implementation(SECTION),), by_rule(SECTION, END), slots=_slots)
