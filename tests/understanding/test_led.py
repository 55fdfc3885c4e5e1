"""What cannot be understood is answered with what it may have been meant for,
as it could be sent.
"""

from __future__ import annotations

import pytest

from tests.for_each import portion
from tests.understanding.judging import facts
from tests.understanding.situations import situations
from wikibot.game.actions import Verdict
from wikibot.game.understanding.table import PhraseTable

LEADING = ("on", "in", "at", "to", "into", "with", "from", "for", "by", "under", "through")
LED = [
    ("round7", "turn", "1d6 (3) = 3", "`move -- 1d6 (3) = 3`"),
    ("cycle14", "town", "3d6 (4, 6, 2) = 12", "`mine -- 3d6 (4, 6, 2) = 12`"),
    ("round7", "turn", "of all the wares I would rather buy that Flute there", "`buy Flute`"),
    # all things that a line names count, not the first kinds of them alone
    ("round7", "turn", "10 poents from my purse to Rome's treasury", "`donate 10 to Rome`"),
    # words that people say for the verb, texts behind a mark
    ("cycle14", "town", "I relinquish hereby the office of Judge.", "`resign as judge`"),
    ("cycle14", "town", "I peek at the Obelisk once more, gate or no gate", "`observe`"),
    ("cycle15", "board", "Having weighed J1, the Judge answers: a Duck is wet",
     "`judge answer J1: a Duck is wet`"),
    # names beside an order
    ("early", "wheel", "T2 cancelled, Cleo fell asleep", "`cancel T2`"),
    # what is an order of stewards in their mouth alone
    ("round7", "turn", "As member and leader of Rome I throw Cid out", "`kick Cid`"),
    ("cycle14", "herb", "something like a Kraken Root I guess", "`choose Kraken Root`"),
    # the roll that is waited for, in any words, and what is left where one is not meant
    ("cycle15", "roll", "look, they show a four and a one", "`choose -- 2d4 (4, 1) = 5`"),
    ("cycle14", "digging", "three dices: 2, 6, 2", "`choose -- 3d6 (2, 6, 2) = 10`"),
    ("cycle15", "whom", "not Bob", "(1) `choose Alice`, (2) `choose Cleo`?"),
    ("cycle15", "whom", "no, not Bob", "(1) `choose Alice`, (2) `choose Cleo`?"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "situation", "line", "form"), LED)
def test_the_likeliest_form_is_filled_in(game: str, situation: str, line: str, form: str) -> None:
    """With the things and the dice that the line has; that line can be copied as it stands."""
    state, outcome = situations()[game, situation].play(line)

    assert outcome.verdict in (Verdict.HUH, Verdict.CANT)
    assert form in outcome.text
    order = form.split("`")[1]
    assert situations()[game, situation].play(order, state, 9001)[1].verdict in (
        Verdict.DONE,
        Verdict.NEEDS,
    )


def test_nothing_is_named_that_a_rule_forbids_now() -> None:
    """Who is not in Jail is not told to escape, whatever the line says of it."""
    _, outcome = situations()["round7", "turn"].play("let us all escape this boring afternoon")

    assert outcome.verdict is Verdict.HUH
    assert "`escape" not in outcome.text


@pytest.mark.parametrize(
    ("game", "situation", "line"),
    [
        ("generic", "harbour", "the sail is torn"),
        ("generic", "harbour", "a robbery took place"),
        ("generic", "market", "the challenge of our time"),
        ("cycle14", "town", "planting season"),
        ("cycle15", "beam", "a beam of light"),
    ],
)
def test_no_verb_is_offered_without_what_it_is_about(game: str, situation: str, line: str) -> None:
    """An offer is a whole order; where only its verb is left the answer names ``help``."""
    if (game, situation) not in situations():
        pytest.skip("the game lies beside the project")
    _, outcome = situations()[game, situation].play(line)

    assert (outcome.verdict, outcome.offers) == (Verdict.HUH, ())
    assert outcome.text.endswith("`help` lists what you can do now")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("vote P1 for sure", "rewrite, abstain. Did you mean `vote P1 for`?"),
        ("vote P1", "the line does not say how you vote. Nearest: for, against, rewrite, abstain"),
        ("move 1 2 3 -- 2d4 (1, 2) = 5", "1 + 2 is 3, not 5. Paste the roll again."),
        ("retract Bob's proposal", "only Bob can retract P1 (Blue fish) (rule Proposals)."),
        ("use Demonic Tutor: Unicorn", " more"),
        ("choose 7", "nothing of yours waits for a choice. Begin an action first."),
    ],
)
def test_an_answer_offers_nothing_that_has_nothing_to_do_with_the_line(
    line: str, answer: str
) -> None:
    """No other verb, no vote of which it has no word, nothing without what did not fit."""
    assert situations()["cycle15", "board"].play(line)[1].text.endswith(answer)


def test_where_an_order_is_done_is_part_of_it() -> None:
    """Who says another place or thing behind the word that leads to a phrase's own is asked.

    Once for each verb and such a word; not of a verb that takes any text.
    """
    played = 0
    for there in situations().values():
        said: dict[tuple[str, str], tuple[str, str]] = {}
        for each in PhraseTable(tuple(there.engine.lines.verbs(there.state))).said:
            words = [min(sorted(keys), key=len) for keys in each.phrase.words]
            heads = [at for at, word in enumerate(words[:-1]) if at and word in LEADING]
            if heads and not each.phrase.holes and not each.verb.is_free:
                other = " ".join((*words[: heads[-1] + 1], "the kitchen"))
                said.setdefault((each.verb.name, words[heads[-1]]), (" ".join(words), other))
        for own, other in portion(said.values(), 3):
            state = there.play(own)[0]
            if facts(there, state) != facts(there, there.state):
                played += 1
                assert facts(there, there.play(other)[0]) != facts(there, state), other
    assert played > 3
