"""What a player may not do now is refused, as far as that is known without a choice."""

from __future__ import annotations

import re
from typing import Any

from rules.generic import owners as fields
from rules.generic.compiled import vocabulary
from rules.generic.owners import Owner
from rules.generic.play.changes import require
from rules.generic.play.choosing import noun
from rules.generic.play.often import check_often
from rules.generic.play.plan import SentencePlan, first_word
from rules.generic.play.scene import Scene
from rules.generic.play.values import amount, fitting, holds, may_be
from rules.generic.state import Context
from rules.plain import tree
from rules.plain.meaning.logic import negated
from rules.plain.speech.effects import Clauses
from rules.plain.speech.nouns import Unspeakable
from wikibot.game.problems import Refused, listing


def refuse_forbidden(act: Context, plan: SentencePlan, word: str) -> None:
    """Refuse a verb that a sentence forbids the player just now."""
    for told in plan.forbids(word):
        if act.player not in act.state.players:
            continue
        where = told.means.where
        if where is None or holds(Scene(act, plan, told, act.player), where):
            raise Refused(f'the rule says "{told.text}"', rule=told.rule)


def check(scene: Scene) -> None:
    """Refuse what the player may not do now, as far as that is known without a choice."""
    told = scene.told
    where = getattr(told.means, "where", None)
    if where is not None and not holds(scene, where):
        why = unmet(scene, where) or "that is not so now"
        quoted = f'; the rule says "{told.text}"' if told.section else ""
        raise Refused(f"{why}{quoted}", rule=told.rule)
    refuse_forbidden(scene.act, scene.plan, first_word(told.verb))
    check_often(scene, getattr(told.means, "often", None))
    for part in told.verb.parts:
        check_part(scene, part)
    if isinstance(told.means, tree.Use):
        require(scene, fields.player(scene.doer), told.means.thing, 1)


def check_part(scene: Scene, part: Any) -> None:
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


_PLAYER = re.compile(r"\bthe player\b(?! w)")  # not: with the most Gold, who has it
_NONE = tree.Number(0)


def unmet(scene: Scene, condition: Any) -> str:
    """``Cleo is not on River``, of a condition that does not hold; "" where it has no words."""
    parts = condition.of if isinstance(condition, tree.Both) else (condition,)
    failed = next((each for each in parts if not holds(scene, each)), None)
    if failed is None:
        return ""
    speech = Clauses(vocabulary(scene.act.state, (scene.told.text,)), doer=True)
    speech.subject = None  # so that what is the player's is said to be
    try:
        said = speech.condition(_counted(negated(failed)))
    except Unspeakable:
        return ""
    return _PLAYER.sub(lambda _: scene.doer, said)


def _counted(condition: Any) -> Any:
    """The same condition as people say it of whole numbers: some, for not exactly none."""
    if isinstance(condition, tree.Either | tree.Both):
        return type(condition)(tuple(map(_counted, condition.of)))
    if isinstance(condition, tree.Compare) and (condition.op, condition.right) == ("!=", _NONE):
        return tree.Compare(condition.left, ">=", tree.Number(1))
    return condition
