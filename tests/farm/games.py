"""Games for a farm:
folder wikis with the pages of the campaign, people who write, what must be true at the end.
"""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from tests.campaign import pages
from tests.campaign.checks import Evidence, check_evidence
from tests.campaign.history import Rev, answers, history
from tests.campaign.people import PLAYERS, People, Written, some_line
from tests.campaign.report import Violation
from tests.mediawiki.client import ApiError, Client
from tests.mediawiki.server import Server
from tests.settings import settings, settle
from wikibot.wiki.base import Edit
from wikibot.wiki.errors import EditConflict, TryLater
from wikibot.wiki.folder import FolderWiki


def make_template(folder: Path) -> Path:
    """A game that nothing was played in yet, to be copied."""
    wiki = FolderWiki(folder / "wiki", "Wikibot", "Steward")
    for title, text in (
        ("Rules", pages.ruleset()), ("State", pages.state()), ("Play", pages.actions()),
    ):  # fmt: skip
        wiki.save_as("Steward", title, text)
    text = settings(pages.RULES, log="Log", users="Steward", page="Stewards", stop_page="Stop")
    (folder / "settings.ini").write_text(text, encoding="utf-8")
    pages.accept_all(folder / "settings.wordings.txt")
    return folder


class Folk(People):
    """The people of a game in a folder, as the checker knows them."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.stated = rng, True
        self.lines, self.hands, self.corrections = {}, set(), {}
        self._numbers = itertools.count(1)

    def lines_of(self, count: int, kind: str = "") -> tuple[str, list[Written]]:
        """A player, and lines that they are going to save."""
        who, rng = self.rng.choice(PLAYERS), self.rng
        tokens = [f"zz{next(self._numbers)}zz" for _ in range(count)]
        return who, [Written(each, who, some_line(rng, who, each, kind)) for each in tokens]

    def saved(self, game: Game, written: Sequence[Written]) -> list[Line]:
        """Remember what was saved just now."""
        self.lines |= {each.token: each for each in written}
        return [Line(game, each.token, time.monotonic()) for each in written]


class Game(Protocol):
    """A game that the farm plays."""

    name: str
    folk: Folk

    @property
    def settings(self) -> Path:
        """Its settings file."""

    def write(self, count: int = 1, kind: str = "") -> list[Line]:
        """One edit of a player that adds so many lines."""

    def answered(self) -> set[str]:
        """The tokens of lines that have an answer."""

    def check(self) -> list[Violation]:
        """Everything that is wrong, by all revisions of all pages."""


@dataclass(frozen=True)
class Line:
    """A line that was saved, and when (monotonic seconds)."""

    game: Game
    token: str
    saved: float


class FolderGame:
    """One game."""

    def __init__(self, template: Path, folder: Path, seed: int) -> None:
        shutil.copytree(template, folder)
        self.name, self.folder, self.rng = folder.name, folder, Random(seed)
        self.folk = Folk(self.rng)
        self.play = folder / "wiki/Play.wiki"

    @property
    def settings(self) -> Path:
        """Its settings file."""
        return self.folder / "settings.ini"

    def wiki(self, who: str) -> FolderWiki:
        """The wiki as an account uses it."""
        return FolderWiki(self.folder / "wiki", who, "Steward")

    def write(self, count: int = 1, kind: str = "") -> list[Line]:
        """One edit of a player that adds so many lines."""
        who, written = self.folk.lines_of(count, kind)
        wiki, added = self.wiki(who), "".join(f"\n{each.text}" for each in written)
        while True:
            try:
                head = wiki.read(["Play"])["Play"]
                assert head is not None
                wiki.save(Edit("Play", (head.text or "") + added, head.id, "", ""))
                break
            except (EditConflict, TryLater):
                time.sleep(0.02)
        return self.folk.saved(self, written)

    def answered(self) -> set[str]:
        """The tokens of lines that have an answer."""
        given = answers(self.play.read_text(encoding="utf-8"))
        return {token for token, replies in given.items() if replies}

    def check(self) -> list[Violation]:
        """Everything that is wrong, by all revisions of all pages."""
        wiki = self.wiki("Steward")
        found = Evidence(
            self.folk, *(_revisions(wiki, title) for title in ("State", "Play", "Log", "Stewards"))
        )
        return check_evidence(found)


def _revisions(wiki: FolderWiki, title: str) -> list[Rev]:
    return [
        Rev(
            each.id, each.parent_id, each.user or "", each.time, each.comment or "",
            each.text or "", each.page_id,
        )
        for each in wiki.history(title, 0)
    ]  # fmt: skip


class Host(Protocol):
    """A wiki: a real one, or a stand-in."""

    bot_user: str
    bot_password: str

    def client(self, name: str) -> Client:
        """A person who is logged in."""


class WikiGame:
    """One of several games on a MediaWiki, by default at the address of the server's proxy."""

    def __init__(
        self, server: Host, folder: Path, seed: int, api: str = "", feed: str = "recentchanges"
    ) -> None:
        api = api or (server.proxy.api if isinstance(server, Server) else "")
        self.server, self.name, self.folder = server, folder.name, folder
        self.folk = Folk(Random(seed))
        self._clients = {name: server.client(name) for name in ("Steward", *PLAYERS)}
        for title, text in (
            ("Rules", pages.ruleset()), ("State", pages.state()), ("Play", pages.actions()),
        ):  # fmt: skip
            self._clients["Steward"].edit(f"{self.name}/{title}", text)
        folder.mkdir()
        titles = {
            "ruleset": "Rules", "gamestate": "State", "actions": "Play", "log": "Log",
            "page": "Stewards", "stop_page": "Stop",
        }  # fmt: skip
        settle(
            folder, server.bot_password, pages.RULES, api=api, user=server.bot_user,
            users="Steward", feed=feed,
            **{key: f"{self.name}/{title}" for key, title in titles.items()},
        )  # fmt: skip
        pages.accept_all(folder / "settings.wordings.txt")

    @property
    def settings(self) -> Path:
        """Its settings file."""
        return self.folder / "settings.ini"

    def write(self, count: int = 1, kind: str = "") -> list[Line]:
        """One edit of a player that adds so many lines."""
        who, written = self.folk.lines_of(count, kind)
        text = "".join(f"\n{each.text}" for each in written)
        while True:
            try:
                self._clients[who].edit(f"{self.name}/Play", append=text)
                break
            except ApiError as error:
                if error.code != "editconflict":
                    raise
        return self.folk.saved(self, written)

    def answered(self) -> set[str]:
        """The tokens of lines that have an answer."""
        given = answers(self._clients["Steward"].text(f"{self.name}/Play"))
        return {token for token, replies in given.items() if replies}

    def check(self) -> list[Violation]:
        """Everything that is wrong, by all revisions of all pages."""
        client, names = self._clients["Steward"], ("State", "Play", "Log", "Stewards")
        return check_evidence(
            Evidence(self.folk, *(history(client, f"{self.name}/{name}") for name in names))
        )
