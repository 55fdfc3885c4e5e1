"""Text that does nothing on a page: shown back, quoted on a log, or hidden in a comment."""

from __future__ import annotations

import html
import json
import unicodedata
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.wikitext.action_lines import action_lines
from tests.wikitext.nasty import NASTY
from wikibot.wikitext.escape import comment_json, comments_named, quote_log, show, unquote_log
from wikibot.wikitext.plain import plain

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
ANYTHING = st.text(st.characters())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | ANYTHING,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANYTHING, inner, max_size=4),
    max_leaves=12,
)
OPEN, CLOSE = "<nowiki>", "</nowiki>"


@for_each("text", NASTY)
@for_each("active", ["{{", "[[", "]]", "~~~", "<", "|", "\n"])
def test_what_is_shown_holds_nothing_that_acts(text: str, active: str) -> None:
    """Between its own two tags a shown text has no bracket, tag, tilde, bar or line break."""
    shown = show(text)

    assert active not in shown.removeprefix(OPEN).removesuffix(CLOSE)


@given(ANYTHING)
@example("\u0338")
@example("a\u202e\u0301")
def test_what_is_shown_is_stored_as_it_was_sent(text: str) -> None:
    """A shown text is in form NFC and of characters that a server takes,
    so that saving changes nothing of it.
    """
    shown = show(text)

    assert shown == unicodedata.normalize("NFC", shown).encode().decode()
    assert not set(shown) & set(map(chr, [*range(32), 127, 0xFFFE, 0xFFFF]))


@example("\ue002")
@given(
    st.text(
        st.characters(
            exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"], exclude_characters="\ufffe\uffff"
        )
    )
)
def test_readers_see_what_was_written(text: str) -> None:
    """Apart from marks that are never shown,
    the text that players see is the text that was written.
    """
    shown = show(text).removeprefix(OPEN).removesuffix(CLOSE)

    assert html.unescape(shown) == unicodedata.normalize("NFC", text)


@given(TEXT)
def test_the_bot_reads_its_own_answers(text: str) -> None:
    """What was shown reads as plain text again, whatever markup it spells."""
    simple = " ".join(plain(show(text)).split())

    assert plain(show(simple)) == simple


@given(TEXT)
def test_a_shown_text_is_never_an_action(text: str) -> None:
    """An answer that repeats a player's line asks for nothing."""
    page = f"== Actions ==\n*: '''huh''': {show(text)} ~~~~\n: {show(text)}"

    assert action_lines(page) == ()


def test_direction_marks_are_named() -> None:
    """A mark that would turn the words after it is shown by its number."""
    assert show("ab\u202edc") == "<nowiki>ab⟨U+202E⟩dc</nowiki>"


def test_long_texts_are_cut() -> None:
    """With a limit the end is left out, and a sign says so."""
    assert show("move 1 2 3", 8) == "<nowiki>move 1…</nowiki>"


@given(ANYTHING)
@example("&lt;")
@example("&amp;#10;")
def test_a_log_line_reads_back(line: str) -> None:
    """What is quoted on the log reads back to the very same line."""
    assert unquote_log(quote_log(line)) == line


@given(ANYTHING)
def test_a_log_line_stays_in_its_block(line: str) -> None:
    """No line can end the block that it stands in, or become two."""
    assert not set(quote_log(line)) & set("<>\n\r")


def test_entities_that_people_wrote_on_the_log_stay() -> None:
    """Only what quoting makes is undone."""
    assert unquote_log("a&nbsp;b &copy;") == "a&nbsp;b &copy;"


@given(VALUES)
def test_a_comment_reads_back(value: Any) -> None:
    """Any object that JSON can hold is found and read back from the comment."""
    page = "text\n" + comment_json("wikibot", {"x": value})
    [(start, end)] = comments_named(page, "wikibot")

    assert json.loads(page[start:end].removeprefix("<!-- wikibot ").removesuffix(" -->")) == {
        "x": value
    }


@given(VALUES)
def test_a_comment_cannot_end_early(value: Any) -> None:
    """A comment is one line of ASCII with one end, in which nothing is expanded on saving."""
    inner = comment_json("wikibot", {"x": value}).removeprefix("<!-- wikibot ").removesuffix(" -->")

    assert inner.isascii()
    assert not any(active in inner for active in ("--", ">", "<", "~~~", "|", "\n"))


@for_each(
    "page, found",
    [
        ("<!-- wikibot {broken -->", ["<!-- wikibot {broken -->"]),
        (
            "<!-- wikibot {} -->\n<!-- wikibot [] -->",
            ["<!-- wikibot {} -->", "<!-- wikibot [] -->"],
        ),
        ("<!-- wikibot {}\n== Players ==", ["<!-- wikibot {}"]),
        ("<!-- wikibot {}\n| Ann\n<!-- a note -->", ["<!-- wikibot {}"]),
        ("<!-- a note -->", []),
        ("<!--wikibot keeps out-->", []),
        ("<nowiki><!-- wikibot {} --></nowiki>", []),
        ("<!-- wikibots {} -->", []),
        ("", []),
    ],
)
def test_the_bots_comments_on_a_page(page: str, found: list[str]) -> None:
    """What has its form is found, one line of it at the most;
    people's notes and examples are left alone.
    """
    assert [page[start:end] for start, end in comments_named(page, "wikibot")] == found
