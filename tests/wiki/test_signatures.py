"""Tildes become signatures where MediaWiki would make them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from wikibot.wiki.signatures import expand

TIME = datetime(2024, 1, 5, 2, 22, tzinfo=UTC)
NAME = "[[User:4st|4st]] ([[User talk:4st|talk]])"
STAMP = "02:22, 5 January 2024 (UTC)"


@pytest.mark.parametrize(
    ("text", "saved"),
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
