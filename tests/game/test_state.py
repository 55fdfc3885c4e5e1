"""What every state has in common: what waits, in the words of the page and as a value."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.cycle15.state import OFFERS
from tests.for_each import for_each
from wikibot.game.actions import ActionId, Event, IdentityPart
from wikibot.game.state import AN_EVENT, Kind, Offer, Pending, read_pending

NOON = datetime(2024, 1, 5, 12, tzinfo=UTC)


@for_each(
    "text, offer",
    [
        ("combo", Offer("combo")),
        ("take garbage", Offer("take garbage")),
        ("ping Bob 4", Offer("ping", "Bob 4")),
        ("bring Bob 4 11", Offer("bring", "Bob 4", 11)),
        ("bring Bob 0", Offer("bring", "Bob", 0)),
        ("bring Bob 04", Offer("bring Bob 04")),
        ("for Bob: bring Al 4", Offer("for", "Bob", choice=Offer("bring", "Al", 4))),
        ("for image of Bob: beam", Offer("for image of", "Bob", choice=Offer("beam"))),
        ("for what", Offer("for what")),
    ],
)
def test_an_offer_is_read_from_its_words(text: str, offer: Offer) -> None:
    """An offer knows its verb and whom it is about; its words stay those of the page."""
    values = {"id": ActionId(1, 2, 0), "player": "Ann", "kind": "offer", "text": text}

    read = read_pending({**values, "asks": "?", "since": NOON}, OFFERS)

    assert (read.offer, read.text) == (offer, text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("event: a phase begins", Event(NOON, "a phase begins")),
        ("event: a grant: Ann: Fish", Event(NOON, "a grant", "Ann: Fish")),
        ("move 1", "move 1"),
    ],
)
def test_a_held_event_is_read_from_its_words(text: str, what: Event | str) -> None:
    """A held event has its name and data, with the time at which it was due."""
    values = {"id": ActionId(0, 9, 0), "player": AN_EVENT, "kind": "held", "text": text}

    read = read_pending({**values, "asks": "a ruling", "since": NOON}, ())

    assert (read.what, read.text) == (what, text)


@pytest.mark.parametrize(
    ("text", "verb", "is_one"),
    [("move 1 2", "move", True), ("use Fish: 2", "use Fish", True), ("moves", "move", False)],
)
def test_an_unfinished_order_is_known_by_its_verb(text: str, verb: str, *, is_one: bool) -> None:
    """The order of a verb is told from that of another one that begins with the same letters."""
    pending = Pending(ActionId(1, 2, 0), "Ann", Kind.ACTION, text, "a space", NOON)

    assert pending.orders(verb) is is_one


# Identities of actions, in words and as values.


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
