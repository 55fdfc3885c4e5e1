"""The harness itself: what other tests on real servers take for granted, and none of them shows."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import mwclient
import pytest

from tests.mediawiki.client import ApiError
from tests.mediawiki.server import Server
from tests.mediawiki.template import ACCOUNTS
from tests.mediawiki.versions import VERSIONS

IN_TURN = True


@pytest.mark.parametrize("mediawiki", VERSIONS, indirect=True)
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
