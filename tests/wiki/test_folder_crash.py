"""kill -9 at any instant of a save: the bot's edit is there as the bot's, or not at all."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from wikibot.wiki import Edit
from wikibot.wiki.folder import FolderWiki

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")

_OURS = ("folder.py", "folder_files.py", "folder_history.py")


def _run_and_die(work: Callable[[], object], at_line: int) -> bool:
    """Do ``work`` in a child that kills itself before the given line of our code; true when it got through."""
    child = os.fork()
    if child == 0:
        sys.settrace(_killer(at_line))
        work()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFEXITED(status)


def _killer(at_line: int) -> Any:
    left = at_line

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal left
        if Path(frame.f_code.co_filename).name not in _OURS:
            return None
        if event == "line":
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    return trace


def _wiki(path: Path) -> FolderWiki:
    return FolderWiki(path, keyboard="Ann")


@pytest.mark.parametrize("exists", [True, False], ids=["update", "creation"])
@pytest.mark.parametrize("meddle", [False, True], ids=["alone", "then a hand edit"])
def test_killed_at_every_line(tmp_path: Path, exists: bool, meddle: bool) -> None:
    """After any crash the history tells who wrote what: the bot's text is the bot's, a hand edit is Ann's."""
    line, through = 0, False
    while not through:
        line += 1
        path = tmp_path / str(line)
        base = _wiki(path).save_as("Alice", "Log", "old").revision if exists else None
        path.mkdir(exist_ok=True)
        edit = Edit("Log", "new", base, "run r1", "r1")

        through = _run_and_die(partial(_wiki(path).save, edit), line)
        put = (path / "Log.wiki").exists() and (path / "Log.wiki").read_text() == "new"
        if meddle:
            (path / "Log.wiki").write_text("by hand")

        expected = [("Alice", "old")] * exists + [("Wikibot", "new")] * put + [("Ann", "by hand")] * meddle
        wiki = _wiki(path)
        assert expected == [(rev.user, rev.text) for rev in wiki.history("Log", 0)], f"killed at line {line}"
        assert [] == list((path / ".wikibot" / "spool").iterdir())
        assert wiki.save(Edit("Log", "next", (wiki.history("Log", 0)[-1].id if expected else None), "r2", "r2")).changed
    assert line > 50


def test_killed_while_a_hand_edit_is_taken_up(tmp_path: Path) -> None:
    """Taking up a person's work is one step: it is never recorded twice, and never lost."""
    line, through = 0, False
    while not through:
        line += 1
        path = tmp_path / str(line)
        _wiki(path).save_as("Alice", "Log", "old")
        (path / "Log.wiki").write_text("by hand")

        through = _run_and_die(partial(_wiki(path).poll, ["Log"]), line)

        found = [(rev.user, rev.text) for rev in _wiki(path).history("Log", 0)]
        assert [("Alice", "old"), ("Ann", "by hand")] == found, f"killed at line {line}"
