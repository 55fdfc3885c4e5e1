"""The board as wikitext: plain, harmless, and complete without colours."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.game.board.pictures import NASTY, picture
from wikibot.game.page.board import board_wikitext
from wikibot.wikitext.lines import sections
from wikibot.wikitext.table_reader import read_tables


def test_every_colour_has_a_sign_with_a_name() -> None:
    """Who sees no colours reads the sign in the cell and its name in the legend;
    branches are marked.
    """
    text = board_wikitext(picture("Ann"))

    assert "'''1''' ◆" in text
    assert "◆ Crystal<" in text
    assert "<small>→ 2</small>" in text


@given(st.text(min_size=1))
def test_nothing_that_people_wrote_is_markup(name: str) -> None:
    """A name adds no bracket, brace, bar, tilde, tag, quote,
    line or address of its own, wherever it is shown.
    """
    plain, shown = board_wikitext(picture("Ann")), board_wikitext(picture(name))

    def marks(text: str) -> str:
        return re.sub(r"[^\[\]{}|~<>\"'\n_=#*]", "", re.sub(r"&#x[0-9A-F]+;", "", text))

    assert marks(plain) == marks(shown)


def test_a_nasty_name_stays_text() -> None:
    """Templates, signatures, tables, sections and addresses out of a name do not run."""
    text = board_wikitext(picture(NASTY, grid=True))

    assert (read_tables(text), sections(text), "{{" in text, "https:" in text) == (
        (), (), False, False,
    )  # fmt: skip


def test_many_players_are_counted() -> None:
    """A crowd in one cell is cut, with how many more there are."""
    assert "and 5 more" in board_wikitext(picture(*(f"P{number}" for number in range(35))))


def test_every_ground_brings_its_ink() -> None:
    """A box has both its colours and nothing else has one,
    so that a dark skin shows dark on light, or its own.
    """
    styles = re.findall(r'style="([^"]*)"', board_wikitext(picture("Ann")))

    assert all(
        ("background:" in style) is bool(re.search(r"(?<!-)color:", style)) for style in styles
    )
