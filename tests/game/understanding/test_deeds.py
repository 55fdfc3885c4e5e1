"""Things to do that are said in any order of their words."""

from __future__ import annotations

import pytest

from wikibot.game.understanding.phrases import deed
from wikibot.game.understanding.slots import NamesSlot

MINING = deed("mine dig", may="crystals")
SELLING = deed("sell", "duck", never="not from", about=NamesSlot(("Ann", "Bob")))


@pytest.mark.parametrize(
    "text", ["mine", "do some mining", "Mining task", "the roll for mining crystals", "⛏️ dig"]
)
def test_a_deed_is_said_by_its_words_in_any_order(text: str) -> None:
    """Words that say nothing more may stand beside it, and marks."""
    assert MINING.read(text) == (text,)


@pytest.mark.parametrize(
    "text", ["mine is mine", "Ben mines", "mining?", "you mine", "crystals", "not mining", "mines"]
)
def test_any_other_word_makes_it_another_line(text: str) -> None:
    """A name, ``is``, ``not``, a question mark, or nobody who does it."""
    assert MINING.read(text) == ()


def test_the_rest_of_a_line_is_what_it_is_about() -> None:
    """Whatever is neither the deed nor glue is read by the slot, and has to be such a thing."""
    assert SELLING.read("a duck to Bob, selling it") == ()
    assert SELLING.read("I sell a duck to Bob") == ()
    assert SELLING.read("selling my duck to Bob") == ("Bob",)


def test_a_word_that_says_the_contrary_stops_it() -> None:
    """``from Bob`` is no sale to Bob."""
    assert SELLING.read("selling a duck from Bob") == ()
