"""kill -9 at any instant of a save: the bot's edit is there as the bot's, or not at all."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from wikibot.wiki import files
from wikibot.wiki.base import Edit
from wikibot.wiki.errors import EditConflict
from wikibot.wiki.folder import FolderWiki

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")

_OURS = ("/folder.py", "/folder_store.py", "/wiki/files.py")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder in memory where the system has one.

    What is killed is the program, not the machine.
    """
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


def _fork(work: Callable[[], object]) -> int:
    """Do ``work`` in a child process and give its id.

    The child ends with status 0 when it got through.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return child


def _lines_that_matter(work: Callable[[], object], path: Path) -> list[int]:
    """The lines of our code before which the files are others than before the line that ran ahead
    of it.

    To be killed before any other line is the same as before the last of these. The line behind the
    last stands for getting through.
    """
    note = path.parent / f"{path.name}.lines"

    def work_and_look() -> None:
        seen: list[object] = [None]
        lines: list[int] = []

        def look(line: int) -> None:
            files = sorted(
                (str(each), found.st_ino, found.st_size, found.st_mtime_ns, found.st_nlink)
                for each in path.rglob("*")
                for found in [each.lstat()]
            )
            if files != seen[0]:
                seen[0] = files
                lines.append(line)
            note.write_text(" ".join(map(str, (*lines, line + 1))))

        sys.settrace(_tracer(look))
        work()

    os.waitpid(_fork(work_and_look), 0)
    return list(map(int, note.read_text().split()))


def _run_and_die(work: Callable[[], object], at_line: int) -> bool:
    """Do ``work`` in a child that kills itself before the given line of our code.

    True when it got through.
    """

    def die(line: int) -> None:
        if line == at_line:
            os.kill(os.getpid(), signal.SIGKILL)

    def work_until_killed() -> None:
        sys.settrace(_tracer(die))
        work()

    _, status = os.waitpid(_fork(work_until_killed), 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFEXITED(status)


def _tracer(before: Callable[[int], object]) -> Any:
    """Have a function called before each line of our code, with the line's number in the run."""
    line = 0

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal line
        if not frame.f_code.co_filename.endswith(_OURS):
            return None
        if event == "line":
            line += 1
            before(line)
        return trace

    return trace


def _copy(place: Path, name: str) -> Path:
    return Path(shutil.copytree(place / "fresh", place / name))


def _wiki(path: Path) -> FolderWiki:
    return FolderWiki(path, keyboard="Ann")


@pytest.mark.parametrize("exists", [True, False], ids=["update", "creation"])
def test_killed_at_every_line(place: Path, exists: bool) -> None:
    """After any crash the history tells who wrote what.

    The bot's text is the bot's, a hand edit behind it is Ann's.
    """
    base = _wiki(place / "fresh").save_as("Alice", "Log" if exists else "Other", "old").revision
    edit = Edit("Log", "new", base if exists else None, "run r1", "r1")
    lines = _lines_that_matter(partial(_wiki(_copy(place, "seen")).save, edit), place / "seen")
    for line in lines:
        path = _copy(place, str(line))
        file = _wiki(path).file("Log")

        through = _run_and_die(partial(_wiki(path).save, edit), line)
        put = file.exists() and file.read_text() == "new"
        meddled = Path(shutil.copytree(path, place / f"{line} by hand"))
        _wiki(meddled).file("Log").write_text("by hand")

        expected = [("Alice", "old")] * exists + [("Wikibot", "new")] * put
        for folder, behind in ((path, []), (meddled, [("Ann", "by hand")])):
            found = [(rev.user, rev.text) for rev in _wiki(folder).history("Log", 0)]
            assert expected + behind == found, f"killed at line {line}"
            assert [] == list((folder / ".wikibot" / "spool").iterdir())
        assert through is (line == lines[-1])
    assert len(lines) > 5


def test_killed_while_a_hand_edit_is_taken_up(place: Path) -> None:
    """Taking up a person's work is one step: it is never recorded twice, and never lost."""
    _wiki(place / "fresh").save_as("Alice", "Log", "old")
    _wiki(place / "fresh").file("Log").write_text("by hand")
    seen = _copy(place, "seen")
    for line in _lines_that_matter(partial(_wiki(seen).poll, ["Log"]), seen):
        path = _copy(place, str(line))

        _run_and_die(partial(_wiki(path).poll, ["Log"]), line)

        found = [(rev.user, rev.text) for rev in _wiki(path).history("Log", 0)]
        assert [("Alice", "old"), ("Ann", "by hand")] == found, f"killed at line {line}"


def test_killed_while_a_crash_is_settled(place: Path) -> None:
    """A second crash, while the first is being settled, changes nothing.

    An edit that never took place stays undone.
    """
    fresh = _wiki(place / "fresh")
    edit = Edit("Log", "new", fresh.save_as("Alice", "Log", "old").revision, "run r1", "r1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "put", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        os.waitpid(_fork(partial(fresh.save, edit)), 0)
    assert 1 == len(list((place / "fresh" / ".wikibot" / "spool").iterdir()))
    seen = _copy(place, "seen")
    for line in _lines_that_matter(partial(_wiki(seen).poll, ["Log"]), seen):
        path = _copy(place, str(line))

        _run_and_die(partial(_wiki(path).poll, ["Log"]), line)

        assert [("Alice", "old")] == [
            (rev.user, rev.text) for rev in _wiki(path).history("Log", 0)
        ], f"line {line}"


def test_two_bots_at_once(place: Path) -> None:
    """Programs that save at the same time, each reading again after a conflict,
    lose none of each other's lines.
    """
    _wiki(place).save_as("Alice", "Log", "")
    bots = [_fork(partial(_append_lines, place, name)) for name in ("A", "B", "C")]
    for bot in bots:
        assert os.waitpid(bot, 0)[1] == 0

    history = _wiki(place).history("Log", 0)

    lines = (history[-1].text or "").splitlines()
    assert sorted(f"{name}{number}" for name in "ABC" for number in range(5)) == sorted(lines)
    assert [rev.id for rev in history[:-1]] == [rev.parent_id for rev in history[1:]]


def _append_lines(path: Path, name: str) -> None:
    wiki = FolderWiki(path, user=name, keyboard="Ann")
    for number in range(5):
        _append(wiki, f"{name}{number}")


def _append(wiki: FolderWiki, line: str) -> None:
    while True:
        page = wiki.read(["Log"])["Log"]
        assert page is not None
        try:
            wiki.save(Edit("Log", f"{page.text}{line}\n", page.id, "run", "run"))
            return
        except EditConflict:
            continue
