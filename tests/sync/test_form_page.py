"""The page for the form on the wiki:
kept as JSON, saved when it changes, and nothing in it runs.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rules.cycle15 import GAME
from tests.sync.world import World
from wikibot.config.settings import from_sections
from wikibot.game.state import Proposal, State
from wikibot.sync.render import MOST_BYTES, FormPage

NOW = datetime(2024, 1, 5, tzinfo=UTC)
TITLE = "State/wikibot.json"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A game with such a page."""
    found = World(tmp_path)
    found.settings = from_sections({
        "wiki": {"api": f"folder:{found.folder}"},
        "game": {"rules": "stones", "ruleset": "Rules", "gamestate": "State", "actions": "Play"},
        "bot": {"form_page": TITLE},
    })  # fmt: skip
    return found


def test_the_page_is_kept(world: World) -> None:
    """It is saved in the sync that changes what it says, and in no other."""
    world.add("Bea", "* dig")
    world.sync()
    content = json.loads(world.text(TITLE))

    assert {"actions": "Play", "heading": "Actions", "gamestate": "State"}.items() <= content[
        "pages"
    ].items()
    world.add("Cat", "* dance")
    world.sync()
    before = world.revisions(TITLE)
    bea = next(each for each in content["players"] if each["name"] == "Bea")
    assert ["dig"] == [each["line"] for each in bea["waits"]]
    world.add("Cat", "* nonsense")
    world.sync()
    world.sync()
    assert before == world.revisions(TITLE)
    world.add("Bea", "* choose 2d4 (1, 2) = 3")
    world.sync()
    assert before + 1 == world.revisions(TITLE)


def test_a_page_of_people_is_left_alone(world: World) -> None:
    """Whoever saves it has it: the bot says so, and plays on."""
    world.edit("Ann", TITLE, "mine")
    world.add("Bea", "* dig")
    report = world.sync()

    assert "mine" == world.text(TITLE)
    assert any(TITLE in note and "Ann" in note for note in report.notes)


def test_what_people_write_over_it_is_put_right(world: World) -> None:
    """It is for programs:
    what somebody changed there counts for nothing, and goes with the next sync.
    """
    world.add("Bea", "* dig")
    world.sync()
    world.edit("Eve", TITLE, '{"format": 1}')
    world.sync()

    assert "Wikibot" == json.loads(world.text(TITLE))["bot"]


def test_nothing_in_it_runs() -> None:
    """Names and titles are shown as they are, whether the wiki has the page as JSON or not."""
    evil = (
        "<script>x</script> {{y}} [[Category:Z]] ~~~~ '''b''' -{x}- __TOC__ http://x.y \u2028 "
        "\U0001f600"
    )
    state = replace(_state(), proposals=(Proposal("P1", evil, "Standard", "Ann", "open"),))
    text = _page(state).text()

    assert text.isascii()
    assert not re.search(r"<|\[\[|\{\{|\}\}|~~|''|__|-\{", text)
    assert f"P1: {evil}" == json.loads(text)["lists"]["proposal"][0]["label"]


def test_the_page_has_a_size() -> None:
    """Of a thousand players with long names it tells of as many as fit, and that there are more."""
    state, names = _state(), [f"{'x' * 200} {n}" for n in range(300)]
    players: Any = {name: replace(state.players["Ann"], name=name) for name in names}
    text = _page(replace(state, players=players)).text()

    assert len(text) <= MOST_BYTES
    assert json.loads(text)["more"]


def _state() -> State:
    pages = GAME.demo().pages
    return GAME.read(pages["Gamestate"], GAME.rulebook(pages["Ruleset"]), NOW).state


def _page(state: State) -> FormPage:
    book = GAME.rulebook(GAME.demo().pages["Ruleset"])
    return FormPage(GAME, state, book, "Wikibot", {"actions": "Talk:Game"})
