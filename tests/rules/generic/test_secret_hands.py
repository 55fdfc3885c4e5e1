"""Hands that are secret: who has which cards, and in what order the pile lies, nobody can read."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.for_each import for_each
from tests.rules.generic.pages import applied, table
from wikibot.apply import Applied
from wikibot.dice.session import PUBLIC

RULES = """== Cards ==
The Deck is a pile of Cards.

The Discard is a pile of Cards.

A player's Hand is secret.

A player may draw 2 Cards from the Deck.

A player may discard a Card to the Discard: they gain 1 Point.

A player may play an Ace: they lose an Ace and gain 3 Points.

A player may give a King to another player.

A player may trip: they lose 2 Cards of their choice, within 24 hours; after that random ones.

A player may flash: their Hand is revealed, and they lose 2 Cards of their choice.

A player who has at least 3 Cards may boast: they gain 1 Point.

Whenever the Deck is empty, the Discard is shuffled into it.

Every Wednesday at 12:00, each player's Hand is revealed.

Every Wednesday at 12:30, the Deck is revealed.
"""
PAGE = "\n".join((
    "Deck: 3 Ace, 3 King, 2 Queen\n\nDiscard: nothing\n",
    table("Player | Hand | Points", "Ann | | 0", "Bob | | 0"),
    table("Card", "Ace", "King", "Queen", heading="Cards"),
))  # fmt: skip
CARDS = ("Ace", "King", "Queen")


def played(*lines: str, until: str = "03T11:00") -> Applied:
    """The page after lines of January 2024, the first of which is a Monday."""
    done = applied(RULES, PAGE, *lines, until=until)
    assert done.problems == ()
    return done


def hand(done: Applied, name: str) -> list[str]:
    """What a player has, as the operator can read it."""
    state: Any = done.state
    held = next(e["fields"].get("Hand", "") for e in state["players"] if e["name"] == name)
    opened = PUBLIC.open(held, f"Hand of {name}").text if held.startswith("🔒") else held
    return sorted(opened.split(", ")) if opened else []


def pile(done: Applied) -> list[str]:
    """The Deck from the top."""
    state: Any = done.state
    return PUBLIC.open(state["values"]["Deck"], "Deck").text.split(", ")


def told(done: Applied) -> str:
    """All that anybody can read: the page without its table of cards, and the answers."""
    page = str(done.page).partition("== Cards ==")[0]
    return page + "\n".join(each.text for each in done.outcomes)


def test_what_is_drawn_is_the_top_of_a_sealed_pile() -> None:
    """It lies shuffled from the first card on, and each card is in one place."""
    first = played("01T10:00 Ann: draw")
    then = played("01T10:00 Ann: draw", "01T10:01 Bob: draw")

    assert sorted(pile(first)[:2]) == hand(then, "Bob")
    assert pile(first)[2:] == pile(then)
    assert sorted([*hand(then, "Ann"), *hand(then, "Bob"), *pile(then)]) == (
        ["Ace"] * 3 + ["King"] * 3 + ["Queen"] * 2
    )


def test_nobody_can_read_what_was_drawn() -> None:
    """Neither the page nor an answer names a card; the owner gets one letter a sentence."""
    done = played("01T10:00 Ann: draw", "01T10:01 Bob: draw")
    state: Any = done.state

    assert not re.search("Ace|King|Queen", told(done))
    assert [each.text for each in done.outcomes] == ["gains 1 Card, gains 1 Card (rule Cards)"] * 2
    assert len(re.findall("🔒", str(state["values"]["Deck"]))) == 1


@for_each("card", CARDS)
def test_who_discards_must_have_it(card: str) -> None:
    """What is discarded is seen by all, and what stays in the hand by nobody."""
    before = hand(played("01T10:00 Ann: draw"), "Ann")
    done = played("01T10:00 Ann: draw", f"01T10:01 Ann: discard {card}")
    state: Any = done.state

    assert (str(done.outcomes[-1].verdict) == "done") is (card in before)
    assert (state["values"].get("Discard") or {}) == ({card: 1} if card in before else {})
    assert len(hand(done, "Ann")) == 2 - (card in before)


def test_what_counts_cards_counts_those_of_a_hand() -> None:
    """``who has at least 3 Cards``."""
    few, many = (
        played("01T10:00 Ann: draw", "01T10:01 Ann: boast"),
        played("01T10:00 Ann: draw", "01T10:01 Ann: draw", "01T10:02 Ann: boast"),
    )

    assert [str(each.outcomes[-1].verdict) for each in (few, many)] == ["cant", "done"]


def test_no_choice_tells_what_is_in_a_hand() -> None:
    """All cards that there are are offered, and at random none is named."""
    asks = played("01T10:00 Ann: draw", "01T10:01 Ann: trip").outcomes[-1].text
    late = played("01T10:00 Ann: draw", "01T10:01 Ann: trip", until="02T11:00")

    assert all(card in asks for card in CARDS)
    assert not re.search("Ace|King|Queen", told(late).replace(asks, ""))


def test_what_is_not_done_yet_reveals_nothing() -> None:
    """An action that still asks something has neither shown a hand nor proven it."""
    drawn = played("01T10:00 Ann: draw", "01T10:01 Ann: draw")
    asks = played("01T10:00 Ann: draw", "01T10:01 Ann: draw", "01T10:02 Ann: flash")
    line = f"01T10:03 Ann: choose {', '.join(hand(drawn, 'Ann')[:2])}"
    then = played("01T10:00 Ann: draw", "01T10:01 Ann: draw", "01T10:02 Ann: flash", line)

    assert [str(e.verdict) for e in asks.outcomes] == ["done", "done", "needs"]
    assert asks.outcomes[-1].proofs == ()
    assert [e.partition(" sha")[0] for e in then.outcomes[-1].proofs] == ["# opened", "# sealed"]


def test_a_hand_and_a_pile_stand_in_clear_when_they_are_revealed() -> None:
    """All that was sealed last, the pile from its top."""
    lines = ("01T10:00 Ann: draw", "01T10:01 Bob: draw")
    before, done = played(*lines), played(*lines, until="03T13:00")
    state: Any = done.state

    for who in ("Ann", "Bob"):
        assert hand(before, who) == hand(done, who)
    assert state["values"]["Deck"] == dict(sorted(Counter(pile(before)).items()))
    assert "🔒" not in str(done.page)
