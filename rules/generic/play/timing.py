"""What happens by itself: at the beginning or end of each day, week, phase, month or hour.

Decisions: times are UTC, and weeks begin on Monday. What ends ends before what begins at that
instant; of several sentences for one instant the first on the page comes first. Each is played
alone: what hinders one does not hinder the others.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.common.phases import schedule
from rules.generic.owners import Context
from rules.generic.play.plan import SentencePlan, Told
from rules.generic.play.scene import Scene
from rules.generic.play.triggers import Chain
from rules.plain import tree
from wikibot.sdk import DAY, WEEK, Rulebook, day_start, week_start

NAME = "a time that rules name"
_INSTANT = timedelta(microseconds=1)
_HOUR = timedelta(hours=1)


def next_boundary(per: str, now: datetime, book: Rulebook) -> datetime | None:
    """When the next day, week, phase, month or hour begins."""
    if per == "day":
        return day_start(now) + DAY
    if per == "week":
        return week_start(now) + WEEK
    if per == "phase":
        return schedule(book).end(now)
    if per == "hour":
        return now.replace(minute=0, second=0, microsecond=0) + _HOUR
    if per == "month":
        return (day_start(now).replace(day=1) + 32 * DAY).replace(day=1)
    return None


def next_time(told: Told, now: datetime, book: Rulebook) -> datetime | None:
    """When a sentence about a time is played next, after ``now``."""
    node: tree.AtTime = told.means
    if node.unit != "day":
        return next_boundary(node.unit, now, book)
    minutes = timedelta(minutes=node.minute or 0)
    time = day_start(now) + minutes
    while time <= now or not _is_day(node, time - minutes):
        time += DAY
    return time


def _is_day(node: tree.AtTime, midnight: datetime) -> bool:
    day = midnight - DAY if node.end and node.minute is None else midnight
    return node.weekday is None or day.weekday() == node.weekday


def next_due(plan: SentencePlan, now: datetime, book: Rulebook) -> datetime | None:
    """When anything happens by itself next."""
    times = (next_time(told, now, book) for told in plan.at_times)
    return min((time for time in times if time is not None), default=None)


def pass_time(act: Context, plan: SentencePlan) -> None:
    """Let everything happen that is due at this very instant."""
    before = act.now - _INSTANT
    due = [told for told in plan.at_times if next_time(told, before, act.book) == act.now]
    for told in sorted(due, key=lambda each: not each.means.end):
        chain = Chain(act, plan)
        chain.alone(Scene(act, plan, told))
