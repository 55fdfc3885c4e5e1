"""Whose line is it? Small histories, as text in histories.txt.

Any history by several accounts.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.for_each import for_each
from tests.wikitext.cases import read_blocks
from wikibot.game.actions import ActionId, Withdrawal
from wikibot.wiki.attribution import Attribution, RejectedLine, TextHidden, attribute
from wikibot.wiki.base import Revision

BOT = "Wikibot"
HEADING = "== Actions =="
NOON = datetime(2024, 1, 5, 12, tzinfo=UTC)
HISTORIES = Path(__file__).with_name("histories.txt")
SIGNATURE = re.compile(r"SIG(?P<later>2?)\((?P<name>\w+)\)")
REVISION = re.compile(r"@ (?P<user>\S+)(?P<flags>.*)")


@dataclass
class Story:
    """One case: a history, where it was read up to.

    What is expected of it, as lines of text.
    """

    name: str
    cursor: int = 1
    history: list[Revision] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)


def _signed(found: re.Match[str]) -> str:
    hour = "14" if found["later"] else "12"
    return (
        f"[[User:{found['name']}|x]] ([[User talk:{found['name']}|talk]]) {hour}:00, 5 January "
        f"2024 (UTC)"
    )


def revision(
    number: int, user: str, text: str | None, flags: str = "", parent: int | None = None
) -> Revision:
    """Revision ``number`` of a page with page id 7, made at ``number`` minutes past noon."""
    hidden = "hidden user" in flags
    return Revision(
        page_id=7,
        id=number,
        parent_id=number - 1 if parent is None else parent,
        time=NOON + timedelta(minutes=number),
        user=None if hidden else user,
        user_hidden=hidden,
        anon="ip" in flags.split(),
        temp="temp" in flags.split(),
        text_hidden=text is None,
        text=text,
    )


def _story(shows: str, lines: Sequence[str]) -> Story:
    story, pages = Story(shows), dict[int, list[str]]()
    for line in lines:
        found = REVISION.fullmatch(line)
        if found:
            parent = re.search(r"parent=(\d+)", found["flags"])
            made = revision(
                len(story.history) + 1,
                found["user"],
                "",
                found["flags"],
                int(parent[1]) if parent else None,
            )
            hidden = "hidden text" in found["flags"]
            story.history.append(replace(made, text=None, text_hidden=True) if hidden else made)
        elif line.startswith("|"):
            pages.setdefault(len(story.history), [HEADING]).append(SIGNATURE.sub(_signed, line[2:]))
        else:
            name, _, value = line.partition(": ")
            if name == "cursor":
                story.cursor = int(value)
            elif value != "none":
                story.expected.append(line)
    story.history = [
        replace(each, text="\n".join(pages[each.id])) if each.id in pages else each
        for each in story.history
    ]
    return story


def _stories() -> list[object]:
    found = [_story(*block) for block in read_blocks(HISTORIES)]
    return [pytest.param(story, id=story.name) for story in found]


def _finding(kind: str, entry: RejectedLine) -> str:
    where = f"{entry.id.revision}.{entry.id.index} {entry.account or '-'} {entry.line}"
    return f"{kind}: {entry.rejection.name} {where} by {entry.by or '-'} in {entry.revision}"


def _removal(kind: str, entry: Withdrawal) -> str:
    return (
        f"{kind}: {entry.id.revision}.{entry.id.index} {entry.account} by {entry.by or '-'} in "
        f"{entry.revision}"
    )


def _told(found: Attribution) -> list[str]:
    return [
        *(
            f"action: {a.id.revision}.{a.id.index} {a.account} {found.places[a.id]} {a.text}"
            for a in found.actions
        ),
        *(_finding("trouble", entry) for entry in found.rejections),
        *(_finding("remark", entry) for entry in found.remarks),
        *(_removal("withdrawn", entry) for entry in found.removed.withdrawn),
        *(_removal("taken", entry) for entry in found.removed.taken),
        *(["older"] if found.older else []),
        *([f"claimed: {found.claimed}"] if found.claimed is not None else []),
    ]


def _actions(told: list[str]) -> list[str]:
    return [line for line in told if line.startswith("action: ")]


@for_each("story", _stories())
def test_what_comes_of_a_history(story: Story) -> None:
    """Of every history in histories.txt comes exactly what it says.

    The actions in that order.
    """
    found = attribute(story.history, cursor=story.cursor, bot=BOT)

    assert sorted(_told(found)) == sorted(story.expected)
    assert _actions(_told(found)) == _actions(story.expected)


@for_each("story", _stories())
def test_every_line_that_is_answered_can_be_found_again(story: Story) -> None:
    """The identity of an action or a trouble leads to its line in the head.

    No two lines have the same.
    """
    found = attribute(story.history, cursor=story.cursor, bot=BOT)
    rejected = {finding.id: finding.line for finding in found.rejections}
    answered = {action.id for action in found.actions} | set(rejected)

    assert len(answered) == len(found.actions) + len(found.rejections)
    assert {id_: found.places[id_] for id_ in rejected} == rejected
    assert len({found.places[id_] for id_ in answered}) == len(answered)


def test_a_line_is_found_again_after_others_edited_the_page() -> None:
    """An answer that was cut off can be written later.

    The line is found by the identity that it had.
    """
    history = [
        revision(1, "Alice", HEADING),
        revision(2, "Alice", f"{HEADING}\n* join\n* move 1 2"),
    ]
    later = [
        revision(3, "Bob", f"{HEADING}\nhello\n# join\n* move 1 2"),
        revision(4, "Alice", f"{HEADING}\nhello\n# join\n* move 1 3"),
    ]
    ids = [action.id for action in attribute(history, cursor=1, bot=BOT).actions]

    places = attribute([*history, *later], cursor=1, bot=BOT).places

    assert [places[id_] for id_ in ids] == [2, 3]


def test_the_time_of_an_action_is_the_servers() -> None:
    """What a signature says about the time does not count."""
    history = [
        revision(1, "Alice", HEADING),
        revision(2, "Alice", f"{HEADING}\n* join 23:59, 1 January 1999 (UTC)"),
    ]

    assert [action.time for action in attribute(history, cursor=1, bot=BOT).actions] == [
        NOON + timedelta(minutes=2)
    ]


def test_a_page_that_is_not_there_asks_for_nothing() -> None:
    """Without a history there is nothing to play."""
    assert attribute([], cursor=0, bot=BOT) == Attribution()


def test_what_is_older_than_a_cursor_that_is_gone_counts_as_read() -> None:
    """After a merge of histories nothing is played twice, and what came since is played."""
    history = [
        revision(2, "Alice", f"{HEADING}\n* join"),
        revision(5, "Bob", f"{HEADING}\n* join\n* leave", parent=2),
    ]

    assert [action.text for action in attribute(history, cursor=3, bot=BOT).actions] == ["leave"]


@pytest.mark.parametrize("hidden", [1, 2])
def test_hidden_texts_at_either_end_are_an_error(hidden: int) -> None:
    """Without the text at the cursor, or the newest one, nobody can say what is new."""
    history = [
        revision(number, "Alice", None if number == hidden else "* join") for number in (1, 2)
    ]

    with pytest.raises(TextHidden, match=f"revision {hidden}"):
        attribute(history, cursor=1, bot=BOT)


def test_a_hidden_text_at_the_cursor_is_bridged_by_an_older_one() -> None:
    """With an older text what stood there is known; what came since is not."""
    history = [
        revision(1, "Alice", "* join"),
        revision(2, "Bob", None),
        revision(3, "Carol", "* join\n* leave"),
    ]

    found = attribute(history, cursor=2, bot=BOT)

    assert _told(found) == ["trouble: HIDDEN_TEXT 3.0 Carol 1 by Carol in 3"]


def test_what_is_played_does_not_depend_on_how_often_the_bot_looked() -> None:
    """Read in one go or after every revision, each line is played once and as the same action."""
    texts = [
        "", "* join", "* join\n* move 1", "* hello\n* join\n* move 1\n* move 2",
        "* move 2\n* join\n* move 1",
    ]  # fmt: skip
    users = ["Alice", "Alice", "Bob", "Carol", "Bob"]
    history = [
        revision(number, *pair)
        for number, pair in enumerate(zip(users, texts, strict=True), start=1)
    ]
    at_once = attribute(history, cursor=1, bot=BOT)
    in_steps = [attribute(history[at : at + 2], cursor=at + 1, bot=BOT) for at in range(4)]

    played = {action.id: action.text for step in in_steps for action in step.actions}

    assert played == {action.id: action.text for action in at_once.actions} | {
        ActionId(7, 4, 0): "hello"  # gone again before the late look: withdrawn there
    }
    assert [entry.id for entry in at_once.removed.withdrawn] == [ActionId(7, 4, 0)]


def _token(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()[:24]


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Revision], dict[str, tuple[str, int]]]:
    """A random history in which no two lines are alike.

    By whom and in which revision each came.
    """
    lines: list[str] = []
    origin: dict[str, tuple[str, int]] = {}
    history = [revision(1, "Alice", HEADING)]
    for number in range(2, draw(st.integers(3, 12))):
        user = draw(st.sampled_from(["Alice", "Bob", "Carol"]))
        for _ in range(draw(st.integers(0, 3))):
            token = _token(len(origin))
            origin[token] = (user, number)
            lines.insert(
                draw(st.integers(0, len(lines))), draw(st.sampled_from(["* ", "# ", ""])) + token
            )
        move, remove, indent = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
        if lines and move:
            lines.insert(
                draw(st.integers(0, len(lines) - 1)),
                lines.pop(draw(st.integers(0, len(lines) - 1))),
            )
        if lines and remove:
            del lines[draw(st.integers(0, len(lines) - 1))]
        if indent:
            lines = [f"*  {line.lstrip('*# ')}" for line in lines]
        history.append(revision(number, user, "\n".join([HEADING, *lines])))
    return history, origin


@given(histories())
def test_every_line_is_its_own_authors(
    drawn: tuple[list[Revision], dict[str, tuple[str, int]]],
) -> None:
    """However lines are added, moved, re-indented and removed.

    Each belongs to the account that really wrote it.
    """
    history, origin = drawn
    head = (history[-1].text or "").split("\n")[1:]

    found = attribute(history, cursor=1, bot=BOT)

    assert {a.text: (a.account, a.id.revision) for a in found.actions} == {
        line.lstrip("*# "): origin[line.lstrip("*# ")] for line in head
    }
    assert found.rejections == ()


@given(histories(), st.data())
def test_a_blanked_page_restored_by_anybody_changes_nothing(
    drawn: tuple[list[Revision], dict[str, tuple[str, int]]], data: st.DataObject
) -> None:
    """After vandalism at any point and its revert,
    every line is still played as the same action.
    """
    history, _ = drawn
    at = data.draw(st.integers(1, len(history) - 1))
    vandalised = [
        *history[: at + 1],
        revision(500, "Mallory", "", parent=history[at].id),
        revision(501, "Dave", history[at].text, parent=500),
        *(
            replace(each, parent_id=501 if i == 0 else each.parent_id)
            for i, each in enumerate(history[at + 1 :])
        ),
    ]

    assert _played(vandalised) == _played(history)


def _played(history: Sequence[Revision]) -> dict[ActionId, tuple[str, str]]:
    return {
        action.id: (action.account, action.text)
        for action in attribute(history, cursor=1, bot=BOT).actions
    }


def test_long_histories_are_quick() -> None:
    """200 revisions of a page of 500 lines take well under a second of this process's time."""
    lines = [f"* move {number} SIG(Alice)" for number in range(500)]
    history = [revision(1, "Alice", "\n".join([HEADING, *lines]))]
    for number in range(2, 202):
        lines = [*lines[: number * 2], f"* go {number} SIG(Bob)", *lines[number * 2 :]]
        history.append(revision(number, "Bob", "\n".join([HEADING, *lines])))
    begin = time.process_time()

    found = attribute(history, cursor=1, bot=BOT)

    assert len(found.actions) == 200
    assert time.process_time() - begin < 2
