"""The game ``pond`` is installed, its ruleset is a page of a folder wiki.

The commands run in this process.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.game.pond import PAGE
from tests.game.tiny import install
from tests.settings import settings
from wikibot.cli import main
from wikibot.wiki.folder import FolderWiki

Rules = Callable[..., Result]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a settings file; the game is installed as pip does it."""
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "settings.ini").write_text(settings("pond"))
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def wiki(here: Path) -> FolderWiki:
    """A folder wiki whose ruleset reads as it was implemented; Ann wrote it."""
    folder = FolderWiki(here / "wiki", keyboard="Keyboard")
    folder.save_as("Ann", "Rules", PAGE)
    return folder


@pytest.fixture
def rules(here: Path) -> Rules:
    """``rules("check", "--json")`` runs ``wikibot rules check --json``."""

    def run(*args: str) -> Result:
        return CliRunner().invoke(main, ["rules", *args])

    return run
