"""The drawing of Cycle 14 as a picture: the Obelisk's way, pots, a small map around the Town."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cycle14 import obelisk
from rules.cycle14.components import components
from rules.cycle14.page.board import stages
from rules.cycle14.page.drawing import Drawing, Mark, Potted, drawing
from rules.cycle14.state import State
from wikibot.game.board.picture import Cell, Entry, Group, Picture, in_rows
from wikibot.game.calendar import roman
from wikibot.game.ruleset.rulebook import Rulebook

HALF = 5  # cells of the map in each direction from the Town
ACROSS = 6  # kilometres of the way, or pots, in a row, so that a phone shows them side by side
GROWN, GROWING, EMPTY = "❦", "⚘", "○"
POTS = {
    GROWN: ("fully grown", "green"),
    GROWING: ("still growing", "lime"),
    EMPTY: ("an empty pot", "white"),
}
LONGEST = 40  # kilometres of the way that are drawn; the Obelisk's own place always is


def picture(state: State, book: Rulebook) -> Picture:
    """The whole board."""
    plan = drawing(state, lambda name: stages(name, book), obelisk.first(book).distance)
    groups = [Group("The Obelisk's way", in_rows(_way(plan, state, book), ACROSS))]
    if plan.pots:
        groups.append(
            Group("Greenhouse Botania", in_rows((_pot(pot) for pot in plan.pots), ACROSS))
        )
    if plan.landmarks:
        size = 2 * HALF + 1
        title = f"Around the Town: {plan.radius:g} km in each direction, north is up"
        groups.append(Group(title, tuple(_map(plan)), grid=True, extent=(size, size)))
    return Picture(
        "The board of Cycle 14",
        tuple(_facts(state, book)),
        tuple(groups),
        (),
        tuple(_legend(state, plan)),
    )


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


def _legend(state: State, plan: Drawing) -> Iterator[Entry]:
    yield Entry("▲", "the Obelisk", "grey")
    seen = [_sign(pot) for pot in plan.pots]
    yield from (Entry(sign, *told) for sign, told in POTS.items() if sign in seen)
    if plan.landmarks:
        yield Entry("T", "the Town", "yellow")
    for number, each in enumerate(state.landmarks, 1):
        yield Entry(str(number), f"{each.id}: {each.distance:g} km at {each.bearing}°", "green")


def _way(plan: Drawing, state: State, book: Rulebook) -> Iterator[Cell]:
    owns = components(book).amount(state.obelisk.items)
    shown = [*range(min(plan.longest_way, LONGEST) + 1)]
    if plan.way > LONGEST:
        shown[-1] = plan.way
    for distance in shown:
        label = "Gates" if not distance else f"{distance} km"
        if distance == plan.way:
            marks = (f"{plan.cuts} cuts", *((owns,) if state.obelisk.items else ()))
            yield Cell(
                f"km {distance}",
                0,
                0,
                label,
                "▲",
                "grey",
                f"the Obelisk, {distance} km from the Gates",
                marks,
            )
        else:
            yield Cell(f"km {distance}", 0, 0, label, title=f"{distance} km from the Gates")


def _sign(pot: Potted) -> str:
    if pot.grown is None:
        return EMPTY
    return GROWN if pot.grown >= 1 else GROWING


def _pot(pot: Potted) -> Cell:
    sign = _sign(pot)
    if pot.grown is None:
        return Cell(f"pot {pot.number}", 0, 0, pot.number, sign, title=f"pot {pot.number} is empty")
    grown = f"stage {pot.stage} of {pot.stages or '?'}"
    title = f"{pot.herb} in pot {pot.number}, {grown}"
    return Cell(
        f"pot {pot.number}", 0, 0, pot.number, sign, POTS[sign][1], title, (pot.herb, grown)
    )


def _map(plan: Drawing) -> Iterator[Cell]:
    """The places that have something; several landmarks may share one, and one with the Town."""
    there: dict[tuple[int, int], list[tuple[int, Mark]]] = {(HALF, HALF): []}
    for number, mark in enumerate(plan.landmarks, 1):
        place = (
            HALF + round(HALF * mark.x / plan.radius),
            HALF - round(HALF * mark.y / plan.radius),
        )
        there.setdefault(place, []).append((number, mark))
    for (x, y), marks in there.items():
        town = (x, y) == (HALF, HALF)
        first, *others = [*(["T"] if town else []), *(str(number) for number, _ in marks)]
        title = "; ".join([*(["the Town"] if town else []), *(_told(mark) for _, mark in marks)])
        also = (" ".join(others),) if others else ()
        yield Cell(f"map {x} {y}", x, y, first, "", "yellow" if town else "green", title, also)


def _told(mark: Mark) -> str:
    return f"{mark.label}: {mark.about}" if mark.about else mark.label
