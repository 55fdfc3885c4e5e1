"""A game on a real MediaWiki, and two programs ready to sync it: wikibot, and a pywikibot script.

Both run as processes of their own, log in once before anything is measured, and keep their cookies;
both are compiled. All their requests go through a proxy that counts requests and bytes (both ways,
heads included). Where two are compared they take turns, so that what else the machine does falls on
both.
"""

from __future__ import annotations

import atexit
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import final

from msgspec.structs import replace

from bench.figures import ROOT, Unfit
from rules.cycle15 import GAME
from tests.mediawiki.server import Server
from tests.rules.cycle15.long_game import pins, rulebook, ruleset, start
from wikibot.game.ruleset.recognition import write_bindings
from wikibot.wikitext.numerals import format_time

VERSION = "1.43"
TITLES = {
    "ruleset": "Infinite Nomic Wiki:Cycle 15/Ruleset",
    "gamestate": "Infinite Nomic Wiki:Cycle 15/Gamestate",
    "actions": "Infinite Nomic Wiki talk:Cycle 15/Gamestate",
    "log": "Infinite Nomic Wiki:Cycle 15/Log of actions",
    "stewards": "Infinite Nomic Wiki talk:Cycle 15/Stewards",
    "stop": "User:Wikibot/Stop",
}
# pywikibot's own copies
THEIRS = {name: title.replace("Cycle 15", "Cycle 14") for name, title in TITLES.items()}
MEMBERS = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank")
SETTINGS = """\
[wiki]
api = {api}
user = {user}
password_file = password
contact = User talk:Steward

[game]
rules = cycle15
ruleset = {ruleset}
gamestate = {gamestate}
actions = {actions}
log = {log}
{archive}

[stewards]
users = Steward
page = {stewards}

[bot]
stop_page = {stop}
journal = state/journal.sqlite
"""
ARCHIVE = f"archive = {TITLES['actions']}/Archive %Y-%m"
PYWIKIBOT = """\
family_files['bench'] = '{api}'
family = mylang = 'bench'
usernames['bench']['bench'] = 'Wikibot'
password_file = 'user-password.py'
put_throttle = minthrottle = 0
"""


@final
@dataclass(frozen=True)
class Cost:
    """What a run of a program cost: requests, bytes both ways, seconds by the clock and of CPU."""

    requests: float
    bytes: float
    seconds: float
    cpu: float


Run = Callable[[], Cost]
_SPARE: list[Server] = []  # started, and not in use
_BYTECODE = tempfile.mkdtemp(prefix="wikibot-bench-")  # compiled once for all games


@contextmanager
def wiki_game(*, archiving: bool = False) -> Iterator[WikiGame]:
    """A fresh wiki with the game on it, until the end of the block.

    ``archiving``: with old lines moved to an archive, for which the bot looks once a day.
    """
    server = _SPARE.pop() if _SPARE else Server(VERSION)
    try:
        server.configure(wgSitename="Infinite Nomic Wiki", wgMetaNamespace="Infinite_Nomic_Wiki")
        with tempfile.TemporaryDirectory(prefix="wikibot-bench-") as folder:
            yield WikiGame(server, Path(folder), ARCHIVE if archiving else "")
    except BaseException:
        server.stop()
        raise
    server.reset()
    _SPARE.append(server)


def stop_servers() -> None:
    """End the servers that were kept for the next bench."""
    while _SPARE:
        _SPARE.pop().stop()


atexit.register(stop_servers)
atexit.register(shutil.rmtree, _BYTECODE, ignore_errors=True)


class WikiGame:
    """Six pages: 121 spaces and 20 players, of whom six are members of the wiki."""

    has_peer = find_spec("pywikibot") is not None

    def __init__(self, server: Server, folder: Path, archive: str) -> None:
        self.server, self.folder = server, folder
        self.steward = server.client("Steward")
        self._written = 0
        self._make_pages(datetime.now(UTC))
        self._install_wikibot(archive)
        self._install_pywikibot()

    # -- the wiki ----------------------------------------------------------------------------------

    def _make_pages(self, now: datetime) -> None:
        texts = {
            "ruleset": ruleset(),
            "gamestate": _gamestate(now),
            "actions": "Talk.\n\n== Actions ==",
            "stewards": "Orders.",
            "log": f"# The game began {format_time(now)}.",
        }
        for name, text in texts.items():
            self.steward.edit(TITLES[name], text)
            if self.has_peer:
                self.steward.edit(THEIRS[name], text)

    def fill(self, title: str, text: str, days: int) -> None:
        """Put a text that the bot saved some days ago in place of a page's.

        By SQL: MediaWiki takes minutes over a page of thousands of signatures.
        """
        revision = self.server.client("Wikibot").edit(title, "\n".join((text[:200], "")))
        sql, size = self.server.sql, len(text.encode())
        ((blob,),) = sql(
            "INSERT INTO text (old_text, old_flags) VALUES (?, 'utf-8') RETURNING old_id", text
        )
        then = days_ago(days)
        sql(
            "UPDATE content SET content_address = ?, content_size = ?, content_sha1 = '' "
            "WHERE content_id = (SELECT slot_content_id FROM slots WHERE slot_revision_id = ?)",
            f"tt:{blob}", size, revision,
        )  # fmt: skip
        sql("UPDATE revision SET rev_len = ?, rev_sha1 = '' WHERE rev_id = ?", size, revision)
        sql(
            "UPDATE revision SET rev_timestamp = ? WHERE rev_page = "
            "(SELECT rev_page FROM revision WHERE rev_id = ?)", then, revision,
        )  # fmt: skip
        sql("UPDATE page SET page_len = ? WHERE page_latest = ?", size, revision)
        self.server.forget_texts()

    def write(self, count: int = 1) -> None:
        """Lines on the actions page, each written by a member."""
        lines = []
        for number in range(self._written, self._written + count):
            member = MEMBERS[number % len(MEMBERS)]
            lines.append(
                f"* use Fish [[User:{member}|{member}]] ([[User talk:{member}|talk]]) ~~~~~"
            )
            self.server.client(member).edit(TITLES["actions"], append=f"\n{lines[-1]}")
        self._written += count

    def check(self) -> None:
        """Refuse to report on runs that did not do what they were measured for."""
        text = self.steward.text(TITLES["actions"])
        asked = text.rpartition("before the bench")[2]
        done = asked.count("'''done'''")
        if done != self._written:
            raise Unfit(f"{done} of {self._written} lines were answered:\n{text[-2000:]}")

    # -- the programs ------------------------------------------------------------------------------

    def _install_wikibot(self, archive: str) -> None:
        home = self.home("wikibot")
        home.mkdir()
        proxy, user = self.server.proxy, Server.bot_user
        settings = SETTINGS.format(api=proxy.api, user=user, archive=archive, **TITLES)
        (home / "settings.ini").write_text(settings, encoding="utf-8")
        (home / "settings.wordings.txt").write_text(write_bindings(pins()), encoding="utf-8")
        _write_secret(home / "password", Server.bot_password)

    def _install_pywikibot(self) -> None:
        home = self.home("pywikibot")
        home.mkdir()
        config = PYWIKIBOT.format(api=self.server.proxy.api)
        (home / "user-config.py").write_text(config, encoding="utf-8")
        account, _, app = Server.bot_user.partition("@")
        login = f"('{account}', BotPassword('{app}', '{Server.bot_password}'))"
        _write_secret(home / "user-password.py", login)
        (home / "titles.json").write_text(json.dumps(THEIRS), encoding="utf-8")

    def home(self, name: str) -> Path:
        """The folder that a program runs in."""
        return self.folder / name

    def environment(self, name: str) -> dict[str, str]:
        """What a program is started with: compiled, as an installed one is, and at home there."""
        taken = ("PYTHONDONTWRITEBYTECODE", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
        kept = {key: value for key, value in os.environ.items() if key not in taken}
        home = str(self.home(name))
        return kept | {
            "PYTHONPYCACHEPREFIX": _BYTECODE,
            "PYTHONPATH": str(ROOT),
            "PYWIKIBOT_DIR": home,
            "HOME": home,
        }

    def wikibot(self, *options: str) -> Cost:
        """One ``wikibot sync``."""
        return self.run("wikibot", "-m", "wikibot", "sync", "--quiet", *options)

    def pywikibot(self, task: str) -> Cost:
        """The script for pywikibot with a task: poll or save."""
        return self.run("pywikibot", "-m", "bench.pywikibot_peer", task)

    def run(self, name: str, *arguments: str) -> Cost:
        """A Python program as a process of its own, and what it cost."""
        proxy = self.server.proxy
        proxy.mark()
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.home(name), env=self.environment(name), capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        seconds = time.perf_counter() - begun
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise Unfit(f"{name} failed with {done.returncode}:\n{done.stdout}{done.stderr}")
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Cost(proxy.requests, proxy.bytes, seconds, cpu)


def days_ago(days: int) -> str:
    """A time as MediaWiki keeps it."""
    return datetime.fromtimestamp(time.time() - days * 86400, UTC).strftime("%Y%m%d%H%M%S")


def by_turns(runs: int, *programs: Run) -> tuple[Cost, ...]:
    """The medians of each program's costs."""
    costs = [[program() for program in programs] for _ in range(runs)]
    return tuple(median(found) for found in zip(*costs, strict=True))


def median(costs: Sequence[Cost]) -> Cost:
    """The median of each kind of cost."""
    return Cost(
        statistics.median(cost.requests for cost in costs),
        statistics.median(cost.bytes for cost in costs),
        statistics.median(cost.seconds for cost in costs),
        statistics.median(cost.cpu for cost in costs),
    )


def _gamestate(now: datetime) -> str:
    """The page of a running game, in which the members of the wiki play beside the others."""
    book = rulebook()
    state = start(book, now)
    names = (*MEMBERS, *tuple(state.players)[len(MEMBERS) :])
    players = {
        name: replace(player, name=name)
        for name, player in zip(names, state.players.values(), strict=True)
    }
    return GAME.write(GAME.new_page(book, now, "Cycle 15"), book, replace(state, players=players))


def _write_secret(file: Path, text: str) -> None:
    file.touch(mode=0o600)
    file.write_text(text, encoding="utf-8")
