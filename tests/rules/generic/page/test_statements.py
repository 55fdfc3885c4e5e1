"""Statements about any nomic are understood, and told from two states."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.generic.owners import (
    GAME,
    Owner,
    Player,
    State,
    add,
    create,
    destroy,
    fields,
    player,
    with_value,
)
from rules.generic.page.page import PAGE
from rules.generic.page.statements import STATEMENTS
from tests.for_each import for_each
from tests.rules.generic.pages import VILLAGE, state, table
from wikibot.game.state import with_player, without_player


def correct(before: State, *statements: str) -> State:
    """The state after some statements were made true."""
    return reduce(STATEMENTS.correct, statements, before)


@for_each(
    "statement, owner, field, held",
    [
        ("Ann gains 2 Fish", player("Ann"), "Items", {"Fish": 4, "Net": 1}),
        ("Ann loses a net", player("Ann"), "Items", {"Fish": 2}),
        ("Ann gains 3 Gold", player("Ann"), "Gold", 1203),
        ("Bob has 3 Gold", player("Bob"), "Gold", 3),
        ("Bob has no gold", player("Bob"), "Gold", 0),
        ("Ann has no Fish", player("Ann"), "Items", {"Net": 1}),
        ("Ann has no Motto", player("Ann"), "Motto", ""),
        ("Ann is on Space 3", player("Ann"), "Space", "3"),
        ("Ann is on 3", player("Ann"), "Space", "3"),
        ("Ann moves to the Space 3", player("Ann"), "Space", "3"),
        ("the Alive of Bob is yes", player("Bob"), "Alive", True),
        ("Ann's Motto is Sleep well", player("Ann"), "Motto", "Sleep well"),
        ("Ann has Motto: Sleep well", player("Ann"), "Motto", "Sleep well"),
        ("the Space of Ann is nothing", player("Ann"), "Space", ""),
        ("the Price of Net in Shop is 4 Gold", Owner("Shop", "Net"), "Price", {"Gold": 4}),
        ("the stock of net in the table shop is 9", Owner("Shop", "Net"), "Stock", 9),
        ("the Leads to of 3 in Map is 1, 2", Owner("Map", "3"), "Leads to", ("1", "2")),
        ("Rope in Shop gains 2 Stock", Owner("Shop", "Rope"), "Stock", 1),
        ("Season is Summer", GAME, "Season", "Summer"),
        ("the Season becomes Summer", GAME, "Season", "Summer"),
        ("Day is 5", GAME, "Day", 5),
    ],
)
def test_any_field_of_any_table_can_be_set(
    statement: str, owner: Owner, field: str, held: object
) -> None:
    """A ruling says it in the words of the page's own tables, in any case and number."""
    after = fields(correct(state(), statement), owner)
    assert after.get(field, type(held)()) == held  # a blank is not kept


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("the Price of Boat in Shop is 4 Gold", "Shop has no 'Boat'"),
        ("Ann is on Space 9", "no field of players names"),
        ("the Gold of Ann is lots", "'lots' is not a whole number"),
        ("the Space of Ann is 9", "'9' is not the name of something in the table 'Map'"),
        ("Zed gains 2 Fish", "'Zed' is not a player"),
        ("Mood is bad", "no statement that is understood"),
        ("Ann is added to Players", "no statement that is understood"),
    ],
)
def test_what_is_not_so_is_said(statement: str, why: str) -> None:
    """A statement about what the page does not have changes nothing."""
    with pytest.raises(ValueError, match=why):
        correct(state(), statement)


def test_changes_are_told_as_people_would() -> None:
    """What one play did reads like the rules that it was played by."""
    before = state()
    after = add(add(before, player("Ann"), "Gold", 5), player("Ann"), "Fish", -1)
    after = with_value(with_value(after, player("Bob"), "Space", "2"), GAME, "Day", 5)
    after = create(after, "Shop", "Boat")

    assert STATEMENTS.differences(before, after) == (
        "Boat is added to Shop", "Ann gains 5 Gold", "Ann loses 1 Fish", "Bob is on Space 2",
        "Day is 5",
    )  # fmt: skip


HAND_EDITS = [
    VILLAGE.replace("!! Motto", "!! Motto !! Team, old (red)").replace("sleep.", "sleep. || Red"),
    VILLAGE.replace("|| Type", "|| Kind").replace("!! Type", "!! Kind"),
    VILLAGE.replace("+ Shop", "+ Market"),
    VILLAGE.replace("! Name !! style", '! Name !! style="x"| Mood !! style').replace(
        "|Ann]] ||", "|Ann]] || 5 ||"
    ),
    VILLAGE.replace("2 Fish, Net", "a lot of things; and more"),
    VILLAGE.replace("| Bob ", "| Robert "),
    VILLAGE + table("Monster | HP | Lair", "Orc | 5 | 2", "Elf | 7 | 3", heading="Monsters"),
    VILLAGE.partition("== Goods")[0],
    VILLAGE.replace("Weather: rain", "Weather: 5\nTide: high; low"),
    VILLAGE.replace("* Day: 4\n", ""),
    VILLAGE.replace("| 3 || Shop || 1 ||", "| 4 || Mine || 1, 4 ||"),
    VILLAGE.replace("5 gp<!-- lent -->", ""),
    table("Name | Gold", "Ann | 5"),
]


@pytest.mark.parametrize("number", range(len(HAND_EDITS)))
def test_a_hand_edit_is_told_and_replayed(number: int) -> None:
    """Whatever people change on a page, columns and tables too, a log can say it again."""
    before, after = state(), state(HAND_EDITS[number])

    for one, other in ((before, after), (after, before)):
        statements = STATEMENTS.differences(one, other)
        assert PAGE.canonical(correct(one, *statements)) == PAGE.canonical(other)


WORDS = st.sampled_from(
    ["Net", "net", "Gold", "red; blue", "nothing", "no", "5", 'a "b"', "Ann", "2 Fish", "x, y", "2"]
)
CHANGES = st.one_of(
    st.tuples(st.just("add"), st.sampled_from(["Ann", "Bob"]), WORDS, st.integers(-9, 9)),
    st.tuples(st.just("motto"), st.sampled_from(["Ann", "Bob"]), WORDS),
    st.tuples(st.just("space"), st.sampled_from(["Ann", "Bob"]), st.sampled_from(["1", "2", ""])),
    st.tuples(st.just("alive"), st.sampled_from(["Ann", "Bob"]), st.booleans()),
    st.tuples(st.just("create"), st.sampled_from(["Map", "Shop"]), WORDS.filter("nothing".__ne__)),
    st.tuples(st.just("destroy"), st.sampled_from(["Map", "Shop"])),
    st.tuples(st.just("leads"), st.lists(st.sampled_from(["1", "2", "3", "Net"]), unique=True)),
    st.tuples(st.just("price"), st.dictionaries(WORDS.filter("net".__ne__), st.integers(-3, 3))),
    st.tuples(st.just("season"), WORDS),
    st.tuples(st.just("day"), st.integers(-(10**17), 10**17)),
    st.tuples(st.just("join"), WORDS),
    st.tuples(st.just("leave")),
)


def changed(before: State, change: Any) -> State:  # noqa: C901  # one line for each change
    """A state after one change, where that is possible."""
    match change:
        case "add", who, what, number if who in before.players:
            return add(before, player(who), what, number)
        case "motto", who, text if who in before.players:
            return with_value(before, player(who), "Motto", text)
        case "space", who, space if who in before.players and space in (
            "",
            *before.tables["Map"].things,
        ):
            return with_value(before, player(who), "Space", space)
        case "alive", who, alive if who in before.players:
            return with_value(before, player(who), "Alive", alive)
        case "create", where, name if name not in before.tables[where].things:
            return create(before, where, name)
        case "destroy", where if before.tables[where].things:
            return destroy(before, Owner(where, next(iter(before.tables[where].things))))
        case "leads", names if "3" in before.tables["Map"].things:
            return with_value(before, Owner("Map", "3"), "Leads to", tuple(names))
        case "price", items if "Rope" in before.tables["Shop"].things:
            return with_value(before, Owner("Shop", "Rope"), "Price", items)
        case "season", text:
            return with_value(before, GAME, "Season", text)
        case "day", number:
            return with_value(before, GAME, "Day", number)
        case "join", name if name not in before.players:
            return with_player(before, Player(name))
        case ("leave",) if before.players:
            return without_player(before, next(iter(before.players)))
    return before


@given(st.lists(CHANGES, max_size=8))
def test_differences_lead_from_one_state_to_the_other(changes: list[Any]) -> None:
    """What a log says of a change makes the same change, whatever names and texts are in it."""
    before = state()
    after = reduce(changed, changes, before)

    assert correct(before, *STATEMENTS.differences(before, after)) == after


def test_what_is_not_about_a_field_is_said_as_in_every_game() -> None:
    """Winners, phases and accounts have the words that they have everywhere."""
    before = state()
    after = replace(before, winners=("Ann",), phase=4)
    after = with_player(after, replace(after.players["Bob"], account="Bobby"))

    assert correct(before, *STATEMENTS.differences(before, after)) == after
    assert fields(correct(before, "Cid joins"), player("Cid")) == {}
