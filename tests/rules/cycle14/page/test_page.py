"""The Cycle 14 page and the statements about it:
what is written reads back, and what changed can be said.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.cycle14 import GAME
from rules.cycle14.proposals import target
from rules.cycle14.state import Gathering, Landmark, Obelisk, Player, Pot, State
from tests.rules.any_state import START
from wikibot.game.state import Proposal, Term
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.table_writer import UnsafeEdit

BOOK = GAME.rulebook(GAME.demo().pages["Ruleset"])
NEW = GAME.new_page(BOOK, START, "a test")
PAGE_OF_ANN = """\
{|
! Player !! Items !! Experience
|-
| Ann || none || Foraging: 2
|}
"""
BY_HAND = """\
It is currently '''Phase V'''. Current Season: long NIGHT
* Current season: long NIGHT (brr)
* Gains boosted: yes

{|
|+
! Player !! Resolve !! Items !! Experience
|-
|[[User:Al|Ann]]
|3
|2🌿, 1 ⚗, Infernal Heart x2, a boot
|Mining 2, foraging
|-
| Bob || || none ||
|}

{| class="wikitable"
! Obelisk !! Distance !! Cuts !! Items
|-
| tall || 7 (ouch) || 2 || 3🩸
|}

{|
! Component !! Amount
|-
| 💎 || 4
|-
| herbs || 0
|}
{|
! Pot !! Herb !! Stage
|-
| 1 || Kraken Root || 3
|-
| 2 || ||
|}
{|
! Gathering !! Ritual !! Started by !! Contributions
|-
| G3 || Ritual of Murder || Ann || Ann: 💎 + ⚡, Bob: Herbs
|}
{|
! Landmark !! Distance !! Bearing
|-
| Lone Oak || 5.7 km || 90
|}
"""


def test_a_page_of_people_is_read_as_it_is() -> None:
    """Tables without all columns, emoji and names, remarks,
    counts on either side, a link for a name.
    """
    reading = GAME.read(BY_HAND, BOOK, START)
    state = reading.state

    assert reading.unreadable == ()
    assert (state.phase, state.season, state.boosted) == (5, "Long night", True)
    assert list(state.players.values()) == [
        Player("Ann", "Al",
               items={"Resolve": 3, "Herbs": 2, "Reagents": 1, "Infernal Heart": 2, "a boot": 1},
               experience={"Mining": 2, "Foraging": 1}),
        Player("Bob"),
    ]  # fmt: skip
    assert state.obelisk == Obelisk(7, 2, {"Blood of Stone": 3})
    assert state.storehouse == {"Crystals": 4}
    assert state.pots == (Pot("1", "Kraken Root", 3), Pot("2"))
    given_ = {"Ann": ("Crystals", "Resolve"), "Bob": ("Herbs",)}
    assert state.gatherings == (Gathering("G3", "Ritual of Murder", "Ann", contributions=given_),)
    assert state.landmarks == (Landmark("Lone Oak", "", 5.7, 90),)


def test_only_what_changed_is_written() -> None:
    """All other bytes of people's pages stay, remarks and odd spellings included."""
    state = GAME.read(BY_HAND, BOOK, START).state
    page = GAME.write(BY_HAND, BOOK, replace(state, obelisk=replace(state.obelisk, distance=6)))

    assert page == BY_HAND.replace("7 (ouch)", "6 (ouch)")


def test_what_has_no_column_is_named() -> None:
    """A page whose tables cannot say something is not written, and an editor reads what it is."""
    state = GAME.read(BY_HAND, BOOK, START).state
    banished = {**state.players, "Ann": replace(state.players["Ann"], banished=START)}
    begun = (replace(state.gatherings[0], started=START),)

    with pytest.raises(
        UnsafeEdit,
        match=r"players 'Ann' banished: nothing in place of 20.*Is there a column for it",
    ):
        GAME.write(BY_HAND, BOOK, replace(state, players=banished))
    with pytest.raises(
        UnsafeEdit,
        match=r"gatherings 'G3' started: nothing in place of 20.*Is there a column for it",
    ):
        GAME.write(BY_HAND, BOOK, replace(state, gatherings=begun))


@pytest.mark.parametrize(
    "task", ["Mining", "Mining (old)", "Knots & ropes", "🎣", "3-legged race", "Minin:g", "x/y: z"]
)
def test_a_task_that_people_wrote_into_the_column_is_told(task: str) -> None:
    """Also one that no ruleset has, however it is called:
    it is adopted, and the correction says so.
    """
    before = GAME.read(PAGE_OF_ANN, BOOK, START).state
    after = GAME.read(PAGE_OF_ANN.replace("Foraging", task), BOOK, START).state
    said = GAME.differences(before, after)
    for statement in said:
        before = GAME.correct(before, statement)

    assert len(said) == 2
    assert before.players == after.players


def test_an_unreadable_cell_is_named_and_stops_the_writing() -> None:
    """Section or table, row, column and value are named; nothing is written over it."""
    page = NEW.replace("| 2 || || 0", "| 2 || Yaqqip || rather high")
    reading = GAME.read(page, BOOK, START)

    assert [(each.row, each.column, each.value) for each in reading.unreadable] == [
        ("2", "Growth Stage", "rather high")
    ]
    with pytest.raises(UnsafeEdit, match="rather high"):
        GAME.write(page, BOOK, replace(reading.state, boosted=True))


def test_columns_may_be_headed_as_the_ruleset_lists_components() -> None:
    """By emoji however it is written, by name, or by both."""
    heads = "⚡️ Resolve !! 🪨Brimstone !! ❤️‍🔥 !! ⚗ !! Herb !! blood of stone"
    page = (
        f"{{|\n! Name !! Experience !! {heads}\n|-\n| Ann || || 1 || 2 || 3 || 4 || 5 || 6\n|}}\n"
    )
    items = {
        "Resolve": 1, "Brimstone": 2, "Infernal Heart": 3, "Reagents": 4, "Herbs": 5,
        "Blood of Stone": 6,
    }  # fmt: skip

    assert GAME.read(page, BOOK, START).state.players == {"Ann": Player("Ann", items=items)}


@pytest.mark.parametrize("cell", ["| Ann || Mining 1{0} ||", "| Ann || || 1{0}"])
def test_a_number_without_end_is_named_and_read_by_nobody(cell: str) -> None:
    """Longer than any number of a game is: it is a cell that cannot be read."""
    page = "{|\n! Name !! Experience !! ⚡\n|-\n" + cell.format("0" * 5000) + "\n|}\n"

    assert ["a number of at most 18 digits"] == [
        each.expected for each in GAME.read(page, BOOK, START).unreadable
    ]


def test_a_page_without_players_is_not_taken_for_an_empty_game() -> None:
    """It is reported, so that nothing is written over a page that is another one."""
    assert "a table with the headers Name and Experience" in str(
        GAME.read("Nothing here.", BOOK, START).unreadable[0]
    )


def test_a_season_that_is_none_is_spring() -> None:
    """Where nobody can tell the season, it is the one that the rules name for that."""
    page = NEW.replace("Current Season: Calm Spring", "Current Season: who knows")

    assert GAME.read(page, BOOK, START).state.season == "Calm Spring"


def test_a_table_of_proposals_without_a_column_for_what_they_mean_is_kept() -> None:
    """A page from before that column is written as it is;
    names in full then say whom a banishment means.
    """
    rules = GAME.rulebook(GAME.demo().pages["Ruleset"])
    now = parse_time("2024-01-02T10:00:00Z")
    players = {name: Player(name) for name in ("Ann", "Ben")}
    about = Proposal(
        "P1", "Ben for 3 days", "Banishment", "Ann", "open", now, about=Term("Ben", 72)
    )
    state = State(now, players=players, proposals=(about,))
    page = GAME.write(GAME.new_page(rules, now, "a page"), rules, state)
    old = page.replace(" !! About", "").replace(" || Ben for 72 hours", "")
    more = replace(state, proposals=(about, replace(about, id="P2")))

    assert GAME.read(page, rules, now).state.proposals == (about,)
    assert [
        each.about for each in GAME.read(GAME.write(old, rules, more), rules, now).state.proposals
    ] == [None, None]
    assert target(state, replace(about, about=None)) == Term("Ben", 72)
