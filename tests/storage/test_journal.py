"""The local journal is a cache that may be lost or broken at any time."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from wikibot.config.settings import SettingsError, load
from wikibot.exits import ProgramError
from wikibot.storage.local import KEPT_TEXTS, Journal, LocalStorage, SqliteRows, settings_in
from wikibot.wiki.base import Revision
from wikibot.wikitext.numerals import parse_time

NOW = datetime(2024, 1, 5, tzinfo=UTC)


@pytest.fixture
def journal() -> Iterator[Journal]:
    """A journal that keeps nothing."""
    with Journal(":memory:") as journal:
        yield journal


def _revision(number: int, sha1: str | None = None) -> Revision:
    return Revision(1, number, 0, NOW, "Alice", sha1=sha1)


def test_a_text_is_kept_by_revision(tmp_path: Path) -> None:
    """A text and a comment that were kept are found again by another run."""
    with Journal(tmp_path / "journal") as journal:
        journal.keep("Actions", 5, "* move", "run 1")
    with Journal(tmp_path / "journal") as journal:
        found = journal.cached(_revision(5))

    assert found is not None
    assert (found.text, found.comment) == ("* move", "run 1")


def test_a_text_that_the_wiki_changed_on_saving_is_not_believed(journal: Journal) -> None:
    """If the wiki says that the revision has another checksum, it is read again."""
    journal.keep("Actions", 5, "* move ~~~~")
    same = hashlib.sha1(b"* move ~~~~", usedforsecurity=False).hexdigest()

    found = [journal.cached(_revision(5, sha1)) for sha1 in (same, "0" * 40)]

    assert [each and each.text for each in found] == ["* move ~~~~", None]


def test_only_the_newest_texts_are_kept(journal: Journal) -> None:
    """The journal does not grow with the history of a page."""
    for number in range(1, 20):
        journal.keep("Actions", number, str(number))
    journal.flush()

    assert [n for n in range(1, 20) if journal.cached(_revision(n))] == list(
        range(20 - KEPT_TEXTS, 20)
    )


def test_what_is_settled_is_remembered_and_forgotten(journal: Journal) -> None:
    """The heads and the next event of a whole run are noted; forcing a sync forgets them."""
    due = parse_time("2024-01-08T00:00:00Z")
    journal.settle({"Actions": 5, "Log": 0}, due)
    before = (journal.settled, journal.due)
    journal.unsettle()

    assert (before, journal.settled, journal.due) == (({"Actions": 5, "Log": 0}, due), {}, None)


def test_a_next_event_that_somebody_changed_is_due(journal: Journal) -> None:
    """So that none is missed."""
    journal.settle({"Actions": 5}, parse_time("2024-01-08T00:00:00Z"))
    journal.set_notes({"due": "next Monday"})

    assert journal.due is not None
    assert journal.due < NOW


def damaged(path: Path, start: int, length: int) -> None:
    """A journal of which some bytes are lost."""
    with Journal(path) as journal:
        journal.keep("Log", 1, "text " * 9999)
    data = bytearray(path.read_bytes())
    data[start : start + length] = b"\xff" * length
    path.write_bytes(data)


@pytest.mark.parametrize(("start", "length"), [(0, 16), (16, 60), (100, 12)])
def test_a_broken_journal_is_put_aside(
    tmp_path: Path, start: int, length: int, caplog: pytest.LogCaptureFixture
) -> None:
    """What was a journal stops nothing: it is kept beside a new one, and that is told."""
    path = tmp_path / "journal"
    damaged(path, start, length)
    with Journal(path) as journal:
        journal.settle({}, None)

    aside = path.with_name("journal.damaged")
    assert (True, True) == (aside.exists(), str(aside) in caplog.text)


def test_what_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    """Another file is not put aside, nor is its mode changed."""
    path = tmp_path / "journal"
    path.write_text("this is not a database, and long enough to be looked at " * 50)
    path.chmod(0o644)
    with pytest.raises(ProgramError, match="is not a journal of wikibot") as caught:
        Journal(path)

    assert (78, 0o644, ["journal"]) == (
        caught.value.exit_code,
        path.stat().st_mode & 0o777,
        [each.name for each in tmp_path.iterdir()],
    )


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_only_its_owner_reads_it(tmp_path: Path, mask: int) -> None:
    """It holds answers and page texts, so only its owner may read it, whatever the umask.

    That goes for a file of an older version, too.
    """
    old = tmp_path / "old.sqlite"
    old.touch(mode=0o644)
    before = os.umask(mask)
    try:
        for path in (old, tmp_path / "new.sqlite"):
            rows = SqliteRows(path)
            with Journal(rows) as journal:
                journal.set_notes({"a": "b"})
                journal.flush()
                rows._db.execute("PRAGMA journal_mode = WAL")
                journal.set_notes({"a": "c"})
                journal.flush()
                modes = {
                    file.name: file.stat().st_mode & 0o777
                    for file in tmp_path.glob(f"{path.name}*")
                }

                assert set(modes.values()) == {0o600}
                assert len(modes) == 3
    finally:
        os.umask(before)


# Settings that a sync noted are those that it read.


EVERY = """\
[wiki]
api = https://wiki.example.org/w/api.php
user = Wikibot@sync
contact = ops@example.org
password_file = password
[game]
rules = cycle15
ruleset = Ruleset
gamestate = Gamestate
actions = Talk:Gamestate
log = Log/%Y-%m
archive_after = 21 days and 90 minutes
dice = beacon
actions_file = actions.txt
[stewards]
users = Steward, Ann
groups = sysop
[bot]
every = 90 s
maxlag = 7
language = de
words_file = words.json
board_file = Board.svg
[beacon]
relays = https://one.example https://two.example
[announce]
webhooks = https://chat.example/secret https://talk.example/secret
names = Ann: <@1>, Bo: <@2>
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings file whose game a sync settled."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "settings.ini").write_text(EVERY)
    settle(tmp_path / "settings.ini")
    return tmp_path / "settings.ini"


def settle(file: Path, change: str = "") -> None:
    """Read the settings, change the file, and note what a sync does that leaves nothing to do."""
    storage = LocalStorage(load(file))
    if change:
        file.write_text(change)
    with storage.journal() as journal:
        journal.note_poll(("", {}), {})


def test_every_type_comes_back(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Times, paths, pairs; addresses of webhooks stay hidden. They are not read a second time."""
    written = load(file)
    monkeypatch.delattr("wikibot.storage.local.load")

    kept = settings_in(file)

    assert (written, repr(written)) == (kept, repr(kept))
    assert "secret" not in repr(kept)


def test_an_edit_counts_at_once(file: Path) -> None:
    """Also where it comes while a sync goes on, and one that is wrong."""
    settle(file, EVERY.replace("maxlag = 7", "maxlag = 8"))
    while_it_ran = settings_in(file).bot.maxlag
    file.write_text(EVERY.replace("maxlag = 7", "maxlag = 800"))

    assert while_it_ran == 8
    with pytest.raises(SettingsError, match="maxlag = 800"):
        settings_in(file)
