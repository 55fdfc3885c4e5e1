"""With ``--debug`` an operator sees why each line was played or not, and what each stage cost."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.sync.world import World


def test_every_line_that_was_seen_is_told_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One that is played, one that another account changed, and one that was answered before."""
    world = World(tmp_path)
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.edit("Ann", "Play", world.text("Play").replace("(1, 1) = 2", "(2, 2) = 4"))
    with caplog.at_level(logging.DEBUG, "wikibot"):
        world.sync()
    told = "\n".join(
        record.getMessage() for record in caplog.records if record.name == "wikibot.sync"
    )

    assert "taken: Ann wrote 'dig -- 2d4 (1, 3) = 4'" in told
    assert "rejected, cant: 'dig -- 2d4 (2, 2) = 4': Ann changed this line of Bea" in told
    stages = (
        "poll", "read", "inbox", "rules", "commands", "load", "play", "render", "plan", "commit",
    )  # fmt: skip
    assert [*stages, "deliver"] == [
        line.split(":")[0] for line in told.split("\n") if not line.startswith("line ")
    ]
    assert "3 lines (2 done, 1 cant)" in told
    head = world.wiki.poll(["Play"]).heads["Play"].revision
    assert head is not None
    assert f"Play at {head.id}" in told


def test_a_sync_without_news_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """And one with news says which page moved, from which revision to which."""
    world = World(tmp_path)
    world.sync()
    with caplog.at_level(logging.DEBUG, "wikibot"):
        world.sync()
        before = world.wiki.poll(["Play"]).heads["Play"].revision
        after = world.add("Ann", "Hello.")
        world.sync(force=False)
    told = [record.getMessage() for record in caplog.records if "poll: " in record.getMessage()]

    assert before is not None
    assert told == [
        "poll: nothing moved, and nothing is due",
        f"poll: Play moved from {before.id} to {after}",
    ]


def test_nothing_is_told_unless_it_is_asked_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A sync by cron says what needs a person, and nothing else."""
    world = World(tmp_path)
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    with caplog.at_level(logging.INFO, "wikibot"):
        world.sync()

    assert not caplog.records
