"""Sentences are parsed once a revision of the ruleset page, not once a run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.plain import memory
from rules.plain.memory import MEMORY, Memory, key_of, known, recall, remember
from rules.plain.sentences import parse
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
reading = ("lark", "rules.plain.meaning", "rules.plain.speech")
print(any(name.startswith(reading) for name in sys.modules))
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
    """Whether a sync, as a separate process, loaded what reads sentences and says them again."""
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

    save(settings, "Ann", "Rules", RULES.replace("2 Gold", "3 Gold"))
    assert loads_the_parser(settings)


TEXT, WORDS = (
    "Once per day, a player may dig: they gain 2 Gold.",
    PlainVocabulary(items=("Gold",)),
)


@pytest.fixture
def fresh() -> Iterator[None]:
    """As in a new process, which knows nothing but the grammar's own phrases."""
    phrases, before = known(), vars(MEMORY).copy()
    vars(MEMORY).update(vars(Memory()), phrases=phrases)
    yield
    vars(MEMORY).update(before)


def restart(kept: bytes) -> None:
    """The next run, as a process of its own."""
    vars(MEMORY).update(vars(Memory()))
    recall(kept)


@pytest.mark.usefixtures("fresh")
def test_what_is_taken_back_is_what_was_read() -> None:
    """Meanings are the same, whichever run read them."""
    read = parse(TEXT, WORDS)
    restart(remember())

    assert read.rule is not None
    assert read == MEMORY.find(key_of(TEXT, WORDS, "sentence", ""))


@pytest.mark.usefixtures("fresh")
def test_what_only_a_coded_game_has_happen_is_taken_back_too() -> None:
    """A deed that is said of its player, of whose kind of effect there is a narrower one."""
    words = PlainVocabulary(deeds=("move again",))
    read = parse("Move again.", words, "body")
    restart(remember())

    assert read.rule is not None
    assert read == MEMORY.find(key_of("Move again.", words, "body", ""))


@pytest.mark.usefixtures("fresh")
def test_nothing_is_kept_twice() -> None:
    """A run that read nothing new has nothing to keep; the next one takes back what there is."""
    parse(TEXT, WORDS)
    kept = remember()
    for _ in range(2):
        restart(kept)
        parse(TEXT, WORDS)

        assert remember() == b""


@pytest.mark.usefixtures("fresh")
def test_a_game_keeps_nothing_of_another_in_the_same_process() -> None:
    """So what is kept of each of a hundred games is as small as that of one."""
    recall(b"")
    alone = [parse(TEXT, WORDS), remember()][1]
    recall(b"")
    parse("A player may sing: they gain 3 Gold.", WORDS)
    recall(b"")
    parse(TEXT, WORDS)

    assert remember() == alone


@pytest.mark.usefixtures("fresh")
def test_what_was_not_needed_is_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs need different sentences; those that no run needs any more leave, the oldest first."""
    monkeypatch.setattr(memory, "MOST_UNUSED", 2)
    texts = [f"A player may dig: they gain {number} Gold." for number in range(2, 6)]
    kept = b""
    for text in texts:
        restart(kept)
        MEMORY.phrases = known()
        parse(text, WORDS)
        kept = remember()
    restart(kept)

    assert [bool(MEMORY.find(key_of(text, WORDS, "sentence", ""))) for text in texts] == [
        False, True, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize("kept", [b"x", b"x\x9c" + b"\xff" * 50], ids=["x", "zipped"])
@pytest.mark.usefixtures("fresh")
def test_a_damaged_memory_is_forgotten(kept: bytes) -> None:
    """Nothing depends on it."""
    recall(kept)

    assert {} == MEMORY.before


@pytest.mark.usefixtures("fresh")
def test_another_version_of_the_program_reads_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a sentence means may have changed."""
    parse(TEXT, WORDS)
    kept = remember()
    monkeypatch.setattr(memory, "program", lambda: "another")
    restart(kept)

    assert {} == MEMORY.before
