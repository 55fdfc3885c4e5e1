"""Every command reads the ruleset page by the same accepted wordings."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from rules.cycle15 import GAME
from wikibot.apply import apply_log
from wikibot.cli.commands import doctor
from wikibot.config.settings import Settings, from_sections
from wikibot.game.ruleset.readings import Readings
from wikibot.game.ruleset.recognition import Pin, split
from wikibot.stewards.accept import Origin, accept, from_settings
from wikibot.storage.cursor import Cursor, write_cursor
from wikibot.storage.local import LocalStorage, overlay_file, write_overlay
from wikibot.sync.loaded_game import read_present
from wikibot.sync.run import polled
from wikibot.sync.snapshot import setup_of
from wikibot.wiki.folder import FolderWiki
from wikibot.wikitext.messages import every_language, speaking

DEMO = GAME.demo().pages
RULESET = DEMO["Ruleset"].replace("It swims for a moment.", "It swims for an hour.")
UNIT = "Garbage: Fish"
LOG = "2024-01-05T12:00:00Z Ann: use Fish\n"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A folder wiki on which one item has been reworded."""
    sections = {
        "wiki": {"api": f"folder:{tmp_path / 'wiki'}"},
        "game": {"rules": "cycle15", "ruleset": "Rules", "gamestate": "State", "actions": "Play"},
    }
    settings = from_sections(sections, tmp_path / "settings.ini")
    save(settings, "Rules", RULESET)
    save(settings, "State", DEMO["Gamestate"])
    return settings


def wiki_of(settings: Settings) -> FolderWiki:
    """The wiki of these settings, at a fixed time."""
    now = datetime(2024, 1, 5, tzinfo=UTC)
    return FolderWiki(settings.file.parent / "wiki", keyboard="Keyboard", clock=lambda: now)


def save(settings: Settings, title: str, text: str) -> None:
    """A steward saves a page."""
    wiki_of(settings).save_as("Sam", title, text)


def accepted() -> tuple[Pin, ...]:
    """The new wording of the item."""
    return split(accept(GAME.rulebook(RULESET), [UNIT], (), Origin("2024-01-05", variant="")))[0]


def held_for(settings: Settings) -> list[bool]:
    """Whether the item is held for `show` and `board`, for `doctor`, and for `rules`."""
    wiki = wiki_of(settings)
    told = [
        finding.text
        for finding in doctor.examine_pages(settings, GAME, wiki, polled(settings, wiki)[1])
    ]
    books = [read_present(settings, GAME, wiki).book, from_settings(settings, GAME, wiki).book]
    return [
        *(book.obstacle(UNIT) is not None for book in books),
        any(UNIT in text for text in told),
    ]


def test_a_new_wording_is_held_for_all(settings: Settings) -> None:
    """Until a steward accepts it."""
    assert held_for(settings) == [True, True, True]


def test_what_stewards_accepted_is_known_to_all(settings: Settings) -> None:
    """It stands in the gamestate page's cursor."""
    page = write_cursor(DEMO["Gamestate"], Cursor(run="0123abcd", accepted=accepted()))
    wiki_of(settings).save_as("Wikibot", "State", page, summary="wikibot: sync, run 0123abcd")

    assert held_for(settings) == [False, False, False]


def test_what_another_account_writes_into_the_comment_is_no_acceptance(settings: Settings) -> None:
    """Only what the bot itself noted counts."""
    save(
        settings,
        "State",
        write_cursor(DEMO["Gamestate"], Cursor(run="0123abcd", accepted=accepted())),
    )

    assert held_for(settings) == [True, True, True]


def test_what_the_operator_accepted_is_known_to_all(settings: Settings) -> None:
    """It stands in the file beside the settings."""
    write_overlay(overlay_file(settings), accepted())

    assert held_for(settings) == [False, False, False]


@pytest.mark.parametrize(("pins", "verdict"), [((), "held"), (accepted(), "done")])
def test_a_log_is_applied_by_what_the_page_says_was_accepted(
    pins: tuple[Pin, ...], verdict: str
) -> None:
    """So that a game that was copied from its wiki plays on alike."""
    page = write_cursor(DEMO["Gamestate"], Cursor(accepted=pins))

    assert [outcome.verdict for outcome in apply_log(GAME, RULESET, page, LOG).outcomes] == [
        verdict
    ]


def test_a_held_rule_is_told_in_the_language_of_each_wiki(settings: Settings) -> None:
    """One program may play the same page for wikis of several languages."""
    told = []
    for words in every_language():
        with speaking(words):
            rulebook = setup_of(settings, GAME, LocalStorage(settings)).rulebook
            told.append(str(rulebook(RULESET, (), Readings()).obstacle(UNIT)))

    assert "its wording changed" in told[0]
    assert len(set(told)) == len(told) == len(every_language()) > 1
