"""Replies to action lines, as the Reply button makes them: to offers, proposals, own lines.

Such a reply names nothing: it is about what the line above made.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sync.conftest import made_once
from tests.sync.test_beside import answers, reply
from tests.sync.test_enacting import Cycle
from tests.sync.test_items_on_the_ruleset import make, world

__all__ = ["world"]  # a fixture
OFFER = "trade 1 Mauve to Bea for 1 Summoning Whistle"


def make_table(folder: Path) -> Cycle:
    """Two trades are open for Bea, and two proposals, on the first of which she has voted."""
    world = make(folder)
    for name, line in (
        ("Ann", OFFER),
        ("Ann", "trade 1 Sick Burn to Bea for nothing"),
        ("Ann", "propose: Ducks"),
        ("Ann", "propose: More fish"),
        ("Bea", "vote P1 for"),
        ("Sam", "correct Ann gains 1 Mauve"),
        ("Ann", "use Mauve"),
    ):
        world.add(name, f"* {line}")
    world.sync()
    return world


table = made_once(make_table)


def replied(world: Cycle, name: str, below: str, text: str) -> list[str]:
    """What a reply of a player below a line is answered."""
    before = answers(world)
    reply(world, name, below, text, "*:")
    world.sync()
    return [each for each in answers(world) if each not in before]


@pytest.mark.parametrize("text", ["deal!", "I accept", "ok deal", "Yes please", "👍"])
def test_a_reply_to_an_offer_accepts_it(table: Cycle, text: str) -> None:
    """That one, though another is open; the log says which."""
    (answer,) = replied(table, "Bea", OFFER, text)

    assert answer.startswith("*:: done: T1 takes place")
    assert "Bea: accept T1" in table.text("Log")


def test_a_reply_to_an_offer_declines_it(table: Cycle) -> None:
    """In people's words."""
    assert replied(table, "Bea", OFFER, "no deal") == ["*:: done: T1 is declined"]


def test_an_offer_may_be_accepted_before_the_bot_has_seen_it(world: Cycle) -> None:
    """Both lines are new."""
    world.add("Ann", f"* {OFFER}")

    assert any("T1 takes place" in each for each in replied(world, "Bea", OFFER, "deal!"))


def test_an_offer_that_was_changed_after_the_reply_is_not_accepted(world: Cycle) -> None:
    """What was agreed to is not what stands there by then."""
    world.add("Ann", "* trade 1 Mauve to Bea for nothing")
    reply(world, "Bea", "for nothing", "deal!", "*:")
    page = world.text("Play")
    world.edit("Ann", "Play", page.replace("for nothing", "for 1 Summoning Whistle"))
    world.sync()
    world.sync()

    assert not any("takes place" in each for each in answers(world))


@pytest.mark.parametrize(
    ("text", "vote"),
    [("I vote for this", "for"), ("for", "for"), ("+1", "for"), ("👍", "for"),
     ("against", "against"), ("👎", "against"), ("I'm against this", "against")],
)  # fmt: skip
def test_a_reply_to_a_proposal_votes_on_it(table: Cycle, text: str, vote: str) -> None:
    """On that one, though others are open."""
    answer = f"*:: done: Bea votes on P2 (More fish): {vote}"

    assert replied(table, "Bea", "propose: More fish", text) == [answer]


@pytest.mark.parametrize("text", ["I meant against, sorry", "against", "sorry, I meant against"])
def test_a_reply_to_a_vote_of_ones_own_changes_it(table: Cycle, text: str) -> None:
    """The line above says on which proposal."""
    answer = "*:: done: Bea votes on P1 (Ducks): against"

    assert replied(table, "Bea", "Bea votes on P1", text) == [answer]


TALK = (
    ("Bea", OFFER, "deal?"), ("Bea", OFFER, "a good deal for you"), ("Bea", OFFER, "thanks!"),
    ("Bea", OFFER, "it's a deal if Ann agrees"), ("Cid", OFFER, "deal!"),
    ("Bea", "propose: More fish", "for what it's worth, I am against"),
    ("Bea", "propose: More fish", "yes, but why?"), ("Bea", "propose: More fish", "I like it"),
    ("Bea", "propose: More fish", "no, that is another one"), ("Ann", "Bea votes", "against"),
    ("Bea", "use Mauve", "scratch that"), ("Ann", "Mauve is used", "wait, what is it?"),
)  # fmt: skip


def test_talk_below_a_line_stays_talk(table: Cycle) -> None:
    """So does what is not for who writes to say."""
    before = answers(table)
    for name, below, text in TALK:
        reply(table, name, below, text, "*:")
    table.sync()

    assert [each for each in answers(table) if each not in before] == []


@pytest.mark.parametrize("text", ["scratch that", "no wait, on Cleo", "sorry, undo that"])
def test_what_was_played_is_not_taken_back(table: Cycle, text: str) -> None:
    """Its author is told who can."""
    told = "*:: cant: already played; only a steward can undo it"

    assert replied(table, "Ann", "Mauve is used", text) == [told]


@pytest.mark.parametrize(
    ("name", "below", "text", "answer"),
    [("Ann", "T1: Ann", "scratch that", "done: T1 is cancelled"),
     ("Ann", "P2 (More fish): Standard", "scratch that", "done: P2 (More fish) is retracted"),
     ("Ann", "T1: Ann", "no wait, to Cid", "huh: already played. Did you mean `cancel T1`?"),
     ("Bea", "Bea votes on P1", "scratch that",
      "huh: already played. Did you mean `vote P1 abstain`?")],
)  # fmt: skip
def test_what_is_still_open_is_taken_back(
    table: Cycle, name: str, below: str, text: str, answer: str
) -> None:
    """By its own verb, or that is asked."""
    assert replied(table, name, below, text) == [f"*:: {answer}"]


def test_a_reply_that_may_be_about_two_things_is_asked(table: Cycle) -> None:
    """Nothing is played before; the next line may say which."""
    table.add("Ann", "* take grant -- 1d98 (5) = 5")
    table.add("Ann", "* vote P1 for, then vote P2 for")
    table.sync()
    (asked,) = replied(table, "Ann", "Ann votes on P1", "I meant against")
    table.add("Ann", "* 2")
    table.sync()

    assert asked.endswith("Did you mean (1) `vote P1 against`, (2) `vote P2 against`?")
    assert "Ann votes on P2 (More fish): against" in answers(table)[-1]
