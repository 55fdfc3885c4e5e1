"""What is left out of a walk through a history makes no difference.

The same is found where every line of every page is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from tests.wiki.test_attribution import BOT, revision
from wikibot.wiki import history as lines_of_pages
from wikibot.wiki.attribution import Attribution, TextHidden, attribute
from wikibot.wiki.base import Revision
from wikibot.wiki.blame import PageBlame
from wikibot.wiki.history import History
from wikibot.wikitext.lines import MultilineSpans, action_numbers

USERS = ("Alice", "Bob", "Carol", BOT)
NAMES = "|".join(USERS)
LINES = (
    "* join",
    "* join",
    "* pass",
    "* move 1 2 3",
    "* move 1 2 4",
    "* move 1 2 3 4 5 6 7",
    "# go there",
    "!go there",
    "*: !look",
    "Hello there, all of you",
    "*: indeed, all of you",
    ":: indeed",
    "",
    "",
    " ",
    "== Actions ==",
    "== Talk ==",
    "<!-- open",
    "close -->",
    "* <!-- within --> say",
    "<!-- c -->== Actions ==",
    "{|",
    "|}",
    "{{box|",
    "}}",
    "* {{ping|Bob}} look",
    "* [[stray",
    "* <ref and",
    "<nowiki>",
    "</nowiki>",
    "* a = b",
    "* [[Page|x]] = y",
    "*: '''done''': moved <!-- 7.2.0 -->",
    "*: '''needs''': a roll <!-- 7.2.0 -->",
    "*: '''cant''': no <!-- 7.3.0 -->",
    "*: '''done''': moved",
    "*: '''held''': for now <!-- 7.1.0 -->",
)


def _sign(line: str, user: str, minute: int) -> str:
    return (
        f"{line} [[User:{user}|x]] ([[User talk:{user}|talk]]) 12:{minute:02}, 5 January 2024 (UTC)"
    )


@st.composite
def _changed(draw: st.DrawFn, lines: list[str], user: str, minute: int) -> list[str]:
    """A page after an edit or two."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines)))
        line = draw(st.sampled_from(LINES))
        if draw(st.booleans()):
            signer = user if draw(st.integers(0, 7)) else draw(st.sampled_from(USERS))
            line = _sign(line, signer, minute)
        kind = draw(st.integers(0, 7))
        if kind < 3 or at == len(lines):
            lines = [*lines[:at], line, *lines[at:]]
        elif kind == 3:
            lines = [*lines[:at], *lines[at + 1 :]]
        elif kind == 4:
            lines = [*lines[:at], line, *lines[at + 1 :]]
        elif kind == 5:  # a word more, or other marks
            lines = [
                *lines[:at],
                draw(st.sampled_from([f"{lines[at]} x", f"*{lines[at]}"])),
                *lines[at + 1 :],
            ]
        elif kind == 6:  # moved
            to = draw(st.integers(0, len(lines) - 1))
            rest = [*lines[:at], *lines[at + 1 :]]
            lines = [*rest[:to], lines[at], *rest[to:]]
        else:  # a whole part
            lines = [*lines[: at // 2], *lines[at:]]
    return lines


@st.composite
def histories(draw: st.DrawFn) -> list[Revision]:
    """A history with moves, reverts, restored lines, hidden revisions and odd parents."""
    lines = draw(st.sampled_from([[], ["== Actions =="], ["== Actions ==", *LINES[:8] * 4]]))
    made: list[Revision] = []
    pages = [lines]
    for number in range(1, draw(st.integers(2, 14))):
        user = draw(st.sampled_from(USERS))
        minute = draw(st.sampled_from([number, 7]))
        base = draw(st.sampled_from(pages)) if draw(st.integers(0, 9)) == 0 else pages[-1]
        page = draw(_changed(base, user, minute))
        if draw(st.integers(0, 4)) == 0:
            page = draw(st.sampled_from(pages))
        pages.append(page)
        flags = "hidden user" if draw(st.integers(0, 15)) == 0 else ""
        text = None if draw(st.integers(0, 15)) == 0 else "\n".join(page)
        parent = draw(st.integers(0, number)) if draw(st.integers(0, 9)) == 0 else None
        made.append(revision(number, user, text, flags, parent))
    return made


@contextmanager
def looking_at_everything() -> Iterator[None]:
    """Nothing is taken over from the page before without a look."""
    with (
        patch.object(lines_of_pages, "_MARGIN", 10**6),
        patch.object(MultilineSpans, "after", lambda *_, **__: None),
    ):
        yield


@given(histories(), st.integers(0, 15))
def test_every_page_and_line_is_the_same(history: list[Revision], at: int) -> None:
    """Lines, their traces and which are action lines, at every revision."""
    cursor = min(at, len(history)) - 1
    quick = PageBlame(History.of(history), cursor, BOT, "Actions")
    with looking_at_everything():
        slow = PageBlame(history, cursor, BOT, "Actions")

    assert list(slow.traces.items()) == list(quick.traces.items())
    assert (slow.read, slow.said) == (quick.read, quick.said)
    for position in (at for at, each in enumerate(history) if each.text is not None):
        page, found = slow.page(position), quick.page(position)
        assert list(page.raws) == list(found.raws)
        assert page.actions == found.actions
        assert page.traces == found.traces
        assert list(found.actions) == action_numbers(history[position].text or "")


@given(histories(), st.integers(0, 15))
def test_what_comes_of_a_history_is_the_same(history: list[Revision], cursor: int) -> None:
    """Actions, rejections, places and lines that are gone."""
    with looking_at_everything():
        expected = _found(history, cursor)

    assert expected == _found(History.of(history), cursor)


def _found(history: Sequence[Revision], cursor: int) -> Attribution | str:
    try:
        return attribute(history, cursor=cursor, bot=BOT)
    except TextHidden as hidden:
        return str(hidden)
