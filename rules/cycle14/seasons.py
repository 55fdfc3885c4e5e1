"""Ruleset section Seasons: a new season at each week's end, and conditions that name seasons.

The list of the section gives the order, and the section says which season it is when that cannot be
determined. Conditions in tables and lists (that it is Winter, that gains are boosted) are read
here, too. A condition of another form holds the rule that it belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from rules.common.notation import list_of
from rules.common.phases import schedule
from rules.common.proceedings import happen
from rules.common.sections import Section
from rules.cycle14.state import SPRING, Context, State
from wikibot.sdk import Bears, Held, Implementation, Rulebook, fold, plain, replace, week_start

SECTION = "Seasons"
WINTER = "Winter"
SEASONS = list_of(SECTION)
CHANGES = "the season changes"  # an event
_OTHERWISE = re.compile(r"cannot be reasonably determined[^\"“]*[\"“](?P<season>[^\"”]+)[\"”]")
_SEASON = re.compile(r"season is (?P<not>not )?(?P<names>[^.,;]+)", re.IGNORECASE)
_REMARK = re.compile(r"\s*\([^()]*\)\s*$")
_BOOSTED = re.compile(r"gains are boosted", re.IGNORECASE)


def seasons(book: Rulebook) -> tuple[str, ...]:
    """The seasons in their order; the one that always is where the page lists none."""
    return (book.derived(SEASONS) if book.has(SECTION) else ()) or (SPRING,)


def determined(name: str, book: Rulebook) -> str:
    """The season that a page names; where it names none of the list, the one for that case."""
    known, name = {fold(each): each for each in seasons(book)}, _REMARK.sub("", name)
    if fold(name) in known:
        return known[fold(name)]
    found = _OTHERWISE.search(plain(book.unit(SECTION).text)) if book.has(SECTION) else None
    return known.get(fold(found["season"]) if found else "", seasons(book)[0])


def advance(act: Context) -> None:
    """Change to the next season, at the end of a week; the first one follows the last."""
    order = seasons(act.book)
    at = order.index(determined(act.state.season, act.book)) + 1
    following = order[at % len(order)]
    if len(order) > 1:
        happen(act, CHANGES, SECTION, lambda: set_season(act, following), what="the season")


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


RULES = Section(
    __name__,
    (
        Implementation(SECTION, people="whether the season can be made out",
                       bears=Bears(events=(CHANGES,))),
    ),
)  # fmt: skip
