"""The drawing of Cycle 14 as a picture: the Obelisk's way, the pots of the greenhouse, a small map around the Town."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cycle14 import obelisk
from rules.cycle14.board import stages
from rules.cycle14.components import components
from rules.cycle14.drawing import Drawing, Mark, Potted, drawing
from rules.cycle14.state import State
from wikibot.game.calendar import roman
from wikibot.game.picture import Cell, Entry, Group, Picture, in_rows
from wikibot.game.rulebook import Rulebook

HALF = 5  # cells of the map in each direction from the Town


def picture(state: State, book: Rulebook) -> Picture:
    """The whole board."""
    plan = drawing(state, lambda name: stages(name, book), obelisk.first(book).distance)
    groups = [Group("The Obelisk's way", in_rows(_way(plan, state, book), plan.longest_way + 1))]
    if plan.pots:
        groups.append(Group("Greenhouse Botania", in_rows(_pot(pot) for pot in plan.pots)))
    if plan.landmarks:
        groups.append(Group(f"Around the Town, {plan.radius:g} km in each direction", tuple(_map(plan)), grid=True))
    legend = (Entry("▲", "the Obelisk", "grey"), Entry("⌂", "the Town", "yellow"), Entry("•", "a landmark", "green"))
    return Picture("The board of Cycle 14", tuple(_facts(state, book)), tuple(groups), (), legend)


def _facts(state: State, book: Rulebook) -> Iterator[str]:
    yield f"Phase {roman(state.phase)}"
    yield state.season
    if state.boosted:
        yield "the gains are boosted"
    yield f"in the storehouse: {components(book).amount(state.storehouse)}"
    if state.lost:
        yield "the cycle is lost"
    if state.winners:
        yield f"won by {', '.join(state.winners)}"


def _way(plan: Drawing, state: State, book: Rulebook) -> Iterator[Cell]:
    owns = components(book).amount(state.obelisk.items)
    for distance in range(plan.longest_way + 1):
        label = "Gates" if not distance else f"{distance} km"
        if distance == plan.way:
            marks = (f"{plan.cuts} cuts", *((owns,) if state.obelisk.items else ()))
            yield Cell(f"way {distance}", 0, 0, label, "▲", "grey", f"the Obelisk, {distance} km from the Gates", marks)
        else:
            yield Cell(f"way {distance}", 0, 0, label, title=f"{distance} km from the Gates")


def _pot(pot: Potted) -> Cell:
    if pot.grown is None:
        return Cell(f"pot {pot.number}", 0, 0, pot.number, title=f"pot {pot.number} is empty")
    grown = f"stage {pot.stage} of {pot.stages or '?'}"
    colour = "green" if pot.grown >= 1 else "lime"
    title = f"{pot.herb} in pot {pot.number}, {grown}"
    return Cell(f"pot {pot.number}", 0, 0, pot.number, "❦" if pot.grown >= 1 else "⚘", colour, title, (pot.herb, grown))


def _map(plan: Drawing) -> Iterator[Cell]:
    """Every place of the grid, so that it keeps its shape; several landmarks may share one."""
    there: dict[tuple[int, int], list[Mark]] = {}
    for mark in plan.landmarks:
        place = (HALF + round(HALF * mark.x / plan.radius), HALF - round(HALF * mark.y / plan.radius))
        there.setdefault(place, []).append(mark)
    for y in range(2 * HALF + 1):
        for x in range(2 * HALF + 1):
            yield _place(x, y, there.get((x, y), []))


def _place(x: int, y: int, marks: list[Mark]) -> Cell:
    town = (x, y) == (HALF, HALF)
    if not marks and not town:
        return Cell(f"map {x} {y}", x, y, "")
    names = ("the Town",) * town + tuple(mark.label for mark in marks)
    title = "; ".join(f"{mark.label}: {mark.about}" for mark in marks)
    label, colour = ("⌂" if town else "•"), ("yellow" if town else "green")
    return Cell(f"map {x} {y}", x, y, label, "", colour, title or "the Town", names)
