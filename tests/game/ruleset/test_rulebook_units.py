"""A ruleset page taken apart: whatever stands on it, each unit has a name of its own."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.game.pond import CATALOGUES, PAGE, book, edited, pins, standings
from wikibot.game.problems import Held, Problem, Refused
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.ruleset.readings import GivenReading
from wikibot.game.ruleset.recognition import (
    BadPins,
    Pin,
    WordingStatus,
    read_bindings,
    split,
    write_bindings,
)
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.ruleset.units import MOST_UNITS, REST, read_units
from wikibot.stewards.accept import Origin

LINES = st.sampled_from(
    [
        *PAGE.splitlines(), "== Baits ==", "{|", "|}", "|-", "! Name", "| Fly", "|Fly||x", "* Fly",
        '* "x"', "** x", "<!--", "-->",
    ]
)  # fmt: skip
PAGES = st.lists(st.one_of(LINES, st.text(max_size=12)), max_size=40).map("\n".join)
PINS = pins()


@given(PAGES)
def test_any_page_can_be_read(page: str) -> None:
    """No page is refused, each unit is found under its name, and each stands somehow."""
    book = read_rulebook(page, CATALOGUES, PINS)

    assert [unit.name for unit in book.units.values()] == list(book.units)
    assert {book.standing(name) for name in book.units} <= set(WordingStatus)


@given(PAGES)
def test_lines_are_those_of_the_page(page: str) -> None:
    """A section's line is the one that its heading stands on."""
    lines = page.split("\n")
    sections = [
        unit
        for unit in read_units(page, CATALOGUES).values()
        if unit.kind == "section" and unit.path
    ]

    assert [unit.line for unit in sections if "=" not in lines[unit.line - 1]] == []


@pytest.mark.parametrize("part", ["== a ==\n", "== a ==\nx\n", "==== a ====\n"])
def test_of_very_many_sections_the_rest_is_one_unit(part: str) -> None:
    """It waits for people; what stands before it counts."""
    before = read_rulebook(PAGE, CATALOGUES, PINS, {})
    book = read_rulebook(f"{PAGE}\n{part * MOST_UNITS}", CATALOGUES, PINS, {})

    assert len(book.units) <= MOST_UNITS + 1
    assert (list(book.units)[-1], book.standing(REST)) == (REST, WordingStatus.NEW)
    assert all(book.standing(each) == before.standing(each) for each in before.units)
    assert REST not in before.units


def test_of_a_very_long_page_the_rest_is_one_unit() -> None:
    """However it is written; the sections at the beginning count."""
    before = read_rulebook(PAGE, CATALOGUES, PINS, {})
    long = f"{PAGE}\n== More ==\n{'a <s>b ' * 300_000}\n== Last ==\nc\n"
    book = read_rulebook(long, CATALOGUES, PINS, {})

    assert list(book.units) == [*before.units, "More", REST]
    assert all(book.standing(each) == before.standing(each) for each in before.units)
    assert "400,000 characters" in book.unread("More")


@pytest.mark.parametrize("rows", ["* Fly: x\n", "|-\n| Fly || x\n"])
def test_of_very_many_rows_the_rest_is_one_unit(rows: str) -> None:
    """Likewise."""
    table = "{|\n! Name !! Description\n" if rows.startswith("|") else ""
    units = list(read_units(f"== Baits ==\n{table}{rows * (MOST_UNITS + 9)}", CATALOGUES))

    assert (len(units), units[-1]) == (MOST_UNITS + 1, REST)


def test_rows_without_a_name() -> None:
    """Rows that nobody named are units all the same, told apart by a number."""
    page = "== Baits ==\n{|\n! Name !! Description\n|-\n| || One.\n|-\n| || Two.\n|}\n"

    assert list(read_units(page, CATALOGUES)) == [
        "Baits",
        "Baits: (no name)",
        "Baits: (no name) (2)",
    ]


def test_two_tables_make_one_catalogue() -> None:
    """Tables back to back in one section belong together."""
    table = "{|\n! Name !! Description\n|-\n| %s || Swims.\n|}\n"
    page = "== Baits ==\n" + table % "Fly" + table % "Worm"

    assert list(read_units(page, CATALOGUES)) == ["Baits", "Baits: Fly", "Baits: Worm"]


# The file of accepted wordings.


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


# How rulesets change:
# what each kind of edit does to the unit that it touches, and that it touches no other.


FROST = PAGE[PAGE.index("=== Frost") : PAGE.index("== Baits")]
ICE = FROST.replace("Frost", "Ice")
RAIN = PAGE[PAGE.index("=== Rain") : PAGE.index("=== Frost")]
BAITS = PAGE[PAGE.index("{|") : PAGE.index("|}") + 2]
TEN_ROWS = "".join(f"|-\n| Bait {n} || Whoever uses it says {n}.\n" for n in range(1, 11))
WITH_IDS = """\
{| class="wikitable sortable"
! Name
! ID
! Description
|-
|'''Worm'''
|1
|The next cast is rolled twice.
|-
|Fly
|
|The angler gains 3 fish.
|- style="color:red"
|Bread || 3 || Nothing happens, but the ducks are happy.
|}"""
TALES = """\
* Monster "Somebody saw it by night."
* Boot "An angler loses 1 fish to it."
"""
TALES_TABLE = """\
{|
! Name !! What
|-
| Monster || Somebody saw it by night.
|-
| Boot || An angler loses 1 fish to it.
|}
"""
DRY_DAYS = (" Rain ends on Sunday.", "\n\n=== Dry Days ===\n\nRain ends on Sunday.")
LATE_NIGHT = ("On 6 or more they", "On 6 or more, unless the moon is full, they")

CASES = {
    "nothing": ([], {}),
    "column added, cells in other styles, a name in bold": ([(BAITS, WITH_IDS)], {}),
    "ten rows appended": (
        [("happy.\n|}", f"happy.\n{TEN_ROWS}|}}")],
        {f"Baits: Bait {n}": "new" for n in range(1, 11)},
    ),
    "a row taken away": ([("|-\n| Fly || The angler gains 3 fish.\n", "")], {"Baits: Fly": "gone"}),
    "two sections swapped": ([(RAIN + FROST, FROST + RAIN)], {}),
    "a heading's level fixed": ([("=== Frost ===", "== Frost ==")], {}),
    "a heading's level fixed, with the subsections below it": ([("== Fishing ==",
        "=== Fishing ===")], {}),
    "one word changed": ([("somebody who told", "anybody who told")], {"Anglers": "reworded"}),
    "a number set in italics": ([("2d4", "''2d4''")], {}),
    "a number changed": ([("2d4", "3d4")], {"Fishing": "numbers"}),
    "a number in words changed": ([("at least five", "at least seven")], {"Trophies": "numbers"}),
    "a phase changed": ([("Phase II", "Phase I")], {"Frost": "numbers"}),
    "a row's number changed": ([("gains 3 fish", "gains 4 fish")], {"Baits: Fly": "numbers"}),
    "a row reworded": ([("are happy", "are not")], {"Baits: Bread": "reworded"}),
    "a clause put into the middle of a sentence": ([LATE_NIGHT], {"Fishing": "reworded"}),
    "a rule renamed": ([("=== Frost ===", "=== Cold Days ===")], {}),
    "a rule renamed and moved": ([(FROST, ""), ("== Prizes ==", "== Prizes ==\n\n" + ICE)], {}),
    "a rule moved out of another": ([(FROST, ""), ("== Prizes ==", FROST + "== Prizes ==")], {}),
    "a rule moved under another": (
        [(FROST, ""), ("any other wins.\n", f"any other wins.\n\n{FROST}")], {},
    ),
    "a rule put below a heading that nobody knows": (
        [("=== Frost ===", "== Seasons ==\n\n=== Frost ===")], {},
    ),
    "a rule put below a heading that says that it does not count": (
        [("=== Frost ===", "== Suspended ==\n\n=== Frost ===")], {"Frost": "reworded"},
    ),
    "a title that says more": ([("=== Frost ===", "=== Frost (suspended) ===")],
                               {"Frost": "reworded"}),
    "a caption": ([("! Name !! Description", "|+ Not for children\n! Name !! Description")],
                  {"Baits": "reworded"}),
    "a heading renamed": ([("! Name !! Description", "! Name !! Effect")], {"Baits": "reworded"}),
    "a second row of the same name": (
        [("happy.\n|}", "happy.\n|-\n| Fly || The angler drowns.\n|}")],
        {"Baits": "reworded", "Baits: Fly (2)": "new"},
    ),
    "a clause behind a name in a list": (
        [("* 🪙Penny", "* 🪙Penny, which is not legal tender")], {"Charms: 🪙Penny": "reworded"},
    ),
    "a rule renamed, with other numbers": (
        [("=== Rain ===", "=== Wet Days ==="), ("with 2 dice more", "with 3 dice more")],
        {"Rain": "numbers"},
    ),
    "a row renamed": ([("| Fly ||", "| Dragonfly ||")], {}),
    "a row renamed to an emoji": ([("| Worm ||", "| 🪱 ||")], {}),
    "an item's name loses its words to the emoji": ([("* 🪙Penny", "* 🪙")],
                                                    {"Charms: 🪙Penny": "reworded"}),
    "an item's name gains an emoji": ([("* Horseshoe", "* 🐴\ufe0f Horseshoe")], {}),
    "an item's name gains marks that nobody sees": ([("🍀 Clover", "🍀\ufe0f\u00a0Clover")], {}),
    "an item's name replaced by an emoji that it never had": (
        [("* Horseshoe", "* 🐴")],
        {"Charms: 🐴": "new", "Charms: Horseshoe": "gone"},
    ),
    "a quoted item reworded": ([("An angler loses", "The angler loses")],
                               {"Tales: Boot": "reworded"}),
    "a list becomes a table": (
        [(TALES, TALES_TABLE)],
        {"Tales": "reworded"},
    ),
    "a catalogue renamed": ([("== Baits ==", "== Lures ==")], {}),
    "a partial update: one rule reworded, another not yet": (
        [("While it rains, every cast is rolled", "In rain every cast is rolled")],
        {"Rain": "reworded"},
    ),
    "a formula replaced by dice and a table": (
        [("On 6 or more they gain 1 fish.",
          "They gain fish by this table:\n\n{|\n! Roll !! Fish\n|-\n| 2 || 1d6\n|}")],
        {"Fishing": "reworded"},
    ),
    "split under new names": (
        [("=== Rain ===", "=== Downpour ==="), DRY_DAYS],
        {"Rain": "reworded", "Downpour": "new", "Dry Days": "new"},
    ),
    "split, one part keeping the name": (
        [DRY_DAYS],
        {"Rain": "reworded", "Dry Days": "new"},
    ),
    "merged into another rule": (
        [(FROST, "Nobody casts a line while the pond is frozen. It thaws in Phase II.\n\n")],
        {"Rain": "reworded", "Frost": "reworded"},
    ),
    "merged under a joined name": (
        [("=== Rain ===", "=== Rain and Frost ==="), (FROST, "In frost nobody does.\n")],
        {"Rain": "reworded", "Frost": "reworded", "Rain and Frost": "new"},
    ),
    "gone": ([(FROST, "")], {"Frost": "gone"}),
    "emptied, the heading left": (
        [("Nobody casts a line while the pond is frozen. It thaws in Phase II.\n", "")],
        {"Frost": "reworded"},
    ),
    "new": ([("== Prizes ==", "== Ducks ==\n\nDucks eat bread.\n\n== Prizes ==")],
            {"Ducks": "new"}),
    "a new heading that says nothing": ([("== Prizes ==", "== Prizes ==\n\n=== Cups ===")], {}),
    "a second section of the same title": (
        [("== Prizes ==", "== Prizes ==\n\n=== Rain ===\n\nRain is free.")],
        {"Prizes/Rain": "new"},
    ),
    "a second one, and the first reworded": (
        [("== Prizes ==", "== Prizes ==\n\n=== Rain ===\n\nRain is free."),
         ("ends on Sunday", "stops on Sunday")],
        {"Rain": "reworded", "Prizes/Rain": "new"},
    ),
    "old name given to a new rule": (
        [("=== Frost ===", "=== Ice ==="),
         ("== Prizes ==", "== Prizes ==\n\n=== Frost ===\n\nFrost is pretty.")],
        {"Frost": "reworded", "Ice": "new"},
    ),
    "commented out": ([(FROST, f"<!--\n{FROST}-->\n")], {"Frost": "gone"}),
    "unsaid with a strike": ([("Rain ends on Sunday.", "<s>Rain ends on Sunday.</s>")],
                             {"Rain": "reworded"}),
}  # fmt: skip


@for_each("changes, expected", CASES.values())
def test_change(changes: list[tuple[str, str]], expected: dict[str, str]) -> None:
    """Exactly the units that an edit touches stand differently afterwards."""
    assert standings(book(edited(*changes))) == expected


@pytest.mark.parametrize(
    ("changes", "unit"),
    [
        ([("=== Frost ===", "=== Cold Days ===")], "Frost"),
        ([("=== Frost ===", "== Cold Days ==")], "Cold Days"),
        ([("| Fly ||", "| Dragonfly ||")], "Baits: Fly"),
        ([("| Fly ||", "| Dragonfly ||")], "Baits: Dragonfly"),
        ([("== Baits ==", "== Lures ==")], "Baits"),
        ([("* 🪙Penny", "* 🪙 Penny")], "Charms: 🪙Penny"),
        ([("=== Frost ===", "=== FROST ===")], "Frost"),
    ],
)
def test_both_names_lead_to_a_renamed_unit(changes: list[tuple[str, str]], unit: str) -> None:
    """A renamed unit is found, and may be required, by its old and by its new name."""
    read = book(edited(*changes))

    assert (read.has(unit), read.require(unit)) == (True, read.unit(unit))


# What an action may need of the rulebook: a unit that is played, held or not in force.


FISHING = Implementation("Fishing")
READING = Implementation(
    "Fishing", reads=(lambda book: re.findall(r"(?<!\w)(\d+)d\d", book.unit("Fishing").text),)
)
NUMBERS = [("2d4", "3d4")]
WORDS = [("may cast", "must cast")]


def _verdict(read: Rulebook, unit: str) -> str:
    problem = read.obstacle(unit)
    return problem.verdict.value if problem else "played"


REQUIRED = {
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


@for_each("changes, implementation, unit, expected", REQUIRED.values())
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
