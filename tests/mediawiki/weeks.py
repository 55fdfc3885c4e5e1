"""Weeks of play on a real server: one long scenario a game (docs/scenarios.md).

Each line of play is an edit by the account of that name. ``until`` sets the clock of the wiki and
runs `wikibot sync`. The weeks begin on the Monday after the test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from tests.mediawiki.client import Client
from tests.mediawiki.server import Server
from tests.nomics import cells, value
from tests.nursery import BOT, nursery
from tests.replies import as_read
from tests.rules.rulesets import Rules
from tests.settings import settle
from wikibot.cli import main
from wikibot.game.page.gamestate import split_body
from wikibot.game.scenarios import ExpectedAnswer, PlayLine, Wrong, read_line, read_scenarios
from wikibot.storage.cursor import read_cursor
from wikibot.storage.local import write_overlay
from wikibot.wikitext.numerals import WEEK, format_time, week_start
from wikibot.wikitext.own_marks import VERDICTS

HERE = Path(__file__).parent / "weeks"
EDIT = re.compile(r"on (?P<title>\w+): (?P<old>.*) → (?P<new>.*)")
ACTIONS = "Write below.\n\n== Actions =="
_REPLY = re.compile(
    r"\*: (?:<span class=\"mw-notalk\">)?(?:<span style=[^>]*>[^<]*</span> )?"
    rf"'''(?P<verdict>{'|'.join(VERDICTS)})''':? "
    rf"?(?P<text>.*)\[\[User:Wikibot"
)


@dataclass(frozen=True)
class Asked:
    """A step and the answer that is expected; a sync has none, and perhaps cells after it."""

    step: PlayLine
    answer: ExpectedAnswer | None = None
    cells: str = ""


def read_steps(name: str) -> tuple[Asked, ...]:
    """The steps of a file in the folder ``weeks``, in their order."""
    steps: list[Asked] = []
    (scenario,) = read_scenarios((HERE / f"{name}.txt").read_text(encoding="utf-8"), name)
    for number, line in scenario.lines:
        match read_line(line):
            case PlayLine() as step:
                steps.append(Asked(step))
            case ExpectedAnswer() as answer:
                steps[-1] = replace(steps[-1], answer=answer)
            case str() if line.startswith("> "):
                steps[-1] = replace(steps[-1], cells=line[2:])
            case _:
                raise Wrong(f"{name}.txt:{number}: {line}")
    return tuple(steps)


class Weeks:
    """A wiki with the pages of a game, and the program in a folder with settings for it."""

    actions = "Play"

    def __init__(
        self, server: Server, folder: Path, rules: Rules, ruleset: str = "", start: str = ""
    ) -> None:
        """All of the ruleset is accepted, as with `wikibot rules accept`.

        ``ruleset`` and ``start``: other pages than those of the rules and of the folder ``weeks``.
        """
        game, ruleset = rules.game, ruleset or rules.text
        self.server, self.folder, self.game = server, folder, game
        self.steward = server.client("Steward")
        self.begin = week_start(server.now()) + WEEK
        self.ruleset = ruleset
        self.start = start or (HERE / f"{game.name}.wiki").read_text(encoding="utf-8")
        self._people: dict[str, Client] = {}
        self._has_synced = False
        settle(
            folder, server.bot_password, game.name, api=server.proxy.api, user=server.bot_user,
            actions=self.actions, log="Log", dice="stated", users="Steward", stop_page="Stop",
            journal="state/journal.sqlite",
        )  # fmt: skip
        for name, text in (("R.wiki", ruleset), ("G.wiki", self.start)):
            (folder / name).write_text(text, encoding="utf-8")
        write_overlay(folder / "settings.wordings.txt", rules.pins(ruleset, accepted=True))

    def play(self, steps: Sequence[Asked]) -> None:
        """Let the pages be made, then everybody write and the bot sync, each at their time."""
        self.server.travel(self.begin + steps[0].step.after - timedelta(minutes=5))
        for title, text in (
            ("Rules", self.ruleset),
            ("State", self.start),
            (self.actions, ACTIONS),
        ):
            self.steward.edit(title, text)
        self.go_on(steps)

    def go_on(self, steps: Sequence[Asked]) -> None:
        """Let everybody write and the bot sync, on pages that are there; cells are as they must."""
        for each in steps:
            step = each.step
            self.server.travel(self.begin + step.after)
            if step.who:
                self._write(step)
                continue
            self.sync()
            if each.cells:
                shown = json.loads(self.wikibot("show", "--json", codes=(0, 1)))
                wanted = dict(cells(each.cells))
                assert {cell: str(value(shown, cell) or 0) for cell in wanted} == wanted

    def sync(self) -> None:
        """One sync; the first is a process of its own, as cron starts it."""
        if self._has_synced:
            settings = ["--settings", str(self.folder / "settings.ini")]
            done = CliRunner().invoke(main, [*settings, "sync"], catch_exceptions=False)
            assert done.exit_code in (0, 1), done.output
        else:
            self.wikibot("sync", codes=(0, 1))
            self._has_synced = True

    def _write(self, step: PlayLine) -> None:
        """A line; or what is said by ``on TITLE: OLD → NEW``, an edit."""
        if edit := EDIT.fullmatch(step.text):
            page = self.steward.text(edit["title"])
            assert page.count(edit["old"]) == 1, edit["old"]
            new = edit["new"].replace(" ¶ ", "\n")
            self.person(step.who).edit(edit["title"], page.replace(edit["old"], new))
            return
        text, body = split_body(step.text)
        below = "".join(f"\n*: {line}" for line in body.splitlines())
        self.person(step.who).edit(self.actions, append=f"\n* {text} ~~~~{below}")

    def person(self, name: str) -> Client:
        """The client of an account."""
        if name not in self._people:
            self._people[name] = self.server.client(name)
        return self._people[name]

    def wikibot(self, *words: str, codes: Sequence[int] = (0,)) -> str:
        """Run the program as a process and give what it prints;
        a traceback or another exit code is an error.
        """
        done = nursery(*BOT).run(words, self.folder)
        assert "Traceback" not in done.err, done.err
        assert done.code in codes, done.out + done.err
        return done.out

    def answers(self) -> list[tuple[str, ...]]:
        """All answers of the bot below each line of the actions page, in page order."""
        return [
            tuple(_answers(lines)) for lines in _threads(as_read(self.steward.text(self.actions)))
        ]

    def replayed(self) -> tuple[dict[str, Any], str]:
        """State and page that the log leads to from the starting page, by `wikibot apply`."""
        (self.folder / "L.txt").write_text(self.steward.text("Log"), encoding="utf-8")
        cursor = read_cursor(self.steward.text("State"))
        assert cursor is not None
        assert cursor.synced is not None
        files = (
            "--ruleset", "R.wiki", "--gamestate", "G.wiki", "--log", "L.txt", "--out", "G2.wiki",
        )  # fmt: skip
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
