"""A folder that cannot be used, files that are not pages, texts that no wiki takes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import filelock
import pytest

from tests.wiki.folder_pages import edit
from wikibot.wiki import folder as folder_module
from wikibot.wiki.errors import EditRefused, PageUnreadable, TryLater, WikiError, WrongSettings
from wikibot.wiki.folder import FolderWiki


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
