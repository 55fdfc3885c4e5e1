"""What waits for a player: a choice that another set off, an offer, a secret, a turn."""

from __future__ import annotations

from datetime import UTC, datetime

from rules.generic.game import GAME
from tests.for_each import for_each
from tests.rules.generic.pages import table
from wikibot.apply import apply_log
from wikibot.dice.session import PUBLIC, seal_line
from wikibot.game.composing import Offered
from wikibot.storage.cursor import Cursor
from wikibot.sync.gamestate_page import StatusLine, put_status

RULES = """
A player may plead: each other player chooses a Card they have and loses it, within 48 hours; \
after that they lose 1 Point.

A player may offer another player a Truce: if they accept within 3 days, the two have a Truce \
for 7 days.

Each player secretly bids any number of Gold; when all have bid, or after 48 hours, the bids are \
revealed.

Whenever the bids are revealed, each player who has at least 3000 Bid gains 1 Point.

Players take turns in the order of the table Players.

A turn lasts at most 72 hours; then that player loses 1 Point and the turn passes.

A player may rest: they gain 1 Fish.
"""
PAGE = "\n".join(
    (
        table(
            "Player | Items | Gold | Points | Bid", "Ann | Ace, Ten | 990000 | 9 |",
            "Bob | Ace, Ten, Jack | 990000 | 9 |", "Cid | Jack, Ten | 990000 | 9 |",
        ),
        "Turn: Bob\n\nTurn ends: 2024-01-04 09:00\n",
        table("Card", "Ace", "Ten", "Jack", heading="Cards"),
    )
)  # fmt: skip
LINES = (
    "2024-01-01T10:00:00Z Ann: plead",
    "2024-01-01T10:01:00Z Ann: offer Bob a Truce",
    f"2024-01-01T10:02:00Z Ann: {seal_line(PUBLIC.box, 'Ann', 'bid 918273 Gold')[0]}",
)
NOW = datetime(2024, 1, 1, 11, tzinfo=UTC)


def test_what_waits_is_in_help_the_status_line_and_the_form() -> None:
    """For each with what to write, and until when; the page itself has it, and no secret."""
    log = "\n".join((*LINES, "2024-01-01T10:03:00Z Bob: help"))
    done = apply_log(GAME, RULES, PAGE, log, now=NOW)
    assert (done.problems, [str(each.verdict) for each in done.outcomes]) == ((), ["done"] * 4)
    book = GAME.rulebook(RULES)
    state = GAME.read(done.page or "", book, NOW).state
    form = Offered(GAME, state, book, stated=False, most=9).json(9)
    line = StatusLine(Cursor(), state, turn=GAME.whose_turn(state))

    told = done.outcomes[-1].text
    for what in (
        "`answer Q1`: which Card, to plead, by 2024-01-03T10:00:00Z",
        "`answer Q3`: accept or decline what Ann offers",
        "by 2024-01-04T10:01:00Z",
        "`choose`: Bid, in secret, by 2024-01-03T10:02:00Z",
        "`end turn`",
    ):
        assert what in told
    assert "It is <nowiki>Bob</nowiki>'s turn." in put_status("", line)
    assert "Still to answer: <nowiki>Bob</nowiki>; <nowiki>Cid</nowiki>." in put_status("", line)
    assert form["turn"] == "Bob"
    waits = {of["name"]: [each["line"] for each in of["waits"]] for of in form["players"]}
    assert waits == {"Ann": [], "Bob": ["answer Q1", "answer Q3", "choose"],
                     "Cid": ["answer Q2", "choose"]}  # fmt: skip
    assert "918273" not in f"{done.page} {told} {form} {done.changes}"


@for_each(
    "until, points, bid",
    (("03T09:59", {"Ann": 9, "Bob": 9}, ""), ("03T10:02", {"Ann": 10, "Bob": 8}, 918273),
     ("04T09:00", {"Ann": 10, "Bob": 7}, 918273)),
)  # fmt: skip
def test_each_ends_at_its_deadline_as_the_sentence_says(
    until: str, points: dict[str, int], bid: object
) -> None:
    """Who did not choose loses a Point, the bids are told, and the turn passes."""
    end = datetime.strptime(f"2024-01-{until}", "%Y-%m-%dT%H:%M").replace(tzinfo=UTC)
    done = apply_log(GAME, RULES, PAGE, "\n".join(LINES), now=end)
    found = {each["name"]: each["fields"] for each in done.state["players"]}

    assert {name: found[name]["Points"] for name in points} == points
    assert found["Ann"]["Bid"] == bid or (not bid and str(found["Ann"]["Bid"]).startswith("🔒"))
    assert done.state["values"]["Turn"] == ("Bob" if until < "04" else "Cid")


@for_each("line", ("answer Q1: Jack", "answer q1 jack", "choose Jack"))
def test_who_is_asked_answers_in_one_line(line: str) -> None:
    """By the number that ``help`` names, or without it where one question alone fits."""
    log = "\n".join((*LINES, f"2024-01-01T10:03:00Z Bob: {line}"))
    done = apply_log(GAME, RULES, PAGE, log, now=NOW)

    assert str(done.outcomes[-1].verdict) == "done"
    assert {"Ace": 1, "Ten": 1} == done.state["players"][1]["items"]
    assert [each["asks"] for each in done.state["pending"] if each["player"] == "Bob"] == [
        "accept or decline what Ann offers: offer Bob truce", "Bid, in secret",
    ]  # fmt: skip
