"""Trades in people's words: who gives whom what is told by words of direction, never by place."""

from __future__ import annotations

import pytest

from tests.understanding.judging import facts
from tests.understanding.situations import Situation, situations
from wikibot.game.actions import Verdict

BOARDS = [("cycle15", "board"), ("early", "wheel"), ("cycle14", "town"), ("round7", "turn")]
TRADES = (
    "trade with {who}: my {a} against {b} of his", "sell {who} {a}, price {b}",
    "{who} gets {a} from me for {b}",
    "offer to {who}: my {a} for {b} of yours", "I offer {who} {a} and want {b} for it",
    "for {b} of {who}'s I offer {a}", "buy {b} from {who} for {a}", "swap {a} for {b} with {who}",
    "trade offer @{who}: my {a}, your {b}", "deal with {who}: {a} from me, {b} from you",
    "offered to {who}: {a}. wanted from {who}: {b}", "{who} gets {a} from me, I get {b}",
    "{who}, I'll give you {a} for {b}", "{who}, I swap your {b} for my {a}",
)  # fmt: skip
GIFTS = (
    "{who} gets my {a}, free of charge", "offering {who} my {a}, as a gift", "{a} to {who}",
    "here {who} have {a}", "I give {a} to {who} and want nothing back", "gift for {who}: {a}",
    "{who} can have {a}", "hand {who} {a}", "giving {who} {a}, he owes me nothing",
)  # fmt: skip
NONE = (
    "{who} gave me {b} for {a}", "{who} has {a}", "{who} gives {a} for {b}", "{who} wants my {a}",
    "I don't give {who} {a}", "did {who} get my {a}?", "{other} gives {who} {a}",
    "sell {who} your {a} for my {b}", "I give {who} my {a} and his {b}", "{who} keeps my {a}",
    "if {who} gives me {b} he gets {a}", "I have {a}, {who} has {b}",
    "I gave {who} my {a} last week",
    "{a}, {b}, {who}", "I would give {who} {a} for {b}", "give {who} my {a}, he owes me {b}",
    "{who} {b} my {a}", "I owe {who} {a}", "I nearly sold {who} {a} for {b}", "{who} took my {a}",
    "{who} and {other} get {a} from me", "give {a} to {who} or {other}",
)  # fmt: skip


def _said(key: tuple[str, str]) -> tuple[Situation, dict[str, str]]:
    """What the lines name: two players, what the writer has, what the partner has."""
    there = situations()[key]
    who, other = [name for name in there.state.players if name != there.who][:2]
    things = {
        "cycle15": ("1 Vodka", "2 Ducks"), "early": ("2 Fish", "1 Mauve"),
        "cycle14": ("3🌿", "2💎"), "round7": ("3 poents", "1 Flute"),
    }[key[0]]  # fmt: skip
    return there, {"who": who, "other": other, "a": things[0], "b": things[1]}


@pytest.mark.parametrize("key", BOARDS)
@pytest.mark.parametrize("line", [*TRADES, *GIFTS])
def test_a_trade_goes_where_its_words_say(key: tuple[str, str], line: str) -> None:
    """As the order in exact form, whatever stands first."""
    there, said = _said(key)
    price = "{b}" if line in TRADES else "nothing"
    order = f"trade {{a}} to {{who}} for {price}".format(**said)
    (state, outcome), (wanted, _) = there.play(line.format(**said)), there.play(order)

    assert outcome.verdict is Verdict.DONE, outcome.text
    assert facts(there, state) == facts(there, wanted)


@pytest.mark.parametrize("key", BOARDS)
def test_what_is_no_offer_of_the_writers_is_not_played(key: tuple[str, str]) -> None:
    """Reports, wishes, denials, and what two words direct both ways."""
    there, said = _said(key)
    lines = [line.format(**said) for line in NONE]
    kept = [
        line for line in lines if facts(there, there.play(line)[0]) == facts(there, there.state)
    ]

    assert kept == lines


@pytest.mark.parametrize(
    ("key", "goes", "comes", "who"),
    [(("cycle15", "board"), "Fish", "Duck", "Bob"),
     (("cycle14", "town"), "2 herbs", "crystal", "Ben"),
     (("round7", "turn"), "2 poents", "Flute", "Ben")],
)  # fmt: skip
def test_what_comes_to_an_open_offer_is_its_acceptance_or_is_asked(
    key: tuple[str, str], goes: str, comes: str, who: str
) -> None:
    """By a word of agreement, or another offer by one of an own; without either it is asked."""
    there = situations()[key]
    accepted = facts(there, there.play("accept T1")[0])
    agreed = [f"deal {who}, my {goes} for your {comes}", f"{who}'s {comes} for my {goes}: agreed!",
              f"sold, {who}: your {comes} for my {goes}"]  # fmt: skip
    offered = there.play(f"I offer {who} my {goes} for a {comes}")
    asked = there.play(f"my {goes} for {who}'s {comes}")[1]

    assert [facts(there, there.play(line)[0]) == accepted for line in agreed] == [True] * 3
    assert len(offered[0].trades) == len(there.state.trades) + 1
    assert (asked.verdict, "accept T1" in asked.offers, len(asked.offers)) == (Verdict.HUH, True, 2)
