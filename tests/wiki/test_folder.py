"""A folder of files behaves as a wiki."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import filelock
import pytest

from tests.wiki.conftest import Clock
from tests.wiki.folder_pages import edit, newest
from wikibot.wiki import folder as folder_module
from wikibot.wiki.errors import (
    EditConflict,
    EditRefused,
    PageAppeared,
    PageUnreadable,
    PageVanished,
    TryLater,
    WikiError,
    WrongSettings,
)
from wikibot.wiki.folder import FolderWiki
from wikibot.wikitext import lines


def test_a_missing_page(folder: FolderWiki) -> None:
    """A page without a file is missing, for poll and for read."""
    poll, read = folder.poll(["Log"]), folder.read(["Log"])

    assert (True, 0, None) == (poll.heads["Log"].missing, poll.heads["Log"].page_id, read["Log"])


def test_heads_come_under_the_titles_as_asked(folder: FolderWiki) -> None:
    """However a title is spelt, its head is found under that spelling."""
    folder.save_as("alice", "Talk:Actions page", "* pass")

    heads = folder.poll(["talk:actions_page", "Talk:Actions page"]).heads

    assert [1, 1] == [head.page_id for head in heads.values()]


def test_the_bot_may_do_everything(folder: FolderWiki, clock: Clock) -> None:
    """The owner of a folder needs no rights; the poll tells the account and the time."""
    poll = folder.poll([])

    assert ("Wikibot", clock.now, None, True) == (
        poll.user, poll.now, poll.block, "bot" in poll.rights,
    )  # fmt: skip


def test_a_saved_page(folder: FolderWiki, clock: Clock) -> None:
    """A save makes one revision of the bot's account, with summary, parent and time.

    The file holds its text.
    """
    base = folder.save_as("alice", "Log", "one").revision
    clock.forward(60)

    saved = folder.save(edit("Log", "two", base))

    revision = newest(folder, "Log")
    assert (saved.revision, saved.parent, True) == (revision.id, base, saved.changed)
    assert ("Wikibot", "playing (run 7f3a)", base, clock.now, "two") == (
        revision.user, revision.comment, revision.parent_id, revision.time,
        folder.file("Log").read_text(),
    )  # fmt: skip


def test_every_byte_is_kept(folder: FolderWiki) -> None:
    """Line ends, trailing blanks and marks without width stay as they are,
    in the file and in the history.
    """
    text = "\ufeffa\r\nb \n\n\u2060⚡\ufe0f\t\n"

    folder.save(edit("Log", text, None))

    assert (text.encode(), text) == (folder.file("Log").read_bytes(), newest(folder, "Log").text)


def test_saving_what_is_there_changes_nothing(folder: FolderWiki) -> None:
    """An edit that changes nothing makes no revision."""
    base = folder.save_as("alice", "Log", "one").revision

    saved = folder.save(edit("Log", "one", base))

    assert (False, base, 1) == (saved.changed, saved.revision, len(folder.history("Log", 0)))


def test_an_older_base_is_a_conflict(folder: FolderWiki) -> None:
    """Nobody's work is overwritten.

    A base that is not the newest revision is refused, and nothing is written.
    """
    base = folder.save_as("alice", "Log", "one").revision
    folder.save_as("bob", "Log", "one\n\n\ntwo")

    with pytest.raises(EditConflict):
        folder.save(edit("Log", "zero\none", base))

    assert folder.file("Log").read_text() == "one\n\n\ntwo"


def test_a_page_that_appeared(folder: FolderWiki) -> None:
    """A page to be created is not laid over one that a person made meanwhile."""
    folder.file("Log").write_text("mine")

    with pytest.raises(PageAppeared):
        folder.save(edit("Log", "two", None))


def test_a_page_that_vanished(folder: FolderWiki) -> None:
    """A page that a person deleted is not made again."""
    base = folder.save_as("alice", "Log", "one").revision
    folder.file("Log").unlink()

    with pytest.raises(PageVanished):
        folder.save(edit("Log", "two", base))

    assert not folder.file("Log").exists()


def test_history_from_a_revision_on(folder: FolderWiki) -> None:
    """The history begins with the revision that was asked for, oldest first, with texts."""
    ids = [folder.save_as("alice", "Log", text).revision for text in ("a", "b", "c")]

    assert [(ids[1], "b"), (ids[2], "c")] == [
        (rev.id, rev.text) for rev in folder.history("Log", ids[1])
    ]


def test_history_without_its_start(folder: FolderWiki) -> None:
    """A start that is not a revision of this page brings the whole history.

    Nothing is missed.
    """
    other = folder.save_as("alice", "Other", "x").revision
    ids = [folder.save_as("alice", "Log", text).revision for text in ("a", "b")]

    assert ids == [rev.id for rev in folder.history("Log", other)]


def test_revisions_by_id(folder: FolderWiki) -> None:
    """Known ids come with their text, others are left out."""
    id_ = folder.save_as("alice", "Log", "a").revision

    assert {id_: "a"} == {rev.id: rev.text for rev in folder.revisions([id_, 99]).values()}


def test_save_as_other_accounts(folder: FolderWiki, clock: Clock) -> None:
    """Demos and tests play several accounts.

    Their tildes become signatures at the time they name.
    """
    folder.save_as("raven1207.2", "Log", "* pass ~~~~", clock.now - timedelta(days=1))

    text = (
        "* pass [[User:Raven1207.2|Raven1207.2]] ([[User talk:Raven1207.2|talk]]) 02:22, 4 "
        "January 2024 (UTC)"
    )
    assert ("Raven1207.2", text) == (newest(folder, "Log").user, newest(folder, "Log").text)


def test_save_as_goes_forward_in_time(folder: FolderWiki, clock: Clock) -> None:
    """A page's history cannot run backwards."""
    folder.save_as("alice", "Log", "one")

    with pytest.raises(ValueError, match="later than"):
        folder.save_as("alice", "Log", "two", clock.now - timedelta(days=1))


def test_two_wikis_on_one_folder_agree(folder: FolderWiki, tmp_path: Path, clock: Clock) -> None:
    """A second program sees the first one's revisions as they are.

    Its base is checked all the same.
    """
    other = FolderWiki(tmp_path, user="Second", keyboard="ann", clock=clock)
    base = folder.save(edit("Log", "one", None)).revision
    other.save(edit("Log", "two", base))

    with pytest.raises(EditConflict):
        folder.save(edit("Log", "three", base))

    assert ["Wikibot", "Second"] == [rev.user for rev in folder.history("Log", 0)]


def test_a_redirect_is_marked(folder: FolderWiki) -> None:
    """A page that only points elsewhere can be told from one with content."""
    folder.save_as("alice", "Log", "#REDIRECT [[Other]]")

    assert folder.poll(["Log"]).heads["Log"].redirect


# What a person writes into the files of a folder wiki is a revision of theirs.
#
# Is never overwritten.


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


# A folder that cannot be used, files that are not pages, texts that no wiki takes.


def test_a_folder_in_use(
    folder: FolderWiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another program holds the lock, the answer is to try later."""
    folder.poll([])
    monkeypatch.setattr(folder_module, "_LOCK_SECONDS", 0)

    with filelock.FileLock(tmp_path / ".wikibot" / "lock"), pytest.raises(TryLater):
        folder.poll([])


def test_no_folder(tmp_path: Path) -> None:
    """A mistyped path is a matter of the settings; no folder is made for it."""
    with pytest.raises(WrongSettings):
        FolderWiki(tmp_path / "nowhere").poll(["Log"])

    assert not (tmp_path / "nowhere").exists()


def test_bytes_that_are_no_text(folder: FolderWiki) -> None:
    """A file that is not UTF-8 is named, and left alone."""
    folder.file("Log").write_bytes(b"caf\xe9")

    with pytest.raises(PageUnreadable, match=r"Log\.wiki is not UTF-8 at byte 3"):
        folder.read(["Log"])


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_what_is_no_file(folder: FolderWiki, tmp_path: Path, kind: str) -> None:
    """Neither a symbolic link, which might lead out of the folder, nor a folder is a page."""
    if kind == "link":
        folder.file("Log").symlink_to("/etc/passwd")
    else:
        folder.file("Log").mkdir()

    with pytest.raises(PageUnreadable, match=kind):
        folder.read(["Log"])


def test_own_files_behind_a_link(tmp_path: Path) -> None:
    """The history is not written through a symbolic link."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki" / ".wikibot").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(PageUnreadable):
        FolderWiki(tmp_path / "wiki").poll([])


@pytest.mark.parametrize("text", ["x" * (2048 * 1024 + 1), "\ud800"], ids=["too big", "no text"])
def test_refused_texts(folder: FolderWiki, text: str) -> None:
    """What MediaWiki would not take is refused here too, and nothing is left behind."""
    with pytest.raises(EditRefused):
        folder.save(edit("Log", text, None))

    assert folder.poll(["Log"]).heads["Log"].missing


def test_a_broken_history_file(folder: FolderWiki, tmp_path: Path) -> None:
    """A damaged database is an error that names the folder, not a traceback."""
    (tmp_path / ".wikibot").mkdir()
    (tmp_path / ".wikibot" / "history.sqlite").write_bytes(b"not a database, but long enough" * 40)

    with pytest.raises(WikiError, match="cannot be used") as caught:
        folder.poll(["Log"])

    assert isinstance(caught.value.__cause__, sqlite3.Error)
