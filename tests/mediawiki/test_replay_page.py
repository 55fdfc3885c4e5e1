"""A replay and standings as files, in a real browser, at both widths, light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.mediawiki.browser import DESKTOP, PHONE, Browser
from tests.mediawiki.test_gadget_looks import CONTRASTS
from wikibot.cli import main

# The colour of each player whose name stands in an element: its ground, or in a picture its ink.
INKS = """
return Object.fromEntries( Array.from( document.querySelectorAll( arguments[ 0 ] ) ).map(
    function ( each ) {
        var style = getComputedStyle( each ), drawn = each.namespaceURI.includes( 'svg' );
        return [ each.textContent.replace( /[^A-Za-z].*$/, '' ),
            drawn ? style.fill : style.backgroundColor ];
    }
) );
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a small game that was played, with its replay and standings."""
    folder = tmp_path_factory.mktemp("replay")
    run = CliRunner()
    for arguments in (
        ["demo", str(folder), "--rules", "generic"],
        ["--settings", str(folder / "settings.ini"), "replay", "-o", str(folder / "replay.html")],
        ["--settings", str(folder / "settings.ini"), "standings", "-o", str(folder / "now.html")],
    ):
        result = run.invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code == 0, result.output
    return folder


def step_of(page: Browser, words: str) -> int:
    """The number of the step in whose line some words stand."""
    (found,) = (each for each in page.all("#steps a") if words in each.text)
    return int(found.get_attribute("data-step") or "")


def test_players_walk_and_the_chart_follows(files: Path, browser: Browser) -> None:
    """A step marks the way that a player took, and what differs; the cursor goes on with it;
    an address leads to each step.
    """
    browser.driver.get((files / "replay.html").as_uri())
    for size in (DESKTOP, PHONE):
        browser.size(size)
        step = step_of(browser, "move to the Market")
        browser.driver.get(f"{(files / 'replay.html').as_uri()}#{step - 1}")
        browser.click(browser.first('[aria-label="One step on"]'))
        way = [each.get_attribute("data-id") for each in browser.all(".path")]
        link = browser.first("#link").get_attribute("href") or ""
        days = [each.text[:10] for each in browser.all("#steps a")]
        # A demo that is made soon after midnight has two days, and its chart begins with the first.
        x = 570 if days[step] == days[-1] else 56

        assert (len(way), "Market" in str(way), size) == (2, True, size)
        assert "Market" in browser.in_sight("td.changed")
        assert link.endswith(f"#{step}")
        assert browser.run("return document.getElementById( 'cursor' ).getAttribute( 'd' )") == (
            f"M{x} 48V316"
        )


def test_a_player_has_one_colour_everywhere(files: Path, browser: Browser) -> None:
    """On the board of each step, in the chart and in the standings."""
    browser.driver.get((files / "now.html").as_uri())
    standings = [browser.run(INKS, ".player") for _ in browser.looks()]
    browser.driver.get((files / "replay.html").as_uri())
    for look, there in zip(browser.looks(), standings, strict=True):
        board, chart = browser.run(INKS, ".who"), browser.run(INKS, "#chart text[fill^='#']")

        assert (len(board), look) == (4, look)
        assert (board, {name: chart[name] for name in board}) == (there, there)
    assert [each == standings[0] for each in standings] == [True] * 4


def test_the_board_is_that_of_the_wiki(files: Path, browser: Browser) -> None:
    """The same cells in the same order, with arrows where their line goes on."""
    browser.driver.get((files / "replay.html").as_uri())
    page = (files / "wiki" / "Gamestate.wiki").read_text(encoding="utf-8")
    drawn = re.findall(r'data-space="(\w+)">\[\[[^\]]*\]\] ?(→?)', page)

    replayed = [each.split() for each in browser.in_sight(".cell .top")]

    assert len(replayed) > 3
    assert [(each[0], "→" * ("→" in each)) for each in replayed] == drawn


@pytest.mark.parametrize("file", ["replay.html", "now.html"])
def test_it_can_be_read(files: Path, browser: Browser, file: str) -> None:
    """Nothing has less contrast than 4.5, and nothing makes the page wider than its window."""
    browser.driver.get((files / file).as_uri())
    faint: dict[str, float] = {}
    wide = []
    script = CONTRASTS.replace(
        "node.parentElement.closest( '", "node.parentElement.closest( 'h1, p, td, th, li, "
    )
    for look in browser.looks():
        found = browser.run(script)
        assert len(found) > 10
        faint |= {f"{words} ({look})": each for words, each in found if each < 4.5}
        wide.append(browser.run("return document.documentElement.scrollWidth > innerWidth"))

    assert (faint, any(wide)) == ({}, False)
