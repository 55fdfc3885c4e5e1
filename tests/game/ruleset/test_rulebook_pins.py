"""The file of accepted wordings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.pond import PAGE, book, pins
from wikibot.game.ruleset.readings import GivenReading
from wikibot.game.ruleset.recognition import BadPins, Pin, read_bindings, split, write_bindings

PRINT = "0123456789abcdef0123"
LINE = f"Garbage: Fish  -  {PRINT}  {PRINT}  {PRINT}  Cycle 15  2026-11-21"

names = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1).map(
    lambda text: " ".join(text.split())
)
prints = st.text("0123456789abcdef", min_size=20, max_size=20)
words = st.text("abcdefgh0123456789", max_size=8)


@given(
    st.lists(
        st.builds(
            Pin, names.filter(bool), words, prints, prints, prints, words, st.just("2026-11-21")
        )
    )
)
def test_round_trip(accepted: list[Pin]) -> None:
    """What is written is read back, whatever the names are."""
    assert read_bindings(write_bindings(accepted, "a title")) == tuple(accepted)


said = words.map(lambda text: " ".join(text.split())).filter(lambda text: text not in ("", "-"))


@given(st.lists(st.builds(GivenReading, said, said, words.map(str.strip))))
def test_what_people_say_is_kept_in_the_same_file(given: list[GivenReading]) -> None:
    """Beside pins, in its order."""
    kept = read_bindings(write_bindings([*pins(), *given]))

    assert split(kept) == (pins(), tuple(given))


def test_no_sentence_is_kept() -> None:
    """The file holds names and fingerprints, and none of the wordings."""
    text = write_bindings(pins())
    sentences = [
        part.strip()
        for line in PAGE.splitlines()
        for part in line.split(".")
        if len(part.split()) > 3
    ]

    assert [sentence for sentence in sentences if sentence in text] == []


def test_one_line_a_wording() -> None:
    """Each wording is one line below the line of headers."""
    assert len(write_bindings(pins()).splitlines()) == len(pins()) + 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LINE.replace("2026-11-21", "yesterday"), "line 1: 'yesterday' is not a date"),
        ("# pins\n\n" + LINE.replace(PRINT, "xyz", 1), "line 3: 'xyz' is not a fingerprint"),
        ("Garbage: Fish  abc", "line 1: 2 columns, not 9"),
    ],
)
def test_a_bad_line_is_named(text: str, expected: str) -> None:
    """A line that cannot be read is named with what was expected."""
    with pytest.raises(BadPins, match=expected):
        read_bindings(text)


def test_tabs_and_comments_by_hand() -> None:
    """A file edited by hand may use tabs, comments and blank lines."""
    by_hand = "# mine\n\n" + LINE.replace("  ", "\t") + "\n"

    assert read_bindings(by_hand) == (
        Pin("Garbage: Fish", "", PRINT, PRINT, PRINT, "Cycle 15", "2026-11-21"),
    )


def test_a_page_against_its_own_pins() -> None:
    """Read again against its pins, a page is the same in every unit."""
    read = book(accepted=read_bindings(write_bindings(pins())))

    assert {read.standing(name).value for name in read.units} == {"same"}
