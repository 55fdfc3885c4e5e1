"""Each stage does its work once: nothing is parsed, attributed, drawn or noted twice in a sync."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from inspect import getattr_static
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.sync.world import World, with_orders
from wikibot.config.games import load_game
from wikibot.game.game import Game
from wikibot.game.page.gamestate import GamestatePage
from wikibot.storage.local import Journal, SqliteRows
from wikibot.wiki.blame import PageBlame
from wikibot.wikitext import table_reader

PAGES = ("Rules", "State", "Play", "Orders")
ROOT = Path(__file__).parents[2]
PRODUCT = tuple(str(ROOT / each) for each in ("wikibot", "rules"))
MOST_FILES, MOST_CALLS = 70, 2_000  # of one line; they only ever go down
FIGURES = re.compile(
    r"^\| files that the line passes through.* \| ([\d,]+); ([\d,]+) \|$", re.MULTILINE
)


class Counted(World):
    """A Cycle 15 game after its first sync, with a journal in a file, whose calls are counted."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__(folder / "wiki")
        self.game: Game[Any] = load_game("cycle15")
        self.settings = with_orders(folder / "wiki")
        pages = self.game.demo().pages
        texts = (pages["Ruleset"], pages["Gamestate"], "== Actions ==\n", "Write below.\n")
        for title, text in zip(PAGES, texts, strict=True):
            self.edit("Sam", title, text)
        self.journal.close()
        rows = SqliteRows(folder / "journal")
        self.journal = Journal(rows)
        self.calls: Counter[str] = Counter()
        self.add("Ann", "* help")
        self.sync()
        for owner, name in (
            *((type(self.game), name) for name in ("read", "write", "picture", "rulebook")),
            (type(self.game), "differences"),
            (GamestatePage, "contents"),
            (PageBlame, "__init__"),
        ):
            call = self.counted(name, getattr(owner, name))
            static = isinstance(getattr_static(owner, name), staticmethod)
            patch.setattr(owner, name, staticmethod(call) if static else call)
        rows._db.set_trace_callback(lambda sql: self.calls.update([sql.split()[0]]))

    def counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **more: Any) -> Any:
            self.calls[name] += 1
            return real(*words, **more)

        return call

    def sync(self, **options: Any) -> Any:
        self.calls.clear()
        return super().sync(**options)

    def told(self, *names: str) -> Sequence[int]:
        return [self.calls[name] for name in names]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counted:
    """A game that has been synced once."""
    return Counted(tmp_path, monkeypatch)


def test_one_line_costs_each_step_once(world: Counted) -> None:
    """The gamestate is read once and written once; each page of lines has its blame once.

    The ruleset page, which has not changed since the last sync of this program, is not read again.
    """
    line = world.game.demo().lines[0]
    world.add(line[0], f"* {line[2].lstrip('* ')}")
    report = world.sync()

    assert [str(outcome.verdict) for outcome in report.outcomes] == ["done"]
    assert world.told("read", "write", "picture", "rulebook", "differences") == [1, 1, 1, 0, 0]
    assert world.told("contents") == [2]  # the page, and once more as it is to be
    assert world.told("__init__") == [2]  # the actions page, the steward page
    assert world.told("COMMIT") == [1]


def test_a_line_passes_through_few_files(world: Counted) -> None:
    """How much of the program one has to know in order to follow a line from page to answer:
    no more than docs/architecture.md says, and that not a tenth too much.

    It may say no more than ``MOST_FILES`` and ``MOST_CALLS``.
    """
    world.edit("Sam", "State", world.text("State").replace("2 Fish", "3 Fish"))
    for _ in range(2):  # what is made once a process is made by then
        world.add("Ann", "* use Fish")
        world.sync()
    world.add("Ann", "* use Fish")
    files, calls = set[str](), 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        here, caller = frame.f_code.co_filename, frame.f_back and frame.f_back.f_code.co_filename
        if event == "call" and here.startswith(PRODUCT):
            files.add(here)
            calls += caller != here and str(caller).startswith(PRODUCT)

    sys.setprofile(count)
    try:
        report = world.sync()
    finally:
        sys.setprofile(None)

    assert [str(outcome.verdict) for outcome in report.outcomes] == ["done"]
    told = FIGURES.search((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))
    assert told
    most_files, most_calls = (int(each.replace(",", "")) for each in told.groups())
    assert (most_files <= MOST_FILES, most_calls <= MOST_CALLS) == (True, True)
    assert 0.9 * most_files <= len(files) <= most_files
    assert 0.9 * most_calls <= calls <= most_calls


def test_no_text_is_looked_through_for_tables_twice(
    world: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many tables a game has: sheets, records and the board share what was found."""
    seen: list[str] = []
    real = table_reader._Reader.read

    def looked(reader: Any) -> Any:
        seen.append(reader.source)
        return real(reader)

    monkeypatch.setattr(table_reader._Reader, "read", looked)
    line = world.game.demo().lines[0]
    world.add(line[0], f"* {line[2].lstrip('* ')}")
    world.sync()

    assert (len(seen) > 1, len(seen) - len(set(seen))) == (True, 0)


def test_an_edit_by_hand_costs_one_more_reading(world: Counted) -> None:
    """The bot's own last page is read as well, to tell what people changed."""
    world.edit("Sam", "State", world.text("State").replace("2 Fish", "3 Fish"))
    report = world.sync()

    assert report.corrections
    assert world.told("read", "write", "picture", "differences") == [2, 1, 1, 1]


def test_what_failed_is_noted_too(world: Counted, tmp_path: Path) -> None:
    """A sync that ends with an error leaves what it had read, in the same one transaction."""

    class Fatal(Exception):
        """Anything."""

    def save(*_: object) -> None:
        raise Fatal

    world.add("Ann", "* look here")
    world.wiki.save = save  # type: ignore[method-assign,assignment]
    with pytest.raises(Fatal):
        world.sync()

    assert world.told("COMMIT") == [1]
    with sqlite3.connect(tmp_path / "journal") as db:
        assert db.execute(
            "SELECT count(*) FROM pages WHERE text LIKE '%* look here%'"
        ).fetchone() == (1,)
