"""Ruleset section Seasons: a new season at each week's end, and conditions that name seasons.

The list of the section gives the order, and the section says which season it is when that cannot be
determined. Conditions in tables and lists (that it is Winter, that gains are boosted) are read
here, too. A condition of another form holds the rule that it belongs to.

Ruleset sections The Obelisk and Grebes: an observation brings it nearer.

When it is observed it first gains 🩸 for its cuts and its 🐦. Then a die with as many sides as it
has cuts, one less in winter, says how far it moves; an odd result also brings it a 🐦, up to the
limit. All players gain ⚡. Decisions: a die with one side shows 1, which is odd; a banished
player may look, too; 🐦 above the limit are gone whatever brought them.

Ruleset section Winning and Losing: at a week's end the Obelisk at the Gates means that all lose.

Winning is by ritual, see the Ritual that Frees Us and the Ritual to Appease the Obelisk. Once the
cycle has ended nothing more is played. Decision: the players do not lose while the ritual that
moves the Obelisk away cannot be performed, as a rule that it needs is held; where the Obelisk is
counts again at the next week's end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from rules.common.players import schedule
from rules.common.proceedings import happen, instead
from rules.common.sections import CLOCK, NumberAt, Section, by_rule, in_play, limit, list_of
from rules.cycle14.components import BLOOD, GREBES, OBELISK, RESOLVE, grant, owned, put
from rules.cycle14.state import SPRING, Context, Obelisk, State
from wikibot.game.problems import NotNow
from wikibot.game.ruleset.implementations import Bears, Implementation
from wikibot.sdk import Held, Rulebook, Verb, counted, deed, fold, plain, replace, week_start
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# == seasons =======================================================================================

SEASONS_SECTION = "Seasons"
WINTER = "Winter"
SEASONS = list_of(SEASONS_SECTION)
CHANGES = "the season changes"  # an event
_OTHERWISE = regex(r"cannot be reasonably determined[^\"“]*[\"“](?P<season>[^\"”]+)[\"”]")
_SEASON = regex(r"season is (?P<not>not )?(?P<names>[^.,;]+)", re.IGNORECASE)
_REMARK = regex(r"\s*\([^()]*\)\s*$")
_BOOSTED = regex(r"gains are boosted", re.IGNORECASE)


def seasons(book: Rulebook) -> tuple[str, ...]:
    """The seasons in their order; the one that always is where the page lists none."""
    return (book.derived(SEASONS) if book.has(SEASONS_SECTION) else ()) or (SPRING,)


def determined(name: str, book: Rulebook) -> str:
    """The season that a page names; where it names none of the list, the one for that case."""
    known, name = {fold(each): each for each in seasons(book)}, _REMARK.sub("", name)
    if fold(name) in known:
        return known[fold(name)]
    text = plain(book.unit(SEASONS_SECTION).text) if book.has(SEASONS_SECTION) else ""
    found = _OTHERWISE.search(text)
    return known.get(fold(found["season"]) if found else "", seasons(book)[0])


def advance(act: Context) -> None:
    """Change to the next season, at the end of a week; the first one follows the last."""
    order = seasons(act.book)
    at = order.index(determined(act.state.season, act.book)) + 1
    following = order[at % len(order)]
    if len(order) > 1:
        happen(act, CHANGES, SEASONS_SECTION, lambda: set_season(act, following), what="the season")


def set_season(act: Context, season: str) -> None:
    """Make another season the current one."""
    act.state = replace(act.state, season=determined(season, act.book))
    act.say("the season is {}", act.state.season)


def during(state: State, season: str) -> bool:
    """Whether it is a season now."""
    now, then = (fold(each).removeprefix("the ") for each in (state.season, season))
    return now == then


def early(state: State, book: Rulebook) -> bool:
    """Whether it is an early season, as in the first phase of a week; otherwise it is late."""
    return schedule(book).start(state.now) == week_start(state.now)


class Condition(Struct, frozen=True):
    """Something that is so or not: gains are boosted, or the season is (not) one of a few."""

    boosted: bool = False
    seasons: Sequence[str] = ()
    negated: bool = False

    def holds(self, state: State) -> bool:
        """Whether it is so now."""
        if self.boosted:
            return state.boosted
        return any(during(state, season) for season in self.seasons) is not self.negated


def read_condition(text: str, unit: str) -> Condition:
    """Read a condition of a unit; raises :class:`Held` where it has no form that is read."""
    if _BOOSTED.search(text):
        return Condition(boosted=True)
    found = _SEASON.search(text)
    if not found:
        raise Held(unit, "the condition {!r} has no form that is read", text)
    names = tuple(name.strip() for name in re.split(r"\bor\b", found["names"]))
    return Condition(seasons=names, negated=bool(found["not"]))


ON_SEASONS = Section(
    __name__,
    (
        Implementation(SEASONS_SECTION, people="whether the season can be made out",
                       bears=Bears(events=(CHANGES,))),
    ),
)  # fmt: skip


# == obelisk =======================================================================================

SECTION, BIRDS = "The Obelisk", "Grebes"
FIRST_DISTANCE = NumberAt(SECTION, r"(\w+) kilometers? away")
LEAST = NumberAt(SECTION, r"minimum of (\w+)")
RESOLVED = NumberAt(SECTION, r"gains (\w+)\s*⚡")
WINTER_LESS = NumberAt(SECTION, r"lesser by (\w+)")
SUMMONED = NumberAt(BIRDS, r"gaining (\w+)\s*🐦")
MOST_BIRDS = NumberAt(BIRDS, r"more than (\w+)\s*🐦")


def first(book: Rulebook) -> Obelisk:
    """The Obelisk at the beginning of the game."""
    return Obelisk(distance=book.derived(FIRST_DISTANCE)) if book.has(SECTION) else Obelisk()


def move(act: Context, closer: int) -> None:
    """Move the Obelisk so many kilometres closer to the Gates; below 0: away from them."""
    distance = max(act.state.obelisk.distance - closer, 0)
    act.state = replace(act.state, obelisk=replace(act.state.obelisk, distance=distance))
    act.say("the Obelisk is {} km from the Gates", distance)


def cut(act: Context, more: int) -> None:
    """Give it so many more cuts; never less than none."""
    cuts = max(act.state.obelisk.cuts + more, 0)
    act.state = replace(act.state, obelisk=replace(act.state.obelisk, cuts=cuts))
    act.say("the Obelisk has {}", counted(cuts, "cut"))


def sides(state: State, book: Rulebook) -> int:
    """The sides of the die that says how far it moves."""
    less = book.derived(WINTER_LESS) if during(state, WINTER) else 0
    return max(state.obelisk.cuts - less, book.derived(LEAST))


def limit_birds(act: Context) -> None:
    """Let 🐦 above the limit vanish."""
    most = limit(act.book, MOST_BIRDS)
    over = 0 if most is None else owned(act.state, OBELISK, GREBES) - most
    if over > 0:
        act.state = put(act.state, OBELISK, GREBES, -over)
        act.say("{}🐦 of the Obelisk cease to exist", over)


def _observe(act: Context) -> None:
    seen = act.state.observed
    if seen is not None and week_start(seen) == week_start(act.now):
        remedy = "A player may on Monday."
        raise NotNow("the Obelisk has been observed this week", rule=SECTION, remedy=remedy)
    obelisk = act.state.obelisk
    act.state = replace(act.state, observed=act.now)
    grant(act, OBELISK, BLOOD, obelisk.cuts + obelisk.items.get(GREBES, 0))
    (face,) = act.roll(1, sides(act.state, act.book), "the Obelisk's way")
    move(act, face)
    for name in act.state.players:
        grant(act, name, RESOLVE, act.book.derived(RESOLVED))
    if face % 2 and in_play(act.book, BIRDS):
        grant(act, OBELISK, GREBES, act.book.derived(SUMMONED))


OBSERVE = Verb("observe", "observe", "observe -- 1d3 (2) = 2",
               "looks at the Obelisk, once a week by one player", _observe,
               fillers=("the", "obelisk"), needs=(CLOCK,),
               deeds=(
                   deed("observe observation", may="obelisk stone big 👁️ 👀"),
                   deed("watch view check inspect examine study look gaze glance", "obelisk",
                        may="at"),
               ))  # fmt: skip
RULES = Section(
    __name__,
    (
        Implementation(SECTION, says="once a week a player observes it: it comes nearer by a roll, "
                            "all players gain ⚡, it gains 🩸"),
        Implementation(BIRDS, bears=Bears(changes=("grebes",)),
                       says="an odd roll at an observation brings the Obelisk a 🐦, up to a limit"),
    ),
    by_rule(SECTION, OBSERVE), prepare=limit_birds, after_action=limit_birds,
)  # fmt: skip


# == winning =======================================================================================

WINNING = "Winning and Losing"
LOOKING = "the Obelisk at the Gates"  # an event


def ended(state: State) -> str:
    """How the cycle ended, "" while it goes on."""
    how = say("{} won", ", ".join(state.winners)) if state.winners else say("all players lost")
    return say("the cycle is over: {}", how) if state.over else ""


def end_week(act: Context, held: str = "") -> None:
    """Look where the Obelisk is at the end of a week.

    ``held``: a unit that is held, without which the Obelisk cannot be moved away.
    """
    if not act.state.over:
        look = partial(_look, act)
        play = partial(instead, act, look, partial(_look, act, held)) if held else look
        happen(act, LOOKING, WINNING, play, what="the Obelisk at the Gates")


def _look(act: Context, held: str = "") -> None:
    if act.state.obelisk.distance > 0:
        return
    if held:
        act.say("the Obelisk is at the Gates, and the cycle is not lost: the wording of {} is not "
                "settled", held)  # fmt: skip
    else:
        act.state = replace(act.state, lost=True)
        act.say("the Obelisk has reached the Gates: all players lose and the cycle ends")


ON_WINNING = Section(
    __name__, (Implementation(WINNING, bears=Bears(events=(LOOKING,), changes=("the end",))),)
)
