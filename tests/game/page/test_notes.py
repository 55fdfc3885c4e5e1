"""Labelled values in a cell of notes: where they end, and what is left over."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.cycle15.page import Path
from tests.for_each import for_each
from wikibot.game.page.cells import Integer, Maybe, Text, Vocabulary
from wikibot.game.page.sheet import LEFT_OVER, Note, Notes

NOTES = Notes({
    "path": Note("Boulder Path", Path()),
    "haven": Note("Safe Haven", Integer()),
    "kind": Note("Pseudo-type",
                 Maybe(Text(known=Vocabulary(("Thin Ice", "Ice, Thick", "Geyser"))))),
})  # fmt: skip


@for_each(
    "text, values",
    [
        ("Boulder Path: 4, 5, 6; Safe Haven: 9", {"path": (4, 5, 6), "haven": 9}),
        ("Boulder Path: 4, 5, 6, Safe Haven: 9", {"path": (4, 5, 6), "haven": 9}),
        ("Boulder Path: 4 5, Safe Haven: 9, Pseudo-type: Thin Ice",
         {"path": (4, 5), "haven": 9, "kind": "Thin Ice"}),
        ("Boulder Path: {4, 5}, slippery", {"path": (4, 5)}),
        ("Pseudo-type: Ice, Thick", {"kind": "Ice, Thick"}),
        ("Pseudo-type: Thin Ice, nice place",
         {"kind": "Thin Ice", LEFT_OVER: ("Pseudo-type: nice place",)}),
        ("Boulder Path: 4, 5, and so on",
         {"path": (4, 5), LEFT_OVER: ("Boulder Path: and so on",)}),
        ("Safe Haven: 9, beware. Boulder Path: 4",
         {"haven": 9, "path": (4,), LEFT_OVER: ("Safe Haven: beware",)}),
        ("Pseudo-type: Swamp, deep", {"kind": "Swamp", LEFT_OVER: ("Pseudo-type: deep",)}),
        ("a nice place, quiet", {}),
    ],
)  # fmt: skip
def test_a_note_ends_at_a_semicolon_or_the_next_label(text: str, values: dict[str, Any]) -> None:
    """Not at a comma, while what follows belongs to the value;
    what does not is there for people to look at.
    """
    assert NOTES.parse(text) == values


@given(
    st.lists(st.integers(-99, 99), min_size=1, max_size=6),
    st.sampled_from([", ", " ", ",", " → "]),
    st.integers(0, 99),
)
def test_a_path_is_read_whole_however_it_is_written(
    path: list[int], between: str, haven: int
) -> None:
    """And a new value takes the place of all of it."""
    text = f"quiet; Boulder Path: {between.join(map(str, path))}; Safe Haven: {haven}"
    new = NOTES.render({"path": (1, 2), "haven": haven}, text)

    assert NOTES.parse(text) == {"path": tuple(path), "haven": haven}
    assert NOTES.parse(new) == {"path": (1, 2), "haven": haven}
