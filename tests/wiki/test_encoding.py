"""A page's letters come through,
whatever a server or a proxy says about the encoding of its answer.
"""

from __future__ import annotations

import json

import pytest
import responses

from tests.wiki.answering import API, REV, query
from wikibot.wiki.errors import TryLater
from wikibot.wiki.mediawiki import MediaWiki

TEXT = "6 → 7, ⚡ 💎 O’Brien ñ"
PAGE = query(REV | {"slots": {"main": {"content": TEXT}}})
BODY = json.dumps(PAGE, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "said",
    [
        "application/json", "application/json; charset=latin-1", "text/html",
        "text/plain; charset=cp1252", "",
    ],
)  # fmt: skip
def test_an_answer_is_read_as_utf_8(
    bot: MediaWiki, server: responses.RequestsMock, said: str
) -> None:
    """Read in another way, the page would be saved with every letter beyond ASCII spoiled."""
    server.replace(responses.GET, API, body=BODY, content_type=said)

    revision = bot.read(["Log"])["Log"]

    assert revision is not None
    assert revision.text == TEXT


def test_what_is_not_utf_8_is_a_broken_answer(
    bot: MediaWiki, server: responses.RequestsMock
) -> None:
    """It is asked for again, and nothing is saved that was guessed."""
    server.replace(
        responses.GET, API, body=BODY[:-40] + b"\xff" + BODY[-40:], content_type="application/json"
    )

    with pytest.raises(TryLater):
        bot.read(["Log"])
