"""Proposals whose rules the page does not (or no longer) say in a form that is read:
left to a steward, once.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rules import cycle14, cycle15, round7
from rules.common import proposals
from rules.common.proceedings import next_id, split_id, thing_named
from rules.common.proposals import Proposals
from rules.common.trading import read_items, read_parties, refuse_no_amount
from rules.common.votes import PLAIN, WORDS, Lexicon, VoteCount, count, with_vote
from rules.cycle15 import GAME
from tests.for_each import for_each
from tests.game.tiny import Tiny
from tests.rules.rulesets import RULES, USUAL
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.standing_rolls import Stated
from wikibot.game.page.cells import Vocabulary
from wikibot.game.problems import Problem, Refused, Unclear
from wikibot.game.ruleset.recognition import Pin
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.ruleset.units import read_units
from wikibot.game.state import Candidacy, Former, Player, Proposal, Request, State
from wikibot.wikitext.numerals import parse_time

PAGE = """== Proposals ==
They change rules.

=== Urgent Class Proposal ===
Two days (48 hours), no more than two votes against.
"""
MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
LATER = datetime(2024, 1, 3, tzinfo=UTC)


def book(page: str, settled: str = "") -> Rulebook:
    """A ruleset page,
    of which the wordings of ``settled`` are implemented (its own where that is left out).
    """
    units = read_units(settled or page, ()).values()
    pins = [
        Pin(u.name, "", u.prints.exact, u.prints.normal, u.prints.masked, "test", "2024-01-01")
        for u in units
    ]
    return read_rulebook(page, (), pins)


def closing(game: Proposals, page: str, settled: str = "") -> ActionContext[State]:
    """Time passing over an Urgent proposal's end."""
    proposal = Proposal("P1", "Fish", "Urgent", "Ann", "open", MONDAY)
    state = State(LATER, players={"Ann": Player("Ann")}, proposals=(proposal,))
    act = ActionContext(
        Tiny(), book(page, settled), state, Action(ActionId(0, 0, 0), LATER, "", ""), None, "",
        Stated(),
    )  # fmt: skip
    game.pass_time(act)
    return act


def breaks(act: ActionContext[State], proposal: Proposal) -> None:
    """An effect with a mistake in it."""
    raise ZeroDivisionError("oh")


def refuses(act: ActionContext[State], proposal: Proposal) -> None:
    """An effect that a rule forbids."""
    raise Refused("nobody does that", rule="Fish")


@pytest.mark.parametrize(
    ("adopted", "told"),
    [
        (breaks, "the bot failed at `ending P1` (ZeroDivisionError: oh)"),
        (refuses, "nobody does that (rule Fish)"),
    ],
)
def test_an_effect_that_fails_is_left_to_a_steward(
    contained: list[str], adopted: object, told: str
) -> None:
    """The proposal is held, with the reason, and nothing is due any more."""
    game = Proposals((replace(proposals.URGENT, adopted=adopted),))
    act = closing(game, PAGE)

    assert act.state.proposals[0].status == "held"
    assert told in act.text
    assert game.ends(act.state, act.book) is None


def test_a_period_that_cannot_be_read_does_not_end() -> None:
    """Where the section gives no hours, the proposal stays open until somebody rules."""
    act = closing(Proposals((proposals.URGENT,)), PAGE.replace("Two days (48 hours)", "A few days"))

    assert act.state.proposals[0].status == "open"


def test_a_class_whose_wording_changed_meanwhile_is_left_to_a_steward() -> None:
    """Nobody knows how votes count by the new wording:
    the proposal is held, and the answer names the section.
    """
    act = closing(
        Proposals((proposals.URGENT,)), PAGE.replace("two votes against", "two friends"), PAGE
    )

    assert act.state.proposals[0].status == "held"
    assert "Urgent Class Proposal: its wording changed" in act.text


def test_the_message_of_somebody_who_left_is_watched() -> None:
    """Who edits or deletes their message retracts the proposal,
    by the account that played, also after leaving.
    """
    proposal = Proposal(
        "P1", "Fish", "Urgent", "Ann", "open", MONDAY, line=ActionId(1, 2, 0),
        message="propose: Fish",
    )  # fmt: skip
    gone = State(MONDAY, proposals=(proposal,), former=(Former("Ann", "Ann W", MONDAY),))
    watched = list(Proposals((proposals.URGENT,)).watched(gone))

    assert [(each.account, each.order) for each in watched] == [("Ann W", "retract P1")]


# What the line of an offer says.


PLAYERS = ("Ann", "Bob", "Ode to Joy", "Room for Two")
OFFERED = Vocabulary(("Fish", "Duck", "Key to the City"), plurals=True)


@pytest.mark.parametrize(
    ("line", "partner", "gives", "takes"),
    [
        ("2 Fish to Bob for 1 Duck", "Bob", "2 Fish", "1 Duck"),
        ("2 Fish with bob in exchange for 1 Duck", "Bob", "2 Fish", "1 Duck"),
        ("2 Fish to Bob", "Bob", "2 Fish", ""),
        ("to Bob for a Duck", "Bob", "", "a Duck"),
        ("Fish to Ode to Joy for Duck", "Ode to Joy", "Fish", "Duck"),
        ("Fish to Room for Two for Duck", "Room for Two", "Fish", "Duck"),
        ("Key to the City to Ann", "Ann", "Key to the City", ""),
    ],
)
def test_a_line_names_partner_and_both_sides(
    line: str, partner: str, gives: str, takes: str
) -> None:
    """Also where a name or an item has a word of the form in it."""
    found = read_parties(line, PLAYERS, "FORM")

    assert (found[0], found[1].strip(), found[2].strip()) == (partner, gives, takes)


@pytest.mark.parametrize(
    ("line", "why"),
    [("1 Fish", "does not say with whom. Nearest: `FORM`"),
     ("1 Fish to Bop", "'Bop' is not the name of one player"),
     ("1 Fish to Zed for 1 Duck", "'Zed' is not the name of one player. Nearest: `FORM`")],
)  # fmt: skip
def test_a_line_without_partner_is_not_understood(line: str, why: str) -> None:
    """The answer says what is missing."""
    with pytest.raises(Unclear, match=why):
        read_parties(line, PLAYERS, "FORM")


def test_items_are_counted() -> None:
    """In all the ways in which lists are written, and nothing is no items."""
    read = [
        dict(read_items(text, OFFERED, "FORM"))
        for text in ("2 Fish, a Duck", "fish x2", "nothing", "")
    ]

    assert read == [{"Fish": 2, "Duck": 1}, {"Fish": 2}, {}, {}]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 Unicorn", "is not an item"), ("-1 Duck", "'-1' is not an amount"),
        ("one two Fish", "has two numbers"), ("2 Fish, a 3 Duck", "has two numbers"),
    ],
)  # fmt: skip
def test_what_cannot_be_given_is_refused(text: str, why: str) -> None:
    """No unknown items, no debts, and nothing of which it is not plain how many."""
    with pytest.raises(Problem, match=why):
        read_items(text, OFFERED, "FORM")


@pytest.mark.parametrize(
    "text",
    ["0 Fish", "zero Fish", "2 Duck, 0 Fish", "-2 Fish", "1.5 Fish", "1,000 Fish", ".5 Fish"],
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    """None of something is nothing that changes hands, and nobody has a part of a thing."""
    with pytest.raises(Refused, match="is not an amount"):
        refuse_no_amount(text, OFFERED.names)


@pytest.mark.parametrize(
    "text", ["0", "nothing", "2 Fish", "Level 0 Fish", "10 Fish, 2 Duck", "2 Fish, 3 Duck"]
)
def test_what_is_an_amount_is_not_refused(text: str) -> None:
    """A number in the name of a thing says nothing of how many."""
    refuse_no_amount(text, ("Level 0 Fish",))


# Trades while a rule about what is traded is held.


NOW = datetime(2024, 1, 5, tzinfo=UTC)
ITEMS = "Players own items."


def played(state: Any, rules: str, *lines: tuple[str, str], later: int = 0) -> tuple[Any, str]:
    """The state after some lines by a ruleset, so many days later, and the last answer."""
    time = NOW + timedelta(days=later)
    actions = [
        Action(ActionId(1, number, 0), time, name, line, trusted=True)
        for number, (name, line) in enumerate(lines, 1)
    ]
    result = Engine(GAME, RULES["late"].book.reread(rules)).play(state, actions, time)
    return result.state, f"{result.outcomes[-1].verdict}: {result.outcomes[-1].text}"


def test_a_trade_that_was_offered_before_is_held() -> None:
    """Also where as much is given as taken, so that nobody has more or less in the end."""
    rules, book = RULES["late"].text, RULES["late"].book
    state = GAME.read(GAME.new_page(book, NOW, "State"), book, NOW).state
    joined, _ = played(state, rules, ("Ann", "join"), ("Bob", "join"))
    ducks = ("Ann", "correct Ann gains 2 Duck; Bob gains 2 Duck")
    offer = ("Ann", "trade 1 Duck to Bob for 1 Duck")
    offered, _ = played(joined, rules, ducks, offer, later=30)
    reworded = rules.replace(ITEMS, f"{ITEMS} Nobody can trade.")
    _, answer = played(offered, reworded, ("Bob", "accept T1"), later=30)

    assert (len(offered.trades), answer[:12]) == (1, "held: Items:")
    assert played(offered, rules, ("Bob", "accept T1"), later=30)[1].startswith("done: T1 takes")


# Which thing with a number a line is about.


IDS = ("P1", "P3", "P12")
BOOK = read_rulebook("")


@for_each(
    "text, named, rest",
    [
        ("P3 for", "P3", "for"),
        ("p3: for", "P3", "for"),
        ("P 3 for", "P3", "for"),
        ("#3 for", "P3", "for"),
        ("3 for", "P3", "for"),
        ("for P3.", "P3", "for"),
        ("no on P12", "P12", "no"),
        ("P1 +1", "P1", "+1"),
        ("P1 -1", "P1", "-1"),
        ("P3", "P3", ""),
        ("🏽 P3 👍", "P3", "👍"),
        ("J3 for", None, "J3 for"),
        ("P2 for", None, "P2 for"),
        ("for", None, "for"),
        ("", None, ""),
    ],
)
def test_a_text_names_what_it_is_about(text: str, named: str | None, rest: str) -> None:
    """The identity may stand before or behind the rest, with or without its letter;
    nothing is guessed.
    """
    assert split_id(text, "P", IDS) == (named, rest)


@pytest.mark.parametrize(
    ("text", "why"),
    [("P2 for", "names no proposal. Nearest: P12, P3, P1"), ("", "no proposal is named"),
     ("P1, P3 for", "names more than one proposal. Nearest: one to a line")],
)  # fmt: skip
def test_a_line_names_exactly_one(text: str, why: str) -> None:
    """None, or several, are not understood, and the answer says what there is."""
    with pytest.raises(Unclear, match=why):
        thing_named(text, "P", [Candidacy(id_) for id_ in IDS], "proposal")


def test_numbers_go_on() -> None:
    """A new thing has a number that nothing has, also beside numbers that people wrote."""
    tables = [[Candidacy(id_) for id_ in ids] for ids in ((), ("P1", "P7"), ("3", "fish"))]
    tables += [[*tables[1], Candidacy("P8")], tables[1][:1]]

    assert [next_id("P", things) for things in tables] == ["P1", "P8", "P4", "P9", "P2"]


# What a vote is about, and what it says: a table of lines as people write them, in votes.txt.


VOTED_AT = parse_time("2024-01-02T00:00:00Z")
LINES = [
    tuple(part.strip() for part in line.split("|", 1))
    for line in (Path(__file__).parent / "votes.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
EMPTY: dict[str, State] = {
    "cycle15": cycle15.state.State(
        VOTED_AT, players={"Ann": cycle15.state.Player("Ann")}, spaces={0: cycle15.state.Space(0)}
    ),
    "cycle14": cycle14.state.State(VOTED_AT, players={"Ann": cycle14.state.Player("Ann")}),
    "round7": round7.state.State(VOTED_AT, players={"Ann": round7.state.Player("Ann")}),
}


@cache
def engine_of(name: str) -> Engine[Any]:
    """A game by our own wording of its rules."""
    rules = RULES[USUAL[name]]
    return Engine(rules.game, rules.book)


def vote(name: str, text: str, votes: dict[str, str] | None = None) -> tuple[Outcome, str]:
    """What becomes of Ann's line, and how she has voted then on what it may be about."""
    before = votes or {}
    state = replace(
        EMPTY[name],
        proposals=tuple(
            Proposal(id_, f"Title {id_}", "", "Ann", "open", VOTED_AT, votes=before)
            for id_ in ("P1", "P2")
        ),
        requests=(
            Request(
                "J1", "Ann", "?", "contested", VOTED_AT, "Ann", "Yes", VOTED_AT, VOTED_AT, before
            ),
        ),
    )
    action = Action(ActionId(1, 2, 0), VOTED_AT, "Ann", text)
    after, outcome = engine_of(name).perform(state, action)
    assert "Ann" not in after.proposals[1].votes or votes
    about = after.requests[0] if "J1" in text else after.proposals[0]
    return outcome, about.votes.get("Ann", "")


def expected(name: str, said: str) -> tuple[Verdict, str]:
    """The verdict and the vote: Round 7 knows neither unclear votes nor any for a rewrite."""
    if name == "round7" and said in ("unclear", "rewrite"):
        said = "none"
    verdict = Verdict.HUH if said in ("unclear", "none") else Verdict.DONE
    return verdict, "" if said in ("none", "abstain") else said


@for_each(
    "name, said, line",
    [
        (name, *line)
        for name, line in product(EMPTY, LINES)
        if not (name == "round7" and "J1" in line[1])
    ],
)
def test_a_clear_vote_counts_as_meant_and_no_other_does(name: str, said: str, line: str) -> None:
    """In any order of words and with a reason behind it;
    what is unclear is answered so, and noted by the rules.
    """
    outcome, cast = vote(name, line)

    if said == "none":
        assert outcome.verdict in (Verdict.HUH, Verdict.CANT)
        assert cast == ""
    else:
        assert (outcome.verdict, cast) == expected(name, said), outcome.text


TAKEN_BACK = (
    "wait", "no, wait, I don't", "nah", "never mind", "scratch that", "oh wait, undo that",
    "hold on", "on second thought, no",
)  # fmt: skip


@for_each("name, joint, end", list(product(EMPTY, (", ", "... ", " - ", ". "), TAKEN_BACK)))
def test_a_vote_that_its_own_line_takes_back_is_none(name: str, joint: str, end: str) -> None:
    """What follows it is no reason then."""
    outcome, cast = vote(name, f"vote P1 for{joint}{end}")

    assert outcome.verdict is not Verdict.DONE, outcome.text
    assert cast in ("", "unclear")


@for_each("line", [line for said, line in LINES if said == "unclear"])
def test_an_unclear_vote_takes_the_place_of_no_clear_one(line: str) -> None:
    """Whoever voted clearly and then says something unclear has not changed their mind."""
    outcome, cast = vote("cycle15", line, {"Ann": "for" if "P1" in line else "overturn"})

    assert (outcome.verdict, cast) == (Verdict.HUH, "for" if "P1" in line else "overturn")
    assert not outcome.counts


def test_a_log_knows_that_an_unclear_vote_was_cast() -> None:
    """What it is counted as is part of the game,
    so the line stands in the log and does the same there.
    """
    outcome, _ = vote("cycle15", "vote P1 perhaps")

    assert outcome.logged == "vote P1 perhaps"


def test_every_word_for_a_vote_is_one_by_itself() -> None:
    """Also those that are punctuation elsewhere, such as a minus."""
    assert {word: PLAIN.read("", word) for word in WORDS} == dict(WORDS)


@for_each("piece", ["for ", "- ", "because ", "P1 ", "yes, ", ":", "👍", "i'm ", "+1"])
def test_reading_a_vote_takes_as_many_steps_as_the_line_is_long(piece: str) -> None:
    """Twice the line is looked up in twice as many steps."""

    def steps(times: int) -> int:
        class Counting(dict[str, str]):
            asked = 0

            def __contains__(self, key: object) -> bool:
                self.asked += 1
                return super().__contains__(key)

        lexicon = Lexicon(WORDS)
        counting = lexicon.__dict__["_phrases"] = Counting(lexicon._phrases)
        lexicon.read(piece * times, "for " + piece * times)
        return counting.asked

    assert steps(400) <= 2.2 * steps(200) + 50


def test_votes_count_as_the_rules_say() -> None:
    """Only those count that may; unreadable ones and rewrites count as what they are mapped to."""
    votes = {"Ann": "for", "Bob": "unclear", "Cem": "rewrite", "Dee": "against"}
    counted = count(votes, lambda name: name != "Dee", {"unclear": "against", "rewrite": "against"})

    assert counted == VoteCount(favour=1, against=2)


def test_the_last_vote_counts() -> None:
    """A new vote takes the old one's place; abstaining leaves none."""
    votes = with_vote(with_vote({"Ann": "for"}, "Bob", "for"), "Ann", "against")

    assert votes == {"Bob": "for", "Ann": "against"}
    assert with_vote(votes, "Ann", "abstain") == {"Bob": "for"}
