"""The harness itself: what the other real-server tests take for granted."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import mwclient
import pytest

from tests.mediawiki.client import ApiError
from tests.mediawiki.server import Server
from tests.mediawiki.template import ACCOUNTS


def test_the_wiki_is_of_the_version_that_was_asked_for(mediawiki: Server) -> None:
    """Tests on "1.43" run on MediaWiki 1.43."""
    generator = mediawiki.anonymous().api(action="query", meta="siteinfo")["query"]["general"][
        "generator"
    ]

    assert generator.startswith(f"MediaWiki {mediawiki.version}.")


def test_common_accounts_are_logged_in_at_once(mediawiki: Server) -> None:
    """Every account of the fresh wiki edits with its first request."""
    for name in ACCOUNTS:
        mediawiki.client(name).edit("Sandbox", f"Hello from {name}")

    users = [revision["user"] for revision in mediawiki.anonymous().history("Sandbox")]
    assert [*ACCOUNTS] == users[::-1]


def test_what_was_prepared_is_there_at_once(mediawiki: Server, tmp_path: Path) -> None:
    """Pages and files are made once; each test that asks for them has them as they were made."""
    made: list[str] = []

    def make() -> None:
        made.append(mediawiki.client("Alice").text("Sandbox"))
        mediawiki.client("Alice").edit("Sandbox", "Prepared")
        (tmp_path / "file").write_text("kept")

    mediawiki.prepare("a test's own", make, tmp_path)
    mediawiki.client("Bob").edit("Sandbox", append=" and changed")
    mediawiki.reset()
    (tmp_path / "file").unlink()

    mediawiki.prepare("a test's own", make, tmp_path)

    found = mediawiki.client("Alice").text("Sandbox"), (tmp_path / "file").read_text()
    assert (("Prepared", "kept"), [""]) == (found, made)


def test_reset_forgets_pages(mediawiki: Server) -> None:
    """After a reset a page that a test made is gone, and its revision id is given anew."""
    first = mediawiki.client("Alice").edit("Sandbox", "Hello")

    mediawiki.reset()

    assert ("", first) == (
        mediawiki.client("Bob").text("Sandbox"),
        mediawiki.client("Bob").edit("Sandbox", "Hello"),
    )


def test_reset_forgets_accounts_and_their_sessions(mediawiki: Server) -> None:
    """An account that a test made is unknown after a reset, and its cookies log nobody in."""
    grace = mediawiki.client("Grace")
    assert grace.api(action="query", meta="userinfo")["query"]["userinfo"]["name"] == "Grace"

    mediawiki.reset()

    assert "anon" in grace.api(action="query", meta="userinfo")["query"]["userinfo"]


def test_reset_forgets_cached_messages(mediawiki: Server) -> None:
    """What a test wrote into the MediaWiki namespace is not served from a cache to the
    next test.
    """
    steward = mediawiki.client("Steward")
    steward.edit("MediaWiki:Sidebar-probe", "changed")
    assert "changed" in steward.html("{{int:sidebar-probe}}")

    mediawiki.reset()

    assert "changed" not in mediawiki.client("Steward").html("{{int:sidebar-probe}}")


def test_reset_is_quick(mediawiki: Server) -> None:
    """Ten resets take less than half a second of this process's time."""
    begin = time.process_time()

    for _ in range(10):
        mediawiki.reset()

    assert time.process_time() - begin < 0.5


def test_a_reset_forgets_settings(mediawiki: Server) -> None:
    """A setting holds at once and until the reset."""
    mediawiki.configure(wgReadOnly="Backup")
    with pytest.raises(ApiError, match="readonly"):
        mediawiki.client("Alice").edit("Sandbox", "Hello")

    mediawiki.reset()

    assert mediawiki.client("Alice").edit("Sandbox", "Hello") > 0


def test_the_wiki_travels_in_time(mediawiki: Server) -> None:
    """A week later the same session saves, and the server's time,
    the revision and the signature are a week later.
    """
    alice = mediawiki.client("Alice")
    start = mediawiki.now()
    alice.edit("Sandbox", "One ~~~~~")

    mediawiki.pass_time(timedelta(days=7))

    alice.edit("Sandbox", append="\nTwo ~~~~~")
    two, one = (
        datetime.fromisoformat(revision["timestamp"]) for revision in alice.history("Sandbox")
    )
    signed = alice.text("Sandbox").splitlines()[1]
    week = timedelta(days=7)
    assert [week, week] == [_rounded(later - start) for later in (mediawiki.now(), two)]
    assert (timedelta(), True) == (_rounded(one - start), f"{two:%-d %B %Y} (UTC)" in signed)


def test_a_block_ends_when_its_time_has_passed(mediawiki: Server) -> None:
    """What expires does so by the clock that travels."""
    steward = mediawiki.client("Steward")
    steward.act("block", user="Bob", expiry="2 days", reason="")
    mediawiki.pass_time(timedelta(days=1))
    with pytest.raises(ApiError, match="blocked"):
        mediawiki.client("Bob").edit("Sandbox", "Hello")

    mediawiki.pass_time(timedelta(days=1, minutes=1))

    assert mediawiki.client("Bob").edit("Sandbox", "Hello") > 0


def test_a_reset_sets_the_clock_right(mediawiki: Server) -> None:
    """The next test begins at the machine's own time."""
    mediawiki.pass_time(timedelta(days=7))

    mediawiki.reset()

    assert abs(mediawiki.now() - datetime.now(UTC)) < timedelta(hours=1)


def test_time_never_runs_backwards(mediawiki: Server) -> None:
    """A test that would make impossible histories is told so."""
    with pytest.raises(ValueError, match="past"):
        mediawiki.travel(mediawiki.now() - timedelta(days=1))


def _rounded(time: timedelta) -> timedelta:
    """To the nearest hour, however slow the machine is."""
    return timedelta(hours=round(time / timedelta(hours=1)))


def test_accounts_are_made_on_demand(mediawiki: Server) -> None:
    """Any other name gives a new account, in the groups that were asked for."""
    mediawiki.account("Grace", groups=("bot", "sysop"))

    info = mediawiki.client("Grace").api(action="query", meta="userinfo", uiprop="groups")["query"][
        "userinfo"
    ]
    assert {"bot", "sysop"} <= set(info["groups"])


@pytest.mark.parametrize("name", ["Wikibot", "Alice", "Grace"])
def test_a_bot_password_logs_in(mediawiki: Server, name: str) -> None:
    """A bot password works with action=login, as mwclient does it, after a reset too."""
    mediawiki.reset()
    account = mediawiki.account(name, bot_password=True)
    site = mwclient.Site(mediawiki.url.removeprefix("http://"), path="/", scheme="http")

    site.login(account.login, account.secret)

    site.pages["Sandbox"].edit("Hello")
    assert name == mediawiki.anonymous().history("Sandbox")[0]["user"]


def test_a_lost_session_asks_for_a_login(mediawiki: Server) -> None:
    """When the server lost its sessions, nobody is logged in; the password still is good."""
    alice = mediawiki.client("Alice")

    mediawiki.end_sessions()

    with pytest.raises(ApiError, match="assertuserfailed"):
        alice.edit("Sandbox", "Hello", **{"assert": "user"})
    alice = mediawiki.client("Alice")
    assert alice.edit("Sandbox", "Hello", **{"assert": "user"}) > 0


def test_an_anonymous_edit_belongs_to_its_address(mediawiki: Server) -> None:
    """A client without account edits from the address that the test chose."""
    mediawiki.anonymous("192.0.2.7").edit("Sandbox", "Hello")

    assert mediawiki.client("Alice").history("Sandbox")[0]["user"] == "192.0.2.7"


def test_temporary_accounts_can_be_switched_on(mediawiki_143: Server) -> None:
    """With temporary accounts an anonymous edit belongs to a new account with a number."""
    mediawiki_143.configure(wgAutoCreateTempUser={"enabled": True})

    mediawiki_143.anonymous().edit("Sandbox", "Hello")

    assert mediawiki_143.client("Alice").history("Sandbox")[0]["user"].startswith("~2")


REFUSALS = [
    ("page is too big", {"wgMaxArticleSize": 0}, "contenttoobig"),
    ("rate limit", {"wgRateLimits": {"edit": {"user": [0, 60]}}}, "ratelimited"),
    ("captcha", {"wgCaptchaTriggers": {"edit": True}}, "captcha"),
]


@pytest.mark.parametrize(
    ("settings", "code"), [case[1:] for case in REFUSALS], ids=[case[0] for case in REFUSALS]
)
def test_the_server_refuses_for_real(
    mediawiki: Server, settings: dict[str, object], code: str
) -> None:
    """Limits and captchas are switched on by a setting."""
    mediawiki.configure(**settings)

    with pytest.raises(ApiError, match=code):
        mediawiki.client("Alice").edit("Sandbox", "Hello")


def test_a_captcha_can_meet_the_bot(mediawiki: Server) -> None:
    """A setting inside a setting is changed alone:
    the bot may no longer skip captchas, all else it may.
    """
    mediawiki.configure(
        wgCaptchaTriggers={"edit": True}, wgGroupPermissions={"bot": {"skipcaptcha": False}}
    )

    with pytest.raises(ApiError, match="captcha"):
        mediawiki.client("Wikibot").edit("Sandbox", "Hello", bot=True)


def test_an_abuse_filter_refuses(mediawiki: Server) -> None:
    """A filter that a steward writes refuses what it matches and nothing else."""
    mediawiki.add_filter('added_lines contains "spam"')

    with pytest.raises(ApiError, match="abusefilter-disallowed"):
        mediawiki.client("Alice").edit("Sandbox", "spam")
    assert mediawiki.client("Alice").edit("Sandbox", "ham") > 0


def test_the_title_blacklist_refuses(mediawiki: Server) -> None:
    """A title on the list cannot be made."""
    mediawiki.load("TitleBlacklist")
    mediawiki.client("Steward").edit("MediaWiki:Titleblacklist", "Sand.*")

    with pytest.raises(ApiError, match="titleblacklist"):
        mediawiki.client("Alice").edit("Sandbox", "Hello")


def test_a_steward_protects_a_page(mediawiki: Server) -> None:
    """A protected page is for stewards alone."""
    mediawiki.client("Alice").edit("Sandbox", "Hello")
    mediawiki.client("Steward").protect("Sandbox")

    with pytest.raises(ApiError, match="protectedpage"):
        mediawiki.client("Alice").edit("Sandbox", "Hello again")


def test_a_steward_blocks_an_account(mediawiki: Server) -> None:
    """A block stops its account and nobody else, though all come from one address."""
    mediawiki.client("Steward").block("Bob")
    with pytest.raises(ApiError, match="blocked"):
        mediawiki.client("Bob").edit("Sandbox", "Hello")

    assert mediawiki.client("Alice").edit("Sandbox", "Hello") > 0


def test_a_steward_blocks_an_account_from_one_page(mediawiki: Server) -> None:
    """A partial block stops its account on that page only."""
    bob = mediawiki.client("Bob")
    bob.edit("Sandbox", "Hello")
    mediawiki.client("Steward").block("Bob", pages=("Sandbox",))
    with pytest.raises(ApiError, match="blocked"):
        bob.edit("Sandbox", "Hello again")

    assert bob.edit("Elsewhere", "Hello") > 0


def test_a_steward_moves_and_deletes_pages(mediawiki: Server) -> None:
    """A moved page is gone from its old title, a deleted one from all, a restored one is back."""
    steward = mediawiki.client("Steward")
    steward.edit("Sandbox", "Hello")
    steward.move("Sandbox", "Moved", redirect=False)
    steward.move("Moved", "Again", redirect=False)
    steward.delete("Again")
    gone = [steward.text(title) for title in ("Sandbox", "Moved", "Again")]

    steward.undelete("Again")

    assert ["", "", "", "Hello"] == [*gone, steward.text("Again")]


def test_a_wiki_is_kept_while_another_request_holds_a_lock(mediawiki: Server) -> None:
    """A lock that is gone before it is copied fails nothing, as what PHP does after its answer
    may end at any time.
    """
    (mediawiki._data / "locks" / "gone.lock").symlink_to("nowhere")
    mediawiki.client("Bob").edit("Sandbox", "Hello")
    kept = mediawiki.keep()
    mediawiki.client("Bob").edit("Sandbox", "Hello again")
    mediawiki.restore(kept)

    assert mediawiki.client("Bob").text("Sandbox") == "Hello"


def test_a_steward_hides_a_revision(mediawiki: Server) -> None:
    """Author, comment and text of a hidden revision are not given to players."""
    alice = mediawiki.client("Alice")
    first = alice.edit("Sandbox", "One", summary="Why")
    alice.edit("Sandbox", "Two")
    mediawiki.client("Steward").revdelete("Sandbox", first)

    assert {"user", "comment", "content"}.isdisjoint(alice.history("Sandbox")[1])


def test_edits_can_be_taken_back(mediawiki: Server) -> None:
    """Undo takes back one revision, rollback all of the last author."""
    alice, bob = mediawiki.client("Alice"), mediawiki.client("Bob")
    alice.edit("Sandbox", "One")
    alice.undo("Sandbox", alice.edit("Sandbox", "Two"))
    undone = alice.text("Sandbox")
    bob.edit("Sandbox", "Three")
    bob.edit("Sandbox", "Four")

    mediawiki.client("Steward").rollback("Sandbox", "Bob")

    assert ("One", "One") == (undone, alice.text("Sandbox"))


def test_imported_names_carry_a_prefix(mediawiki: Server) -> None:
    """A revision from another wiki belongs to ``old>Name``."""
    mediawiki.client("Steward").import_xml(
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" '
        'xml:lang="en"><page>'
        "<title>Sandbox</title><ns>0</ns><id>1</id><revision><id>1</id><timestamp>2020-01-01T00:00:00Z</timestamp>"
        "<contributor><username>Alice</username><id>1</id></contributor><model>wikitext</model>"
        '<format>text/x-wiki</format><text bytes="5" '
        'xml:space="preserve">Hello</text></revision></page></mediawiki>'
    )

    assert mediawiki.client("Alice").history("Sandbox")[-1]["user"] == "old>Alice"


@pytest.mark.usefixtures("discussion_tools")
def test_discussion_tools_see_a_reply(mediawiki_143: Server) -> None:
    """The newer wiki can be asked which lines of a talk page are replies to which."""
    alice, bob = mediawiki_143.client("Alice"), mediawiki_143.client("Bob")
    alice.edit("Talk:Sandbox", "== Hello ==\nAnybody here? ~~~~")
    bob.edit("Talk:Sandbox", append="\n: Yes. ~~~~")

    info = alice.api(action="discussiontoolspageinfo", page="Talk:Sandbox", prop="threaditemshtml")
    question = info["discussiontoolspageinfo"]["threaditemshtml"][0]["replies"][0]
    assert ("Alice", "Bob") == (question["author"], question["replies"][0]["author"])
