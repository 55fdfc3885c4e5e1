"""Identities of actions, in words and as values."""

from __future__ import annotations

import pytest

from wikibot.game.actions import ActionId, IdentityPart


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ("3.5.0", ActionId(3, 5, 0)),
        ("0.0.12000", ActionId(0, 0, 12_000)),
        ("3.5.2/choice", ActionId(3, 5, 2, IdentityPart.CHOICE)),
        ("3.5.0/change", ActionId(3, 5, 0, IdentityPart.CHANGE)),
    ],
)
def test_an_identity_is_read_from_its_words(text: str, identity: ActionId) -> None:
    """What is no line of a page says so."""
    assert (ActionId.parse(text), str(identity)) == (identity, text)


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ("3.5.1000002", ActionId(3, 5, 2, IdentityPart.CHOICE)),
        ("3.5.10000", ActionId(3, 5, 0, IdentityPart.CHANGE)),
    ],
)
def test_an_identity_of_an_earlier_page_is_understood(text: str, identity: ActionId) -> None:
    """Pages of a running game may hold identities whose index alone told them from lines."""
    assert ActionId.parse(text) == identity


@pytest.mark.parametrize("text", ["3.5", "3.5.x", "3.5.0/", "3.5.0/line", "3.5.0/Choice", "-3.5.0"])
def test_nothing_else_is_an_identity(text: str) -> None:
    """Other words are refused."""
    with pytest.raises(ValueError, match=r"not an action id|not a valid IdentityPart"):
        ActionId.parse(text)


def test_lines_come_first_within_a_revision() -> None:
    """Identities are in the order of page, revision and line; what is no line follows."""
    change, late, early = (
        ActionId(1, 2, 0, IdentityPart.CHANGE),
        ActionId(1, 2, 1),
        ActionId(1, 2, 0),
    )

    assert sorted([ActionId(1, 3, 0), change, late, early]) == [
        early, late, change, ActionId(1, 3, 0),
    ]  # fmt: skip
