"""The drawn board as a real wiki shows it."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.game.board.pictures import NASTY, picture
from tests.mediawiki.server import Server
from tests.rules.cycle15.full_board import PLAYERS, page
from wikibot.game.page.board import LONGEST, board_wikitext
from wikibot.game.picture import Group, Picture, PictureCell


@pytest.mark.parametrize("grid", [False, True])
def test_the_server_shows_it_as_it_was_meant(mediawiki: Server, grid: bool) -> None:
    """Styles pass the server's filter;
    a name that tries to run is only shown, and nothing of it becomes a link.
    """
    wikitext = board_wikitext(picture("Ann", NASTY[:20], grid=grid))
    html = mediawiki.client("Alice").html(wikitext)
    text = unescape(re.sub(r"<[^>]*>", "", html))

    assert html.count("background:#cfe8ff") == wikitext.count("background:#cfe8ff")
    assert ("grid-row" in html, "auto-fill" in html, "insecure input" in html) == (
        grid,
        not grid,
        False,
    )
    assert ("<a " in html, "<script" in html, "{{x}} ~~~~" in text) == (False, False, True)


def test_a_category_in_a_name_is_none(mediawiki: Server) -> None:
    """A page does not join a category because of what somebody is called."""
    client = mediawiki.client("Alice")
    client.edit("State", board_wikitext(picture(NASTY, "[[Category:A]]")))

    answer = client.api(action="query", titles="State", prop="categories|templates|links|extlinks")
    assert set(answer["query"]["pages"][0]) == {"pageid", "ns", "title"}


def test_the_full_board_passes_the_server(mediawiki: Server) -> None:
    """121 spaces and 20 players:
    no style is taken out, every name is shown, a saved page reads as it was sent.
    """
    client, text = mediawiki.client("Alice"), page()
    client.edit("State", text)
    html = client.html(text)

    assert client.text("State") == text.rstrip()
    assert (html.count("min-height:2.7em"), "insecure input" in html) == (121, False)
    assert [name for name in PLAYERS if unescape(html).count(f">{shown(name)}</span>") != 1] == []


def shown(name: str) -> str:
    """A name as a cell has room for it."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def test_spaces_lead_to_their_rows(mediawiki: Server) -> None:
    """The wiki leaves the link to a row and the space's own name for the form;
    an id of a row is one of the page.
    """
    group = Group("Line", (PictureCell("7", 0, 0, "7"),), header="Space")
    board = board_wikitext(Picture("B", groups=(group,)), {"7": "space-7"}, "State")
    client = mediawiki.client("Alice")
    client.edit("State", f'{board}\n{{|\n! Space\n|- id="space-7"\n| 7\n|}}')
    html = client.html("{{:State}}")

    assert re.search(r'<div class="wikibot-space"[^>]* data-space="7"|data-space="7"', html)
    assert re.search(r'href="[^"]*#space-7"[^>]*><b style="color:#202122">7</b>', html)
    assert '<tr id="space-7">' in html
