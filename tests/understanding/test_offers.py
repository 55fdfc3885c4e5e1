"""What is offered has to do with the line: its things and the words for a verb are enough."""

from __future__ import annotations

import pytest

from tests.understanding.judging import changes, judged
from tests.understanding.situations import GAMES, situations
from tests.understanding.test_counts import one_of_each_verb, split
from tests.understanding.test_talk import LINES
from wikibot.game.engine.trials import order_of
from wikibot.game.understanding.spelling import forms

FRAMES = ("this talk of {things} and of {verb} at dusk", "{verb} at dusk, what with {things}")
MOST_ANSWERED, MOST_OFFERED = 0.76, 0.58  # of lines of talk


@pytest.mark.parametrize("game", GAMES)
def test_a_thing_and_a_word_for_a_verb_offer_its_order(game: str) -> None:
    """Wherever they stand among words that say nothing; nothing is played by that."""
    for each in one_of_each_verb(game):
        there = situations()[each.key]
        verbs, words = there.engine.lines.verbs(there.state), split(each)[0]
        order = order_of(words, verbs)
        assert order is not None
        first, _, more = order.verb.name.partition(" ")
        things = words.removeprefix(order.verb.name).strip(" :")
        if not things or not first.isalpha() or first == "use":  # which says nothing by itself
            continue
        for frame in FRAMES:
            line = frame.format(things=things, verb=f"{forms(first)[2]} {more}".strip())
            offers = [order_of(offer, verbs) for offer in there.play(line)[1].offers]

            assert order.verb.play in [offer.verb.play for offer in offers if offer], line
            assert not changes(there, line)


def test_most_talk_is_offered_nothing() -> None:
    """A line of talk is answered where it comes near an order, and no more often than that."""
    outcomes = [judged(each).outcome for each in LINES if each.key in situations()]

    assert sum(not each.talk for each in outcomes) <= MOST_ANSWERED * len(outcomes)
    assert sum(bool(each.offers) for each in outcomes) <= MOST_OFFERED * len(outcomes)


@pytest.mark.parametrize(
    ("game", "situation", "line", "order"),
    [
        ("round7", "turn", "a House rises upon this very spot", "build house"),
        ("generic", "market", "2 fish to be sold over there", "sell 2 Fish"),
    ],
)
def test_what_is_named_in_part_is_completed(
    game: str, situation: str, line: str, order: str
) -> None:
    """The order that the line can only be about is among those that are offered."""
    assert order in situations()[game, situation].play(line)[1].offers
