"""A line that the form seals, in a real browser: the bot plays it, and nobody else can read it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from types import MappingProxyType

import pytest
from selenium.webdriver.common.by import By

from tests.mediawiki.browser import Browser
from tests.mediawiki.gadget_game import ACTIONS, DATA, SETTINGS, STATE, GadgetGame
from tests.mediawiki.versions import of_each_version
from tests.rules.generic.test_secret_choices import PAGE
from tests.rules.generic.test_secret_choices import RULES as CHOICES
from wikibot.dice.session import PUBLIC, seal_line
from wikibot.game.secrets import LINE

RULES = f"{CHOICES}\nA player may whisper.\n"
PLAYERS = PAGE.replace("Ann", "Alice")
LOG, LABEL = "Game/Log", "Only for the bot"
WITHOUT = "Object.defineProperty( Crypto.prototype, 'subtle', { get: function () {} } );"
SEALED = """
var done = arguments[ arguments.length - 1 ];
mw.libs.wikibotForm.sealed( arguments[ 0 ], arguments[ 1 ], arguments[ 2 ] ).then( done, done );
"""


class CardGame(GadgetGame):
    """A game whose players choose in secret."""

    settings = MappingProxyType({**SETTINGS, "rules": "generic", "log": LOG})
    pages = MappingProxyType({"Rules": RULES, STATE: PLAYERS, ACTIONS: "== Actions ==\n"})

    def everything(self) -> str:
        """All revisions of the pages that lines go through, with their summaries."""
        titles = (ACTIONS, STATE, LOG)
        return "\n".join(str(each) for title in titles for each in self.steward.history(title))


@pytest.fixture(scope="module")
def games(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardGame]:
    """Give the one wiki of these tests."""
    folder = tmp_path_factory.mktemp("seals")
    with of_each_version(lambda version: CardGame(version, browser, folder)) as game:
        yield game("1.43")


@pytest.fixture
def cards(games: CardGame) -> CardGame:
    """Give such a game as it began."""
    games.restore()
    return games


def tick(page: Browser) -> None:
    """Have the line sealed."""
    page.click(page.field(LABEL).find_element(By.CSS_SELECTOR, "input"))


def test_a_sealed_line_is_played_and_can_be_read_nowhere(cards: CardGame) -> None:
    """It is saved encrypted, its summary as well; who is still to choose finds that in the form."""
    page = cards.visit("Alice", ACTIONS)
    page.write("Your line", "choose Ace")
    tick(page)
    cards.save()
    saved = [each for each in cards.text(ACTIONS).splitlines() if "sealed:" in each]
    answer = cards.answer()
    shown, seen = page.text(".wikibot-form-box"), cards.everything()
    state = cards.text(STATE)
    page = cards.visit("Bob", ACTIONS)
    asked = page.wait_for(".wikibot-form-wait", "Which Card")
    page.press("King")
    tick(page)
    cards.save()
    cards.answer()
    cards.server.pass_time(timedelta(minutes=1))
    cards.sync()

    assert [bool(LINE.search(each)) for each in saved] == [True]
    assert answer.startswith("done")
    assert "the sealed line was played" in answer
    assert "choose Ace" not in shown + seen
    assert "choose King" not in cards.everything()
    assert "Still to answer: <nowiki>Bob</nowiki>." in state
    assert "Which Card" in asked
    assert "| Alice || Ace || 1" in cards.text(STATE)


def test_without_encryption_nothing_of_it_is_offered(cards: CardGame) -> None:
    """As on a page without https."""
    page = cards.visit("Alice", ACTIONS)
    offered = [page.all("label", LABEL) != []]
    added = page.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument", {"source": WITHOUT}
    )
    cards.open(ACTIONS)
    page.first(".wikibot-form-act .oo-ui-buttonElement-button", "Save the line")
    offered.append(page.all("label", LABEL) != [])
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)

    assert offered == [True, False]
    assert '"box": "B' in cards.text(DATA)


@pytest.mark.parametrize("line", ["mark Bob", 'say "Grüße\\n" 🔒\x7f — שלום', "a" * 500, "b" * 62])
def test_what_the_browser_seals_is_what_the_program_opens(cards: CardGame, line: str) -> None:
    """Its hash commits to it, and it is as long as what the program seals."""
    page = cards.visit("Alice", ACTIONS)
    sealed = page.driver.execute_async_script(SEALED, PUBLIC.box, "Alice", line)

    assert PUBLIC.open_line(sealed, "Alice") == line
    assert len(sealed) == len(seal_line(PUBLIC.box, "Alice", line)[0])
    with pytest.raises(ValueError, match="somebody else"):
        PUBLIC.open_line(sealed, "Bob")
