"""How often a player may do something: once a day, twice a turn, and when again."""

from __future__ import annotations

from datetime import datetime

from rules.common.phases import schedule
from rules.generic import owners as fields
from rules.generic.play.scene import Scene
from rules.generic.play.timing import next_boundary
from rules.generic.state import Use
from rules.plain import tree
from wikibot.game.problems import NotNow
from wikibot.sdk import Held, day_start, format_time, replace, week_start

_TURN = "Turn"  # the value of the game that says whose turn it is


def check_often(scene: Scene, often: tree.Often | None) -> None:
    """Refuse what was done as often as it may be."""
    if often is None:
        return
    if len(_done(scene, often)) >= often.times:
        times = {1: "once", 2: "twice"}.get(often.times, f"{often.times} times")
        again = _end(scene, often.per)
        remedy = f"Again from {format_time(again)} on." if again else ""
        raise NotNow(f"you may {scene.told.label} {times} per {often.per}, and did",
                      rule=scene.told.rule, remedy=remedy)  # fmt: skip


def _done(scene: Scene, often: tree.Often) -> list[Use]:
    """When the player did this in the present day, week, phase, turn or game."""
    since, what = _since(scene, often.per), _counted(scene, often.per)
    mine = (each for each in scene.state.uses if (each.player, each.what) == (scene.doer, what))
    return [each for each in mine if since is None or each.time >= since]


def _counted(scene: Scene, per: str) -> str:
    """What is counted: the action, of a turn with the turn that it is."""
    if per != "turn":
        return scene.told.label
    label = next((e for e in fields.columns(scene.state, "") if e.name == _TURN), None)
    if label is None:
        why = "the page does not say whose turn it is: a line such as 'Turn: Ann'"
        raise Held(scene.told.rule, why)
    return f"{scene.told.label} (turn {fields.value(scene.state, fields.GAME, label)})"


def _since(scene: Scene, per: str) -> datetime | None:
    now = scene.act.now
    if per == "day":
        return day_start(now)
    if per == "week":
        return week_start(now)
    if per == "phase":
        return schedule(scene.act.book).start(now)
    if per == "hour":
        return now.replace(minute=0, second=0, microsecond=0)
    return day_start(now).replace(day=1) if per == "month" else None


def _end(scene: Scene, per: str) -> datetime | None:
    """When the next day, week or phase begins."""
    return next_boundary(per, scene.act.now, scene.act.book)


def count_use(scene: Scene, often: tree.Often) -> None:
    """Note that it was done; what was done in former days is forgotten."""
    what, recent = _counted(scene, often.per), _done(scene, often)
    others = (e for e in scene.state.uses if (e.player, e.what) != (scene.doer, what))
    now = Use(scene.doer, what, scene.act.now)
    scene.act.state = replace(scene.state, uses=(*others, *recent, now))
