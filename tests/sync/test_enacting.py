"""From a proposal on the talk page to the changed ruleset page."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from rules.cycle15 import GAME
from tests.rules.rulesets import RULES
from tests.sync.conftest import made_once
from tests.sync.world import World
from wikibot.config.settings import Settings
from wikibot.stewards.accept import Origin, accept
from wikibot.storage.local import overlay_file, write_overlay


class Cycle(World):
    """Cycle 15 by a ruleset with proposals, at the tiny game's table."""

    game = GAME


def by_late_rules(folder: Path, settings: Settings | None = None) -> Cycle:
    """Ann and Bea play by a ruleset with proposals that is all accepted; Sam is the steward."""
    world = Cycle(folder)
    rules = RULES["late"].text
    book = GAME.rulebook(rules)
    world.settings = settings or replace(world.settings, file=folder / "settings.ini")
    accepted = accept(book, list(book.units), (), Origin("2024-01-05", "test", "late"))
    write_overlay(overlay_file(world.settings), accepted)
    world.edit("Sam", "Rules", rules)
    world.edit("Sam", "State", GAME.new_page(book, world.now, "State"))
    for name in ("Ann", "Bea"):
        world.add(name, "* join")
    world.sync()
    return world


def make(folder: Path) -> Cycle:
    """A proposal that says what changes on the ruleset page, and that has passed."""
    world = by_late_rules(folder)
    world.add("Ann", "* propose Urgent: Ponds\n*: append «A pond is wet.» to Board")
    world.sync()
    world.now += timedelta(hours=49)
    world.sync()
    return world


world = made_once(make)


def test_a_steward_lets_the_bot_enact(world: Cycle) -> None:
    """Shown, decided, written over the revision that was read, noted once the page says so."""
    before = world.text("Rules")
    world.add("Sam", "* enact P1")
    world.sync()
    shown = world.text("Rules")
    world.add("Sam", "* enact P1: yes")
    edits = [each.title for each in world.sync().changes]
    after = world.text("Rules")
    later = [each.title for each in world.sync().changes]

    assert (edits, later) == (["State", "Play", "Rules"], ["State", "Log"])
    assert shown == before
    assert "A pond is wet." in after
    assert after.replace("A pond is wet.", "").split() == before.split()
    assert "|| enacted ||" in world.text("State")
    comment = world.wiki.history("Rules", 0)[-1].comment or ""
    assert "|wikibot]]: enacted: P1 " in comment


def test_what_passed_is_announced_with_who_enacts_it(world: Cycle) -> None:
    """The status line of the gamestate page names it until it is enacted.

    The log says how it passed.
    """
    announced = "To be enacted: <nowiki>P1 by Ann</nowiki>." in world.text("State")
    world.add("Sam", "* enact P1: yes")
    for _ in range(3):
        world.sync()

    assert announced
    assert "To be enacted" not in world.text("State")
    assert "Ann enacts what it says, or a steward's `enact P1` has the bot do it" in world.text(
        "Log"
    )


def test_a_crash_before_the_page_is_written_is_caught_up(world: Cycle) -> None:
    """What a steward decided is carried out once, by the next run where this one was cut off."""
    real_save = world.wiki.save

    def save_but_rules(edit: object) -> object:
        if getattr(edit, "title", "") == "Rules":
            raise KeyboardInterrupt
        return real_save(edit)  # type: ignore[arg-type]

    world.wiki.save = save_but_rules  # type: ignore[assignment,method-assign]
    world.add("Sam", "* enact P1: yes")
    with pytest.raises(KeyboardInterrupt):
        world.sync()
    world.wiki.save = real_save  # type: ignore[method-assign]
    world.sync()
    world.sync()

    assert (
        world.text("Rules").count("A pond is wet."),
        "|| enacted ||" in world.text("State"),
    ) == (1, True)


def test_a_dry_run_shows_the_ruleset_page(world: Cycle) -> None:
    """What the decision would write is among the changes."""
    world.add("Sam", "* enact P1: yes")
    report = world.sync(dry_run=True)

    assert "Rules" in [change.title for change in report.changes]


def test_what_is_held_then_is_told_before_and_after(world: Cycle) -> None:
    """A steward who lets the bot change a rule knows which rule then waits."""
    world.add("Sam", "* enact P1")
    world.sync()
    world.add("Sam", "* enact P1: yes")
    world.sync()
    text = world.text("Play")
    report = world.sync()

    assert text.count("held then, until a steward accepts the new words: Board") == 2
    assert any("Board: its wording changed in revision" in problem for problem in report.problems)


def test_what_people_enacted_leaves_the_page_for_the_log(world: Cycle) -> None:
    """After 30 days the bot notes that the ruleset page has it; the log tells of both."""
    world.add("Bea", "* propose Urgent: Ducks")
    world.now += timedelta(days=31)
    world.sync()
    waiting = world.text("State")
    rules = world.text("Rules")
    board = rules.index("\n\n", rules.index("== Board =="))
    world.edit("Ann", "Rules", f"{rules[:board]}\n\nA pond is wet.{rules[board:]}")
    world.add("Bea", "* help")
    world.sync()
    world.sync(force=True)
    log = world.text("Log")

    assert "| P1" in waiting
    assert "| P1" not in world.text("State")
    assert "correct proposal P1 is enacted" in log
    assert "P1 (Ponds) left the page: enacted" in log


def test_a_row_that_cannot_leave_stops_nothing(world: Cycle) -> None:
    """Where people drew a cell over several rows, they stay, and lines are played."""
    state = world.text("State")
    row = next(line for line in state.split("\n") if line.startswith("| P1"))
    spanned = "| P0 || Frogs || Urgent || rowspan=2 | Ann || failed || 2024-01-01 00:00"
    cells = row.replace("|| Ann ", "", 1)
    world.edit("Sam", "State", state.replace(row, f"{spanned}\n|-\n{cells}"))
    world.now += timedelta(days=40)
    world.add("Bea", "* propose Urgent: Ducks")
    report = world.sync()

    assert not report.problems
    assert "Frogs" in world.text("State")
    assert "Ducks" in world.text("State")
