"""A gamestate page is saved whole or not at all.

Nothing that people wrote goes, whatever marks they put there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tests.game.board.pictures import picture
from tests.sync.group import Group
from tests.sync.world import Deadly, Killed
from wikibot.config.games import load_game
from wikibot.game.engine.enactment import PASSED
from wikibot.game.page.board import BEGIN, END, board_wikitext, is_drawing, put_board
from wikibot.game.state import Proposal, State
from wikibot.storage.cursor import Cursor, read_cursor
from wikibot.sync.gamestate_page import (
    StatusLine,
    find_status,
    finished,
    lay_over,
    put_status,
    put_stop,
    says_stop,
)
from wikibot.wikitext.dialect import ENGLISH, Dialect, speaking
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.own_marks import check_marked, check_written
from wikibot.wikitext.table_reader import read_tables
from wikibot.wikitext.table_writer import UnsafeEdit

NOW = parse_time("2024-01-05T12:00:00Z")
CURSOR = Cursor(synced=NOW, run="0123abcd")
STATE = State(NOW)
SAID = StatusLine(CURSOR, STATE, "Stewards")
STATUS = put_status("", SAID).strip()
DRAWING = board_wikitext(picture("Ann"))
BLOCKS = (
    "Our status: <small class=\"wikibot-status\">Synced through spring.</small> So we say.",
    '<small class="wikibot-status">\nThe rest of the page\nis ours.',
    '<small class="wikibot-status">Ours alone.</small>',
    f"As an example: {STATUS} That is it.",
    f"<nowiki>\n{STATUS}\n</nowiki>",
    f"<!--\n{STATUS}\n-->",
    f"{{|\n! Notes\n|-\n|\n{STATUS}\nA note.\n|}}",
    "</small>",
    f"{BEGIN}Ann's poem,\nin two lines.\n{END.strip()}",
    f"{BEGIN}<div>\nA poem in a box.\n</div>\n{END.strip()}",
    BEGIN.strip(),
    END.strip(),
    f"<nowiki>\n{BEGIN}</nowiki>\nA rule between.\n<nowiki>\n{END}</nowiki>",
    f"{{|\n! Notes\n|-\n|\n{BEGIN}A note.\n{END}|}}",
    "<nowiki><!-- wikibot {} --></nowiki>",
    "<!-- a note -->",
    "== Board ==",
    "<nowiki>",
    "Ann's {{fish}} and [[link]]s; 8 of them.",
)  # fmt: skip
LAST = (
    "", "A last word.", "<!-- never closed\nand more", "{|\n! Notes\n|-\n| never closed\nand more",
    "<nowiki>\nopen", "{|\n" * 40,
)  # fmt: skip


def demo_with(blocks: Sequence[str], last: str) -> str:
    """The demo's page with what people added between its sections and at its end."""
    page = load_game("cycle15").demo().pages["Gamestate"]
    parts = page.split("\n== ")
    added = (
        "".join(f"\n{block}\n" for block in blocks[n :: len(parts)]) for n in range(len(parts))
    )
    filled = [part + text for part, text in zip(parts, added, strict=True)]
    return "\n== ".join(filled) + f"\n{last}"


def lines_left(page: str, after: str) -> list[str]:
    """The lines of a page that are not on the other, in order."""
    found, at, left = after.split("\n"), 0, []
    for line in filter(None, page.split("\n")):
        if line in found[at:]:
            at = found.index(line, at) + 1
        else:
            left.append(line)
    return left


@given(st.lists(st.sampled_from(BLOCKS), max_size=6), st.sampled_from(LAST), st.booleans())
def test_every_line_of_peoples_stays(blocks: list[str], last: str, known: bool) -> None:
    """Marks in prose, nowiki, comments, cells.

    Two saves in a row change the bot's own lines and cells, no others.
    """
    game, page = load_game("cycle15"), demo_with(blocks, last)
    book = game.rulebook(game.demo().pages["Ruleset"])
    reading = game.read(page, book, NOW)
    if reading.unreadable:  # as where one block's nowiki ends behind a table
        return
    first = finished(lay_over(game, page, book, reading.state).text, SAID)
    moved = {
        name: structs.replace(player, items={"Crystal": 3})
        for name, player in reading.state.players.items()
    }
    later = replace(CURSOR, synced=NOW + timedelta(hours=1), run="4567cdef")
    own = first if known else None
    state = structs.replace(reading.state, players=moved, wheel_rotation=5)
    second = finished(
        lay_over(game, first, book, state, own).text, StatusLine(later, STATE, "Stewards", own)
    )

    assert lines_left(page, first) == []
    changed = [
        line
        for line in lines_left(page, second)
        if not line.startswith("|") and "Wheel Rotation" not in line
    ]
    assert changed == []
    assert (
        second.count('\n<small class="wikibot-status">Synced through 13:00, 5 January 2024 (UTC)')
        == 1
    )
    assert read_cursor(second) == later


@pytest.mark.parametrize("last", LAST)
def test_the_demo_can_be_saved_whatever_is_left_open_at_its_end(last: str) -> None:
    """What is never closed swallows neither the status line nor the cursor, and stops nothing."""
    game, page = load_game("cycle15"), demo_with((), last)
    book = game.rulebook(game.demo().pages["Ruleset"])

    new = finished(lay_over(game, page, book, game.read(page, book, NOW).state).text, SAID)

    assert (lines_left(page, new), read_cursor(new)) == ([], CURSOR)
    assert find_status(new) is not None


def test_a_line_that_only_looks_like_the_bots_stays_where_its_own_is_known() -> None:
    """Somebody copies the form and puts their words into it: the bot knows what it wrote itself."""
    forged = '<small class="wikibot-status">Synced through <nowiki>thick and thin</nowiki>.</small>'
    own = put_status("Text.\n", StatusLine(CURSOR, STATE))

    after = put_status(own + forged, StatusLine(replace(CURSOR, synced=None), STATE, own=own))

    assert after == f'Text.\n<small class="wikibot-status">Not synced yet.</small>\n{forged}'


def test_a_drawing_that_is_not_the_bots_stays() -> None:
    """A drawing in the bot's own form stays, where the bot knows another one as its last."""
    own = put_board("== Board ==\n", DRAWING)
    theirs = own.replace("Ann", "Bea")

    assert put_board(theirs, board_wikitext(picture("Cid")), own) == theirs
    assert put_board(own, board_wikitext(picture("Cid")), own) == put_board(
        "== Board ==\n", board_wikitext(picture("Cid"))
    )


@given(st.lists(st.text(min_size=1), max_size=3))
def test_any_drawing_is_known_as_one(names: list[str]) -> None:
    """Whatever players are called, what the bot draws is what it takes for a drawing."""
    assert is_drawing(board_wikitext(picture(*names)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Text of people.\n* Wheel: 3\n", "* Wheel: 4\n"),
        ("Text of people.\n", "Text of bots alone.\n"),
        ("{|\n! A\n|-\n| 1\n|}\n", ""),
        ("{|\n! A\n|-\n| 1\n|}\n", "{|\n! B\n|-\n| 1\n|}\n"),
        ("* An item that says nothing\n", ""),
    ],
)
def test_a_game_that_writes_too_much_is_stopped(before: str, after: str) -> None:
    """A fault in a game cannot take a line, a table or a header off the page."""
    with pytest.raises(UnsafeEdit):
        check_written(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Text.\n* Wheel: 3\nText.\n", "Text.\n* Wheel: 4\nText.\n"),
        ("It is currently '''Phase I'''.\n", "It is currently '''Phase II'''.\n"),
        ("* Judge: Ann\nText.\n", "Text.\n"),
        ("Text.\n", "Text.\n\n== Records ==\n* Started: 2024\n"),
        ("{|\n! A\n|-\n| 1\n|}\n", "{|\n! A\n|-\n| 2\n|-\n| 3\n|}\n"),
        (
            "a\n" * 5000 + "* Wheel: 3\n" + "a\n" * 5000,
            "a\n" * 5000 + "* Wheel: 4\n" + "a\n" * 5000,
        ),
    ],
)
def test_what_games_write_may_change(before: str, after: str) -> None:
    """Values in lines, lines of a label and a value, rows, and whatever is added."""
    check_written(before, after)


def test_marks_that_change_how_a_table_reads_are_refused() -> None:
    """A mark inside a table would be taken for the end of its last cell."""
    table = "{|\n! A\n|-\n| 1"

    with pytest.raises(UnsafeEdit, match="table"):
        check_marked(table, f"{table}\nmark\n", [], [(len(table) + 1, len(table) + 5)])
    assert read_tables(table)[0].value(0, 0) == "1"


# The status line at the end of the gamestate page.


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


# A group without a terminal has the bot make its gamestate page, by a line among the actions.


OURS = "Washing up: you find coins in the suds.\n\nA guest may sing: they gain 1 Fame.\n"
WASHES = 'reading "Washing up": A player may wash: they gain 3 Coins.'
ASKS = "make gamestate"


@pytest.fixture
def group(tmp_path: Path) -> Iterator[Group]:
    """A group that has its rules, and a page to write on."""
    found = Group(tmp_path, yet=False)
    found.edit("Ann", "Rules", OURS)
    found.edit("Ann", "Play", "== Actions ==\n")
    yield found
    found.journal.close()


def row(group: Group, name: str) -> str:
    """Somebody's row."""
    return next(e for e in group.text("State").splitlines() if e.startswith(f"| {name} "))


def test_a_line_has_the_page_made_with_what_rules_and_readings_speak_of(group: Group) -> None:
    """What was written before is played on it, each line by what counted when it was saved."""
    group.says("Ann", "join")
    group.says("Ann", "wash")
    group.says("Ann", WASHES)
    assert "`make gamestate`" in " ".join(group.sync().problems)
    group.says("Ann", ASKS)
    group.says("Ann", "wash")
    while group.sync().left:
        pass

    assert "! Guest !! Coins !! Fame" in group.text("State")
    assert row(group, "Ann") == "| Ann || 3 || 0"
    assert group.text("Play").count("'''huh'''") == 1
    assert "there is a gamestate page" in group.text("Play")
    assert "'''waits'''" not in group.text("Play")
    made, *played = group.wiki.history("State", 0)
    assert (made.user, "#run" in (made.comment or "")) == ("Wikibot", False)
    assert all("#run" in (each.comment or "") for each in played)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("at", [1, 2, 3])
def test_it_is_made_once_wherever_the_program_is_killed(
    group: Group, at: int, *, after: bool
) -> None:
    """The next sync goes on from what is there."""
    group.says("Ann", ASKS)
    group.says("Ann", "join")
    group.says("Ann", "sing")
    with pytest.raises(Killed):
        group.sync(wiki=Deadly(group, at, after=after))
    while group.sync().left:
        pass

    assert row(group, "Ann") == "| Ann || 1"
    assert group.text("Play").count("there is a gamestate page") == 1


def test_a_page_that_is_gone_is_not_made_anew_by_a_line_that_was_answered(group: Group) -> None:
    """It may have been deleted or moved: a person says what is to be done."""
    answered = f"== Actions ==\n* {ASKS}\n*: '''done''': there is one [[User:Wikibot|Wikibot]]\n"
    group.edit("Wikibot", "Play", answered)
    problems = group.sync().problems
    assert "State: there is no such page" in " ".join(problems)
    group.says("Bob", ASKS)
    group.sync()

    assert "! Guest !! Fame" in group.text("State")


def test_nothing_is_made_without_rules(tmp_path: Path) -> None:
    """Each page that is missing is told."""
    group = Group(tmp_path, yet=False)
    group.edit("Ann", "Play", f"== Actions ==\n* {ASKS}\n")

    assert len(group.sync().problems) == 2
    assert not group.text("State")
    group.journal.close()
