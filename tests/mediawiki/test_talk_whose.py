"""Whose line it is, by the history that a real server gives."""

from __future__ import annotations

import pytest

from tests.mediawiki.bots import bot_of
from tests.mediawiki.client import Client
from tests.mediawiki.server import Server
from wikibot.wiki.attribution import Attribution, Rejection, attribute

PAGE = "Talk:Actions"
BLANK = "== Actions ==\n"
DUMP = """\
<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en"><page>
<title>Talk:Actions</title><ns>1</ns><id>1</id>
<revision><id>1</id><timestamp>2024-01-05T02:22:00Z</timestamp><contributor><username>Alice</username><id>1</id>
</contributor><model>wikitext</model><format>text/x-wiki</format>\
<text>* join</text></revision></page></mediawiki>
"""


def _since(server: Server, cursor: int) -> Attribution:
    """What is new since a revision, as the bot sees it."""
    history = bot_of(server).history(PAGE, cursor)
    return attribute(history, cursor=cursor, bot="Wikibot")


def _add(client: Client, *lines: str) -> int:
    """Put lines below those that are there, each signed."""
    return client.edit(PAGE, client.text(PAGE) + "".join(f"\n{line} ~~~~" for line in lines))


def _played(found: Attribution) -> list[tuple[str, str]]:
    return [(action.account, action.text) for action in found.actions]


def _troubles(found: Attribution) -> list[tuple[Rejection, str, str]]:
    return [(finding.rejection, finding.account, finding.by) for finding in found.rejections]


@pytest.fixture
def start(mediawiki: Server) -> int:
    """Give the revision of an actions page without lines."""
    return mediawiki.client("Steward").edit(PAGE, BLANK)


def test_lines_are_their_savers(mediawiki: Server, start: int) -> None:
    """Everybody's signed lines are theirs, with the server's revision, place and time."""
    alice = _add(mediawiki.client("Alice"), "* join", "* move 1 -- 1d4 (3) = 3")
    bob = _add(mediawiki.client("Bob"), "* join")

    found = _since(mediawiki, start)

    assert _played(found) == [
        ("Alice", "join"),
        ("Alice", "move 1 -- 1d4 (3) = 3"),
        ("Bob", "join"),
    ]
    assert [(a.id.revision, a.id.index) for a in found.actions] == [
        (alice, 0),
        (alice, 1),
        (bob, 0),
    ]


@pytest.mark.parametrize("how", ["undo", "rollback", "by hand"])
def test_vandalism_that_is_reverted(mediawiki: Server, start: int, how: str) -> None:
    """However a blanked page is restored, everybody's lines stay theirs."""
    _add(mediawiki.client("Alice"), "* join")
    kept = mediawiki.client("Alice").text(PAGE)
    blanked = mediawiki.client("Dave").edit(PAGE, "gone")
    steward = mediawiki.client("Steward")
    if how == "undo":
        steward.undo(PAGE, blanked)
    elif how == "rollback":
        steward.rollback(PAGE, "Dave")
    else:
        steward.edit(PAGE, f"{kept}\nrestored")

    assert ("Alice", "join") in _played(_since(mediawiki, start))


def test_a_hidden_text_in_between(mediawiki: Server, start: int) -> None:
    """What came across a hidden revision is told and not played; what was there before is."""
    _add(mediawiki.client("Alice"), "* join")
    hidden = _add(mediawiki.client("Bob"), "* insult")
    carol = mediawiki.client("Carol")
    carol.edit(PAGE, carol.text(PAGE).replace("insult", "leave"))
    mediawiki.client("Steward").revdelete(PAGE, hidden)

    found = _since(mediawiki, start)

    assert (_played(found), [rejection for rejection, _, _ in _troubles(found)]) == (
        [("Alice", "join")],
        [Rejection.HIDDEN_TEXT],
    )


def test_a_hidden_user(mediawiki: Server, start: int) -> None:
    """A user whose name is hidden is not named and does not act."""
    hidden = _add(mediawiki.client("Dave"), "* join")
    mediawiki.client("Steward").revdelete(PAGE, hidden, hide=("user",))

    assert _troubles(_since(mediawiki, start)) == [(Rejection.HIDDEN_USER, "", "")]


def test_an_address(mediawiki: Server, start: int) -> None:
    """Somebody without an account does not act."""
    _add(mediawiki.anonymous("192.0.2.7"), "* join")

    assert _troubles(_since(mediawiki, start)) == [(Rejection.IP, "192.0.2.7", "192.0.2.7")]


def test_a_temporary_account(mediawiki_143: Server) -> None:
    """A temporary account does not act."""
    start = mediawiki_143.client("Steward").edit(PAGE, BLANK)
    mediawiki_143.configure(wgAutoCreateTempUser={"enabled": True})
    _add(mediawiki_143.anonymous(), "* join")

    assert [rejection for rejection, _, _ in _troubles(_since(mediawiki_143, start))] == [
        Rejection.TEMPORARY
    ]


def test_an_imported_name(mediawiki: Server) -> None:
    """A line of another wiki's Alice is not our Alice's."""
    mediawiki.client("Steward").import_xml(DUMP, prefix="old")

    found = _since(mediawiki, 0)

    assert _troubles(found) == [(Rejection.IMPORTED, "old>Alice", "old>Alice")]


def test_a_protected_and_moved_page(mediawiki: Server, start: int) -> None:
    """Protection and a move make revisions in which nothing is new."""
    _add(mediawiki.client("Alice"), "* join")
    steward = mediawiki.client("Steward")
    steward.protect(PAGE)
    steward.move(PAGE, "Talk:Elsewhere", redirect=False)
    steward.move("Talk:Elsewhere", PAGE, redirect=False)

    found = _since(mediawiki, start)

    assert (_played(found), found.rejections, found.removed.withdrawn) == (
        [("Alice", "join")],
        (),
        (),
    )


def test_a_page_that_was_made_anew(mediawiki: Server, start: int) -> None:
    """After deletion and a new beginning the page is another one, and its lines are new."""
    mediawiki.client("Steward").delete(PAGE)
    mediawiki.client("Alice").edit(PAGE, "* join ~~~~")

    assert _played(_since(mediawiki, start)) == [("Alice", "join")]


def test_a_page_that_was_deleted_and_restored(mediawiki: Server, start: int) -> None:
    """A restored page goes on where it was."""
    _add(mediawiki.client("Alice"), "* join")
    steward = mediawiki.client("Steward")
    steward.delete(PAGE)
    steward.undelete(PAGE)

    assert _played(_since(mediawiki, start)) == [("Alice", "join")]


def test_edits_that_the_server_merged(mediawiki: Server, start: int) -> None:
    """Two people who edit the same text at once each act for themselves."""
    alice, bob = mediawiki.client("Alice"), mediawiki.client("Bob")
    base = mediawiki.client("Steward").edit(PAGE, f"{BLANK}\n* old\n\n\n* older\n\n")
    text = bob.text(PAGE)
    alice.edit(PAGE, f"{text}\n* join", baserevid=base)
    bob.edit(PAGE, text.replace("* old\n\n", "* leave\n* old\n\n", 1), baserevid=base)

    found = _since(mediawiki, base)

    assert sorted(_played(found)) == [("Alice", "join"), ("Bob", "leave")]


ODD = ("O'Brien", "A&B", "Semi;colon", "!Bang", "Ünï & Söhne", 'Say "hi"')


def test_signatures_of_odd_names(mediawiki: Server, start: int) -> None:
    """The server writes such names with entities, which name nobody else."""
    for name in ODD:
        _add(mediawiki.client(name), "* join")

    found = _since(mediawiki, start)

    assert (_played(found), _troubles(found)) == ([(name, "join") for name in ODD], [])
