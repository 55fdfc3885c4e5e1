"""Titles in MediaWiki's form, and as file names."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikibot.wiki.errors import WrongSettings
from wikibot.wiki.titles import normalise, to_file_name, user_name


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("ruleset", "Ruleset"),
        ("cycle_15/Actions", "Cycle 15/Actions"),
        ("  A   b_ ", "A b"),
        ("talk:actions_page", "Talk:Actions page"),
        ("user talk:alice", "User talk:Alice"),
        (":Ruleset", "Ruleset"),
        ("Nomic: the game", "Nomic: the game"),
        ("e\u0301t\u00e9", "\u00c9t\u00e9"),
        ("ßtraße", "ßtraße"),
    ],
)
def test_normal_form(asked: str, title: str) -> None:
    """A title is found however a person spelt its blanks, first letter and namespace."""
    assert title == normalise(asked)


@pytest.mark.parametrize(
    "title",
    ["", " ", "A|B", "A#b", "[A]", "{A}", "<A>", "..", "A/../B", "./A", "A\nB\x00", "x" * 256],
)
def test_impossible_titles(title: str) -> None:
    """A title that no page can have is a matter of the settings, not of the wiki."""
    with pytest.raises(WrongSettings):
        normalise(title)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ruleset", "Ruleset.wiki"),
        ("Cycle 15/Actions", "Cycle 15%2FActions.wiki"),
        ("Talk:Actions", "Talk%3AActions.wiki"),
        ("Why?", "Why%3F.wiki"),
        ("100%", "100%25.wiki"),
        (".hidden", "%2Ehidden.wiki"),
        ("Con", "%43on.wiki"),
        ("A\\B*", "A%5CB%2A.wiki"),
        ("Été ⚡", "Été ⚡.wiki"),
    ],
)
def test_file_names(title: str, name: str) -> None:
    """A page's file can be found by eye, and its name is safe on every file system."""
    assert name == to_file_name(title)


@given(st.text(max_size=60))
def test_a_file_name_leads_back_and_never_out(text: str) -> None:
    """Whatever the title: one file, directly in the folder, and no other title has the same."""
    try:
        title = normalise(text)
        name = to_file_name(title)
    except (WrongSettings, UnicodeEncodeError):
        return

    back = unquote(name.removesuffix(".wiki"))
    assert (title, False, False) == (back, "/" in name, name.startswith("."))


def test_user_names() -> None:
    """A login name becomes the account name that MediaWiki would make of it."""
    assert user_name("john_doe") == "John doe"
