"""Who leads and since when, what happened last, what comes next."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.generic import GAME
from tests.history.test_recording import EVIL
from tests.replies import as_read
from tests.rules.generic.pages import table
from tests.sync.world import World, settings_of
from wikibot.game.state import Proposal
from wikibot.sync.pinned_pages import Lead, as_html, leaders, standings

TITLE = "State/Standings"
RULES = (
    "A player may dig: they gain 1 Gold. A player may rest: they lose 1 Gold. "
    "A player who has at least 50 Gold wins the game. Voting on a proposal lasts 48 hours."
)
PAGE = table("Player | Gold", "Ann | 3", "Bea | 3")
NOW = datetime(2024, 1, 5, 12, tzinfo=UTC)


class Village(World):
    """A folder wiki on which a game of sentences is played, with a page of standings."""

    game = GAME

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.edit("Sam", "Rules", RULES)
        self.edit("Sam", "State", PAGE)
        game = {"rules": "generic"}
        self.settings = settings_of(folder, game=game, bot={"standings_page": TITLE})


@pytest.fixture
def world(tmp_path: Path) -> Village:
    """Give such a game."""
    return Village(tmp_path)


def test_the_page_tells_who_leads_and_since_when(world: Village) -> None:
    """By what the rules say wins; a lead that lasts keeps its time, with or without a journal."""
    world.add("Ann", "* dig")
    world.sync()
    first = world.text(TITLE)
    world.now += timedelta(hours=1)
    world.add("Bea", "* rest")
    world.sync()
    world.later()
    later = world.text(TITLE)
    world.forget()
    world.now += timedelta(hours=1)
    world.add("Bea", "* dig")
    world.sync()
    world.later()

    since = first.partition("since ")[2].partition("(")[0]
    assert ("Ann leads with 4 Gold" in first, len(since) > 10) == (True, True)
    assert since in later
    assert f"Ann leads with 4 Gold, since {since}" in world.text(TITLE)
    assert as_read(world.text(TITLE)).count("Bea (`dig`): gains 1 Gold") == 1


def test_it_is_saved_once_in_a_quarter_of_an_hour(world: Village) -> None:
    """What came meanwhile is saved as soon as that is over, though nothing else is new."""
    world.add("Ann", "* dig")
    world.sync()
    before = world.revisions(TITLE)
    world.add("Ann", "* dig")
    world.sync()
    assert before == world.revisions(TITLE)
    world.now += timedelta(minutes=15)
    world.sync()

    assert before + 1 == world.revisions(TITLE)
    assert "Ann leads with 5 Gold" in world.text(TITLE)
    world.now += timedelta(minutes=30)
    world.sync()
    assert before + 1 == world.revisions(TITLE)


def test_names_and_words_of_people_do_nothing() -> None:
    """On the page as in the file."""
    book = GAME.rulebook(RULES)
    state = GAME.read(PAGE, book, NOW).state
    state = replace(state, proposals=(Proposal("P1", EVIL, "Standard", "Ann", "open", NOW),))
    log = [f"2024-01-05T11:00:00Z Ann: dig {EVIL}", f"# result: {EVIL}"]
    found = standings(GAME, state, book, EVIL, log, Lead(("Ann",), NOW))

    assert "<script" not in as_html(found).partition("</style>")[2]
    assert len(found.deadlines) == 2


def test_nobody_leads_where_all_have_the_same() -> None:
    """Several may lead together."""
    assert leaders([("Ann", 3), ("Bea", 3)]) == ()
    assert leaders([("Ann", 3), ("Bea", 3), ("Cat", 1)]) == ("Ann", "Bea")
    assert leaders([("Ann", 0)]) == ("Ann",)
