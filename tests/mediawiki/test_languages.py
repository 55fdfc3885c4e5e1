"""Wikis in other languages, as they really are: signatures, links and titles in their words.

Versions take turns: each language is that of one of them in each test.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.mediawiki.conftest import Start
from tests.mediawiki.server import Server
from tests.mediawiki.table import Table, bot, logged
from tests.mediawiki.versions import taking_turns
from wikibot.wiki.answers import ASKED, of_siteinfo
from wikibot.wikitext.dialect import CATEGORY, SPECIAL, USER, USER_TALK, speaking
from wikibot.wikitext.lines import split_signature
from wikibot.wikitext.messages import local_time, say, words_of
from wikibot.wikitext.messages import speaking as speaking_words
from wikibot.wikitext.numerals import parse_time

LANGUAGES = ("de", "fr", "ru", "ja", "ar", "he", "zh-hans", "tr", "pt-br")
FOUND = {
    "ar": '<bdi dir="ltr">found ٤</bdi>',
    "fa": '<bdi dir="ltr">found ۴</bdi>',
    "he": '<bdi dir="ltr">found 4</bdi>',
}
"""What the game says, where that is not ``found 4``."""


@pytest.fixture
def mediawiki(start_in_any_language: Start, version: str) -> Server:
    """Give a wiki of the version whose turn it is."""
    return start_in_any_language(version)


def in_words(verdict: str, language: str) -> str:
    """A verdict as the bot says it on a wiki of this language."""
    with speaking_words(words_of(language)[0]):
        return say(verdict)


def speak(server: Server, language: str) -> None:
    """Let a wiki be in another language until the next reset."""
    server.configure(
        wgLanguageCode=language, wgLocalisationCacheConf={"manualRecache": False}
    )  # else only English messages are there


@pytest.mark.parametrize(
    ("version", "spoken"),
    taking_turns(
        [*((each, "UTC") for each in LANGUAGES),
         ("fa", "Asia/Tehran"), ("de", "Europe/Berlin"), ("en", "America/New_York")]
    ),
)  # fmt: skip
def test_a_signed_line_is_played_answered_and_logged(
    mediawiki: Server, tmp_path: Path, spoken: tuple[str, str]
) -> None:
    """With the signature that this wiki makes, and once. Times on the bot's pages, of which the
    status line has one, are those of signatures: in form, words, digits and zone.
    """
    language, zone = spoken
    speak(mediawiki, language)
    mediawiki.configure(wgLocaltimezone=zone)
    table = Table(mediawiki, tmp_path)
    table.add("Ann", "* dig -- 2d4 (1, 3) = 4 ~~~~")
    first = table.sync()
    second = table.sync()
    alice = mediawiki.client("Alice")
    alice.edit("Signed", "~~~~~")
    saved = datetime.fromisoformat(alice.history("Signed")[0]["timestamp"])
    dialect = bot(mediawiki.proxy.api, tmp_path).poll(["Signed"], introduce=True).dialect
    own = re.search(r'"synced": ?"([^"]+)"', table.text("State"))

    told = FOUND.get(language, "found 4")
    assert table.replies() == [f"{in_words('done', language)}: {told}"]
    assert (table.stones()["Ann"], logged(table, "Ann: dig -- 2d4 (1, 3) = 4")) == (4, 1)
    assert (first.exit_code, second.idle) == (0, True)
    assert dialect is not None
    assert own is not None
    with speaking(dialect):
        assert local_time(saved) == alice.text("Signed").strip()
        assert local_time(parse_time(own[1].replace(r"\u002d", "-"))) in table.text("State")


@pytest.mark.parametrize(("version", "language"), taking_turns(LANGUAGES))
def test_a_sync_reads_in_the_words_that_the_wiki_told_an_earlier_one(
    mediawiki: Server, tmp_path: Path, language: str
) -> None:
    """A signature of one link is known by its namespace alone, which the journal keeps."""
    speak(mediawiki, language)
    table = Table(mediawiki, tmp_path)
    table.sync()
    asked: dict[str, Any] = {"action": "query", "formatversion": 2, **ASKED}
    dialect = of_siteinfo(mediawiki.client("Bea").api(**asked)["query"])
    table.add("Bea", f"* dig [[{dict(dialect.spaces)[USER][0]}:Bea|B.]] ~~~~~")
    table.sync()

    assert table.replies()[0].startswith(f"{in_words('needs', language)}: ")


@pytest.mark.parametrize(("version", "language"), taking_turns(LANGUAGES))
def test_every_way_to_name_an_account_is_a_signature(mediawiki: Server, language: str) -> None:
    """In the wiki's words, their aliases and in English; links to contributions, too."""
    speak(mediawiki, language)
    alice = mediawiki.client("Alice")
    asked: dict[str, Any] = dict(ASKED)
    dialect = of_siteinfo(alice.api(action="query", formatversion=2, **asked)["query"])
    spaces = dict(dialect.spaces)
    pages = [f"[[{name}:Alice|x]]" for name in (*spaces[USER], *spaces[USER_TALK], "user talk")]
    pages += [f"[[{spaces[SPECIAL][0]}:{name}/Alice]]" for name in dialect.contributions]
    alice.edit("Signed", "\n".join(f"{page} ~~~~~" for page in pages))
    lines = alice.text("Signed").split("\n")

    with speaking(dialect):
        found = [split_signature(f"use Fish {line}") for line in lines]
    assert len(lines) == len(pages) > 5
    assert {("use Fish", "Alice")} == {(said, signature.user) for said, signature in found}
    assert all(signature.timestamp for _, signature in found)
    assert spaces[CATEGORY]
