"""The page for the lens: how each sentence is played, as JSON, saved when that changes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rules.cycle15 import GAME as CYCLE15
from rules.generic import GAME as VILLAGE
from tests.rules.rulesets import RULES
from tests.sync.test_form_page import as_the_form_reads
from tests.sync.world import World, settings_of
from wikibot.sync.pinned_pages import lens_text
from wikibot.sync.render import MOST_BYTES, Lens

NOW = datetime(2024, 1, 5, tzinfo=UTC)
TITLE = "State/rules.json"
SENTENCES = (
    "Once per day, a player may dig: they gain 1 Gold. Ducks are nice. Digging yields 1 Gold."
)
PAGE = '== Players ==\n\n{| class="wikitable"\n! Player !! Gold\n|-\n| Ann || 3\n|}\n'


class Village(World):
    """A folder wiki on which a game of sentences is played."""

    game = VILLAGE


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A game of sentences with such a page."""
    found = Village(tmp_path)
    found.edit("Sam", "Rules", SENTENCES)
    found.edit("Sam", "State", PAGE)
    game = {"rules": "generic"}
    found.settings = settings_of(found.folder, game=game, bot={"lens_page": TITLE})
    return found


def content(world: World) -> dict[str, Any]:
    """The page as a value."""
    found: dict[str, Any] = json.loads(world.text(TITLE))
    return found


def test_it_says_how_each_sentence_is_played(world: World) -> None:
    """With the readings that are offered, and the line by which people give one."""
    world.add("Ann", "* dig")
    world.sync()
    played, custom, offered = content(world)["sentences"]

    assert (played["how"], played["changes"], played["verb"]) == ("as written", ["Gold"], "dig")
    assert (custom["how"], custom["order"]) == ("for people", 'reading "Ducks are nice"')
    assert [each["text"] for each in offered["offers"]] == [
        "Whenever a player digs, the player gains 1 Gold."
    ]


def test_it_is_saved_when_rules_or_proposals_change(world: World) -> None:
    """A line that is played changes nothing of it; an open proposal is on it."""
    world.add("Ann", "* dig")
    world.sync()
    before = world.revisions(TITLE)
    world.add("Ann", "* note Ann gains 1 Gold: a gift")
    world.sync()
    assert before == world.revisions(TITLE)
    world.add("Ann", "* propose Boats\n*: Once per day, a player may sail: they gain 1 Gold.")
    world.sync()

    told = as_the_form_reads(world.text(TITLE), world.text("State"), TITLE)
    world.later()

    (proposal,) = content(world)["proposals"]
    assert (before + 1, told) == (world.revisions(TITLE), content(world))
    assert [each["verb"] for each in proposal["sentences"]] == ["sail"]


def test_a_game_of_pinned_wordings_shows_sections_and_rows() -> None:
    """Each by its title, with what is held; nothing of it is longer than a page may be."""
    rules = RULES["late"]
    book = CYCLE15.rulebook(rules.text, rules.pins(rules.text))
    page = CYCLE15.new_page(book, NOW, "State")
    state = CYCLE15.read(page, book, NOW).state
    text = lens_text(Lens(CYCLE15, state, book, "players"))
    found = {each["text"]: each for each in json.loads(text)["sentences"]}

    assert len(text) <= MOST_BYTES
    assert (found["Fish"]["how"], found["Fish"]["unit"]) == ("by code", "row")
    assert found["Players"]["unit"] == "section"
