"""A group without a terminal has the bot make its gamestate page, by a line among the actions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sync.group import Group
from tests.sync.world import Deadly, Killed

OURS = "Washing up: you find coins in the suds.\n\nA guest may sing: they gain 1 Fame.\n"
WASHES = 'reading "Washing up": A player may wash: they gain 3 Coins.'
ASKS = "make gamestate"


@pytest.fixture
def group(tmp_path: Path) -> Iterator[Group]:
    """A group that has its rules, and a page to write on."""
    found = Group(tmp_path, yet=False)
    found.edit("Ann", "Rules", OURS)
    found.edit("Ann", "Play", "== Actions ==\n")
    yield found
    found.journal.close()


def row(group: Group, name: str) -> str:
    """Somebody's row."""
    return next(e for e in group.text("State").splitlines() if e.startswith(f"| {name} "))


def test_a_line_has_the_page_made_with_what_rules_and_readings_speak_of(group: Group) -> None:
    """What was written before is played on it, each line by what counted when it was saved."""
    group.says("Ann", "join")
    group.says("Ann", "wash")
    group.says("Ann", WASHES)
    assert "`make gamestate`" in " ".join(group.sync().problems)
    group.says("Ann", ASKS)
    group.says("Ann", "wash")
    while group.sync().left:
        pass

    assert "! Guest !! Coins !! Fame" in group.text("State")
    assert row(group, "Ann") == "| Ann || 3 || 0"
    assert group.text("Play").count("'''huh'''") == 1
    assert "there is a gamestate page" in group.text("Play")
    assert "'''waits'''" not in group.text("Play")
    made, *played = group.wiki.history("State", 0)
    assert (made.user, "#run" in (made.comment or "")) == ("Wikibot", False)
    assert all("#run" in (each.comment or "") for each in played)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("at", [1, 2, 3])
def test_it_is_made_once_wherever_the_program_is_killed(
    group: Group, at: int, *, after: bool
) -> None:
    """The next sync goes on from what is there."""
    group.says("Ann", ASKS)
    group.says("Ann", "join")
    group.says("Ann", "sing")
    with pytest.raises(Killed):
        group.sync(Deadly(group, at, after=after))  # type: ignore[arg-type]
    while group.sync().left:
        pass

    assert row(group, "Ann") == "| Ann || 1"
    assert group.text("Play").count("there is a gamestate page") == 1


def test_a_page_that_is_gone_is_not_made_anew_by_a_line_that_was_answered(group: Group) -> None:
    """It may have been deleted or moved: a person says what is to be done."""
    answered = f"== Actions ==\n* {ASKS}\n*: '''done''': there is one [[User:Wikibot|Wikibot]]\n"
    group.edit("Wikibot", "Play", answered)
    problems = group.sync().problems
    assert "State: there is no such page" in " ".join(problems)
    group.says("Bob", ASKS)
    group.sync()

    assert "! Guest !! Fame" in group.text("State")


def test_nothing_is_made_without_rules(tmp_path: Path) -> None:
    """Each page that is missing is told."""
    group = Group(tmp_path, yet=False)
    group.edit("Ann", "Play", f"== Actions ==\n* {ASKS}\n")

    assert len(group.sync().problems) == 2
    assert not group.text("State")
    group.journal.close()
