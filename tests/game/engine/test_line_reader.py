"""Lines in other words than the exact form: what is played, what is not, and what a log holds."""

from __future__ import annotations

from msgspec.structs import replace

from tests.game.engine.test_engine import BOOK, START, play, stones, verdicts
from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.text_log import log_line
from wikibot.game.verbs import Verb

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
    """Where one verb alone comes of mending it."""
    assert stones(play("02:00 Ann: dgi -- 2d4 (1, 3) = 4"))["Ann"] == 0
    assert verdicts(play("02:00 Ann: wlak mill pond"))[0].startswith("done")


def test_each_action_has_a_line_of_its_own() -> None:
    """Of two in one line none is played, and both are shown."""
    (verdict,) = verdicts(play("02:00 Ann: walk mill pond, then dig"))

    assert verdict.startswith("huh: write each action on a separate line")
