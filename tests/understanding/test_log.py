"""What was said in other words stands in the log in exact form, with these words above it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from tests.understanding.situations import situations
from wikibot.dice.session import read_record
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.orders import identities, read_log
from wikibot.storage.log_page import log_entries, places_of


def _logged(line: str) -> tuple[str, ...]:
    town = situations()["round7", "turn"]
    action = Action(ActionId(7, 812, 0), town.time, town.who, line, by_name=True)
    played = town.engine.play(town.state, [action], town.time)
    return log_entries((), (), town.time, played.fired_events, played.outcomes)


def test_the_words_stand_above_the_order() -> None:
    """A log replays without any situation, and shows what people wrote."""
    said, identity, line, _ = _logged("I'd like to buy one Flute please")

    assert said == "# said: I'd like to buy one Flute please"
    assert identity == "# line 7.812.0"
    assert line.endswith(" Ann: buy Flute")


def test_a_line_in_exact_form_needs_none() -> None:
    """Nothing is written twice."""
    assert [each[:6] for each in _logged("buy Flute")] == ["# line", "2024-0", "# resu"]


def test_the_words_are_read_back_with_the_line() -> None:
    """A proposal is taken back where its own line is edited, so its words are part of the state."""
    (action,) = read_log("\n".join(_logged("Proposal: More snakes")))

    assert isinstance(action, Action)
    assert (action.text, action.written_as) == ("propose: More snakes", "Proposal: More snakes")


def test_what_came_of_a_line_stands_below_it() -> None:
    """Who reads the log sees it, and that the line was played; nothing else comes of it."""
    lines = _logged("buy Flute")

    assert lines[-1] == "# result: Ann loses 3 poents; Ann buys Flute for 3 poents"
    (told,), (untold,) = (read_log("\n".join(some)) for some in (lines, lines[:-1]))
    assert isinstance(untold, Action)
    assert (told, untold.told) == (replace(untold, told=True), False)


@pytest.mark.parametrize(
    "text", ["line 3.4.0", "roll x", "said: y", "withdrawn 1.2.3 2024-01-05T02:22:00Z", "x\n# seal"]
)
def test_no_result_is_read_as_anything_else(text: str) -> None:
    """Results quote what players wrote."""
    now = datetime(2024, 1, 5, tzinfo=UTC)
    action = Action(ActionId(7, 812, 0), now, "Ann", "dance")
    *_, result = log_entries((), (), now, (), [Outcome(action, Verdict.DONE, text)])

    assert result.startswith("# result: ")
    assert (read_log(result), list(identities([result])), read_record(result)) == ((), [], None)


def test_a_line_that_is_undone_takes_its_words_along() -> None:
    """They would stand above another line, and so does what came of it below."""
    lines = _logged("I'd like to buy one Flute please")

    assert places_of(lines, lines.index("# line 7.812.0")) == [*range(len(lines))]
