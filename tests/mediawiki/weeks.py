"""Weeks of play on a real server, from a text file: who writes what when, and what is answered.

    Mon 08:50 sync                          the clock of the wiki is set, and `wikibot sync` runs as a process
    Mon 09:00 Frank: join                   Frank's account adds this line; ``week 2 Mon 09:00`` is a week later
        done                                what it is answered: the verdict, and words of the answer
    Tue 09:00 Ann: propose: Fish ¶ Blue.    what stands behind a pilcrow is a line below it

The weeks begin on the Monday after the test. Blank lines and lines that begin with ``#`` are passed
over.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.mediawiki.client import Client
from tests.mediawiki.server import Server
from wikibot.game.calendar import WEEK, format_time, week_start
from wikibot.game.game import Game
from wikibot.game.page.line_bodies import split_body
from wikibot.stewards.wording.accept import Origin, accept
from wikibot.stewards.wording.overlay import write_overlay
from wikibot.storage.cursor import read_cursor
from wikibot.wikitext.replies import VERDICTS

HERE = Path(__file__).parent / "weeks"
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
ACTIONS = "Write below.\n\n== Actions =="
SETTINGS = """\
[wiki]
api = {api}
user = {user}
password_file = password
contact = tests

[game]
rules = {rules}
ruleset = Rules
gamestate = State
actions = Play
log = Log
dice = stated

[stewards]
users = Steward

[bot]
stop_page = Stop
journal = state/journal.sqlite
"""
_STEP = re.compile(
    r"(?:week (?P<week>\d+) )?(?P<day>\w{3}) (?P<hour>\d\d):(?P<minute>\d\d) (?P<what>.+)"
)
_LINE = re.compile(r"(?P<who>\w+): (?P<text>.+)")
_REPLY = re.compile(rf"\*: '''(?P<verdict>{'|'.join(VERDICTS)})''':? ?(?P<text>.*)\[\[User:Wikibot")


@dataclass(frozen=True)
class Step:
    """One line of the file. ``who`` is "" for a sync."""

    after: timedelta  # since the first Monday
    who: str
    text: str
    answer: str = ""  # the verdict and words of the answer that are expected


def read_steps(name: str) -> tuple[Step, ...]:
    """The steps of a file in the folder ``weeks``, in their order."""
    steps: list[Step] = []
    for line in (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if found := _STEP.fullmatch(line):
            said = _LINE.fullmatch(found["what"])
            steps.append(
                Step(_after(found), *((said["who"], said["text"]) if said else ("", found["what"])))
            )
        elif line.startswith("    "):
            steps[-1] = replace(steps[-1], answer=line.strip())
        elif line and not line.startswith("#"):
            raise ValueError(f"{name}.txt: {line}")
    return tuple(steps)


def _after(found: re.Match[str]) -> timedelta:
    day = timedelta(weeks=int(found["week"] or 1) - 1, days=DAYS.index(found["day"]))
    return day + timedelta(hours=int(found["hour"]), minutes=int(found["minute"]))


class Weeks:
    """A wiki with the pages of a game, and the program in a folder with settings for it."""

    def __init__(
        self, server: Server, folder: Path, game: Game[Any], ruleset: str, variant: str | None
    ) -> None:
        """All of ``ruleset`` is accepted as a wording of this variant (see `wikibot rules accept`)."""
        self.server, self.folder, self.game = server, folder, game
        self.steward = server.client("Steward")
        self.begin = week_start(server.now()) + WEEK
        self.ruleset, self.start = ruleset, (HERE / f"{game.name}.wiki").read_text(encoding="utf-8")
        self._people: dict[str, Client] = {}
        settings = SETTINGS.format(api=server.proxy.api, user=server.bot_user, rules=game.name)
        files = {
            "settings.ini": settings,
            "password": server.bot_password,
            "R.wiki": ruleset,
            "G.wiki": self.start,
        }
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        (folder / "password").chmod(0o600)
        book = game.rulebook(ruleset)
        pins = accept(book, book.units, (), Origin("2024-01-01", "tests", variant))
        write_overlay(folder / "settings.wordings.txt", pins)

    def play(self, steps: Sequence[Step]) -> None:
        """Let the pages be made, then everybody write and the bot sync, each at their time."""
        self.server.travel(self.begin + steps[0].after - timedelta(minutes=5))
        for title, text in (("Rules", self.ruleset), ("State", self.start), ("Play", ACTIONS)):
            self.steward.edit(title, text)
        for step in steps:
            self.server.travel(self.begin + step.after)
            if step.who:
                self._write(step)
            else:
                self.wikibot("sync", codes=(0, 1))

    def _write(self, step: Step) -> None:
        text, body = split_body(step.text)
        below = "".join(f"\n*: {line}" for line in body.splitlines())
        person = self._people.setdefault(step.who, self.server.client(step.who))
        person.edit("Play", append=f"\n* {text} ~~~~{below}")

    def wikibot(self, *words: str, codes: Sequence[int] = (0,)) -> str:
        """Run the program as a process and give what it prints; a traceback or another exit code is an error."""
        root = str(Path(__file__).parents[2])
        done = subprocess.run(
            [sys.executable, "-m", "wikibot", *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": root},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode in codes, done.stdout + done.stderr
        return done.stdout

    def answers(self) -> list[tuple[str, ...]]:
        """All answers of the bot below each line of the actions page, in page order."""
        return [tuple(_answers(lines)) for lines in _threads(self.steward.text("Play"))]

    def replayed(self) -> tuple[dict[str, Any], str]:
        """State and page that the log leads to from the starting page, by `wikibot apply`."""
        (self.folder / "L.txt").write_text(self.steward.text("Log"), encoding="utf-8")
        cursor = read_cursor(self.steward.text("State"))
        assert cursor is not None
        assert cursor.synced is not None
        files = (
            "--ruleset",
            "R.wiki",
            "--gamestate",
            "G.wiki",
            "--log",
            "L.txt",
            "--out",
            "G2.wiki",
        )
        more = ("--overlay", "settings.wordings.txt", "--now", format_time(cursor.synced), "--json")
        printed = self.wikibot("apply", "--rules", self.game.name, *files, *more, codes=(0, 1))
        return json.loads(printed)["state"], (self.folder / "G2.wiki").read_text(encoding="utf-8")


def _threads(page: str) -> Iterator[list[str]]:
    """Each line of play with the lines below it."""
    for thread in re.split(r"^(?=\* )", page.partition(ACTIONS)[2], flags=re.MULTILINE)[1:]:
        yield thread.splitlines()


def _answers(lines: Sequence[str]) -> Iterator[str]:
    for line in lines[1:]:
        if found := _REPLY.match(line):
            yield f"{found['verdict']}: {found['text']}"
