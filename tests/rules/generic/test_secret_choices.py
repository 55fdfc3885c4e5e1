"""Simultaneous choices: sealed until all have chosen, or the time is up, and then revealed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rules.generic.game import GAME
from tests.for_each import for_each
from tests.rules.generic.pages import applied, sealed, table
from wikibot.game.composing import Offered
from wikibot.storage.cursor import Cursor
from wikibot.sync.gamestate_page import StatusLine, put_status

RULES = (
    "== Cards ==\n"
    "Each player secretly chooses a Card; when all have chosen, or after 24 hours, "
    "the choices are revealed.\n\n"
    "Whenever the choices are revealed, each player whose Card is Ace gains 1 Point.\n"
)
PAGE = "\n".join((
    table("Player | Card | Points", "Ann | | 0", "Bob | | 0"),
    table("Card", "Ace", "King", heading="Cards"),
))  # fmt: skip


def played(*lines: str, until: str = "03T00:00") -> dict[str, tuple[str, int]]:
    """Card and Points of each player after sealed lines: ``01T10:00 Ann Ace``."""
    said = (each.rpartition(" ") for each in lines)
    chosen = [sealed(f"{who}: choose {card}") for who, _, card in said]
    done = applied(RULES, PAGE, *chosen, until=until)
    assert [str(each.verdict) for each in done.outcomes] == ["done"] * len(lines)
    state: Any = done.state
    return {
        each["name"]: (each["fields"]["Card"], each["fields"]["Points"])
        for each in state["players"]
    }


@for_each("lines", (("01T10:00 Ann Ace",), ("01T10:00 Ann King", "01T11:00 Ann Ace")))
def test_a_choice_is_sealed_until_the_time_is_up(lines: tuple[str, ...]) -> None:
    """The hours count from the first choice; it may be another until then."""
    assert played(*lines, until="02T09:59")["Ann"][0].startswith("🔒")
    assert played(*lines, until="02T10:00") == {"Ann": ("Ace", 1), "Bob": ("", 0)}


def test_all_are_revealed_when_all_have_chosen() -> None:
    """At once, and not before."""
    found = played("01T10:00 Ann Ace", "01T10:30 Bob King", until="01T10:31")

    assert found == {"Ann": ("Ace", 1), "Bob": ("King", 0)}


def test_the_next_time_begins_with_the_first_choice() -> None:
    """What was revealed is no choice of the next time."""
    lines = ("01T10:00 Ann Ace", "01T10:30 Bob Ace", "01T11:00 Bob King")

    assert played(*lines, until="01T12:00")["Ann"] == ("", 1)
    assert played(*lines, until="02T11:00") == {"Ann": ("", 1), "Bob": ("King", 1)}


def test_who_has_still_to_choose_is_asked_by_name() -> None:
    """From the first choice on until all are revealed; of who has chosen nothing waits."""
    lines = (sealed("01T10:00 Ann: choose Ace"), "01T10:10 Ann: help", "01T10:20 Bob: help")
    done = applied(RULES, PAGE, *lines, until="01T11:00")
    waits = "waiting for you: `choose`: Card, in secret, by 2024-01-02T10:00:00Z"
    book = GAME.rulebook(RULES)
    state = GAME.read(done.page or "", book, datetime(2024, 1, 1, 11, tzinfo=UTC)).state
    form = Offered(GAME, state, book, stated=False, most=9).json(9)["players"]
    over = applied(RULES, PAGE, *lines, until="03T00:00").state

    assert [waits in each.text for each in done.outcomes] == [False, False, True]
    assert [each.player for each in state.pending] == ["Bob"]
    assert "Still to answer: <nowiki>Bob</nowiki>." in put_status("", StatusLine(Cursor(), state))
    assert [[each["question"] for each in of["waits"]] for of in form] == [
        [], ["Which Card, to choose Card?"],
    ]  # fmt: skip
    assert [each["line"] for each in form[1]["waits"][0]["options"]] == [
        "choose Ace", "choose King",
    ]  # fmt: skip
    assert (form[1]["waits"][0]["line"], form[0]["only"]) == ("choose", {})
    assert over["pending"] == []


def test_who_chose_otherwise_than_in_secret_is_not_asked() -> None:
    """A line in clear is a choice like any other; it is answered as the choice that waited."""
    lines = (sealed("01T10:00 Ann: choose Ace"), "01T10:30 Bob: choose King")
    done = applied(RULES, PAGE, *lines, until="01T11:00")

    assert done.state["pending"] == []
    assert done.state["players"][1]["fields"]["Card"] == "King"


BIDS = (
    "== Bids ==\n"
    "Each player secretly bids any number of Points.\n\n"
    "A player may not bid unless it is Monday or it is Tuesday.\n\n"
    "Every Tuesday at 12:00, the bids are revealed.\n\n"
    "Whenever the bids are revealed, the player with the most Bid pays Points equal to their Bid "
    "to the Pot and gains 5 Points.\n"
)
BID_PAGE = table("Player | Bid | Points", "Ann | | 9", "Bob | | 9") + "\nPot: 1\n"


@for_each("until, ann, pot", (("02T11:59", 9, 1), ("02T12:00", 8, 7)))
def test_numbers_are_bid_in_secret(until: str, ann: int, pot: int) -> None:
    """They are told at the time that another sentence names, and nobody bids what they lack."""
    bids = ("01T10:00 Ann: bid 6 Points", "01T10:30 Bob: bid 4 Points",
            "01T10:31 Bob: bid 12 Points")  # fmt: skip
    done = applied(BIDS, BID_PAGE, *map(sealed, bids), until=until)
    state: Any = done.state

    assert done.problems == ()  # a seal stands among numbers
    assert [str(each.verdict) for each in done.outcomes] == ["done", "done", "cant"]
    assert state["players"][0]["fields"]["Points"] == ann
    assert state["values"]["Pot"] == pot


def test_a_sealed_bid_says_nothing_of_what_its_column_holds() -> None:
    """A page with an empty column is read as before once there is a bid, and another can follow."""
    rules = (
        "Each player secretly bids any number of Gold; "
        "when all have bid, the bids are revealed.\n\n"
        "Whenever the bids are revealed, the player with the highest Bid gains 1 Point.\n"
    )
    page = table("Player | Points | Bid | Gold", "Ann | 0 | | 5", "Bob | 0 | | 5")
    for line in ("01T10:00 Ann: bid 3 Gold", "01T11:00 Bob: bid 2 Gold"):
        done = applied(rules, page, line, until=line.split()[0])
        assert [str(each.verdict) for each in done.outcomes] == ["done"]
        page = done.page or ""
    done = applied(rules, page, until="01T12:00")
    state: Any = done.state

    assert [each["fields"]["Points"] for each in state["players"]] == [1, 0]


def test_what_is_secret_is_exchanged_as_what_it_is() -> None:
    """Both cells are sealed anew, and rules read them."""
    rules = (
        "A player's Card is secret.\n\nA player may take a Card: their Card becomes that Card.\n\n"
        "A player may swap their Card with another player.\n\n"
        "A player whose Card is Ace may cheer: they gain 1 Point.\n"
    )
    lines = ("Ann: take Ace", "Bob: take King", "Ann: swap Cards with Bob", "Bob: cheer")
    done = applied(
        rules, PAGE, *(f"01T10:0{n} {line}" for n, line in enumerate(lines)), until="01T11:00"
    )

    assert [str(each.verdict) for each in done.outcomes] == ["done"] * 4
