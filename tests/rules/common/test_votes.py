"""What a vote is about, and what it says: a table of lines as people write them, in votes.txt."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rules import cycle14, cycle15, round7
from rules.common.votes import PLAIN, WORDS, Lexicon, VoteCount, count, with_vote
from tests.for_each import for_each
from tests.rules.rulesets import RULES, USUAL
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.state import Proposal, Request, State
from wikibot.wikitext.numerals import parse_time

NOW = parse_time("2024-01-02T00:00:00Z")
LINES = [
    tuple(part.strip() for part in line.split("|", 1))
    for line in (Path(__file__).parent / "votes.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
EMPTY: dict[str, State] = {
    "cycle15": cycle15.state.State(
        NOW, players={"Ann": cycle15.state.Player("Ann")}, spaces={0: cycle15.state.Space(0)}
    ),
    "cycle14": cycle14.state.State(NOW, players={"Ann": cycle14.state.Player("Ann")}),
    "round7": round7.state.State(NOW, players={"Ann": round7.state.Player("Ann")}),
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
            Proposal(id_, f"Title {id_}", "", "Ann", "open", NOW, votes=before)
            for id_ in ("P1", "P2")
        ),
        requests=(Request("J1", "Ann", "?", "contested", NOW, "Ann", "Yes", NOW, NOW, before),),
    )
    action = Action(ActionId(1, 2, 0), NOW, "Ann", text)
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
