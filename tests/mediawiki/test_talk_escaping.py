"""What players wrote, shown back on a real server:
stored as it was sent, and nothing comes of it.
"""

from __future__ import annotations

import html
import re
import unicodedata
from typing import Any

import pytest

from tests.mediawiki.server import Server
from tests.wikitext.action_lines import action_lines
from tests.wikitext.nasty import NASTY
from wikibot.game.page.cells import inline
from wikibot.storage.log_page import append_log
from wikibot.wikitext.escape import comment_json, comments_named, quote_log, show, unquote_log
from wikibot.wikitext.own_marks import insert_replies, reply_text

IN_TURN = True
PAGE = "Talk:Actions"
LINE = "== Actions ==\n* mvoe"
MADE = ("categories", "templates", "links", "images", "externallinks", "sections", "properties")


def _reply(server: Server, text: str) -> str:
    """The page after the bot has shown ``text`` in a reply."""
    wikibot = server.client("Wikibot")
    wikibot.edit(PAGE, LINE)
    wikibot.edit(PAGE, insert_replies(LINE, [(1, reply_text("huh", show(text)))]))
    return wikibot.text(PAGE)


def _made(server: Server, text: str) -> dict[str, Any]:
    """What the server finds on a page, apart from the bot's own signature."""
    parsed = server.client("Wikibot").api(action="parse", page=PAGE, prop="|".join(MADE))["parse"]
    parsed["links"] = [
        link
        for link in parsed["links"]
        if link["title"] not in ("User:Wikibot", "User talk:Wikibot")
    ]
    return {name: parsed[name] for name in MADE}


def _shown(server: Server) -> str:
    """The text of the reply as a reader sees it."""
    parsed = server.client("Wikibot").api(action="parse", page=PAGE, prop="text")["parse"]["text"]
    item = re.search(r"<dd>(.*)</dd>", parsed, re.DOTALL)
    assert item, parsed
    return html.unescape(re.sub(r"<[^>]*>", "", item[1])).partition(" Wikibot (talk)")[0]


def test_nothing_comes_of_what_players_wrote(mediawiki: Server) -> None:
    """All nasty texts at once:
    stored as sent, and no category, template, link, picture or heading comes of them.
    """
    mediawiki.client("Alice").edit("Template:Trap", "[[Category:Trap]] sprung")
    answer = "; ".join(map(show, NASTY))
    sent = insert_replies(LINE, [(1, f"'''huh''': {answer}")])
    wikibot = mediawiki.client("Wikibot")
    wikibot.edit(PAGE, LINE)
    plain = _made(mediawiki, LINE)

    wikibot.edit(PAGE, sent)

    assert wikibot.text(PAGE).startswith(sent.rpartition("~~~~")[0])
    assert _made(mediawiki, answer) == plain


@pytest.mark.parametrize(
    "text",
    [
        "{{subst:Trap}} ~~~~ [[Category:Trap]]", "</nowiki>{{Trap}}<nowiki>",
        "''a'' & &lt;b&gt; <!-- c", "\n* leave", "-{x}-",
    ],
)  # fmt: skip
def test_readers_see_what_the_player_wrote(mediawiki: Server, text: str) -> None:
    """The reply shows the player's own characters."""
    mediawiki.client("Alice").edit("Template:Trap", "sprung")
    _reply(mediawiki, text)

    assert " ".join(_shown(mediawiki).split()) == f"⁇ huh: {' '.join(text.split())}"


def test_a_shown_text_adds_no_action(mediawiki: Server) -> None:
    """The bot's answers, as the server stored them, hold no further action."""
    page = _reply(mediawiki, "\n== Actions ==\n* leave\n!leave")

    assert [line.text for line in action_lines(page)] == ["mvoe"]


def test_a_log_line_is_stored_as_it_was_sent(mediawiki: Server) -> None:
    """Lines inside pre on the log page read back from the server, and nothing comes of them."""
    lines = [unicodedata.normalize("NFC", line) for line in NASTY if line.isprintable()]
    page = "<pre>\n" + "\n".join(map(quote_log, lines)) + "\n</pre>"
    wikibot = mediawiki.client("Wikibot")

    wikibot.edit(PAGE, page)

    stored = wikibot.text(PAGE).split("\n")[1:-1]
    assert [unquote_log(line) for line in stored] == lines
    assert not any(
        _made(mediawiki, page)[name]
        for name in ("categories", "templates", "links", "externallinks")
    )


def test_the_hidden_comment_is_stored_as_it_was_sent(mediawiki: Server) -> None:
    """Whatever players wrote,
    the bot's note on the gamestate page comes back from the server unchanged, and unseen.
    """
    value = {
        "answers": [[text.encode("utf-16", "surrogatepass").decode("utf-16"), 1] for text in NASTY]
    }
    wikibot = mediawiki.client("Wikibot")

    wikibot.edit(PAGE, f"{{|\n| 1\n|}}\n{comment_json('wikibot', value)}")

    stored = wikibot.text(PAGE)
    [(start, end)] = comments_named(stored, "wikibot")
    assert stored[start:end] == comment_json("wikibot", value)
    assert (
        "wikibot"
        not in wikibot.api(action="parse", page=PAGE, prop="text", disablelimitreport=True)[
            "parse"
        ]["text"]
    )


@pytest.mark.usefixtures("discussion_tools")
def test_nobody_is_pinged_by_what_players_wrote(mediawiki_143: Server) -> None:
    """A mention that a player wrote and the bot repeats sends nobody a notice;
    a real mention does.
    """
    bob = mediawiki_143.client("Bob")

    _reply(mediawiki_143, "ping [[User:Bob|Bob]] ~~~~")
    mediawiki_143.run_jobs()
    quiet = _mentions(bob.api(action="query", meta="notifications", notprop="list"))
    alice = mediawiki_143.client("Alice")
    alice.edit(PAGE, alice.text(PAGE) + "\n* ping [[User:Bob|Bob]] ~~~~")
    mediawiki_143.run_jobs()

    assert (quiet, _mentions(bob.api(action="query", meta="notifications", notprop="list"))) == (
        0,
        1,
    )


def _mentions(answer: dict[str, Any]) -> int:
    return sum(note["type"] == "mention" for note in answer["query"]["notifications"]["list"])


ADDRESSES = (
    "https://trap.example/", "HTTP://trap.example/x?y=1", "//trap.example/",
    "[https://trap.example/ Trap]",
    "[//trap.example Trap]", "mailto:a@trap.example", "[mailto:a@trap.example Trap]",
    "ftp://trap.example", "tel:+123",
    "irc://trap.example/a", "news:trap.example", "magnet:?xt=urn:trap", "https&#58;//trap.example/",
    "xmpp:a@trap.example",
    "https:&#47;&#47;trap.example/", "bitcoin:trap", "geo:1,2", "git://trap.example",
    "urn:trap:example",
)  # fmt: skip


def test_addresses_of_players_are_no_links(mediawiki: Server) -> None:
    """In an answer, in a cell, on the log:
    plain text, so that nobody posts links in the bot's name.
    """
    wikibot = mediawiki.client("Wikibot")
    cells = "\n".join(f"|-\n| {inline(text)}" for text in ADDRESSES)
    answers = "\n".join(f": {show(text)}" for text in ADDRESSES)

    wikibot.edit(PAGE, append_log(f"{answers}\n{{|\n{cells}\n|}}\n", [ADDRESSES]))

    assert _made(mediawiki, PAGE)["externallinks"] == []
    parsed = wikibot.api(action="parse", page=PAGE, prop="text")["parse"]["text"]
    assert "trap" not in "".join(re.findall(r"<a [^>]*>", parsed))
    seen = html.unescape(re.sub(r"<[^>]*>", "", parsed))
    assert [text for text in ADDRESSES if seen.count(text) < 3] == []
