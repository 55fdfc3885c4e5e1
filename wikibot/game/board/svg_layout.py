"""Where the groups and cells of a picture stand in its SVG file. Sizes are pixels at full size."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.board.picture import Group, PictureCell, in_rows

_TITLE = 36  # above the cells of a group


class Measures(Struct, frozen=True):
    """Sizes of a drawing. ``columns``: of cells that it has at least; 0 ``across``: as drawn.

    ``width`` and ``height`` are those of a cell, ``place`` of a place on a map, which is square;
    ``edge`` lies around everything. ``lines``: of small text in a cell.
    """

    width: int = 88
    height: int = 84
    gap: int = 16
    place: int = 44
    edge: int = 24
    columns: int = 6
    across: int = 0
    lines: int = 4


WIDE = Measures()
TALL = Measures(width=82, height=84, gap=13, place=30, edge=11, columns=4, across=4)
_BETWEEN = 2  # places of a map


class PlacedGroup(Struct, frozen=True):
    """A group with the place of its upper left cell."""

    group: Group
    x: float
    y: float
    sizes: Measures

    @property
    def gap(self) -> int:
        """Between two of its cells."""
        return _BETWEEN if self.group.extent[0] else self.sizes.gap

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of its cells: narrower ones where it has more columns than fit."""
        columns, sizes = self.group.size[0], self.sizes
        room = sizes.columns * (sizes.width + sizes.gap)
        if self.group.extent[0]:
            side = min(sizes.place * 1.0, room / columns - _BETWEEN)
            return side, side
        narrow = room / columns - sizes.gap if sizes.across else sizes.width
        return min(sizes.width, narrow), sizes.height

    @property
    def whole(self) -> tuple[float, float]:
        """Width and height of all its cells, with the gaps between them."""
        (columns, rows), (wide, high) = self.group.size, self.cell
        return columns * (wide + self.gap) - self.gap, rows * (high + self.gap) - self.gap

    @property
    def columns(self) -> int:
        """How many columns of the drawing it takes."""
        return -(-round(self.whole[0] + self.sizes.gap) // (self.sizes.width + self.sizes.gap))

    def corner(self, cell: PictureCell) -> tuple[float, float]:
        """The upper left corner of one of its cells."""
        wide, high = self.cell
        return self.x + cell.x * (wide + self.gap), self.y + cell.y * (high + self.gap)


def narrower(group: Group, across: int) -> Group:
    """A line of cells in rows of at most so many; a grid keeps its positions."""
    if group.grid or group.size[0] <= across:
        return group
    return replace(group, cells=in_rows(group.cells, across))


# -- places ----------------------------------------------------------------------------------------


def laid_out(groups: Sequence[Group], top: float, sizes: Measures) -> tuple[list[PlacedGroup], int]:
    """Each group with its place, side by side where they fit, and where the last one ends."""
    placed: list[PlacedGroup] = []
    column, y, tallest, across = 0, top, 0.0, columns_of(groups, sizes)
    for group in groups:
        size = PlacedGroup(group, 0, 0, sizes)
        if column and column + size.columns > across:
            column, y, tallest = 0, y + tallest, 0.0
        x = sizes.edge + column * (sizes.width + sizes.gap)
        placed.append(PlacedGroup(group, x, y + _TITLE, sizes))
        column += size.columns
        tallest = max(tallest, _TITLE + size.whole[1] + sizes.gap)
    return placed, round(y + tallest)


def columns_of(groups: Sequence[Group], sizes: Measures) -> int:
    """How many columns the drawing has: no more than its widest group needs."""
    wanted = [] if sizes.across else [PlacedGroup(group, 0, 0, sizes).columns for group in groups]
    return max([sizes.columns, *wanted])
