"""Answered lines leave the actions page whole, and nothing else does."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikibot.wikitext.own_marks import (
    LISTED,
    absolute,
    archives_listed,
    part_answered,
    with_archived,
    with_archives_listed,
)

SIGNED = "[[User:Wikibot|Wikibot]] ([[User talk:Wikibot|talk]]) 09:50, 22 November 2026 (UTC)"


def answer(identity: str, verdict: str = "done", below: str = "*:") -> str:
    """An answer of the bot."""
    return f"{below} '''{verdict}''': so be it <!-- {identity} --> {SIGNED}"


MOVED = f"* move 3 [[User:Ann|Ann]]\n{answer('6.12.0')}\n*:: Lucky you! [[User:Bob|Bob]]"
WAITS = f"* move [[User:Bob|Bob]]\n{answer('6.13.0', 'needs')}"
TALK = "* Nice game, everybody [[User:Cat|Cat]]"
FORGED = "* move 9 [[User:Dan|Dan]]\n*: '''done''': well <!-- 6.14.0 --> [[User:Dan|Dan]]"
PAGE = f"Talk.\n\n== Actions ==\n{MOVED}\n{WAITS}\n{TALK}\n{FORGED}\n"


def test_an_answered_line_moves_with_all_below_it() -> None:
    """What waits, what is mere talk,
    and what others signed in the bot's name stay where they are.
    """
    parted = part_answered(PAGE, PAGE, "Wikibot", {"6.13.0"})

    assert (MOVED,) == parted.moved
    assert f"Talk.\n\n== Actions ==\n{WAITS}\n{TALK}\n{FORGED}\n" == parted.kept


def test_an_archive_takes_what_it_has_room_for() -> None:
    """The lines that stand first; each stands on exactly one page."""
    page = f"{MOVED}\n{answer('6.15.0', below='')}\n{MOVED}"
    size = len(MOVED.encode()) + 1

    assert (MOVED,) == part_answered(page, page, "Wikibot", room=2 * size - 1).moved
    assert () == part_answered(page, page, "Wikibot", room=size - 1).moved


@pytest.mark.parametrize(
    "before",
    [
        "",
        PAGE.replace("Lucky you!", "Lucky."),
        PAGE.replace("*:: Lucky you! [[User:Bob|Bob]]\n", ""),
    ],
)
def test_a_thread_that_is_new_or_spoken_in_stays(before: str) -> None:
    """Only what read just so some time ago is old."""
    assert PAGE == part_answered(PAGE, before, "Wikibot", {"6.13.0"}).kept


@pytest.mark.parametrize("cover", ["<!-- {}\n-->", "<nowiki>\n{}</nowiki>", "{{{{note|\n{}\n}}}}"])
def test_what_something_covers_stays(cover: str) -> None:
    """Half of a comment or template would be left behind."""
    page = cover.format(MOVED)

    assert page == part_answered(page, page, "Wikibot").kept


def test_the_archive_takes_a_thread_once() -> None:
    """A run that was killed between the two edits is made good by the next."""
    once = with_archived("Older lines.\n", [MOVED], "Talk:Game")

    assert f"Older lines.\n{MOVED}" == once
    assert once == with_archived(once, [MOVED], "Talk:Game")
    assert "New." == with_archived("New.", [MOVED], "Talk:Game", elsewhere=once)


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ("[[#Actions]]", "[[Talk:Game/2#Actions]]"),
        ("[[/Rules|r]]", "[[Talk:Game/2/Rules|r]]"),
        ("[[../Map]]", "[[Talk:Game/Map]]"),
        ("{{/Header}}", "{{Talk:Game/2/Header}}"),
        ("[[Fish#Red]] 1/2 #3", "[[Fish#Red]] 1/2 #3"),
    ],
)
def test_links_lead_where_they_led(link: str, leads: str) -> None:
    """A link that is relative to the actions page names it in the archive."""
    assert leads == absolute(link, "Talk:Game/2")


def test_the_page_lists_its_archives() -> None:
    """Below the heading of the actions, on one line that is renewed."""
    once = with_archives_listed(PAGE, [("Talk:Game/2026-10", "2026-10")], "Actions")
    twice = with_archives_listed(once, [("A", "2026-10"), ("B", "2026-11")], "Actions")

    assert "== Actions ==\n: ''Older lines: [[:Talk:Game/2026-10|2026-10]]'' <!-- " in once
    assert ": ''Older lines: [[:A|2026-10]] · [[:B|2026-11]]''" in twice
    assert (("A", "2026-10"), ("B", "2026-11")) == archives_listed(twice)
    assert () == archives_listed(PAGE)
    assert twice.count("Older lines") == 1
    assert "No heading" == with_archives_listed("No heading", [], "Actions").splitlines()[-1]


def test_of_many_archives_the_newest_are_listed() -> None:
    """A page of many years is as long as one of a single year; a list of all is one link away."""
    page, every = PAGE, ("Special:PrefixIndex/Talk:Game/", "all of them")
    for month in range(100, 100 + 3 * LISTED):
        listed = {**dict(archives_listed(page)), f"Talk:Game/{month}": str(month)}
        page = with_archives_listed(page, tuple(listed.items()), "Actions", "Talk:Game/")

    last = [(f"Talk:Game/{month}", str(month)) for month in range(100 + 2 * LISTED, month + 1)]
    assert archives_listed(page) == (every, *last)
    assert page == with_archives_listed(page, archives_listed(page), "Actions", "Talk:Game/")


_LINES = st.sampled_from(
    [
        *MOVED.split("\n"), *WAITS.split("\n"), *FORGED.split("\n"), TALK, "", "<!--", "-->", "{|",
        "|}",
        "== Actions ==", "== Other ==", ": so", ":: so", "<pre>", "</pre>",
        answer("6.15.0", below=":"), "\r",
    ]
)  # fmt: skip


@given(st.lists(_LINES, max_size=20), st.lists(_LINES, max_size=20), st.integers(0, 20))
def test_no_line_is_lost(now: list[str], before: list[str], same: int) -> None:
    """Whatever stands on the page, each of its lines is kept or moved, in its order."""
    page, older = "\n".join(now), "\n".join([*now[:same], *before])
    parted = part_answered(page, older, "Wikibot", {"6.13.0"})

    kept = parted.kept.split("\n")
    moved = [line for thread in parted.moved for line in thread.split("\n")]
    assert Counter(filter(None, now)) == Counter(filter(None, [*kept, *moved]))
    rest = iter(now)
    assert all(line in rest for line in kept if line)
    assert all(thread in older for thread in parted.moved)
