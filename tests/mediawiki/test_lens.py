"""The lens on the ruleset page, in a real browser: how each sentence is played, and readings."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import pytest
from selenium.webdriver.remote.webelement import WebElement

from tests.mediawiki.browser import DESKTOP, PHONE, Browser
from tests.mediawiki.gadget_game import ACTIONS, SETTINGS, STATE, GadgetGame
from tests.mediawiki.packages import NotHere, require_php
from tests.mediawiki.test_gadget_looks import CONTRASTS, NIGHT, SKINS, TOO_WIDE

RULES = """\
The people of Lowfen keep ducks and are '''polite'''.

== Work ==

Once per day, a [[Game#Players|player]] may forage: they gain 2 Reeds.

* A player may buy a Duck by paying 5 Reeds.
* Anyone with ducks to spare is welcome to feed them at dusk.
* Should a player forage, they gain 1 Duck.

== Ends ==

A player who has at least 20 Reeds wins the game. Voting on a proposal lasts 24 hours.
"""
PLAYERS = """\
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
    try:
        require_php()
        game = LensGame("1.43", browser, tmp_path_factory.mktemp("lens"))
    except NotHere as reason:
        pytest.skip(str(reason))
    yield game
    game.stop()


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


def test_each_sentence_shows_how_it_is_played(lens: LensGame) -> None:
    """Each has its sign, whatever markup it has; a click shows what is played, read and changed,
    and how often it was used.
    """
    lens.person("Alice").edit(ACTIONS, append="\n* forage ~~~~")
    lens.sync()
    page = lens.visit("Alice", "Rules")
    shown = signs(page)
    marked = [each.text for each in page.all(".wikibot-form-rule")]
    page.click(badge(page, 1))
    told = page.text(".wikibot-form-panel")

    page.click(badge(page, 4))
    offered = page.text(".wikibot-form-panel .wikibot-form-offer")

    assert offered == "Whenever a player forages, the player gains 1 Duck."
    assert shown == [
        "for people", "as written", "as written", "for people", "for people", *["as written"] * 2,
    ]  # fmt: skip
    assert marked[:3] == ["The people of Lowfen keep ducks and are", "polite", "Once per day, a"]
    assert "Played as\nOnce per day, a player may forage: the player gains 2 Reeds." in told
    assert ("Changes\nReeds" in told, "forage: 1 ×, last on" in told) == (True, True)


def test_a_player_says_what_a_sentence_means(lens: LensGame) -> None:
    """The line that the lens saves is the player's own edit;
    the answer appears below the field, and then the page shows the reading with its giver.
    """
    page = lens.visit("Alice", "Rules")
    signs(page)
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
    page.click(badge(page, 3))
    told = page.text(".wikibot-form-panel")
    newest = lens.person("Alice").history(ACTIONS)

    assert 'reading "Anyone with ducks to": A player who has a Duck may feed' in lens.text(ACTIONS)
    assert "Alice" in {each["user"] for each in newest}
    assert "The reading, given by Alice" in told
    assert "| Alice" in lens.text("Rules/Readings")


def test_a_vote_shows_how_its_text_would_be_played(lens: LensGame) -> None:
    """Below the text of a proposal each of its sentences has its sign."""
    lens.person("Bob").edit(
        ACTIONS,
        append="\n* propose Boats ~~~~\n*: Once per day, a player may row: they gain 1 Reed.",
    )
    lens.sync()
    page = lens.visit("Alice", ACTIONS)
    page.wait_for(".wikibot-form-wait", "Boats")
    page.press("The text of the proposal")

    page.wait_for(".wikibot-form-proposed", "as written", "a player may row")


def test_the_form_says_what_a_line_would_bring(lens: LensGame) -> None:
    """As soon as an action is chosen, below the line."""
    page = lens.visit("Alice", ACTIONS)
    page.choose("Action", "forage")

    page.wait_for(".wikibot-form-brings", "It would bring: gains 2 Reeds (rule Work)")


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
    lens.server.configure(wgVectorNightMode=NIGHT, wgMinervaNightMode={"base": True, **NIGHT})
    page = lens.visit("Alice", "Rules", useskin=skin)
    night = "document.documentElement.className += ' skin-theme-clientpref-os'"
    page.run(f"document.documentElement.className.match(/clientpref-os/) || ({night})")
    signs(page)
    faint: dict[str, float] = {}
    for size in (PHONE, DESKTOP):
        page.size(size)
        for scheme in ("light", "dark"):
            page.prefer(scheme)
            page.click(badge(page, 3))
            page.first(".wikibot-form-panel textarea")
            found = page.run(CONTRASTS)
            faint |= {f"{words} ({scheme}, {size[0]})": each for words, each in found if each < 4.5}
            page.click(badge(page, 4))  # with an offer
            page.first(".wikibot-form-panel .wikibot-form-offer")
            wide = page.run(TOO_WIDE) + page.run(_STICKS_OUT)
            page.click(badge(page, 4))
            assert (len(found) > 15, wide) == (True, [False])
    page.prefer("light")

    assert faint == {}
