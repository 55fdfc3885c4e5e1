"""What players, things and the game have, and how it changes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.generic.game import checked
from rules.generic.owners import (
    GAME,
    PLAYERS,
    Columns,
    Field,
    FieldKind,
    NoPlace,
    Owner,
    Player,
    State,
    Thing,
    ThingTable,
    add,
    count,
    create,
    destroy,
    fields,
    find_field,
    in_any_number,
    player,
    with_value,
)
from tests.rules.generic.pages import table
from wikibot.apply import apply_log
from wikibot.config.games import load_game

ROOM = Field("Room", FieldKind.THING, "Rooms")
STATE = State(
    datetime(2024, 1, 1, tzinfo=UTC),
    players={"Ann": Player("Ann", items={"Fish": 2}, fields={"Gold coins": 5, "Room": "Cave"})},
    columns=Columns((
        Field("Gold coins", FieldKind.NUMBER), ROOM, Field("Items", FieldKind.ITEMS),
        Field("Mood", FieldKind.NUMBER, is_open=True),
    )),
    bag="Items",
    labels=Columns((Field("Season", FieldKind.TEXT),)),
    values={"Season": "Spring"},
    tables={
        "Rooms": ThingTable(
            "Rooms",
            "Room",
            Columns((Field("Exits", FieldKind.THINGS, "Rooms"), Field("Hoard", FieldKind.ITEMS))),
            {
                "Cave": Thing("Cave", {"Exits": ("Hall",)}),
                "Hall": Thing("Hall", {"Exits": ("Cave", "Hall"), "Hoard": {"Ruby": 1}}),
            },
        )
    },
)  # fmt: skip
ANN, HALL = player("Ann"), Owner("Rooms", "Hall")


@pytest.mark.parametrize("word", ["Gold coins", "gold coin", "Gold  Coins"])
def test_a_field_goes_by_its_header_in_any_number(word: str) -> None:
    """A rule may speak of one Gold coin where the column is headed Gold coins."""
    found = find_field(STATE, PLAYERS, word)

    assert found is not None
    assert found.name == "Gold coins"


def test_gold_is_the_field_where_there_is_one_and_else_an_item() -> None:
    """Three Gold are a number in a column Gold, or three items in the list of items."""
    state = add(add(STATE, ANN, "gold coin", 3), ANN, "fishes", -2)

    assert (count(state, ANN, "Gold coins"), count(state, ANN, "Fish")) == (8, 0)
    assert state.players["Ann"].items == {}


def test_a_thing_has_items_in_its_own_list() -> None:
    """What lies in a room is taken from the room's list of items."""
    state = add(STATE, HALL, "ruby", 2)

    assert fields(state, HALL)["Hoard"] == {"Ruby": 3}


def test_where_there_is_no_place_for_something_it_is_said() -> None:
    """The game has no list of items, and so nothing can be counted there."""
    with pytest.raises(NoPlace, match="the game has neither a column 'Fish' nor a list of items"):
        add(STATE, GAME, "Fish", 1)


def test_an_open_field_takes_the_kind_of_its_first_value() -> None:
    """A column in which nothing stands yet may hold anything."""
    state = with_value(STATE, ANN, "Mood", "glad")

    assert find_field(state, PLAYERS, "Mood") == Field("Mood", FieldKind.TEXT)
    assert fields(state, ANN)["Mood"] == "glad"


def test_what_is_destroyed_is_named_nowhere() -> None:
    """A player in a room that is no more is nowhere, and no exit leads there."""
    state = destroy(STATE, Owner("Rooms", "Cave"))

    assert "Room" not in fields(state, ANN)
    assert fields(state, HALL)["Exits"] == ("Hall",)


def test_a_new_thing_has_empty_fields_and_a_name_of_its_own() -> None:
    """A row is made with empty cells; no two rows have one name."""
    state = create(STATE, "Rooms", "Attic")

    assert state.tables["Rooms"].things["Attic"] == Thing("Attic")
    with pytest.raises(NoPlace, match="Rooms has 'Attic' already"):
        create(state, "Rooms", "Attic")


@pytest.mark.parametrize(
    ("names", "word", "name"),
    [
        (("Apples", "Net"), "apple", "Apples"), (("Apple", "Apples"), "apples", "Apples"),
        (("Apple", "Apples"), "apple", "Apple"), (("Berry",), "berries", "Berry"),
        (("Glass",), "glass", "Glass"), (("Net",), "Rope", None),
    ],
)  # fmt: skip
def test_one_apple_or_two_apples(names: tuple[str, ...], word: str, name: str | None) -> None:
    """A list may have a name in either number, and people the other one."""
    assert in_any_number(names).find(word) == name


# A table of the ruleset page gives its things words of their own, as one of the gamestate does.


NOW = datetime(2024, 1, 8, tzinfo=UTC)
RULESET = table(
    "Item | Effect | Cost",
    "Potion | Gain 2 Health. | 3 Gold",
    "Lamp | Move to Space 2; it is not used up. | 1 Gold",
    "Riddle | Tell a riddle that everyone likes. | 1 Gold",
    heading="Items",
) + table("Space | When landed on", "2 | Lose 1 Health", heading="Board")
GAMESTATE = table("Name | Health | Gold | Space | Items", "Ann | 3 | 9 | 1 | Riddle") + table(
    "Space | Leads to", "1 | 2", "2 | 1", heading="Spaces"
)
LINES = ("buy a Potion", "use Potion", "buy Lamp", "use Lamp", "use Riddle")


def test_things_of_the_ruleset_are_bought_used_and_landed_on() -> None:
    """What a cell says is played; a cell that is not understood is for people."""
    log = "\n".join(f"2024-01-08T09:0{at}:00Z Ann: {line}" for at, line in enumerate(LINES))

    applied = apply_log(load_game("generic"), RULESET, GAMESTATE, log)

    assert [each.verdict.value for each in applied.outcomes[:4]] == ["done"] * 4
    assert applied.outcomes[4].verdict.value != "done"
    (ann,) = applied.state["players"]
    assert {name: ann["fields"][name] for name in ("Health", "Gold", "Space")} == {
        "Health": 4, "Gold": 5, "Space": "2",
    }  # fmt: skip
    assert ann["items"] == {"Lamp": 1, "Riddle": 1}


@pytest.mark.parametrize(
    ("header", "missing"),
    [("Items", set[str]()), ("Potion", {"Lamp", "Riddle"}), ("Fame", {"Potion", "Lamp", "Riddle"})],
)
def test_the_check_names_what_players_cannot_hold(header: str, missing: set[str]) -> None:
    """A thing that is bought needs a column of its own or a list of items."""
    game = load_game("generic")
    book = game.rulebook(RULESET)
    page = GAMESTATE.replace("Items", header).replace("Riddle\n", "\n")
    found = checked(game.read(page, book, NOW).state, book)

    assert {each.unknown for each in found if "is bought for" in each.text} == missing


@pytest.mark.parametrize(
    ("rule", "asked"),
    [
        ("A player may buy a Ware by paying Coins equal to its Price: they gain 1 of it.", 0),
        ("Every Monday, the Price of each Ware increases by 1.", 2),
    ],
)
def test_what_a_price_is_paid_in_is_asked_where_no_action_says_it(rule: str, asked: int) -> None:
    """Of two columns of numbers a bare price may be paid in either."""
    game = load_game("generic")
    book = game.rulebook(f"== Rules ==\n{rule}\n")
    players = table("Player | Coins | Sand | Items", "Ann | 5 | 5 |")
    wares = table("Ware | Price", "Net | 3", "Hat | 5", heading="Wares")
    found = tuple(checked(game.read(f"{players}\n{wares}", book, NOW).state, book))

    assert [each.played for each in found if each.text == rule] == [True]
    assert len([each for each in found if "is bought for" in each.text]) == asked
