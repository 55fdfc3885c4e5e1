"""The shortest sync, as cron starts it: processes of their own against a real MediaWiki.

Its one request is made on both versions; what the program decides by its note has nothing of the
server's, and is tested on the newer one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mediawiki.server import Server
from tests.mediawiki.test_program import stones_on
from tests.nursery import BOT, Ended, nursery

ROOT = Path(__file__).parents[2]
Sync = Callable[..., Ended]


@pytest.fixture
def sync(mediawiki_143: Server, tmp_path: Path) -> Sync:
    """``wikibot sync`` with further arguments, of a game whose first sync has been; with ``loads``
    it tells what it loads.
    """
    return settled(mediawiki_143, tmp_path)


def settled(mediawiki: Server, tmp_path: Path) -> Sync:
    """Set the game up, and sync it until there is nothing new."""
    stones_on(mediawiki, tmp_path)
    site, home = tmp_path / "site", {"HOME": str(tmp_path), "XDG_STATE_HOME": ""}
    environment = {"PATH": os.environ["PATH"], **home, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}

    def run(*arguments: str, loads: bool = False) -> Ended:
        command = arguments or ("sync",)
        mediawiki.proxy.mark()
        if not loads:
            return nursery(*BOT).run(command, tmp_path, path=[site], environment=home)
        done = subprocess.run(
            [sys.executable, "-Ximporttime", "-m", "wikibot", *command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    while "Nothing new." not in (first := run()).out:
        assert first.code in (0, 1), first.err
    return run


@pytest.fixture
def note(sync: Sync, tmp_path: Path) -> Path:
    """The note that the last sync left."""
    del sync
    return note_in(tmp_path)


def note_in(home: Path) -> Path:
    """The one note below a home folder."""
    (found,) = home.glob(".local/state/wikibot/settled/*.json")
    return found


def short(done: Ended) -> bool:
    """Whether a sync that tells what it loads came without the program's own parts."""
    return "wikibot.sync.run" not in done.err


def test_a_sync_with_nothing_to_do_loads_nothing(mediawiki: Server, tmp_path: Path) -> None:
    """It takes one request, and says what the ordinary one says.

    Its note holds a session, so only its owner may read it; the password it does not hold.
    """
    done = settled(mediawiki, tmp_path)("sync", loads=True)
    note = note_in(tmp_path)

    assert (0, "Nothing new.\n", 1) == (done.code, done.out, mediawiki.proxy.requests)
    assert short(done)
    assert (0o600, 0o700) == tuple(each.stat().st_mode & 0o777 for each in (note, note.parent))
    assert mediawiki.bot_password not in note.read_text()


def test_a_sync_with_something_to_do_asks_no_more_for_it(sync: Sync, mediawiki_143: Server) -> None:
    """What showed that something is new is the poll: five requests play, answer and log a line.

    The first of a game asks whether the bot has written on that page before, and what stood there.
    """
    for requests in (7, 5, 5):
        mediawiki_143.client("Ann").edit("Play", append="\n* dig -- 2d4 (1, 3) = 4 ~~~~")
        done = sync()

        assert ("found 4" in done.out, mediawiki_143.proxy.requests) == (True, requests)
    mediawiki_143.proxy.check()


def test_options(sync: Sync) -> None:
    """The short way knows a plain sync only; settings may be named, as the systemd unit does, and
    it is silent where silence is asked for.
    """
    assert "Nothing new.\n" == sync("--settings", "settings.ini", "sync").out
    done = sync("sync", "--settings=settings.ini", "-q", loads=True)

    assert (0, "", True) == (done.code, done.out, short(done))
    others = ("--force", "--dry-run", "--json", "--debug")
    assert [] == [each for each in others if short(sync("sync", each, loads=True))]


def test_an_edit_of_any_page_is_seen(sync: Sync, mediawiki_143: Server) -> None:
    """The next sync looks at the page, whichever it is."""
    for title in ("Play", "State", "Rules", "Stop"):
        mediawiki_143.client("Steward").edit(title, append="\n\nMore.")

        done = sync("sync", loads=True)

        assert (title, False, False) == (title, short(done), "Nothing new." in done.out)
        if title == "Stop":
            break
        while "Nothing new." not in sync().out:
            pass


def test_a_change_of_settings_or_journal_is_seen(sync: Sync, tmp_path: Path) -> None:
    """Each makes the note worth nothing; the sync after that is short again."""
    for file in ("settings.ini", "state/journal.sqlite"):
        os.utime(tmp_path / file, ns=(0, 0))
        assert not short(sync("sync", loads=True))
        assert short(sync("sync", loads=True))


SPOILT = (
    "",
    "[]",
    "{}",
    '{"settings": 1}',
    '{"files": 1}',
    '{"files": [[]]}',
    "\ud83d".encode("utf-16", "surrogatepass").decode("latin-1"),
    "[" * 100_000,
)


def test_a_spoilt_note_costs_time_only(sync: Sync, note: Path) -> None:
    """The ordinary sync runs, and leaves a good one."""
    good = set(json.loads(note.read_text()))
    for spoilt in SPOILT:
        note.write_text(spoilt, encoding="utf-8")

        done = sync("sync", loads=True)

        assert (0, "Nothing new.\n", False) == (done.code, done.out, short(done))
        assert set(json.loads(note.read_text())) == good
    assert short(sync("sync", loads=True))


def test_what_is_due_takes_the_ordinary_way(sync: Sync, note: Path) -> None:
    """A timed event happens though nobody wrote anything."""
    found = json.loads(note.read_text())
    note.write_text(json.dumps({**found, "due": "2020-01-01T00:00:00Z"}))

    assert not short(sync("sync", loads=True))


def test_a_lost_session_is_opened_again(sync: Sync, note: Path) -> None:
    """The account has to be ours, or the wiki refuses the short way's request."""
    found = json.loads(note.read_text())
    address, headers = found["request"]
    headers = {name: value for name, value in headers.items() if name != "Cookie"}
    note.write_text(json.dumps({**found, "request": [address, headers]}))

    done = sync("sync", loads=True)

    assert (0, "Nothing new.\n", False) == (done.code, done.out, short(done))
