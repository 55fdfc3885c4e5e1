"""A game with sealed dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dice.days import Casino


@pytest.fixture
def casino(tmp_path: Path) -> Casino:
    """A game with sealed dice, synced once before the first line."""
    casino = Casino(tmp_path / "wiki", "sealed")
    casino.sync()
    return casino
