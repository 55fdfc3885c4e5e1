"""Which lines of a page are actions, and what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.for_each import for_each
from tests.wikitext.action_lines import action_lines
from tests.wikitext.cases import Case, case_params
from wikibot.wikitext import lines
from wikibot.wikitext.lines import could_be_action, prefix_of, read_line, said_numbers

CASES = Path(__file__).with_name("lines.txt")


@for_each("case", case_params(CASES))
def test_action_lines_are_told_from_chatter(case: Case) -> None:
    """Of every page in lines.txt exactly the marked lines are actions."""
    marked = [(number, text) for number, (mark, text) in enumerate(case.page) if mark == "A"]

    assert [(line.number, line.raw) for line in action_lines(case.text)] == marked


@for_each("case", case_params(CASES))
def test_line_breaks_of_other_systems_make_no_difference(case: Case) -> None:
    """The same lines are actions in a page with CRLF."""
    marked = [(number, text) for number, (mark, text) in enumerate(case.page) if mark == "A"]

    assert [
        (line.number, line.raw) for line in action_lines(case.text.replace("\n", "\r\n"))
    ] == marked


@for_each(
    "raw, text",
    [
        ("* move [[Space 5|5]] 6 ~~~~", "move 5 6"),
        ("* '''use''' ''Fish'': [[User:Bob]]", "use Fish: Bob"),
        ("*: !choose 5", "choose 5"),
        ("* ! choose 5", "choose 5"),
        ("* '''!choose''' 5", "choose 5"),
        ("* use &quot;Fish&quot;&nbsp;<!-- mine --> <small>now</small>", 'use "Fish" now'),
        ("* use <nowiki>''Fish''</nowiki>", "use ''Fish''"),
        ("* use {{Card|A|S}}", "use {{Card|A|S}}"),
        ("* move 1<br />take garbage<br>", "move 1 take garbage"),
        ("* <s>move 1</s> move 2", "move 2"),
        ("* dig -- <s>d6 (1)</s> d6 (4)", "dig -- ~~d6 (1)~~ d6 (4)"),
        ("* <DEL>dig 2d4 (1, 1)</DEL> dig 2d4 (4, 4)", "~~dig 2d4 (1, 1)~~ dig 2d4 (4, 4)"),
        ("* <s>dig -- d6 (1)</s> rest", "rest"),
        ("* <s>rest</s> dig -- d6 (1)", "dig -- d6 (1)"),
        (
            "* see [https://example.org/roll the roll] or [https://example.org]",
            "see the roll or https://example.org",
        ),
        (
            "* move 1 -- 2d4 (1, 3) = 4 https://example.org/1 ~~~~",
            "move 1 -- 2d4 (1, 3) = 4 https://example.org/1",
        ),
        ("* give ❤️‍🔥 to 4st", "give ❤️‍🔥 to 4st"),
        ("* give\u200b \u202eFish", "give Fish"),
        ("* it''''s", "it's"),
        ("* <Fish> & 2 < 3", "<Fish> & 2 < 3"),
        ("* &amp;lt;", "&lt;"),
    ],
)
def test_a_line_says_what_readers_see(raw: str, text: str) -> None:
    """Markup is read as its effect: links as their label, entities as their character."""
    assert read_line(raw).text == text


def test_a_page_under_another_heading() -> None:
    """The name of the heading is a setting."""
    page = "== Züge ==\n* join\n== Actions ==\n* leave"

    assert [line.text for line in action_lines(page, "züge")] == ["join"]


def test_what_cannot_be_an_action_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as the bot's answers, however many codes of characters are in them."""
    monkeypatch.delattr(lines, "plain")

    assert not could_be_action("*: '''done''': &quot;a&quot; [[b]] &#39; <!-- 1.2.3 -->", False)
    assert prefix_of("*: [[a]] &amp; b [[User:Ann|Ann]] 12:00, 5 January 2024 (UTC)") == "*:"


def test_a_line_that_begins_with_a_word_is_seen_without_a_parser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thousands of lines with links cost no more than others; only other beginnings are parsed."""
    says = ["* fresh [[a]] <b>c</b> {{d}}", ": so [[b]] said", "* '''loud'''", "** [[a|b]]"]
    silent = ["* {{a}}", "* __TOC__ [[Category:A]]", "* <s>gone</s>", "* <!-- c -->"]
    found = said_numbers("\n".join([*says, *silent]))
    monkeypatch.setattr("mwparserfromhell.parse", None)

    assert found == {0, 1, 2, 3}
    assert said_numbers("* newly [[a]] {{b}}\n: as [[c]] said <i>x</i>") == {0, 1}
