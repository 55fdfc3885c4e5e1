"""Status effects are values, and phrases on the page."""

from __future__ import annotations

from rules.cycle15 import state
from rules.cycle15.state import Effect, read_effect
from tests.for_each import for_each


@for_each(
    "phrase, value",
    [
        ("train", Effect("train")),
        ("MacGyvered in phase 12", Effect("MacGyvered", phase=12)),
        ("fractal image at -5", Effect(state.IMAGE, -5)),
        ("hitched: Bob in phase 3", Effect(state.HITCHED, "Bob in phase 3")),
        ("Language Barrier: crystals", Effect(state.BARRIER, "crystals")),
        ("lost to a Death Ray with 7 crystals", Effect(state.LOST, 7)),
        ("insightfulness 3", Effect(state.INSIGHT, 3)),
        ("insightfulness many", Effect("insightfulness many")),
        ("next move with a jetpack that slows to 2 spaces", Effect(state.JETPACK, 2)),
        ("next move of 18 spaces", Effect(state.NEXT_COUNT, 18)),
        ("next roll +2", Effect(state.NEXT_PLUS, 2)),
        ("next roll -1 in phase 4", Effect(state.NEXT_PLUS, -1, 4)),
        ("next roll is 12 minus itself", Effect(state.NEXT_MIRROR, 12)),
        ("Team Fortress 2 with Al in phase 3", Effect(state.TEAM, "Al", 3)),
        ("item uses added: 2 in phase 9", Effect(state.USES, 2, 9)),
        (
            "walks again with dice 3 4 plus 10 along 1 -2 in phase 5",
            Effect(state.WALKS, ((3, 4), 10, (1, -2)), 5),
        ),
        (
            "walks again the move of the phase with dice 3 plus 0 along  in phase 5",
            Effect(state.WALKS_REGULAR, ((3,), 0, ()), 5),
        ),
        ("fractal image at <number>", Effect("fractal image at <number>")),
    ],
)
def test_an_effect_is_read_from_its_phrase(phrase: str, value: Effect) -> None:
    """A phrase is read as its kind, value and phase, and written as it was."""
    assert (read_effect(phrase), str(value)) == (value, phrase)
