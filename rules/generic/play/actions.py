"""What players do by the sentences of the page: ``VERB ...`` in a line.

Decisions: a line may mean several sentences with the same verb; those that its player cannot carry
out now are left aside, and of the others one is chosen. *Once per day* counts what was done by the
same words since midnight, whichever wording of the sentence it was done by. ``buy 3 Nets`` buys one
Net three times. Conditions, limits of time, choices and costs come before anything happens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.common.phases import schedule
from rules.generic import owners as fields
from rules.generic.owners import Owner
from rules.generic.play import done
from rules.generic.play.changes import require
from rules.generic.play.effects import check_costs, perform
from rules.generic.play.lines import Bound, Fit, fit
from rules.generic.play.plan import Plan, Told, first_word, verb_of, words_of
from rules.generic.play.scene import Happened, Scene
from rules.generic.play.timing import next_boundary
from rules.generic.play.triggers import Chain
from rules.generic.play.values import amount, fitting, holds, may_be, noun, owners
from rules.generic.state import Context, Use
from rules.plain import tree
from wikibot.game.calendar import day_start, format_time, week_start
from wikibot.game.composing.templates import escaped
from wikibot.game.problems import Held, Problem, Refused, Unclear, listing
from wikibot.wikitext.folding import fold

_TURN = "Turn"  # the value of the game that says whose turn it is


class Meant(Struct, frozen=True):
    """A sentence that a line means, and how its words fill it."""

    told: Told
    fit: Fit


def play(act: Context, plan: Plan, word: str) -> None:
    """Carry out a line that begins with a word of the page's own."""
    meant = _settle(act, plan, word)
    if meant.fit.rest:
        act.answer_first(meant.fit.rest)
    chain, settled = Chain(act, plan), act.state
    for _ in range(meant.fit.times):
        scene = _scene(act, plan, meant)
        if act.state is not settled:
            _check(scene)
        chain.play(scene, _carry_out)


def means(act: Context, plan: Plan, word: str) -> tuple[str, ...]:
    """The action of a line in its full words; ``Unclear`` where it may be several."""
    found = _candidates(act, plan, word)
    if len(found) != 1:
        raise Unclear("it may mean several things")
    parts = verb(found[0].told).parts
    said = [_said(part, found[0].fit.slots) for part in parts]
    times = found[0].fit.times
    own = " ".join(filter(None, said)).removeprefix(word).strip()
    return (f"{times} {own}" if times > 1 else own,) if own else ()


def _said(part: Any, slots: Mapping[int, Bound]) -> str:
    """A part of a verb in full, as far as a line fills it."""
    if isinstance(part, str):
        return part
    if isinstance(part, tree.Stuff):
        number = slots.get(getattr(part.amount, "slot", 0))
        fixed = part.amount.value if isinstance(part.amount, tree.Number) else 1
        return f"{number or (fixed if fixed != 1 else '')} {part.what}".strip()
    bound = slots.get(getattr(part, "slot", 0))
    if bound is None:
        return getattr(part, "name", "")
    return bound.name if isinstance(bound, Owner) else str(bound)


def may(act: Context, plan: Plan, told: Told) -> bool:
    """Whether the player could begin an action now, for help."""
    try:
        refuse_forbidden(act, plan, first_word(verb(told)))
        scene = _scene(act, plan, Meant(told, Fit()))
        _check(scene)
        check_costs(scene, (*costs(told), *told.means.effects) if not _buys(told) else costs(told))
    except Problem:
        return False
    return True


def fits(act: Context, plan: Plan, word: str) -> bool:
    """Whether the words behind a verb fit a sentence of the page."""
    return bool(_candidates(act, plan, word))


def refuse_forbidden(act: Context, plan: Plan, word: str) -> None:
    """Refuse a verb that a sentence forbids the player just now."""
    for told in plan.forbidden.get(fold(word), ()):
        if act.player not in act.state.players:
            continue
        where = told.means.where
        if where is None or holds(Scene(act, plan, told, act.player), where):
            raise Refused(f'the rule says "{told.text}"', rule=told.rule)


def verb(told: Told) -> tree.Verb:
    """What a player writes for an action."""
    found = verb_of(told.means)
    return found if found is not None else tree.Verb(("",))


# -- which sentence --------------------------------------------------------------------------------


def _candidates(act: Context, plan: Plan, word: str) -> list[Meant]:
    """The sentences that the words behind a verb fit; all of them where there are no words.

    A line is asked for them more than once; the last answer is kept for the same state.
    """
    line = (act.player, word, act.subject)
    if plan.fitted[0] == line and plan.fitted[1] is act.state:
        kept: list[Meant] = plan.fitted[2]
        return kept
    found = _fitting_sentences(act, plan, word)
    plan.fitted = (line, act.state, found)
    return found


def _fitting_sentences(act: Context, plan: Plan, word: str) -> list[Meant]:
    found: list[Meant] = []
    for told in plan.actions.get(word, ()):
        scene = Scene(act, plan, told, act.player)
        match = fit(scene, verb(told), act.subject)
        if match is not None:
            found.append(Meant(told, match))
    if not found and not act.subject.strip():
        return [Meant(told, Fit()) for told in plan.actions.get(word, ())]
    most = max((each.fit.filled for each in found), default=0)
    return [each for each in found if each.fit.filled == most]


def _settle(act: Context, plan: Plan, word: str) -> Meant:
    """The one sentence that a line means."""
    found = _candidates(act, plan, word)
    if not found:
        forms = tuple(f"`{form(verb(told))}`" for told in plan.actions.get(word, ()))
        raise Unclear(f"{act.subject!r} does not say what to {word}", nearest=forms)
    possible, problems = [], list[Refused]()
    for each in found:
        try:
            _check(_scene(act, plan, each))
            possible.append(each)
        except Refused as problem:
            problems.append(problem)
    if not possible:
        raise problems[0]
    if len(possible) == 1:
        return possible[0]
    named = {_called(each, possible): each for each in possible}
    asks = f"which of {len(possible)} rules, to {word}"
    return named[act.choose(asks, tuple(named))]


def _called(meant: Meant, among: Sequence[Meant]) -> str:
    """What a sentence is called by among those that a line may mean."""
    name = words_of(verb(meant.told))
    alike = [each for each in among if words_of(verb(each.told)) == name]
    return name if len(alike) == 1 else f"{name} ({alike.index(meant) + 1}: {meant.told.text})"


def form(of: tree.Verb) -> str:
    """What to write for a verb, with capitals for what is to be filled in."""
    return " ".join(filter(None, map(_form, of.parts)))


def example(of: tree.Verb) -> str:
    """The same filled in."""
    return " ".join(filter(None, map(_example, of.parts)))


def _example(part: Any) -> str:
    if isinstance(part, tree.Stuff) and isinstance(part.amount, tree.Chosen):
        return f"3 {part.what}"
    if isinstance(part, tree.Chosen):
        return "3"
    return "Bob" if isinstance(part, tree.ChosenPlayer) else _form(part)


def _form(part: Any) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, tree.Stuff):
        number = "NUMBER" if isinstance(part.amount, tree.Chosen) else ""
        fixed = part.amount.value if isinstance(part.amount, tree.Number) else 1
        return f"{number or (fixed if fixed != 1 else '')} {part.what}".strip()
    if isinstance(part, tree.Chosen):
        return "NUMBER"
    if isinstance(part, tree.NamedPlayer | tree.NamedThing):
        return part.name
    return getattr(part, "table", "player").upper() if hasattr(part, "slot") else ""


def composed(of: tree.Verb) -> str:
    """The same as a template: lists and fields for what is to be filled in."""
    return " ".join(filter(None, map(_field, of.parts)))


def things_of(table: str) -> str:
    """The name of the list of a table's things."""
    return " ".join(("things of", *re.findall(r"\w+", table)))


def _field(part: Any) -> str:
    if isinstance(part, tree.Stuff) and isinstance(part.amount, tree.Chosen):
        return f"{{number}} {escaped(part.what)}"
    if isinstance(part, tree.Chosen):
        return "{number}"
    if isinstance(part, tree.ChosenPlayer):
        return "{other}" if part.other else "{player}"
    table = getattr(part, "table", None)
    if table is not None and hasattr(part, "slot"):
        label = escaped(" ".join(re.findall(r"\w+", table)))
        return f"{{{label}={things_of(table)}}}"
    return escaped(_form(part))


# -- before anything happens -----------------------------------------------------------------------


def _scene(act: Context, plan: Plan, meant: Meant) -> Scene:
    scene = Scene(act, plan, meant.told, act.player)
    scene.slots.update(meant.fit.slots)
    return scene


def _check(scene: Scene) -> None:
    """Refuse what the player may not do now, as far as that is known without a choice."""
    told = scene.told
    where = getattr(told.means, "where", None)
    if where is not None and not holds(scene, where):
        raise Refused(f'the rule says "{told.text}", and that is not so now', rule=told.rule)
    _check_allowed(scene)
    _check_often(scene, getattr(told.means, "often", None))
    for part in verb(told).parts:
        _check_part(scene, part)
    if isinstance(told.means, tree.Use):
        require(scene, fields.player(scene.doer), told.means.thing, 1)


def _check_allowed(scene: Scene) -> None:
    """Refuse what another sentence forbids."""
    word = first_word(verb(scene.told))
    for told in scene.plan.forbidden.get(fold(word), ()):
        where = told.means.where
        if where is None or holds(scene, where):
            raise Refused(f'the rule says "{told.text}"', rule=told.rule)


def _check_part(scene: Scene, part: Any) -> None:
    """Refuse a player, thing or number of the line that the sentence does not mean."""
    chosen = part.amount if isinstance(part, tree.Stuff) else part
    held = scene.slots.get(getattr(chosen, "slot", 0))
    if isinstance(held, Owner):
        if not may_be(scene, chosen, held):
            options = fitting(scene, chosen)
            names = listing([each.name for each in options]) or "there is none now"
            raise Refused(f"{held.name} is not a {noun(scene, chosen)} that the rule means",
                          rule=scene.told.rule, remedy=f"Possible: {names}.")  # fmt: skip
    elif isinstance(held, int) and isinstance(chosen, tree.Chosen):
        most = None if chosen.most is None else amount(scene, chosen.most)
        if held < chosen.least or (most is not None and held > most):
            upto = f" and at most {most}" if most is not None else ""
            raise Refused(f"{held} is not at least {chosen.least}{upto}", rule=scene.told.rule)


def _check_often(scene: Scene, often: tree.Often | None) -> None:
    if often is None:
        return
    if len(_done(scene, often)) >= often.times:
        times = {1: "once", 2: "twice"}.get(often.times, f"{often.times} times")
        again = _end(scene, often.per)
        remedy = f"Again from {format_time(again)} on." if again else ""
        raise Refused(f"you may {scene.told.label} {times} per {often.per}, and did",
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
    label = next((e.name for e in fields.columns(scene.state, "") if e.name == _TURN), None)
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


# -- what happens ----------------------------------------------------------------------------------


def costs(told: Told) -> tuple[Any, ...]:
    """What is paid before the effects; of a thing that is used up, the thing."""
    means: Any = told.means
    if isinstance(means, tree.Use):
        used = tree.Lose(tree.Doer(), tree.Number(1), means.thing, must=True)
        return (used,) if means.used_up else ()
    return tuple(means.costs)


def _buys(told: Told) -> bool:
    return isinstance(told.means, tree.Buy)


def _effects(told: Told) -> tuple[Any, ...]:
    means: Any = told.means
    if isinstance(means, tree.Buy):
        return (tree.Gain(tree.Doer(), tree.Number(1), means.thing),)
    return tuple(means.effects)


def _carry_out(scene: Scene) -> None:
    """Choose what the line left open, pay, and let the effects happen."""
    told, paid, effects = scene.told, costs(scene.told), _effects(scene.told)
    for part in verb(told).parts:
        _fill(scene, part)
        _check_part(scene, part)
    check_costs(scene, (*paid, *effects))
    with scene.paying():
        perform(scene, paid)
    if isinstance(told.means, tree.Use) and paid:
        scene.phrases[-1:] = [f"uses up 1 {told.means.thing}"]
    perform(scene, effects)
    word = first_word(verb(told))
    if isinstance(told.means, tree.Use):
        scene.events.append(Happened("uses", scene.doer, told.means.thing, 1))
    scene.events.append(Happened("does", scene.doer, word))
    done.note(scene.act, scene.doer, word, scene.plan.asked)
    often = getattr(told.means, "often", None)
    if often is not None:
        _count(scene, often)


def _fill(scene: Scene, part: Any) -> None:
    """Have chosen what a line left open, in the order of the words."""
    if isinstance(part, tree.Stuff) and isinstance(part.amount, tree.Chosen):
        amount(scene, part.amount)
    elif isinstance(part, tree.Chosen):
        amount(scene, part)
    elif isinstance(part, tree.ChosenPlayer | tree.ChosenThing):
        owners(scene, part)


def _count(scene: Scene, often: tree.Often) -> None:
    """Note that it was done; what was done in former days is forgotten."""
    what, recent = _counted(scene, often.per), _done(scene, often)
    others = (e for e in scene.state.uses if (e.player, e.what) != (scene.doer, what))
    now = Use(scene.doer, what, scene.act.now)
    scene.act.state = replace(scene.state, uses=(*others, *recent, now))
