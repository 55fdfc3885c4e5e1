"""The Cycle 15 gamestate page, read as people wrote it and written where something changed."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from rules.cycle15 import page
from rules.cycle15.garbage import CATALOGUE
from rules.cycle15.state import Move, Player, Space, State
from wikibot.game.calendar import format_time
from wikibot.game.rulebook import Rulebook, read_rulebook
from wikibot.wikitext.tables import UnsafeEdit

NOW = datetime(2024, 1, 12, tzinfo=UTC)  # in the fourth phase of a game that began on the first of January
RULESET = """\
== Phases ==
Phase I: Monday to Thursday

Phase II: Friday to Sunday
== Garbage ==
{| class="wikitable"
! Name !! Description !! ID
|-
| Fish || splash || 1
|-
| Duck || quack || 2
|-
| 4st || help || 3
|-
| Team Fortress 2 || bang || 4
|-
| +6 Sword of Edging || ouch || 5
|-
| ⚡ || zap || 6
|}
== Board ==
=== Spaces ===
==== Crystal ====
Shiny.
==== Crystal Orb ====
Shiny.
==== Garbage Pile ====
Smelly.
==== Thin Ice ====
Cold.
=== Categories ===
==== Hazard ====
* Thin Ice
==== Treasure ====
* Crystal
== Wheel Rotation ==
It turns.
"""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """Read a small ruleset in our own words."""
    return read_rulebook(RULESET, (CATALOGUE,), ())


def _pages() -> Sequence[ParameterSet]:
    """Cases of pages.txt: name, page, what it says."""
    text = (Path(__file__).parent / "pages.txt").read_text(encoding="utf-8")
    cases = []
    for block in text.split("=== ")[1:]:
        title, _, rest = block.partition("\n")
        body, _, said = rest.partition("--- state\n")
        cases.append(pytest.param(body, said.strip(), id=title.partition(":")[0]))
    return cases


def told(state: State) -> str:
    """A state in the words of pages.txt."""
    head = f"phase {state.phase}" + (f", wheel {state.wheel_rotation}" if state.wheel_rotation is not None else "")
    lines = [head + (", party" if state.party else "")]
    if state.judge:
        lines.append(f"judge {state.judge}, winners {' '.join(state.winners)}")
    lines += [_player(player) for player in state.players.values()]
    lines += [f"left {each.name} ({each.account}) {format_time(each.left)}" for each in state.former]
    lines += [f"{p.id} {p.player} {p.kind} {p.text!r} for {p.asks!r}" for p in state.pending]
    return "\n".join([*lines, *(_space(space) for space in state.spaces.values())])


def _player(player: Player) -> str:
    account = f" ({player.account})" if player.account else ""
    things = [f"{count} {item}" for item, count in player.items.items()]
    things += [f"joined {format_time(player.joined)}"] if player.joined else []
    things += [f"moved {' '.join(map(str, player.moved))}"] if player.moved else []
    return f"{player.name}{account} on {player.location}: {', '.join([*things, *player.effects])}".rstrip()


def _space(space: Space) -> str:
    pseudo = f" ({space.pseudo_type})" if space.pseudo_type else ""
    more = f", boulders {' '.join(map(str, space.boulder_path))}" if space.boulder_path else ""
    more += f", haven {space.safe_haven}" if space.safe_haven is not None else ""
    return f"{space.id} {space.type}{pseudo} -> {', '.join(map(str, space.successors))}{more}".rstrip()


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that were taken away and added."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))
    return [line for line in lines[2:] if not line.startswith("@@")]


@pytest.mark.parametrize(("text", "said"), _pages())
def test_pages_as_people_wrote_them(text: str, said: str, book: Rulebook) -> None:
    """Pages in all the styles that occur are read right, with nothing reported as unreadable."""
    reading = page.read(text, book, NOW)

    assert (told(reading.state), reading.unreadable) == (said, ())


@pytest.mark.parametrize(("text", "said"), _pages())
def test_an_unchanged_state_changes_no_byte(text: str, said: str, book: Rulebook) -> None:
    """Writing back what was read leaves the page exactly as it was."""
    state = page.read(text, book, NOW).state

    assert page.write(text, book, state) == text


def test_space_0_always_exists(book: Rulebook) -> None:
    """A board without space 0 has it in the state, and on the page from the next change on."""
    text = PLAIN.replace("| 0 || Blank || {5} ||\n|-\n", "")
    state = page.read(text, book, NOW).state

    after = page.write(text, book, replace(state, wheel_rotation=9))

    assert changed_lines(text, after) == ["-Wheel Rotation: 8", "+Wheel Rotation: 9", "+|-", "+| 0 || Blank || {} ||"]


@pytest.mark.parametrize(("text", "said"), _pages())
def test_a_changed_page_reads_back_and_is_written_once(text: str, said: str, book: Rulebook) -> None:
    """After a change the page says the new state, and writing the same state again changes nothing."""
    state = page.read(text, book, NOW).state
    name = next(iter(state.players))
    richer = replace(state.players[name], location=7, moved=(4,), joined=NOW)
    wanted = replace(state, players={**state.players, name: richer}, phase=9, wheel_rotation=1, party=True)

    once = page.write(text, book, wanted)

    assert (page.read(once, book, NOW).state, page.write(once, book, wanted)) == (wanted, once)


PLAIN = str(_pages()[0].values[0])


def write_change(book: Rulebook, **players: Mapping[str, Any]) -> list[str]:
    """What changes on the plain page when these values of players change."""
    state = page.read(PLAIN, book, NOW).state
    changed = {name: replace(state.players[name], **values) for name, values in players.items()}
    return changed_lines(PLAIN, page.write(PLAIN, book, replace(state, players={**state.players, **changed})))


def test_only_the_changed_cell_of_a_row_changes(book: Rulebook) -> None:
    """A new location leaves crystals and items as they were written."""
    assert write_change(book, Alice={"location": 5}) == [
        "-| Alice || -209 || 3 || 2 Fish, Duck",
        "+| Alice || 5 || 3 || 2 Fish, Duck",
    ]


def test_items_go_to_the_column_of_their_own_or_to_the_list(book: Rulebook) -> None:
    """Crystals have a column; other items stay in the list, and only the count that changed changes."""
    assert write_change(book, Alice={"items": {"Crystal": 4, "Fish": 1, "Duck": 1, "Mauve": 2}}) == [
        "-| Alice || -209 || 3 || 2 Fish, Duck",
        "+| Alice || -209 || 4 || 1 Fish, Duck, 2 Mauve",
    ]


def test_a_remark_after_a_location_is_kept(book: Rulebook) -> None:
    """``-209 (see ...)`` keeps its remark when the number changes."""
    text = PLAIN.replace("-209 || 3", "-209 (see Phase VIII) || 3")
    state = page.read(text, book, NOW).state
    moved = replace(state, players={**state.players, "Alice": replace(state.players["Alice"], location=0)})

    assert "| Alice || 0 (see Phase VIII) || 3 ||" in page.write(text, book, moved)


def test_prose_values_are_replaced_in_place(book: Rulebook) -> None:
    """The phase keeps its Roman numeral and bold type, the wheel rotation its line."""
    state = page.read(PLAIN, book, NOW).state

    after = page.write(PLAIN, book, replace(state, phase=6, wheel_rotation=13))

    assert changed_lines(PLAIN, after) == [
        "-It is currently '''Phase V'''.",
        "+It is currently '''Phase VI'''.",
        "-Wheel Rotation: 8",
        "+Wheel Rotation: 13",
    ]


def test_a_pseudo_type_is_replaced_inside_its_notes(book: Rulebook) -> None:
    """Other notes of the same cell stay."""
    text = PLAIN.replace("Pseudo-type: Thin Ice", "by the lake; Pseudo-type: Thin Ice; cold")
    state = page.read(text, book, NOW).state
    stop = replace(state.spaces[5], pseudo_type="Stop Sign")

    after = page.write(text, book, replace(state, spaces={**state.spaces, 5: stop}))

    assert "|| by the lake; Pseudo-type: Stop Sign; cold" in after


def test_somebody_who_joins_under_another_name_becomes_a_user_link(book: Rulebook) -> None:
    """A player's row ties the table name to the account; the last row of the table is theirs."""
    state = page.read(PLAIN, book, NOW).state

    after = page.write(PLAIN, book, replace(state, players={**state.players, "Zoe": Player("Zoe", "Zed")}))

    assert changed_lines(PLAIN, after) == ["+|-", "+| [[User:Zed|Zoe]] || 0 || 0 ||"]


def test_records_are_added_only_when_there_is_something_to_say(book: Rulebook) -> None:
    """The first move adds a section with a table that people can read; a page without it is left alone."""
    after = write_change(book, Alice={"moved": (5,)})

    assert after == [
        "+",
        "+== Records ==",
        "+What the game has to remember. Correct it where it is wrong.",
        "+",
        '+{| class="wikitable"',
        "+! Player !! Account !! Joined !! Left !! Moved in phases !! Effects",
        "+|-",
        "+| Alice || || || || 5 ||",
        "+|}",
    ]


def test_a_leavers_record_goes_with_them(book: Rulebook) -> None:
    """Somebody who comes back later does not inherit what the records said before."""
    state = page.read(PLAIN, book, NOW).state
    noted = page.write(
        PLAIN, book, replace(state, players={**state.players, "Bob": replace(state.players["Bob"], moved=(5,))})
    )

    after = page.write(noted, book, replace(state, players={"Alice": state.players["Alice"]}))

    assert "Bob" not in after


PLAYERS = "section 'Players', row 'Alice', column "
SPACES = "section 'Spaces', row '{}', column "
VALUE = "section 'Players', row 'Wheel Rotation', column "
A_SET = "a set of whole numbers such as {-214, -209}"


@pytest.mark.parametrize(
    ("old", "new", "report"),
    [
        ("-209 || 3", "far || 3", PLAYERS + "'Location (Space Identifier)': 'far' is not a space identifier"),
        ("|| 3 ||", "|| three ||", PLAYERS + "'Crystals': 'three' is not a number of Crystals"),
        ("2 Fish, Duck", "2, 3", PLAYERS + "'Items': '2, 3' is not a list of items such as 2 Fish, Duck"),
        ("| Bob ||", "| Alice ||", PLAYERS + "'Name': 'Alice' is not the only row of this name"),
        ("| 5 || Haz", "| 1-9 || Haz", SPACES.format("1-9") + "'Space': '1-9' is not a space identifier"),
        ("{-209, 0}", "{-209, all}", SPACES.format("5") + "'Set of Successors': '{-209, all}' is not " + A_SET),
        ("Rotation: 8", "Rotation: ?", VALUE + "'value': '?' is not a whole number"),
    ],
)
def test_unreadable_cells_are_named(old: str, new: str, report: str, book: Rulebook) -> None:
    """A cell that cannot be read is reported by section, row, column and value; the rest is read all the same."""
    reading = page.read(PLAIN.replace(old, new), book, NOW)

    assert [str(each) for each in reading.unreadable] == [report]
    assert "Alice" in reading.state.players


def test_an_unreadable_page_is_never_written(book: Rulebook) -> None:
    """Where a cell cannot be read, the page is left to people."""
    text = PLAIN.replace("-209 || 3", "somewhere || 3")
    state = page.read(text, book, NOW).state

    with pytest.raises(UnsafeEdit, match="somewhere"):
        page.write(text, book, state)


def test_a_page_without_players_table_says_what_is_missing(book: Rulebook) -> None:
    """An operator sees which table is needed."""
    (problem,) = page.read("Nothing here yet.", book, NOW).unreadable

    assert "a table with the headers Name and Location is missing" in str(problem)


def test_oddities_are_remarked_upon_and_read(book: Rulebook) -> None:
    """A location that is no space hinders nothing."""
    reading = page.read(PLAIN.replace("| Bob || 5", "| Bob || 77"), book, NOW)

    assert (reading.state.players["Bob"].location, reading.remarks) == (77, ("Bob is on 77, which is no space",))


def test_a_state_that_the_page_cannot_hold_is_refused(book: Rulebook) -> None:
    """Without an item column or list the items would be lost, so nothing is written."""
    text = "{|\n! Name !! Location\n|-\n| Alice || 0\n|}\n"
    state = page.read(text, book, NOW).state
    rich = replace(state, players={"Alice": replace(state.players["Alice"], items={"Fish": 1})})

    with pytest.raises(UnsafeEdit, match="players 'Alice'"):
        page.write(text, book, rich)


def test_a_new_page_reads_as_the_start_of_a_game(book: Rulebook) -> None:
    """Nobody plays yet, the board is space 0, the wheel that the rules speak of stands at 0."""
    state = page.read(page.new_page(book, NOW, "Our game"), book, NOW).state

    assert state == State(NOW, started=NOW, spaces={0: Space(0)}, wheel_rotation=0)


def test_a_table_of_moves_without_a_column_for_what_they_brought_stays_so(book: Rulebook) -> None:
    """The page is written all the same; what the moves brought is then known to nobody, the moves are."""
    move = Move("Ann", NOW, (1, 2), 0, (1, 2, 3), ("the move of the phase", "Ann from 0 to 3"))
    state = State(NOW, phase=4, players={"Ann": Player("Ann", location=3)}, moves=(move,))
    text = page.write(page.new_page(book, NOW, "G"), book, state)
    without = text.replace(" !! Brought", "").replace(" || the move of the phase, Ann from 0 to 3", "")
    moved = replace(state, players={"Ann": Player("Ann", location=2)})
    written = page.read(page.write(without, book, moved), book, NOW).state

    assert page.read(text, book, NOW).state.moves == (move,)
    assert (written.players["Ann"].location, written.moves) == (2, (replace(move, brought=()),))
