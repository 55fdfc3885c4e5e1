"""Lines that wait for something and are taken off the actions page."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.game.tiny import GAMESTATE, Tiny
from tests.sync.world import World
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import read_log
from wikibot.game.state import Kind
from wikibot.storage.log_page import log_lines
from wikibot.wiki.base import Revision

WAITS = "| action | walk mill"


@pytest.fixture
def world(world: World) -> World:
    """A line of Ann's and one of Bea's wait for the same choice.

    Others have been written and played since.
    """
    world.add("Ann", "* walk mill")
    world.sync()
    world.add("Bea", "* walk mill")
    world.sync()
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()
    return world


def without(world: World, user: str) -> str:
    """The actions page without a user's waiting line and the answer to it."""
    lines = world.text("Play").splitlines(keepends=True)
    own = [n for n, line in enumerate(lines) if line.startswith("* walk mill")][user == "Bea"]
    return "".join(lines[:own] + lines[own + 2 :])


def waiting(world: World) -> list[str]:
    """Whose line waits, as the gamestate page says."""
    return [line.split()[1] for line in world.text("State").splitlines() if WAITS in line]


@pytest.mark.parametrize(("user", "left"), [("Ann", ["Bea"]), ("Bea", ["Ann"])])
@pytest.mark.parametrize("forget", [False, True])
def test_its_author_withdraws_it(world: World, user: str, left: list[str], forget: bool) -> None:
    """Of lines of the same words the author's own stops waiting, with a comment in the log.

    It does so on a new machine, too.
    """
    before = waiting(world)
    world.edit(user, "Play", without(world, user))
    if forget:
        world.forget()
    world.sync()

    assert (before, waiting(world)) == (["Ann", "Bea"], left)
    assert f"Z {user} withdrew 'walk mill'\n# withdrawn" in world.text("Log")


def test_the_log_withdraws_it_too(world: World) -> None:
    """Whoever plays the log again has the same lines waiting."""
    world.edit("Ann", "Play", without(world, "Ann"))
    world.sync()
    game, entries = Tiny(), read_log("\n".join(log_lines(world.text("Log"))))
    start = game.read(GAMESTATE, game.rulebook(""), entries[0].time).state  # type: ignore[union-attr]  # well-formed
    played = Engine(game, game.rulebook("")).play(start, entries)  # type: ignore[arg-type]

    assert [p.player for p in played.state.pending if p.kind is Kind.ACTION] == ["Bea"]


def test_its_author_writes_it_anew(world: World) -> None:
    """The changed line is played in place of the one that waited, and answered below it."""
    world.edit("Ann", "Play", world.text("Play").replace("* walk mill", "* walk mill hill", 1))
    report = world.sync()

    assert (waiting(world), [o.text for o in report.outcomes]) == (["Bea"], ["walked to hill"])
    assert "'''done''': <nowiki>walked to hill" in world.text("Play").splitlines()[5]


def test_what_is_written_anew_may_wait_as_well(world: World) -> None:
    """The old line stops waiting before the new one is played, though both happen in one edit."""
    world.edit("Ann", "Play", world.text("Play").replace("* walk mill", "* walk", 1))
    report = world.sync()

    assert (waiting(world), [o.verdict for o in report.outcomes]) == (["Bea"], ["needs"])
    assert "| action | walk *\n" in world.text("State")


def test_another_account_does_not_withdraw_it(world: World) -> None:
    """The action is its author's; a person may want to know."""
    world.edit("Zoe", "Play", without(world, "Ann"))
    report = world.sync()

    assert waiting(world) == ["Ann", "Bea"]
    assert report.notes[0].startswith(
        "Zoe took 'walk mill' of Ann off the page in revision 16; it waits on"
    )


def test_who_else_tidies_up_costs_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The older history is asked for only when a line that waits is gone."""
    world.add("Ann", "* choose hill")
    world.sync()
    asked: list[int] = []
    real = world.wiki.history

    def history(title: str, since: int) -> Sequence[Revision]:
        asked.append(since)
        return real(title, since)

    monkeypatch.setattr(world.wiki, "history", history)
    world.edit("Zoe", "Play", world.text("Play").replace("* dig -- 2d4 (1, 3) = 4\n", ""))
    world.sync()

    assert asked == []
