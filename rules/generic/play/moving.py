"""Players go from one thing to another: to a named one, or along the rows of its table."""

from __future__ import annotations

from rules.generic import owners as fields
from rules.generic.owners import Owner
from rules.generic.play.changes import stand
from rules.generic.play.scene import Happened, Scene
from rules.generic.play.values import amount, one, owners
from rules.generic.state import PLAYERS, Field
from rules.plain import tree
from wikibot.game.problems import Held, Refused

MOST_STEPS = 1000  # along a table in one go


def move(scene: Scene, node: tree.Move) -> None:
    """Let players go to a thing of a table."""
    for who in owners(scene, node.who):
        to = one(scene, node.to)
        if to is None:
            scene.say(f"{scene.name(who.name)}moves nowhere: there is no such place")
            continue
        about = place_field(scene, to.table, node.field)
        there = fields.value(scene.state, who, about) == to.name
        if there and not scene.goes(who.name, to.name, moving=node.lands):
            scene.say(f"{scene.name(who.name)}is on {to.name} already")
        elif not there:
            with scene.without_landing(not node.lands):
                stand(scene, who.name, about, to.name, moving=True)


def place_field(scene: Scene, table: str, name: str = "") -> Field:
    """The field of players that says where in a table they are."""
    every = fields.columns(scene.state, PLAYERS)
    found = [each for each in every if (each.name == name if name else each.table == table)]
    if len(found) != 1:
        several = "several columns" if found else "no column"
        raise Held(
            scene.told.rule, f"the players' table has {several} that says in which {table} they are"
        )
    return found[0]


def advance(scene: Scene, node: tree.Advance) -> None:
    """Let players go some rows on, or back."""
    row = fields.names(scene.state, node.table)
    about = place_field(scene, node.table)
    for who in owners(scene, node.who):
        steps = amount(scene, node.steps)
        steps = -steps if node.back else steps
        if abs(steps) > MOST_STEPS:
            raise Refused(f"{abs(steps):,} steps are too many", rule=scene.told.rule)
        if row and steps:
            _walk(scene, who.name, about, row, steps)


def _walk(scene: Scene, name: str, about: Field, row: tuple[str, ...], steps: int) -> None:
    """Go along a row, around its end; what lies between is passed."""
    here = fields.value(scene.state, fields.player(name), about)
    at = row.index(here) if isinstance(here, str) and here in row else (-1 if steps > 0 else 0)
    way = 1 if steps > 0 else -1
    for step in range(1, abs(steps)):
        passed = Owner(about.table, row[(at + way * step) % len(row)])
        scene.events.append(Happened("passes", name, about.name, thing=passed))
    to = row[(at + steps) % len(row)]
    number = abs(steps)
    spaces = f"{number} step{'s' if number > 1 else ''}{' back' if steps < 0 else ''}"
    said = f"{scene.name(name)}moves {spaces} to {to}"
    stand(scene, name, about, to, said=said, moving=True)
