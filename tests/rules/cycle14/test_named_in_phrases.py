"""What people's phrases name is read to what an order calls it, or not at all."""

from __future__ import annotations

import pytest

from rules.cycle14.components import KNOWN, ComponentAmounts
from rules.cycle14.herbalism import Plantings
from rules.cycle14.rituals import BOOSTS, DISPLACES, MURDER, RENDS, Gatherings, Rituals
from rules.cycle14.state import Gathering
from rules.cycle14.tasks import LANDMARK
from wikibot.game.understanding.slots import NamesSlot

HERBS = NamesSlot(("Kraken Root", "Feather Fluff", "Yaqqip"))
GATHERINGS = Gatherings(
    (Gathering("G1", DISPLACES, "Ben"), Gathering("G2", MURDER, "Cid")), ("G1", "G2", "G3")
)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("three herbs and a crystal", "3🌿, 1💎"), ("🌿🌿", "2🌿"), ("herbs x3", "3🌿"),
        ("2x 💎 + reagent", "2💎, 1⚗️"), ("all of my herbs", "all 🌿"), ("3 herbs, 2 herbs", "5🌿"),
    ],
)  # fmt: skip
def test_components_are_counted(text: str, amounts: str) -> None:
    """Numbers stand before or behind, in digits or words, by emoji or any short name."""
    assert ComponentAmounts(KNOWN).read(text) == (amounts,)


@pytest.mark.parametrize(
    "text", ["some herbs", "herbs", "-2 herbs", "1.5 herbs", "2 ducks", "3", "0 herbs", "2 3 herbs"]
)
def test_an_amount_that_cannot_be_told_is_not_read(text: str) -> None:
    """Nothing is moved that nobody said."""
    assert ComponentAmounts(KNOWN).read(text) == ()


@pytest.mark.parametrize(
    ("text", "plantings"),
    [
        ("a Kraken Root into pot 3", "3 Kraken Root"),
        ("3: Kraken Root, 4: Feather Fluff", "3 Kraken Root, 4 Feather Fluff"),
        ("Kraken Root (pot 3) and Yaqqip (pot 4)", "3 Kraken Root, 4 Yaqqip"),
        ("Kraken Root in both empty pots", "3 Kraken Root, 4 Kraken Root"),
        ("kraken in 3 & 4", "3 Kraken Root, 4 Kraken Root"),
        ("Kraken Root in pot 3, 4 yaqqip", "3 Kraken Root, 4 Yaqqip"),
    ],
)
def test_herbs_are_planted_where_they_are_said_to_be(text: str, plantings: str) -> None:
    """A pot stands before its herb or behind it; a pot alone goes with the herb before it."""
    assert Plantings(HERBS, ("1", "2", "3", "4"), ("3", "4")).read(text) == (plantings,)


@pytest.mark.parametrize("text", ["Kraken Root 3 4", "9 Kraken Root", "pot 3", "Kelp in 3"])
def test_a_planting_that_cannot_be_told_is_not_read(text: str) -> None:
    """A pot that there is not, a herb that there is not, two pots without a word between them."""
    assert Plantings(HERBS, ("1", "2", "3", "4"), ("3", "4")).read(text) == ()


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("the boosting ritual", (BOOSTS,)), ("to rend the obelisk", (RENDS,)),
        ("Ritual of Murder", (MURDER,)), ("the obelisk", (RENDS, DISPLACES)), ("dinner", ()),
        ("a ritual", ()),
    ],
)  # fmt: skip
def test_rituals_go_by_any_words_of_their_titles(text: str, titles: tuple[str, ...]) -> None:
    """In any form of these words; what fits several rituals is said to."""
    assert Rituals((BOOSTS, RENDS, DISPLACES, MURDER)).read(text) == titles


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("G1", ("G1",)), ("Ben's displacement gathering", ("G1",)), ("the murder", ("G2",)),
        ("the gathering", ("G1", "G2")), ("G1 would be nice", ()), ("society", ()),
    ],
)  # fmt: skip
def test_gatherings_go_by_number_ritual_or_owner(text: str, ids: tuple[str, ...]) -> None:
    """A number beside other words names none, for that is talk about one."""
    assert GATHERINGS.read(text) == ids


@pytest.mark.parametrize(
    ("text", "landmark"),
    [
        ("Grey Hill (a small hill)", "Grey Hill: a small hill"),
        ('"Grey Hill" - a small hill', "Grey Hill: a small hill"),
        ("Grey Hill, a small hill", "Grey Hill: a small hill"),
    ],
)
def test_a_landmark_has_its_description_behind_any_mark(text: str, landmark: str) -> None:
    """As people write a name with an explanation."""
    assert LANDMARK.read(text) == (landmark,)


def test_a_comma_of_a_sentence_parts_no_landmark() -> None:
    """``I hike every Sunday, it's great`` is talk."""
    assert LANDMARK.read("every Sunday, it's great") == ()


def test_raised_digits_are_no_amount() -> None:
    """They are not joined to the digits before them: ``2² herbs`` are not 22."""
    read = [ComponentAmounts(KNOWN).read(f"{each} herbs") for each in ("2²", "1②", "²")]

    assert read == [()] * 3
