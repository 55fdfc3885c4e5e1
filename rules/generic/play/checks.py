"""What a player may not do now is refused, as far as that is known without a choice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from rules.common.players import schedule
from rules.generic import owners as fields
from rules.generic.compiled import vocabulary
from rules.generic.owners import Context, Owner, Use
from rules.generic.play.changes import require
from rules.generic.play.lines import noun, said_part
from rules.generic.play.plan import SentencePlan, Told, first_word, is_use, use_of
from rules.generic.play.scene import Scene
from rules.generic.play.triggers import next_boundary, part_at
from rules.generic.play.turns import TURN
from rules.generic.play.values import amount, fitting, holds, may_be
from rules.plain import tree
from rules.plain.clauses import Unspeakable
from rules.plain.terms import negated
from wikibot.game.names import singular_of
from wikibot.game.problems import NotNow, Refused, listing
from wikibot.game.secrets import times_opened
from wikibot.sdk import Held, day_start, format_time, replace, week_start
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import later, say


def refuse_forbidden(
    act: Context, plan: SentencePlan, word: str, player: str = "", named: Collection[str] = ()
) -> None:
    """Refuse a verb that a sentence forbids a player, by default the one who acts, just now.

    ``named``: the words of what it is done with, as :func:`named_words` gives them.
    """
    player = player or act.player
    for told in plan.forbids(word):
        if player not in act.state.players or not _is_of(told, named):
            continue
        where, of_all = told.means.where, told.means.target is None
        if of_all and (where is None or holds(Scene(act, plan, told, player), where)):
            raise Refused('the rule says "{}"', told.text, rule=told.rule)


def _is_of(told: Told, named: Collection[str]) -> bool:
    """Whether a sentence forbids to do something with what is named."""
    return all(one_of(each) in named for each in told.means.of.split())


def check(scene: Scene) -> None:
    """Refuse what the player may not do now, as far as that is known without a choice."""
    told = scene.told
    where = getattr(told.means, "where", None)
    if where is not None and not holds(scene, where):
        why = _unmet(scene, where) or say("that is not so now")
        quoted = say('the rule says "{}"', told.text)
        raise Refused(f"{why}; {quoted}" if told.section else why, rule=told.rule)
    refuse_forbidden(scene.act, scene.plan, first_word(told.verb), named=named_words(scene))
    check_often(scene, getattr(told.means, "often", None))
    for each in restricting(scene):
        check_often(each, each.told.means.often)
    for part in told.verb.parts:
        check_part(scene, part)
    if isinstance(told.means, tree.Use):
        require(scene, fields.player(scene.doer), told.means.thing, 1)


def named_words(scene: Scene) -> tuple[str, ...]:
    """The words and things that an action names behind its verb, folded and in the singular."""
    filled = {at: held for at, held in scene.slots.items() if not isinstance(held, str)}
    said = (said_part(part, filled) for part in scene.told.verb.parts)
    whole = [each for each in scene.told.verb.parts if isinstance(each, tree.Stuff)]
    names = [each.what for each in whole]
    tables = (scene.state.tables.get(e.table) for e in filled.values() if isinstance(e, Owner))
    names += [name for each in tables if each is not None for name in (each.name, each.noun)]
    return tuple(one_of(each) for each in (*" ".join(said).split(), *names))


@lru_cache(maxsize=4096)
def one_of(word: str) -> str:
    """A word folded and in the singular."""
    return fold(singular_of(word))


_PLAYER = re.compile(r"\bthe player\b(?! w)")  # not: with the most Gold, who has it
_NONE = tree.Number(0)


def _unmet(scene: Scene, condition: Any) -> str:
    """``Cleo is not on River``, of a condition that does not hold; "" where it has no words."""
    from rules.plain.speech.conditions import Clauses  # few lines need it

    parts = condition.of if isinstance(condition, tree.Both) else (condition,)
    failed = next((each for each in parts if not holds(scene, each)), None)
    if failed is None:
        return ""
    speech = Clauses(vocabulary(scene.act.state, (scene.told.text,)), doer=True)
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


def restricting(scene: Scene) -> Iterator[Scene]:
    """The sentences that say by themselves how often an action may be done, as scenes of it."""
    for told in scene.plan.restricted.get(fold(first_word(scene.told.verb)), ()):
        yield Scene(scene.act, scene.plan, told, scene.doer)


def check_part(scene: Scene, part: Any) -> None:
    """Refuse a player, thing or number of the line that the sentence does not mean."""
    chosen = part.amount if isinstance(part, tree.Stuff) else part
    held = scene.slots.get(getattr(chosen, "slot", 0))
    if isinstance(held, Owner) and not isinstance(chosen, tree.ChosenProposal):
        _refuse_immune(scene, held)
        word = first_word(scene.told.verb)
        refuse_forbidden(scene.act, scene.plan, word, named=named_words(scene))
        if not may_be(scene, chosen, held):
            opened = times_opened()
            options = fitting(scene, chosen)
            names = listing([each.name for each in options]) or say("there is none now")
            remedy = say("Options: {}.", names) if times_opened() == opened else ""
            raise Refused("{} is not a {} that the rule means", held.name, noun(scene, chosen),
                          rule=scene.told.rule, remedy=remedy)  # fmt: skip
    elif isinstance(held, int) and isinstance(chosen, tree.Chosen) and _is_bounded(scene, chosen):
        most = None if chosen.most is None else amount(scene, chosen.most)
        if held < chosen.least or (most is not None and held > most):
            upto = say(" and at most {}", most) if most is not None else ""
            raise Refused("{} is not at least {}{}", held, chosen.least, upto, rule=scene.told.rule)


def _refuse_immune(scene: Scene, whom: Owner) -> None:
    """Refuse what cannot be done to a player, or to a thing."""
    for told in scene.plan.forbids(first_word(scene.told.verb)):
        if told.means.target is None or not _is_of(told, named_words(scene)):
            continue
        other, where = Scene(scene.act, scene.plan, told, scene.doer), told.means.where
        if may_be(other, told.means.target, whom) and (where is None or holds(other, where)):
            raise Refused('the rule says "{}"', told.text, rule=told.rule)


def _is_bounded(scene: Scene, chosen: tree.Chosen) -> bool:
    """Whether it is known by now how many there may be: of a Mill that is chosen, too."""
    place = chosen.most.place if isinstance(chosen.most, tree.HowMany) else None
    owner = place.owner if place else None
    return not isinstance(owner, tree.Same) or owner.slot in scene.slots


# -- How often a player may do something: once a day, twice a turn, and when again -----------------


def check_often(scene: Scene, often: tree.Often | None, wanted: int = 1) -> None:
    """Refuse what was done as often as it may be. ``wanted``: how often a line would do it."""
    if often is None:
        return
    count, label = len(_done(scene, often)), scene.told.label
    times = {1: say("once"), 2: say("twice")}.get(often.times, say("{} times", often.times))
    if count < often.times < count + wanted:
        more = later("you may {} {} per {} and did {}, not {} times more")
        why = more if count else "you may {0} {1} per {2}, not {4} times"
        raise Refused(why, label, times, often.per, count, wanted, rule=scene.told.rule)
    if count >= often.times:
        again = next_boundary(often.per, scene.act.now, scene.act.book)
        remedy = say("Again from {} on.", format_time(again)) if again else ""
        raise NotNow("you may {} {} per {}, and have done so", scene.told.label, times, often.per,
                      rule=scene.told.rule, remedy=remedy)  # fmt: skip


def _done(scene: Scene, often: tree.Often) -> list[Use]:
    """When the player did this in the present day, week, phase, turn or game."""
    since, what = _since(scene, often.per), _counted(scene, often.per)
    mine = (each for each in scene.state.uses if is_use(each, scene.doer, what))
    return [each for each in mine if since is None or each.time >= since]


def _counted(scene: Scene, per: str) -> str:
    """What is counted: the action, of a turn with the turn that it is."""
    of_all = isinstance(scene.told.means, tree.Restricted)
    name = f"{scene.told.label} (all)" if of_all else scene.told.label
    if per == "round":
        return f"{name} (round)"
    if per != "turn":
        return name
    label = next((e for e in fields.columns(scene.state, "") if e.name == TURN), None)
    if label is None:
        why = say("the page does not say whose turn it is: a line such as 'Turn: Ann'")
        raise Held(scene.told.rule, why)
    return f"{name} (turn {fields.value(scene.state, fields.GAME, label)})"


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
    if per == "month":
        return day_start(now).replace(day=1)
    for cycle in scene.plan.of(tree.Cycle):
        if any(fold(word) == per for word, _ in cycle.means.parts):
            return _began(cycle.means, per, now)
    return None


def _began(cycle: tree.Cycle, word: str, now: datetime) -> datetime:
    """When such a time of the game began last."""
    part, since, _ = part_at(cycle, now)
    while fold(part) != word:
        part, since, _ = part_at(cycle, since - timedelta(hours=1))
    return since


def count_use(scene: Scene, often: tree.Often) -> None:
    """Note that it was done; what was done in former days is forgotten."""
    what, recent = _counted(scene, often.per), _done(scene, often)
    others = (e for e in scene.state.uses if not is_use(e, scene.doer, what))
    now = use_of(scene.act, scene.doer, what)
    scene.act.state = replace(scene.state, uses=(*others, *recent, now))
