"""A German wiki, as it really is: a player joins and acts, and reads German answers,
also in the form; a page of the wiki changes the bot's words. Then the form on wikis whose language
the bot does not speak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from tests.for_each import TIMES
from tests.mediawiki.browser import Browser
from tests.mediawiki.gadget_game import ACTIONS, DATA, STATE, GadgetGame
from tests.mediawiki.test_games_in_languages import TONGUES
from tests.mediawiki.test_languages import speak
from tests.mediawiki.versions import of_each_version, taking_turns

WORDS = "Project:Words.json"
LEFTWARD = ("ar", "he")
_RUNS = "var it = document.querySelector(arguments[0]); return it && getComputedStyle(it).direction"


@pytest.fixture(scope="module")
def games(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], GadgetGame]]:
    """Give a function that sets a game on a German wiki up once for each version, with the form."""

    def game(version: str) -> GadgetGame:
        game = GadgetGame(version, browser, tmp_path_factory.mktemp("german"))
        _speak(game, "de")
        settings = game.folder / "settings.ini"
        settings.write_text(f"{settings.read_text()}words_page = {WORDS}\nhelp_page = Game/Help\n")
        return game

    with of_each_version(game) as games:
        yield games


@pytest.fixture
def german(games: Callable[[str], GadgetGame]) -> GadgetGame:
    """Give that of the older version."""
    return games("1.39")


def _speak(game: GadgetGame, language: str) -> None:
    """Make the wiki one in this language."""
    speak(game.server, language)
    for file in game.folder.glob("journal*"):
        file.unlink()  # which knows another wiki


def test_a_player_joins_and_acts_on_a_german_wiki(german: GadgetGame) -> None:
    """With the form in German, German answers below the lines, and German pages."""
    german.server.wait_for_noon()  # what waits lapses when a week ends
    page = german.visit("Carol", ACTIONS)
    german.sync()
    german.open(ACTIONS)
    told = page.text(".wikibot-form-who")
    page.press("Mitspielen")
    page.wait_for(".wikibot-form-status", "Deine Zeile ist gespeichert")
    german.sync()
    page.wait_for(".wikibot-form-status", "Der Bot hat auf deine Zeile")
    shown = page.text(".wikibot-form-status .wikibot-form-answer-said")
    for name, line in (("Alice", "move 1 2 3 -- 2d4 (2, 3) = 5"), ("Bob", "use Banana")):
        page_before = german.text(ACTIONS)
        german.person(name).edit(
            ACTIONS, page_before.replace("== Actions ==", f"== Actions ==\n* {line} ~~~~", 1)
        )
    german.sync()
    german.server.pass_time(timedelta(minutes=16))  # the help page is not saved more often
    german.sync()
    lines, state, help_ = german.text(ACTIONS), german.text(STATE), german.text("Game/Help")

    assert "Carol spielt in diesem Spiel nicht mit." in told
    assert shown.startswith("erledigt")
    assert "'''Rückfrage''': " in lines
    assert "'''unzulässig''': <nowiki>du hast kein" in lines
    assert "Gespielt bis " in state
    assert "=== Wartet ===" in help_
    assert '"erledigt": "done"' in german.text(DATA)


def test_a_page_changes_the_words(german: GadgetGame) -> None:
    """From the next sync on; what is wrong with it stands in the status line."""
    german.steward.edit(WORDS, '{\n"cant": "geht nicht",\n"no such": "x"\n}')
    there = german.text(ACTIONS)
    line = "== Actions ==\n* use Banana, please ~~~~"
    german.person("Bob").edit(ACTIONS, there.replace("== Actions ==", line, 1))
    german.sync()

    assert "'''geht nicht''': " in german.text(ACTIONS)
    assert "there is no message" in german.text(STATE)


RIGHTWARD = [each for each in TONGUES if each not in ("de", *LEFTWARD)]


@pytest.mark.parametrize(
    ("version", "language"), taking_turns([*LEFTWARD, *RIGHTWARD[: None if TIMES > 1 else 1]])
)
def test_english_words_keep_their_order_whatever_the_wiki_s(
    games: Callable[[str], GadgetGame], version: str, language: str
) -> None:
    """In the form, on the page of answers and on the drawn board; the line is shown unsigned."""
    german, name, leftward = games(version), TONGUES[language].first, language in LEFTWARD
    german.restore()
    _speak(german, language)
    cookies = german.server.client(name).session()["cookies"]
    page = german.browser
    page.log_in(german.server.url, cookies)
    german.open(ACTIONS)
    page.press("Join")
    page.wait_for(".wikibot-form-status", "Your line is saved")
    german.sync()
    page.wait_for(".wikibot-form-status", "The bot answered")
    lines = [page.text(f".wikibot-form-{part} .wikibot-form-answer-line")
             for part in ("status", "answers")]  # fmt: skip
    german.open(ACTIONS)
    runs = [page.run(_RUNS, css) for css in (".wikibot-form-box", "dd bdi", "dd bdi bdi")]
    german.open(STATE)
    told = page.text(".wikibot-form-who")
    board = page.run(_RUNS, "[data-space]")

    assert lines == ["join", "join"]
    assert told == (
        f"You are \u2068{name}\u2069: space 0" if leftward else f"You are {name}: space 0"
    )
    assert (*runs, board) == ("ltr", *(("ltr", "rtl") if leftward else (None, None)), "ltr")
