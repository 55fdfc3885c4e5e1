"""A mistake of the program in reading, telling or drawing a page costs that page only.

It is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.game.tiny import Tiny
from tests.sync.world import World
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.sync.pending_deliveries import page_after
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.table_writer import UnsafeEdit

DIG = "* dig -- 2d4 (1, 3) = 4"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A folder wiki with one line that waits to be played."""
    world = World(tmp_path)
    world.add("Ann", DIG)
    yield world
    world.close()


def broken(*_args: object, **_more: object) -> object:
    """Any function of a game, with a mistake in it."""
    raise RecursionError("oh")


@pytest.mark.parametrize("method", ["read", "write"])
def test_a_page_that_the_program_fails_at_keeps_its_lines(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """Nothing is saved and nothing lost; when the mistake is mended, the lines are played."""
    with monkeypatch.context() as patch:
        patch.setattr(Tiny, method, broken)
        report = world.sync()

    assert (report.exit_code, report.outcomes, world.revisions("State")) == (1, (), 1)
    assert "the bot failed at" in report.problems[0]
    assert [str(o.verdict) for o in world.sync().outcomes] == ["done"]


@pytest.mark.parametrize("error", [RecursionError, UnsafeEdit])
def test_a_line_after_which_the_page_cannot_be_written_is_held(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """The others are played and saved, and that one is answered as they are."""
    world.add("Bea", "* dig -- 2d4 (4, 4) = 8")
    world.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    write = Tiny.write

    def fails_for_many(game: Tiny, page: str, book: Rulebook, state: State) -> str:
        if state.players["Bea"].count("Stone") > 10:
            raise error("more than the page can hold")
        return write(game, page, book, state)

    monkeypatch.setattr(Tiny, "write", fails_for_many)
    report = world.sync()

    assert [(o.player, str(o.verdict)) for o in report.outcomes] == [
        ("Ann", "done"),
        ("Bea", "held"),
        ("Ann", "done"),
    ]
    assert ("Ann: 8 stones" in world.text("State"), "Bea: 5 stones" in world.text("State")) == (
        True,
        True,
    )
    assert "cannot stand on the page" in world.text("Play")
    assert (report.exit_code, world.sync().idle) == (1, True)


def test_a_line_that_the_page_could_not_hold_is_tried_once_more(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for a steward, who lets it be played when the page is mended.

    Its roll stood meanwhile.
    """
    world.settings = replace(
        world.settings, stewards=replace(world.settings.stewards, page="Stewards")
    )
    world.edit("Sam", "Stewards", "Orders below.\n")
    world.add("Bea", "* dig -- 2d4 (4, 4) = 8")
    write = Tiny.write

    def fails_for_many(game: Tiny, page: str, book: Rulebook, state: State) -> str:
        if state.players["Bea"].count("Stone") > 10:
            raise UnsafeEdit("more than the page can hold")
        return write(game, page, book, state)

    with monkeypatch.context() as patch:
        patch.setattr(Tiny, "write", fails_for_many)
        held = world.sync().outcomes[-1]
    world.add("Sam", f"* retry {held.action.id}", "Stewards")
    outcome = world.sync().outcomes[-1]

    assert (str(held.verdict), str(outcome.verdict)) == ("held", "done")
    assert "Bea: 13 stones" in world.text("State")


@pytest.mark.parametrize("method", ["picture", "differences"])
def test_what_only_tells_of_the_game_stops_nothing(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The line is played and saved without a drawing, or without the corrections in words."""
    world.sync()
    world.edit("Sam", "State", world.text("State").replace("Bea: 5", "Bea: 6"))
    world.add("Ann", "* walk mill hill")
    monkeypatch.setattr(Tiny, method, broken)

    assert [str(o.verdict) for o in world.sync().outcomes] == ["done"]
    assert contained
    assert "Bea: 6" in world.text("State")


def test_replies_that_cannot_be_laid_out_stay_owed(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """State and log are saved; the page of replies gets them as soon as that works."""
    with monkeypatch.context() as patch:
        patch.setattr(
            "wikibot.sync.writing.page_after",
            lambda snapshot, cursor, owed, title, *more: (
                broken() if title == "Play" else page_after(snapshot, cursor, owed, title, *more)
            ),
        )
        report = world.sync()
    assert (report.exit_code, "dig" in world.text("Log"), "found 4" in world.text("Play")) == (
        1,
        True,
        False,
    )

    world.sync()
    assert "found 4" in world.text("Play")


def test_faults_of_the_wiki_are_no_mistakes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """They end the sync as ever, to be tried again."""

    def unreachable(*_args: object, **_more: object) -> None:
        raise WikiError("the wiki is away")

    monkeypatch.setattr(type(world.wiki), "save", unreachable)
    with pytest.raises(WikiError):
        world.sync()
