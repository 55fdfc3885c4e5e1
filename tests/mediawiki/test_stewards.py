"""Stewards on a real server:
who is one, what they can do, and what changed wordings look like to them.

Who belongs to a group the server says: that is tested on both versions. Orders and wordings are
text of pages, and whose a line is has its own tests on both (test_talk_whose): the newer one does.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.cycle15 import GAME
from tests.mediawiki.server import Server
from tests.mediawiki.table import bot
from tests.replies import as_read
from wikibot.config.sections import BotSection, GameSection, StewardsSection, WikiSection
from wikibot.config.settings import Settings
from wikibot.storage.local import Journal
from wikibot.sync.report import Report
from wikibot.sync.run import sync

_REPLY = re.compile(r"^[*:#]+ '''(\w+)''': (.*?)( \([^()]*\)|) <!--", re.MULTILINE)
BOARD = "Gamestate"


class Game:
    """The demo of Cycle 15 on a server, with a steward page.
    Alice is a steward by name, the Steward by his group.
    """

    def __init__(self, server: Server, folder: Path) -> None:
        self.server, self.folder = server, folder
        server.prepare("demo", self._write_pages)
        self.steward = server.client("Steward")
        self.settings = Settings(
            WikiSection(server.proxy.api, Server.bot_user),
            GameSection("cycle15", "Ruleset", "Gamestate", "Talk:Gamestate", "Log"),
            StewardsSection(("Alice",), ("sysop",), "Orders"),
            BotSection(stop_page="Stop", journal=folder / "journal"),
            file=folder / "settings.ini",
        )

    def _write_pages(self) -> None:
        more = {"Talk:Gamestate": "== Actions ==", "Orders": "Orders below."}
        for title, text in {**GAME.demo().pages, **more}.items():
            self.server.client("Steward").edit(title, text)

    def begin(self) -> None:
        """Let Carol join, and the bot learn of it."""
        self.server.prepare("demo with Carol", self._join, self.folder)
        self.steward = self.server.client("Steward")

    def _join(self) -> None:
        self.add("Carol", "join")
        self.sync()

    def add(self, name: str, line: str, title: str = "Talk:Gamestate") -> int:
        """Append a signed line as somebody."""
        return self.server.client(name).edit(title, append=f"\n* {line} ~~~~")

    def sync(self) -> Report:
        """One sync."""
        with Journal(self.folder / "journal") as journal:
            return sync(self.settings, GAME, bot(self.server.proxy.api, self.folder), journal)

    def answer(self, name: str, line: str, title: str = "Talk:Gamestate") -> str:
        """The last reply on a page after somebody's line was synced."""
        self.add(name, line, title)
        self.sync()
        return self.replies(title)[-1]

    def replies(self, title: str) -> list[str]:
        """Verdict, text and what follows it, of every reply."""
        return [
            f"{verdict}: {text}{rest}"
            for verdict, text, rest in _REPLY.findall(as_read(self.steward.text(title)))
        ]


@pytest.fixture
def game(mediawiki_143: Server, tmp_path: Path) -> Game:
    """A game in which Carol takes part, on the newer version."""
    return begun(mediawiki_143, tmp_path)


def begun(server: Server, folder: Path) -> Game:
    """A game in which Carol takes part."""
    game = Game(server, folder)
    game.begin()
    return game


def test_stewards_by_name_and_by_group(mediawiki: Server, tmp_path: Path) -> None:
    """An account in the settings and one in the wiki's group may both set the state right."""
    game = begun(mediawiki, tmp_path)
    for number, name in enumerate(("Alice", "Steward"), 2):
        answer = game.answer(name, f"correct Carol gains {number} Fish", "Orders")

        assert answer.startswith(f"done: Carol gains {number} Fish")


def test_a_forged_order_is_refused(game: Game) -> None:
    """An order that Dave wrote and signed as Alice is nobody's."""
    line = "\n* correct Dave gains 9 Crystals [[User:Alice|Alice]] 12:04, 5 January 2024 (UTC)"
    game.server.client("Dave").edit("Orders", append=line)
    game.sync()

    assert "was added by Dave" in game.replies("Orders")[-1]


def test_a_changed_wording_is_held_shown_and_accepted(game: Game) -> None:
    """A reworded rule holds what needs it;
    the wiki says which revision, how, and what accepts it, which plays it.
    """
    rules = game.steward.text("Ruleset")
    section = (
        rules.index("=== Movement ===")
        if "=== Movement ===" in rules
        else rules.index("== Movement ==")
    )
    at = rules.index(".", section)
    revision = game.steward.edit("Ruleset", rules[:at] + " on a sunny day" + rules[at:])
    held = game.answer("Carol", "move 1 2 -- 2d4 (1, 1) = 2")
    told = game.steward.text("Orders")
    accepted = game.answer("Alice", "accept Movement", "Orders")
    played = game.replies("Talk:Gamestate")[-1]

    assert held.startswith("held: Movement")
    assert f"changed in revision {revision} by Steward" in held
    assert "sunny" in held
    assert "[[Orders]]" in held
    wording = f"the present wording of Movement (revision {revision} by Steward) is accepted"
    assert accepted.startswith(f"done: {wording}")
    assert "on a sunny day" in accepted.partition("; the page says now: ")[2]
    assert f"Movement: its wording changed in revision {revision} by Steward" in told
    assert "Rules that wait" not in game.steward.text("Orders")
    assert played.startswith("done: 0 → 1 → 2")


def test_undo_over_several_syncs(game: Game) -> None:
    """A move of an earlier sync is taken back from the wiki's own history,
    and what others did since stays.
    """
    revision = game.add("Carol", "move 1 2 -- 2d4 (1, 1) = 2")
    game.sync()
    game.add("Erin", "join")
    game.sync()
    page = game.server.sql(
        "SELECT page_id FROM page WHERE page_namespace = 1 AND page_title = 'Gamestate'"
    )[0][0]
    shown = game.answer("Alice", f"dry run undo {page}.{revision}.0", "Orders")
    done = game.answer("Alice", f"undo {page}.{revision}.0", "Orders")

    assert ("Carol is on 0" in shown, "Carol is on 0" in done) == (True, True)
    assert re.search(r"\| *\[?\[?(?:User:)?Carol.*\|\| 0 \|\|", game.steward.text(BOARD))
    assert "Erin" in game.steward.text(BOARD)


def test_a_revert_pauses_until_a_steward_resumes(game: Game) -> None:
    """Somebody undoes the bot's edit on the wiki:
    the bot says so, waits, and goes on when told to.
    """
    game.add("Carol", "move 1 2 -- 2d4 (1, 1) = 2")
    game.sync()
    game.server.client("Dave").undo(BOARD, game.server.client("Dave").head(BOARD))
    game.add("Erin", "join")
    report = game.sync()
    waiting = len(game.replies("Talk:Gamestate"))
    game.add("Alice", "resume", "Orders")
    game.sync()

    assert ("Dave took back an edit of the bot. It has paused" in report.problems[0], waiting) == (
        True,
        2,
    )
    assert len(game.replies("Talk:Gamestate")) == 3
