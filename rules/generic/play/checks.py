"""What a player may not do now is refused, as far as that is known without a choice."""

from __future__ import annotations

from typing import Any

from rules.generic import owners as fields
from rules.generic.owners import Owner
from rules.generic.play.changes import require
from rules.generic.play.choosing import noun
from rules.generic.play.often import check_often
from rules.generic.play.plan import SentencePlan, first_word
from rules.generic.play.scene import Scene
from rules.generic.play.values import amount, fitting, holds, may_be
from rules.generic.state import Context
from rules.plain import tree
from wikibot.game.problems import Refused, listing


def refuse_forbidden(act: Context, plan: SentencePlan, word: str, player: str = "") -> None:
    """Refuse a verb that a sentence forbids a player, by default the one who acts, just now."""
    player = player or act.player
    for told in plan.forbids(word):
        if player not in act.state.players:
            continue
        where = told.means.where
        if where is None or holds(Scene(act, plan, told, player), where):
            raise Refused(f'the rule says "{told.text}"', rule=told.rule)


def check(scene: Scene) -> None:
    """Refuse what the player may not do now, as far as that is known without a choice."""
    told = scene.told
    where = getattr(told.means, "where", None)
    if where is not None and not holds(scene, where):
        from rules.generic.play.unmet import unmet  # loads what speaks; few lines need it

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
