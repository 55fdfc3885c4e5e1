"""Saving on a real wiki: nothing lost, nothing twice."""

from __future__ import annotations

import pytest

from tests.mediawiki.bots import bot_of, edit, newest
from tests.mediawiki.proxy import Match, Request, Response, edit_of
from tests.mediawiki.server import Server
from wikibot.wiki.base import Edit, Saved, summary
from wikibot.wiki.errors import EditConflict, PageAppeared, PageVanished
from wikibot.wiki.mediawiki import MediaWiki

LINES = "\n\n".join(f"line {number}" for number in range(9))


@pytest.fixture
def bot(mediawiki: Server) -> MediaWiki:
    """The bot, polled once, as a run begins."""
    wiki = bot_of(mediawiki)
    wiki.poll(["Log"])
    mediawiki.proxy.mark()
    return wiki


def test_a_new_page(mediawiki: Server, bot: MediaWiki) -> None:
    """A creation makes one revision of the bot's account with its summary, in one request."""
    saved = bot.save(edit("Log", "one", None))

    revision = newest(bot, "Log")
    assert (Saved(revision.id, 0), "Wikibot", "playing (run 7f3a9c)", "one") == (
        saved, revision.user, revision.comment, revision.text,
    )  # fmt: skip
    assert [("POST", "edit"), ("GET", "query")] == [
        (one.request.method, one.request.action) for one in mediawiki.proxy.log
    ]


def test_an_update(mediawiki: Server, bot: MediaWiki) -> None:
    """An update is laid over the revision that was read."""
    base = mediawiki.client("Alice").edit("Log", "one")

    saved = bot.save(edit("Log", "two", base))

    assert (base, True, mediawiki.client("Alice").head("Log")) == (
        saved.parent,
        saved.changed,
        saved.revision,
    )


def test_the_bot_flag(mediawiki: Server, bot: MediaWiki) -> None:
    """With the right to it, edits are marked as a bot's, and hidden from recent changes."""
    bot.save(edit("Log", "one", None))

    assert mediawiki.sql("SELECT rc_bot FROM recentchanges WHERE rc_title = 'Log'") == [(1,)]


def test_a_save_without_a_poll(mediawiki: Server) -> None:
    """A save fetches what it needs by itself: session, token and rights."""
    assert bot_of(mediawiki).save(edit("Log", "one", None)).changed


@pytest.mark.parametrize(
    "text", ["e\u0301 ⚡\ufe0f\u2060", "a\r\nb", "tail \n\n", "&amp; <nowiki>~~~~</nowiki>"]
)
def test_texts_arrive(mediawiki: Server, bot: MediaWiki, text: str) -> None:
    """Text that the server would store otherwise still passes its checksum."""
    assert bot.save(edit("Log", text, None)).changed


def test_a_long_summary(mediawiki: Server, bot: MediaWiki) -> None:
    """However long a summary is, the run id is in the one that the server kept."""
    bot.save(Edit("Log", "one", None, summary("⚡" * 700, "7f3a9c"), "7f3a9c"))

    comment = newest(bot, "Log").comment or ""
    assert (True, 500) == (comment.startswith("[[#run 7f3a9c|"), len(comment))


def test_a_conflict(mediawiki: Server, bot: MediaWiki) -> None:
    """An edit by somebody else at the same place is a conflict, and theirs stays."""
    base = mediawiki.client("Alice").edit("Log", "one")
    mediawiki.client("Bob").edit("Log", "by Bob")

    with pytest.raises(EditConflict):
        bot.save(edit("Log", "by the bot", base))

    assert mediawiki.client("Alice").text("Log") == "by Bob"


def test_a_conflict_with_ourselves(mediawiki: Server, bot: MediaWiki) -> None:
    """Our own second run is somebody else too:
    it is not overwritten, though it is the same account and second.
    """
    base = mediawiki.client("Alice").edit("Log", "one")
    bot.save(edit("Log", "first run", base))

    with pytest.raises(EditConflict):
        bot.save(edit("Log", "second run", base, run="b2b2b2"))

    assert mediawiki.client("Alice").text("Log") == "first run"


def test_a_silent_merge_is_seen(mediawiki: Server, bot: MediaWiki) -> None:
    """When the server merges two edits without a word, the parent is not the base."""
    base = mediawiki.client("Alice").edit("Log", LINES)
    theirs = mediawiki.client("Bob").edit("Log", LINES.replace("line 8", "by Bob"))

    saved = bot.save(edit("Log", LINES.replace("line 0", "by the bot"), base))

    assert (theirs, False) == (saved.parent, saved.parent == base)
    assert mediawiki.client("Alice").text("Log") == LINES.replace("line 0", "by the bot").replace(
        "line 8", "by Bob"
    )


def test_an_edit_without_change(mediawiki: Server, bot: MediaWiki) -> None:
    """An edit that changes nothing makes no revision, and says which one is there."""
    base = mediawiki.client("Alice").edit("Log", "one")

    assert Saved(base, base, changed=False) == bot.save(edit("Log", "one", base))


def test_the_same_change_by_somebody_else(mediawiki: Server, bot: MediaWiki) -> None:
    """When somebody else just made our very change, the answer shows that the base has moved."""
    base = mediawiki.client("Alice").edit("Log", LINES)
    theirs = mediawiki.client("Bob").edit("Log", LINES + "\n\nmore")

    try:
        saved = bot.save(edit("Log", LINES + "\n\nmore", base))
    except EditConflict:
        return

    assert Saved(theirs, theirs, changed=False) == saved


def test_a_page_that_appeared(mediawiki: Server, bot: MediaWiki) -> None:
    """A page to be created is not laid over one that somebody made meanwhile."""
    mediawiki.client("Alice").edit("Log", "mine")

    with pytest.raises(PageAppeared):
        bot.save(edit("Log", "one", None))

    assert mediawiki.client("Alice").text("Log") == "mine"


def test_a_page_that_vanished(mediawiki: Server, bot: MediaWiki) -> None:
    """A page that was deleted meanwhile is not made again."""
    base = mediawiki.client("Alice").edit("Log", "one")
    mediawiki.client("Steward").delete("Log")

    with pytest.raises(PageVanished):
        bot.save(edit("Log", "two", base))

    assert bot.poll(["Log"]).heads["Log"].missing


def test_a_page_that_was_deleted_and_made_again(mediawiki: Server, bot: MediaWiki) -> None:
    """The base belongs to the old page: the new one is not touched."""
    base = mediawiki.client("Alice").edit("Log", "one")
    mediawiki.client("Steward").delete("Log")
    mediawiki.client("Bob").edit("Log", "new page")

    with pytest.raises(EditConflict):
        bot.save(edit("Log", "two", base))

    assert mediawiki.client("Alice").text("Log") == "new page"


def test_a_page_that_was_moved(mediawiki: Server, bot: MediaWiki) -> None:
    """The redirect that a move leaves is not overwritten, nor is the moved page."""
    base = mediawiki.client("Alice").edit("Log", "one")
    mediawiki.client("Steward").move("Log", "Archive")

    with pytest.raises(EditConflict):
        bot.save(edit("Log", "two", base))

    assert ("one", True) == (
        mediawiki.client("Alice").text("Archive"),
        bot.poll(["Log"]).heads["Log"].redirect,
    )


@pytest.mark.parametrize("exists", [True, False], ids=["update", "creation"])
def test_an_answer_that_was_lost(mediawiki: Server, bot: MediaWiki, exists: bool) -> None:
    """When the connection is cut after the server saved,
    the edit is found by its run id and not made twice.
    """
    base = mediawiki.client("Alice").edit("Log", "one") if exists else None
    mediawiki.proxy.lose_answer(edit_of("Log"))

    saved = bot.save(edit("Log", "one\ntwo", base))

    history = mediawiki.client("Alice").history("Log")
    assert (history[0]["revid"], base or 0, 2 if exists else 1) == (
        saved.revision,
        saved.parent,
        len(history),
    )
    assert 1 == sum(one.request.action == "edit" for one in mediawiki.proxy.log)


def test_an_edit_on_top_of_the_lost_one(mediawiki: Server, bot: MediaWiki) -> None:
    """The edit is found even when somebody else saved after it."""
    base = mediawiki.client("Alice").edit("Log", "one")

    def bob_edits(_request: Request, _response: Response) -> None:
        mediawiki.client("Bob").edit("Log", append="\nby Bob")

    mediawiki.proxy.after(bob_edits, edit_of("Log"))
    mediawiki.proxy.lose_answer(edit_of("Log"))

    saved = bot.save(edit("Log", "two", base))

    mediawiki.proxy.check()
    assert ("Wikibot", base) == (mediawiki.client("Alice").history("Log")[1]["user"], saved.parent)
    assert mediawiki.client("Alice").history("Log")[1]["revid"] == saved.revision


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_post_that_never_arrived(mediawiki: Server, bot: MediaWiki, status: int) -> None:
    """When the page shows that nothing was saved, the edit is posted again."""
    base = mediawiki.client("Alice").edit("Log", "one")
    mediawiki.proxy.answer(
        Response(status, (("Content-Type", "text/html"),), b"<html>Bad"), edit_of("Log")
    )

    saved = bot.save(edit("Log", "two", base))

    assert (base, "two", 2) == (
        saved.parent,
        mediawiki.client("Bob").text("Log"),
        len(mediawiki.client("Bob").history("Log")),
    )


def test_a_lost_post_and_then_a_conflict(mediawiki: Server, bot: MediaWiki) -> None:
    """When somebody else saved while our post was lost, the second post conflicts as it should."""
    base = mediawiki.client("Alice").edit("Log", "one")

    def bob_edits(_request: Request) -> Response:
        mediawiki.client("Bob").edit("Log", "by Bob")
        return Response(502)

    once: Match = edit_of("Log")
    mediawiki.proxy.before(bob_edits, once)

    with pytest.raises(EditConflict):
        bot.save(edit("Log", "two", base))

    assert mediawiki.client("Alice").text("Log") == "by Bob"
