"""The drawing of Cycle 14 as plain text: a map around the Town, the Obelisk's way, the pots."""

from __future__ import annotations

from rules.cycle14 import obelisk
from rules.cycle14.components import components
from rules.cycle14.page.drawing import Drawing, Potted, drawing
from rules.cycle14.seasons import early
from rules.cycle14.state import OPEN, State
from rules.cycle14.tasks import encyclopaedia
from wikibot.game.ruleset.rulebook import Rulebook

WIDTH, HEIGHT = 41, 17  # characters; twice as wide as high, for letters are narrow
BAR = 10
LONGEST = 40  # kilometres of the way that are drawn
LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def draw(state: State, book: Rulebook) -> str:
    """The board as text."""
    plan = drawing(state, lambda name: stages(name, book), obelisk.first(book).distance)
    parts = [_heading(state, book), _way(plan, state, book), _pots(plan), _gatherings(state, book)]
    if plan.landmarks:
        parts.append(_map(plan))
    return "\n\n".join(filter(None, parts))


def stages(name: str, book: Rulebook) -> int:
    """How many stages of growth a herb has, 0 where that is not known."""
    unit = f"{encyclopaedia.SECTION}: {name}"
    if not book.has(unit) or book.obstacle(unit):
        return 0
    return encyclopaedia.herb(book, name).stages


def _heading(state: State, book: Rulebook) -> str:
    when = "early" if early(state, book) else "late"
    boosted = "; the gains are boosted" if state.boosted else ""
    over = (
        "; the cycle is lost"
        if state.lost
        else f"; won by {', '.join(state.winners)}"
        if state.winners
        else ""
    )
    held = components(book).amount(state.storehouse)
    return f"Season: {state.season} ({when}){boosted}{over}\nStorehouse: {held}"


def _way(plan: Drawing, state: State, book: Rulebook) -> str:
    steps = ["·"] * (min(plan.longest_way, LONGEST) + 1)
    steps[min(plan.way, LONGEST)] = "▲"
    condition = f", {state.obelisk.condition}" if state.obelisk.condition else ""
    owns = components(book).amount(state.obelisk.items)
    told = f"Obelisk: {plan.way} km, {plan.cuts} cuts, owns {owns}{condition}"
    return f"Gates |{' '.join(steps)}  {told}"


def _pots(plan: Drawing) -> str:
    return "\n".join(f"Pot {pot.number:>2}  {_pot(pot)}" for pot in plan.pots)


def _pot(pot: Potted) -> str:
    if pot.grown is None:
        return "empty"
    full = round(pot.grown * BAR)
    return (
        f"[{'#' * full}{'.' * (BAR - full)}] {pot.herb}, stage {pot.stage} of {pot.stages or '?'}"
    )


def _gatherings(state: State, book: Rulebook) -> str:
    known, lines = components(book), []
    for each in state.gatherings:
        if each.status == OPEN:
            given = ", ".join(
                f"{who} {' '.join(known.short(item).strip() for item in items)}"
                for who, items in each.contributions.items()
            )
            about = f" of {each.victim}" if each.victim else ""
            lines.append(
                f"{each.id}  {each.ritual}{about}, started by {each.starter}:"
                f" {given or 'no contributions'}"
            )
    return "\n".join(lines)


def _map(plan: Drawing) -> str:
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    rows[HEIGHT // 2][WIDTH // 2] = "T"
    legend = ["T  the Town"]
    for number, mark in enumerate(plan.landmarks):
        label = LABELS[number % len(LABELS)]
        column = round(WIDTH // 2 * (1 + mark.x / plan.radius))
        row = round(HEIGHT // 2 * (1 - mark.y / plan.radius))
        rows[row][column] = label
        legend.append(f"{label}  {mark.label}: {mark.about}")
    return "\n".join(["".join(row).rstrip() for row in rows] + legend)
