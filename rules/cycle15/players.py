"""Ruleset section Players, for Cycle 15: joining, leaving, and what becoming reputable brings.

Grants for becoming reputable stand in several sentences of the page; each counts as the page has
it. Decisions: a player who is reputable at once upon joining gets them then. A
random item whose roll is not at hand is left as ``take grant``, without deadline. A number of items
below zero grants nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile

from msgspec import Struct

from rules.common import players
from rules.common.players import SECTION, owned
from rules.common.sections import Section
from rules.common.trading import depart
from rules.cycle15 import possessions
from rules.cycle15.garbage import RANDOM_ITEM, TAKE, grant_later, grant_random, names_on_page
from rules.cycle15.possessions import grant
from rules.cycle15.state import Context, Player, State
from wikibot.game.problems import Missing
from wikibot.game.ruleset.of_each import OfEach
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.state import settle
from wikibot.sdk import Held, Implementation, Rulebook, Verb, deed, integer, plain
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import read_number

WELCOME, GRANT = "somebody becomes reputable", "a grant for becoming reputable"  # events
UNSETTLED = (WordingStatus.NEW, WordingStatus.REWORDED)
_GRANT = re.compile(r"becomes reputable,? grant (?:them|that player) (?P<what>[^.]*)\.")
_COUNTED = re.compile(
    r"(?P<count>a|an|\w+|N\s*-\s*(?P<less>\d+)) (?P<item>.+?)"
    r"(?:, where N is the (?:number of the )?current phase)?"
)
_RANDOM = re.compile(r"random (?:item defined by )?garbage(?: items?)?", re.IGNORECASE)


class ReputableGrant(Struct, frozen=True):
    """What a player is granted upon becoming reputable. ``unit``: the section that says it.

    ``item`` "" is random garbage. ``less`` is set where the count is the number of the phase less
    that.
    """

    unit: str
    item: str
    count: int
    less: int | None = None

    def __str__(self) -> str:
        """Which grant it is, among those of the page."""
        return f"{self.item or 'random garbage'} by {self.unit}"

    def size(self, phase: int) -> int:
        """How many items, in a given phase."""
        return self.count if self.less is None else max(phase - self.less, 0)


def reputable_grants(book: Rulebook) -> tuple[ReputableGrant, ...]:
    """All grants for becoming reputable, in the order of the page."""
    return tuple(
        _read_grant(unit.name, found["what"], book)
        for unit in book.units.values()
        if unit.kind == "section"
        for found in _GRANT.finditer(plain(unit.text))
    )


def _read_grant(unit: str, what: str, book: Rulebook) -> ReputableGrant:
    """One sentence's grant; nothing where its form is unknown, as no pinned wording has one."""
    counted = _COUNTED.fullmatch(what)
    if not counted:
        return ReputableGrant(unit, "", 0)
    item = "" if _RANDOM.fullmatch(counted["item"]) else _singular(counted["item"], book)
    if counted["less"]:
        return ReputableGrant(unit, item, 0, integer(counted["less"]))
    return ReputableGrant(unit, item, read_number(counted["count"]))


def _singular(item: str, book: Rulebook) -> str:
    """An item's name as the Garbage table has it."""
    known = book.derived(names_on_page)
    return item[:-1] if item not in known and item.endswith("s") and item[:-1] in known else item


# -- becoming reputable ----------------------------------------------------------------------------


def newly_reputable(state: State, book: Rulebook, at: datetime) -> tuple[str, ...]:
    """Who becomes reputable at an instant, in table order."""
    may_be = (at, at - players.standing(book))
    recent = [name for name, time in joined(state, book).items() if time in may_be]
    since = [(name, players.reputable_from(state.players[name], state, book)) for name in recent]
    return tuple(name for name, time in since if time == at)


def next_reputable(state: State, book: Rulebook) -> datetime | None:
    """When a player becomes reputable next."""
    soon = state.now - players.standing(book)
    recent = takewhile(lambda time: time > soon, book.found_in(joined(state, book), _latest_first))
    times = [players.reputable_after(each, state, book) for each in recent]
    return min((time for time in times if time > state.now), default=None)


JOINED = OfEach[str, Player, "datetime | None"](lambda player: player.joined)


def joined(state: State, book: Rulebook) -> Mapping[str, datetime | None]:
    """When each player joined."""
    return book.found_in(state.players, JOINED)


def _latest_first(joined: Mapping[str, datetime | None], book: Rulebook) -> Sequence[datetime]:
    """The times at which players joined, as far as they are known."""
    return sorted((time for time in joined.values() if time is not None), reverse=True)


def welcome(act: Context, name: str) -> None:
    """Give a player what becoming reputable brings."""
    if name in act.state.players:
        what = f"what becoming reputable brings {name}"
        act.happen(WELCOME, lambda: _welcome(act, name), name, what)


def _welcome(act: Context, name: str) -> None:
    act.book.require(SECTION)
    act.say("{} is reputable", name)
    for each in act.book.derived(reputable_grants):
        _grant(act, name, each)


def _grant(act: Context, name: str, each: ReputableGrant) -> None:
    """Give what one sentence grants; it waits where its section is held, or that of the grant."""

    def give() -> None:
        if act.book.standing(each.unit) in UNSETTLED:
            raise Held(each.unit, "its wording changed since it was implemented")
        count = each.size(act.state.phase)
        if each.item:
            grant(act, name, each.item, count)
        else:
            _grant_garbage(act, name, count)

    act.happen(GRANT, give, f"{name}: {each}", f"{each.item or 'a random item'} for {name}")


def grant_again(act: Context, data: str) -> None:
    """Give a grant that was held; ``data`` tells whom and which."""
    name, _, which = data.rpartition(": ")
    for each in act.book.derived(reputable_grants):
        if name in act.state.players and str(each) == which:
            _grant(act, name, each)
            return


def _grant_garbage(act: Context, name: str, count: int) -> None:
    for _ in range(count):
        try:
            grant_random(act, name)
        except Missing:
            grant_later(act, name, "a random item of the Garbage table, for becoming reputable")


def _take(act: Context) -> None:
    act.take_up(TAKE, "no grant is waiting for you", SECTION)
    grant_random(act, act.player)


# -- joining and leaving ---------------------------------------------------------------------------


def _join(act: Context) -> None:
    name, account = players.newcomer(act)
    newcomer = Player(name, account, act.now)
    act.state = players.enter(act.state, newcomer)
    act.say("{} joins at {}", name, newcomer.location)
    if players.reputable(newcomer, act.state, act.book):
        welcome(act, name)


def cease(act: Context, name: str, how: str) -> None:
    """Let a player cease to be one, for whatever reason, and end all offers that are about them."""
    gone = ", ".join(owned(act.state.players[name].items))
    act.say(f"{name} {how}" + (say("; destroyed: {}", gone) if gone else ""))
    depart(act, name)
    for each in act.state.pending:
        if each.offer and each.offer.about == name:  # to ping them, to choose for them
            act.state = settle(act.state, each)
    act.state = possessions.forget(act.state, name)


def _leave(act: Context) -> None:
    act.book.require(SECTION)
    if players.really_leaves(act, players.owned(act.me.items), players.stays_away(act)):
        cease(act, act.player, "leaves")


RULES = Section(
    __name__,
    (Implementation(SECTION, reads=(players.spans, reputable_grants), waits=players.WAITS),),
    (
        players.join_verb(_join),
        players.leave_verb(_leave, "you stop being a player; everything you own is destroyed; asks "
                           "once if you own something"),
        Verb(TAKE, TAKE, "take grant -- 1d98 (5) = 5",
             "takes the random item that you were granted", _take,
             available=lambda act: bool(act.offered(TAKE)), hints=("grant",),
             phrases=(
                 ("take|claim|collect|draw|get|receive|accept|have|roll (for) (my|the|a) "
                  "(random|granted) grant|gift|reward|bonus (item)"),
                 "take|claim|collect|draw|get (my|the|a) random|granted item|garbage|trash",
                 "grant|bonus (please)",
             ), deeds=(
                 deed("grant granted", may="item random i was what get claim collect draw"),
                 RANDOM_ITEM,
             )),
    ),
)  # fmt: skip
