"""One sync of the real program beside a pywikibot script that reads and saves the same, on the same real MediaWiki.

    python -m bench.sync [--runs N] [--version 1.43] [--json]

Both run as processes of their own, log in once before anything is measured, and keep their cookies.
All their requests go through a proxy that counts requests and bytes (both ways, heads included).
Each figure is the median of the runs; the two take turns, so that what else the machine does falls
on both.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from itertools import count
from pathlib import Path

from tests.mediawiki.server import Server
from tests.rules.cycle15.long_game import gamestate, pins, rulebook, ruleset, start
from wikibot.game.calendar import format_time
from wikibot.game.ruleset.pins import write_pins

ROOT = Path(__file__).resolve().parent.parent
TITLES = {
    "ruleset": "Infinite Nomic Wiki:Cycle 15/Ruleset",
    "gamestate": "Infinite Nomic Wiki:Cycle 15/Gamestate",
    "actions": "Infinite Nomic Wiki talk:Cycle 15/Gamestate",
    "log": "Infinite Nomic Wiki:Cycle 15/Log of actions",
    "stewards": "Infinite Nomic Wiki talk:Cycle 15/Stewards",
    "stop": "User:Wikibot/Stop",
}
THEIRS = {
    name: title.replace("Cycle 15", "Cycle 14") for name, title in TITLES.items()
}  # pywikibot's own copies
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

[stewards]
users = Steward
page = {stewards}

[bot]
stop_page = {stop}
journal = state/journal.sqlite
"""
PYWIKIBOT = """\
family_files['bench'] = '{api}'
family = mylang = 'bench'
usernames['bench']['bench'] = 'Wikibot'
password_file = 'user-password.py'
put_throttle = minthrottle = 0
"""


@dataclass(frozen=True)
class Cost:
    """What one run of a program cost: requests, bytes both ways, seconds of the whole process."""

    requests: int
    bytes: int
    seconds: float


@dataclass(frozen=True)
class Record:
    """One kind of run: the median of each cost for both programs."""

    run: str
    wikibot: Cost
    pywikibot: Cost


class Bench:
    """A wiki with a game on it, and both programs ready to run in folders of their own."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server, self.folder = server, folder
        self.steward = server.client("Steward")
        now = datetime.now(UTC)
        self._make_pages(now)
        self._install_wikibot()
        self._install_pywikibot()

    def _make_pages(self, now: datetime) -> None:
        """Six pages and a running game, in which the members of the wiki play beside the others."""
        page = gamestate(rulebook(), now)
        for other, member in zip(start(rulebook(), now).players, MEMBERS, strict=False):
            page = page.replace(f"| {other} ||", f"| {member} ||")
        texts = {
            "ruleset": ruleset(),
            "gamestate": page,
            "actions": "Talk.\n\n== Actions ==",
            "stewards": "Orders.",
        }
        for name, text in (*texts.items(), ("log", f"# The game began {format_time(now)}.")):
            self.steward.edit(TITLES[name], text)
            self.steward.edit(THEIRS[name], text)

    def _install_wikibot(self) -> None:
        home = self.folder / "wikibot"
        home.mkdir()
        settings = SETTINGS.format(api=self.server.proxy.api, user=Server.bot_user, **TITLES)
        (home / "settings.ini").write_text(settings, encoding="utf-8")
        (home / "settings.wordings.txt").write_text(write_pins(pins()), encoding="utf-8")
        _write_secret(home / "password", Server.bot_password)

    def _install_pywikibot(self) -> None:
        home = self.folder / "pywikibot"
        home.mkdir()
        (home / "user-config.py").write_text(
            PYWIKIBOT.format(api=self.server.proxy.api), encoding="utf-8"
        )
        account, _, app = Server.bot_user.partition("@")
        _write_secret(
            home / "user-password.py",
            f"('{account}', BotPassword('{app}', '{Server.bot_password}'))",
        )
        (home / "titles.json").write_text(json.dumps(THEIRS), encoding="utf-8")

    def wikibot(self) -> Cost:
        """One ``wikibot sync``."""
        return self._run("wikibot", [sys.executable, "-m", "wikibot", "sync", "--quiet"])

    def pywikibot(self, task: str) -> Cost:
        """The script for pywikibot with a task: poll or save."""
        return self._run("pywikibot", [sys.executable, "-m", "bench.pywikibot_peer", task])

    def _run(self, name: str, command: list[str]) -> Cost:
        home = self.folder / name
        environment = {
            name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        }
        environment["PYTHONPYCACHEPREFIX"] = str(
            self.folder / "bytecode"
        )  # both compiled, as an installed program is
        environment |= {"PYTHONPATH": str(ROOT), "PYWIKIBOT_DIR": str(home)}
        self.server.proxy.mark()
        begun = time.perf_counter()
        done = subprocess.run(
            command, cwd=home, env=environment, capture_output=True, text=True, check=False
        )
        seconds = time.perf_counter() - begun
        if done.returncode:
            raise SystemExit(f"{name} failed with {done.returncode}:\n{done.stdout}{done.stderr}")
        return Cost(self.server.proxy.requests, self.server.proxy.bytes, seconds)

    def act(self, number: int) -> None:
        """A line of one of the members, written by them on the actions page."""
        member = MEMBERS[number % len(MEMBERS)]
        line = f"\n* use Fish [[User:{member}|{member}]] ([[User talk:{member}|talk]]) ~~~~~"
        self.server.client(member).edit(TITLES["actions"], append=line)

    def check(self) -> None:
        """Refuse to report on runs that did not do what they were measured for."""
        text = self.steward.text(TITLES["actions"])
        if text.count("* use Fish") != text.count("'''done'''"):
            raise SystemExit(f"not every line was answered:\n{text}")


def measure(bench: Bench, runs: int) -> list[Record]:
    """Both kinds of run, after each program has logged in and found its place."""
    bench.wikibot()
    bench.pywikibot("poll")
    polls = _compare(bench.wikibot, lambda: bench.pywikibot("poll"), runs)

    numbers = count()

    def play() -> Cost:
        bench.act(next(numbers))
        return bench.wikibot()

    play()
    bench.pywikibot("save")
    plays = _compare(play, lambda: bench.pywikibot("save"), runs)
    bench.check()
    return [Record("nothing new", *polls), Record("one action", *plays)]


def _compare(ours: Callable[[], Cost], theirs: Callable[[], Cost], runs: int) -> tuple[Cost, Cost]:
    """Medians of both, taking turns."""
    costs: dict[str, list[Cost]] = {"ours": [], "theirs": []}
    for _ in range(runs):
        costs["ours"].append(ours())
        costs["theirs"].append(theirs())
    return _median(costs["ours"]), _median(costs["theirs"])


def _median(costs: list[Cost]) -> Cost:
    middle = {
        name: statistics.median(getattr(cost, name) for cost in costs)
        for name in ("requests", "bytes", "seconds")
    }
    return Cost(round(middle["requests"]), round(middle["bytes"]), middle["seconds"])


def _write_secret(file: Path, text: str) -> None:
    file.touch(mode=0o600)
    file.write_text(text, encoding="utf-8")


def goals(records: list[Record]) -> Mapping[str, bool]:
    """The goals, and whether they are met."""
    poll, play = records
    return {
        "nothing new: one request": poll.wikibot.requests == 1,
        "nothing new: under 4 KB": poll.wikibot.bytes < 4000,
        "nothing new: under half of pywikibot's time": poll.wikibot.seconds
        < poll.pywikibot.seconds / 2,
        "one action: at most five requests": play.wikibot.requests <= 5,
    }


def show(records: list[Record]) -> None:
    """The records as a table, and the goals."""
    print(f"{'run':12} {'program':10} {'requests':>8} {'bytes':>8} {'time':>9}")
    for record in records:
        for name, cost in (("wikibot", record.wikibot), ("pywikibot", record.pywikibot)):
            print(
                f"{record.run:12} {name:10} {cost.requests:>8} {cost.bytes:>8,} {cost.seconds * 1000:>6.0f} ms"
            )
        print(
            f"{'':12} {'ratio':10} {_ratio(record, 'requests')} {_ratio(record, 'bytes')} {_ratio(record, 'seconds')}"
        )
    for goal, met in goals(records).items():
        print(f"{'met' if met else 'MISSED':7} {goal}")


def _ratio(record: Record, what: str) -> str:
    return f"{getattr(record.pywikibot, what) / getattr(record.wikibot, what):>7.1f}x"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=9, help="runs of each kind (default: 9)")
    parser.add_argument(
        "--version", default="1.43", choices=("1.43", "1.39"), help="MediaWiki's version"
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of a table"
    )
    options = parser.parse_args()
    server = Server(options.version)
    try:
        server.configure(wgSitename="Infinite Nomic Wiki", wgMetaNamespace="Infinite_Nomic_Wiki")
        with tempfile.TemporaryDirectory(prefix="wikibot-bench-") as folder:
            records = measure(Bench(server, Path(folder)), options.runs)
    finally:
        server.stop()
    if options.json:
        about = {"python": platform.python_version(), "mediawiki": options.version}
        about["pywikibot"] = metadata.version("pywikibot")
        print(
            json.dumps(
                {
                    **about,
                    "records": [asdict(record) for record in records],
                    "goals": goals(records),
                }
            )
        )
    else:
        show(records)


if __name__ == "__main__":
    main()
