"""Answers as wikitext: readable as people write, and nothing that a player wrote does anything."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.wikitext.action_lines import action_lines
from tests.wikitext.nasty import NASTY
from wikibot.wikitext.escape import answer_wikitext, linkable, names_in, show
from wikibot.wikitext.lines import split_signature
from wikibot.wikitext.own_marks import insert_replies, reply_text
from wikibot.wikitext.plain import plain

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
PEOPLE = {"Al": "Alice W", "Bob": "Bob", "O'Brien": "O'Brien", "Ann": "Ann"}
CODE = "<code><nowiki>{}</nowiki></code>"
OWN = re.compile(
    r"<nowiki>[^<>{}\[\]|~\n]*</nowiki>|<code>|</code>|''\d\d:\d\d, \d+ \w+ \d+'' \(UTC\)"
    r"|\[\[User:[^<>{}\[\]|~\n]*\|[^<>{}\[\]|~\n]*\]\]|<br>| +"
)


@pytest.mark.parametrize(
    ("text", "wikitext"),
    [
        ("found 4", "<nowiki>found 4</nowiki>"),
        (
            "`choose 4` or `choose 20`",
            f"{CODE.format('choose 4')}<nowiki> or </nowiki>{CODE.format('choose 20')}",
        ),
        (
            "by 2024-01-03T14:05:00Z",
            "<nowiki>by </nowiki>''14:05, 3 January 2024'' (UTC)",
        ),
        (
            "Al moves; Al's roll",
            "[[User:Alice W|Al]]<nowiki> moves; Al's roll</nowiki>",
        ),
        ("O'Brien wins", "[[User:O&#39;Brien|O&#39;Brien]]<nowiki> wins</nowiki>"),
        ("'Al' is not a space", "<nowiki>'Al' is not a space</nowiki>"),
        ("Alan and `accept Al`",
         "<nowiki>Alan and </nowiki><code><nowiki>accept Al</nowiki></code>"),
        ("2024-13-99T99:99:99Z", "<nowiki>2024-13-99T99:99:99Z</nowiki>"),
    ],
    ids=["plain", "forms", "time", "name", "apostrophe", "quoted", "within", "no time"],
)  # fmt: skip
def test_forms_times_and_names(text: str, wikitext: str) -> None:
    """Forms are code, times as the wiki writes them, people links where they stand first."""
    assert answer_wikitext(text, PEOPLE) == wikitext


@given(TEXT, st.sampled_from(NASTY), TEXT)
def test_nothing_in_an_answer_acts(before: str, nasty: str, after: str) -> None:
    """All that stands outside of the bot's own markup is in nowiki; whatever a player wrote."""
    wikitext = answer_wikitext(f"{before}{nasty}`{nasty}`{after} Bob", PEOPLE)

    assert OWN.sub("", wikitext) == ""


@given(TEXT)
def test_readers_read_the_same_words(text: str) -> None:
    """Besides backticks and times nothing is added or left out."""
    without = " ".join(text.replace("`", "").split())

    assert plain(answer_wikitext(without, PEOPLE)) == plain(show(without))


@given(TEXT, TEXT)
def test_an_answer_is_signed_by_the_bot_and_is_no_action(before: str, after: str) -> None:
    """Names and times in it are not taken for a signature, by us or by the wiki."""
    text = f"{before} `choose 4` by 2024-01-03T14:05:00Z Bob Al {after}"
    reply = reply_text("needs", answer_wikitext(text, PEOPLE), "1.2.3")
    signed = "[[User:Wikibot|Wikibot]] ([[User talk:Wikibot|talk]]) 12:00, 5 January 2024 (UTC)"
    page = insert_replies("== Actions ==\n* move", [(1, reply)], signed)
    said, signature = split_signature(page.split("\n")[-1])

    assert (signature.user, len(action_lines(page)), page.count("\n")) == ("Wikibot", 1, 2)
    assert not re.search(r"\d \w+ \d{4} \(UTC\)", said)


def test_stored_as_it_was_sent() -> None:
    """The text is in form NFC, so that the server changes nothing of it."""
    wikitext = answer_wikitext("e\u0301 `e\u0301`")

    assert wikitext == unicodedata.normalize("NFC", wikitext)


def test_names_that_an_answer_names() -> None:
    """In the order in which they stand there, each once, none that only looks so."""
    assert names_in("Bob gives Al 2; Bob, 'Ann' and `vote for O'Brien`", PEOPLE) == ["Bob", "Al"]


@for_each("account", ["", "A|B", "A]B", "{{A", "A#B", "A/B", "ann", "A__B", "~~~~", "A" * 90])
def test_no_link_to_what_is_no_account(account: str) -> None:
    """A table may say any name; only one that an account can have becomes a link."""
    assert not linkable(account)
