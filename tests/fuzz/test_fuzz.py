"""Random lines and pages, always from the same seed; more of them in a long search."""

from __future__ import annotations

import pytest

from tests.for_each import TIMES
from tests.fuzz.tries import GAMES, Fuzz


@pytest.mark.parametrize("name", GAMES)
def test_any_line_is_answered(name: str) -> None:
    """Whatever somebody writes, it gets one answer, within a bound of steps."""
    Fuzz(name, 11).lines(60 * TIMES)


@pytest.mark.parametrize("name", GAMES)
def test_any_page_is_read(name: str) -> None:
    """Whatever somebody makes of the gamestate page, it is read or reported,
    and what is read is written as it was.
    """
    Fuzz(name, 12).pages(25 * TIMES)
