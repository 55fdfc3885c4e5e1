"""Names are found or not; they are never guessed."""

from __future__ import annotations

import pytest

from wikibot.game.names import find, resolve
from wikibot.game.problems import Unclear

NAMES = ("Fish", "Fishbowl", "Duck", "❤️‍🔥", "Top Hat", "4st", "2", "209")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Fish", "Fish"),  # exact, although Fishbowl begins the same
        ("fish", "Fish"),
        ("top  hat", "Top Hat"),
        ("Top\u00a0Hat", "Top Hat"),
        ("❤🔥", "❤️‍🔥"),  # without the marks
        ("fishb", "Fishbowl"),
        ("D", "Duck"),
        ("duk", None),
        ("fis", None),  # two begin so
        ("20", None),  # a number is no prefix of another
        ("209", "209"),
        ("", None),
        ("quacker", "Duck"),  # by alias
        ("QUACKER", "Duck"),
    ],
)
def test_find(text: str, name: str | None) -> None:
    """Exactly, by alias, folded, by unique prefix, or not at all."""
    assert find(text, NAMES, {"Quacker": "Duck"}) == name


def test_an_unknown_name_brings_suggestions() -> None:
    """What may have been meant is named, at most five of it."""
    with pytest.raises(Unclear) as caught:
        resolve("fis", NAMES, "item")

    assert caught.value.text == "'fis' is not the name of one item. Nearest: Fish, Fishbowl"


@pytest.mark.parametrize(
    "text", ["my Fish", "a fish", '"Fish"', "The Fish", "‘Fish’", "an Duck", "Fish 🎉", "my Fish!"]
)
def test_a_name_in_a_sentence(text: str) -> None:
    """An article before it and quotes around it do not make it another name."""
    assert resolve(text, NAMES, "item") in ("Fish", "Duck")


def test_a_name_like_no_other_brings_the_list() -> None:
    """Where nothing resembles it, what there is is listed."""
    with pytest.raises(Unclear, match="There are Fish, Duck"):
        resolve("zzz", ("Fish", "Duck"), "item")


def test_where_there_is_nothing_to_name_that_is_said() -> None:
    """No list of nothing."""
    with pytest.raises(Unclear, match="there is no item to name"):
        resolve("zzz", (), "item")
