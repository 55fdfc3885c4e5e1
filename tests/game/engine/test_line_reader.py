"""Lines in other words than the exact form: what is played, what is not, and what a log holds."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.game.engine.test_engine import BOOK, START, play, stones, verdicts
from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, Outcome, Verb, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import log_line

NOW = START.now


def hear(line: str, game: Tiny | None = None, *, line_number: int = 0) -> Outcome:
    """The outcome of one line of Ann's on a wiki, or of a log that the bot wrote."""
    action = Action(ActionId(1, 1, 0), NOW, "Ann", line, line_number, by_name=True)
    return Engine(game or Tiny(), BOOK).play(START, [action]).outcomes[0]


def with_phrases(**phrases: tuple[str, ...]) -> Tiny:
    """The game with people's words for its verbs."""
    game = Tiny()
    game.verbs = tuple(
        replace(verb, phrases=phrases.get(verb.name, ())) if isinstance(verb, Verb) else verb
        for verb in game.verbs
    )
    return game


def test_an_order_in_other_words_is_played_and_logged_in_exact_form() -> None:
    """The page keeps the line as it was written;
    the log can be played without knowing the situation.
    """
    outcome = hear("I'm digging now, please -- 2d4 (1, 3) = 4")

    assert outcome.verdict is Verdict.DONE
    assert outcome.action.text == "I'm digging now, please -- 2d4 (1, 3) = 4"
    assert log_line(outcome).endswith(" Ann: dig -- 2d4 (1, 3) = 4")


def test_a_line_of_the_bots_own_log_is_read_as_it_stands() -> None:
    """Whatever people's words come to mean later, a log plays as it was played."""
    assert hear("digging -- 2d4 (1, 3) = 4", line_number=3).verdict is Verdict.HUH


def test_two_orders_are_never_decided_between() -> None:
    """A phrase of two verbs is answered with both, and nothing happens."""
    game = with_phrases(dig=("work",), walk=("work => walk mill pond",))
    outcome = hear("work", game)

    assert outcome.verdict is Verdict.HUH
    assert "`dig`" in outcome.text
    assert "`walk mill pond`" in outcome.text


def test_a_phrase_is_played_only_where_its_order_can_be() -> None:
    """What no rule allows now is no second meaning."""
    game = with_phrases(dig=("work",), wager=("work",))

    assert hear("work -- 2d4 (1, 3) = 4", game).verdict is Verdict.DONE


def test_a_letter_may_be_wrong_in_a_verb() -> None:
    """Where one verb alone comes of mending it; of three letters two may be exchanged."""
    assert stones(play("02:00 Ann: dgi -- 2d4 (1, 3) = 4"))["Ann"] == 4
    assert stones(play("02:00 Ann: dgg -- 2d4 (1, 3) = 4"))["Ann"] == 0
    assert verdicts(play("02:00 Ann: wlak mill pond"))[0].startswith("done")


def test_a_single_word_behind_a_comma_is_not_dropped() -> None:
    """It may be what the order will ask for, as where the road forks."""
    (verdict,) = verdicts(play("02:00 Ann: I walk to the mill, hill"))

    assert verdict.split(":")[0] in ("cant", "huh")


def test_two_orders_in_a_line_are_two_actions() -> None:
    """The last one may wait for something."""
    (verdict,) = verdicts(play("02:00 Ann: walk mill pond, then dig"))

    assert verdict.startswith("needs: `walk mill pond`: done, walked to pond; `dig`: needs, What")


def offered(*lines: str) -> list[str]:
    """The verdicts of lines in a game in which ``work`` is a word for two verbs."""
    game = with_phrases(dig=("work",), walk=("work => walk mill pond",))
    actions = [Action(ActionId(1, 1, at), NOW, line[:3], line[5:]) for at, line in enumerate(lines)]
    return [
        f"{each.verdict}: {each.text}" for each in Engine(game, BOOK).play(START, actions).outcomes
    ]


@pytest.mark.parametrize("said", ["yes", "Yes!", "y", "👍", "1"])
def test_yes_takes_the_order_that_was_offered(said: str) -> None:
    """As the next line by the same account, in the state as it is then."""
    first, second = offered("Ann: waalkk mill pond", f"Ann: {said}")

    assert first.endswith("Did you mean `walk mill pond`?")
    assert second == "done: walked to pond"


def test_of_two_orders_that_were_offered_a_number_takes_one() -> None:
    """``yes`` does not say which."""
    asked, yes, *_ = offered("Ann: work", "Ann: yes")

    assert asked.endswith("Did you mean (1) `dig`, (2) `walk mill pond`?")
    assert yes.startswith("huh")
    assert offered("Ann: work", "Ann: 2")[1] == "done: walked to pond"
    assert offered("Ann: work", "Ann: 3")[1].startswith("huh")


def test_nobody_takes_what_another_was_offered_or_what_is_past() -> None:
    """An offer is for the account that was asked, and for its next line."""
    asked = "Ann: waalkk mill pond"

    assert offered(asked, "Bob: yes")[1].startswith("huh")
    assert offered(asked, "Ann: lovely weather", "Ann: yes")[2].startswith("huh")


def test_what_is_struck_out_or_code_is_not_played() -> None:
    """Nor are its dice kept; in the text of an order it is text."""
    struck, code = "~~dig -- 2d4 (1, 3) = 4~~", "write `dig -- 2d4 (1, 3) = 4` like that"
    for line, more in ((struck, "; `dig` alone is."), (code, ".")):
        played = play(f"02:00 Ann: {line}")

        what = "what is struck out or in code marks"
        assert verdicts(played) == [f"huh: {what} is not played{more}"]
        assert played.state.rolls == ()


def test_dice_that_no_roll_takes_are_not_played() -> None:
    """The line may be meant without them, and nothing of it stands."""
    played = play("02:00 Ann: walk mill pond -- 1d20 (3) = 3")
    why = "huh: no roll of this action takes 1d20 (3) = 3. Did you mean `walk mill pond`?"

    assert verdicts(played) == [why]
    assert played.state.rolls == ()
