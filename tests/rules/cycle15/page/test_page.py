"""The Cycle 15 gamestate page, read as people wrote it and written where something changed."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from rules.cycle15.page import PAGE, STATEMENTS, to_json
from rules.cycle15.state import Move, Player, Space, State
from tests.for_each import for_each
from tests.rules.cycle15.written_pages import BOOK, NOW, PLAIN, told, written_pages
from wikibot.game.actions import ActionId
from wikibot.game.rolls import Roll, StandingRoll
from wikibot.game.ruleset.rulebook import read_rulebook
from wikibot.game.state import Kind, Pending, Proposal
from wikibot.wikitext.table_writer import UnsafeEdit


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


# What of a Cycle 15 gamestate page cannot be read is named,
# and what it cannot hold is not written.


def test_a_page_without_players_table_says_what_is_missing() -> None:
    """An operator sees which table is needed."""
    (problem,) = PAGE.read("Nothing here yet.", BOOK, NOW).unreadable

    assert "a table with the headers Name and Location is missing" in str(problem)


def test_oddities_are_remarked_upon_and_read() -> None:
    """A location that is not a space hinders nothing."""
    reading = PAGE.read(PLAIN.replace("| Bob || 5", "| Bob || 77"), BOOK, NOW)

    assert (reading.state.players["Bob"].location, reading.remarks) == (
        77,
        ("Bob is on 77, which is not a space",),
    )


def test_a_state_that_the_page_cannot_hold_is_refused() -> None:
    """Without an item column or list the items would be lost, so nothing is written."""
    text = "{|\n! Name !! Location\n|-\n| Alice || 0\n|}\n"
    state = PAGE.read(text, BOOK, NOW).state
    rich = replace(state, players={"Alice": replace(state.players["Alice"], items={"Fish": 1})})

    with pytest.raises(UnsafeEdit, match="players 'Alice'"):
        PAGE.write(text, BOOK, rich)


# Statements about a state: what a correction says, and what a hand edit amounts to.


correct, differences = STATEMENTS.correct, STATEMENTS.differences
SAID_AT = datetime(2024, 1, 5, 2, 22, tzinfo=UTC)
STATE = State(
    SAID_AT,
    players={
        "Alice": Player("Alice", items={"Fish": 2, "Crystal": 3}),
        "Bob": Player("Bob"),
        "Bob leaves": Player("Bob leaves"),
    },
    spaces={0: Space(0), 5: Space(5, "Hazard", "Thin Ice", (0,))},
)


@for_each(
    "statement, expected",
    [
        ("Alice gains 2 Fish", "Alice gains 2 Fish"),
        ("alice gains fish", "Alice gains 1 Fish"),
        ("Alice loses 3 crystals", "Alice loses 3 Crystal"),
        ("Bob is on space 5", "Bob is on 5"),
        ("space 5 is Blank", "space 5 is Blank"),
        ("space 5 is hazard as stop sign", "space 5 is Hazard as stop sign"),
        ("space 7 is Crystal", "space 7 is Crystal"),
        ("5 leads to 6, 9", "5 leads to 6, 9"),
        ("5 leads nowhere", "5 leads nowhere"),
        ("there is no space 5", "there is no space 5"),
        ("wheel rotation is 8", "wheel rotation is 8"),
        ("Carol joins", "Carol joins"),
        ('"Bob leaves" leaves', "Bob leaves leaves"),
        ("phase is 5", "phase is 5"),
        ("it is party time", "it is party time"),
        ("the judge is Carol", "the judge is Carol"),
        ("Alice wins", "Alice wins"),
        ("Alice has moved in phases: 5, 4", "Alice has Moved in phases: 4, 5"),
        ("Alice has moved in phases 4", "Alice has Moved in phases: 4"),
        ("space 5 has Boulder Path: 6 7", "space 5 has Boulder Path: 6 7"),
        ("the boulder path of space 5 is 6 7", "space 5 has Boulder Path: 6 7"),
        ("the beam hit space 5 in phase 4", "the beam hit space 5 in phase 4"),
        ("Alice has the effect tipsy", "Alice has the effect tipsy"),
        ('Bob gains 1 "a; b"', '"Bob" gains 1 "a\\u003b b"'),
    ],
)
def test_statements_that_stewards_write(statement: str, expected: str) -> None:
    """A statement is understood in other case and plural, too;
    it is said back in its exact form.
    """
    assert differences(STATE, correct(STATE, statement)) == (expected,)


def test_no_effect_changes_nothing() -> None:
    """A steward may rule so."""
    assert correct(STATE, "no effect") == STATE


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("Zork leaves", "'Zork' is not a player"),
        ("Bobb gains 2 Fish", "nearest: Bob"),
        ("Alice joins", "'Alice' is a player already"),
        ("proposal 9 is passed", "there is no proposal '9'"),
        ("make me rich", "it could read"),
    ],
)
def test_what_is_not_understood_says_why(statement: str, says: str) -> None:
    """The error names the part in question or a form that would be understood."""
    with pytest.raises(ValueError, match=says):
        correct(STATE, statement)


# The state in JSON, key by key as other programs rely on it.


OF_WHEELS = read_rulebook("=== Wheel Rotation ===\n\nIt turns.\n", (), ())


def test_all_keys() -> None:
    """Every promised key is there, in plain JSON types; counts of zero are not."""
    state = State(
        SAID_AT,
        phase=4,
        started=SAID_AT - timedelta(days=30),
        players={
            "Alice": Player("Alice", items={"Crystal": 2, "Fish": 0}, location=-5),
            "Bob": Player("Bob", "Bobby", joined=SAID_AT - timedelta(days=1)),
        },
        rolls=(StandingRoll("Alice", "move", "movement", 1, Roll(1, 4, (3,)), 2),),
        pending=(
            Pending(ActionId(0, 0, 1), "Alice", Kind.ACTION, "move", "a roll of 2d4", SAID_AT),
        ),
        proposals=(Proposal("7", "More fish", "Standard", "Bob", "open"),),
        judge="Carol",
        winners=("Alice",),
        spaces={
            0: Space(0, "Hazard", "Thin Ice", (1, 2)),
            1: Space(1, successors=(0, 77)),
            2: Space(2),
        },  # no 77
        wheel_rotation=8,
        party=True,
    )

    assert to_json(state, OF_WHEELS) == {
        "game": "cycle15",
        "now": "2024-01-05T02:22:00Z",
        "phase": 4,
        "players": [
            {"name": "Alice", "items": {"Crystal": 2}, "location": -5, "reputable": True},
            {"name": "Bob", "items": {}, "location": 0, "reputable": False},
        ],
        "proposals": [
            {
                "id": "7", "title": "More fish", "class": "Standard", "proposer": "Bob",
                "status": "open",
            }
        ],
        "judge": "Carol",
        "winners": ["Alice"],
        "pending": [{"player": "Alice", "asks": "a roll of 2d4"}],
        "rolls": [
            {
                "player": "Alice", "for": "move", "label": "movement", "roll": "1d4 (3) = 3",
                "missing": 1,
            }
        ],
        "spaces": [
            {"id": 0, "type": "Hazard", "pseudo_type": "Thin Ice", "successors": [1, 2]},
            {"id": 1, "type": "Blank", "pseudo_type": None, "successors": [0]},
            {"id": 2, "type": "Blank", "pseudo_type": None, "successors": []},
        ],
        "wheel_rotation": 8,
        "party": True,
    }  # fmt: skip


def test_no_wheel_is_null() -> None:
    """A game without a wheel says so."""
    assert to_json(State(SAID_AT), OF_WHEELS)["wheel_rotation"] is None


def test_no_wheel_without_its_section() -> None:
    """The ruleset page decides: a line that is left on the gamestate page makes no wheel."""
    state = State(SAID_AT, phase=4, wheel_rotation=8)

    assert to_json(state, read_rulebook("== Board ==\n", (), ()))["wheel_rotation"] is None
