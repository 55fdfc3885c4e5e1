"""Status effects are values, and phrases on the page."""

from __future__ import annotations

from rules.cycle15.belongings import effect
from rules.cycle15.belongings.effect import Effect, read_effect
from tests.for_each import for_each


@for_each(
    "phrase, value",
    [
        ("train", Effect("train")),
        ("MacGyvered in phase 12", Effect("MacGyvered", phase=12)),
        ("fractal image at -5", Effect(effect.IMAGE, -5)),
        ("hitched: Bob in phase 3", Effect(effect.HITCHED, "Bob in phase 3")),
        ("Language Barrier: crystals", Effect(effect.BARRIER, "crystals")),
        ("lost to a Death Ray with 7 crystals", Effect(effect.LOST, 7)),
        ("insightfulness 3", Effect(effect.INSIGHT, 3)),
        ("insightfulness many", Effect("insightfulness many")),
        ("next move with a jetpack that slows to 2 spaces", Effect(effect.JETPACK, 2)),
        ("next move of 18 spaces", Effect(effect.NEXT_COUNT, 18)),
        ("next roll +2", Effect(effect.NEXT_PLUS, 2)),
        ("next roll -1 in phase 4", Effect(effect.NEXT_PLUS, -1, 4)),
        ("next roll is 12 minus itself", Effect(effect.NEXT_MIRROR, 12)),
        ("Team Fortress 2 with Al in phase 3", Effect(effect.TEAM, "Al", 3)),
        ("item uses added: 2 in phase 9", Effect(effect.USES, 2, 9)),
        (
            "walks again with dice 3 4 plus 10 along 1 -2 in phase 5",
            Effect(effect.WALKS, ((3, 4), 10, (1, -2)), 5),
        ),
        (
            "walks again the move of the phase with dice 3 plus 0 along  in phase 5",
            Effect(effect.WALKS_REGULAR, ((3,), 0, ()), 5),
        ),
        ("fractal image at <number>", Effect("fractal image at <number>")),
    ],
)
def test_an_effect_is_read_from_its_phrase(phrase: str, value: Effect) -> None:
    """A phrase is read as its kind, value and phase, and written as it was."""
    assert (read_effect(phrase), str(value)) == (value, phrase)
