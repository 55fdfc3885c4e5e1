"""Formulas of the tables are worked out as written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cycle14.components import KNOWN
from rules.cycle14.formulas import FormulaError, read_amounts, read_formula, total
from tests.for_each import for_each

CASES = (  # formula, N, value where every die shows its highest face
    ("7", 0, 7), ("1 - ⌊N/12⌋", 11, 1), ("1 - ⌊N/12⌋", 12, 0), ("⌈N/2⌉ - 1", 5, 2),
    ("2N - 5", 4, 3), ("13 - N", 20, -7), ("N", 3, 3), ("N/2", 3, 1), ("2N + 3d8", 3, 30),
    ("N + 1d6", 2, 8), ("N - 1d5", 2, -3), ("1d(N + 3)", 4, 7), ("2dN", 4, 8), ("2dN", 0, 0),
    ("Nd4", 3, 12), ("d6", 0, 6), ("-N + 1", 3, -2), ("3 × (N + 1)", 3, 12), ("2d(1d6)", 0, 12),
    ("1d3 − ⌊N/3⌋", 7, 1),
)  # fmt: skip
BAD = (
    "", "N +", "(N", "⌊N/2", "x", "2 2 🌿", "1d", "N N)", "+", "3 -", "⌋", "(N]", "⌊N⌉", "2d6d3",
    "2dd4", "⌊⌋", "()", "2 * + 3", "((((",
)  # fmt: skip


@for_each("text, letter, value", CASES)
def test_value(text: str, letter: int, value: int) -> None:
    """Floors, ceilings, letters, dice, signs of every kind, and what binds closer."""
    assert value == read_formula(text).whole({"N": letter}, lambda count, sides: count * sides)


@for_each("text", BAD)
def test_what_is_no_formula_is_named(text: str) -> None:
    """It is quoted, so that an editor finds it; never a wrong number."""
    with pytest.raises(FormulaError):
        read_formula(text)


@given(st.text("0123456789NMXPd+-*/()⌊⌋⌈⌉ ", max_size=12))
def test_any_text_is_a_formula_or_an_error(text: str) -> None:
    """Nothing else comes of any text in a table; only a division by nothing has no value."""
    try:
        formula = read_formula(text)
    except FormulaError:
        return
    assert formula.written == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9 🌿 or 5 🌿 and 2 💎", [{"Herbs": 9}, {"Herbs": 5, "Crystals": 2}]),
        ("1⚡, 3💎, 4🌿 2⚗️", [{"Resolve": 1, "Crystals": 3, "Herbs": 4, "Reagents": 2}]),
        ("1🩸, 1⚗, and 1⚡", [{"Blood of Stone": 1, "Reagents": 1, "Resolve": 1}]),
        ("1 ❤️‍🔥", [{"Infernal Heart": 1}]),
        ("Nothing", []),
        ("N + 1 🌿", [{"Herbs": 3}]),
    ],
)
def test_amounts(text: str, expected: list[dict[str, int]]) -> None:
    """Alternatives and lists, with emoji however they are written."""
    assert expected == [total(each, {"N": 2}) for each in read_amounts(text, KNOWN.find)]


@pytest.mark.parametrize("text", ["a boot", "3 boots and 2 💎", "2 💎 and", "💎", "2 💎 per day"])
def test_what_is_no_amount_is_named(text: str) -> None:
    """A unit whose table says such a thing is held, not guessed at."""
    with pytest.raises(FormulaError):
        read_amounts(text, KNOWN.find)
