"""Dice that a player stated and took off the page before the bot looked: what was shown stands."""

from __future__ import annotations

import pytest

from tests.sync.world import World


@pytest.fixture
def world(world: World) -> World:
    """A game that was synced once."""
    world.sync()
    return world


def test_a_roll_is_not_shown_twice(world: World) -> None:
    """Ann writes a bad roll, and a better one in its place a minute later.

    The first one is hers.
    """
    before = world.text("Play")
    world.add("Ann", "* dig -- 2d4 (1, 1) = 2")
    world.edit("Ann", "Play", f"{before}* dig -- 2d4 (4, 4) = 8\n")
    refused = world.sync().outcomes[-1].text
    world.add("Ann", "* dig")
    done = world.sync().outcomes[-1].text

    assert refused.startswith("the roll for this was made before: 2d4 (1, 1) = 2")
    assert done == "found 2"


def test_words_may_be_changed_beside_a_roll(world: World) -> None:
    """Who only words a line anew has the roll that they had."""
    before = world.text("Play")
    world.add("Ann", "* dgi -- 2d4 (1, 3) = 4")
    world.edit("Ann", "Play", f"{before}* dig -- 2d4 (1, 3) = 4\n")

    assert [outcome.text for outcome in world.sync().outcomes][-1] == "found 4"
