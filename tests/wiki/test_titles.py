"""Titles in MediaWiki's form, and as file names."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import unquote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.for_each import for_each
from wikibot.wiki.base import is_of_month, normalise, of_month, of_months, page_before, to_file_name
from wikibot.wiki.errors import WrongSettings
from wikibot.wikitext.dialect import account_name


@for_each(
    "asked, title",
    [
        ("ruleset", "Ruleset"), ("cycle_15/Actions", "Cycle 15/Actions"), ("  A   b_ ", "A b"),
        ("talk:actions_page", "Talk:Actions page"), ("user talk:alice", "User talk:Alice"),
        (":Ruleset", "Ruleset"), ("Nomic: the game", "Nomic: the game"),
        ("e\u0301t\u00e9", "\u00c9t\u00e9"), ("ßtraße", "ßtraße"), ("i\u0307zmir", "\u0130zmir"),
        ("Talk:e\u200e\u0301", "Talk:\u00c9"),
    ],
)  # fmt: skip
def test_normal_form(asked: str, title: str) -> None:
    """A title is found however a person spelt its blanks, first letter and namespace."""
    assert title == normalise(asked)


@for_each(
    "title",
    ["", " ", "A|B", "A#b", "[A]", "{A}", "<A>", "..", "A/../B", "./A", "A\nB\x00", "x" * 256,
     "Special:A", "media:A.svg"],
)  # fmt: skip
def test_impossible_titles(title: str) -> None:
    """A title that no page can have is a matter of the settings, not of the wiki."""
    with pytest.raises(WrongSettings):
        normalise(title)


@for_each(
    "title, name",
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
@example("i\u0307")
@example("e\u200e\u0301")
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
    assert account_name("john_doe") == "John doe"
    assert {account_name(each) for each in ("i\u0307a", "I\u0307a", "\u0130a")} == {"\u0130a"}


@pytest.mark.parametrize(
    ("title", "month"),
    [
        ("Talk:Game/%Y-%m", "Talk:Game/2026-03"),
        ("Log %Y, %m of 12 (%Y)", "Log 2026, 03 of 12 (2026)"),
        ("Log", "Log"),
    ],
)
def test_a_page_a_month(title: str, month: str) -> None:
    """``%Y`` and ``%m`` stand for year and month, so that titles sort by time."""
    assert month == of_month(title, datetime(2026, 3, 31, 23, 59, tzinfo=UTC))


@pytest.mark.parametrize(
    ("title", "pages", "before"),
    [
        ("Log %Y-%m", ("Log 2025-12", "Log 2026-01", "Log 2026-02", "Log 2026-03"), "Log 2026-02"),
        ("Log %Y", ("Log 2025", "Log 2026"), "Log 2025"),
        ("Log", ("Log",), ""),
    ],
)
def test_the_pages_of_some_months(title: str, pages: tuple[str, ...], before: str) -> None:
    """Each page once, the oldest first, whatever day of the month it is."""
    first, last = datetime(2025, 12, 31, 23, tzinfo=UTC), datetime(2026, 3, 1, 5, tzinfo=UTC)

    assert (pages, before) == (of_months(title, first, last), page_before(title, last))


@pytest.mark.parametrize(
    ("page", "title", "found"),
    [
        ("Log 2026-03", "log_%Y-%m", True), ("Log 2026-03/Talk", "Log %Y-%m", False),
        ("Log (2026)", "Log (%Y)", True), ("Log", "Log", True), ("Log", "Log %Y", False),
    ],
)  # fmt: skip
def test_which_pages_a_title_stands_for(page: str, title: str, *, found: bool) -> None:
    """A page of another year is known by its form."""
    assert found == is_of_month(page, title)
