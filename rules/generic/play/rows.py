"""Rows of the page's tables are made and taken away."""

from __future__ import annotations

from rules.generic import owners as fields
from rules.generic.owners import Owner
from rules.generic.play.changes import put
from rules.generic.play.scene import Scene
from rules.generic.play.values import owners, value
from rules.generic.state import PLAYERS
from rules.plain import tree
from wikibot.game.problems import Held, Refused

LONGEST_NAME = 60


def create(scene: Scene, node: tree.Create) -> None:
    """Add a row to a table, and fill it."""
    if node.table == PLAYERS or node.table not in scene.state.tables:
        raise Held(scene.told.rule, f"the page has no table {node.table} to add to")
    name = node.name or _new_name(scene, node)
    if name in scene.state.tables[node.table].things:
        raise Refused(f"there is a {node.table} {name} already", rule=scene.told.rule)
    scene.act.state = fields.create(scene.state, node.table, name)
    scene.say(f"{scene.name(scene.self)}creates {name} in {node.table}".strip())
    made = scene.slots[node.slot] = Owner(node.table, name)
    for header, node_value in node.fields:
        with scene.about(it=made):
            put(scene, made, header, value(scene, node_value))


def _new_name(scene: Scene, node: tree.Create) -> str:
    held = scene.slots.get(node.slot)
    if isinstance(held, str):
        return held
    asks = f"the name of the new {node.table}, to {scene.told.label}"
    scene.must_choose(asks)
    return scene.act.ask(asks, lambda text: a_name(scene, text))


def a_name(scene: Scene, text: str) -> str:
    """A name that a row may have. Raises ``ValueError``."""
    name = " ".join(text.split()).strip("\"'“”")
    if not name or len(name) > LONGEST_NAME or any(mark in name for mark in "|[]{}<>\n;,"):
        raise ValueError(
            f"a name has at most {LONGEST_NAME} characters, none of | [ ] {{ }} < > , ;"
        )
    if scene.act.is_reserved(name) or scene.act.is_name(name):
        raise ValueError(f"{name} means something else already")
    return name


def destroy(scene: Scene, node: tree.Destroy) -> None:
    """Take rows away; what named them names nothing then."""
    for thing in owners(scene, node.thing):
        scene.act.state = fields.destroy(scene.state, thing)
        scene.say(f"{thing.name} is destroyed")
