"""``wikibot farm``: what an operator types, and what it says where something is missing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.farm.games import make_template
from wikibot.cli import main
from wikibot.exits import ATTENTION, DONE, SETTINGS, TRY_LATER, USAGE
from wikibot.farm.polling import of_heads
from wikibot.farm.table import WatchedTable
from wikibot.storage.postgres.database import new_key
from wikibot.storage.postgres.farm import FarmStore
from wikibot.wiki.feed import RecentChange

Run = Callable[..., Result]
COMMANDS = (
    ("add", "settings.ini"), ("list",), ("status",), ("pause", "x"), ("resume", "x"), ("sync", "x"),
    ("remove", "x"), ("worker",),
)  # fmt: skip


@pytest.fixture
def run(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give ``wikibot farm``, with an empty database and a key."""
    monkeypatch.setenv("WIKIBOT_DATABASE", database)
    monkeypatch.setenv("WIKIBOT_FARM_KEY", new_key())
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(main, ["farm", *words])


@pytest.fixture
def farm(run: Run, tmp_path: Path) -> Run:
    """Give the same with one game, ``moon``."""
    make_template(tmp_path / "moon")
    assert run("init").exit_code == DONE
    assert run("add", str(tmp_path / "moon/settings.ini")).exit_code == DONE
    return run


def state(farm: Run) -> dict[str, Any]:
    """The one game, as ``status --json`` gives it."""
    found: dict[str, Any] = json.loads(farm("status", "--json").stdout)["games"][0]
    return found


def test_a_game_is_taken_in_named_and_let_go(farm: Run, tmp_path: Path) -> None:
    """A game that leaves can be kept in a folder, from which it is played on alone."""
    assert "moon" in farm("list").stdout
    assert json.loads(farm("list", "--json").stdout)[0]["game"] == "moon"
    assert state(farm)["state"] == "new"

    gone = farm("remove", "moon", "--keep", str(tmp_path / "kept"))

    assert (gone.exit_code, (tmp_path / "kept/settings.ini").is_file()) == (DONE, True)
    assert json.loads(farm("status", "--json").stdout)["games"] == []


def test_a_game_can_rest(farm: Run) -> None:
    """A game that rests is not queued; one that goes on is as it was."""
    farm("sync", "moon")
    farm("pause", "moon")
    assert state(farm)["state"] == "paused"

    farm("resume", "moon")

    assert state(farm)["state"] == "new"


def test_a_sync_by_hand_waits_in_the_queue_once(farm: Run) -> None:
    """However often it is asked for."""
    assert [farm("sync", "moon").exit_code for _ in range(3)] == [DONE] * 3
    assert state(farm)["state"] == "queued"


def test_a_game_that_fails_is_shown_with_its_last_error(farm: Run, database: str) -> None:
    """The exit code says that somebody has to look."""
    with WatchedTable.opened(database) as table:
        table.failed("moon", "there is no folder /moon", 0.1)

    shown = farm("status")

    assert (shown.exit_code, "failing" in shown.stdout) == (ATTENTION, True)
    assert state(farm)["error"] == "there is no folder /moon"


def test_the_database_is_set_up_twice_without_harm(run: Run) -> None:
    """A deployment may run it each time."""
    assert [run("init").exit_code for _ in range(2)] == [DONE, DONE]


@pytest.mark.parametrize("words", COMMANDS, ids=[words[0] for words in COMMANDS])
def test_a_database_that_was_not_set_up_is_told_so(run: Run, words: tuple[str, ...]) -> None:
    """Every command names the one that has to come first."""
    result = run(*words)

    assert (result.exit_code, "wikibot farm init" in result.stderr) == (SETTINGS, True)


@pytest.mark.parametrize("words", COMMANDS[1:], ids=[words[0] for words in COMMANDS[1:]])
def test_a_database_that_is_away_is_told_so(
    run: Run, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cron and systemd know 75: try again later."""
    monkeypatch.setenv("WIKIBOT_DATABASE", "host=/nowhere dbname=farm")
    monkeypatch.setattr("wikibot.storage.postgres.farm.PATIENCE", 0.0)

    result = run(*words)

    assert (result.exit_code, "database" in result.stderr) == (TRY_LATER, True)


def test_a_missing_key_is_made_up_and_explained(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """``init`` shows one that can be taken; the other commands say where it is looked for."""
    monkeypatch.delenv("WIKIBOT_FARM_KEY")

    shown, told = run("init"), run("status")

    assert (shown.exit_code, "WIKIBOT_FARM_KEY=" in shown.stdout) == (SETTINGS, True)
    assert (told.exit_code, "WIKIBOT_FARM_KEY" in told.stderr) == (SETTINGS, True)


def test_a_missing_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has the program without the extra is told how to get it."""
    monkeypatch.setitem(sys.modules, "procrastinate", None)

    result = run("status")

    assert (result.exit_code, "pip install 'wikibot[farm]'" in result.stderr) == (SETTINGS, True)


def test_no_command_loads_a_game() -> None:
    """What a sync needs is loaded in the process that syncs are forked from, and nowhere else."""
    code = "import sys, wikibot.farm.worker; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()

    assert "wikibot.farm.processes" in loaded
    assert [name for name in loaded if name.partition(".")[0] == "rules"] == []


@pytest.mark.parametrize("command", ["status", "pause", "resume", "sync", "remove"])
def test_a_game_that_is_not_there_is_not_guessed(farm: Run, command: str) -> None:
    """The near name is offered."""
    result = farm(command, "mono")

    assert (result.exit_code, "moon" in result.stderr) == (USAGE, True)


def test_a_worker_that_cannot_listen_says_where(farm: Run) -> None:
    """Before it takes a job."""
    result = farm("worker", "--listen", "192.0.2.1:80")

    assert (result.exit_code, "--listen" in result.stderr) == (USAGE, True)


def test_a_folder_of_games_is_taken_in_at_once(run: Run, tmp_path: Path) -> None:
    """One that cannot be taken in is named, and the others are; the exit code is its."""
    template = make_template(tmp_path / "games/a")
    for name in ("b", "c"):
        shutil.copytree(template, tmp_path / "games" / name)
    (tmp_path / "games/c/settings.ini").write_text("[wiki]\n")
    (tmp_path / "empty").mkdir()
    run("init")

    added = run("add", str(tmp_path / "games"))
    again = run("add", str(tmp_path / "games/a"), str(tmp_path / "games/b"), "--replace")
    nothing = run("add", str(tmp_path / "empty"))

    assert (added.exit_code, "c/settings.ini" in added.stderr) == (SETTINGS, True)
    assert [each["game"] for each in json.loads(run("list", "--json").stdout)] == ["a", "b"]
    assert (again.exit_code, nothing.exit_code) == (DONE, USAGE)


@pytest.mark.parametrize("seen", ["synced", "failed"])
def test_what_a_sync_has_seen_wakes_no_game(farm: Run, database: str, seen: str) -> None:
    """By page: another page of the game may have a later revision, as the bot writes that."""
    stamp, api = of_heads({"Play": 7, "State": 9}), "https://wiki.example/api.php"
    result = {"titles": ["Play", "State"], "spaces": [0], "stamp": stamp, "due": "", "idle": True,
              "lines": 0, "attention": "", "seconds": 0.1}  # fmt: skip
    with WatchedTable.opened(database) as table:
        table._run("UPDATE wikibot.watched SET api = %s, account = 'Bot'", (api,))
        table.synced("moon", "", result if seen == "synced" else {**result, "stamp": ""})
        if seen == "failed":
            table.failed("moon", "the wiki does not answer", 0.1, stamp)
        told = [
            bool(table.concerned([RecentChange(*each)], api=api, account="Bot"))
            for each in (("Play", "Ann", 7), ("Play", "Ann", 8), ("Play", "Ann"), ("State", "A", 9))
        ]

    assert told == [False, True, True, False]


def test_games_are_chosen_by_how_they_are(farm: Run, database: str) -> None:
    """To look at them, and to sync them once more."""
    none = farm("sync", "--failing")
    with WatchedTable.opened(database) as table:
        table.failed("moon", "there is no folder /moon", 0.1)

    shown = [json.loads(farm("status", "--state", each, "--json").stdout)["games"]
             for each in ("failing", "new")]  # fmt: skip
    failing, every, nothing = farm("sync", "--failing"), farm("sync", "--all"), farm("sync")
    odd = farm("status", "--state", "odd")

    assert [len(each) for each in shown] == [1, 0]
    assert [each.stdout[:2] for each in (none, failing, every)] == ["0 ", "1 ", "1 "]
    assert (nothing.exit_code, odd.exit_code, "settled" in odd.stderr) == (USAGE, USAGE, True)


def test_a_feed_that_others_send_to_is_shown(farm: Run, database: str) -> None:
    """With how many datagrams came, and when the last did; the exit code says to look."""
    with WatchedTable.opened(database) as table:
        for count in (3, 4):
            table.note_refused("udp://127.0.0.1:9390", count)

    shown, found = farm("status"), json.loads(farm("status", "--json").stdout)

    assert "udp://127.0.0.1:9390: 7 datagrams from elsewhere" in shown.stdout
    assert (shown.exit_code, found["forged"]) == (ATTENTION, ["udp://127.0.0.1:9390"])


def test_who_did_what_with_a_game_is_kept(farm: Run) -> None:
    """Also after it is gone; the newest first."""
    farm("pause", "moon")
    farm("resume", "moon")
    shown = farm("status", "moon").stdout.splitlines()[-3:]
    farm("remove", "moon")
    with FarmStore.open() as store:
        last = store.changes("moon")[0]

    assert [line.split("  ")[1].split(" by ")[0] for line in shown] == [
        "resumed",
        "paused",
        "added",
    ]
    assert (last[2], "@" in last[1]) == ("removed", True)
