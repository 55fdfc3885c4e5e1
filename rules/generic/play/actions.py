"""What players do by the sentences of the page: ``VERB ...`` in a line.

Decisions: a line may mean several sentences with the same verb; those that its player cannot carry
out now are left aside, and of the others one is chosen. *Once per day* counts what was done by the
same words since midnight, whichever wording of the sentence it was done by. ``buy 3 Nets`` buys one
Net three times; ``give Bob 3 Gold`` does not fit a sentence by which a player may give somebody 1.
Conditions, limits of time, choices and costs come before anything happens.

What a player may not do now is refused, as far as that is known without a choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from operator import itemgetter
from typing import Any

from msgspec import Struct

from rules.generic import owners as fields
from rules.generic.bearing import hold
from rules.generic.owners import PLAYERS, Context, Owner, State, Use
from rules.generic.play import plan
from rules.generic.play.changes import check_costs, require
from rules.generic.play.effects import PlayedScene, speech_of
from rules.generic.play.lines import ALL, Fit, fit, may_name, refuse_elsewhere, said_of, said_verb
from rules.generic.play.plan import (
    SentencePlan,
    Told,
    first_word,
    in_period,
    is_use,
    span,
    use_of,
    words_of,
)
from rules.generic.play.scene import Happened, Scene, one_of
from rules.generic.play.triggers import Chain
from rules.generic.play.values import TURN, amount, fitting, holds, may_be, noun, owners
from rules.plain import tree
from rules.plain.clauses import Unspeakable
from rules.plain.terms import negated
from wikibot.game.composing import escaped
from wikibot.game.names import singular_of
from wikibot.game.problems import NotNow, Problem, Refused, Unclear, listing
from wikibot.game.secrets import times_opened
from wikibot.game.understanding.covering import SMALL
from wikibot.sdk import Held, format_time, replace
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import CARDINALS
from wikibot.wikitext.regex import regex

# == What a player writes for a verb: its form, an example, a template, and a line in full =========


def form(of: tree.Verb, state: State | None = None) -> str:
    """What to write for a verb, with capitals for what is to be filled in."""
    return said_verb(of, partial(_capitals, state=state))


def _capitals(part: Any, state: State | None = None) -> str:
    """``NUMBER``, ``PLAYER``; of a table the word for one of its things."""
    table = getattr(part, "table", "player")
    noun = state.tables[table].word if state and table in state.tables else ""
    return "NUMBER" if isinstance(part, tree.Chosen) else (noun or table).upper()


def example(of: tree.Verb) -> str:
    """The same filled in."""
    return said_verb(of, _example)


def _example(part: Any) -> str:
    if isinstance(part, tree.ChosenPlayer):
        return "Bob"
    return "3" if isinstance(part, tree.Chosen) else _capitals(part)


def written(of: tree.Verb, state: State) -> str:
    """The same with names of the page, as a player may write it."""

    def name(part: Any) -> str:
        if isinstance(part, tree.ChosenThing) and part.table in state.tables:
            return next(iter(state.tables[part.table].things), "") or _example(part)
        known = isinstance(part, tree.ChosenPlayer) and state.players
        return [*state.players][-1] if known else _example(part)

    return said_verb(of, name)


def composed(of: tree.Verb) -> str:
    """The same as a template: lists and fields for what is to be filled in."""
    return said_verb(of, _field, escaped)


def _field(part: Any) -> str:
    if isinstance(part, tree.Chosen):
        return "{number}"
    if isinstance(part, tree.ChosenPlayer):
        return "{other}" if part.other else "{player}"
    table = getattr(part, "table", "")
    label = escaped(" ".join(re.findall(r"\w+", table)))
    return f"{{{label}={things_of(table)}}}" if table else escaped(_capitals(part))


def things_of(table: str) -> str:
    """The name of the list of a table's things."""
    return " ".join(("things of", *re.findall(r"\w+", table)))


# == What players do by the sentences of the page: ``VERB ...`` in a line ==========================


_WORD = regex(r"\w+")


class Meant(Struct, frozen=True, dict=True):
    """A sentence that a line means, and how its words fill it."""

    told: Told
    fit: Fit

    @cached_property
    def words(self) -> str:
        """What stands behind the verb's first word, in full words."""
        own = said_verb(self.told.verb, said_of(self.fit.slots)).removeprefix(self.told.word)
        times = f"{self.fit.times} " if own and self.fit.times > 1 else ""
        return f"{times}{own.strip()}"


def play(act: Context, plan: SentencePlan, word: str) -> None:
    """Carry out a line that begins with a word of the page's own."""
    meant = _settle(act, plan, word)
    if meant.fit.rest:
        act.answer_first(meant.fit.rest)
    refuse_elsewhere(act, meant.fit.places)
    if meant.fit.times > 1:
        begun = _scene(act, plan, meant)
        check_often(begun, getattr(meant.told.means, "often", None), meant.fit.times)
        for each in restricting(begun):
            if each.holds:
                check_often(each.scene, each.often, meant.fit.times)
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
    return (found[0].words,) if found[0].words else ()


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
    parts = meant.told.parts
    if not parts and form(meant.told.verb) == first_word(meant.told.verb):
        return not subject.strip(" .!")
    return bool(subject) and meant.fit.filled == len(parts) and not meant.fit.rest


# -- which sentence --------------------------------------------------------------------------------

_MOST_LINES = 1000  # of which it is known what they fit


def _candidates(act: Context, plan: SentencePlan, word: str) -> list[Meant]:
    """The sentences that the words behind a verb fit; all of them where there are no words.

    A line is asked for them more than once, and written again: they are kept as long as the page
    has the same names, but for a line that may say how much there is, by ``all``.
    """
    plan.at(act.state)
    named = plan.course.worded, act.state.proposals
    if plan.fitted[0] != named or len(plan.fitted[1]) > _MOST_LINES:
        plan.fitted = named, {}
    kept: dict[tuple[str, str], list[Meant]] = plan.fitted[1]
    line = word, act.subject
    if line in kept:
        return kept[line]
    found = _fitting_sentences(act, plan, word)
    if not any(each in fold(act.subject) for each in ALL):
        kept[line] = found
    return found


def _fitting_sentences(act: Context, plan: SentencePlan, word: str) -> list[Meant]:
    every, said = plan.actions.get(word, ()), act.subject.replace(",", " ").split()
    some = [e for e in every if may_name(e.verb, said)] if len(every) > 1 else every
    found = list(_fitting(act, some, word))
    if len(some) < len(every) and not any(each.fit.filled for each in found):
        found = list(_fitting(act, every, word))
    if not found and not act.subject.strip():
        return [Meant(told, Fit()) for told in every if told.word == word]
    if len(found) < 2:
        return found
    most = max(each.fit.filled for each in found)
    line = fold(f"{word} {act.subject.strip()}")
    whole = [e for e in found if not e.told.slots and fold(words_of(e.told.verb)) == line]
    best = [each for each in found if each.fit.filled == most or each in whole]
    # move to Attic: not to move somebody there, of whom it says nothing
    return [each for each in best if most and len(each.told.parts) <= most] or best


def _fitting(act: Context, sentences: Sequence[Told], word: str) -> Iterator[Meant]:
    """Those of some sentences that a line fits; where there is none, why not."""
    problems, fits = list[Problem](), False
    for told in sentences:
        try:
            match = fit(act, told, act.subject, word)
        except Problem as problem:
            problems.append(problem)
            continue
        if match is not None:
            fits = True
            yield Meant(told, match)
    if problems and not fits:
        raise problems[0]


def _settle(act: Context, plan: SentencePlan, word: str) -> Meant:
    every = _candidates(act, plan, word)
    found = [each for each in every if not each.fit.rest or _may_answer(act, each)]
    if not found:
        raise _not_said(act, plan, word)
    possible, problems = [], dict[int, Refused]()  # by how many of its conditions are not so
    for each in found:
        scene = _scene(act, plan, each)
        try:
            check(scene)
            possible.append(each)
        except Refused as problem:
            asked = tree.parts_of_both(_where(scene))
            problems.setdefault(sum(not holds(scene, e) for e in asked), problem)
    if not possible:
        raise problems[min(problems)]
    if len(possible) == 1:
        return possible[0]
    named = {_called(each, possible, act.state): each for each in possible}
    asks = f"which of {len(possible)} rules, to {word}"
    return named[act.choose(asks, tuple(named))]


def _not_said(act: Context, plan: SentencePlan, word: str) -> Unclear:
    forms = tuple(f"`{form(told.verb, act.state)}`" for told in plan.actions.get(word, ()))
    return Unclear("{!r} does not say what to {}", act.subject, word, nearest=forms)


def _may_answer(act: Context, meant: Meant) -> bool:
    """Whether words name something of the game, or of the sentence, that may be asked for.

    They may name anything where a row is made that the player calls what they like.
    """
    effects = chain.from_iterable(plan.parts_of(meant.told.means))
    if any(isinstance(each, tree.Create) and not each.name for each in effects):
        return True
    names = (*act.game.names(act.state, act.book), meant.told.text, "yes", "no")
    known = frozenset(_WORD.findall(fold(" ".join(names)))) - SMALL
    said = _WORD.findall(fold(meant.fit.rest))
    return any(
        each.isdecimal() or each in CARDINALS or any(word.startswith(each) for word in known)
        for each in said
    )


def _called(meant: Meant, among: Sequence[Meant], state: State) -> str:
    name = words_of(meant.told.verb)
    alike = [each for each in among if words_of(each.told.verb) == name]
    for part in meant.told.parts:
        if isinstance(part, tree.ChosenThing) and (word := state.tables[part.table].word):
            name = name.replace(singular_of(part.table), word)
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


def _carry_out(scene: PlayedScene) -> None:
    scene.acts = True
    told, paid, means = scene.told, costs(scene.told), scene.told.means
    bought = isinstance(means, tree.Buy) and (tree.Gain(tree.Doer(), tree.Number(1), means.thing),)
    effects: tuple[Any, ...] = bought or means.effects
    is_open = not scene.slots.keys() >= told.slots
    if not scene.act.action.told:  # what a log has was played
        hold(scene)
    for part in sorted(told.parts, key=lambda each: isinstance(each, tree.Chosen)):  # numbers last
        _fill(scene, part)
        if is_open:  # what the line says is checked by now
            check_part(scene, part)
            refuse_forbidden(scene.act, scene.plan, told.deed, acting=scene)
            _check_where(scene)
        is_pile = isinstance(part, tree.Stuff) and isinstance(part.amount, tree.Chosen)
        if is_pile and part.what in told.staked:  # more than is there, whichever result takes it
            require(scene, fields.player(scene.doer), part.what, amount(scene, part.amount))
    if is_open and not scene.act.action.told:
        hold(scene)
    limits = restricting(scene)
    check_costs(scene, (*paid, *effects))
    scene.pays = True
    scene.perform(paid)
    scene.pays = False
    if isinstance(told.means, tree.Use) and paid:
        scene.phrases.pop()
        scene.say("uses up {}", scene.counted(1, told.means.thing))
    scene.go_through(effects, None if effects else 0)
    if not (scene.phrases or scene.is_replaced):
        scene.say("nothing happens")
    if isinstance(told.means, tree.Use):
        scene.events.append(Happened("uses", scene.doer, told.means.thing, 1))
    many = amount(scene, told.numbers[0]) if len(told.numbers) == 1 else 0
    rolled = None if scene.rolled is None else (scene.rolled, scene.shown, scene.faces)
    does = Happened("does", scene.doer, told.deed, many, rolled=rolled)
    if scene.plan.set_off("does", told.deed):  # by what the line names
        named = (*_met(scene), *_things_said(scene))
        to = tuple(one_of(e.what if type(e) is tree.Stuff else e.name) for e in named)
        does = replace(does, of=named_words(scene), to=to, much=_much(scene))
    scene.events.append(does)
    met = [each for each in _met(scene) if isinstance(each, Owner)]
    plan.note(scene.act, scene.plan, scene.doer, told.deed, met)
    often = getattr(told.means, "often", None)
    if often is not None:
        count_use(scene, often)
    _count(scene, limits)


def _count(scene: Scene, limits: Sequence[Limited]) -> None:
    """Note what was done, where sentences limit by themselves how often; once for alike ones."""
    counted: dict[str, tuple[Limited, int]] = {}
    for each in limits:
        number = _of_it(scene, each.scene.told.means)
        if each.holds:
            check_often(each.scene, each.often, number)
        counted[_counted(each.scene, each.often.per)] = each, number
    for each, number in counted.values():
        for _ in range(number):
            count_use(each.scene, each.often)


def _of_it(scene: Scene, means: tree.Restricted) -> int:
    """How often an action counts: once, or by its number of what is restricted."""
    if not means.what or not means.verb:
        return scene.told.means.takes if means.what else 1
    stuffs = (each for each in scene.told.parts if isinstance(each, tree.Stuff))
    said = next((e.amount for e in stuffs if e.what == means.what), tree.Number(0))
    held = scene.slots.get(getattr(said, "slot", 0), 0)
    return said.value if isinstance(said, tree.Number) else held if isinstance(held, int) else 0


def _fill(scene: Scene, part: Any) -> None:
    """Have chosen what a line left open, in the order of the words."""
    chosen = part.amount if isinstance(part, tree.Stuff) else part
    if isinstance(chosen, tree.Chosen):
        amount(scene, chosen)
    elif isinstance(part, tree.ChosenPlayer | tree.ChosenThing):
        owners(scene, part)
    elif isinstance(part, tree.ChosenProposal) and part.slot not in scene.slots:
        open_ = [each.id for each in scene.state.proposals if each.status == "open"]
        found = scene.act.choose("which proposal", open_, rule=scene.told.rule)
        scene.slots[part.slot] = Owner(part.table, found)


# == What a player may not do now is refused, as far as that is known without a choice =============


def refuse_forbidden(
    act: Context, plan: SentencePlan, word: str, player: str = "", acting: Scene | None = None
) -> None:
    """Refuse a verb that a sentence forbids a player, by default the one who acts, just now.

    ``acting``: what they do by it.
    """
    player = player or act.player
    for told in plan.forbids(word):
        if player not in act.state.players or not _is_of(told, acting):
            continue
        where, of_all = told.means.where, told.means.target is None
        if of_all and (where is None or holds(Scene(act, plan, told, player), where)):
            raise Refused('the rule says "{}"', told.text, rule=told.rule)


def _is_of(told: Told, acting: Scene | None) -> bool:
    """Whether a sentence forbids to do something with what is named."""
    if not told.means.of:
        return True
    named = named_words(acting) if acting else ()
    return all(one_of(each) in named for each in told.means.of.split())


def _where(scene: Scene) -> Any:
    """What the sentence says of the player, and of what is named so far; None: nothing."""
    where, unnamed = getattr(scene.told.means, "where", None), scene.told.slots - scene.slots.keys()
    if where is not None and unnamed:  # what it says of them is asked when they are named
        every = ((e, tree.nodes(e)) for e in tree.parts_of_both(where))
        spoken_of = ((e, {n.slot for n in of if isinstance(n, tree.Same)}) for e, of in every)
        where = tree.both(e for e, slots in spoken_of if unnamed.isdisjoint(slots))
    return where


def _check_where(scene: Scene) -> None:
    told, where = scene.told, _where(scene)
    if where is not None and not holds(scene, where):
        why = _unmet(scene, where) or say("that is not so now")
        quoted = say('the rule says "{}"', told.text)
        raise Refused(f"{why}; {quoted}" if told.section else why, rule=told.rule)


def check(scene: Scene) -> None:
    """Refuse what the player may not do now, as far as that is known without a choice."""
    told = scene.told
    _check_where(scene)
    refuse_forbidden(scene.act, scene.plan, told.deed, acting=scene)
    check_often(scene, getattr(told.means, "often", None))
    for each in restricting(scene):
        if each.holds:
            check_often(each.scene, each.often, _of_it(scene, each.scene.told.means))
    for part in told.parts:
        check_part(scene, part)
    if isinstance(told.means, tree.Use):
        require(scene, fields.player(scene.doer), told.means.thing, 1)


def _met(scene: Scene) -> Iterator[Any]:
    """What an action is done to: whom and what was chosen for it, a thing, and so much of what."""
    yield from (each for each in scene.slots.values() if isinstance(each, Owner))
    yield from (e for e in scene.told.verb.parts if isinstance(e, tree.Stuff | tree.NamedThing))


def _said(scene: Scene) -> list[str]:
    """The words of an action behind its verb, with what fills its slots."""
    filled = {at: held for at, held in scene.slots.items() if not isinstance(held, str)}
    whole = [each.what for each in scene.told.verb.parts if isinstance(each, tree.Stuff)]
    return [*said_verb(scene.told.verb, said_of(filled)).split(), *whole]


def _things_said(scene: Scene) -> list[Owner]:
    """The things that the words of an action name: ``blow Mirror``, which is a Ware.

    They are kept as long as the page has the same names.
    """
    plan, told = scene.plan, scene.told
    if plan.things_said[0] != plan.course.worded:
        plan.things_said = plan.course.worded, {}
    kept: dict[int, list[Owner]] = plan.things_said[1]
    if id(told) not in kept:
        text = f" {' '.join(map(one_of, words_of(told.verb).split()))} "
        tables = scene.state.tables.values()
        every = (Owner(table.name, each) for table in tables for each in table.things)
        kept[id(told)] = [each for each in every if f" {one_of(each.name)} " in text]
    return kept[id(told)]


def _much(scene: Scene) -> dict[str, int]:
    """How much of something an action names, or gave to the one who did it, or took from them."""
    mine = [e for e in scene.events if e.player == scene.doer and e.kind in ("gains", "loses")]
    found = {(e.kind, e.what): 0 for e in mine}
    for each in mine:
        found[each.kind, each.what] += each.many
    much = {one_of(what): many for (_, what), many in sorted(found.items(), key=itemgetter(1))}
    stuffs = (each for each in scene.told.verb.parts if isinstance(each, tree.Stuff))
    return much | {one_of(each.what): amount(scene, each.amount) for each in stuffs}


def named_words(scene: Scene) -> tuple[str, ...]:
    """The words and things that an action names behind its verb, folded and in the singular."""
    every = (*scene.slots.values(), *_things_said(scene))
    of = dict.fromkeys(each.table for each in every if isinstance(each, Owner))
    tables = filter(None, map(scene.state.tables.get, of))
    names = (name for each in tables for name in (each.name, each.noun))
    return tuple(one_of(each) for each in (*_said(scene), *names))


_PLAYER = regex(r"\bthe player\b(?! w)")  # not: with the most Gold, who has it
_NONE = tree.Number(0)


def _unmet(scene: Scene, condition: Any) -> str:
    """``Cleo is not on River``, of a condition that does not hold; "" where it has no words."""
    parts = condition.of if isinstance(condition, tree.Both) else (condition,)
    failed = next((each for each in parts if not holds(scene, each)), None)
    if failed is None:
        return ""
    speech = speech_of(scene)
    speech.subject = None  # so that what is the player's is said to be
    try:
        said = speech.condition(_as_said(negated(failed)))
    except Unspeakable:
        return ""
    return _PLAYER.sub(lambda _: scene.doer, said)


def _as_said(condition: Any) -> Any:
    """The same condition as people say it of whole numbers: some, for not exactly none."""
    if isinstance(condition, tree.Either | tree.Both):
        return type(condition)(tuple(map(_as_said, condition.of)))
    if isinstance(condition, tree.Compare) and (condition.op, condition.right) == ("!=", _NONE):
        return tree.Compare(condition.left, ">=", tree.Number(1))
    return condition


class Limited(Struct, frozen=True):
    """A sentence that says by itself how often an action may be done, as a scene of it.

    ``holds``: whether it is so now, of this player; what is done counts in any case.
    """

    scene: Scene
    often: tree.Often
    holds: bool


def restricting(scene: Scene) -> list[Limited]:
    """The sentences that say by themselves how often an action may be done."""
    found: list[Limited] = []
    names = (*scene.told.names, *([""] if getattr(scene.told.means, "takes", 0) else []))
    for told in chain.from_iterable(scene.plan.restricted.get(each, ()) for each in names):
        inner, means = Scene(scene.act, scene.plan, told, scene.doer), told.means
        inner.slots = scene.slots
        if any(each.text == told.text for each in scene.plan.actions[fold(scene.told.word)]):
            if scene.told.text != told.text:  # "This may be done once a day": that action alone
                continue
            inner.limited = scene.told.label
        one = _same(scene, means.same) if means.same else None
        named = {each.table for each in scene.slots.values() if isinstance(each, Owner)}
        if (means.same and one is None) or not {means.to} - {""} <= named:
            continue  # it is asked when that is named
        inner.it = one
        most = means.often.times if means.most is None else amount(inner, means.most)
        is_so = means.where is None or holds(inner, means.where)
        found.append(Limited(inner, replace(means.often, times=most), is_so))
    return found


def _same(scene: Scene, table: str) -> Owner | None:
    """The thing of a table, or the player, that an action names, or where the player is."""
    named = (e for e in scene.slots.values() if isinstance(e, Owner) and e.table == table)
    if (found := next(named, None)) is not None:
        return found
    me, things = fields.player(scene.doer), fields.rows(scene.state, table)
    there = (fields.value(scene.state, me, each) for each in fields.columns(scene.state, PLAYERS))
    return next((Owner(table, e) for e in there if isinstance(e, str) and e in things), None)


def check_part(scene: Scene, part: Any) -> None:
    """Refuse a player, thing or number of the line that the sentence does not mean."""
    chosen = part.amount if isinstance(part, tree.Stuff) else part
    held = scene.slots.get(getattr(chosen, "slot", 0))
    if isinstance(held, Owner) and not isinstance(chosen, tree.ChosenProposal):
        # what cannot be done to that player, or thing
        for told in scene.plan.forbids(scene.told.deed):
            if told.means.target is None or not _is_of(told, scene):
                continue
            other, where = Scene(scene.act, scene.plan, told, scene.doer), told.means.where
            if may_be(other, told.means.target, held) and (where is None or holds(other, where)):
                raise Refused('the rule says "{}"', told.text, rule=told.rule)
        if not may_be(scene, chosen, held):
            opened = times_opened()
            options = fitting(scene, chosen)
            names = listing([each.name for each in options]) or say("there is none now")
            remedy = say("Options: {}.", names) if times_opened() == opened else ""
            raise Refused("{} is not a {} that the rule means", held.name, noun(scene, chosen),
                          rule=scene.told.rule, remedy=remedy)  # fmt: skip
    elif isinstance(held, int) and isinstance(chosen, tree.Chosen):
        owner = chosen.most.place.owner if isinstance(chosen.most, tree.HowMany) else None
        if isinstance(owner, tree.Same) and owner.slot not in scene.slots:
            return  # how many there may be of a Mill is known when it is chosen, too
        most = None if chosen.most is None else amount(scene, chosen.most)
        if held < chosen.least or (most is not None and held > most):
            upto = say(" and at most {}", most) if most is not None else ""
            raise Refused("{} is not at least {}{}", held, chosen.least, upto, rule=scene.told.rule)


# -- How often a player may do something: once a day, twice a turn, and when again -----------------


def check_often(scene: Scene, often: tree.Often | None, wanted: int = 1) -> None:
    """Refuse what was done as often as it may be. ``wanted``: how often a line would do it."""
    if often is None:
        return
    count, label = len(_done(scene, often)), scene.told.label
    began = span(often.per, scene.act.now, scene.act.book, scene.plan)
    if began and began[1] and began[1] <= scene.act.now:  # by Day, of what is done by Night
        if not wanted or isinstance(scene.told.means, tree.Restricted):
            return
        why = later("that may be done once it is {} again")
        raise NotNow(why, often.per.capitalize(), rule=scene.told.rule)
    what = getattr(scene.told.means, "what", "")
    if what and wanted and count + wanted > often.times:
        raise Refused("you may {} at most {} {} per {}, and did {}", label, often.times, what,
                      often.per, count, rule=scene.told.rule)  # fmt: skip
    if what:
        return
    times = {1: say("once"), 2: say("twice")}.get(often.times, say("{} times", often.times))
    if count < often.times < count + wanted:
        more = later("you may {} {} per {} and did {}, not {} times more")
        why = more if count else "you may {0} {1} per {2}, not {4} times"
        raise Refused(why, label, times, often.per, count, wanted, rule=scene.told.rule)
    if count >= often.times:
        found = span(often.per, scene.act.now, scene.act.book)
        again = found[1] if found else None
        remedy = say("Again from {} on.", format_time(again)) if again else ""
        raise NotNow("you may {} {} per {}, and have done so", scene.told.label, times, often.per,
                      rule=scene.told.rule, remedy=remedy)  # fmt: skip


def _done(scene: Scene, often: tree.Often) -> list[Use]:
    """When the player did this in the present day, week, phase, turn or game."""
    found = span(often.per, scene.act.now, scene.act.book, scene.plan)
    what = _counted(scene, often.per)
    uses: Sequence[Use] = scene.state.uses
    if often.per in scene.plan.periods:
        now = tree.Did(tree.Doer(), "", often.per)
        uses = in_period(scene.state, now, ends=True)
    mine = (each for each in uses if _is_counted(scene, each, what))
    return [each for each in mine if found is None or each.time >= found[0]]


def _is_counted(scene: Scene, use: Use, what: str) -> bool:
    every = scene.state.players if getattr(scene.told.means, "together", False) else (scene.doer,)
    return any(is_use(use, each, what) for each in every)


def _counted(scene: Scene, per: str) -> str:
    """What is counted: the action, of a turn with the turn that it is."""
    means, name = scene.told.means, scene.told.label
    if isinstance(means, tree.Restricted):
        one, every = scene.it.name if scene.it else "", "all" * means.together
        of = (means.what, f"per {per}", one, every, means.to and f"to {means.to}")
        name = f"{scene.limited or name} ({', '.join(filter(None, of))})"
    if per == "round":
        return f"{name} (round)"
    if per != "turn":
        return name
    label = next((e for e in fields.columns(scene.state, "") if e.name == TURN), None)
    if label is None:
        why = say("the page does not say whose turn it is: a line such as 'Turn: Ann'")
        raise Held(scene.told.rule, why)
    return f"{name} (turn {fields.value(scene.state, fields.GAME, label)})"


def count_use(scene: Scene, often: tree.Often) -> None:
    """Note that it was done; what was done in former days is forgotten."""
    what, recent = _counted(scene, often.per), _done(scene, often)
    others = (e for e in scene.state.uses if not _is_counted(scene, e, what))
    now = use_of(scene.act, scene.doer, what)
    scene.state = replace(scene.state, uses=(*others, *recent, now))
