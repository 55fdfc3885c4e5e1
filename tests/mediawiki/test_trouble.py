"""What the wiki tells people, on a real server:
what stops the game, and whom an answer concerns.

Notifications are the newer version's; the rest is text of pages, which test_talk_escaping has the
parser of both versions read.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.mediawiki.server import Server
from tests.mediawiki.test_stewards import BOARD, Game, game

__all__ = ["game"]
TALK = "Talk:Gamestate"
MARK = "'''Nothing is played until this is mended'''"


def spoil(game: Game, name: str, old: str, new: str) -> int:
    """Somebody edits the gamestate by hand."""
    text = game.steward.text(BOARD)
    assert re.search(old, text)
    return game.server.client(name).edit(BOARD, re.sub(old, new, text, count=1))


def mentions(server: Server, name: str) -> list[str]:
    """Who has mentioned somebody, by their notifications."""
    answer = server.client(name).api(
        action="query", meta="notifications", notprop="list", notlimit=50
    )
    found: list[dict[str, Any]] = answer["query"]["notifications"]["list"]
    return [each["agent"]["name"] for each in found if each["type"] == "mention"]


@pytest.mark.usefixtures("discussion_tools")
def test_whom_an_answer_concerns_is_notified(mediawiki_143: Server, tmp_path: Path) -> None:
    """Whom a steward gives something, who has to answer, whose edit stops the game; nobody else."""
    game = Game(mediawiki_143, tmp_path)
    for name in ("Carol", "Dave", "Erin"):
        game.add(name, "join")
    game.sync()
    quiet = [mentions(mediawiki_143, name) for name in ("Carol", "Dave", "Erin")]
    game.answer("Alice", "correct Carol gains 2 Fish", "Orders")
    game.add("Dave", "help move")
    game.add("Erin", "move")
    game.sync()
    told = [mentions(mediawiki_143, name) for name in ("Carol", "Dave", "Erin")]
    spoil(game, "Carol", r"(\| Dave \|\| )\d+", r"\1four")
    game.add("Erin", "help")
    game.sync()

    assert quiet == [[], [], []]
    assert told == [["Wikibot"], [], ["Wikibot"]]
    assert mentions(mediawiki_143, "Carol") == ["Wikibot"] * 2


def comments(items: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Author and level of every comment of a page, as discussion tools see it."""
    found = []
    for each in items:
        if each["type"] == "comment":
            found.append((each["author"], str(each["level"])))
        found += comments(each.get("replies", []))
    return found


@pytest.mark.usefixtures("discussion_tools")
def test_names_and_times_in_answers_are_no_signatures(
    mediawiki_143: Server, tmp_path: Path
) -> None:
    """What asks for something is one comment of the bot's, all else none;
    nobody seems to have signed it.
    """
    game = Game(mediawiki_143, tmp_path)
    for name, line in (("Carol", "join"), ("Dave", "join"), ("Carol", "move"), ("Dave", "help")):
        game.add(name, line)
    game.sync()
    game.answer("Alice", "correct Carol gains 2 Fish", "Orders")
    game.add("Carol", "choose 2d4 (1, 2) = 3")
    game.sync()
    info = mediawiki_143.client("Carol").api(
        action="discussiontoolspageinfo", page=TALK, prop="threaditemshtml"
    )
    found = comments(info["discussiontoolspageinfo"]["threaditemshtml"])

    asked = ("Carol", "Wikibot")

    assert [author for author, _ in found] == ["Carol", "Dave", *asked, "Dave", "Carol"]


def test_what_stands_in_a_cell_does_nothing_where_it_is_told(game: Game) -> None:
    """A cell may say anything; it is shown as it stands, three times."""
    game.steward.edit("Template:Trap", "[[Category:Caught]]")
    game.add("Carol", "take grant")
    said = r"(\| Carol \|\| )[^|]+"
    for nasty in ("{{Trap}}", "'''x'''", "[[User:Dave]]", "`code`", "~~~~~"):
        spoil(game, "Dave", said, lambda found, nasty=nasty: f"{found[1]}{nasty} ")  # type: ignore[arg-type]
        game.sync()
        seen = [game.steward.text(title) for title in (BOARD, TALK, "Orders")]
        answer = game.steward.api(
            action="query", titles=f"{TALK}|Orders", prop="categories|templates"
        )

        told = [MARK in seen[0], "'''waits'''" in seen[1], "What stops" in seen[2]]
        assert [nasty, *told] == [nasty, True, True, True]
        for page in answer["query"]["pages"]:
            assert not {"categories", "templates"} & set(page)
