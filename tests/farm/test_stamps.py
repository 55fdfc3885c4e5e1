"""Stamps of pages: equal as long as nothing moved."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wikibot.farm import polling
from wikibot.wiki.base import to_file_name

TITLES = ("Rules", "Talk:State", "A/B")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder wiki with two of the three pages."""
    for title in TITLES[:2]:
        (tmp_path / to_file_name(title)).write_text("text")
    return tmp_path


def test_a_stamp_stays_while_nothing_moves(folder: Path) -> None:
    """The order of the titles does not matter, nor do other files."""
    before = polling.of_files(folder, TITLES)
    (folder / "Other.wiki").write_text("text")

    assert polling.of_files(folder, TITLES[::-1]) == before


@pytest.mark.parametrize("how", ["written", "replaced", "made", "deleted", "linked"])
def test_every_change_of_a_file_shows(folder: Path, how: str) -> None:
    """Also one that keeps size and time,
    as an editor does that puts a new file in place of the old.
    """
    before, file = polling.of_files(folder, TITLES), folder / "Rules.wiki"
    times = (file.stat().st_atime_ns, file.stat().st_mtime_ns)
    if how == "written":
        file.write_text("more text")
    elif how == "replaced":
        (folder / "new").write_text("TEXT")
        (folder / "new").replace(file)
        os.utime(file, ns=times)
    elif how == "made":
        (folder / "A%2FB.wiki").write_text("text")
    else:
        file.unlink()
        if how == "linked":
            file.symlink_to(folder / "Talk%3AState.wiki")

    assert polling.of_files(folder, TITLES) != before


def test_heads_make_a_stamp_by_title() -> None:
    """Two pages that change places are another game."""
    assert polling.of_heads({"A": 1, "B": 2}) == polling.of_heads({"B": 2, "A": 1})
    assert polling.of_heads({"A": 1, "B": 2}) != polling.of_heads({"A": 2, "B": 1})
