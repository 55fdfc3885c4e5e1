"""``wikibot rules``: what an operator does about wordings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rules.generic.game import GAME as GENERIC
from tests.game.pond import GAME, PAGE, edited
from tests.stewards.conftest import Rules
from wikibot.game.actions import Action, ActionId
from wikibot.game.ruleset.recognition import Pin, read_bindings, split
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.bot_commands import RulesetPage, StewardDecisions, carry_out
from wikibot.storage.cursor import Notice
from wikibot.wiki.folder import FolderWiki

MUST = edited(("somebody who told", "anybody who told"))
DUCKS = PAGE + "\n== Ducks ==\n\nDucks eat bread.\n"
OVERLAY = "settings.wordings.txt"


def _pins(here: Path) -> Sequence[Pin]:
    """The wordings that the operator's file binds to code."""
    return split(read_bindings((here / OVERLAY).read_text()))[0]


def _file(here: Path, text: str, name: str = "R.wiki") -> list[str]:
    (here / name).write_text(text, encoding="utf-8")
    return ["--rules", "pond", "--ruleset", name]


def test_check_of_a_wording_that_changed(rules: Rules, wiki: FolderWiki) -> None:
    """The unit, its line, the revision with its writer and the changed words are shown.

    The exit code is 1.
    """
    wiki.save_as("Bea", "Rules", MUST)
    result = rules("check")

    assert result.exit_code == 1
    assert "Anglers, line 3: reworded in revision 2 by Bea" in result.output
    assert "An angler is [-somebody-] {+anybody+} who told" in result.output


def test_check_shows_what_would_be_played_of_a_new_wording(rules: Rules, wiki: FolderWiki) -> None:
    """As whoever accepts it is told: what the code does and the new words do not say."""
    wiki.save_as("Bea", "Rules", edited((" Rain ends on Sunday.", "")))
    output = rules("check").output

    assert "if it is accepted: the present wording of Rain (revision 2 by Bea) is" in output
    assert 'still played: "Rain ends on Sunday."' in output


def test_check_names_what_nobody_implemented(rules: Rules, wiki: FolderWiki) -> None:
    """A unit whose wording is known and which nobody implemented is listed with its line."""
    result = rules("check")

    assert "Tales: Boot, line 48: it is not implemented yet" in result.output


def test_check_names_what_was_deleted(rules: Rules, wiki: FolderWiki) -> None:
    """A rule that left the page is not in force, which is said where nothing is held by it."""
    wiki.save_as("Bea", "Rules", edited(("|-\n| Fly || The angler gains 3 fish.\n", "")))

    assert "No longer on the page, so not in force:\n  Baits: Fly\n" in rules("check").output


def test_check_with_other_numbers(rules: Rules, wiki: FolderWiki) -> None:
    """Numbers that are read from the page are noted, and hold nothing."""
    wiki.save_as("Bea", "Rules", edited(("2d4", "3d4")))
    report = json.loads(rules("check", "--json").output)
    fishing = next(unit for unit in report["units"] if unit["unit"] == "Fishing")

    assert (fishing["status"], fishing["standing"], fishing["since"]) == (
        "asks",
        "numbers",
        "revision 2",
    )


def test_check_of_a_file_against_an_older_one(rules: Rules, here: Path) -> None:
    """Without a wiki an older file shows what changed."""
    args = _file(here, MUST)
    _file(here, PAGE, "old.wiki")
    result = rules("check", *args, "--was", "old.wiki")

    assert (result.exit_code, "[-somebody-] {+anybody+}" in result.output) == (1, True)


def test_check_of_a_file_alone(rules: Rules, here: Path) -> None:
    """Without an older text the present wording is shown, and that the old one is not known."""
    result = rules("check", *_file(here, MUST))

    assert "not among the versions" in result.output
    assert "anybody who told the pond" in result.output


def test_accept_lets_play_go_on(rules: Rules, wiki: FolderWiki) -> None:
    """An accepted wording is no longer held."""
    wiki.save_as("Bea", "Rules", MUST)

    assert [rules("accept", "anglers").exit_code, _standing(rules, "Anglers")] == [0, "same"]


def test_accept_says_what_is_played_otherwise(rules: Rules, wiki: FolderWiki) -> None:
    """As a steward is told on the wiki: what the code does and the new words do not say."""
    wiki.save_as("Bea", "Rules", edited((" Rain ends on Sunday.", "")))

    assert "Compared with revision 1 by" in (output := rules("accept", "Rain").output)
    assert 'still played: "Rain ends on Sunday."' in output


def test_accept_writes_to_the_operators_file(rules: Rules, wiki: FolderWiki, here: Path) -> None:
    """The pin goes into the file beside the settings, with the revision it was taken from."""
    wiki.save_as("Bea", "Rules", MUST)
    rules("accept", "Anglers")

    assert [
        (pin.unit, pin.source) for pin in split(read_bindings((here / OVERLAY).read_text()))[0]
    ] == [("Anglers", "revision 2")]


def test_accept_of_a_revision(rules: Rules, wiki: FolderWiki) -> None:
    """With --rev the wording of that revision is accepted, whatever the page says by now."""
    wiki.save_as("Bea", "Rules", MUST)
    wiki.save_as("Bea", "Rules", edited(("somebody who told", "nobody who told")))
    rules("accept", "Anglers", "--rev", "2")

    assert _standing(rules, "Anglers") == "reworded"


def test_accept_of_a_new_unit(rules: Rules, wiki: FolderWiki) -> None:
    """A new unit stays held after its wording was accepted.

    Nobody implemented it. The answer says so.
    """
    wiki.save_as("Bea", "Rules", DUCKS)
    result = rules("accept", "Ducks")

    assert (result.exit_code, "still held, for it is not implemented yet" in result.output) == (
        1,
        True,
    )


@pytest.mark.parametrize(
    ("how", "status"), [("flavour", "flavour"), ("ruled", "ruled by a person")]
)
def test_accept_without_an_implementation(
    rules: Rules, wiki: FolderWiki, how: str, status: str
) -> None:
    """An operator settles a new unit without code: it has no effect, or a person rules on it."""
    wiki.save_as("Bea", "Rules", DUCKS)
    accepted = rules("accept", "Ducks", "--as", how)
    shown = json.loads(rules("show", "Ducks", "--json").output)

    assert (accepted.exit_code, shown["status"]) == (0, status)


def test_what_an_operator_says_is_bound_to_the_wording(
    rules: Rules, wiki: FolderWiki, here: Path
) -> None:
    """Other words wait again, and what is said last counts. A line of an earlier program does."""
    wiki.save_as("Bea", "Rules", DUCKS)
    for how in ("flavour", "ruled"):
        rules("accept", "Ducks", "--as", how)
    kept = (here / OVERLAY).read_text()
    wiki.save_as("Bea", "Rules", DUCKS.replace("== Ducks ==\n", "== Ducks ==\nMore. "))
    reworded = json.loads(rules("show", "Ducks", "--json").output)
    wiki.save_as("Bea", "Rules", DUCKS)
    prints = GAME.rulebook(DUCKS).unit("Ducks").prints
    line = ("Ducks", "flavour", prints.exact, prints.normal, prints.masked, "-", "2024-01-05")
    (here / OVERLAY).write_text("  ".join(line) + "\n")

    assert kept.count("Ducks: ") == 1
    assert reworded["status"] == "held"
    assert json.loads(rules("show", "Ducks", "--json").output)["status"] == "flavour"


def test_an_unread_column_is_noted(rules: Rules, wiki: FolderWiki) -> None:
    """A column that was added to a table holds nothing, and coverage says that nothing reads it."""
    wiki.save_as(
        "Bea", "Rules", edited(("! Name !! Description", "! Name !! Description !! Taste"))
    )
    units = json.loads(rules("coverage", "--json").output)["units"]
    baits = next(unit for unit in units if unit["unit"] == "Baits")

    assert (baits["status"], baits["note"]) == ("automatic", "nothing reads the column Taste")


def test_accept_keeps_what_was_accepted_before(rules: Rules, wiki: FolderWiki, here: Path) -> None:
    """Accepting adds lines and takes none away; the same wording twice is one line."""
    wiki.save_as("Bea", "Rules", MUST)
    for name in ("Anglers", "Rain", "Anglers", "Fly"):
        rules("accept", name)

    assert [pin.unit for pin in _pins(here)] == ["Anglers", "Rain", "Baits: Fly"]


def test_accept_of_one_of_several_wordings(rules: Rules, wiki: FolderWiki) -> None:
    """Which of the implemented wordings a new one is like, only a person can tell.

    The answer names the choices.
    """
    wiki.save_as("Bea", "Rules", edited(("It thaws in", "All ice goes in")))
    asked = rules("accept", "Frost")
    asked_for_all = rules("accept", "--all")
    told = rules("accept", "Frost", "--variant", "hard")

    assert (asked.exit_code, "--variant mild or --variant hard" in asked.output) == (64, True)
    assert (asked_for_all.exit_code, "Frost is implemented in several" in asked_for_all.output) == (
        64,
        True,
    )
    assert (told.exit_code, _standing(rules, "Frost")) == (0, "same")
    assert (
        rules("accept", "--all").exit_code == 1
    )  # now it is known; only tales are held, which nobody implemented


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["accept", "Angles"], "nearest: Anglers"),
        (["accept"], "Name the units to accept"),
        (["accept", "Anglers", "--all"], "Name the units to accept"),
        (["accept", "Anglers", "--as", "flavour"], "Anglers is implemented"),
        (["accept", "Anglers", "--as", "ruled", "--variant", "late"], "without --variant"),
        (["accept", "Anglers", "--rev", "99"], "there is no revision 99"),
        (["show", "Boats"], "no unit of the ruleset page is called 'Boats'"),
        (["check", "--ruleset", "settings.ini"], "--ruleset needs --rules"),
        (["check", "--rules", "pond"], "go with --ruleset"),
        (["accept", "Anglers", "--rules", "pond", "--ruleset", "settings.ini"], "needs --overlay"),
        (["check", "--rules", "pond", "--ruleset", "none.wiki"], "none.wiki"),
    ],
)
def test_wrong_usage(rules: Rules, wiki: FolderWiki, args: list[str], expected: str) -> None:
    """Wrong usage ends with code 64 and a line that says what would be right."""
    result = rules(*args)

    assert (result.exit_code, expected in " ".join(result.output.split())) == (64, True)


def test_a_revision_of_another_page(rules: Rules, wiki: FolderWiki) -> None:
    """A revision of another page is not taken for one of the ruleset."""
    wiki.save_as("Ann", "State", "Nothing.\n")
    result = rules("accept", "Anglers", "--rev", "2")

    assert (result.exit_code, "not one of 'Rules'" in result.output) == (64, True)


def test_a_damaged_overlay(rules: Rules, wiki: FolderWiki, here: Path) -> None:
    """A line of the overlay that cannot be read is named, and nothing is overwritten."""
    (here / OVERLAY).write_text("Anglers  what?\n")
    result = rules("accept", "Anglers")

    assert (result.exit_code, "line 1" in result.output) == (78, True)
    assert (here / OVERLAY).read_text() == "Anglers  what?\n"


def test_coverage(rules: Rules, wiki: FolderWiki) -> None:
    """Each unit has one of five statuses, or is not in force, and the totals add up."""
    wiki.save_as("Bea", "Rules", DUCKS.replace("=== Frost ===", "=== Rain ==="))
    report = json.loads(rules("coverage", "--json").output)
    status = {unit["unit"]: unit["status"] for unit in report["units"]}

    assert [
        status[name]
        for name in ("Rain", "Fishing", "Trophies", "(top)", "Ducks", "Prizes", "Tales: Boot")
    ] == ["automatic", "asks", "ruled by a person", "flavour", "held", "automatic", "held"]
    assert sum(report["totals"].values()) == len(report["units"])


def test_coverage_as_text(rules: Rules, wiki: FolderWiki) -> None:
    """As text each unit is a line, the totals are the last."""
    lines = rules("coverage").output.splitlines()

    assert lines[-1] == "13 automatic, 1 asks, 1 ruled by a person, 1 flavour, 2 held"


def test_show(rules: Rules, wiki: FolderWiki) -> None:
    """One unit is shown with its place, its text and the wordings that are accepted."""
    output = rules("show", "fly").output

    assert "Baits: Fly, line 28" in output
    assert "accepted 2026-11-21 from pond" in output
    assert "The angler gains 3 fish." in output


def test_show_makes_players_words_harmless(rules: Rules, wiki: FolderWiki) -> None:
    """Control characters of the page do not reach the terminal."""
    wiki.save_as("Bea", "Rules", DUCKS.replace("bread", "\x1b[31mbread"))

    assert "\x1b" not in rules("show", "Ducks").output + rules("check").output


def test_scaffold_prints_a_stub_that_python_accepts(rules: Rules, wiki: FolderWiki) -> None:
    """Stub and test are valid Python and hold nothing of the wording."""
    output = rules("scaffold", "Fly").output
    _, module, test = output.split("# ---- ")

    assert module.startswith("tests/game/baits/fly.py\n")
    assert test.startswith("tests/tests/game/baits/test_fly.py\n")
    for text in (module, test):
        compile(text.partition("\n")[2], "stub", "exec")
    assert "gains 3 fish" not in output


def test_scaffold_writes_and_never_overwrites(rules: Rules, wiki: FolderWiki, here: Path) -> None:
    """Files are written below the given folder; a second time they are left alone."""
    first = rules("scaffold", "Rain", "--write", "out")
    (here / "out/tests/game/rain.py").write_text("mine\n")
    second = rules("scaffold", "Rain", "--write", "out")

    assert (first.exit_code, second.exit_code) == (0, 64)
    assert (here / "out/tests/game/rain.py").read_text() == "mine\n"


def _standing(rules: Rules, unit: str) -> str:
    standing: str = json.loads(rules("show", unit, "--json").output)["standing"]
    return standing


# What stewards say to the bot itself.


BOOK = GAME.rulebook(
    edited(("It thaws in", "All ice goes in"), ("somebody who told", "anybody who told"))
)


def given(
    order: str, book: Rulebook = BOOK, waiting: Sequence[Notice] = ()
) -> tuple[str, str, list[tuple[str, str]]]:
    """The verdict and the text of an answer.

    Which wordings are accepted then, each with its variant, or which readings are given.
    """
    action = Action(ActionId(1, 2, 0), datetime(2024, 1, 5, tzinfo=UTC), "Sam", order, trusted=True)
    standing, others, (outcome,) = carry_out(
        StewardDecisions(notices=tuple(waiting)), [action], RulesetPage(lambda _pins, _given: book)
    )
    assert others == []
    bound = [(pin.unit, pin.variant) for pin in standing.accepted]
    return outcome.verdict, outcome.text, [*bound, *((e.wording, e.means) for e in standing.given)]


@pytest.mark.parametrize(
    ("order", "accepted"),
    [
        ("accept Anglers", ("Anglers", "")),
        ("accept frost as hard", ("Frost", "hard")),
        ("accept Frost as mild.", ("Frost", "mild")),
    ],
)
def test_a_wording_is_accepted(order: str, accepted: tuple[str, str]) -> None:
    """With the name of the variant where the unit is implemented in several."""
    verdict, _, pins = given(order)

    assert (verdict, pins) == ("done", [accepted])


@pytest.mark.parametrize(
    "order", ["accept Frost", "accept Frost as soft", "accept Frost as automatic"]
)
def test_a_steward_says_which_variant_a_wording_is(order: str) -> None:
    """Where that is in doubt nothing is accepted, and the answer has the lines to write."""
    verdict, text, pins = given(order)

    assert (verdict, pins) == ("cant", [])
    assert text.endswith("Write `accept Frost as mild` or `accept Frost as hard`")


def test_a_name_of_several_rules_that_wait() -> None:
    """Neither is accepted, and the answer has the names that tell them apart."""
    fair = "\n== Fair ==\n=== {} ===\nTold twice.\n== Pier ==\n=== {} ===\nTold.\n"
    book = GAME.rulebook(PAGE + fair.format("Dance", "Dance"))
    waiting = [Notice(unit, "new") for unit in ("Fair/Dance", "Pier/Dance")]
    answer = given("accept Dance as flavour", book, waiting)
    one = given("accept Pier/Dance as flavour", book, waiting)

    several = "several rules that wait are called 'Dance': Fair/Dance, Pier/Dance"
    assert answer == ("huh", several, [])
    assert one[2] == [("Dance: Told", "nothing")]


def test_what_a_page_alone_says_needs_no_acceptance() -> None:
    """Where sentences are played as they stand, nothing of them is ever held for its wording."""
    book = GENERIC.rulebook("== Casino ==\nA player may gamble: they gain 1 Gold.\n")

    for order in ("accept Casino", "accept Casino as flavour"):
        settled = "Casino is played as it reads; nothing of it waits to be accepted"
        assert given(order, book) == ("done", settled, [])


def test_a_unit_that_is_not_there() -> None:
    """The whole of what was written is taken for a name."""
    assert given("accept Sand as hard")[:2] == (
        "huh",
        "no unit of the ruleset page is called 'Sand as hard'",
    )
