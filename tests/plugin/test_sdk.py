"""The public names: what the docs promise is there, and a game needs nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from wikibot import sdk

ROOT = Path(__file__).parents[2]


def test_the_docs_name_every_public_name_and_no_other() -> None:
    """What is in ``__all__`` and what the table of adding-a-game.md lists are the same."""
    text = (
        (ROOT / "docs/adding-a-game.md")
        .read_text(encoding="utf-8")
        .partition("## The public names")[2]
    )
    listed = re.findall(r"`(\w+)`", text.partition("| --- |")[2])

    assert sorted(listed) == sorted(sdk.__all__)
    assert all(hasattr(sdk, name) for name in sdk.__all__)


def test_a_game_in_a_package_of_its_own_needs_nothing_else() -> None:
    """The orchard imports from wikibot by the public names only."""
    files = (Path(__file__).parent / "orchard").glob("*.py")
    used = {
        module
        for file in files
        for module in re.findall(r"(?:from|import) (wikibot[\w.]*)", file.read_text())
    }

    assert used <= {"wikibot", "wikibot.sdk"}
