"""Answers and log under way together: whatever becomes of one edit, the other is what it would be.

The wiki here sends edits ahead, as the real one does over a second connection. The effect of such
an edit is there at once, or only when its answer is waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sync.world import Killed, World
from wikibot.wiki.base import Edit, Saved
from wikibot.wiki.errors import EditRefused, TryLater, WikiError

MOMENTS = 6  # before and after each of three edits


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game in which a line of Ann's waits."""
    world = World(tmp_path)
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    yield world
    world.close()


class Ahead:
    """``at`` is called before and after each edit, with the number of that moment and the title."""

    def __init__(self, world: World, at: Callable[[int, str], object], *, late: bool) -> None:
        self.world, self.at, self.late = world, at, late
        self.moment = 0
        self.tries: list[str] = []
        self.begun: dict[Edit, Saved | WikiError | None] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.world.wiki, name)

    def begin(self, edit: Edit) -> bool:
        self.begun[edit] = None if self.late else self.done(edit)
        return True

    def save(self, edit: Edit) -> Saved:
        result = self.begun.pop(edit, None) or self.done(edit)
        if isinstance(result, WikiError):
            raise result
        return result

    def done(self, edit: Edit) -> Saved | WikiError:
        self.tries.append(edit.title)
        try:
            self.next(edit.title)
            saved = self.world.wiki.save(edit)
        except WikiError as error:
            return error
        self.next(edit.title)
        return saved

    def next(self, title: str) -> None:
        self.moment += 1
        self.at(self.moment, title)


def told(world: World) -> tuple[int, int, int]:
    """How many answers, log lines and stones of Ann's there are."""
    stones = world.text("State").count("Ann: 4 stones")
    return world.text("Play").count("'''done'''"), world.text("Log").count(": dig"), stones


late = pytest.mark.parametrize("late", [False, True], ids=["at once", "late"])


@late
@pytest.mark.parametrize("moment", range(1, MOMENTS + 1))
def test_killed_at_any_moment(world: World, moment: int, late: bool) -> None:
    """The next run leaves everything done once, also without the journal."""

    def kill(number: int, _: str) -> None:
        if number == moment:
            raise Killed

    with pytest.raises(Killed):
        world.sync(wiki=Ahead(world, kill, late=late))
    world.forget()
    world.sync()

    assert told(world) == (1, 1, 1)


@late
@pytest.mark.parametrize(("title", "other"), [("Play", "Log"), ("Log", "Play")])
def test_a_conflict_on_one_page_costs_the_other_nothing(
    world: World, title: str, other: str, late: bool
) -> None:
    """Only the page that somebody saved in between is read and written again."""
    pending = {title}

    def meanwhile(_: int, saving: str) -> None:
        if saving in pending:
            pending.remove(saving)
            world.edit("Bea", saving, f"{world.text(saving)}By hand.\n")

    wiki = Ahead(world, meanwhile, late=late)
    world.sync(wiki=wiki)

    assert (told(world), "By hand." in world.text(title)) == ((1, 1, 1), True)
    assert sorted(wiki.tries) == sorted(["State", title, title, other])


@late
@pytest.mark.parametrize(
    "error", [TryLater("the wiki lags"), EditRefused("a filter")], ids=["lag", "filter"]
)
@pytest.mark.parametrize(("title", "there"), [("Play", (0, 1, 1)), ("Log", (1, 0, 1))])
def test_an_error_of_one_page_is_raised_when_both_are_ended(
    world: World, title: str, there: tuple[int, int, int], error: WikiError, late: bool
) -> None:
    """What is under way is waited for; the next run writes what is missing."""

    def fail(_: int, saving: str) -> None:
        if saving == title:
            raise error

    with pytest.raises(type(error)):
        world.sync(wiki=Ahead(world, fail, late=late))
    before = told(world)
    world.sync()

    assert (before, told(world)) == (there, (1, 1, 1))


def test_steps_are_told_in_the_order_of_the_pages(world: World) -> None:
    """Whichever edit is sent first."""
    told: list[str] = []
    world.sync(wiki=Ahead(world, lambda *_: None, late=False), progress=told.append)

    assert [step for step in told if step.startswith("writing")] == ["writing Play", "writing Log"]
