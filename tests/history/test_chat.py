"""A game that was played in a chat becomes a log: actions, dice that belong to them, no guesses."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cycle15 import GAME
from wikibot.apply import apply_log
from wikibot.dice.verification.evidence import start_in_files
from wikibot.history.chat import NotAnExport, read_export
from wikibot.history.chat_import import Imported, import_chat

PAGES = GAME.demo().pages
START = start_in_files(GAME, PAGES["Ruleset"], PAGES["Gamestate"])
CHAT = """\
[2024-01-05 10:00] Ann: hello everybody
[2024-01-05 10:01] Ann: I move
[2024-01-05 10:01] Ann: !roll 2d4
[2024-01-05 10:02] Dicey BOT: @Ann 2d4 (1, 2) = 3
[2024-01-05 10:05] bobby: nice one
"""


def imported(text: str, **names: str) -> Imported:
    """What becomes of an export over the demo's gamestate."""
    return import_chat(START, read_export(text), names)


def row(number: int, who: str, text: str, *, bot: bool = False, **more: Any) -> dict[str, Any]:
    """A message as the exporter writes it."""
    author = {"id": who, "name": who, "isBot": bot}
    time = f"2024-01-05T10:{number:02}:00+00:00"
    return {"id": str(number), "timestamp": time, "content": text, "author": author, **more}


def exported(*rows: dict[str, Any]) -> str:
    """A whole export."""
    return json.dumps({"guild": {}, "channel": {}, "messages": rows})


def test_actions_get_the_dice_that_a_bot_threw_for_them() -> None:
    """Talk and commands for the bot are no actions; the log plays to the same state."""
    found = imported(CHAT)
    applied = apply_log(GAME, PAGES["Ruleset"], PAGES["Gamestate"], "\n".join(found.lines))

    assert 1 == len(found.lines)
    assert found.lines[0].startswith("2024-01-05T10:01:00Z Ann: ")
    assert found.lines[0].endswith("2d4 (1, 2) = 3")
    assert () == found.doubts
    assert ["done"] == [each.verdict for each in applied.outcomes]


def test_the_exporters_json_says_the_same() -> None:
    """By whom a bot calls, by what it replies to, and with dice in an embed."""
    ann = {"id": "Ann", "name": "Ann"}
    embed = {"title": "Roll", "description": "2d4 (1, 2) = 3", "fields": []}
    for answer in (
        row(
            2, "Dicey", "<@Ann> 2d4 (1, 2) = 3".replace("<@Ann>", "@Ann"), bot=True, mentions=[ann]
        ),
        row(2, "Dicey", "2d4 (1, 2) = 3", bot=True, reference={"messageId": "1"}),
        row(2, "Dicey", "", bot=True, embeds=[embed], interaction={"user": ann}),
    ):
        found = imported(exported(row(1, "Ann", "I move"), answer))

        assert [line.rpartition(" -- ")[2] for line in found.lines] == ["2d4 (1, 2) = 3"]


def test_dice_before_the_action_are_its_dice() -> None:
    """People roll first as often as they roll afterwards."""
    found = imported(exported(
        row(1, "Ann", "!r 2d4"), row(2, "Dicey", "2d4 (1, 2) = 3", bot=True), row(3, "Ann", "move")
    ))  # fmt: skip

    assert found.lines[0].endswith("-- 2d4 (1, 2) = 3")


def test_somebody_elses_dice_are_not_taken() -> None:
    """They are listed, and the action waits."""
    found = imported(exported(
        row(1, "Ann", "move"), row(2, "Bob", "!r 2d4"), row(3, "Dicey", "2d4 (1, 2) = 3", bot=True)
    ))  # fmt: skip

    assert "2d4" not in found.lines[0]
    assert ["Ann", "Bob"] == [each.who for each in found.doubts]


def test_names_are_mapped_by_a_table() -> None:
    """In any case."""
    found = imported(CHAT.replace("Ann", "ANN_99"), ann_99="Ann")

    assert "Ann: " in found.lines[0]


def test_what_was_deleted_is_not_played_and_what_was_edited_is_listed() -> None:
    """The export has the last wording of a message; a person sees that there was another."""
    lines = ("[2024-01-05 10:01] Ann: move (deleted)", "[2024-01-05 10:02] Bob: help (edited)")
    gone = row(1, "Ann", "move", isDeleted=True)
    changed = row(2, "Ann", "move -- 2d4 (1, 2) = 3", timestampEdited="2024-01-05T11:00:00+00:00")

    assert () == imported("\n".join(lines)).lines
    found = imported(exported(gone, changed))
    assert 1 == len(found.lines)
    assert any("edited" in each.why for each in found.doubts)


def test_quoted_lines_are_not_the_authors() -> None:
    """A reply that repeats somebody's move is no move."""
    assert () == imported("[2024-01-05 10:01] Ann: look\n> move -- 2d4 (1, 2) = 3").lines


def test_what_begins_as_an_action_and_is_none_is_listed() -> None:
    """So that nothing is lost in silence."""
    found = imported("[2024-01-05 10:01] Ann: use the flux capacitor")

    assert () == found.lines
    assert ["Ann"] == [each.who for each in found.doubts]


@pytest.mark.parametrize(
    "time",
    ["2024-01-05 10:01", "2024-01-05T10:01:00Z", "2024-01-05 11:01:00+01:00", "1/5/2024 10:01 AM"],
)
def test_times_as_exports_write_them(time: str) -> None:
    """They are told as UTC."""
    (message,) = read_export(f"[{time}] Ann: move")

    assert datetime(2024, 1, 5, 10, 1, tzinfo=UTC) == message.time


@given(st.text() | st.text().map(lambda text: f'{{"messages": {text}') | st.recursive(
    st.none() | st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["messages", "author", "id", "content", "name", "timestamp"]), inner)
).map(json.dumps))  # fmt: skip
def test_any_file_gives_messages_or_a_reason(text: str) -> None:
    """Never a traceback."""
    with suppress(NotAnExport):
        assert all(message.text for message in read_export(text))


def test_a_bomb_of_brackets_is_refused() -> None:
    """As every file from strangers."""
    with pytest.raises(NotAnExport):
        read_export('{"messages": ' + "[" * 200_000)
