"""What ``help`` lists, and for whom."""

from __future__ import annotations

import pytest

from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.engine.engine import Engine
from wikibot.game.state import Player, State
from wikibot.wikitext.numerals import parse_time

NOW = parse_time("2024-01-05T00:00:00Z")
START = State(NOW, players={"Ann": Player("Ann")})
BOOK = Tiny().rulebook("")


def asks(who: str, text: str, *, steward: bool = False) -> Outcome:
    """The answer to one line."""
    line = Action(ActionId(1, 2, 0), NOW, who, text, trusted=steward)
    return Engine(Tiny(), BOOK).play(START, [line]).outcomes[0]


@pytest.mark.parametrize(
    ("who", "steward", "forms", "others"),
    [
        ("Ann", False, ("`dig`", "`help [VERB]`"), ("`correct`", "`undo`", "`choose")),
        ("Zed", False, ("`join`",), ("`dig`", "`correct`")),
        ("Zed", True, ("`join`", "`correct`", "`undo`"), ("`dig`",)),
    ],
)
def test_help_lists_what_the_asker_can_use(
    who: str, steward: bool, forms: tuple[str, ...], others: tuple[str, ...]
) -> None:
    """Players' verbs for players, stewards' for stewards,
    and an answer only while something waits for one.
    """
    told = asks(who, "help", steward=steward).text

    assert [form in told for form in (*forms, *others)] == [True] * len(forms) + [False] * len(
        others
    )


def test_help_about_one_verb_has_an_example() -> None:
    """Whoever asks about a verb is shown a line that they could send."""
    assert asks("Zed", "help walk").text == "`walk PLACE PLACE` , such as `walk mill hill`"


def test_help_explains_the_orders_of_stewards_to_stewards() -> None:
    """Each with its form; a player who asks is told of no such thing."""
    told = asks("Zed", "help stewards", steward=True).text

    assert "`correct STATEMENT; ...` sets the state right" in told
    assert "`dig`" not in told
    assert str(asks("Ann", "help stewards").verdict) == "huh"


def test_help_about_no_verb_names_the_nearest() -> None:
    """A word that is not a verb is not passed over."""
    assert str(asks("Ann", "help wxlkr").verdict) == "huh"
    assert "Nearest: `walk PLACE PLACE`" in asks("Ann", "help wxlkr").text


def test_stewards_verbs_are_refused_to_others() -> None:
    """The answer says whose verb it is."""
    assert asks("Ann", "correct Ann gains 1 Stone").text.startswith(
        "`correct STATEMENT; ...` is for stewards"
    )
