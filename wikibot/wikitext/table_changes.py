"""What can be done to a table, and why it may not have been done.

TableError              region of the page, row, column, value, and the reason in words
├── NoSuchCell          the table has no such place
└── UnsafeEdit          saved like this, another part of the page would change: nothing was written
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct


class SetCell(Struct, frozen=True):
    """Give a cell a new value; a cell missing at the end of its row is added.

    Body row and logical column from 0.
    """

    row: int
    column: int
    value: str


class AddRow(Struct, frozen=True):
    """A new row below body row ``after`` (-1: directly below the header; None: at the end).

    ``values``: by logical column; columns that are not named stay empty. All rows are counted as
    before any change.
    """

    values: Mapping[int, str] | Sequence[str]
    after: int | None = None

    def by_column(self) -> dict[int, str]:
        """The values by their logical column."""
        values = self.values
        return dict(values if isinstance(values, Mapping) else enumerate(values))


class RemoveRow(Struct, frozen=True):
    """Take body row ``row`` away, with its ``|-`` line."""

    row: int


Change = SetCell | AddRow | RemoveRow


class TableError(Exception):
    """Base of all. ``region``: which table; ``row`` and ``column`` None: no single one."""

    def __init__(
        self,
        reason: str,
        *,
        region: str = "",
        row: int | None = None,
        column: int | None = None,
        value: str = "",
    ) -> None:
        super().__init__(reason)
        self.reason, self.region = reason, region
        self.row, self.column, self.value = row, column, value

    def __str__(self) -> str:
        """One line: where, the value in question, why."""
        where = [self.region or "table"]
        where += [] if self.row is None else [f"row {self.row + 1}"]
        where += [] if self.column is None else [f"column {self.column + 1}"]
        return f"{', '.join(where)}: {self.reason}" + (f" ({self.value!r})" if self.value else "")


class NoSuchCell(TableError):
    """The table has no such row or cell."""


class UnsafeEdit(TableError):
    """Read again, something else would have changed, or the wanted value would not be there."""
