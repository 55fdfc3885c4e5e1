"""What players do by the sentences of the page: ``VERB ...`` in a line.

Decisions: a line may mean several sentences with the same verb; those that its player cannot carry
out now are left aside, and of the others one is chosen. *Once per day* counts what was done by the
same words since midnight, whichever wording of the sentence it was done by. ``buy 3 Nets`` buys one
Net three times; ``give Bob 3 Gold`` does not fit a sentence by which a player may give somebody 1.
Conditions, limits of time, choices and costs come before anything happens.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from rules.generic import owners as fields
from rules.generic.owners import Context, Owner, State
from rules.generic.play import plan
from rules.generic.play.changes import check_costs, require
from rules.generic.play.checks import (
    check,
    check_often,
    check_part,
    count_use,
    named_words,
    restricting,
)
from rules.generic.play.effects import PlayedScene
from rules.generic.play.lines import Fit, fit, said_part
from rules.generic.play.plan import SentencePlan, Told, first_word, words_of
from rules.generic.play.scene import Happened, Scene
from rules.generic.play.triggers import Chain
from rules.generic.play.values import amount, owners
from rules.plain import tree
from wikibot.game.composing import escaped
from wikibot.game.problems import Problem, Refused, Unclear

# == What a player writes for a verb: its form, an example, a template, and a line in full =========


def form(of: tree.Verb) -> str:
    """What to write for a verb, with capitals for what is to be filled in."""
    return " ".join(filter(None, map(_form, of.parts)))


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


def example(of: tree.Verb) -> str:
    """The same filled in."""
    return " ".join(filter(None, map(_example, of.parts)))


def _example(part: Any) -> str:
    if isinstance(part, tree.Stuff) and isinstance(part.amount, tree.Chosen):
        return f"3 {part.what}"
    if isinstance(part, tree.Chosen):
        return "3"
    return "Bob" if isinstance(part, tree.ChosenPlayer) else _form(part)


def written(of: tree.Verb, state: State) -> str:
    """The same with names of the page, as a player may write it."""

    def name(part: Any) -> str:
        if isinstance(part, tree.ChosenThing) and part.table in state.tables:
            return next(iter(state.tables[part.table].things), "") or _example(part)
        known = isinstance(part, tree.ChosenPlayer) and state.players
        return [*state.players][-1] if known else _example(part)

    return " ".join(filter(None, map(name, of.parts)))


def composed(of: tree.Verb) -> str:
    """The same as a template: lists and fields for what is to be filled in."""
    return " ".join(filter(None, map(_field, of.parts)))


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


def things_of(table: str) -> str:
    """The name of the list of a table's things."""
    return " ".join(("things of", *re.findall(r"\w+", table)))


# == What players do by the sentences of the page: ``VERB ...`` in a line ==========================


class Meant(Struct, frozen=True):
    """A sentence that a line means, and how its words fill it."""

    told: Told
    fit: Fit


def play(act: Context, plan: SentencePlan, word: str) -> None:
    """Carry out a line that begins with a word of the page's own."""
    meant = _settle(act, plan, word)
    if meant.fit.rest:
        act.answer_first(meant.fit.rest)
    if meant.fit.times > 1:
        begun = _scene(act, plan, meant)
        check_often(begun, getattr(meant.told.means, "often", None), meant.fit.times)
        for each in restricting(begun):
            check_often(each, each.told.means.often, meant.fit.times)
    chain, settled = Chain(act, plan), act.state
    for played in range(meant.fit.times):
        scene = _scene(act, plan, meant)
        try:
            if act.state is not settled:
                check(scene)
            chain.play(scene, _carry_out)
        except Refused as problem:
            if not played:
                raise
            why = problem.text.rstrip(".")
            raise Refused("only {} of {} times: {}", played, meant.fit.times, why) from None


def means(act: Context, plan: SentencePlan, word: str) -> tuple[str, ...]:
    """The action of a line in its full words; ``Unclear`` where it may be several."""
    found = _candidates(act, plan, word)
    if len(found) != 1:
        raise Unclear("it may mean several things")
    parts = found[0].told.verb.parts
    said = [said_part(part, found[0].fit.slots) for part in parts]
    times = found[0].fit.times
    own = " ".join(filter(None, said)).removeprefix(word).strip()
    return (f"{times} {own}" if times > 1 else own,) if own else ()


def may(act: Context, plan: SentencePlan, told: Told) -> bool:
    """Whether the player could begin an action now, for help."""
    try:
        scene = _scene(act, plan, Meant(told, Fit()))
        check(scene)
        effects = () if isinstance(told.means, tree.Buy) else told.means.effects
        check_costs(scene, (*costs(told), *effects))
    except Problem:
        return False
    return True


def fits(act: Context, plan: SentencePlan, word: str, *, whole: bool = False) -> bool:
    """Whether the words behind a verb fit a sentence of the page; ``whole``: leave nothing open."""
    found = _candidates(act, plan, word)
    return any(_says_all(act.subject, each) for each in found) if whole else bool(found)


def _says_all(subject: str, meant: Meant) -> bool:
    """Whether what stands behind the verb is all that a sentence has there, and nothing else."""
    parts = [part for part in meant.told.verb.parts if not isinstance(part, str)]
    if not parts and form(meant.told.verb) == first_word(meant.told.verb):
        return not subject.strip(" .!")
    return bool(subject) and meant.fit.filled == len(parts) and not meant.fit.rest


# -- which sentence --------------------------------------------------------------------------------


def _candidates(act: Context, plan: SentencePlan, word: str) -> list[Meant]:
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


def _fitting_sentences(act: Context, plan: SentencePlan, word: str) -> list[Meant]:
    found, problems = list[Meant](), list[Problem]()
    for told in plan.actions.get(word, ()):
        scene = Scene(act, plan, told, act.player)
        try:
            match = fit(scene, told.verb, act.subject)
        except Problem as problem:
            problems.append(problem)
            continue
        if match is not None:
            found.append(Meant(told, match))
    if problems and not found:
        raise problems[0]
    if not found and not act.subject.strip():
        return [Meant(told, Fit()) for told in plan.actions.get(word, ())]
    most = max((each.fit.filled for each in found), default=0)
    return [each for each in found if each.fit.filled == most]


def _settle(act: Context, plan: SentencePlan, word: str) -> Meant:
    """The one sentence that a line means."""
    found = _candidates(act, plan, word)
    if not found:
        forms = tuple(f"`{form(told.verb)}`" for told in plan.actions.get(word, ()))
        raise Unclear("{!r} does not say what to {}", act.subject, word, nearest=forms)
    possible, problems = [], list[Refused]()
    for each in found:
        try:
            check(_scene(act, plan, each))
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
    name = words_of(meant.told.verb)
    alike = [each for each in among if words_of(each.told.verb) == name]
    return name if len(alike) == 1 else f"{name} ({alike.index(meant) + 1}: {meant.told.text})"


# -- before anything happens -----------------------------------------------------------------------


def _scene(act: Context, plan: SentencePlan, meant: Meant) -> PlayedScene:
    scene = PlayedScene(act, plan, meant.told, act.player)
    scene.slots.update(meant.fit.slots)
    return scene


# -- what happens ----------------------------------------------------------------------------------


def costs(told: Told) -> tuple[Any, ...]:
    """What is paid before the effects; of a thing that is used up, the thing."""
    means: Any = told.means
    if isinstance(means, tree.Use):
        used = tree.Lose(tree.Doer(), tree.Number(1), means.thing, must=True)
        return (used,) if means.used_up else ()
    return tuple(means.costs)


def _effects(told: Told) -> tuple[Any, ...]:
    means: Any = told.means
    if isinstance(means, tree.Buy):
        return (tree.Gain(tree.Doer(), tree.Number(1), means.thing),)
    return tuple(means.effects)


def _carry_out(scene: PlayedScene) -> None:
    """Choose what the line left open, pay, and let the effects happen."""
    scene.acts = True
    told, paid, effects = scene.told, costs(scene.told), _effects(scene.told)
    for part in sorted(told.verb.parts, key=lambda each: isinstance(each, tree.Chosen)):
        _fill(scene, part)
        check_part(scene, part)
        _check_stake(scene, part, effects)
    check_costs(scene, (*paid, *effects))
    with scene.paying():
        scene.perform(paid)
    if isinstance(told.means, tree.Use) and paid:
        scene.phrases.pop()
        scene.say("uses up {}", scene.counted(1, told.means.thing))
    scene.go_through(effects, None if effects else 0)
    if not (scene.phrases or scene.is_replaced):
        scene.say("nothing happens")
    word = first_word(told.verb)
    if isinstance(told.means, tree.Use):
        scene.events.append(Happened("uses", scene.doer, told.means.thing, 1))
    numbers = [each.amount for each in scene.told.verb.parts if isinstance(each, tree.Stuff)]
    fixed = (tree.Number, tree.Chosen)
    counts = [amount(scene, each) for each in numbers if isinstance(each, fixed)]
    many = counts[0] if len(counts) == 1 else 0
    scene.events.append(Happened("does", scene.doer, word, many, of=named_words(scene)))
    met = [each for each in scene.slots.values() if isinstance(each, Owner)]
    others = [each.name for each in met if each.table == fields.PLAYERS]
    whom = others[0] if len(others) == 1 else ""
    plan.note(scene.act, scene.doer, word, scene.plan.asked, whom)
    often = getattr(told.means, "often", None)
    if often is not None:
        count_use(scene, often)
    for each in restricting(scene):
        count_use(each, each.told.means.often)


def _check_stake(scene: Scene, part: Any, effects: Any) -> None:
    """Refuse to stake more than is there, whichever result would take it."""
    if isinstance(effects, tuple):
        for each in effects:
            _check_stake(scene, part, each)
    elif isinstance(effects, tree.If):
        _check_stake(scene, part, (effects.then, effects.otherwise))
    elif isinstance(effects, tree.Lose) and isinstance(part, tree.Stuff):
        is_own = isinstance(effects.who, tree.Doer) and effects.what == part.what
        if is_own and effects.amount is not None and isinstance(part.amount, tree.Chosen):
            require(scene, fields.player(scene.doer), part.what, amount(scene, part.amount))


def _fill(scene: Scene, part: Any) -> None:
    """Have chosen what a line left open, in the order of the words."""
    if isinstance(part, tree.Stuff) and isinstance(part.amount, tree.Chosen):
        amount(scene, part.amount)
    elif isinstance(part, tree.Chosen):
        amount(scene, part)
    elif isinstance(part, tree.ChosenPlayer | tree.ChosenThing):
        owners(scene, part)
    elif isinstance(part, tree.ChosenProposal) and part.slot not in scene.slots:
        open_ = [each.id for each in scene.state.proposals if each.status == "open"]
        found = scene.act.choose("which proposal", open_, rule=scene.told.rule)
        scene.slots[part.slot] = Owner(part.table, found)
