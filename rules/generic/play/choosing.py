"""One of several players or things: chosen, drawn, or with the most or the fewest of something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.generic import owners as fields
from rules.generic.owners import PLAYERS, Owner
from rules.generic.play.cells import number_in
from rules.generic.play.scene import Scene
from rules.plain import tree
from rules.plain.vocabulary import noun_of
from wikibot.game.problems import Refused
from wikibot.wikitext.messages import say


class NobodyToChoose(Refused):
    """There is no player or thing of which one would be chosen."""


def noun(scene: Scene, node: Any) -> str:
    """What one of those is called that a node may stand for."""
    table = scene.state.tables.get(node.table) if hasattr(node, "table") else None
    return noun_of(table.name, table.noun) if table else "player"


def chosen(scene: Scene, node: Any, options: Sequence[Owner]) -> Owner:
    """The doer's choice among several."""
    what = noun(scene, node)
    if not options:
        raise NobodyToChoose(say("there is no {} to choose", what), rule=scene.told.rule)
    asks = f"which {what}, to {scene.told.label}" if scene.told.label else f"which {what}"
    scene.must_choose(asks)
    known = fields.names(scene.state, getattr(node, "table", PLAYERS))
    return scene.act.choose(
        asks, options, lambda each: each.name, known=known, rule=scene.told.rule
    )


def drawn(scene: Scene, node: Any, options: Sequence[Owner]) -> Owner | None:
    """One of several at random; None, said, where there is none."""
    if not options:
        scene.say("there is no {} to draw", noun(scene, node))
        return None
    return scene.pick(options, f"a random {noun(scene, node)}")


def foremost(scene: Scene, node: Any, options: Sequence[Owner]) -> Owner | None:
    """The one with the most or the fewest; None, said, where several tie."""
    what = node.what if isinstance(node, tree.ExtremePlayer) else node.field
    counts = [fields.count(scene.state, each, what) for each in options]
    if not counts:
        return None
    best = max(counts) if node.most else min(counts)
    found = [each for each, number in zip(options, counts, strict=True) if number == best]
    scene.tied = len(found) > 1
    if len(found) > 1:
        tied = say(" and ").join(each.name for each in found)
        scene.say(
            "no one has the {} {}: {} tie", say("most" if node.most else "fewest"), what, tied
        )
        return None
    return found[0]


def chosen_number(scene: Scene, least: int, most: int | None) -> int:
    """A number of the doer's choice."""
    upto = "" if most is None else f", at most {most}"
    asks = f"how many, to {scene.told.label} (from {least}{upto})"
    scene.must_choose(asks)
    return scene.act.ask(asks, lambda text: number_in(text, least, most))
