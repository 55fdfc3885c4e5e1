"""A page that people kept by hand, in all the ways in which they wrote, is played as it stands."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest

from rules.cycle15 import GAME
from tests.rules.rulesets import RULES
from wikibot.apply import Applied, apply_log
from wikibot.config.settings import from_sections
from wikibot.storage.local import Journal
from wikibot.sync.run import sync
from wikibot.wiki.folder import FolderWiki

EARLY = RULES["early"]
PAGE = Path(__file__).with_name("hand_page.wiki").read_text(encoding="utf-8")
LOG = """\
2024-01-05T02:22:00Z amber: move 4 5 0 -- 2d6 (1, 2) = 3
2024-01-05T02:23:00Z Amber Fox: use Fish
2024-01-05T02:24:00Z Lovely Lovely Aerie: I move to -214, -220 -- 2d6 (1, 1) = 2, 1d4 (3) = 3
"""


def played(page: str = PAGE, log: str = LOG) -> Applied:
    """The log over the page, by our own wording of the rules."""
    return apply_log(GAME, EARLY.text, page, log, overlay=EARLY.pins(EARLY.text), title="G.wiki")


def test_it_is_read_as_it_is() -> None:
    """Links, remarks, footnotes, dashes, counts in any form:
    all of it is what its writers meant.
    """
    applied = played(log="")

    assert () == applied.problems
    assert {
        "amber": (3, {"Crystal": 3, "Fish": 2, "Mauve": 1}),
        "Bo": (-209, {}),
        "4st": (1, {"Crystal": 11, "Fish": 2, "Draught of Fudging": 2}),
        "[idle account]": (0, {"Crystal": 1, "Top Hat": 1}),
        "google": (
            4,
            {"Crystal": 7, "Time Bean Chili": 3, "+6 Sword of Edging": 1, "Actual Garbage": 2},
        ),
        "Raven1207.2": (5, {"Crystal": 2, "Fish": 3, "NEW ITEM": 1}),
        "Lovely Lovely Aerie": (-220, {}),
    } == {each["name"]: (each["location"], each["items"]) for each in applied.state["players"]}
    assert (5, 8) == (applied.state["phase"], applied.state["wheel_rotation"])
    assert {
        "id": 4, "type": "Hazard", "pseudo_type": "Thin Ice", "successors": [0, 5],
    } in applied.state["spaces"]  # fmt: skip
    assert {
        "id": -220, "type": "Blank", "pseudo_type": None, "successors": [-214, -209],
    } in applied.state["spaces"]  # fmt: skip
    assert PAGE == applied.page


def test_only_cells_that_changed_are_touched() -> None:
    """After some lines of play every line of the page but those is as its writers left it."""
    page = played().page or ""

    head = page.partition("\n== Records ==")[0].splitlines()
    changed = [line for line in difflib.ndiff(PAGE.splitlines(), head) if line[0] in "+-"]
    assert [
        "- | [[User:Amber Fox|amber]] || 3 || 3 || 2 Fish, Mauve",
        "+ | [[User:Amber Fox|amber]] || 0 || 3 || 1 Fish, Mauve",
    ] == changed


def test_the_log_and_its_page_lead_to_the_same_state_again() -> None:
    """What was written is read back whole."""
    applied = played()

    assert applied.state == {**played(applied.page or "", "").state, "now": applied.state["now"]}


@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        ("| 4\n|  7", "| at 4\n|  7", (
         "Who plays', row 'google', column 'Location (Space Identifier)"),
         "'at 4' is not a space identifier"),
        ("|| 11 ||", "|| many ||", "Who plays', row '4st', column 'Crystals",
         "'many' is not a number of Crystals"),
        ("2 Fish, Mauve", "2, 3", "Who plays', row 'amber', column 'Items",
         "'2, 3' is not a list of items such as 2 Fish, Duck"),
        ("{-214, -209}", "{-214, somewhere}", "Spaces', row '-220', column 'Set of Successors",
         "'{-214, somewhere}' is not a set of whole numbers such as {-214, -209}"),
        ("| 2 || Blank", "| two || Blank", "Spaces', row 'two', column 'Space",
         "'two' is not a space identifier"),
        ("| 2 || Blank", "| 1 || Blank", "Spaces', row '1', column 'Space",
         "'1' is not the only row"),
        ("Rotation: 8", "Rotation: eight", "Wheel Rotation', row 'Wheel Rotation', column 'value",
         "'eight' is not a whole number"),
    ],
)  # fmt: skip
def test_a_cell_that_cannot_be_read_is_named(old: str, new: str, where: str, why: str) -> None:
    """Page, section, row, column and value;
    the log is read all the same, and no page is written.
    """
    assert old in PAGE
    applied = played(PAGE.replace(old, new, 1))
    report = f"G.wiki, section '{where}': {why}"

    assert [report] == [problem[: len(report)] for problem in applied.problems]
    assert (1, None, ["held"] * 3) == (
        applied.exit_code,
        applied.page,
        [o.verdict for o in applied.outcomes],
    )


def test_a_type_that_no_rule_has_is_remarked_upon() -> None:
    """It may be a slip or a rule to come: it is read as it stands, and a person is told."""
    applied = played(PAGE.replace("| Crystal\n", "| Cristal\n"), "")

    assert () == applied.problems
    assert "space 1 is Cristal, a type that the ruleset page does not have" in applied.notes


SPANNING = ("| 0 || 1 || Top&nbsp;Hat", "| rowspan=1 colspan=2 | 0 || Top&nbsp;Hat")
SPANS = "the cell spans several rows or columns; split it by hand first"


def test_a_cell_that_cannot_be_written_stops_the_page_alone() -> None:
    """The lines are played, the cell is named, and there is no new page."""
    applied = played(
        PAGE.replace(*SPANNING), "2024-01-05T02:22:00Z [idle account]: move 1 2 -- 2d6 (1, 1) = 2\n"
    )

    assert (1, None, ["done"]) == (
        applied.exit_code,
        applied.page,
        [o.verdict for o in applied.outcomes],
    )
    assert SPANS in applied.problems[0]


def test_a_sync_leaves_such_a_page_to_a_person(tmp_path: Path) -> None:
    """Exit code 1 and nobody's cell changes;
    written again, the line is played as soon as the cell is mended.
    """
    wiki = FolderWiki(tmp_path, user="Wikibot", keyboard="Keyboard")
    rules = GAME.demo().pages["Ruleset"]
    spread = (
        "{|\n! Name !! Location !! Crystals\n|-\n| Ann || colspan=2 | 0\n|}\n{|\n! Space !! Type "
        "!! Successors\n|-\n"
    )
    spread += "| 0 || Blank || {1}\n|-\n| 1 || Blank || {0}\n|}\n"
    pages = {"Rules": rules, "State": spread, "Play": "* move 1 0 -- 2d4 (1, 2) = 3"}

    def run() -> Any:
        return sync(settings, GAME, wiki, Journal(":memory:"))

    settings = from_sections({
        "wiki": {"api": f"folder:{tmp_path}"},
        "game": {"rules": "cycle15", "ruleset": "Rules", "gamestate": "State", "actions": "Play"},
    })  # fmt: skip
    for title, text in pages.items():
        wiki.save_as("Ann", title, text)
    report = run()
    saved = wiki.read(["State"])["State"]
    assert saved is not None
    assert (1, ["held"], True) == (
        report.exit_code, [o.verdict for o in report.outcomes],
        "colspan=2 | 0" in (saved.text or ""),
    )  # fmt: skip
    wiki.save_as("Ann", "State", (saved.text or "").replace("colspan=2 | 0", "0 || 0"))
    wiki.save_as("Ann", "Play", "* move 1 0")

    assert ["done"] == [outcome.verdict for outcome in run().outcomes]


def test_another_account_changes_the_name_cell_alone() -> None:
    """Who is played by another account stays who they are:
    the row stays, with all its other cells.
    """
    log = "2024-01-05T02:22:00Z Sam: alias amber = Zoe\n2024-01-05T02:23:00Z Sam: alias 4st = Max\n"

    page = (played(log=log).page or "").partition("<!-- wikibot")[0]

    assert (
        PAGE.replace("User:Amber Fox", "User:Zoe").replace("| 4st ||", "| [[User:Max|4st]] ||")
        == page
    )
