"""The tiny game on a real MediaWiki, for tests of whole syncs."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

from tests.game.tiny import ACTIONS, GAMESTATE, Tiny
from tests.mediawiki.client import Client
from tests.mediawiki.server import Server
from tests.nursery import BOT, Child, nursery
from tests.replies import as_read
from wikibot.config.settings import Settings, from_sections
from wikibot.storage.local import Journal
from wikibot.sync.report import Options, Report
from wikibot.sync.run import sync
from wikibot.wiki.files import PRIVATE, TextFile
from wikibot.wiki.mediawiki import MediaWiki

_REPLY = re.compile(r"^[*:#]+ '''(\w+)''': (.*?)(?: \([^()]*\)|) <!-- (.*)$", re.MULTILINE)


def settings(api: str, folder: Path, **game: str) -> Settings:
    """Settings of the tiny game on a wiki, with all local files in ``folder``."""
    return from_sections({
        "wiki": {"api": api, "user": Server.bot_user},
        "game": {"rules": "stones", "ruleset": "Rules", "gamestate": "State", "actions": "Play",
                 "log": "Log", **game},
        "bot": {"stop_page": "Stop", "journal": str(folder / "journal")},
        "stewards": {"users": "Steward"},
    })  # fmt: skip


def bot(api: str, folder: Path, password: str = Server.bot_password) -> MediaWiki:
    """The bot's wiki; cookies are kept in ``folder``."""
    return MediaWiki(
        api,
        user=Server.bot_user,
        password=lambda: password,
        contact="tests",
        cookies=TextFile(folder / "cookies", PRIVATE),
        seconds=120,
    )


def own_folder(server: Server, tmp_path: Path) -> Path:
    """A new folder for a bot on a wiki that is prepared once for many tests; its path is the same
    in each of them: a bot with other settings than before, and so in another folder, looks at
    everything anew.
    """
    folder = tmp_path.parent / f"bot-{server.version}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


class Table:
    """Players, a bot and their pages.
    Everything the bot does goes through the proxy, so that tests can step in.
    """

    def __init__(self, server: Server, folder: Path, **game: str) -> None:
        self.server, self.folder, self.game = server, folder, game
        server.prepare(type(self).__qualname__, self._write_pages)
        server.log_in_the_bot(TextFile(folder / "cookies", PRIVATE))
        self.steward = server.client("Steward")

    def _write_pages(self) -> None:
        for title, text in (("Rules", "No rules."), ("State", GAMESTATE), ("Play", ACTIONS)):
            self.server.client("Steward").edit(title, text)

    def person(self, name: str) -> Client:
        """Somebody with an account."""
        return self.server.client(name)

    def add(self, name: str, line: str, title: str = "Play") -> int:
        """Append a line as somebody."""
        return self.person(name).edit(title, append=f"\n{line}")

    def text(self, title: str) -> str:
        """A page as it reads now."""
        return self.steward.text(title)

    def sync(self, folder: Path | None = None, **options: Any) -> Report:
        """One sync of a bot with its files in ``folder``."""
        folder = folder or self.folder
        api = self.server.proxy.api
        with Journal(folder / "journal") as journal:
            return sync(
                settings(api, folder, **self.game), Tiny(), bot(api, folder), journal,
                Options(**options)
            )  # fmt: skip

    def forget(self) -> None:
        """Lose the journal."""
        for file in self.folder.glob("journal*"):
            file.unlink()

    def spawn(self) -> Child:
        """One sync in a process of its own, which can be killed."""
        words, nowhere = [self.server.proxy.api, str(self.folder)], Path(os.devnull)
        return nursery(*BOT).start(
            words, self.folder, nowhere, nowhere, module="tests.mediawiki.sync_worker"
        )

    def replies(self) -> list[str]:
        """Verdict and text of every reply, in page order."""
        return [
            f"{verdict}: {text}" for verdict, text, _ in _REPLY.findall(as_read(self.text("Play")))
        ]

    def stones(self) -> dict[str, int]:
        """Who has how many stones."""
        return {
            name: int(count)
            for name, count in re.findall(
                r"^\* (\w+): (\d+) stones", self.text("State"), re.MULTILINE
            )
        }

    def bot_edits(self) -> int:
        """How many edits the bot has made on all pages."""
        pages = ("State", "Play", "Log")
        return sum(
            r.get("user") == "Wikibot" for title in pages for r in self.steward.history(title)
        )


def logged(table: Table, words: str) -> int:
    """How often the log page holds these words."""
    return table.text("Log").count(words)
