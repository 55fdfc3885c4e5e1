"""Ruleset section Rituals, what time brings to gatherings: they fail, boost gains, are forgotten.

Decisions: a gathering that cannot be completed while a rule that it needs is held does not fail: it
goes on into the next phase.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.common.automation import happen, instead
from rules.common.identities import put
from rules.common.sections import unsettled
from rules.cycle14 import curses
from rules.cycle14.rituals.naming import SECTION
from rules.cycle14.rituals.types import BOOSTS
from rules.cycle14.state import DONE, FAILED, OPEN, Context, Gathering
from wikibot.sdk import WEEK, Rulebook, replace, week_start
from wikibot.wikitext.messages import say

FAILING, BOOSTING = "open gatherings fail", "gains are boosted"  # events


def fail_open(act: Context) -> None:
    """Make all fail that were not completed by the end of their phase, and withdraw contributions.

    This may come late, when a steward has settled how it is played: those that were started
    meanwhile go on.
    """
    begun = (each for each in act.state.gatherings if each.status == OPEN)
    running = [each for each in begun if each.started is None or each.started < act.now]
    held = {each.id: unit for each in running if (unit := hindrance(act.book, each.ritual))}
    failing = [each for each in running if each.id not in held]

    def let_fail() -> None:
        what = say("open gatherings ({})", ", ".join(each.id for each in failing))
        if failing:
            happen(act, FAILING, SECTION, lambda: _fail(act, failing), what=what)
        for id_, unit in held.items():
            act.say("{} goes on: the wording of {} is not settled", id_, unit)

    if held:
        instead(act, lambda: _fail(act, running), let_fail)
    else:
        let_fail()


def hindrance(book: Rulebook, ritual: str, *more: str) -> str:
    """The held unit for which a gathering of some type cannot be completed; "" where it can."""
    needed = (SECTION, ritual, curses.SECTION, *more)
    return next((unit for unit in needed if unsettled(book, unit)), "")


def _fail(act: Context, running: Sequence[Gathering]) -> None:
    for each in running:
        failed = replace(each, status=FAILED, ended=act.now, contributions={})
        act.state = replace(act.state, gatherings=put(act.state.gatherings, failed))
        act.say("{} fails: it was not completed in its phase", each.id)


def begin_week(act: Context) -> None:
    """Boost the gains if last week's gatherings say so."""
    last_week = act.now - WEEK
    boosted = any(
        each.status == DONE and each.ritual == BOOSTS and last_week <= each.ended < act.now
        for each in act.state.gatherings
        if each.ended
    )

    def boost() -> None:
        act.say("the gains are boosted" if boosted else "the gains are no longer boosted")
        act.state = replace(act.state, boosted=boosted)

    if boosted or act.state.boosted:
        happen(act, BOOSTING, BOOSTS, boost, what="whether gains are boosted")


def forget(act: Context) -> None:
    """Forget, at a week's end, the gatherings that no rule asks about any more."""
    recent = week_start(act.now - WEEK)
    kept = (each for each in act.state.gatherings if each.ended is None or each.ended > recent)
    act.state = replace(act.state, gatherings=tuple(kept))
