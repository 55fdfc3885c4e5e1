"""Ways of a board as arrows between its cells; a branch only where it has room."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from wikibot.game.board.picture import Edge, Way

COLOURS = {Way.STEP: "#54595d", Way.BRANCH: "#3366cc", Way.UP: "#14866d", Way.DOWN: "#b32424"}
_WIDTHS = {Way.STEP: "1.5", Way.BRANCH: "1.5", Way.UP: "3", Way.DOWN: "3"}
_STRAIGHT = 90  # pixels that an arrow without a bow may have
_POINTS = 32  # of a bow that are looked at
MOST = 500  # cells of a board whose branches are drawn; beyond that the marks have to do
Point = tuple[float, float]
Curve = tuple[Point, Point, Point]  # both ends, and the point between them that it bows to


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

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        across, down = point[0] - self.x, point[1] - self.y
        return 0 <= across <= self.width and 0 <= down <= self.height

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
        yield (
            f'<marker id="{way}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
            f'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">'
            f'<path d="M0 0L8 4L0 8Z" fill="{colour}"/></marker>'
        )
    yield "</defs>"


def arrows(edges: Sequence[Edge], cells: Mapping[str, Box], titles: Sequence[Box]) -> Iterator[str]:
    """An arrow for each way between two cells, short ones straight and others as a bow."""
    for edge in edges:
        start, end = cells.get(edge.start), cells.get(edge.end)
        if start is None or end is None or start is end:
            continue
        if edge.way is not Way.BRANCH:
            yield _path(edge.way, _curve(start, end, 1))
        elif len(cells) <= MOST:
            others = (*(box for box in cells.values() if box not in (start, end)), *titles)
            for curve in (_curve(start, end, bend) for bend in (1, -1)):
                if not _touches(curve, others):
                    yield _path(edge.way, curve)
                    break


def _curve(start: Box, end: Box, bend: int) -> Curve:
    """An arrow from the border of one box to that of another."""
    (x1, y1), (x2, y2) = start.border(end.middle), end.border(start.middle)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    height = 0.0 if length < _STRAIGHT else min(0.12 * length, 60.0) * bend
    across, down = (y1 - y2) / (length or 1), (x2 - x1) / (length or 1)
    return (x1, y1), ((x1 + x2) / 2 + across * height, (y1 + y2) / 2 + down * height), (x2, y2)


def _touches(curve: Curve, boxes: Sequence[Box]) -> bool:
    (x1, y1), (x3, y3), (x2, y2) = curve
    parts = [number / _POINTS for number in range(1, _POINTS)]
    points = [
        (
            (1 - t) ** 2 * x1 + 2 * t * (1 - t) * x3 + t * t * x2,
            (1 - t) ** 2 * y1 + 2 * t * (1 - t) * y3 + t * t * y2,
        )
        for t in parts
    ]
    return any(box.holds(point) for box in boxes for point in points)


def _path(way: Way, curve: Curve) -> str:
    (x1, y1), (x3, y3), (x2, y2) = curve
    bowed = abs((x1 + x2) / 2 - x3) + abs((y1 + y2) / 2 - y3) > 0.1
    faint = ' stroke-opacity="0.5"' if bowed else ""
    return (
        f'<path d="M{x1:.1f} {y1:.1f}Q{x3:.1f} {y3:.1f} {x2:.1f} {y2:.1f}" fill="none" '
        f'stroke="{COLOURS[way]}" stroke-width="{_WIDTHS[way]}"{faint} marker-end="url(#{way})"/>'
    )
