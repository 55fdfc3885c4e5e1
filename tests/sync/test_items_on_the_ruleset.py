"""Items that change the table of items: from the talk page to the ruleset and into play."""

from __future__ import annotations

from pathlib import Path

from rules.cycle15 import GAME
from tests.replies import as_read
from tests.sync.conftest import made_once
from tests.sync.test_enacting import Cycle, by_late_rules
from wikibot.game.state import Kind

OWNED = (
    "2 Blank Card", "1 Sick Burn", "1 Bottle of Holding", "1 Veil Vacuum", "3 Demonic Tutor",
    "1 Mauve",
)  # fmt: skip


def make(folder: Path) -> Cycle:
    """Ann owns what changes the ruleset; Sam is the steward."""
    world = by_late_rules(folder)
    world.add("Sam", f"* correct {'; '.join(f'Ann gains {each}' for each in OWNED)}")
    world.sync()
    return world


world = made_once(make)


def said(world: Cycle, name: str, *lines: str) -> str:
    """Write lines as an account, sync, and give the answers."""
    before = world.text("Play")
    world.add(name, "\n".join(f"* {line}" for line in lines))
    world.sync()
    return as_read(world.text("Play").removeprefix(before))


def test_a_new_item_is_on_the_page_once_a_steward_says_yes(world: Cycle) -> None:
    """It can be owned at once.

    Shown as a diff, decided, written, it still can, and its use is ruled on.
    """
    told = said(
        world, "Ann", "use Blank Card: Moon, Everybody gains a Fish.", "use Demonic Tutor: Moon"
    )
    shown = said(world, "Sam", "enact A1")
    before = world.text("Rules")
    said(world, "Sam", "enact A1: yes")
    owned = said(world, "Ann", "use Demonic Tutor: Moon")
    held = said(world, "Ann", "use Moon")

    assert "Moon comes last in Garbage: Everybody gains a Fish." in told
    assert "Ann gains 1 Moon (now 1)" in told
    assert "with `enact A1: yes` the bot changes the ruleset page so" in shown
    assert "Your answer: yes, no" in shown
    assert "Moon" not in before
    assert "\n|-\n| Moon || Everybody gains a Fish. || \n|}" in world.text("Rules")
    assert "Ann gains 1 Moon (now 2)" in owned
    assert "a ruling says what it does, and that Ann loses 1 Moon" in held


def test_a_new_item_is_played_by_a_ruling(world: Cycle) -> None:
    """What waits is settled in exact words, the loss of the item among them."""
    said(world, "Ann", "use Blank Card: Moon, Everybody gains a Fish.")
    said(world, "Sam", "enact A1: yes")
    said(world, "Ann", "use Demonic Tutor: Moon")
    identity = said(world, "Ann", "use Moon").partition("`ruling ")[2].partition(":")[0]
    said(world, "Sam", f"ruling {identity}: Ann loses 1 Moon; Ann gains 1 Fish; Bea gains 1 Fish")
    reading = GAME.read(world.text("State"), GAME.rulebook(world.text("Rules")), world.now)

    assert [
        (each.count("Fish"), each.count("Moon")) for each in reading.state.players.values()
    ] == [(1, 0), (1, 0)]
    assert not [each for each in reading.state.pending if each.kind is Kind.HELD]


def test_a_burnt_item_leaves_the_table_without_a_trace(world: Cycle) -> None:
    """Its row goes, line break and all, and what players still own of it has no use."""
    before = world.text("Rules")
    said(world, "Ann", "use Sick Burn: Mauve")
    said(world, "Sam", "enact A1: yes")
    gone = [line for line in before.split("\n") if line not in world.text("Rules").split("\n")]
    told = said(world, "Ann", "use Mauve")

    assert len(gone) == 1
    assert gone[0].startswith("| Mauve ||")
    assert len(world.text("Rules").split("\n")) == len(before.split("\n")) - 2
    assert "no rule says what using Mauve does" in told


def test_bottle_and_vacuum_change_what_the_page_says(world: Cycle) -> None:
    """A description holds the type that its item took.

    Blank spaces have the rule that its item gave them.
    """
    said(world, "Sam", "correct space 0 is Casino")
    said(world, "Ann", "use Bottle of Holding", "use Veil Vacuum")
    said(world, "Sam", "enact A1: yes", "enact A2: yes")
    rules = GAME.rulebook(world.text("Rules"))

    assert "Casino" in rules.unit("Garbage: Bottle of Holding").text
    assert "grant them a Blank Card" in rules.unit("Blank").text
