"""What mwparserfromhell is asked for in a sync, and what becomes of wikitext that it never gets."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.sync.test_counts import PAGES, Counted
from tests.sync.world import with_orders
from wikibot.config.games import load_game
from wikibot.wiki.folder import FolderWiki

OPENERS = "[[a " * 13
PROGRAM = """\
import json, sys
import mwparserfromhell
from wikibot.__main__ import main
real, asked = mwparserfromhell.parse, []
mwparserfromhell.parse = lambda text, **options: asked.append(text) or real(text, **options)
try:
    sys.argv = ["wikibot", "sync"]
    main()
finally:
    print("asked", json.dumps(asked))
"""


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counted:
    """A game that has been synced once."""
    return Counted(tmp_path, monkeypatch)


class Game:
    """A Cycle 15 game in a folder, synced by a program of its own each time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wiki = FolderWiki(folder / "wiki", user="Wikibot")
        pages = load_game("cycle15").demo().pages
        texts = (pages["Ruleset"], pages["Gamestate"], "== Actions ==\n", "Write below.\n")
        for title, text in zip(PAGES, texts, strict=True):
            self.edit(title, text)
        options = with_orders(folder / "wiki").game
        (folder / "settings.ini").write_text(
            f"[wiki]\napi = folder:{folder / 'wiki'}\n[game]\nrules = cycle15\n"
            f"ruleset = {options.ruleset}\ngamestate = {options.gamestate}\n"
            f"actions = {options.actions}\nlog = Log\n[stewards]\nusers = Sam\npage = Orders\n"
            "[bot]\njournal = journal\n"
        )

    def edit(self, title: str, text: str) -> None:
        self.wiki.save_as("Sam", title, text, datetime.now(UTC))

    def change(self, title: str, old: str, new: str) -> None:
        page = self.wiki.read([title])[title]
        text = (page.text or "") if page else ""
        assert old in text
        self.edit(title, text.replace(old, new, 1))

    def asked(self) -> Sequence[str]:
        command = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(
            command, check=False, cwd=self.folder, text=True, capture_output=True, timeout=120
        )
        said = [line for line in done.stdout.splitlines() if line.startswith("asked ")]
        assert (len(said), "Traceback" in done.stderr) == (1, False), done.stderr
        return [str(each) for each in json.loads(said[0].removeprefix("asked "))]


def test_only_texts_that_are_new_are_asked_for(tmp_path: Path) -> None:
    """A changed rule, a cell by hand and a line, each once; known ones not in later syncs."""
    game = Game(tmp_path)
    game.asked()
    game.change(
        "Rules", "== Players ==\n", "== Players ==\nSee the [[Help page|help]]. <!-- ? -->\n"
    )
    game.change("State", "2 Fish", "2 [[Fish]] <!-- caught -->")
    game.change("Play", "== Actions ==\n", "== Actions ==\n* help [[Items|me]]\n")
    first = game.asked()
    game.asked()  # with the log, which waited
    again = game.asked()
    game.change("Play", "== Actions ==\n", "== Actions ==\n* help\n")
    later = game.asked()

    assert [each for each in first if "[[Help page|help]]" in each]
    assert "2 [[Fish]]" in first  # of a list of things, one by one
    assert [each for each in first if "[[Items|me]]" in each]
    assert (again, [each for each in later if each in first]) == ([], [])


def test_a_rule_beyond_the_bound_is_held_and_told(world: Counted) -> None:
    """The notice names it and says what to do, nobody can accept it, and the rest plays on."""
    rules = world.text("Rules")
    world.edit("Eve", "Rules", rules.replace("== Players ==\n", f"== Players ==\n{OPENERS}\n", 1))
    world.add("Ann", "* move 1 2 3 4 5 6")
    world.add("Cy", "* join")
    world.add("Sam", "* accept Players", "Orders")
    report = world.sync()

    told = [(str(each.verdict), each.text) for each in report.outcomes]
    assert "held" in [verdict for verdict, text in told if text.startswith("Players: its wikitext")]
    assert "needs" in [verdict for verdict, _ in told]
    assert [text for _, text in told if text.startswith("Players is not accepted: its wikitext")]
    assert "close or remove them" in world.text("Orders").partition("Rules that wait")[2]

    world.edit("Ann", "Rules", rules)
    world.sync()
    assert "Rules that wait" not in world.text("Orders")


def test_a_cell_beyond_the_bound_is_held_and_told(world: Counted) -> None:
    """As any cell that cannot be read: by its row and column, with what to do."""
    before = world.text("State")
    world.edit("Eve", "State", before.replace("2 Fish", f"2 Fish {OPENERS}", 1))
    world.add("Ann", "* help")
    report = world.sync()

    assert [each for each in report.problems if "close or remove them" in each and "Items" in each]

    world.edit("Ann", "State", before)
    assert [str(each.verdict) for each in world.sync().outcomes] == ["done"]
