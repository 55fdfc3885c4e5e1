"""How rulesets change:
what each kind of edit does to the unit that it touches, and that it touches no other.
"""

from __future__ import annotations

import pytest

from tests.for_each import for_each
from tests.game.pond import PAGE, book, edited, standings

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
