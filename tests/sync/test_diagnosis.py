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
    assert ["read", "plan", "commit", "deliver"] == [
        line.split(":")[0] for line in told.split("\n") if line.endswith(("request", "requests"))
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
