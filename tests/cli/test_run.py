"""``wikibot run``: stays up, syncs again and again, stops cleanly."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.cli.conftest import SETTINGS, Program, Wikibot
from tests.game.tiny import ACTIONS, GAME
from wikibot.cli.commands.run import Runner, stay
from wikibot.config.sections import all_settings
from wikibot.config.settings import load
from wikibot.storage.local import LocalStorage
from wikibot.sync.report import EndedBySignal, Stop, Stopping
from wikibot.wiki.folder import FolderWiki


class Running:
    """The program in a process of its own; what it logs is read line by line."""

    def __init__(self, here: Path) -> None:
        command = [sys.executable, "-m", "wikibot", "run"]
        self.process = subprocess.Popen(
            command, cwd=here, stderr=subprocess.PIPE, text=True, env=os.environ
        )

    def wait_for(self, text: str) -> str:
        """The next line with this text."""
        assert self.process.stderr is not None
        return next(line for line in self.process.stderr if text in line)

    def signal(self, number: int) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def end(self) -> int:
        """The exit code."""
        return self.process.wait(timeout=30)


@pytest.fixture
def start(here: Path) -> Iterator[Callable[[], Running]]:
    """Start the program; whatever still runs at the end is killed."""
    running: list[Running] = []

    def run() -> Running:
        running.append(Running(here))
        return running[-1]

    yield run
    for each in running:
        each.process.kill()
        each.process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_syncs_at_once_and_again_until_a_signal(
    wiki: FolderWiki, here: Path, start: Callable[[], Running], number: int
) -> None:
    """Lines that come later are played on the schedule; a signal ends it with exit code 0."""
    (here / "settings.ini").write_text(f"{SETTINGS}[bot]\nevery = 1 second\n")
    wiki.save_as("Ann", "Play", f"{ACTIONS}* dig -- 2d4 (1, 3) = 4\n")
    running = start()

    first = running.wait_for("done: Ann: dig")
    text = wiki.read(["Play"])["Play"]
    wiki.save_as("Bea", "Play", f"{text and text.text}* dig -- 2d4 (1, 1) = 2\n")
    second = running.wait_for("done: Bea: dig")
    running.signal(number)

    assert ("found 4" in first, "found 2" in second, 0) == (True, True, running.end())


def test_a_wiki_out_of_reach_does_not_end_it(here: Path, start: Callable[[], Running]) -> None:
    """It is logged, and tried again; a signal ends the wait between two tries."""
    wiki = SETTINGS.replace("folder:wiki", "http://127.0.0.1:9/api.php\nuser = Wikibot@sync")
    (here / "settings.ini").write_text(f"{wiki}[bot]\ndeadline = 1 second\nevery = 1 second\n")
    running = start()

    running.wait_for("WARNING")
    still_up = running.process.poll() is None
    running.signal(signal.SIGTERM)

    assert (True, 0) == (still_up, running.end())


class Broken:
    """A wiki with a mistake in it."""

    def poll(self, titles: object) -> None:
        raise ZeroDivisionError


def test_a_mistake_in_the_program_does_not_end_it(
    wiki: FolderWiki, here: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged; the next sync may do better."""
    Runner(load(here / "settings.ini"), GAME, Broken(), Stop()).once()  # type: ignore[arg-type]

    assert "mistake in wikibot" in caplog.text


def test_what_one_sync_leaves_the_next_plays_at_once(
    wiki: FolderWiki, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little time a sync has."""
    monkeypatch.setattr("wikibot.sync.snapshot.PORTION", 1)
    monkeypatch.setattr("wikibot.sync.run.BUDGET", 0)
    wiki.save_as("Ann", "Play", wiki.file("Play").read_text() + "* help\n" * 3)
    runner = Runner(load(here / "settings.ini"), GAME, wiki, Stop())

    assert (runner.once(), runner.once()) == (True, False)
    assert wiki.file("Play").read_text().count("'''done'''") == 3


def test_the_same_trouble_is_told_once(
    wiki: FolderWiki, here: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A page that is missing for a day is no reason for hundreds of lines.

    Its return is told as well.
    """
    caplog.set_level("INFO", "wikibot")
    runner = Runner(load(here / "settings.ini"), GAME, wiki, Stop())
    text = wiki.file("Play").read_text()

    wiki.file("Play").unlink()
    runner.once()
    runner.once()
    wiki.file("Play").write_text(text)
    runner.once()

    told = [record.message for record in caplog.records]
    assert (1, 1) == (sum("no such page" in line for line in told), told.count("all is well again"))


def test_a_signal_lets_a_write_end_and_begins_nothing_else() -> None:
    """During a write it is noted; a second signal changes nothing."""
    stop, done = Stop(), []

    def job() -> bool:
        with stop.writing():
            done.append("begun")
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)
            done.append("ended")
        return True

    with stop.listening(signal.SIGTERM):
        stay(job, 0.0, stop, lambda _: True)
        with pytest.raises(EndedBySignal):
            signal.raise_signal(signal.SIGTERM)

    assert done == ["begun", "ended"]


@pytest.mark.parametrize("command", [("sync",), ("steward", "sync")])
def test_a_command_leaves_the_process_s_signals_as_they_were(
    wiki: FolderWiki, wikibot: Wikibot, command: tuple[str, ...]
) -> None:
    """A program that calls it can be ended by SIGTERM afterwards as before."""
    before = signal.getsignal(signal.SIGTERM)
    wikibot(*command)

    assert signal.getsignal(signal.SIGTERM) is before


LONG = """
import sys, time
from wikibot.game.game import (Game)
from wikibot.cli import main
from tests.game.tiny import Tiny

def forever(self, *args):
    print("computing", file=sys.stderr, flush=True)
    {work}

Tiny.{method} = forever
main(["{command}"])
"""
NO_END = "while True: sum(range(1000))"
PATTERN = "import re; re.fullmatch('(a|aa)+', 'a' * 200 + 'b')"
CONTAINED = (
    "\n    while True:\n        try:\n            sum(range(1000))\n        except Exception:\n   "
    "         pass"
)


@pytest.mark.parametrize(
    ("command", "code", "method", "work"),
    [
        ("sync", 75, "read", NO_END), ("sync", 75, "after_action", PATTERN),
        ("sync", 75, "next_event", CONTAINED),
        ("run", 0, "write", NO_END), ("run", 0, "next_event", PATTERN),
    ],
)  # fmt: skip
def test_a_signal_ends_a_long_computation(
    wiki: FolderWiki, here: Path, command: str, code: int, method: str, work: str
) -> None:
    """Wherever it is, in one line of rules or in one endless pattern.

    Nothing was saved, and the next run plays all.
    """
    wiki.save_as("Ann", "Play", f"{ACTIONS}* dig -- 2d4 (1, 3) = 4\n")
    program = LONG.format(command=command, method=method, work=work)
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=here, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        assert any("computing" in line for line in process.stderr)
        process.send_signal(signal.SIGTERM)
        told = process.communicate(timeout=30)[1]
    finally:
        process.kill()

    assert (process.returncode, "Traceback" in told, len(wiki.history("State", 0))) == (
        code,
        False,
        1,
    )
    again = subprocess.run(
        [sys.executable, "-m", "wikibot", "sync"], cwd=here, capture_output=True, check=False
    )
    assert (again.returncode, len(wiki.history("State", 0))) == (0, 2)


def test_a_signal_ends_a_wait_for_the_wiki() -> None:
    """Between two tries nothing is half-done."""
    stop = Stop()
    stop.asked = True

    with pytest.raises(Stopping):
        stop.sleep(3600)


def test_an_edit_while_the_first_job_runs_is_told() -> None:
    """A feed that asks for recent changes tells of those since it was first asked."""
    stop, told, edits = Stop(), list[int](), ["before"]
    seen = list[str]()

    def job() -> bool:
        seen.extend(edits[len(seen) :])
        edits.append("while it ran")
        return True

    def woken(seconds: float) -> bool:
        told.append(len(edits))
        stop.asked = len(told) > 1
        return len(told) > 1 and told[-1] > told[-2]

    stay(job, 3600.0, stop, woken)

    assert (told, seen) == ([1, 2], ["before"])


def test_a_feed_wakes_it_once_a_second_at_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many datagrams come. Where nothing is found it looks once more, and then rests."""
    now, looks = [0.0], list[float]()
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    stop = Stop()

    def job() -> bool:
        looks.append(now[0])
        return False

    def woken(seconds: float) -> bool:
        now[0] += min(0.125, seconds)
        stop.asked = now[0] >= 10
        return 2.0 <= now[0] < 5.0

    stay(job, 3600.0, stop, woken)

    assert looks == [0.0, 2.0, 3.0, 4.0, 5.0, 6.0]


# ``wikibot sync``: verdicts, diffs, the lock, exit codes.


DIG = "* dig -- 2d4 (1, 3) = 4\n"


@pytest.fixture
def lines(wiki: FolderWiki) -> FolderWiki:
    """Four lines wait, of which each gets another verdict."""
    text = ACTIONS
    for account, line in (("Ann", DIG), ("Bea", "* dig\n"), ("Cat", DIG), ("Ann", "* dance\n")):
        text += line
        wiki.save_as(account, "Play", text)
    return wiki


def page(wiki: FolderWiki, title: str) -> str:
    """The text of a page, "" where there is none."""
    revision = wiki.read([title])[title]
    return revision.text or "" if revision else ""


def test_every_line_is_shown_with_its_verdict(wikibot: Wikibot, lines: FolderWiki) -> None:
    """The report has the player, the line, the verdict and the answer, and what was saved."""
    result = wikibot("sync")

    assert result.exit_code == 0
    assert [
        line.split()[:2]
        for line in result.stdout.splitlines()
        if line[:1] == " " and line[7] == " "
    ][::2] == [["done", "Ann:"], ["needs", "Bea:"], ["cant", "Cat:"], ["huh", "Ann:"]]
    assert "4 lines (1 done, 1 needs, 1 cant, 1 huh); saved State, Play, Log." in result.stdout


def test_a_dry_run_shows_the_diffs_and_saves_nothing(wikibot: Wikibot, lines: FolderWiki) -> None:
    """Every page that would change is shown.

    All stay as they are, and the sync afterwards still plays.
    """
    before = page(lines, "State"), page(lines, "Play"), page(lines, "Log")

    result = wikibot("sync", "--dry-run")

    assert before == (page(lines, "State"), page(lines, "Play"), page(lines, "Log"))
    assert all(
        line in result.stdout
        for line in ("+++ State (then)", "-* Ann: 0 stones", "+* Ann: 4 stones")
    )
    assert all(
        line in result.stdout
        for line in ("+++ Play (then)", "+++ Log (then)", "would save State, Play, Log.")
    )
    assert "saved State" in wikibot("sync").stdout


def test_a_diff_shows_the_cursor_as_one_word(wikibot: Wikibot, lines: FolderWiki) -> None:
    """What only the bot reads is not shown to people: that it is renewed says enough."""
    del lines
    shown = wikibot("sync", "--dry-run").stdout

    assert "+<!-- cursor -->" in shown
    assert '"run": "' not in shown


def test_the_report_as_json(wikibot: Wikibot, lines: FolderWiki) -> None:
    """One object with the outcomes in order and the diff of each page."""
    report = json.loads(wikibot("sync", "--json").stdout)

    assert ["done", "needs", "cant", "huh"] == [
        outcome["verdict"] for outcome in report["outcomes"]
    ]
    assert ["State", "Play", "Log"] == [change["title"] for change in report["changes"]]


@pytest.mark.parametrize(("options", "told"), [((), "Nothing new.\n"), (("-q",), "")])
def test_nothing_new_is_one_line_or_none(
    wikibot: Wikibot, wiki: FolderWiki, options: list[str], told: str
) -> None:
    """A cron job's mail is empty with -q."""
    wikibot("sync")

    result = wikibot("sync", *options)

    assert (0, told, "") == (result.exit_code, result.stdout, result.stderr)


# A value for each setting that cannot be right; for others the reason why any may be.
NONSENSE = {
    "wiki.api": "wiki", "wiki.user": "A|b", "wiki.contact": None, "wiki.password_file": None,
    "wiki.keyboard": "A/b",
    "game.rules": "chess", "game.ruleset": "A|b", "game.gamestate": "Special:State",
    "game.actions": "Play#Actions", "game.log": "Media:Log", "game.archive": "Special:Archive",
    "game.archive_after": "0 days", "game.heading": "== Actions ==", "game.dice": "chance",
    "game.ledger": "nobody", "game.rules_by": "kings", "game.readings": "Special:Readings",
    "game.readings_by": "kings", "bot.feed": "udp://nowhere",
    "game.actions_file": "nowhere/lines.txt",
    "stewards.users": "Sam, 192.0.2.1", "stewards.groups": None, "stewards.page": "Special:Orders",
    "bot.stop_page": "[[Stop]]", "bot.every": "soon", "bot.deadline": "never", "bot.maxlag": "0",
    "bot.journal": "wiki", "bot.lock": "wiki", "bot.help_page": "Special:Help",
    "bot.form_page": "A<b", "bot.lens_page": "A<b", "bot.standings_page": "A|b",
    "bot.language": "xx", "bot.words_page": "Media:Words",
    "bot.words_file": "words.json", "bot.board_page": "{{Board}}", "bot.board_file": "Board.png",
    "bot.chart_file": "Chart", "beacon.relays": "drand", "beacon.chain": "quicknet",
    "announce.webhooks": "discord", "announce.names": "Ann",
}  # fmt: skip


def test_every_setting_has_such_a_value() -> None:
    """A contact may read as it likes; a folder has neither passwords nor groups."""
    keys = {f"{each.section}.{each.name}" for each in all_settings()}
    any_value = {"wiki.contact", "wiki.password_file", "stewards.groups"}

    assert (keys, any_value) == ({*NONSENSE}, {key for key, bad in NONSENSE.items() if not bad})


@pytest.mark.parametrize("key", [key for key, bad in NONSENSE.items() if bad])
def test_what_cannot_be_right_is_told_with_nothing_new(
    wikibot: Wikibot, lines: FolderWiki, here: Path, key: str
) -> None:
    """At each sync, not only when the setting is needed first; the settings are named."""
    section, _, name = key.partition(".")
    settings = ConfigParser(delimiters="=", interpolation=None)
    settings.read_string(SETTINGS)
    wikibot("sync")
    settings.read_dict({section: {name: NONSENSE[key] or ""}})
    with (here / "settings.ini").open("w") as file:
        settings.write(file)
    told, again = wikibot("sync"), wikibot("sync")

    assert (told.exit_code, again.exit_code, told.stderr) == (78, 78, again.stderr)
    assert name in told.stderr or (NONSENSE[key] or "") in told.stderr


def test_force_looks_at_everything_anew(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Even when nothing has changed."""
    wikibot("sync")

    assert "0 lines; saved nothing." in wikibot("sync", "--force").stdout


def test_an_unreadable_cell_needs_a_person(wikibot: Wikibot, lines: FolderWiki) -> None:
    """Exit code 1;
    the cell is named on standard error, the page is left alone and the lines wait.
    """
    lines.save_as("Bea", "State", page(lines, "State").replace("5 stones", "many stones"))

    result = wikibot("sync")

    assert (1, False) == (result.exit_code, "wikibot {" in page(lines, "State"))
    assert (
        "State, section 'Stones', row 'Bea', column 'Stones': 'many' is not a number"
        in result.stderr
    )
    assert "4 new action(s) stay queued" in result.stderr


def test_a_missing_page_is_told_with_what_to_do(wikibot: Wikibot, here: Path) -> None:
    """A gamestate page that is not there is the start of every game."""
    (here / "settings.ini").write_text(SETTINGS)
    FolderWiki(here / "wiki").save_as("Sam", "Rules", "No rules.\n")

    result = wikibot("sync")

    assert (1, True) == (
        result.exit_code,
        "there is no such page. Write `make gamestate` on the actions page" in result.stderr,
    )


def test_a_second_run_is_told_who_runs(program: Program, wiki: FolderWiki, here: Path) -> None:
    """Exit code 75 with the other process and the lock file.

    The first run's work is not disturbed.
    """
    settings = load(here / "settings.ini")

    with LocalStorage(settings).locked():
        result = program("sync")

    assert (75, "") == (result.returncode, result.stdout)
    assert f"process {os.getpid()} since 2" in result.stderr
    assert str(settings.bot.lock) in result.stderr


def test_a_lock_that_a_killed_run_left_holds_nobody_up(
    wikibot: Wikibot, wiki: FolderWiki, here: Path
) -> None:
    """The lock is the system's, not the file's."""
    settings = load(here / "settings.ini")
    with LocalStorage(settings).locked():
        pass
    settings.bot.lock.touch()

    assert wikibot("sync").exit_code == 0


def test_a_state_folder_that_cannot_be_made_is_told(
    wikibot: Wikibot, wiki: FolderWiki, here: Path
) -> None:
    """The folder is named; nothing is played without a journal."""
    (here / "file").write_text("")
    (here / "settings.ini").write_text(f"{SETTINGS}[bot]\njournal = file/journal\n")

    result = wikibot("sync")

    assert (78, True) == (
        result.exit_code,
        f"{here / 'file'}: the state folder cannot be made" in result.stderr,
    )


def test_an_unreachable_wiki_is_tried_again_later(wikibot: Wikibot, here: Path) -> None:
    """Exit code 75 and one line."""
    wiki = SETTINGS.replace("folder:wiki", "http://127.0.0.1:9/api.php\nuser = Wikibot@sync")
    (here / "settings.ini").write_text(f"{wiki}[bot]\ndeadline = 1 second\n")

    result = wikibot("sync")

    assert (75, 1) == (result.exit_code, result.stderr.count("\n"))


def test_what_players_write_does_not_steer_the_terminal(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Escape sequences and marks that turn text around are shown as codes, in reports and diffs."""
    wiki.save_as("Ann", "Play", f"{ACTIONS}* dance \x1b[2J\x1b]0;owned\x07 \u202etxt\n")

    shown = wikibot("sync", "--dry-run").stdout + wikibot("sync").stdout

    assert not {"\x1b", "\x07", "\u202e"} & set(shown)


def test_a_damaged_journal_is_put_aside(wikibot: Wikibot, lines: FolderWiki, here: Path) -> None:
    """It is only a cache: the sync goes on without it, keeps the damaged file and says so."""
    wikibot("sync")
    journal = load(here / "settings.ini").bot.journal
    journal.write_bytes(b"x" * 16 + journal.read_bytes()[16:])

    result = wikibot("sync")

    aside = journal.with_name("journal.sqlite.damaged")
    assert (0, True, True) == (result.exit_code, aside.exists(), str(aside) in result.stderr)


def test_a_full_disk_is_for_later(
    wikibot: Wikibot, wiki: FolderWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that says where; what is not the program's mistake is not called one."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/var/journal")

    monkeypatch.setattr("wikibot.sync.run.sync", full)

    result = wikibot("sync")

    assert (75, 1) == (result.exit_code, result.stderr.count("\n"))
    assert result.stderr.startswith("wikibot: /var/journal: No space left on device. ")
