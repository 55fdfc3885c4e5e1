"""The bot's note on the gamestate page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikibot.cursor import LONGEST, Answer, Cursor, DamagedCursor, Mark, newest, read_cursor, write_cursor
from wikibot.game.actions import Action, ActionId
from wikibot.game.calendar import parse_time
from wikibot.game.pins import Pin
from wikibot.game.verdicts import Outcome, Verdict
from wikibot.wikitext.escape import show
from wikibot.wikitext.fingerprints import LENGTH

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NUMBER = st.integers(0, 10**9)
ANSWERS = st.builds(Answer, st.builds(ActionId, NUMBER, NUMBER, NUMBER), st.sampled_from(["done", "huh"]), TEXT)
TIMES = st.one_of(st.none(), st.sampled_from(["2024-01-05T02:22:00Z", "2031-12-31T23:59:59Z"]).map(parse_time))
LINES = st.lists(TEXT, max_size=3).map(tuple)
MARKS = st.builds(Mark, NUMBER, NUMBER, NUMBER)
PRINTS = st.text("0123456789abcdef", min_size=LENGTH, max_size=LENGTH)
UNITS = TEXT.map(lambda text: " ".join(text.split())).filter(bool)
PINS = st.builds(Pin, UNITS, st.just(""), PRINTS, PRINTS, PRINTS, st.just("accepted by Sam"), st.just("2024-01-05"))
CURSORS = st.builds(
    Cursor, MARKS, MARKS, TIMES, NUMBER, NUMBER, st.text("0123456789abcdef", min_size=8, max_size=8), TEXT, TEXT,
    st.lists(PINS, max_size=2).map(tuple), st.lists(ANSWERS, max_size=3).map(tuple), LINES, LINES,
)  # fmt: skip
PAGE = "== Players ==\n{|\n! Name\n|-\n| Alice\n|}\n"


@given(CURSORS)
def test_a_cursor_reads_back(cursor: Cursor) -> None:
    """Whatever players wrote, the cursor that holds the answers to it is read back the same."""
    assert read_cursor(write_cursor(PAGE, cursor)) == cursor


@given(CURSORS, CURSORS)
def test_a_cursor_is_replaced_in_place(old: Cursor, new: Cursor) -> None:
    """A second cursor stands where the first one stood, and nothing else on the page moves."""
    assert write_cursor(write_cursor(PAGE, old), new) == write_cursor(PAGE, new)


def test_a_page_without_a_cursor_has_none() -> None:
    """A page that the bot has never saved has no cursor, which is no fault."""
    assert read_cursor(PAGE) is None


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- wikibot {} -->",
        "<!-- wikibot {oops -->",
        '<!-- wikibot {"version": 99} -->',
        write_cursor("", Cursor()).replace('"accepted": ""', '"accepted": "Anglers"'),
    ],
)
def test_a_damaged_cursor_says_so(comment: str) -> None:
    """A cursor that somebody edited beyond reading is a fault that is named, not a game that starts anew."""
    with pytest.raises(DamagedCursor, match="hidden comment"):
        read_cursor(PAGE + comment)


def test_a_long_answer_is_kept_as_it_is_shown() -> None:
    """The page grows by no more of it than the reply holds."""
    action = Action(ActionId(1, 2, 0), parse_time("2024-01-05T02:22:00Z"), "Ann", "help")
    answers = [Answer.of(Outcome(action, Verdict.DONE, text)) for text in ("fish", "fish " * 1000)]

    assert [answers[0].text, len(answers[1].text)] == ["fish", LONGEST]
    assert show(answers[1].text, LONGEST) == show("fish " * 1000, LONGEST)


def test_a_damaged_cursor_can_be_replaced() -> None:
    """Once the cursor is known from the page's history, it takes the damaged one's place."""
    cursor = Cursor(Mark(7, 9), run="0123abcd")

    assert read_cursor(write_cursor(PAGE + "<!-- wikibot {oops -->", cursor)) == cursor


def test_the_cursor_that_got_furthest_counts() -> None:
    """A page that was set back to an earlier cursor does not have its actions played again."""
    early = Cursor(Mark(7, 5), synced=parse_time("2024-01-05T02:22:00Z"), run="a")
    late = Cursor(Mark(7, 9), synced=parse_time("2024-01-05T03:22:00Z"), run="b")

    assert [newest(early, late), newest(late, None), newest(None)] == [late, late, Cursor()]
