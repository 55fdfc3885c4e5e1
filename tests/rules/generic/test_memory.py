"""Sentences are parsed once a revision of the ruleset page, not once a run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rules.plain import memory
from rules.plain.memory import Memory, key_of
from rules.plain.parse import parse
from rules.plain.vocabulary import PlainVocabulary
from wikibot.wiki.folder import FolderWiki

RULES = "== Work ==\nOnce per day, a player may dig: they gain 2 Gold.\nBe kind.\n"
STATE = '== Players ==\n{| class="wikitable"\n! Name !! Gold\n|-\n| Ann || 1\n|}\n'
SYNC = """
import sys
from wikibot.cli import main
try:
    main(["sync", "-q", "--settings", sys.argv[1]])
except SystemExit as ended:
    assert ended.code in (0, None), ended.code
print("lark" in sys.modules)
"""


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A game of one sentence on a folder wiki."""
    file = tmp_path / "settings.ini"
    file.write_text(
        "[wiki]\napi = folder:wiki\n[game]\nrules = generic\nruleset = Rules\ngamestate = State\n"
        "actions = Play\nheading = Actions\n"
    )
    (tmp_path / "wiki").mkdir()
    for title, text in (("Rules", RULES), ("State", STATE), ("Play", "== Actions ==\n")):
        save(file, "Sam", title, text)
    return file


def save(settings: Path, user: str, title: str, text: str) -> None:
    """Somebody saves a page."""
    FolderWiki(settings.parent / "wiki", keyboard="Sam").save_as(user, title, text)


def loads_the_parser(settings: Path) -> bool:
    """Whether a sync, as a process of its own, had to."""
    done = subprocess.run(
        [sys.executable, "-c", SYNC, str(settings)], capture_output=True, text=True, check=True
    )
    return done.stdout.split()[-1] == "True"


def test_a_new_run_does_without_the_parser(settings: Path) -> None:
    """Until the ruleset page says something else."""
    save(settings, "Ann", "Play", "== Actions ==\n* dig\n")
    assert loads_the_parser(settings)

    save(settings, "Ann", "Play", "== Actions ==\n* dig\n* dig\n")
    assert not loads_the_parser(settings)

    save(settings, "Sam", "Rules", RULES.replace("2 Gold", "3 Gold"))
    assert loads_the_parser(settings)


def test_what_is_taken_back_is_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanings are the same, whichever run read them."""
    text, words = (
        "Once per day, a player may dig: they gain 2 Gold.",
        PlainVocabulary(items=("Gold",)),
    )
    parse.cache_clear()
    read = parse(text, words)
    kept = memory.remember()
    monkeypatch.setattr(memory, "MEMORY", Memory())
    memory.recall(kept)

    assert read.rule is not None
    assert read == memory.MEMORY.find(key_of(text, words, "sentence", ""))


@pytest.mark.parametrize("kept", [b"", b"x", b"x\x9c" + b"\xff" * 50], ids=["empty", "x", "zipped"])
def test_a_damaged_memory_is_forgotten(kept: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing depends on it."""
    monkeypatch.setattr(memory, "MEMORY", Memory())
    memory.recall(kept)

    assert {} == memory.MEMORY.known


def test_another_version_of_the_program_reads_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a sentence means may have changed."""
    parse.cache_clear()
    parse("A player may dig: they gain 2 Gold.", PlainVocabulary(items=("Gold",)))
    kept = memory.remember()
    monkeypatch.setattr(memory, "MEMORY", Memory())
    monkeypatch.setattr(memory, "program", lambda: "another")
    memory.recall(kept)

    assert {} == memory.MEMORY.known
