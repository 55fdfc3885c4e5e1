"""Settings that name files of others: a journal, a lock, a file of actions, a password."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Wikibot
from wikibot.cli.options import read_text
from wikibot.wiki.folder import FolderWiki


def others(here: Path) -> dict[str, Path]:
    """Files and what else may stand where a path of the settings leads, none of them the bot's."""
    places = {name: here / name for name in (
        "notes.txt", "loop", "link", "pipe", "folder", "database.sqlite", "empty folder", "binary",
    )}  # fmt: skip
    places["notes.txt"].write_text("What I have to do. " * 99)
    places["loop"].symlink_to("loop")
    places["link"].symlink_to("notes.txt")
    os.mkfifo(places["pipe"])
    places["folder"].mkdir()
    (places["folder"] / "a").write_text("A")
    places["empty folder"].mkdir()
    places["binary"].write_bytes(bytes(range(256)) * 40)
    FolderWiki(here / "other").save_as("Ann", "Page", "Text")
    (here / "other" / ".wikibot" / "history.sqlite").rename(places["database.sqlite"])
    return places | {
        "settings": here / "settings.ini", "page": here / "wiki" / "Rules.wiki",
        "history": here / "wiki" / ".wikibot" / "history.sqlite", "null": Path("/dev/null"),
        "full": Path("/dev/full"), "beneath a file": places["notes.txt"] / "x",
        "long": here / ("x" * 300), "almost too long": here / ("x" * 250),
    }  # fmt: skip


def content(here: Path) -> dict[str, object]:
    """All that stood there, by its name: what it is, its mode, its bytes."""
    return {
        str(path.relative_to(here)): (
            path.lstat().st_mode, path.read_bytes() if path.is_file() else path.is_symlink(),
        )
        for path in here.rglob("*")
        if ".wikibot" not in path.parts
    }  # fmt: skip


KINDS = ("notes.txt", "loop", "link", "pipe", "folder", "database.sqlite", "empty folder", "binary",
         "settings", "page", "history", "null", "full", "beneath a file", "long", "almost too long",
         )  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", ["journal", "lock"])
def test_a_file_of_others_is_left_alone(
    wikibot: Wikibot, wiki: FolderWiki, here: Path, key: str, kind: str
) -> None:
    """A journal or a lock that names what is none ends with 78, and every byte stays."""
    path = others(here)[kind]
    (here / "settings.ini").write_text(
        (here / "settings.ini").read_text() + f"\n[bot]\n{key} = {path}\n"
    )
    before, history = content(here), (here / "wiki" / ".wikibot" / "history.sqlite").stat().st_size

    for command in (("sync",), ("sync", "--dry-run"), *([("doctor",)] if key == "journal" else [])):
        result = wikibot(*command)

        assert result.exit_code == 78, (command, result.output)
        assert "Traceback" not in result.output
    after = content(here)
    assert before == {name: what for name, what in after.items() if name in before}
    assert history == (here / "wiki" / ".wikibot" / "history.sqlite").stat().st_size
    assert not {name for name in after if name.endswith(".damaged")}
    if key == "journal" and kind != "almost too long":  # which only SQLite finds
        assert before.keys() == after.keys(), "not even a lock is left beside it"


@pytest.mark.parametrize("key", ["actions_file", "password_file"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_only_read(
    wikibot: Wikibot, wiki: FolderWiki, here: Path, key: str, kind: str
) -> None:
    """A file of actions or a password that cannot be read neither hangs nor ends the program."""
    path, section = others(here)[kind], "[game]" if key == "actions_file" else "[wiki]"
    text = (here / "settings.ini").read_text()
    (here / "settings.ini").write_text(text.replace(section, f"{section}\n{key} = {path}"))
    before = content(here)

    assert wikibot("sync").exit_code in (0, 1, 78)
    del before["wiki/State.wiki"]  # where it is noted how far the file was read
    assert before == {name: what for name, what in content(here).items() if name in before}


def test_an_empty_file_and_an_old_journal_are_taken(
    wikibot: Wikibot, wiki: FolderWiki, here: Path
) -> None:
    """A file that was made beforehand, to give it its mode, and a journal that was moved."""
    (here / "made").touch()
    text = (here / "settings.ini").read_text()
    (here / "settings.ini").write_text(f"{text}\n[bot]\njournal = made\n")
    assert wikibot("sync").exit_code == 0
    (here / "made").rename(here / "moved")
    (here / "link").symlink_to("moved")
    (here / "settings.ini").write_text(f"{text}\n[bot]\njournal = link\n")

    assert (0, True) == (wikibot("sync").exit_code, (here / "link").is_symlink())


@pytest.mark.parametrize("kind", ["settings.ini", "cookies", "seals", "kept-elsewhere", "a.lock"])
def test_a_file_has_one_job(wikibot: Wikibot, wiki: FolderWiki, here: Path, kind: str) -> None:
    """What the program keeps for itself is not named for something else."""
    with (here / "settings.ini").open("a") as file:
        file.write(f"\n[bot]\njournal = {kind}\nlock = a.lock\n")

    result = wikibot("sync")

    assert (78, True) == (result.exit_code, "too; each needs its own file" in result.stderr)


def test_a_lock_that_may_not_be_written(
    wikibot: Wikibot, wiki: FolderWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What does not pass by itself is not for later."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "a.lock")

    monkeypatch.setattr("filelock.FileLock.acquire", refused)

    assert wikibot("sync").exit_code == 77


def test_a_journal_that_is_in_use(
    wikibot: Wikibot, wiki: FolderWiki, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A journal that another program holds is neither put aside nor taken for damaged."""
    connect = sqlite3.connect
    assert wikibot("sync").exit_code == 0
    journal = here / "wiki" / ".wikibot" / "bot" / "journal.sqlite"
    held = sqlite3.connect(journal, isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")
    wiki.save_as("Sam", "Play", "== Actions ==\n* help\n")
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **b: connect(*a, **{**b, "timeout": 0.1}))
    try:
        ended = wikibot("sync")
    finally:
        held.close()

    assert (75, False) == (ended.exit_code, journal.with_name("journal.sqlite.damaged").exists())


def test_files_are_read_up_to_a_bound(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no regular file is not opened, and a file that is too large is not read whole."""
    os.mkfifo(here / "pipe")
    (here / "large").write_text("12345")
    monkeypatch.setattr("wikibot.cli.options._LARGEST", 4)
    for name, why in (
        (str(here / "pipe"), "is no regular file"),
        ("/dev/zero", "is no regular file"),
        (str(here / "large"), "megabytes"),
    ):
        with pytest.raises(ValueError, match=why):
            read_text(name)


@pytest.mark.parametrize(
    ("forced", "why"), [((), "is there already"), (("--force",), "is what is read")]
)
def test_an_import_overwrites_nothing(
    wikibot: Wikibot, here: Path, forced: tuple[str, ...], why: str
) -> None:
    """The exported chat stays as it is where the log is to be written over it, not even by force:
    an export may be the only copy.
    """
    chat, page = here / "chat.txt", here / "page.wiki"
    chat.write_text("[2024-01-05 10:22] Alice: I move 1\n")
    page.write_text("Page")
    result = wikibot(
        "import", str(chat), "--rules", "generic", "--ruleset", str(page),
        "--gamestate", str(page), "-o", str(chat), *forced,
    )  # fmt: skip

    assert (result.exit_code, why in result.stderr) == (64, True)
    assert chat.read_text() == "[2024-01-05 10:22] Alice: I move 1\n"


@pytest.mark.parametrize(
    "command", ["new", "import", "apply", "board", "chart", "replay", "standings"]
)
def test_a_file_that_is_there_is_not_written_over(
    wikibot: Wikibot, here: Path, command: str
) -> None:
    """Whichever command is to write it, unless it is forced to."""
    notes, page, log = here / "notes.txt", here / "page.wiki", here / "log.txt"
    notes.write_text("What I have to do.")
    page.write_text("Page")
    log.write_text("2024-01-05T02:22:00Z Ann: help\n")
    files = ("--ruleset", str(page), "--rules", "generic")
    given = {
        "new": files,
        "import": (str(log), *files, "--gamestate", str(page)),
        "apply": (*files, "--gamestate", str(page), "--log", str(log)),
        "board": (),
        "chart": (),
        "replay": (),
        "standings": (),
    }[command]

    result = wikibot(command, *given, "--out", str(notes))

    assert (64, True) == (result.exit_code, "notes.txt is there already" in result.stderr)
    assert "What I have to do." == notes.read_text()


def test_a_command_makes_its_own_file_anew(wikibot: Wikibot, wiki: FolderWiki, here: Path) -> None:
    """A page that is applied to in place, and a file that is forced."""
    (here / "log.txt").write_text("2024-01-05T02:22:00Z Ann: help\n")
    (here / "notes.txt").write_text("What I have to do.")
    for name in ("Rules", "State"):
        (here / f"{name}.txt").write_text((here / "wiki" / f"{name}.wiki").read_text())
    given = ("apply", "--rules", "stones", "--ruleset", "Rules.txt", "--gamestate", "State.txt",
             "--log", "log.txt", "--out")  # fmt: skip

    assert wikibot(*given, "State.txt").exit_code == 0
    assert wikibot(*given, "notes.txt", "--force").exit_code == 0
    assert (here / "State.txt").read_text() == (here / "notes.txt").read_text()
