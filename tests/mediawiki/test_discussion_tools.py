"""People who write with DiscussionTools: Reply below a question of the bot, and new topics."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.game.tiny import ACTIONS
from tests.mediawiki.client import Client
from tests.mediawiki.server import Server
from tests.mediawiki.table import _REPLY, Table
from tests.replies import as_read

pytestmark = pytest.mark.usefixtures("discussion_tools")

PAGE = "Talk:Play"


@pytest.fixture
def table(mediawiki_143: Server, tmp_path: Path) -> Table:
    """A table whose actions stand on a talk page that the bot has read."""
    table = Table(mediawiki_143, tmp_path, actions=PAGE)
    table.steward.edit(PAGE, ACTIONS)
    table.sync()
    return table


def _items(items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for item in items:
        yield item
        yield from _items(item.get("replies", []))


def reply(person: Client, page: str, author: str, text: str) -> None:
    """Click Reply below the last comment of an author, write and save."""
    info = person.api(action="discussiontoolspageinfo", page=page, prop="threaditemshtml")
    threads = info["discussiontoolspageinfo"]["threaditemshtml"]
    comments = [each for each in _items(threads) if each.get("author") == author]
    person.act(
        "discussiontoolsedit", paction="addcomment", page=page, commentid=comments[-1]["id"],
        wikitext=text,
    )  # fmt: skip


def _reply(table: Table, name: str, author: str, text: str) -> None:
    reply(table.person(name), PAGE, author, text)


def _topic(table: Table, name: str, title: str, text: str) -> None:
    """Click Add topic, write and save."""
    table.person(name).act(
        "discussiontoolsedit", paction="addtopic", page=PAGE, sectiontitle=title, wikitext=text
    )


def _answers(table: Table) -> list[str]:
    return [f"{verdict}: {text}" for verdict, text, _ in _REPLY.findall(as_read(table.text(PAGE)))]


@pytest.mark.parametrize("text", ["choose hill", "hill", "I'll go to the hill"])
def test_reply_below_a_question_is_the_answer(table: Table, text: str) -> None:
    """As the extension saves it; answered once."""
    table.add("Ann", "* walk mill ~~~~", PAGE)
    table.sync()
    _reply(table, "Ann", "Wikibot", text)
    table.sync()
    table.sync()

    assert _answers(table)[1:] == ["done: walked to hill"]


def test_reply_below_a_line_that_was_not_understood_is_that_line_anew(table: Table) -> None:
    """The corrected line is played exactly once; a further reply is talk, and so is another's."""
    table.add("Ann", "* wobble to the hill ~~~~", PAGE)
    table.sync()
    _reply(table, "Ann", "Ann", "walk mill hill")
    _reply(table, "Bea", "Ann", "walk mill pond")
    table.sync()
    _reply(table, "Ann", "Ann", "walk mill pond")
    table.sync()
    table.sync()

    played = [each for each in _answers(table) if each.startswith(("done", "needs"))]
    assert played == ["done: walked to hill"]


def test_yes_below_an_offer_is_that_line(table: Table) -> None:
    """In a later sync, though the history that is read then begins behind the line."""
    table.add("Ann", "* waalkk mill pond ~~~~", PAGE)
    table.sync()
    _reply(table, "Ann", "Ann", "yes")
    table.sync()
    table.sync()

    assert [each for each in _answers(table) if each.startswith("done")] == ["done: walked to pond"]


def test_reply_of_another_is_talk(table: Table) -> None:
    """Only the player of whom something waits answers."""
    table.add("Ann", "* walk mill ~~~~", PAGE)
    table.sync()
    _reply(table, "Bea", "Wikibot", "choose hill")
    table.sync()

    assert len(_answers(table)) == 1


def test_a_new_topic_that_is_an_action_gets_a_hint_once(table: Table) -> None:
    """Add topic is the button that people find first."""
    _topic(table, "Ann", "My turn", "dig -- 2d4 (1, 3) = 4")
    table.sync()
    table.sync()

    assert [each[:35] for each in _answers(table)] == ["huh: nothing is played here. Write "]
    assert table.stones()["Ann"] == 0


def test_a_new_topic_that_is_talk_is_left_alone(table: Table) -> None:
    """Nobody is bothered."""
    _topic(table, "Ann", "Hello", "Does anybody know how to dig?")
    before = table.text(PAGE)
    table.sync()

    assert table.text(PAGE) == before


def test_who_follows_the_page_is_notified_of_questions_alone(table: Table) -> None:
    """Of what people write, and of what the bot asks; not of each `done`."""
    table.server.configure(wgNotifies=True)
    table.add("Ann", "* dig -- 2d4 (1, 1) = 2 ~~~~", PAGE)
    table.sync()
    bea = table.person("Bea")
    info = bea.api(action="discussiontoolspageinfo", page=PAGE, prop="threaditemshtml")
    heading = info["discussiontoolspageinfo"]["threaditemshtml"][-1]
    bea.act(
        "discussiontoolssubscribe", page=f"{PAGE}#Actions", commentname=heading["name"],
        subscribe=True,
    )  # fmt: skip
    counts = []
    table.server.travel(table.server.now() + timedelta(minutes=2))
    for line in ("* dig -- 2d4 (1, 3) = 4 ~~~~", "* walk mill ~~~~"):
        table.add("Ann", line, PAGE)
        counts.append(_notified(table))
        table.sync()
        counts.append(_notified(table))

    assert (counts[1] - counts[0], counts[3] - counts[2]) == (0, 1)


def _notified(table: Table) -> int:
    """How many notifications Bea has been given."""
    table.server.run_jobs()
    answer = table.person("Bea").api(
        action="query", meta="notifications", notsections="alert|message", notlimit=50,
        notbundle=False,
    )  # fmt: skip
    return len(answer["query"]["notifications"]["list"])
