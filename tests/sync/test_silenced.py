"""Nobody takes a line from another before the bot has read it: it is played, or they are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.sync.test_restored import stones, told
from tests.sync.world import World

LINE = "* dig -- 2d4 (1, 3) = 4"
TOP = "Write below.\n\n== Actions ==\n"


@pytest.fixture
def world(world: World) -> World:
    """The tiny game, with a line of Ann's that was not read yet."""
    world.sync()
    world.add("Ann", LINE)
    return world


@pytest.mark.parametrize(
    "text",
    [
        f"{TOP}*{LINE}\n", f"{TOP}:{LINE[1:]}\n", f"{TOP}<!--\n{LINE}\n-->\n",
        f"{TOP}<nowiki>\n{LINE}\n</nowiki>\n", f"{TOP}* <nowiki>{LINE[2:]}</nowiki>\n",
        f"{TOP}<pre>\n{LINE}\n</pre>\n", f"{TOP}{{{{collapsed|\n{LINE}\n}}}}\n",
        f"{TOP}{{|\n|-\n|\n{LINE}\n|}}\n", f"{TOP}\n== Talk ==\n{LINE}\n",
        f"{TOP}* <code>{LINE[2:]}</code>\n",
    ],
)  # fmt: skip
def test_a_line_whose_marks_another_changed_is_played(world: World, text: str) -> None:
    """It is its author's, and answered where it stands; it is played once."""
    world.edit("Bob", "Play", text)
    report = world.sync()
    world.sync()
    world.edit("Bea", "Play", world.text("Play").replace(text.rstrip(), f"{TOP}{LINE}", 1))
    world.sync()

    assert ([each.player for each in report.outcomes], stones(world)) == (["Ann"], 4)
    assert world.text("Play").count("'''done'''") == 1
    assert "'''cant'''" not in world.text("Play")


def test_a_line_in_an_open_comment_is_played(world: World) -> None:
    """Its answer has no place, which the report says."""
    world.edit("Bob", "Play", f"{TOP}<!--\n{LINE}\n")
    report = world.sync()

    assert (stones(world), "never closed" in report.problems[0]) == (4, True)


@pytest.mark.parametrize("title", ["Play", "Orders"])
def test_a_comment_that_hides_the_rest_of_a_page_is_told(world: World, title: str) -> None:
    """On the gamestate page, though nothing that is written below it is seen; once."""
    stewards = replace(world.settings.stewards, page="Orders")
    world.settings = replace(world.settings, stewards=stewards)
    world.sync()
    world.edit("Bob", title, f"Hello.\n<!-- {TOP}")
    world.add("Ann", LINE, title)
    report = world.sync()
    told_first = world.text("State")
    world.sync()

    assert f"{title}: a comment begins in line 2 and is never closed" in report.problems[-1]
    assert f"{title}: a comment begins in line 2 and is never closed" in told_first
    assert world.text("State") == told_first


@pytest.mark.parametrize(
    "text", [TOP, f"{TOP}<!-- {LINE} -->\n", f"{TOP}* <s>{LINE[2:]}</s>\n", ""]
)
def test_a_line_that_another_took_off_is_told(world: World, text: str) -> None:
    """Its author reads on the page who did it, and what to do."""
    world.edit("Bob", "Play", text)
    world.sync()
    world.sync()
    said = told(world.text("Play"))

    assert said.count(f"Bob took '{LINE[2:]}' of Ann off the page in revision 5, before") == 1
    assert "Undo that edit, or write the line again" in said


def test_what_its_author_did_to_a_line_counts(world: World) -> None:
    """Ann indents her line, as what she says to others, and takes off another."""
    world.add("Ann", "* wager")
    world.edit("Ann", "Play", f"{TOP}:{LINE[1:]}\n")
    world.sync()

    assert (stones(world), "before it was played" in world.text("Play")) == (0, False)


def test_what_a_stranger_wrote_goes_unsaid(world: World) -> None:
    """Who reverts vandals has no answers to them on the page."""
    text = world.text("Play")
    world.edit("Vandal", "Play", f"{text}* rubbish\n* more of it\n")
    world.edit("Bob", "Play", text)
    world.sync()

    assert (stones(world), world.text("Play").count("'''")) == (4, 2)


@pytest.mark.parametrize("by", ["Bob", "Ann"])
def test_an_answer_that_somebody_takes_off_is_told(world: World, by: str) -> None:
    """In the report, with who did it, and once; nothing is played again."""
    unanswered = world.text("Play")
    world.sync()
    revision = world.edit(by, "Play", unanswered)
    reports = [world.sync(), world.sync()]
    world.add("Bea", "* dig -- 2d4 (2, 3) = 5")
    reports.append(world.sync())
    told = [each for report in reports for each in report.notes if "took the answer" in each]

    assert told == [f"line 4, {LINE[2:]!r}: {by} took the answer to it off in revision {revision}"]
    assert stones(world) == 4


def test_a_line_that_goes_with_its_answer_is_no_news(world: World) -> None:
    """Who tidies the page up takes both."""
    world.sync()
    world.edit("Bob", "Play", TOP)

    assert world.sync().notes == ()
