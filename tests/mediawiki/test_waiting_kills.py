"""What waits survives kills: the program is killed around every request while a choice of another
player, an offer, a secret and a turn wait.

Then each is answered, or its time is up: it happens once, and nothing of the secret was told.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.mediawiki.server import Server
from tests.mediawiki.test_rules_by import Village
from tests.nursery import BOT, Child, nursery
from tests.replies import as_read
from tests.rules.generic import test_waiting
from wikibot.dice.session import seal_line
from wikibot.storage.cursor import read_cursor

MONDAY = datetime(2030, 1, 7, 12, tzinfo=UTC)
NAMES = {"Ann": "Alice", "Bob": "Carol", "Cid": "Mallory"}
SECRET = "918273"  # what Alice bids
INSTANTS = [(when, number) for number in range(6) for when in ("before", "after")]


class Waiting(Village):
    """A village in which all four kinds wait, with a bot that is killed."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.killed = Counter[str]()
        server.account("Mallory")
        state = test_waiting.PAGE.replace("2024-01-04 09:00", "2030-01-12 12:00")
        for old, new in NAMES.items():
            state = state.replace(f"| {old} ", f"| {new} ").replace(f": {old}\n", f": {new}\n")
        server.travel(MONDAY)
        pages = {"Rules": test_waiting.RULES, "State": state, "Play": "== Actions ==",
                 "Orders": "Below."}  # fmt: skip
        super().__init__(server, folder, pages)
        (folder / "settings.ini").write_text(self._settings(), encoding="utf-8")

    def _settings(self) -> str:
        return (
            f"[wiki]\napi = {self.server.proxy.api}\nuser = {Server.bot_user}\ncontact = tests\n"
            "[game]\nrules = generic\nruleset = Rules\ngamestate = State\nactions = Play\n"
            "log = Log\n[stewards]\ngroups = sysop\npage = Orders\n"
            f"[bot]\njournal = {self.folder / 'journal'}\n"
        )

    def start(self) -> Child:
        """``wikibot sync`` as a process of its own."""
        out = self.folder / "printed"
        words = ["--settings", str(self.folder / "settings.ini"), "sync"]
        environment = {"WIKIBOT_PASSWORD": Server.bot_password}
        return nursery(*BOT, "rules.generic.game").start(
            words, self.folder, out, out, environment=environment
        )

    def killed_at(self, when: str, number: int) -> None:
        """A sync that dies around its request of this number, and those that go on with it."""
        running: list[Child] = []

        def kill(*_: object) -> None:
            while not running:
                time.sleep(0.001)
            running[0].kill()

        proxy, seen = self.server.proxy, Counter[str]()

        def is_it(_: object) -> bool:
            seen["requests"] += 1
            return seen["requests"] == number + 1

        proxy.reset()
        (proxy.before if when == "before" else proxy.after)(kill, is_it)
        running.append(self.start())
        self.killed[f"{running[0].wait()}"] += 1
        proxy.reset()
        for _ in range(2):
            assert self.start().wait() in (0, 1), (self.folder / "printed").read_text("utf-8")

    def fields(self, name: str) -> Mapping[str, str]:
        """The row of a player."""
        page = as_read(self.steward.text("State"))
        row = re.findall(rf"^\| {name} \|\| (.*)$", page, re.MULTILINE)[0]
        return dict(
            zip(
                ("Items", "Gold", "Points", "Bid"),
                row.removesuffix(" ||").split(" || "),
                strict=False,
            )
        )


def test_what_waits_survives_kills_around_every_request(
    mediawiki_143: Server, tmp_path: Path
) -> None:
    """Nothing is lost, doubled or told in clear."""
    game = Waiting(mediawiki_143, tmp_path)
    cursor = read_cursor(game.steward.text("State"))
    assert cursor is not None
    sealed = seal_line(cursor.box, "Alice", f"bid {SECRET} Gold")[0]
    lines = [("Alice", "plead"), ("Alice", "offer Carol a Truce"), ("Alice", sealed)]
    lines += [("Mallory", "rest")] * 5
    lines += [("Carol", "answer Q1: Jack"), ("Carol", "accept Q3"), ("Mallory", "answer Q2: Ten"),
              ("Carol", "end turn")]  # fmt: skip
    assert len(lines) == len(INSTANTS)
    for (name, line), instant in zip(lines, INSTANTS, strict=True):
        game.says(name, line)
        game.killed_at(*instant)
        if line == sealed:
            waits = game.steward.text("State")
    assert re.search(r"Still to answer: .*Carol.*; .*Mallory", waits)
    assert "Carol</nowiki>'s turn" in waits
    for text in _all_that_was_written(game):
        assert SECRET not in text

    assert game.killed["-9"] >= len(INSTANTS) - 2
    log = game.steward.text("Log")
    for each in ("Alice: plead", "Alice: offer", "Carol: answer Q1", "Carol: accept", "Carol: end",
                 "Mallory: answer Q2"):  # fmt: skip
        assert log.count(f"Z {each}") == 1, log
    assert log.count("Z Mallory: rest") == 5
    assert game.fields("Carol")["Items"] == "Ace, Ten"
    assert game.fields("Mallory")["Items"] == "Jack, 5 Fish"
    assert "Turn: Mallory" in game.steward.text("State")

    game.server.pass_time(timedelta(hours=73))
    for _ in range(2):
        game.sync()
    assert (game.fields("Alice")["Points"], game.fields("Alice")["Bid"]) == ("10", SECRET)
    assert game.fields("Mallory")["Points"] == "8"  # the turn was over
    assert "Turn: Alice" in game.steward.text("State")


def _all_that_was_written(game: Waiting) -> list[str]:
    """Every revision with its summary, and every local file but the key's."""
    titles = ("State", "Play", "Log", "Orders")
    found = [str(each) for title in titles for each in game.steward.history(title)]
    files = (each for each in game.folder.rglob("*") if each.is_file())
    return found + [
        each.read_bytes().decode("latin-1") for each in files if "seals" not in each.parts
    ]
