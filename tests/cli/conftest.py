"""A game that is installed like any other, and the real program to run on real files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.game.tiny import ACTIONS, GAMESTATE, install
from tests.settings import settings
from wikibot.cli import main
from wikibot.wiki.folder import FolderWiki

ROOT = Path(__file__).parents[2]
SETTINGS = settings("stones", log="Log")

Wikibot = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def stones_installed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The game ``stones`` is installed like any other."""
    site = tmp_path_factory.mktemp("site")
    install(site)
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", f"{site}{os.pathsep}{ROOT}")
    return site


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, and a home with nothing in it."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("WIKIBOT_PASSWORD", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def wiki(here: Path) -> FolderWiki:
    """A folder wiki with a game on it, and the settings for it."""
    (here / "settings.ini").write_text(SETTINGS)
    folder = FolderWiki(here / "wiki", keyboard="Keyboard")
    for title, text in (("Rules", "No rules.\n"), ("State", GAMESTATE), ("Play", ACTIONS)):
        folder.save_as("Sam", title, text)
    return folder


@pytest.fixture
def wikibot(here: Path) -> Wikibot:
    """The command line in this process: ``wikibot("sync", "-q")``."""

    def run(*args: str, stdin: str | None = None) -> Result:
        return CliRunner().invoke(main, list(args), input=stdin)

    return run


@pytest.fixture
def program(here: Path) -> Program:
    """The program in a process of its own."""

    def run(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, **environment}
        command = [sys.executable, "-m", "wikibot", *args]
        return subprocess.run(
            command, capture_output=True, text=True, env=env, cwd=here, check=False, timeout=60
        )

    return run
