"""Tildes become signatures where MediaWiki would make them."""

from __future__ import annotations

from datetime import UTC, datetime
from time import process_time

import pytest

from tests.for_each import for_each
from wikibot.game.page.schema import Name, UserLink
from wikibot.wikitext.lines import expand, signature, split_signature
from wikibot.wikitext.plain import plain

TIME = datetime(2024, 1, 5, 2, 22, tzinfo=UTC)
NAME = "[[User:4st|4st]] ([[User talk:4st|talk]])"
STAMP = "02:22, 5 January 2024 (UTC)"


@for_each(
    "text, saved",
    [
        ("* move ~~~~", f"* move {NAME} {STAMP}"),
        ("~~~", NAME),
        ("~~~~~", STAMP),
        ("~~", "~~"),
        ("~~~~~~~~", f"{STAMP}{NAME}"),
        ("<nowiki>~~~~</nowiki> ~~~", f"<nowiki>~~~~</nowiki> {NAME}"),
        ("<PRE class=x>\n~~~~</pre >", "<PRE class=x>\n~~~~</pre >"),
        ("<!-- ~~~~ --> ~~~", f"<!-- ~~~~ --> {NAME}"),
        ("<!-- ~~~~", "<!-- ~~~~"),
        ("<nowiki/>~~~", f"<nowiki/>{NAME}"),
        ("<nowiki>~~~", f"<nowiki>{NAME}"),
        ("<nowikix>~~~</nowikix>", f"<nowikix>{NAME}</nowikix>"),
    ],
)
def test_expansion(text: str, saved: str) -> None:
    """Signatures appear on saving, but not inside comments, nowiki and pre."""
    assert saved == expand(text, "4st", TIME)


@pytest.mark.parametrize(
    "name", ["O'Brien", "A&B", 'Say "hi"', "Semi;colon", "!Bang", "R&copy", "A=B", "Ann"]
)
def test_a_name_reads_back_from_its_signature(name: str) -> None:
    """Also one that MediaWiki writes with entities.

    On a line, and as a player's link in a table.
    """
    time = datetime(2024, 1, 5, tzinfo=UTC)
    line = expand("* join ~~~~", name, time)
    link = line.partition("* join ")[2].partition("]]")[0] + "]]"

    assert f"* join {signature(name, time)}" == line
    assert split_signature(line)[1].user == name
    assert UserLink().parse(link) == Name(name, name)
    assert UserLink().parse(UserLink().render(Name("X", name))) == Name("X", name)
    assert plain(link.partition("|")[0] + "]]") == name


def test_tags_that_nobody_closes_take_as_long_as_closed_ones() -> None:
    """A page of them is not looked through to its end for each."""

    def seconds(text: str) -> float:
        began = process_time()
        expand(text, "Ann", TIME)
        return process_time() - began

    assert seconds("<nowiki>" * 20_000) < 20 * seconds("<nowiki></nowiki>" * 20_000)
