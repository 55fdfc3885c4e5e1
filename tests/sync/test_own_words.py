"""A new item in plain words:
proposed, enacted, shown with what is understood, accepted, and used.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.replies import as_read
from tests.sync.conftest import made_once
from tests.sync.test_enacting import Cycle, by_late_rules
from tests.sync.world import Deadly, Killed, with_orders
from wikibot.stewards import notices

FEAST = "Each player gains 2 Fish. You gain 1d4 Shards and move to space 0."
SAYS = (
    "Each player gains 2 Fish; the player gains 1d4 Shard and moves to Space 0."  # the fixed form
)
PROPOSED = (
    "* propose Urgent: Feasts\n"
    f"*: replace «| Mauve || || 12» with «| Mauve || || 12¶|-¶| Feast || {FEAST} || » in Garbage"
)


def make(folder: Path) -> Cycle:
    """Ann and Bea play by a ruleset that is all accepted;
    Sam is the steward, with a page for that.
    """
    world = by_late_rules(folder, with_orders(folder, folder / "settings.ini"))
    world.edit("Sam", "Orders", "Stewards write here.\n")
    world.sync()
    return world


world = made_once(make)


def said(world: Cycle, name: str, line: str, title: str = "Play") -> str:
    """Write a line as an account, sync, and give the answer."""
    before = world.text(title)
    world.add(name, f"* {line}", title)
    world.sync()
    return as_read(world.text(title).removeprefix(before))


def enacted(world: Cycle) -> None:
    """The proposal passes, and a steward lets the bot write it."""
    world.add("Ann", PROPOSED)
    world.sync()
    said(world, "Bea", "vote P1 for")
    world.now = world.now.replace(day=world.now.day + 3)
    world.sync()
    said(world, "Sam", "enact P1: yes")
    said(world, "Sam", "correct Ann gains 2 Feast", "Orders")


def test_a_new_item_waits_with_its_paraphrase_and_is_played_once_accepted(world: Cycle) -> None:
    """The steward page says what is understood and which line accepts it;
    the answer says it again.
    """
    enacted(world)
    notice = as_read(world.text("Orders").partition(f"== {notices.RULES.title} ==")[2])
    listed = said(world, "Sam", "what is held", "Orders")
    held = said(world, "Ann", "use Feast")
    said(world, "Sam", "accept Garbage: Feast", "Orders")
    world.sync()
    accepted = as_read(world.text("Orders"))
    after = as_read(world.text("Orders"))
    played = said(world, "Ann", "use Feast -- 1d4 (3) = 3")

    assert f"I understand its words as: {SAYS}" in notice
    assert "`accept Garbage: Feast` has it played so" in notice
    assert f"has it played so: {SAYS}" in listed
    assert "'''held''': Garbage: Feast" in held
    assert f"I play it as: {SAYS}" in accepted
    assert notices.RULES.title not in after
    assert "Ann gains 2 Fish; Bea gains 2 Fish; Ann rolls 3; Ann gains 3 Shard" in played
    assert "Feast is used up" in played
    assert "3 Shards" in as_read(world.text("State")) or "3 Shard" in as_read(world.text("State"))


def test_an_accepted_item_that_is_reworded_waits_again(world: Cycle) -> None:
    """Another number is another rule; what is understood of the new words is shown again."""
    enacted(world)
    said(world, "Sam", "accept Garbage: Feast", "Orders")
    world.edit("Bea", "Rules", world.text("Rules").replace("gains 2 Fish", "gains 20 Fish"))
    held = said(world, "Ann", "use Feast -- 1d4 (3) = 3")
    notice = as_read(world.text("Orders"))

    assert "Garbage: Feast: its reading no longer holds, for it was given to other words" in held
    assert "Each player gains 20 Fish" in notice


def test_what_is_accepted_without_code_stands_on_the_readings_page(world: Cycle) -> None:
    """With the steward's name, in the log, and it is taken back as any reading is."""
    enacted(world)
    said(world, "Sam", "accept Garbage: Feast", "Orders")
    world.sync()
    page = as_read(world.text("Rules/Readings"))
    taken = said(world, "Ann", 'reading "Feast": none')
    held = said(world, "Ann", "use Feast -- 1d4 (3) = 3")
    said(world, "Sam", "accept Garbage: Feast as ruled", "Orders")
    world.sync()
    log = as_read(world.text("Log"))

    assert f"|| as written: {SAYS} || Sam" in page
    assert "is held" in taken
    assert "'''held'''" in held
    assert f'reading added by Sam: "Feast: {FEAST[:-1]}" is played as: as written' in log
    assert f'"Feast: {FEAST[:-1]}" is played as: people' in log
    assert "|| people || Sam" in world.text("Rules/Readings")


@pytest.mark.parametrize(("at", "after"), [(1, False), (1, True), (2, True), (3, False)])
def test_accepting_comes_whole_wherever_the_program_is_killed(
    world: Cycle, at: int, after: bool
) -> None:
    """Played once, with one row, or not at all and not told as accepted."""
    enacted(world)
    world.add("Sam", "* accept Garbage: Feast", "Orders")
    world.add("Ann", "* use Feast -- 1d4 (3) = 3")
    with pytest.raises(Killed):
        world.sync(wiki=Deadly(world, at, after=after))
    began = "Fish" in as_read(world.text("Play")).rpartition("use Feast")[2]
    noted = '"given": [' in world.text("State")
    world.sync()
    world.sync()

    assert noted or not began
    assert as_read(world.text("Play")).count("Bea gains 2 Fish") == 1
    assert world.text("Rules/Readings").count("|| Sam") == 1
    assert as_read(world.text("Orders")).count("I play it as") == 1


def test_own_words_are_played_for_as_long_as_they_mean_what_was_accepted(world: Cycle) -> None:
    """Whatever else has them read otherwise: here the row, which people edit."""
    enacted(world)
    said(world, "Sam", "accept Garbage: Feast", "Orders")
    page = world.text("Rules/Readings")
    world.edit("Bea", "Rules/Readings", page.replace("gains 2 Fish; the", "gains 9 Fish; the"))
    held = said(world, "Ann", "use Feast -- 1d4 (3) = 3")

    assert "Garbage: Feast: its words mean something else now than when they were" in held


def test_words_that_are_not_understood_are_not_accepted_as_such(world: Cycle) -> None:
    """The steward learns from which words on, and what else there is to say of the item."""
    world.edit(
        "Bea",
        "Rules",
        world.text("Rules").replace(
            "| Mauve || || 12", "| Mauve || || 12\n|-\n| Harp || You hum a mournful tune. ||"
        ),
    )
    world.sync()
    answer = said(world, "Sam", "accept Garbage: Harp", "Orders")

    assert "not accepted, because it is not implemented" in answer
    assert "as flavour" in answer


HARP = "You hum a mournful tune."


def with_harp(world: Cycle) -> None:
    """A new item, of which Ann has some, that no program understands."""
    harp = f"| Mauve || || 12\n|-\n| Harp || {HARP} ||"
    world.edit("Bea", "Rules", world.text("Rules").replace("| Mauve || || 12", harp))
    world.sync()
    said(world, "Sam", "correct Ann gains 5 Harp", "Orders")


def test_a_reading_has_an_item_played_that_nobody_programmed(world: Cycle) -> None:
    """From then on, bound to its words: with others it waits again, until it is confirmed."""
    with_harp(world)
    assert "'''held'''" in said(world, "Ann", "use Harp")
    given = said(world, "Ann", 'reading "Harp": each player gains 1 Fish.')
    played = said(world, "Ann", "use Harp")
    page = world.text("Rules/Readings")
    world.edit("Bea", "Rules", world.text("Rules").replace("mournful tune", "very mournful tune"))
    held = said(world, "Ann", "use Harp")
    asked = said(world, "Ann", 'reading "Harp"')
    confirmed = said(world, "Ann", 'reading "Harp": confirm')
    again = said(world, "Ann", "use Harp")

    assert "is played as: Each player gains 1 Fish" in given
    assert "Ann gains 1 Fish; Bea gains 1 Fish" in played
    assert f"| Harp: {HARP[:-1]}" in page
    assert "|| each player gains 1 Fish. || Ann" in page
    assert "'''held'''" in held
    assert f'given to other words: "Harp: {HARP[:-1]}"' in asked
    assert '"Harp: You hum a very mournful tune" is held' in asked
    assert "the reading was: each player gains 1 Fish" in asked
    assert 'if it is confirmed, from now on: "Harp: You hum a very mournful tune"' in asked
    assert "from now on" in confirmed
    assert "Ann gains 1 Fish; Bea gains 1 Fish" in again


def test_a_reading_may_say_that_an_item_does_nothing_or_leave_it_to_people(world: Cycle) -> None:
    """It is used up, or a ruling decides."""
    with_harp(world)
    said(world, "Ann", 'reading "Harp": people')
    held = said(world, "Ann", "use Harp")
    said(world, "Ann", 'reading "Harp": nothing')
    used = said(world, "Ann", "use Harp")

    assert "it is left to people" in held
    assert "Harp is used up" in used


def test_a_reading_counts_before_the_code(world: Cycle) -> None:
    """An item that is programmed is played as people say, and by its code without that."""
    said(world, "Sam", "correct Ann gains 2 Actual Garage", "Orders")
    before = said(world, "Ann", 'reading "Actual Garage"')
    said(world, "Ann", 'reading "Actual Garage": each player gains 1 Fish.')
    played = said(world, "Ann", "use Actual Garage")

    assert "is played as: the user is granted random items" in before
    assert "Bea gains 1 Fish" in played
