"""The lens on the ruleset page, in a real browser: how each sentence is played, and readings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from types import MappingProxyType

import pytest
from selenium.webdriver.remote.webelement import WebElement

from rules.generic import GAME
from tests.mediawiki.browser import LOOKS, Browser, Look
from tests.mediawiki.gadget_game import ACTIONS, SETTINGS, STATE, GadgetGame
from tests.mediawiki.test_gadget_looks import CONTRASTS, SKINS, TOO_WIDE
from tests.mediawiki.versions import of_each_version

RULES = """\
The people of Lowfen keep ducks and are '''polite'''.

== Work ==

Once per day, a [[Game#Players|player]] may forage: they gain 2 Reeds.

* A player may buy a Duck by paying 5 Reeds.
* Anyone with ducks to spare is welcome to feed them at dusk.
* Whenever a player forages, they gain 1 Duck as a reward.

== Ends ==

A player who has at least 20 Reeds wins the game. Voting on a proposal lasts 24 hours.

Players take turns in the order of the table.
"""
BEFORE = datetime(2024, 1, 1, tzinfo=UTC)
PLAYERS = """\
'''Turn:''' Alice

== Players ==

{| class="wikitable"
! Player !! Reeds !! Items
|-
| Alice || 7 ||
|-
| Bob || 4 || Duck
|}
"""


class LensGame(GadgetGame):
    """A game whose rules are sentences, with the lens."""

    settings = MappingProxyType({
        **SETTINGS, "rules": "generic", "log": "Game/Log", "form_page": "Game/wikibot.json",
        "lens_page": "Game/rules.json",
    })  # fmt: skip
    pages = MappingProxyType({"Rules": RULES, STATE: PLAYERS, ACTIONS: "== Actions ==\n"})


@pytest.fixture(scope="module")
def games(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LensGame]:
    """Give the one wiki of these tests."""
    folder = tmp_path_factory.mktemp("lens")
    with of_each_version(lambda version: LensGame(version, browser, folder)) as game:
        yield game("1.43")


@pytest.fixture
def lens(games: LensGame) -> LensGame:
    """Give such a game as it began."""
    games.restore()
    return games


def signs(page: Browser) -> list[str]:
    """What stands behind the sentences, in the order of the page."""
    page.first("button.wikibot-form-badge")
    return [each.get_attribute("title") or "" for each in page.all("button.wikibot-form-badge")]


def badge(page: Browser, number: int) -> WebElement:
    """The sign behind a sentence."""
    return page.all("button.wikibot-form-badge")[number]


def a_day(lens: GadgetGame) -> None:
    """Bob has worked, and made a proposal."""
    text = "Once per day, a player may row: they gain 1 Reed."
    said = f"\n* forage ~~~~\n* propose Boats ~~~~\n*: {text}"
    lens.person("Bob").edit(ACTIONS, append=said)
    lens.sync()


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_what_a_sentence_means_in_each_look(lens: LensGame, look: Look) -> None:
    """Each sentence has its sign, whatever markup it has. A click shows what is played, read and
    changed, and how often it was used; of one that is not understood, what it may mean. A reading
    is the player's own edit; the answer appears below the field, and then the page shows the
    reading with its giver. Below the text of a proposal its sentences have the same signs. What is
    played is said as `rules check` says it. Whose turn it is by the rules stands on top.
    """
    lens.restore(a_day)
    page = lens.see("Alice", "Rules", look)
    shown = signs(page)
    marked = [each.text for each in page.all(".wikibot-form-rule")]
    page.click(badge(page, 1))
    told = page.in_sight(".wikibot-form-panel")
    page.click(badge(page, 4))
    offered = page.in_sight(".wikibot-form-panel .wikibot-form-offer")
    page.click(badge(page, 3))
    page.first(".wikibot-form-panel textarea")
    page.write(
        "What it means, in plain sentences", "A player who has a Duck may feed: they gain 1 Reed."
    )
    page.press("Save the reading")
    page.wait_for(".wikibot-form-status", "Your line is saved")
    lens.sync()
    page.wait_for(".wikibot-form-status", "The bot answered", "from now on")
    page.wait(lambda: "by reading" in signs(page))
    answered = page.in_sight(".wikibot-form-panel .wikibot-form-status")
    given = page.in_sight(".wikibot-form-panel")
    lens.open(ACTIONS, useskin=look.skin)
    page.press("The text of the proposal")
    page.wait_for(".wikibot-form-proposed", "as written", "a player may row")
    proposed = page.in_sight(".wikibot-form-proposed .wikibot-form-badge")
    page.choose("Action", "forage")
    turn = page.in_sight(".wikibot-form-turn"), page.run("return document.title")[:1]
    book = GAME.rulebook(lens.text("Rules"))
    checked = [each.says for each in GAME.sentences(lens.text(STATE), book, BEFORE)]

    assert page.wait_for(".wikibot-form-brings", "It would bring: gains 2 Reeds (rule Work)")
    assert shown == [
        "for people", "as written", "as written", "for people", "for people", *["as written"] * 3,
    ]  # fmt: skip
    assert marked[:3] == ["The people of Lowfen keep ducks and are", "polite", "Once per day, a"]
    assert checked[1] == "Once per day, a player may forage: the player gains 2 Reeds."
    assert (f"Played as\n{checked[1]}" in told[0], turn) == (True, (["It is your turn."], "("))
    assert ("Changes\nReeds" in told[0], "forage: 1 ×, last on" in told[0]) == (True, True)
    assert offered == ["Whenever a player forages, the player gains 1 Duck. without: as a reward"]
    assert 'reading "Anyone with ducks to": A player who has a Duck may feed' in lens.text(ACTIONS)
    assert "Alice" in {each["user"] for each in lens.person("Alice").history(ACTIONS)}
    assert (len(answered), "The reading, given by Alice" in given[0]) == (1, True)
    reading = "A player who has a Duck may feed: they gain 1 Reed"
    assert [reading in each for each in (given[0], lens.text("Rules/Readings"))] == [True] * 2
    assert "| Alice" in lens.text("Rules/Readings")
    assert proposed == ["✓ as written"]


_STICKS_OUT = """
var panel = document.querySelector( '.wikibot-form-panel' ).getBoundingClientRect();
var all = document.querySelectorAll( '.wikibot-form-panel *' );
return Array.from( all ).filter( function ( each ) {
    return each.checkVisibility() && each.getBoundingClientRect().right > panel.right + 1;
} ).map( function ( each ) { return each.className; } );
"""


@pytest.mark.parametrize("skin", SKINS)
def test_it_can_be_read(lens: LensGame, skin: str) -> None:
    """At both widths, light and dark, nothing has less contrast than 4.5 or sticks out."""
    page = lens.visit("Alice", "Rules", useskin=skin)
    signs(page)
    faint: dict[str, float] = {}
    for look in page.looks():
        page.click(badge(page, 3))
        page.first(".wikibot-form-panel textarea")
        found = page.run(CONTRASTS)
        faint |= {f"{words} ({look})": each for words, each in found if each < 4.5}
        page.click(badge(page, 4))  # with an offer
        page.first(".wikibot-form-panel .wikibot-form-offer")
        wide = page.run(TOO_WIDE) + page.run(_STICKS_OUT)
        page.click(badge(page, 4))
        assert (len(found) > 15, wide) == (True, [False])

    assert faint == {}
