"""The hidden comment of the gamestate page, when people edit it.

The edit has no effect, and is put right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tests.for_each import portion
from tests.sync.world import DIG, World
from wikibot.exits import SETTINGS, ProgramError
from wikibot.storage.cursor import Cursor, comments_on, cursor_of, write_cursor

Edit = Callable[[dict[str, Any]], Any]
COMMENT = re.compile(r"<!-- wikibot (\{.*\}) -->")


@pytest.fixture
def world(world: World) -> World:
    """A game in which Ann has dug once."""
    world.add("Ann", DIG)
    world.sync()
    return world


def edit_comment(world: World, edit: Edit, user: str = "Mallory") -> None:
    """Change the JSON in the comment, under the summary of the bot's own edit."""
    head = world.wiki.read(["State"])["State"]
    assert head
    page = head.text or ""
    found = COMMENT.search(page)
    assert found
    data = json.loads(found[1])
    edit(data)
    text = page[: found.start(1)] + json.dumps(data) + page[found.end(1) :]
    world.edit(user, "State", text, head.comment or "")


def cursor(world: World) -> Cursor:
    """What the bot noted last."""
    own = world.wiki.changes("State", until=None, user="Wikibot", limit=1, texts=True)[0]
    found = cursor_of(own)
    assert found
    return found


def put(*path: str | int, value: Any) -> Edit:
    """Set one field."""

    def edit(data: dict[str, Any]) -> None:
        inner: Any = data
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value

    return edit


FORGED: dict[str, Edit] = {
    "read less far": put("actions", "through", value=0),
    "read further": put("actions", "through", value=10**9),
    "another page": put("actions", "page", value=77),
    "steward orders": put("stewards", value={"page": 0, "through": 0, "since": 0}),
    "paused": put("paused", value="Mallory"),
    "closed": put("closed", value="Mallory"),
    "no run": put("run", value=""),
    "another run": put("run", value="deadbeef"),
    "answers": put("answers", value=[["3.4.0", "done", "Mallory wins"]]),
    "lines": put("lines", value=["2024-01-05T12:00:00Z Mallory: win"]),
    "owed": put("owed", value=[["2024-01-05T12:00:00Z Mallory: win"]]),
    "the far future": put("synced", value="2900-01-01T00:00:00Z"),
    "no year": put("synced", value="9999-99-99"),
    "too large": put("base", value=float("inf")),
    "another type": put("answers", value={"a": [None]}),
    "another version": put("version", value=99),
    "empty": lambda data: data.clear(),
}


@pytest.mark.parametrize(("forged", "forget"), portion(product(FORGED, (False, True)), 3))
def test_an_edited_comment_gives_nothing(world: World, forged: str, forget: bool) -> None:
    """The next line is played once and all else stays.

    The report names who edited it, and the bot's own note is back.
    """
    edit_comment(world, FORGED[forged])
    if forget:
        world.forget()
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    report = world.sync()

    state = world.text("State")
    assert [o.text for o in report.outcomes] == ["found 2"]
    assert ("* Ann: 4 stones" in state, "* Bea: 7 stones" in state) == (True, True)
    assert (world.text("Play").count("'''done'''"), world.text("Log").count("dig")) == (2, 2)
    assert ("Mallory edited the bot" in state, "win" in world.text("Play") + world.text("Log")) == (
        True,
        False,
    )
    assert (len(comments_on(state)), cursor(world).paused) == (1, "")
    assert world.sync().idle


def test_the_edit_is_told_once(world: World) -> None:
    """Even where nothing else is new; the next save takes it off the status line."""
    edit_comment(world, FORGED["paused"])
    world.sync()
    told = "Mallory edited the bot" in world.text("State")
    world.add("Ann", DIG)
    world.sync()

    assert (told, "Mallory" in world.text("State")) == (True, False)


@pytest.mark.parametrize(
    "page", ["", "<!-- wikibot {oops -->", "<!-- wikibot {} -->\n<!-- wikibot {} -->"]
)
def test_a_comment_that_is_gone_or_broken_is_put_right(world: World, page: str) -> None:
    """No action is played twice for it."""
    world.edit("Mallory", "State", COMMENT.sub(lambda _: page, world.text("State")))
    world.forget()
    world.sync()

    assert (len(comments_on(world.text("State"))), "* Ann: 4 stones" in world.text("State")) == (
        1,
        True,
    )
    assert world.sync().idle


def test_a_pause_cannot_be_lifted_by_editing(world: World) -> None:
    """Only a steward's order lifts it."""
    world.sync(said=["pause"])
    edit_comment(world, FORGED["paused"])
    edit_comment(world, put("paused", value=""))
    world.add("Ann", DIG)
    world.sync()

    assert ("* Ann: 4 stones" in world.text("State"), cursor(world).paused) == (
        True,
        "the operator",
    )


def test_a_page_the_bot_has_never_saved_gives_nothing(tmp_path: Path) -> None:
    """A comment that came with a new page is not a cursor.

    Every line is played, as on any fresh start.
    """
    world = World(tmp_path)
    head = world.wiki.poll(["Play"]).heads["Play"]
    forged = write_cursor(
        world.text("State"), Cursor(run="0123abcd", paused="Mallory", closed="Mallory")
    )
    world.edit("Mallory", "State", forged.replace('"through": 0', f'"through": {10**9}').replace(
        '"page": 0', f'"page": {head.page_id}'))  # fmt: skip
    world.add("Ann", DIG)
    report = world.sync()

    assert ([o.text for o in report.outcomes], len(comments_on(world.text("State")))) == (
        ["found 4"],
        1,
    )
    world.close()


def test_taking_an_edit_of_the_bot_back_still_pauses(world: World) -> None:
    """A revert brings the bot's own older comment back, to the letter; that is not a forgery."""
    before = world.text("State")
    world.add("Ann", DIG)
    world.sync()
    world.edit("Sam", "State", before)
    world.forget()
    report = world.sync()

    assert (cursor(world).paused, "took back an edit" in " ".join(report.problems)) == ("Sam", True)


def test_a_hidden_note_is_not_replaced_by_an_older_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the bot's last revision cannot be read, nothing is played until it is shown again."""
    world.edit("Bea", "State", world.text("State") + "\nHello.")
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.forget()
    changes = world.wiki.changes
    with monkeypatch.context() as patch:
        patch.setattr(
            world.wiki,
            "changes",
            lambda *args, **more: [
                structs.replace(r, text=None, text_hidden=True) for r in changes(*args, **more)
            ],
        )
        report = world.sync()
    assert (report.exit_code, report.outcomes, "is hidden" in report.problems[0]) == (1, (), True)

    assert [o.text for o in world.sync().outcomes] == ["found 2"]


def test_beside_a_newer_program_nothing_is_played(world: World) -> None:
    """The command ends with the exit code of settings, and the wiki is left as it is."""
    own = world.wiki.history("State", 0)[-1]
    newer = (own.text or "").replace('"version": 1', '"version": 2')
    world.wiki.save_as("Wikibot", "State", newer, summary=own.comment or "")
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    before = [world.text(title) for title in ("State", "Play", "Log")]

    with pytest.raises(ProgramError, match="a newer wikibot plays this game") as found:
        world.sync()

    assert found.value.exit_code == SETTINGS
    assert [world.text(title) for title in ("State", "Play", "Log")] == before
