"""A test of many cases fails for each that fails, and names it."""

from __future__ import annotations

import pytest

from tests.for_each import for_each


def test_cases_that_fail_are_named_and_all_are_tried() -> None:
    """Assertions, other errors and errors that did not come, with what they came of."""
    tried = []

    @for_each("number, text", [(1, "a"), pytest.param(2, "b", id="two"), (3, "c"), (4, "d")])
    def one(number: int, text: str) -> None:
        tried.append(number)
        with pytest.raises(KeyError):
            raise {2: ValueError, 3: KeyError}.get(number, AssertionError)(text)

    with pytest.raises(ExceptionGroup, match="3 of 4 cases failed") as found:
        one()

    assert tried == [1, 2, 3, 4]
    names = [note for error in found.value.exceptions for note in error.__notes__]
    assert names[1] == "with {'number': 2, 'text': 'b'}"


def test_cases_of_a_function_are_made_when_they_are_tried() -> None:
    """And not by each process that collects the test."""
    made = list[str]()

    def cases() -> list[int]:
        made.append("cases")
        return [1, 2]

    @for_each("number", cases)
    def one(number: int) -> None:
        made.append(str(number))

    before = [*made]
    one()

    assert (before, made) == ([], ["cases", "1", "2"])
