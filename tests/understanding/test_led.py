"""What cannot be understood is answered with what it may have been meant for,
as it could be sent.
"""

from __future__ import annotations

import pytest

from tests.understanding.situations import situations
from wikibot.game.actions import Verdict

LED = [
    ("round7", "turn", "1d6 (3) = 3", "`move -- 1d6 (3) = 3`"),
    ("cycle14", "town", "3d6 (4, 6, 2) = 12", "`mine -- 3d6 (4, 6, 2) = 12`"),
    ("round7", "turn", "of all the wares I would rather buy that Flute there", "`buy Flute`"),
    ("cycle14", "town", "into the mining pits with me -- 3d6 (4, 6, 2) = 12",
     "`mine -- 3d6 (4, 6, 2) = 12`"),
    ("cycle14", "herb", "something like a Kraken Root I guess", "`choose Kraken Root`"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "situation", "line", "form"), LED)
def test_the_likeliest_form_is_filled_in(game: str, situation: str, line: str, form: str) -> None:
    """With the things and the dice that the line has; that line can be copied as it stands."""
    state, outcome = situations()[game, situation].play(line)

    assert outcome.verdict in (Verdict.HUH, Verdict.CANT)
    assert form in outcome.text
    assert situations()[game, situation].play(form.strip("`"), state, 9001)[1].verdict in (
        Verdict.DONE,
        Verdict.NEEDS,
    )


def test_nothing_is_named_that_a_rule_forbids_now() -> None:
    """Who is not in Jail is not told to escape, whatever the line says of it."""
    _, outcome = situations()["round7", "turn"].play("let us all escape this boring afternoon")

    assert outcome.verdict is Verdict.HUH
    assert "`escape" not in outcome.text
