"""A file of actions is read line by line, each line once, whatever becomes of the file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from wikibot.game.actions import Action, ActionId
from wikibot.storage import cursor
from wikibot.storage.cursor import QueueMark, QueueRead, read_queue

NOW = datetime(2024, 1, 5, tzinfo=UTC)


def line(minute: int, text: str) -> str:
    """A line of the file."""
    return f"2024-01-05T02:{minute:02}:00Z Ann: {text}\n"


def texts(read: QueueRead) -> list[str]:
    """What the new lines say."""
    return [each.text for each in read.actions]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the file stands."""
    return tmp_path / "actions.txt"


def test_each_line_is_read_once(file: Path) -> None:
    """What is appended is new; a line that is still being written waits for its end."""
    assert read_queue(file, None) == QueueRead()
    file.write_text(
        line(1, "dig") + "\n# a comment\n" + line(2, "dance") + "2024-01-05T02:03:00Z Ann: mo"
    )
    one = read_queue(file, None)
    with file.open("a") as more:
        more.write("ve\n" + line(4, "sing"))
    two = read_queue(file, one.mark)

    assert (texts(one), texts(two)) == (["dig", "dance"], ["move", "sing"])
    assert [each.id for each in one.actions] == [ActionId(0, 1, 1), ActionId(0, 1, 4)]
    assert [each.id for each in two.actions] == [ActionId(0, 1, 5), ActionId(0, 1, 6)]
    assert read_queue(file, two.mark).entries == ()


def test_no_line_is_a_stewards_or_has_rolls_of_its_own(file: Path) -> None:
    """Whoever writes into a chat is a player:
    dice that they state are theirs to state or not, as on the wiki.
    """
    file.write_text(line(1, "correct Ann has 99 Stones"))
    (action,) = read_queue(file, None).actions

    assert (action.trusted, action.line, action.by_name, action.account) == (False, 0, True, "Ann")


def test_a_damaged_line_costs_itself(file: Path) -> None:
    """Bytes that are no text, lines without a time, lines that are much too long:
    the others are played.
    """
    file.write_bytes(
        b"\xff\xfe\x00 x\n" + b"when? Ann: dig\n" + b"9" * 200_000 + b"\n" + line(1, "dig").encode()
    )
    read = read_queue(file, None)

    assert texts(read) == ["dig"]
    assert [each.verdict for each in read.damaged(NOW)] == ["huh"] * 3
    assert read_queue(file, read.mark).entries == ()


def test_a_rotated_file_goes_on(file: Path) -> None:
    """A new file, with or without the last lines of the old one:
    what is new in it is read, nothing else.
    """
    old = [line(minute, f"a{minute}") for minute in range(1, 20)]
    file.write_text("".join(old))
    read = read_queue(file, None)
    file.write_text(line(30, "b") + line(31, "c"))
    assert texts(read_queue(file, read.mark)) == ["b", "c"]
    file.write_text("".join(old[-3:]) + line(30, "b"))
    again = read_queue(file, read.mark)
    assert texts(again) == ["b"]
    assert again.actions[0].id.index == 20
    assert read_queue(file, again.mark).entries == ()


def test_an_edited_file_plays_nothing_twice(file: Path) -> None:
    """Somebody mends a line that was played, or takes lines away:
    nothing old is played, and a note says so.
    """
    old = [line(minute, f"a{minute}") for minute in range(1, 20)]
    file.write_text("".join(old))
    read = read_queue(file, None)
    for changed in (
        ["#\n", *old[1:]], [*old[:-1], line(19, "mended")], old[:5], [*old[:3], *old[9:]],
        old[::-1],
    ):  # fmt: skip
        file.write_text("".join(changed) + line(40, "new"))
        found = read_queue(file, read.mark)
        assert texts(found) == ["new"]
        assert read_queue(file, found.mark).entries == ()
        file.write_text("".join(changed))
        assert read_queue(file, read.mark).actions == ()


def test_a_long_file_is_taken_in_parts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many lines a sync; all come in the end, each once."""
    monkeypatch.setattr(cursor, "MOST_LINES", 4)
    file.write_text("".join(line(minute, f"a{minute}") for minute in range(10)))
    said: list[str] = []
    mark: QueueMark | None = None
    for _ in range(3):
        read = read_queue(file, mark)
        said, mark = said + texts(read), read.mark
    assert said == [f"a{minute}" for minute in range(10)]
    assert not read.more


def test_a_folder_in_its_place_stops_nothing(tmp_path: Path) -> None:
    """The report says that it cannot be read."""
    read = read_queue(tmp_path, QueueMark(3))

    assert (read.entries, read.mark.read, len(read.notes)) == ((), 3, 1)


def test_identities_are_those_of_actions(file: Path) -> None:
    """The log names them, as it does with lines of a wiki."""
    file.write_text(line(1, "dig"))
    (action,) = read_queue(file, None).actions

    assert isinstance(action, Action)
    assert ActionId.parse(str(action.id)) == action.id
