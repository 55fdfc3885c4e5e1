"""Ruleset section Players: joining brings ⚡; leaving is a kind of dying, and leaves goods to all.

Dying Experience belongs to a person, whom the bot knows by their account, and outlasts their being
a player. What can be traded goes to the storehouse when a player ceases to be one, the rest is
destroyed. Decisions: a player who leaves is no longer a contributor, and their gatherings fail, as
no other player can complete them; a banishment ends when its player ceases to be one. What becomes
of a murder whose victim leaves is in ``rituals``.

Ruleset section Banishment: a player is kept out of gatherings and trades for some time.

A banished player may neither start, contribute to nor complete a gathering, nor trade with players
who are not banished. When the time is over they may end it themselves. Decision: where a
banished player is banished again, the banishment that ends later counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from rules.common import players
from rules.common.game_on_pages import CHANNELS
from rules.common.players import SECTION, set_player
from rules.common.proceedings import is_over
from rules.common.sections import CLOCK, REPUTATION, NumberAt, Section, by_rule, in_play
from rules.common.trading import depart
from rules.cycle14.components import RESOLVE, STOREHOUSE, grant, revoke, transfer, untradable
from rules.cycle14.state import FAILED, OPEN, Context, Dying, Gathering, Player, State
from wikibot.game.calendar import format_time
from wikibot.game.ruleset.implementations import Bears, Implementation
from wikibot.game.understanding.plain_line import trimmed
from wikibot.game.understanding.slots.base import PhraseSlot, count_of
from wikibot.sdk import NamesSlot, Refused, Rulebook, Verb, deed, plain, replace, with_player
from wikibot.wikitext.messages import say

# == players =======================================================================================

WELCOME = NumberAt(SECTION, r"gains? (\w+)\s*⚡")
DEATH = NumberAt(SECTION, r"dying experience by (\w+)")


def dying(state: State, person: str) -> int:
    """The Dying Experience of a person, by their account."""
    return next((each.deaths for each in state.dying if each.id == person), 0)


def cease(act: Context, name: str) -> None:
    """Make a player cease to be one, for any reason."""
    player: Player = act.state.players[name]
    for item, count in player.items.items():
        if item in untradable(act.book):
            revoke(act, name, item, count)
        else:
            transfer(act, name, STOREHOUSE, item, count)
    others = (each for each in act.state.dying if each.id != player.owner)
    deaths = dying(act.state, player.owner) + act.book.derived(DEATH)
    depart(act, name)
    act.state = replace(
        act.state,
        dying=(*others, Dying(player.owner, deaths)),
        gatherings=tuple(_without(act, each, name) for each in act.state.gatherings),
    )  # fmt: skip
    act.say("{} is no longer a player; Dying Experience {}", name, deaths)


def _without(act: Context, gathering: Gathering, name: str) -> Gathering:
    """A gathering after a player has ceased to be one."""
    if gathering.status != OPEN:
        return gathering
    if name == gathering.starter:
        act.say("{} fails, as only {} could complete it", gathering.id, name)
        return replace(gathering, status=FAILED, ended=act.now, contributions={})
    others = {who: what for who, what in gathering.contributions.items() if who != name}
    return replace(gathering, contributions=others)


def _join(act: Context) -> None:
    name, account = players.newcomer(act)
    act.state = players.enter(act.state, Player(name, account, act.now))
    act.say("{} joins", name)
    grant(act, name, RESOLVE, act.book.derived(WELCOME))


def _leave(act: Context) -> None:
    act.book.require(SECTION)
    lost = (
        *players.owned(act.me.items),
        *(f"{points} XP in {task}" for task, points in act.me.experience.items()),
    )
    if players.really_leaves(act, lost, players.stays_away(act)):
        cease(act, act.player)


RULES = Section(
    __name__,
    (
        Implementation(  # who is reputable is read from it
            "Actions",
            reads=(players.spans,),
            people=CHANNELS,
            says="the bot hears one page; who has been a player for long enough counts as"
            " reputable",
            bears=Bears(verbs=(REPUTATION,)),
        ),
        Implementation(
            SECTION,
            reads=(players.spans,),
            waits=players.WAITS,
        ),
    ),
    (
        players.join_verb(_join),
        players.leave_verb(_leave, "you stop being a player; your goods go to the storehouse"),
    ),
)


# == banishment ====================================================================================

BANISHMENT = "Banishment"
HOUR = timedelta(hours=1)
_TERM = re.compile(
    r"[\s,;:(–—-]*(?:for|lasting|duration|of|time)*\s*"
    r"(?P<count>\w+)[\s-](?P<unit>days?|weeks?|hours?)[\s.!)]*",
    re.IGNORECASE,
)


def banish(act: Context, name: str, hours: int) -> None:
    """Banish a player from now on."""
    in_play(act.book, BANISHMENT)
    player: Player = act.state.players[name]
    banished = replace(player, banished=act.now, banishment=hours)
    if player.banished is None or until(player) < until(banished):
        act.state = with_player(act.state, banished)
    act.say("{} is banished until {} at least", name, format_time(until(act.state.players[name])))


def refuse_banished(act: Context, what: str) -> None:
    """Refuse what a banished player cannot do."""
    if act.me.banished is not None and in_play(act.book, BANISHMENT):
        raise Refused("{} is banished and cannot {}", act.player, what, rule=BANISHMENT,
                      remedy=say("`end banishment` from {} on.",
                                 format_time(until(act.me))))  # fmt: skip


def may_trade(one: Player, other: Player, book: Rulebook) -> bool:
    """Whether banishment lets two players trade with each other."""
    return (one.banished is None) == (other.banished is None) or not in_play(book, BANISHMENT)


def until(player: Player) -> datetime:
    """From when on a banished player may end it."""
    since = player.banished or datetime.min.replace(tzinfo=UTC)
    try:
        return since + player.banishment * HOUR
    except OverflowError:  # a very large number stands on the page
        return datetime.max.replace(tzinfo=UTC)


def _end(act: Context) -> None:
    if act.me.banished is None:
        raise Refused("{} is not banished", act.player, rule=BANISHMENT)
    if not is_over(until(act.me), act.now):
        raise Refused(
            "the banishment lasts until {} at least", format_time(until(act.me)), rule=BANISHMENT
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


ON_BANISHMENT = Section(
    __name__, (Implementation(BANISHMENT),), by_rule(BANISHMENT, END), slots=_slots
)
