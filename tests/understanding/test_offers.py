"""What is offered has to do with the line: its things and the words for a verb are enough."""

from __future__ import annotations

import pytest

from tests.understanding.judging import changes
from tests.understanding.situations import GAMES, situations
from tests.understanding.test_counts import one_of_each_verb, split
from wikibot.game.engine.trials import order_of
from wikibot.game.understanding.spelling import forms

FRAMES = ("this talk of {things} and of {verb} at dusk", "{verb} at dusk, what with {things}")


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


@pytest.mark.parametrize(
    ("game", "situation", "line", "order"),
    [
        ("cycle15", "board", "behold the Machete: a road from 2 by way of 9 to 6",
         "use Machete: 2, 6, 9"),
        ("cycle15", "board", "Telekinetic Amethyst makes a Geyser of twelve",
         "use Telekinetic Amethyst: 12, Geyser"),
        ("cycle14", "town", "it is the shaft for some mining, the dice lie at 2, 5 and 3",
         "mine -- 3d6 (2, 5, 3) = 10"),
        ("cycle15", "roll", "they lie there as 2 and 4", "choose -- 2d4 (2, 4) = 6"),
    ],
)  # fmt: skip
def test_what_an_order_lacks_is_taken_from_the_line(
    game: str, situation: str, line: str, order: str
) -> None:
    """Things in the order in which the order asks for them, and faces for all of its dice."""
    offers = situations()[game, situation].play(line)[1].offers

    assert any(each.startswith(order) for each in offers), offers


@pytest.mark.parametrize(
    ("game", "situation", "orders"),
    [
        ("cycle15", "board", ("use Beer", "use Vodka")),
        ("cycle15", "board", ("use Top Hat", "vote P1 for")),
        ("cycle14", "town", ("forage", "store 2🌿")),
        ("round7", "turn", ("approve Ben", "donate 5 to Rome")),
        ("generic", "market", ("sell 3 Fish", "rest")),
    ],
)
def test_two_orders_that_are_not_understood_are_offered_as_both(
    game: str, situation: str, orders: tuple[str, str]
) -> None:
    """In the order in which the line has them, each beside words that say nothing of the game."""
    there = situations()[game, situation]
    line = "whilst dusk falls: {}; and amid rejoicing: {}".format(*orders)
    state, outcome = there.play(line)

    assert outcome.offers[:1] == ("\n".join(orders),)
    assert state.pending == there.state.pending


@pytest.mark.parametrize(
    ("game", "situation", "line", "said"),
    [
        ("generic", "market", "buy a Net; buy a Net", "`buy a Net`: done"),
        ("cycle15", "board", "As tipplers do, I use the Beer", "Alice is now tipsy"),
    ],
)
def test_an_answer_is_about_what_the_line_says(
    game: str, situation: str, line: str, said: str
) -> None:
    """Equal orders are two; `as` without a name and a colon is a word."""
    assert said in situations()[game, situation].play(line)[1].text
