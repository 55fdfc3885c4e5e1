"""The Cycle 15 gamestate page, read as people wrote it and written where something changed."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from rules.cycle15.page import PAGE
from rules.cycle15.state import Move, Player, Space, State
from tests.rules.cycle15.written_pages import BOOK, NOW, PLAIN, told, written_pages


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that were taken away and added."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))
    return [line for line in lines[2:] if not line.startswith("@@")]


@pytest.mark.parametrize(("text", "said"), written_pages())
def test_pages_as_people_wrote_them(text: str, said: str) -> None:
    """Pages in all the styles that occur are read right, with nothing reported as unreadable."""
    reading = PAGE.read(text, BOOK, NOW)

    assert (told(reading.state), reading.unreadable) == (said, ())


@pytest.mark.parametrize(("text", "said"), written_pages())
def test_an_unchanged_state_changes_no_byte(text: str, said: str) -> None:
    """Writing back what was read leaves the page exactly as it was."""
    state = PAGE.read(text, BOOK, NOW).state

    assert PAGE.write(text, BOOK, state) == text


def test_space_0_always_exists() -> None:
    """A board without space 0 has it in the state, and on the page from the next change on."""
    text = PLAIN.replace("| 0 || Blank || {5} ||\n|-\n", "")
    state = PAGE.read(text, BOOK, NOW).state

    after = PAGE.write(text, BOOK, replace(state, wheel_rotation=9))

    assert changed_lines(text, after) == [
        "-Wheel Rotation: 8", "+Wheel Rotation: 9", "+|-", "+| 0 || Blank || {} ||",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), written_pages())
def test_a_changed_page_reads_back_and_is_written_once(text: str, said: str) -> None:
    """After a change the page says the new state,
    and writing the same state again changes nothing.
    """
    state = PAGE.read(text, BOOK, NOW).state
    name = next(iter(state.players))
    richer = replace(state.players[name], location=7, moved=(4,), joined=NOW)
    wanted = replace(
        state, players={**state.players, name: richer}, phase=9, wheel_rotation=1, party=True
    )

    once = PAGE.write(text, BOOK, wanted)

    assert (PAGE.read(once, BOOK, NOW).state, PAGE.write(once, BOOK, wanted)) == (wanted, once)


def write_change(**players: Mapping[str, Any]) -> list[str]:
    """What changes on the plain page when these values of players change."""
    state = PAGE.read(PLAIN, BOOK, NOW).state
    changed = {name: replace(state.players[name], **values) for name, values in players.items()}
    return changed_lines(
        PLAIN, PAGE.write(PLAIN, BOOK, replace(state, players={**state.players, **changed}))
    )


def test_only_the_changed_cell_of_a_row_changes() -> None:
    """A new location leaves crystals and items as they were written."""
    assert write_change(Alice={"location": 5}) == [
        "-| Alice || -209 || 3 || 2 Fish, Duck",
        "+| Alice || 5 || 3 || 2 Fish, Duck",
    ]


def test_items_go_to_the_column_of_their_own_or_to_the_list() -> None:
    """Crystals have a column;
    other items stay in the list, and only the count that changed changes.
    """
    assert write_change(Alice={"items": {"Crystal": 4, "Fish": 1, "Duck": 1, "Mauve": 2}}) == [
        "-| Alice || -209 || 3 || 2 Fish, Duck",
        "+| Alice || -209 || 4 || 1 Fish, Duck, 2 Mauve",
    ]


def test_a_remark_after_a_location_is_kept() -> None:
    """``-209 (see ...)`` keeps its remark when the number changes."""
    text = PLAIN.replace("-209 || 3", "-209 (see Phase VIII) || 3")
    state = PAGE.read(text, BOOK, NOW).state
    moved = replace(
        state, players={**state.players, "Alice": replace(state.players["Alice"], location=0)}
    )

    assert "| Alice || 0 (see Phase VIII) || 3 ||" in PAGE.write(text, BOOK, moved)


def test_prose_values_are_replaced_in_place() -> None:
    """The phase keeps its Roman numeral and bold type, the wheel rotation its line."""
    state = PAGE.read(PLAIN, BOOK, NOW).state

    after = PAGE.write(PLAIN, BOOK, replace(state, phase=6, wheel_rotation=13))

    assert changed_lines(PLAIN, after) == [
        "-It is currently '''Phase V'''.", "+It is currently '''Phase VI'''.", "-Wheel Rotation: 8",
        "+Wheel Rotation: 13",
    ]  # fmt: skip


def test_a_pseudo_type_is_replaced_inside_its_notes() -> None:
    """Other notes of the same cell stay."""
    text = PLAIN.replace("Pseudo-type: Thin Ice", "by the lake; Pseudo-type: Thin Ice; cold")
    state = PAGE.read(text, BOOK, NOW).state
    stop = replace(state.spaces[5], pseudo_type="Stop Sign")

    after = PAGE.write(text, BOOK, replace(state, spaces={**state.spaces, 5: stop}))

    assert "|| by the lake; Pseudo-type: Stop Sign; cold" in after


def test_somebody_who_joins_under_another_name_becomes_a_user_link() -> None:
    """A player's row ties the table name to the account; the last row of the table is theirs."""
    state = PAGE.read(PLAIN, BOOK, NOW).state

    after = PAGE.write(
        PLAIN, BOOK, replace(state, players={**state.players, "Zoe": Player("Zoe", "Zed")})
    )

    assert changed_lines(PLAIN, after) == ["+|-", "+| [[User:Zed|Zoe]] || 0 || 0 ||"]


def test_records_are_added_only_when_there_is_something_to_say() -> None:
    """The first move adds a section with a table that people can read;
    a page without it is left alone.
    """
    after = write_change(Alice={"moved": (5,)})

    assert after == [
        "+",
        "+== Records ==",
        "+What the game has to remember. Correct it where it is wrong.",
        "+",
        '+{| class="wikitable mw-collapsible mw-collapsed" width="100%"',
        "+|+ Players, present and former",
        "+! Player !! Account !! Joined !! Left !! Moved in phases !! Effects",
        "+|-",
        "+| Alice || || || || 5 ||",
        "+|}",
    ]


def test_a_leavers_record_goes_with_them() -> None:
    """Somebody who comes back later does not inherit what the records said before."""
    state = PAGE.read(PLAIN, BOOK, NOW).state
    noted = PAGE.write(
        PLAIN,
        BOOK,
        replace(state, players={**state.players, "Bob": replace(state.players["Bob"], moved=(5,))}),
    )

    after = PAGE.write(noted, BOOK, replace(state, players={"Alice": state.players["Alice"]}))

    assert "Bob" not in after


def test_a_new_page_reads_as_the_start_of_a_game() -> None:
    """Nobody plays yet, the board is space 0, the wheel that the rules speak of stands at 0."""
    state = PAGE.read(PAGE.new_page(BOOK, NOW, "Our game"), BOOK, NOW).state

    assert state == State(NOW, started=NOW, spaces={0: Space(0)}, wheel_rotation=0)


def test_a_table_of_moves_without_a_column_for_what_they_brought_stays_so() -> None:
    """The page is written all the same;
    what the moves brought is then known to nobody, the moves are.
    """
    move = Move("Ann", NOW, (1, 2), 0, (1, 2, 3), True, brought=("Ann is on 3 after Ann is on 0",))
    state = State(NOW, phase=4, players={"Ann": Player("Ann", location=3)}, moves=(move,))
    text = PAGE.write(PAGE.new_page(BOOK, NOW, "G"), BOOK, state)
    without = text.replace(" !! Brought", "").replace(
        " || the move of the phase, Ann is on 3 after Ann is on 0", ""
    )
    moved = replace(state, players={"Ann": Player("Ann", location=2)})
    written = PAGE.read(PAGE.write(without, BOOK, moved), BOOK, NOW).state

    assert PAGE.read(text, BOOK, NOW).state.moves == (move,)
    assert (written.players["Ann"].location, written.moves) == (
        2,
        (replace(move, regular=None, brought=()),),
    )
