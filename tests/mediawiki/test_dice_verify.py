"""Dice on a real server:
played by several accounts in two phases, checked by somebody with nothing but the wiki.

What the wiki gives and takes is tested on both versions in test_wiki_reading and test_wiki_saving.
Rolls, seals and their check are computed from it, the same on any server: the newer one.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tests.dice.days import Days
from tests.dice.relay import CHAIN, Relay, running
from tests.mediawiki.proxy import edit_of
from tests.mediawiki.server import Server
from tests.mediawiki.table import Table, bot, own_folder, settings
from wikibot.config.sections import BeaconSection
from wikibot.config.settings import Settings
from wikibot.dice.evidence import from_wiki
from wikibot.dice.verification import check_log
from wikibot.storage.local import Journal
from wikibot.storage.log_page import log_lines
from wikibot.sync.report import Options, Report
from wikibot.sync.run import sync
from wikibot.sync.writing import commit
from wikibot.wiki.errors import TryLater
from wikibot.wiki.mediawiki import MediaWiki

HOURLY = structs.replace(CHAIN, period=3600)


class DiceTable(Table):
    """A table at which the bot rolls. It is noon, so that no day ends by itself."""

    def __init__(
        self, server: Server, folder: Path, source: Any, beacon: BeaconSection | None = None
    ) -> None:
        super().__init__(server, folder)
        server.wait_for_noon()
        self.source, self.beacon = source, beacon or BeaconSection()

    def settings(self, folder: Path) -> Settings:
        """Settings of a bot with its files in ``folder``."""
        made = settings(self.server.proxy.api, folder)
        return replace(made, game=replace(made.game, dice=self.source), beacon=self.beacon)

    def sync(self, folder: Path | None = None, **options: Any) -> Report:
        """One sync of a bot with its files in ``folder``."""
        folder = folder or self.folder
        with Journal(folder / "journal") as journal:
            return sync(
                self.settings(folder), Days(), bot(self.server.proxy.api, folder), journal,
                Options(**options),
            )  # fmt: skip

    def rolls(self) -> list[str]:
        """The rolls of the log, by the bot's proofs."""
        return re.findall(r"^# roll .*?: (\d+d\d+ .*)$", self.text("Log"), re.MULTILINE)

    def verify(self, folder: Path) -> tuple[int, list[str]]:
        """What a fresh copy of the program says that knows the address of the wiki and no account:
        code, verdicts.
        """
        folder.mkdir()
        file = folder / "settings.ini"
        file.write_text(
            f"[wiki]\napi = {self.server.proxy.api}\n[game]\nrules = tiny\nruleset = Rules\n"
            f"gamestate = State\n"
            f"actions = Play\nlog = {self.settings(folder).game.log}\n",
            encoding="utf-8",
        )
        command = [sys.executable, "-m", "wikibot", "verify", "--settings", str(file), "--json"]
        environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
        ended = subprocess.run(
            command, capture_output=True, text=True, env=environment, check=False
        )
        assert ended.stderr == ""
        return ended.returncode, [check["status"] for check in json.loads(ended.stdout)]


@pytest.fixture
def table(mediawiki_143: Server, tmp_path: Path) -> DiceTable:
    """A table with sealed dice, synced once before the first line."""
    home = own_folder(mediawiki_143, tmp_path)
    table = DiceTable(mediawiki_143, home, "sealed")
    mediawiki_143.prepare("sealed dice", table.sync, home)
    return table


def test_two_phases_are_checked_by_somebody_with_nothing_but_the_wiki(
    table: DiceTable, tmp_path: Path
) -> None:
    """Ann's and Bea's rolls of two days, some after choices, some refused:
    all right once the days are over.
    """
    for day in (1, 2):
        for name, line in (
            ("Ann", "dig"),
            ("Bea", "climb sea"),
            ("Bea", "climb low"),
            ("Ann", "bet"),
        ):
            table.add(name, f"* {line} ~~~~")
        table.sync()
        table.add("Ann", "* choose red ~~~~")
        table.sync()
        sealed = table.verify(tmp_path / f"before {day}")
        table.add("Bea", "* sleep ~~~~")
        table.sync()

        assert sealed == (0, ["ok"] * 3 * (day - 1) + ["not yet revealed"] * 3)
    assert table.verify(tmp_path / "after") == (0, ["ok"] * 6)


def test_two_orders_in_a_line_are_two_actions(table: DiceTable, tmp_path: Path) -> None:
    """One answer with two verdicts, two lines of the log, each with its roll; nothing is left."""
    table.add("Ann", "* climb high, then dig ~~~~")
    table.sync()
    again = table.sync()
    ids = re.findall(r"^# line (\S+)", table.text("Log"), re.MULTILINE)

    assert [re.sub(r"rolled [^;]*; (\w+) \d+", r"\1", each) for each in table.replies()] == [
        "done: `climb high`: done, climbed on high; `dig`: done, found"
    ]
    assert (again.changes, len(table.rolls())) == ((), 2)
    assert ids[1] == f"{ids[0]}.2"
    assert table.verify(tmp_path / "after") == (0, ["not yet revealed"] * 2)


def test_a_changed_log_is_found_by_anyone(table: DiceTable, tmp_path: Path) -> None:
    """Somebody who changes one face on the log page is told of by a fresh copy of the program."""
    table.add("Ann", "* climb high ~~~~")
    table.add("Ann", "* sleep ~~~~")
    table.sync()
    face = int(re.findall(r"\((\d+)\)", table.text("Log"))[0])
    changed = table.text("Log").replace(
        f"({face}) = {face}", f"({face % 10**8 + 1}) = {face % 10**8 + 1}"
    )
    table.steward.edit("Log", changed)

    found = ["altered", "altered", "wrong", "altered"]  # its seals, its roll, and the page as such
    assert table.verify(tmp_path / "after") == (1, found)


def test_a_hand_edit_that_the_wiki_merged_is_what_people_changed(
    table: DiceTable, tmp_path: Path
) -> None:
    """The bot's edit comes on top of it by a merge, and the bot plays anew over that."""
    table.add("Cat", "* join ~~~~")
    table.sync()
    table.add("Ann", "* dig ~~~~")
    text = table.text("State").replace("Cat: 0", "Cat: 3")
    table.server.proxy.before(lambda _: table.steward.edit("State", text), edit_of("State"))
    table.sync()

    assert "Steward: correct Cat gains 3 Stone" in table.text("Log")
    assert checked(table, tmp_path) == ["not yet revealed"]


def checked(table: DiceTable, folder: Path) -> list[str]:
    """What is found by the log, the game and the wiki."""
    api, lines = table.server.proxy.api, log_lines(table.text("Log"))
    reader = MediaWiki(api, user="", password=lambda: "", contact="tests", cookies=None)
    evidence = from_wiki(lines, table.settings(folder), reader, Days())
    return [str(check.status) for check in check_log(lines, BeaconSection(), evidence)]


@pytest.mark.parametrize(("old", "new"), [("Our game.", "Our game!"), ("Bea: 5", "Bea: 8")])
def test_a_hand_edit_on_top_of_a_merged_one_is_what_people_changed(
    table: DiceTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    """The program ends right after the merge: the merged edit stands below what people change."""
    table.add("Cat", "* join ~~~~")
    table.sync()
    table.steward.edit("State", table.text("State").replace("Cat: 0", "Cat: 3"))
    merged = table.text("State").replace(old, new)
    table.server.proxy.before(lambda _: table.steward.edit("State", merged), edit_of("State"))
    with monkeypatch.context() as context:
        context.setattr("wikibot.sync.writing.commit", ended_by_a_merge)
        with pytest.raises(TryLater):
            table.sync()
    table.steward.edit("State", table.text("State").replace("Cat: 3", "Cat: 9"))
    table.sync()
    table.add("Ann", "* dig ~~~~")
    table.sync()
    log = table.text("Log")

    assert ("Cat gains 3 Stone" in log, "Cat gains 6 Stone" in log) == (True, True)
    assert ("Bea gains 3 Stone" in log) is ("Bea" in old)
    assert checked(table, tmp_path) == ["not yet revealed"]


def ended_by_a_merge(*args: Any) -> object:
    """A commit at which the program ends where the wiki merged the edit."""
    if (saved := commit(*args)) is None:
        raise TryLater("the program ended")
    return saved


def test_no_roll_is_steered(table: DiceTable, tmp_path: Path) -> None:
    """Sending again, stating, removing and a dry run bring no other roll,
    and a second bot does not either.
    """
    text = table.text("Play")
    table.add("Ann", "* climb sea ~~~~")
    dry = table.sync(dry_run=True)
    table.sync()
    (first,) = table.rolls()
    table.add("Ann", "* climb high -- 1d6 (6) = 6 ~~~~")
    table.sync()
    table.person("Ann").edit("Play", text)
    table.sync()
    table.add("Ann", "* climb high ~~~~")
    other = tmp_path / "other bot"
    other.mkdir()
    table.sync(other)

    (face,) = re.findall(r"\((\d+)\)", first)
    assert "1d100000000 (" not in str(dry)
    assert (table.rolls(), table.replies()[-1]) == ([first], f"done: climbed {face} on high")


def test_lost_secrets_do_not_stop_the_game(table: DiceTable, tmp_path: Path) -> None:
    """A new seal is published in place of the lost one;
    only what was rolled with that can never be checked.
    """
    table.add("Ann", "* dig ~~~~")
    table.sync()
    home = tmp_path / "new home"
    home.mkdir()
    table.add("Bea", "* dig ~~~~")
    table.sync(home)
    table.add("Bea", "* sleep ~~~~")
    table.sync(home)

    assert "in place of sha256:" in table.text("Log")
    assert table.verify(tmp_path / "after") == (1, ["lost", "lost", "sealed late"])


@pytest.fixture
def relays() -> Iterator[list[Relay]]:
    """Three relays of a beacon whose rounds are so far apart that no machine is too slow for a test
    between two.
    """
    with running(3, HOURLY) as started:
        yield started


def test_a_beacon_s_rolls_wait_and_are_checked(
    mediawiki_143: Server, tmp_path: Path, relays: list[Relay], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines of two accounts wait for their round, are played by themselves,
    and stand the check against the wiki.
    """
    monkeypatch.setattr("wikibot.dice.beacon._SECONDS", 60)  # a machine may be busy
    section = BeaconSection(tuple(relay.address for relay in relays), HOURLY.hash)
    table = DiceTable(mediawiki_143, tmp_path, "beacon", section)
    table.add("Ann", "* dig ~~~~")
    table.add("Bea", "* climb high ~~~~")
    waiting = [str(outcome.verdict) for outcome in table.sync().outcomes]
    idle = table.sync().changes
    mediawiki_143.pass_time(timedelta(hours=2))
    played = [str(outcome.verdict) for outcome in table.sync().outcomes]
    reader = MediaWiki(
        table.server.proxy.api, user="", password=lambda: "", contact="tests", cookies=None
    )
    lines = log_lines(table.text("Log"))
    evidence = from_wiki(lines, table.settings(tmp_path), reader, Days())
    checks = check_log(lines, section, evidence)

    assert (waiting, idle, sorted(played)) == (["needs", "needs"], (), ["done", "done"])
    assert [str(check.status) for check in checks] == ["ok", "ok"]
    assert evidence.missing == ()
