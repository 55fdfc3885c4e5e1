"""Ways of a board as arrows: steps between neighbours, branches through the gaps between cells."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from wikibot.game.board.picture import Edge, EdgeKind

COLOURS = {
    EdgeKind.STEP: "#54595d",
    EdgeKind.BRANCH: "#3366cc",
    EdgeKind.UP: "#14866d",
    EdgeKind.DOWN: "#b32424",
}
_WIDTHS = {EdgeKind.STEP: "1.5", EdgeKind.BRANCH: "1.8", EdgeKind.UP: "3", EdgeKind.DOWN: "3"}
BRANCHES = ("#3366cc", "#a34a00", "#00694c", "#8a3d6d", "#6b5d00", "#1f6f94", "#8c1d18", "#5b3fa0")
"""Colours that branches take in turn, so that two that cross can be followed."""
_STRAIGHT = 130  # pixels that an arrow without a bow may have
MOST = 60  # branches that are drawn; of more, the marks of the cells tell
Point = tuple[float, float]


class Box(Struct, frozen=True):
    """A rectangle of the drawing, in pixels from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def border(self, to: Point) -> Point:
        """Where the straight way from its middle to a point leaves it."""
        x, y = self.middle
        across, down = to[0] - x, to[1] - y
        part = min(
            (self.width / 2 + 1) / abs(across) if across else math.inf,
            (self.height / 2 + 1) / abs(down) if down else math.inf,
        )
        return x + across * part, y + down * part


def markers() -> Iterator[str]:
    """The heads of the arrows, as definitions of the file."""
    yield "<defs>"
    for way, colour in COLOURS.items():
        if way is not EdgeKind.BRANCH:
            yield _marker(way.value, colour)
    for number, colour in enumerate(BRANCHES):
        yield _marker(f"branch{number}", colour)
    yield "</defs>"


def _marker(name: str, colour: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
        f'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path d="M0 0L8 4L0 8Z" fill="{colour}"/></marker>'
    )


def arrows(edges: Sequence[Edge], cells: Mapping[str, Box], gap: float) -> Iterator[str]:
    """An arrow for each way between two cells. ``gap``: pixels between two of them."""
    known = [each for each in edges if each.start in cells and each.end in cells]
    branches = [each for each in known if each.way is EdgeKind.BRANCH]
    for edge in known:
        start, end = cells[edge.start], cells[edge.end]
        if start is not end and edge.way is not EdgeKind.BRANCH:
            yield _bowed(edge.way, start, end)
    if len(branches) <= MOST:
        for number, edge in enumerate(branches):
            if edge.start != edge.end:
                yield _routed(cells[edge.start], cells[edge.end], gap, number)


def _bowed(way: EdgeKind, start: Box, end: Box) -> str:
    """An arrow from the border of one box to that of another, straight where it is short."""
    (x1, y1), (x2, y2) = start.border(end.middle), end.border(start.middle)
    length = math.hypot(x2 - x1, y2 - y1)
    height = 0.0 if length < _STRAIGHT else min(0.12 * length, 60.0)
    across, down = (y1 - y2) / (length or 1), (x2 - x1) / (length or 1)
    x3, y3 = (x1 + x2) / 2 + across * height, (y1 + y2) / 2 + down * height
    faint = ' stroke-opacity="0.5"' if height else ""
    return (
        f'<path d="M{x1:.1f} {y1:.1f}Q{x3:.1f} {y3:.1f} {x2:.1f} {y2:.1f}" fill="none" '
        f'stroke="{COLOURS[way]}" stroke-width="{_WIDTHS[way]}"{faint} marker-end="url(#{way})"/>'
    )


def _routed(start: Box, end: Box, gap: float, number: int) -> str:
    """A branch with corners that stays in the gaps, so that it crosses no cell.

    It leaves its cell below, goes along the gap to the one beside the other cell, and enters that
    from above. Branches take separate lanes in a gap as far as there is room.
    """
    lane = ((number * 3) % 7 - 3) * gap / 9
    out, into = start.x + start.width * 0.5 + lane * 2, end.x + end.width * 0.5 + lane * 2
    below, above = start.y + start.height + gap / 2 + lane, end.y - gap / 2 + lane
    side = end.x - gap / 2 if out < end.x else end.x + end.width + gap / 2
    points = [
        (out, start.y + start.height), (out, below), (side + lane, below),
        (side + lane, above), (into, above), (into, end.y),
    ]  # fmt: skip
    if abs(below - above) < gap:  # the same gap
        points = [*points[:2], (into, below), points[-1]]
    drawn = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    colour = number % len(BRANCHES)
    return (
        f'<path d="M{drawn}" fill="none" stroke="{BRANCHES[colour]}" stroke-linejoin="round" '
        f'stroke-width="{_WIDTHS[EdgeKind.BRANCH]}" marker-end="url(#branch{colour})"/>'
    )
