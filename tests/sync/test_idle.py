"""The shortest sync never decides by an answer or a note that it cannot read, and never fails."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.wiki.test_whole_answers import BIG, SLOW
from tests.wiki.test_whole_answers import serving as sending
from wikibot.cli import main
from wikibot.storage.settled import leave_note, nothing_new, stamp_of

PAGE = {"title": "State", "revisions": [{"revid": 7}]}
GOOD = json.dumps({"curtimestamp": "2024-01-05T00:00:00Z", "query": {"pages": [PAGE]}}).encode()


def zipped(body: bytes) -> bytes:
    """The same bytes at any time of day: gzip would note the hour."""
    return gzip.compress(body, mtime=0)


@contextmanager
def serving(body: bytes, encoding: str, status: int) -> Iterator[str]:
    """The address of a server that gives one answer to everything."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Encoding", encoding)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/api.php"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a game, with a state folder and no proxy."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name in ("settings.ini", "journal"):
        (tmp_path / name).touch()
    return tmp_path / "settings.ini"


def leave(settings: Path, address: str, file: str = "", queue: str = "") -> None:
    """Note that State was left at revision 7."""
    journal, files = str(settings.with_name("journal")), {file: queue} if file else {}
    polled = {"request": [address, {}], "heads": {"State": 7}, "due": "", "files": files}
    leave_note(str(settings), [journal], polled)


def is_settled(settings: Path, address: str) -> bool:
    """What the short way says of such a game."""
    leave(settings, address)
    return nothing_new(["sync", "--settings", str(settings)])


@pytest.mark.parametrize(
    ("body", "encoding", "status", "settled"),
    [
        (GOOD, "identity", 200, True),
        (zipped(GOOD), "gzip", 200, True),
        (GOOD, "gzip", 200, False),
        (zipped(GOOD)[:-20], "gzip", 200, False),
        (zipped(b" " * 5_000_000 + GOOD), "gzip", 200, False),
        (GOOD[:-1], "identity", 200, False),
        (b"[]", "identity", 200, False),
        (b"[" * 100_000, "identity", 200, False),
        (b"\xff", "identity", 200, False),
        (GOOD.replace(b"7", b"7" * 5000), "identity", 200, False),
        (GOOD, "identity", 503, False),
    ],
)
def test_only_a_plain_answer_counts(
    settings: Path, body: bytes, encoding: str, status: int, settled: bool
) -> None:
    """Whatever else a wiki or a portal before it sends, the ordinary sync looks."""
    with serving(body, encoding, status) as address:
        assert settled == is_settled(settings, address)


def test_a_line_in_the_file_of_actions_is_seen(settings: Path) -> None:
    """Whether the file was there before, and however it was changed since it was read."""
    file = settings.with_name("actions.txt")

    def is_settled() -> bool:
        return nothing_new(["sync", "--settings", str(settings)])

    with serving(GOOD, "identity", 200) as address:
        for written in ("", "one\n", "one\ntwo\n", "a\n"):
            leave(settings, address, str(file), stamp_of(file))
            assert is_settled()
            file.write_text(written)
            assert not is_settled()


HEAVY = {
    "click", "msgspec", "mwclient", "mwparserfromhell", "pathlib", "pydantic", "requests", "rich",
    "rules", "schedule", "tenacity", "tests",
}  # fmt: skip


def cron_sync(settings: Path) -> tuple[str, set[str]]:
    """What ``wikibot sync`` prints as a process that cron starts, and which packages it loads."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "wikibot", "sync", "--settings", settings],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    return done.stdout, {each.partition(".")[0] for each in loaded}


def test_a_sync_with_nothing_to_do_loads_no_library(settings: Path) -> None:
    """Of a MediaWiki it takes one GET by the standard library, and a look at the files."""
    with serving(GOOD, "identity", 200) as address:
        leave(settings, address)
        said, loaded = cron_sync(settings)

    assert ("Nothing new.\n", {"json"}) == (said, loaded & {"json", *HEAVY})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the settings of a folder wiki with a demo, in which two syncs found nothing new."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    game = tmp_path / "game"
    for command in (("demo", str(game)), *[("--settings", str(game / "settings.ini"), "sync")] * 2):
        with pytest.raises(SystemExit):
            main.main(command)
    return game / "settings.ini"


def test_nor_does_one_of_a_folder(folder: Path) -> None:
    """It looks at files and at the clock alone."""
    said, loaded = cron_sync(folder)

    assert ("Nothing new.\n", {"json"}) == (said, loaded & {"json", *HEAVY})


@pytest.mark.parametrize("how", ["written", "deleted", "made", "touched", "settings", "journal"])
def test_whatever_changes_in_a_folder_is_looked_at(folder: Path, how: str) -> None:
    """Pages that are there or not, whatever their size and time; settings; the journal."""
    wiki, call = folder.parent / "wiki", ["sync", "--settings", str(folder)]
    page = wiki / "Ruleset.wiki"
    assert nothing_new(call)

    if how == "written":  # by a program that keeps times
        stat, text = page.stat(), page.read_bytes()
        page.write_bytes(text[::-1])
        os.utime(page, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    elif how == "deleted":
        page.unlink()
    elif how == "made":
        (wiki / "Stop.wiki").write_text("Not now.")
    else:
        files = {"touched": page, "settings": folder, "journal": next(wiki.rglob("journal.sqlite"))}
        files[how].touch()

    assert not nothing_new(call)


@pytest.mark.parametrize("changed", ["", "settings", "journal", "program", "note"])
def test_pydantic_is_asked_for_what_is_new_from_outside(folder: Path, changed: str) -> None:
    """Settings and notes of the journal that are as the last sync left them are read no more."""
    (note,) = folder.parents[1].rglob("settled/*.json")
    pages = folder.parent / "wiki"
    if changed == "settings":
        folder.write_text(folder.read_text().replace("log = Log", "log = Chronicle"))
    elif changed == "journal":
        next(pages.rglob("journal.sqlite")).touch()
    elif changed:
        other = "{}" if changed == "note" else note.read_text().replace("sections.py", "other.py")
        note.write_text(other)
    (talk,) = pages.glob("Talk*")
    talk.write_text(talk.read_text() + "* join ~~~~\n")

    said, loaded = cron_sync(folder)

    assert "Root: join" in said
    assert ("pydantic" in loaded) == bool(changed)
    assert (pages / "Chronicle.wiki").exists() == (changed == "settings")


def test_an_event_of_a_folders_game_is_not_missed(folder: Path) -> None:
    """What is due takes the ordinary way."""
    (note,) = folder.parents[1].rglob("settled/*.json")
    found = json.loads(note.read_text())
    for due, settled in (("2999-01-01T00:00:00Z", True), ("2020-01-01T00:00:00Z", False)):
        note.write_text(json.dumps({**found, "due": due}))

        assert settled == nothing_new(["sync", "--settings", str(folder)])


@pytest.mark.parametrize("address", ["", "http://", "http://[/x", "http://a:b/x", "http://a b/\n"])
def test_a_note_with_an_address_that_is_none(settings: Path, address: str) -> None:
    """The ordinary sync looks, and names what is wrong."""
    assert not is_settled(settings, address)


@pytest.mark.parametrize("odd", [*SLOW, *BIG])
def test_a_drip_and_a_bomb(settings: Path, odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of time counts for the whole answer, and little of a long one is read."""
    monkeypatch.setattr("wikibot.storage.settled._SECONDS", 0.1)
    slow = odd in SLOW
    with sending({**SLOW, **BIG}[odd], pause=0.02 if slow else 0) as address:
        began = time.monotonic()

        assert not is_settled(settings, address)

    assert time.monotonic() - began < 8
