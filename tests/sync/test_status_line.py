"""The status line at the end of the gamestate page."""

from __future__ import annotations

from datetime import timedelta

import pytest

from wikibot.game.engine.enactment import PASSED
from wikibot.game.state import Proposal, State
from wikibot.storage.cursor import Cursor
from wikibot.sync.gamestate_page import StatusLine, put_status, put_stop, says_stop
from wikibot.wikitext.dialect import ENGLISH, Dialect, speaking
from wikibot.wikitext.numerals import parse_time

PASSING = parse_time("2024-01-05T12:00:00Z")
PROPOSAL = Proposal("P1", "More fish", "Standard", "Ann", PASSED, changed=PASSING)


@pytest.mark.parametrize(("days", "stands"), [(0, True), (6, True), (7, False)])
def test_what_passed_stands_there_for_a_week(days: int, stands: bool) -> None:
    """Who it was by is said, so that people know what is left to enact."""
    state = State(PASSING + timedelta(days=days), proposals=(PROPOSAL,))

    assert (
        "To be enacted: <nowiki>P1 by Ann</nowiki>." in put_status("", StatusLine(Cursor(), state))
    ) is stands


def test_rules_that_are_too_many_to_list_are_counted_behind_a_semicolon() -> None:
    """As between the listed ones, of which each ends in what takes its wording."""
    waiting = [
        f"Rule {n}: its wording changed; held: `move`; `accept Rule {n}` takes the new wording"
        for n in range(9)
    ]
    shown = put_status("", StatusLine(Cursor(), State(PASSING), waiting=waiting))

    assert "takes the new wording</nowiki>; and " in shown
    assert " more." in shown


@pytest.mark.parametrize("before", [ENGLISH, Dialect("he", leftward=True)])
@pytest.mark.parametrize("after", [ENGLISH, Dialect("he", leftward=True)])
def test_a_stop_is_told_and_taken_back_on_a_page_that_runs_in_the_other_direction(
    before: Dialect, after: Dialect
) -> None:
    """Also where the line stood there from before the bot knew the wiki's direction."""
    status = StatusLine(Cursor(synced=PASSING), State(PASSING))
    with speaking(before):
        page = put_status("Text.\n", status)
        stopped = put_stop(page, status, "a cell of נועה cannot be read")
    with speaking(after):
        again = put_stop(stopped, status, "a cell of נועה. Synced through it")
        twice = put_stop(again, status, "a cell")
        ended = put_status(twice, status)
        expected = put_status("Text.\n", status)

    assert says_stop(stopped)
    assert says_stop(again)
    assert again.count("Nothing is played") == twice.count("Nothing is played") == 1
    assert ended == expected
    assert ('<bdi dir="ltr">' in expected) == after.leftward
