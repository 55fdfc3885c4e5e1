"""What is implemented, held against the wordings that are pinned."""

from __future__ import annotations

from rules.cycle15 import GAME
from rules.cycle15.items.using_items import ITEMS
from rules.cycle15.types import TYPES
from tests.for_each import for_each
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.recognition import split


def test_whatever_is_implemented_is_pinned() -> None:
    """No implementation without a wording that it was written for."""
    pinned = dict.fromkeys(pin.unit for pin in split(GAME.pins())[0])

    assert [unit for unit in GAME.implementations if unit not in pinned] == []


def test_variants_are_labels_of_pinned_wordings() -> None:
    """A variant that is implemented is the label of some wording of the same unit."""
    labels = {(pin.unit, pin.variant) for pin in split(GAME.pins())[0]}
    wanted = [(kind.name, kind.variant) for kind in TYPES if kind.variant]
    wanted += [(item.unit, item.variant) for item in ITEMS if item.variant]

    assert [each for each in wanted if each not in labels] == []


def test_all_of_the_demo_is_played_but_for_one_item() -> None:
    """The demo shows what is held with one item that people rule on; nothing else is."""
    book = GAME.rulebook(GAME.demo().pages["Ruleset"])
    held = [name for name in book.units if book.obstacle(name) and not name.startswith("Garbage: ")]

    assert held == []
    assert book.variant("Garbage: Weather Vane") == How.RULED


@for_each("kind", TYPES)
def test_a_type_of_space_has_one_sign_of_its_own(kind: object) -> None:
    """On a drawn board two types are told apart; the two wordings of one type share its sign."""
    signs = {each.sign: each.name for each in TYPES}

    assert signs[kind.sign] == kind.name  # type: ignore[attr-defined]


def test_coverage_says_which_spaces_ask() -> None:
    """Whoever looks over the ruleset sees which types take a roll or a choice,
    and which only happen.
    """
    alone = [kind.name for kind in TYPES if GAME.implementations[kind.name].how is How.AUTOMATIC]

    assert alone == ["Blank", "Crystal", "Crystal Orb", "Boulder Trap", "Stop Sign", "Thin Ice"]
