"""A folder of files behaves as a wiki."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.wiki.conftest import Clock
from tests.wiki.folder_pages import edit, newest
from wikibot.wiki.errors import EditConflict, PageAppeared, PageVanished
from wikibot.wiki.folder import FolderWiki


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
