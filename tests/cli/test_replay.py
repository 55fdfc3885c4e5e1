"""``wikibot replay`` and ``wikibot chart``: a game's history as a file to look at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Wikibot
from tests.game.tiny import ACTIONS
from wikibot.wiki.folder import FolderWiki


@pytest.fixture
def played(wikibot: Wikibot, wiki: FolderWiki) -> FolderWiki:
    """The wiki after a sync that played a line."""
    wiki.save_as("Ann", "Play", f"{ACTIONS}* dig -- 2d4 (1, 2) = 3\n")
    wikibot("sync", "-q")
    return wiki


def test_a_game_on_a_wiki_is_played_back(wikibot: Wikibot, played: FolderWiki, here: Path) -> None:
    """The file has a step for each line that was played, and the command says how many."""
    result = wikibot("replay", "-o", "game.html")
    page = (here / "game.html").read_text(encoding="utf-8")
    data = json.loads(page.split('id="recording">')[1].split("</script>")[0])

    assert 0 == result.exit_code, result.output
    assert f"{len(data['steps']) - 1} steps" in result.stdout
    assert any(step.get("line") for step in data["steps"])


def test_without_a_log_nothing_is_written(wikibot: Wikibot, wiki: FolderWiki, here: Path) -> None:
    """It says why in a line, and leaves no half a file."""
    result = wikibot("replay", "-o", "game.html")

    assert (1, False) == (result.exit_code, (here / "game.html").exists())
    assert "wikibot: " in result.stderr


def test_a_game_in_files_names_them_all(wikibot: Wikibot, here: Path) -> None:
    """Half of what is needed is wrong usage."""
    result = wikibot("replay", "-o", "-", "--rules", "stones")

    assert 64 == result.exit_code
    assert "--gamestate" in result.stderr


def test_a_game_without_a_number_has_no_chart(wikibot: Wikibot, played: FolderWiki) -> None:
    """The reason is said."""
    result = wikibot("chart", "-o", "chart.svg")

    assert 64 == result.exit_code
    assert "no number" in result.stderr
