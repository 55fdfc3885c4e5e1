"""Edit summaries as a real wiki shows them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

from tests.mediawiki.server import Server
from tests.sync.test_summaries import HOSTILE
from wikibot.game.state import Player, State, Statement, with_player
from wikibot.sync.render import fitting, happenings
from wikibot.wiki.base import summary


def test_names_are_names_and_nothing_else(mediawiki: Server) -> None:
    """Whatever a player is called: no link, no section mark, no markup, no run to be seen;
    it stays as it was sent.
    """
    client, now = mediawiki.client("Alice"), datetime(2024, 1, 5, tzinfo=UTC)
    for number, word in enumerate(HOSTILE):
        state = with_player(State(now=now), Player(word))
        values = {"player": word, "number": 2, "item": word}
        said = fitting(
            happenings(state, state, [Statement("{player} gains {number} {item}", values)]), 150
        )
        if not said:  # what could be taken for the bot's own words: lines are counted then
            continue
        client.edit("State", f"Text {number}", summary=summary(said, "12345678"))
    answer = client.api(
        action="query", titles="State", prop="revisions", rvprop="comment|parsedcomment", rvlimit=50
    )

    for revision in answer["query"]["pages"][0]["revisions"]:
        shown = revision["parsedcomment"]
        links = re.findall(r'<a href="([^"]*)"[^>]*>', shown)
        bare = unescape(re.sub(r"<[^>]*>", "", shown))
        assert [each.partition("=")[2] for each in links] == ["State#run_12345678"]
        assert "autocomment" not in shown
        assert bare == re.sub(r"\[\[#[^|]*\|(.*?)\]\]", r"\1", revision["comment"])
        assert "12345678" not in bare
