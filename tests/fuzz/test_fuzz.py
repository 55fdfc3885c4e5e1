"""A short form of the fuzz, always from the same seed; the long one is ``python -m tests.fuzz``."""

from __future__ import annotations

import pytest

from tests.fuzz.tries import GAMES, Fuzz


@pytest.mark.parametrize("name", GAMES)
def test_any_line_is_answered(name: str) -> None:
    """Whatever somebody writes, it gets one answer, within a bound of steps."""
    Fuzz(name, 11).lines(60)


@pytest.mark.parametrize("name", GAMES)
def test_any_page_is_read(name: str) -> None:
    """Whatever somebody makes of the gamestate page, it is read or reported,
    and what is read is written as it was.
    """
    Fuzz(name, 12).pages(25)
