"""What an action may need of the rulebook: a unit that is played, held or not in force."""

from __future__ import annotations

import re

import pytest

from tests.for_each import for_each
from tests.game.pond import book, edited, pins
from wikibot.game.problems import Held, Problem, Refused
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.accept import Origin

FISHING = Implementation("Fishing")
READING = Implementation(
    "Fishing", reads=(lambda book: re.findall(r"(?<!\w)(\d+)d\d", book.unit("Fishing").text),)
)
NUMBERS = [("2d4", "3d4")]
WORDS = [("may cast", "must cast")]


def _verdict(read: Rulebook, unit: str) -> str:
    problem = read.obstacle(unit)
    return problem.verdict.value if problem else "played"


CASES = {
    "same wording, implemented": ([], FISHING, "Fishing", "played"),
    "same wording, nobody implemented it": ([], FISHING, "Rain", "held"),
    "a row that nobody implemented": ([], FISHING, "Baits: Fly", "held"),
    "asks a player": ([], Implementation("Fishing", How.ASKS), "Fishing", "played"),
    "flavour": ([], Implementation("Fishing", How.FLAVOUR), "Fishing", "played"),
    "other numbers in flavour": (NUMBERS, Implementation("Fishing", How.FLAVOUR), "Fishing",
                                 "played"),
    "left to a person": ([], Implementation("Fishing", How.RULED), "Fishing", "held"),
    "other numbers, read from the page": (NUMBERS, READING, "Fishing", "played"),
    "a number of which the reading takes a part": ([("2d4", "1,002d4")], READING, "Fishing",
                                                   "held"),
    "another number beside the one that is read": ([("On 6 or", "On 7 or")], READING, "Fishing",
                                                   "held"),
    "other numbers, written in code": (NUMBERS, FISHING, "Fishing", "held"),
    "other words, although numbers are read": (WORDS, READING, "Fishing", "held"),
    "renamed": ([("== Fishing ==", "== Angling ==")], FISHING, "Angling", "played"),
    "renamed, asked by its old name": ([("== Fishing ==", "== Angling ==")], FISHING, "Fishing",
                                       "played"),
    "a heading that says nothing": ([], FISHING, "Prizes", "played"),
    "new": ([("=== Frost", "=== Hail ===\n\nIt hurts.\n\n=== Frost")], FISHING, "Hail", "held"),
    "never heard of": ([], FISHING, "Boats", "cant"),
    "merged": ([(" Rain ends on Sunday.\n\n=== Frost ===\n", " Rain ends on Sunday.\n")], FISHING,
               "Frost", "held"),
}  # fmt: skip


@for_each("changes, implementation, unit, expected", CASES.values())
def test_require(
    changes: list[tuple[str, str]], implementation: Implementation, unit: str, expected: str
) -> None:
    """A unit is played, held, or not in force, by its wording and by what is implemented."""
    assert _verdict(book(edited(*changes), implementation), unit) == expected


def test_gone_is_not_in_force() -> None:
    """An action that needs a rule which left the page is `cant`, and the answer names the rule."""
    read = book(
        edited(
            (
                (
                    "=== Frost ===\n\nNobody casts a line while the pond is frozen. It thaws in "
                    "Phase II.\n"
                ),
                "",
            )
        )
    )

    with pytest.raises(Refused, match="Frost"):
        read.require("Frost")


def test_only_what_an_action_needs() -> None:
    """A held unit leaves every other unit as it was."""
    read = book(edited(*WORDS))

    assert [name for name in read.units if read.obstacle(name)] == ["Fishing"]


def test_wikitext_that_is_not_read_fits_no_pin() -> None:
    """Not even one that was made of that very text; why is told with what to do."""
    text = edited(("== Fishing ==\n", f"== Fishing ==\n{'[[a ' * 13}\n"))
    read = book(text, FISHING, accepted=pins(text))

    with pytest.raises(Held, match="close or remove them"):
        read.require("Fishing")


LATE = edited(("a line by rolling", "the line by rolling"))
TWO_WORDINGS = (*pins(origin=Origin("2026-11-21", "early pond", "early")),
                *pins(LATE, Origin("2026-11-22", "late pond", "late")))  # fmt: skip


@pytest.mark.parametrize(
    ("page", "variants", "expected"),
    [
        (edited(), ("early", "late"), "played"), (edited(), ("early",), "played"),
        (LATE, ("early",), "held"), (LATE, ("late",), "played"), (LATE, (), "played"),
    ],
)  # fmt: skip
def test_variants(page: str, variants: tuple[str, ...], expected: str) -> None:
    """A pinned wording is played by the implementation that names its variant,
    or by one that names none.
    """
    read = book(page, Implementation("Fishing", variants=variants), accepted=TWO_WORDINGS)

    assert _verdict(read, "Fishing") == expected


def test_variant_tells_which_wording_the_page_has() -> None:
    """`variant` is the label of the wording on the page, also when only its numbers are others."""
    pages = (edited(), LATE, LATE.replace("2d4", "5d4"), edited(*WORDS))

    assert [book(page, accepted=TWO_WORDINGS).variant("Fishing") for page in pages] == [
        "early", "late", "late", "",
    ]  # fmt: skip


def test_an_obstacle_is_raised_anew() -> None:
    """The same unit can be required any number of times, each time with its own exception."""
    read = book(edited(*WORDS))
    seen = []
    for _ in range(3):
        try:
            read.require("Fishing")
        except Problem as problem:
            seen.append((type(problem), problem.text, len(_frames(problem))))

    assert seen == [(Held, seen[0][1], seen[0][2])] * 3


def _frames(error: BaseException) -> list[object]:
    frames: list[object] = []
    at = error.__traceback__
    while at:
        frames.append(at)
        at = at.tb_next
    return frames


def test_members_of_a_catalogue() -> None:
    """Rows and items come in the order of the page, with their cells by header."""
    read = book()

    assert [(row.title, row.cell("description")) for row in read.members("Baits")] == [
        ("Worm", "The next cast is rolled twice."),
        ("Fly", "The angler gains 3 fish."),
        ("Bread", "Nothing happens, but the ducks are happy."),
    ]


def test_items_with_quoted_text() -> None:
    """A list item's quoted text is its second cell; an item without one has an empty cell."""
    read = book()

    assert [unit.cells for unit in read.members("Tales") + read.members("Charms")[:2]] == [
        ("Monster", "Somebody saw it by night."), ("Boot", "An angler loses 1 fish to it."),
        ("🪙Penny", ""), ("🍀 Clover", ""),
    ]  # fmt: skip


def test_where_a_unit_stands() -> None:
    """A unit knows its line and the headings above it."""
    rain = book().unit("Rain")

    assert (rain.line, rain.path, rain.text.strip()) == (
        11,
        ("Fishing", "Rain"),
        "While it rains, every cast is rolled with 2 dice more. Rain ends on Sunday.",
    )


def test_unknown_unit() -> None:
    """Asking for a unit that is not there is a `KeyError` with its name."""
    with pytest.raises(KeyError, match="Boats"):
        book().unit("Boats")


@pytest.mark.parametrize(
    ("label", "implementation", "expected"),
    [
        ("flavour", Implementation("Rain"), "played"), ("ruled", Implementation("Rain"), "held"),
        ("ruled", FISHING, "held"), ("", Implementation("Rain"), "held"),
    ],
)  # fmt: skip
def test_what_an_operator_said(label: str, implementation: Implementation, expected: str) -> None:
    """An operator may settle a unit without code:
    as flavour where nobody implemented it, or as ruled by a person.
    """
    accepted = pins(origin=Origin("2026-11-21", "operator", label))

    assert _verdict(book(edited(), implementation, accepted=accepted), "Fishing") == expected
