"""Gamestate pages of any nomic are read as people write them, and only what changed is written."""

from __future__ import annotations

import difflib

import pytest
from msgspec.structs import replace

from rules.generic.owners import (
    GAME,
    FieldKind,
    Owner,
    Player,
    add,
    create,
    destroy,
    player,
    with_value,
)
from rules.generic.page.page import to_json
from tests.for_each import for_each
from tests.rules.generic.pages import NOW, VILLAGE, applied, book, read, state, table, write
from wikibot.game.state import Proposal, with_player, without_player
from wikibot.wikitext.table_writer import UnsafeEdit


def changed(page: str, new: str) -> list[str]:
    """The lines that a change took away and added."""
    lines = difflib.unified_diff(page.splitlines(), new.splitlines(), lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def kinds(page: str, ruleset: str = "") -> dict[str, str]:
    """What the columns of the players' table hold."""
    return {each.name: str(each.kind) for each in read(page, ruleset).state.columns}


def test_the_village_in_json() -> None:
    """Tables by caption or heading, fields by header, values by label, each of its own type."""
    found = to_json(state(), book())

    assert found["players"] == [
        {
            "name": "Ann",
            "items": {"Fish": 2, "Net": 1},
            "fields": {
                "Gold": 1200, "Space": "2", "Items": {"Fish": 2, "Net": 1}, "Alive": True,
                "Motto": "Never sleep.",
            },
        },
        {
            "name": "Bob",
            "items": {},
            "fields": {"Gold": 5, "Space": "1", "Items": {}, "Alive": False, "Motto": ""},
        },
    ]  # fmt: skip
    assert found["values"] == {"Season": "Spring", "Day": 4, "Weather": "rain"}
    assert list(found["tables"]) == ["Map", "Shop"]
    assert found["tables"]["Map"][0] == {
        "name": "1",
        "fields": {"Type": "Shop", "Leads to": ["2", "3"], "When landed on": "gain 2 Gold"},
    }
    assert found["tables"]["Shop"][1]["fields"] == {"Price": {"Gold": 2, "Fish": 1}, "Stock": -1}


def test_only_the_cell_that_changed_is_written() -> None:
    """Styles, comments, units, separators, prose and the order of all stay as people keep them."""
    before = state()
    after = add(add(before, player("Bob"), "Gold", 7), player("Ann"), "Gold", 100)
    after = with_value(after, player("Ann"), "Space", "3")
    after = with_value(after, GAME, "Day", 5)

    assert changed(VILLAGE, write(VILLAGE, after)) == [
        "-| [[User:Ann|Ann]] || 1,200 || Space 2 || 2 Fish, Net || yes || Never sleep.",
        "+| [[User:Ann|Ann]] || 1,300 || 3 || 2 Fish, Net || yes || Never sleep.",
        "-| Bob || 5 gp<!-- lent --> || 1 || || no ||",
        "+| Bob || 12 gp<!-- lent --> || 1 || || no ||",
        "-* Day: 4",
        "+* Day: 5",
    ]


def test_a_state_as_it_is_changes_nothing() -> None:
    """No change means no edit."""
    assert write(VILLAGE, state()) == VILLAGE


def test_rows_come_and_go() -> None:
    """A player joins and another leaves, a thing is made and another destroyed."""
    after = with_player(state(), Player("Cid", account="Cidney", joined=NOW, items={"Net": 1}))
    after = without_player(after, "Bob")
    after = create(destroy(after, Owner("Map", "3")), "Map", "Mill")

    page = write(VILLAGE, after)

    assert "| [[User:Cidney|Cid]] ||" in page
    assert "Bob" not in page
    assert state(page).tables["Map"].things["1"].fields["Leads to"] == ("2",)
    assert list(state(page).tables["Map"].things) == ["1", "2", "Mill"]
    assert state(page).players["Cid"] == after.players["Cid"]


def test_a_thing_on_which_a_player_stands_may_go() -> None:
    """The player is nowhere then, on the page as in the state."""
    page = write(VILLAGE, destroy(state(), Owner("Map", "2")))

    assert state(page).players["Ann"].fields.get("Space") is None
    assert "|| 2 Fish, Net || yes || Never sleep." in page


def test_a_link_with_another_label_names_what_it_links_to() -> None:
    """The page may call a thing by a short name of its own."""
    page = VILLAGE.replace("| Bob || 5 gp<!-- lent --> || 1 ||", "| Bob || 5 || [[2|the wood]] ||")

    assert state(page).players["Bob"].fields["Space"] == "2"


def test_a_set_of_spaces_may_stand_in_braces() -> None:
    """As players of a nomic wrote their boards."""
    page = table("Name | Gold", "Ann | 5") + table(
        "Space | Set of Successors", "1 | {2, 3}", "2 | 3", "3 | {1}", heading="Board"
    )
    before = state(page)
    after = with_value(before, Owner("Board", "1"), "Set of Successors", ("2", "1"))

    assert before.tables["Board"].things["1"].fields["Set of Successors"] == ("2", "3")
    assert changed(page, write(page, after)) == ["-| 1 || {2, 3}", "+| 1 || {2, 1}"]


def test_records_are_kept_as_in_other_games() -> None:
    """Proposals, winners and the judge stand on the page where all games have them."""
    proposal = Proposal("P1", "More fish", "", "Ann", "open", NOW)
    after = replace(state(), proposals=(proposal,), judge="Ann", winners=("Bob",), phase=3)

    assert state(write(VILLAGE, after)) == after


@for_each(
    "column, cells, kind",
    [
        ("Gold", ["5", "-3", "1,200"], "number"),
        ("Gold", ["5 Gold", "12 Gold"], "number"),
        ("Purse", ["$ 5", "$12"], "number"),
        ("Speed", ["5 km", ""], "number"),
        ("Gold", ["5", "3", "lots"], "number"),
        ("Tax", ["5%", "10 %"], "number"),
        ("Tax", ["2½%", "1½%"], "text"),
        ("Cost", ["5 Gold", "2 Fish"], "items"),
        ("Cost", ["5", "2"], "number"),
        ("Items", ["Net", ""], "items"),
        ("Items", ["", ""], "items"),
        ("Catch", ["2 Fish, Net", ""], "items"),
        ("Doors", ["{P1, P0}", "P0"], "things"),
        ("Rolls", ["5", "3, 4", "2"], "text"),
        ("Traits", ["brave, tall", "shy"], "items"),
        ("Alive", ["yes", "no"], "yes or no"),
        ("Ready", ["✓", ""], "yes or no"),
        ("Leader", ["P1", "P0"], "thing"),
        ("Friends", ["P1, P0", "P0"], "things"),
        ("Motto", ["Never sleep.", "7"], "text"),
        ("Colour", ["red", "blue"], "text"),
        ("Notes", ["5", "6"], "text"),
        ("Effect", ["gain 2 Fish, lose 1 Net"], "text"),
        ("Story", ["He came, he saw, and went on to the next town. The end."], "text"),
    ],
)
def test_what_a_column_holds_is_read_from_its_cells(
    column: str, cells: list[str], kind: str
) -> None:
    """A column is judged by all of its cells, and by its header where that says it."""
    page = table(f"Name | {column}", *(f"P{n} | {cell}" for n, cell in enumerate(cells)))

    assert kinds(page) == {column: kind}


@pytest.mark.parametrize(
    ("column", "ruleset", "kind"),
    [
        ("Gold", "A player begins with 5 Gold.", "number"),
        ("Gold", "", "number"),
        ("Team", "Their Team becomes Red.", "text"),
        ("Alive", "Their Alive is set to no.", "yes or no"),
        ("Leader", "If their Leader is Ann, they lose.", "thing"),
    ],
)
def test_what_an_empty_column_holds_is_said_by_the_rules(
    column: str, ruleset: str, kind: str
) -> None:
    """Before anybody has anything, the sentences tell what a column is for."""
    assert kinds(table(f"Name | {column}", "Ann | "), ruleset) == {column: kind}


def test_a_column_is_of_things_by_its_header_or_by_its_cells() -> None:
    """``Space 2``, ``2`` and a location with a number mean the space of that name."""
    page = VILLAGE.replace("! Space !! Type", "! Number !! Type").replace("== Map", "== Spaces")
    about = {each.name: (each.kind, each.table) for each in state(page).columns}

    assert about["Space"] == (FieldKind.THING, "Spaces")


def test_what_a_column_holds_is_remembered_where_it_no_longer_shows() -> None:
    """After the last item is lost the column still holds items, and people can read so."""
    page = table("Name | Catch", "Ann | 2 Fish", "Bob | ")
    after = write(page, add(state(page), player("Ann"), "Fish", -2))

    assert "| Players || Catch || items" in after
    assert kinds(after) == {"Catch": "items"}
    again = write(after, add(state(after), player("Bob"), "Net", 1))
    assert state(again).players["Bob"].items == {"Net": 1}


def test_a_bad_cell_is_named_and_stops_the_writing() -> None:
    """One word among numbers is a mistake, and no page is written over it."""
    page = table("Name | Gold", "Ann | 5", "Bob | lots", "Cid | 7")
    (bad,) = read(page).unreadable

    assert (bad.section, bad.row, bad.column, bad.value) == ("Players", "Bob", "Gold", "lots")
    with pytest.raises(UnsafeEdit, match="'lots' is not a whole number"):
        write(page, replace(read(page).state, phase=2))


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("Nothing at all.", "a table under a heading Players"),
        (
            table("Keeper | Gold", heading="Keepers") + table("Pond | Depth", heading="Ponds"),
            "which table ('Keepers', 'Ponds') is that of the players is not said; head it Players",
        ),
        (
            table("Name | Gold", "Ann | 5", heading="Team A")
            + table("Name | Silver", "Bob | 5", heading="Team B"),
            "which table ('Team A', 'Team B') is that of the players is not said",
        ),
    ],
)
def test_a_page_without_a_players_table_says_what_to_do(page: str, why: str) -> None:
    """Nothing is guessed about who plays."""
    (bad,) = read(page).unreadable

    assert why in bad.expected


@pytest.mark.parametrize(
    "page",
    [
        table("Villager | Gold", "Ann | 5"),
        table("Player | Gold", "Ann | 5", heading="Who"),
        table("Name | Gold", "Ann | 5", heading="Who"),
        table("Player | Gold", "Ann | 5", heading="Who")
        + table("Name | HP", "Orc | 3", heading="X"),
        "== Players ==\n=== Active ===\n" + table("Name | Gold", "Ann | 5", heading="Now"),
    ],
)
def test_the_players_table_is_found(page: str) -> None:
    """By its heading, or as the only one whose first header says so."""
    assert state(page).players["Ann"].fields == {"Gold": 5}


@for_each(
    "ruleset",
    [
        "Sailors can fish. The Pond of a sailor may be empty.",
        "Each sailor who is dry gains 1 Gold. A Pond is deep. Sailors CAN rest.",
        "You can fish. Any sailor wins who has 9 Gold.",
    ],
)
def test_the_players_table_is_the_one_whose_word_acts(ruleset: str) -> None:
    """Whatever heading it stands under; a word that acts as often makes the check ask."""
    page = table("Pond | Depth", "Big | 3", heading="Ponds")
    page += table("Sailor | Gold", "Ann | 5", heading="The crew")

    assert state(page, ruleset).players["Ann"].fields == {"Gold": 5}
    after = write(page, add(state(page, ruleset), player("Ann"), "Gold", 2), ruleset)
    assert "| Ann || 7" in " ".join(after.split())
    joined = table("Player | Account | Joined | Left", "Ann | Ann | |", heading="Records")
    assert state(after + joined).players["Ann"].fields == {"Gold": 7}, "she is known to play"
    assert read(page, f"{ruleset} A pond can rise.").unreadable


FILMS = table("Actor | Set | Fee", "Ann | Quay | 3", heading="Actors") + table(
    "Set | Actors in it", "Quay | Ann", heading="Sets"
)


@pytest.mark.parametrize(
    "ruleset",
    [
        "A player at a Set may bow: they gain 1 Fee.",
        "At a Set, a player may bow if the Set has a name. Each player loses 1 Fee every week.",
        "A player who is at a Set may bow. Players are called actors.",
        "An actor who has a Set may bow.",
    ],
)
def test_the_players_table_is_the_one_of_what_players_gain_and_are_called(ruleset: str) -> None:
    """A thing that players have or are at does not act, and no sentence goes on in the next."""
    assert [*read(FILMS, ruleset).state.players] == ["Ann"]


def test_the_players_are_those_whom_other_tables_name() -> None:
    """Where the words of several tables act; where none or two are named so, the check asks."""
    ruleset = "Each sailor who is dry gains 1 Gold. Boats can sail."
    crew = table("Sailor | Gold", "Ann | 5", "Bob | 2", heading="The crew")
    boats = table("Boat | Speed | Owner", "Gull | 3 | Ann", heading="Boats")

    assert state(crew + boats, ruleset).players["Ann"].fields == {"Gold": 5}
    assert read(crew + boats.replace("| Ann", "| nobody"), ruleset).unreadable
    named = crew.replace("Gold", "Boat").replace("| 5", "| Gull").replace("| 2", "| Gull")
    assert read(named + boats, ruleset).unreadable
    boats = table("Boat | Owner | Cook | Mate", "Gull | Ann | Bob | -", heading="Boats")
    assert read(named + boats, ruleset).unreadable
    assert not read(named + boats.replace("| -", "| Ann"), ruleset).unreadable, "by far the most"


def test_a_word_that_several_cells_share_is_no_slip() -> None:
    """``secret`` in a column of things makes it one of text; another word is one to be mended."""
    pets = table("Pet | Food", "Owl | 1", "Cat | 2", heading="Pets")
    shared = table("Name | Pet", "Ann | secret", "Bob | Owl", "Cy | Cat", "Di | secret")

    assert kinds(shared + pets) == {"Pet": "text"}
    assert (
        len(read(shared.replace("secret", "Owk", 1).replace("secret", "Cat") + pets).unreadable)
        == 1
    )


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("== Log ==\n{|\n! Date !! What\n|-\n| Mon || a\n|-\n| Mon || b\n|}\n",
         "two rows of the name 'Mon'"),
        ("== Box ==\n{|\n| 1 || 2\n|}\n", "no row of headers"),
        ("== Plan ==\n{|\n! A !! B\n|-\n| rowspan=2 | x || 1\n|-\n| 2\n|}\n", "reach over several"),
        ("== Out ==\n{|\n! A !! B\n|-\n| x ||\n{|\n! C\n|-\n| y\n|}\n|}\n",
         "stands in another table"),
        ("== Gaps ==\n{|\n! A !! B\n|-\n| || 5\n|}\n", "row 1 has no name"),
    ],
)  # fmt: skip
def test_a_table_of_something_else_is_left_alone_and_named(more: str, why: str) -> None:
    """The game plays on with the other tables, and a remark says which one is not one of things."""
    reading = read(VILLAGE + more)

    assert reading.unreadable == ()
    assert any(why in each for each in reading.remarks)
    assert list(reading.state.tables) == ["Map", "Shop"]
    page = write(VILLAGE + more, add(reading.state, player("Bob"), "Gold", 1))
    assert page.endswith(more)


def test_two_columns_of_one_header() -> None:
    """The first one counts, and the second one keeps what people write there."""
    page = table("Name | Gold | Gold", "Ann | 5 | x")
    reading = read(page)

    assert reading.state.players["Ann"].fields == {"Gold": 5}
    assert "the table 'Players' has two columns 'Gold'; the first one counts" in reading.remarks
    assert "| 6 || x" in write(page, add(reading.state, player("Ann"), "Gold", 1)).replace(
        "  ", " "
    )


def test_two_players_of_one_name() -> None:
    """Whose line is whose cannot be told, so that a person has to mend it."""
    (bad,) = read(table("Name | Gold", "Ann | 5", "Ann | 6")).unreadable

    assert str(bad).endswith("'Ann' is not the only row of this name")


def test_a_table_goes_on_in_a_second_one() -> None:
    """Two tables of one name and the same headers are one; with others it goes by its header."""
    more = table("Item | Price", "Hat | 1 Gold", heading="Shop") * 2
    more = more.replace("| Hat", "| Cap", 1) + table("Clerk | Mood", "Zed | sour", heading="Shop")
    found = state(table("Name | Gold", "Ann | 5") + more).tables

    assert {name: list(each.things) for name, each in found.items()} == {
        "Shop": ["Cap", "Hat"],
        "Clerk": ["Zed"],
    }


@for_each(
    "line, value",
    [
        ("Tax: 5", {"Tax": 5}),
        ("'''Tax:''' 5", {"Tax": 5}),
        ("; Tax : 5", {"Tax": 5}),
        ("* Tax: [[5]] <!-- high -->", {"Tax": 5}),
        ("Night: yes", {"Night": True}),
        ("Night: 7 | Tax: 5 \u2022 King: Ann", {"Night": 7, "Tax": 5, "King": "Ann"}),
        ("Go on | or stay", {}),
        ("King: Ann", {"King": "Ann"}),
        ("Hoard: 30 Gold, 2 Nets", {"Hoard": {"Gold": 30, "Net": 2}}),
        ("Here: be quiet when the game is on.", {}),
        ("Look at https://example.org or at 12:30", {}),
        ("<!-- Tax: 5 -->", {}),
        ("{{Box|Tax: 5}}", {}),
        ("Phase: V", {}),
        ("A very long label of words: 5", {}),
    ],
)
def test_values_of_the_game(line: str, value: dict[str, object]) -> None:
    """A line with a label and a colon is a value; prose, comments and templates are not."""
    found = state(VILLAGE.partition("== The world")[0] + "== World ==\n" + line + "\n")

    assert found.values == value


def test_a_value_beside_others_is_written_in_its_place() -> None:
    """What stands on the same line stays to the byte."""
    page = VILLAGE.partition("== The world")[0] + "== World ==\n'''Night:''' 7 | '''Tax:''' 5\n"

    new = write(page, with_value(state(page), GAME, "Night", 8))

    assert changed(page, new)[:2] == [
        "-'''Night:''' 7 | '''Tax:''' 5",
        "+'''Night:''' 8 | '''Tax:''' 5",
    ]


def test_a_cell_with_a_template_is_a_text_that_stays() -> None:
    """What a template shows is not known, and it is not touched."""
    page = table("Name | Badge | Gold", "Ann | {{Star}} | 5").replace("Star", "Star|2")
    after = add(state(page), player("Ann"), "Gold", 1)

    assert "| Ann || {{Star|2}} || 6" in write(page, after)


def test_a_large_page_is_read_in_a_moment() -> None:
    """A thousand players and three thousand things cost one look each."""
    rows = [f"Player{n} | {n} | {n % 7} Fish, Net" for n in range(1000)]
    things = [f"Thing{n} | {n} | Thing{n // 2}" for n in range(3000)]
    page = table("Name | Gold | Items", *rows) + table(
        "Thing | Weight | Leads to", *things, heading="Things"
    )

    found = state(page)

    assert len(found.players) == 1000
    assert found.tables["Things"].things["Thing2999"].fields["Leads to"] == ("Thing1499",)


def test_a_page_of_too_many_tables_is_read_in_a_moment() -> None:
    """The first two hundred tables are things; the others are left alone and named."""
    more = "".join(table("Thing | Gold", "a | 5", heading=f"H{n}") for n in range(202))
    reading = read(table("Name | Gold", "Ann | 5") + more)

    assert len(reading.state.tables) == 200
    assert "the table 'H201' is left alone: the page has more than 200 tables" in reading.remarks


def test_a_header_with_a_unit_is_remarked() -> None:
    """Sentences say Gold, and would count things called so beside the column."""
    page = "== Players ==\n{|\n! Name !! Gold (gp) !! Home (town)\n|-\n| Ann || 5 || Rome\n|}\n"
    remarks = read(page).remarks

    assert 1 == len(remarks)
    assert "head it 'Gold'" in remarks[0]


def test_what_is_empty_is_written_as_the_page_has_it() -> None:
    """Its word for an empty cell, also where none is left that shows it."""
    rules = (
        "A player may dock a Boat whose Skipper is Unclaimed: they become its Skipper.\n\n"
        "A player may quit a Boat whose Skipper is the player: its Skipper becomes nobody.\n\n"
        "A player may preside if the Chair is Vacant: the Chair becomes the player.\n\n"
        "A player may resign if the Chair is the player: the Chair is set to Unclaimed.\n"
    )
    boats = ("Gull | Ann | Calm", "Tern | Unclaimed | Vacant", "Auk | free |")
    page = table("Player", "Ann", "Bob")
    page += table("Boat | Skipper | Mood", *boats, heading="Boats") + "\n* Chair: Vacant\n"
    one = applied(rules, page, "01T10:00 Bob: dock Tern", "01T10:01 Ann: quit Gull",
                  "01T10:02 Bob: preside", until="01T11:00")  # fmt: skip
    assert one.page is not None
    assert "| Gull || Unclaimed || Calm" in one.page
    assert "| Tern || Bob || Vacant" in one.page
    assert "* Chair: Bob" in one.page
    two = applied(rules, one.page, "02T10:00 Bob: dock Auk", "02T10:01 Bob: quit Tern",
                  "02T10:03 Bob: resign", until="02T12:00")  # fmt: skip
    assert two.page is not None
    assert "* Chair: Vacant" in two.page
    assert "| Tern || Unclaimed || Vacant" in two.page
