"""Polling and reading a real wiki."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.mediawiki.bots import bot_of, newest
from tests.mediawiki.server import Server
from wikibot.wiki.errors import NotAllowed, WrongSettings
from wikibot.wiki.mediawiki import MediaWiki

TITLES = [
    "Cycle 15/Ruleset", "Cycle 15", "Talk:Cycle 15", "Cycle 15/Log", "Cycle 15/Stewards",
    "Project:Stop",
]  # fmt: skip

DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
<page><title>Talk:Cycle 15</title><ns>1</ns><id>77</id>\
<revision><id>78</id><timestamp>2020-01-01T00:00:00Z</timestamp>
<contributor><username>Alice</username><id>9</id></contributor><model>wikitext</model><format>text/x-wiki</format>
<text xml:space="preserve">* pass</text></revision></page></mediawiki>"""
REVISION = """<revision><id>{0}</id><timestamp>2020-01-01T00:00:{0:02}Z</timestamp>
<contributor><username>Alice</username><id>9</id></contributor><model>wikitext</model><format>text/x-wiki</format>
<text xml:space="preserve">{0}</text></revision>"""


@pytest.fixture
def bot(mediawiki: Server) -> MediaWiki:
    """The bot, without a kept session."""
    return bot_of(mediawiki)


def test_a_poll_is_one_small_request(mediawiki: Server, tmp_path: Path) -> None:
    """With a kept session a poll of six pages, long summaries and all,
    moves less than 4 KB in one GET.
    """
    for title in TITLES:
        mediawiki.client("Alice").edit(title, "x" * 2000, summary="A long summary. " * 30)
    bot_of(mediawiki, tmp_path).poll(TITLES)
    mediawiki.proxy.mark()
    later = bot_of(mediawiki, tmp_path)

    heads = later.poll(TITLES).heads

    assert (1, 1, True) == (mediawiki.proxy.requests, later.requests, mediawiki.proxy.bytes < 4096)
    assert [True] * 6 == [
        head.revision is not None and head.revision.user == "Alice" for head in heads.values()
    ]


def test_bytes_are_counted_as_they_come(mediawiki: Server, tmp_path: Path) -> None:
    """What the client says of its bytes is what the wire shows, give or take a status line."""
    bot = bot_of(mediawiki, tmp_path)
    bot.poll(TITLES)

    received = sum(exchange.response.size for exchange in mediawiki.proxy.log if exchange.response)

    assert abs(received - bot.bytes_received) < 100 * bot.requests


def test_who_the_poll_says_we_are(mediawiki: Server, bot: MediaWiki) -> None:
    """The poll tells account, groups, rights within the grants, and the server's time."""
    poll = bot.poll(["Cycle 15"])

    assert ("Wikibot", True, True, None) == (
        poll.user, "bot" in poll.groups, "edit" in poll.rights, poll.block,
    )  # fmt: skip
    assert abs(poll.now - datetime.now(UTC)) < timedelta(minutes=1)


def test_titles_as_a_person_spells_them(mediawiki: Server, bot: MediaWiki) -> None:
    """Heads and texts are found under the titles as they were asked for."""
    mediawiki.client("Alice").edit("Talk:Cycle 15", "* pass")
    asked = ["talk:cycle_15", " Talk:Cycle 15", "e\u0301t\u00e9"]

    heads, texts = bot.poll(asked).heads, bot.read(asked)
    first = texts[asked[0]]

    assert first
    assert ([False, False, True], "* pass") == (
        [heads[title].missing for title in asked],
        first.text,
    )
    assert (asked, None) == (list(heads), texts[asked[2]])


def test_protection_is_told(mediawiki: Server, bot: MediaWiki) -> None:
    """A poll tells beforehand which right an edit would need."""
    mediawiki.client("Alice").edit("Cycle 15", "x")
    mediawiki.client("Steward").protect("Cycle 15")

    assert bot.poll(["Cycle 15"]).heads["Cycle 15"].protection == ("sysop",)


@pytest.mark.parametrize("partial", [False, True])
def test_a_block_is_told(mediawiki: Server, bot: MediaWiki, partial: bool) -> None:
    """A poll tells who blocked the account, why, and whether only from some pages."""
    mediawiki.client("Alice").edit("Cycle 15", "x")
    mediawiki.client("Steward").block(
        "Wikibot", reason="a loop", pages=("Cycle 15",) if partial else ()
    )

    block = bot.poll(["Cycle 15"]).block

    assert block is not None
    assert ("Steward", "a loop", partial) == (block.by, block.reason, block.partial)


def test_redirects_are_seen_not_followed(mediawiki: Server, bot: MediaWiki) -> None:
    """A moved page leaves a redirect, which is read as what it is; the moved page keeps its id."""
    alice = mediawiki.client("Alice")
    alice.edit("Cycle 15", "x")
    page = bot.poll(["Cycle 15"]).heads["Cycle 15"].page_id
    mediawiki.client("Steward").move("Cycle 15", "Cycle 16")

    heads = bot.poll(["Cycle 15", "Cycle 16"]).heads

    assert (True, False, page) == (
        heads["Cycle 15"].redirect,
        heads["Cycle 16"].redirect,
        heads["Cycle 16"].page_id,
    )


def test_all_texts_in_one_request(mediawiki: Server, bot: MediaWiki) -> None:
    """The texts of several pages, and ``None`` for a missing one, cost one GET."""
    for title in TITLES[:3]:
        mediawiki.client("Alice").edit(title, f"text of {title}")
    bot.poll(TITLES)
    mediawiki.proxy.mark()

    texts = bot.read(TITLES)

    assert [f"text of {title}" for title in TITLES[:3]] + [None] * 3 == [
        rev and rev.text for rev in texts.values()
    ]
    assert [("GET", "query")] == [
        (one.request.method, one.request.action) for one in mediawiki.proxy.log
    ]


def test_history_since_a_revision(mediawiki: Server, bot: MediaWiki) -> None:
    """The history begins with the cursor's revision, oldest first,
    whose authors and texts are told.
    """
    ids = [
        mediawiki.client(name).edit("Log", append=f"\n* {name}")
        for name in ("Alice", "Bob", "Carol")
    ]

    history = bot.history("Log", ids[1])

    assert [(ids[1], "Bob", ids[0]), (ids[2], "Carol", ids[1])] == [
        (rev.id, rev.user, rev.parent_id) for rev in history
    ]
    assert history[1].text == "\n* Alice\n* Bob\n* Carol"


def test_a_long_history(mediawiki: Server) -> None:
    """A history of more revisions than one answer holds is read to its end."""
    start, revision, end = DUMP.partition("<revision>")[0], REVISION, "</page></mediawiki>"
    dump = start + "".join(revision.format(day) for day in range(1, 56)) + end
    mediawiki.client("Steward").import_xml(dump)  # in one request
    ids = mediawiki.sql(
        "SELECT rev_id FROM revision JOIN page ON rev_page = page_id "
        "WHERE page_title = 'Cycle_15' ORDER BY rev_id"
    )
    reader = bot_of(mediawiki, user="")  # without the bot right an answer holds 50
    found = [rev.id for rev in reader.history("Talk:Cycle 15", 0)]

    assert len(found) > 50
    assert found == [each for (each,) in ids]


def test_history_whose_start_is_gone(mediawiki: Server, bot: MediaWiki) -> None:
    """When page and cursor were deleted, the whole history of the new page comes,
    so nothing is missed.
    """
    old = mediawiki.client("Alice").edit("Log", "one")
    mediawiki.client("Steward").delete("Log")
    new = mediawiki.client("Bob").edit("Log", "two")
    other = mediawiki.client("Bob").edit("Other", "x")

    assert [[new]] * 3 == [
        [rev.id for rev in bot.history("Log", since)] for since in (old, other, 99999)
    ]


def test_history_of_a_missing_page(bot: MediaWiki) -> None:
    """A page that is not there has no history."""
    assert not bot.history("Nowhere", 0)


def test_revisions_by_id(mediawiki: Server, bot: MediaWiki) -> None:
    """Revisions come by id with their texts; those that do not exist (any more) are left out."""
    kept = mediawiki.client("Alice").edit("Log", "one")
    gone = mediawiki.client("Alice").edit("Other", "two")
    mediawiki.client("Steward").delete("Other")

    assert {kept: "one"} == {
        rev.id: rev.text for rev in bot.revisions([kept, gone, 99999]).values()
    }


@pytest.mark.parametrize("admin", [False, True], ids=["who may not see it", "who may see it"])
def test_hidden_revisions(mediawiki: Server, admin: bool) -> None:
    """What was hidden is not read, whatever rights the reader has; what was left open is."""
    ids = [mediawiki.client("Alice").edit("Log", text, summary="s") for text in ("a", "b", "c")]
    steward = mediawiki.client("Steward")
    steward.revdelete("Log", ids[0])
    steward.revdelete("Log", ids[1], hide=("user",))
    if admin:
        mediawiki.account("Wikibot", groups=("sysop",))

    first, second, last = bot_of(mediawiki).history("Log", 0)

    assert (None, None, None) == (first.user, first.text, first.comment)
    assert (True, True, None) == (first.user_hidden, first.text_hidden, first.comment)
    assert (None, True, "b", "s") == (second.user, second.user_hidden, second.text, second.comment)
    assert ("Alice", False, "c") == (last.user, last.user_hidden, last.text)


def test_an_edit_by_an_address(mediawiki: Server, bot: MediaWiki) -> None:
    """An IP address is told as what it is."""
    mediawiki.anonymous("192.0.2.7").edit("Log", "x")

    revision = newest(bot, "Log")

    assert ("192.0.2.7", True, False, 0) == (
        revision.user, revision.anon, revision.temp, revision.user_id,
    )  # fmt: skip


def test_an_edit_by_a_temporary_account(mediawiki_143: Server) -> None:
    """A temporary account has a name, but it is marked."""
    mediawiki_143.configure(wgAutoCreateTempUser={"enabled": True})
    mediawiki_143.anonymous().edit("Log", "x")

    revision = newest(bot_of(mediawiki_143), "Log")

    assert (True, False, True) == (revision.temp, revision.anon, str(revision.user).startswith("~"))


def test_an_imported_author(mediawiki: Server, bot: MediaWiki) -> None:
    """An imported name keeps its prefix, so that it is never taken for the account of that name."""
    mediawiki.client("Steward").import_xml(DUMP, prefix="old")

    revision = bot.history("Talk:Cycle 15", 0)[0]

    assert ("old>Alice", False, 0) == (revision.user, revision.anon, revision.user_id)


def test_a_page_that_is_no_wikitext(mediawiki: Server, bot: MediaWiki) -> None:
    """A page with another content model is told by the poll; its text can be read all the same."""
    title = "User:Steward/x.json"
    mediawiki.client("Steward").edit(title, "{}")

    assert (bot.poll([title]).heads[title].model, newest(bot, title).text) == ("json", "{}")


@pytest.mark.parametrize("title", ["Special:Version", "[x]", "a|b", "x" * 256, "A#b|"])
def test_titles_that_are_no_pages(mediawiki: Server, bot: MediaWiki, title: str) -> None:
    """A title in the settings that cannot be a page is told before anything is played."""
    with pytest.raises(WrongSettings):
        bot.poll(["Log", title])


def test_reading_without_an_account(mediawiki: Server) -> None:
    """A dry run needs no password:
    without a user everything can be read, and nobody is logged in.
    """
    mediawiki.client("Alice").edit("Log", "x")
    reader = bot_of(mediawiki, user="", password=None)

    assert ("", "x", 2) == (reader.poll(["Log"]).user, newest(reader, "Log").text, reader.requests)


def test_a_wiki_that_only_members_read(mediawiki: Server) -> None:
    """On a private wiki the bot logs in as anywhere; without an account it is told so."""
    mediawiki.client("Alice").edit("Log", "x")
    mediawiki.configure(wgGroupPermissions={"*": {"read": False}})

    assert newest(bot_of(mediawiki), "Log").text == "x"
    with pytest.raises(NotAllowed):
        bot_of(mediawiki, user="").read(["Log"])


def test_an_address_without_an_api(mediawiki: Server) -> None:
    """A wrong path is told as a matter of the settings, with the path."""
    with pytest.raises(WrongSettings, match=r"/wiki/api\.php"):
        MediaWiki(mediawiki.url + "/wiki/api.php").poll(["Log"])
