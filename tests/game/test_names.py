"""Names are found or not; they are never guessed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rules
from tests.for_each import for_each
from wikibot.game.names import bare, find, meant, resolve, set_aside
from wikibot.game.problems import Unclear
from wikibot.wikitext.dialect import fold

NAMES = ("Fish", "Fishbowl", "Duck", "❤️‍🔥", "Top Hat", "4st", "2", "209")


@for_each(
    "text, name",
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
        ("20", None),  # a number is not a prefix of another
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


WORDS = st.lists(
    st.sampled_from(["Fish", "Bowl", "a", "The", "Time", "Bean", "and", "to", "is", "One"]),
    min_size=1,
)
ANY_NAMES = st.lists(WORDS.map(" ".join), min_size=1, max_size=8, unique_by=fold)


@given(ANY_NAMES, st.integers(0, 99), st.sampled_from(["{}", "the {}", '"{}"', "my {}!"]))
def test_the_name_of_anything_is_never_another_name(
    names: list[str], number: int, written: str
) -> None:
    """Whatever is known:
    a line that has one name in full means that, or nothing where it is none of the options.
    """
    name = names[number % len(names)]
    others = tuple(each for each in names if each != name)
    is_name = {fold(each): None for each in names}
    assume(not _in_full(written.format(name), others))  # `the Fish` beside `Fish`

    assert (
        meant(written.format(name), (*others, name), taken=lambda text: fold(text) in is_name)
        == name
    )
    if written == "{}":
        assert meant(name, others, taken=lambda text: fold(text) in is_name) in (
            None,
            *_in_full(bare(name), others),
        )


def _in_full(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if fold(name) == fold(text))


@given(
    ANY_NAMES,
    st.lists(st.integers(0, 99), max_size=6),
    st.sampled_from([", ", " and ", " to ", " for a "]),
)
def test_names_that_are_set_aside_are_whole_again(
    names: list[str], numbers: list[int], between: str
) -> None:
    """No pattern sees a word of them; put back, the text is what it was."""
    text = between.join(names[number % len(names)] for number in numbers)
    aside, put_back = set_aside(text, names)

    assert put_back(aside) == text
    assert " ".join(map(put_back, aside.split())) == text


def test_what_stands_for_a_name_cannot_be_written() -> None:
    """Nobody's line names something by the character that stands for it."""
    aside, put_back = set_aside("\ue000 and Fish", ["Fish"])

    assert put_back(aside) == " and Fish"


def test_rules_ask_what_a_name_means_where_all_names_are_known() -> None:
    """A rule that looked names up by itself would take the name of one thing for a short form of
    another.
    """
    at = [
        path.name
        for path in sorted(Path(rules.__file__).parent.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\bnames\.(?:find|resolve)\(", line)
    ]

    assert at == ["moving.py"]


def test_a_word_of_two_names_is_short_for_neither() -> None:
    """Not for the one that begins with it: who writes ``potion`` may mean either."""
    names = ["Potion of Sleep", "Red Potion", "Redcap", "Bell Bell"]

    assert find("potion", names) is None
    assert find("potion of", names) == "Potion of Sleep"
    assert find("redc", names) == "Redcap"
    assert find("bell", names) == "Bell Bell"
