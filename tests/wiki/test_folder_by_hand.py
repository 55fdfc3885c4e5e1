"""What a person writes into the files of a folder wiki is a revision of theirs.

Is never overwritten.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.wiki.conftest import Clock
from tests.wiki.folder_pages import edit, newest
from wikibot.wiki import folder as folder_module
from wikibot.wiki.errors import EditConflict
from wikibot.wiki.folder import FolderWiki
from wikibot.wikitext import lines

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def touch(path: Path, time: datetime) -> None:
    """Set a file's time."""
    os.utime(path, (time.timestamp(), time.timestamp()))


def test_a_hand_edit_between_read_and_save_is_a_conflict(folder: FolderWiki) -> None:
    """The person at the keyboard wins over the bot."""
    base = folder.save_as("alice", "Log", "one").revision
    folder.file("Log").write_text("by hand")

    with pytest.raises(EditConflict):
        folder.save(edit("Log", "two", base))

    assert folder.file("Log").read_text() == "by hand"


def test_a_hand_edit_in_the_last_moment_is_a_conflict(
    folder: FolderWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even an edit while the bot is saving is kept, and becomes a revision of the person."""
    base = folder.save_as("alice", "Log", "one").revision
    expand = lines.expand

    def expand_while_ann_edits(*args: object) -> str:
        folder.file("Log").write_text("by hand")
        return expand(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(folder_module, "expand", expand_while_ann_edits)
    with pytest.raises(EditConflict):
        folder.save(edit("Log", "two", base))

    assert ("by hand", "Ann") == (newest(folder, "Log").text, newest(folder, "Log").user)


def test_a_hand_edit_is_a_revision(folder: FolderWiki, clock: Clock) -> None:
    """A file edited by hand counts as a revision by the person at the keyboard,
    at the file's time.
    """
    base = folder.save_as("alice", "Log", "one").revision
    clock.forward(600)
    folder.file("Log").write_text("one, two ~~~~")
    touch(folder.file("Log"), clock.now - timedelta(seconds=60))

    head = folder.poll(["Log"]).heads["Log"].revision

    assert head is not None
    assert ("Ann", base, clock.now - timedelta(seconds=60)) == (
        head.user,
        head.parent_id,
        head.time,
    )
    assert folder.file("Log").read_text() == "one, two ~~~~"  # never rewritten under an editor


@pytest.mark.parametrize(
    ("offset", "expected"), [(-3600, 0), (7200, 600)], ids=["before its parent", "in the future"]
)
def test_the_time_of_a_hand_edit_fits_in(
    folder: FolderWiki, clock: Clock, offset: int, expected: int
) -> None:
    """A file's time is no proof: never before the revision that it follows, never after now."""
    start = clock.now
    folder.save_as("alice", "Log", "one")
    clock.forward(600)
    folder.file("Log").write_text("two")
    touch(folder.file("Log"), start + timedelta(seconds=offset))

    assert newest(folder, "Log").time == start + timedelta(seconds=expected)


def test_a_hand_edit_is_noticed_once(folder: FolderWiki) -> None:
    """Looking twice makes no second revision, nor does touching a file."""
    folder.file("Log").write_text("one")
    folder.poll(["Log"])
    touch(folder.file("Log"), EPOCH)

    folder.poll(["Log"])

    assert len(folder.history("Log", 0)) == 1


def test_a_deleted_page_that_comes_back_is_a_new_one(folder: FolderWiki) -> None:
    """As in MediaWiki: a new page id, no parent, and the old revisions are gone."""
    old = folder.save_as("alice", "Log", "one").revision
    old_page = newest(folder, "Log").page_id
    folder.file("Log").unlink()
    folder.poll(["Log"])
    folder.file("Log").write_text("again")

    revision = newest(folder, "Log")

    assert (True, 0, {}) == (
        revision.page_id != old_page,
        revision.parent_id,
        folder.revisions([old]),
    )


def test_hand_edits_of_several_pages_keep_their_order(folder: FolderWiki, clock: Clock) -> None:
    """Revision ids follow the files' times, whatever order the titles were asked in."""
    for title, seconds in (("A", 30), ("B", 10), ("C", 20)):
        folder.file(title).write_text(title)
        touch(folder.file(title), clock.now - timedelta(seconds=seconds))

    read = folder.read(["A", "B", "C"])

    assert ["A", "C", "B"] == sorted(
        read, key=lambda title: revision.id if (revision := read[title]) else 0
    )


def test_tildes_of_a_hand_edit_are_signed_by_its_writer(folder: FolderWiki, clock: Clock) -> None:
    """Whoever saves next fills in the signature.

    It is that of the person who typed the tildes.
    """
    folder.file("Log").write_text("* join ~~~~\n")
    os.utime(folder.file("Log"), times=(clock.now.timestamp(), clock.now.timestamp()))
    base = folder.read(["Log"])["Log"]
    assert base is not None

    clock.forward(600)
    folder.save(edit("Log", "* join ~~~~\n*: done ~~~~\n", base.id))

    ann, bot = folder.file("Log").read_text().splitlines()
    assert ann.startswith("* join [[User:Ann|Ann]]")
    assert ann.endswith("02:22, 5 January 2024 (UTC)")
    assert bot.startswith(f"*: done [[User:{folder.account}|")


def test_a_keyboard_named_like_the_bot(tmp_path: Path) -> None:
    """Hand edits never pass for the bot's own, even where the system account has the bot's name."""
    wiki = FolderWiki(tmp_path, user="Wikibot", keyboard="wikibot")

    assert wiki.keyboard == "Wikibot (keyboard)"
