"""The page "How to play, now" tells what is in force, who is waited for, and nothing that runs."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from rules.cycle15 import GAME
from tests.sync.world import World, settings_of
from wikibot.config.games import load_game
from wikibot.game.state import Proposal
from wikibot.sync.render import help_page
from wikibot.wikitext.dialect import Dialect, speaking

NOW = datetime(2024, 1, 5, tzinfo=UTC)


@pytest.fixture
def world(world: World) -> World:
    """A game with such a page."""
    world.settings = settings_of(world.folder, bot={"help_page": "State/How"})
    return world


def test_the_page_is_kept(world: World) -> None:
    """It names who is waited for, and is saved again only when that changes."""
    world.add("Bea", "* dig")
    world.sync()

    assert "* [[User:Bea|Bea]]: <code>" in world.text("State/How")
    world.add("Cat", "* dance")
    world.sync()
    assert 2 >= world.revisions("State/How")

    before = world.revisions("State/How")
    world.add("Cat", "* dance")
    world.sync()
    assert before == world.revisions("State/How")

    world.add("Bea", "* choose 2d4 (1, 2) = 3")
    world.sync()
    world.later()  # more often it is not saved, nor with what happens
    assert before + 1 == world.revisions("State/How")
    assert "<code><nowiki>dig</nowiki></code><nowiki> (" not in world.text("State/How")


@pytest.mark.parametrize("name", ["cycle15", "cycle14", "round7", "generic"])
def test_every_verb_in_force_has_a_form(name: str) -> None:
    """And those of sections that the page lacks are not told."""
    game = load_game(name)
    pages = game.demo().pages
    book = game.rulebook(pages["Ruleset"])
    state = game.read(pages["Gamestate"], book, NOW).state

    text = help_page(game, state, book, "Talk:Game", "Actions")

    told = [each for each in game.verbs_in(state, book)
            if not each.section or book.has(each.section)]  # fmt: skip
    assert sum(line.startswith("* <code>") for line in text.splitlines()) > len(told) / 4
    for verb in game.verbs_in(state, book):
        if verb.section and not book.has(verb.section):
            assert f"=== {verb.section} ===" not in text


def test_what_players_wrote_does_nothing_there() -> None:
    """Titles are shown as text."""
    pages = GAME.demo().pages
    book = GAME.rulebook(pages["Ruleset"])
    state = GAME.read(pages["Gamestate"], book, NOW).state
    evil = "<script>x</script> {{y}} [[Category:Z]] ~~~~"
    state = replace(state, proposals=(Proposal("P1", evil, "Standard", "Ann", "open"),))

    text = help_page(GAME, state, book, "Talk:Game", "Actions")

    assert all(part not in text for part in ("<script", "{{y", "[[Category", "~~~~"))


def test_a_page_in_english_runs_from_left_to_right_on_any_wiki() -> None:
    """It is the same page, put into an element."""
    pages = GAME.demo().pages
    book = GAME.rulebook(pages["Ruleset"])
    state = GAME.read(pages["Gamestate"], book, NOW).state
    with speaking(Dialect("ar", leftward=True)):
        text = help_page(GAME, state, book, "Talk:Game", "Actions")

    assert (
        text == f'<div dir="ltr">\n{help_page(GAME, state, book, "Talk:Game", "Actions")}</div>\n'
    )
